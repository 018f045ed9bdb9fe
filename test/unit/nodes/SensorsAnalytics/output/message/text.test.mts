import {
	capital,
	clean,
	cut,
	cutBetween,
	escapeMarkdown,
	escapeSlack,
	escapeText,
	oneLine,
} from '../../../../../../nodes/SensorsAnalytics/output/message/text';
import fc from '../../../../../support/fastCheck.mts';

import { execFileSync } from 'node:child_process';

import MarkdownIt from 'markdown-it';

/** Half of a character. */
const HALF = String.fromCharCode(0xd800);
const PARTS = [
	...['@all', '<at user_id="all">', 'https://', 'www.', 'evil.com', 'a@b.cn', '<!here>', '[x](y)'],
	...['**', '_', '`', '\n', '\u202e', '\u0000', '\u200b', '&lt;', '\\', '|', '<b>', '日.本', '1.5'],
	...['*b*', '_i_', '~s~', '`c`', '```', '~', '>', ' '],
];
/** As the keenest finders of addresses do it. */
const ALL_LINKS = { fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true };
const texts = fc
	.array(fc.constantFrom(...PARTS), { maxLength: 6 })
	.map((parts) => clean(parts.join('')));

function drawn(marked: string[]): string[] {
	const input = JSON.stringify(marked);
	return JSON.parse(
		execFileSync('node', ['test/support/slackMarkup.mjs'], { input }).toString(),
	) as string[];
}

describe('texts from data', () => {
	it('are one line without invisible characters', () => {
		expect(clean('a\r\n\tb\u2028c')).toBe('a b c');
		expect(clean(`\u202ea\u2066b\u0000c\u001b[31m\u200bd\ufeff${HALF}\u{e0041}`)).toBe('abc[31md');
		expect(clean('👨‍👩‍👧 می‌خواهم é 名 ☂️')).toBe('👨‍👩‍👧 می‌خواهم é 名 ☂️');
	});

	it('isolate names that are written from right to left, so that each keeps its number', () => {
		const [cairo, street] = ['القاهرة', 'شارع 5 نصر'];
		expect(oneLine(`${cairo} 180 (50%), ${street} 81、דובאי 56, Paris 40\u2069`, 100)).toBe(
			`\u2068${cairo}\u2069 180 (50%), \u2068${street}\u2069 81、\u2068דובאי\u2069 56, Paris 40`,
		);
		expect(oneLine('Paris 40、北京 5', 100)).toBe('Paris 40、北京 5');
	});

	it('keep most of a long sentence, and no part of a number', () => {
		expect(oneLine(`Query failed. ${'word '.repeat(120)}`, 400)).toMatch(/^Query.{370,} word …$/);
		expect(oneLine(`销售额，${'长'.repeat(600)}`, 400)).toMatch(/^销售额，长{395}…$/);
		expect(oneLine(`orders: 12, up ${'1,234'.repeat(90)}`, 400)).toBe('orders: 12 …');
		const early = `订单，${'长'.repeat(390)}`;
		expect(oneLine(`${early}1\u202f234\u00a0567,89元`, 400)).toBe(`${early} …`);
		expect(oneLine(`${'长'.repeat(300)}，${'长'.repeat(200)}`, 400)).toBe(`${'长'.repeat(300)} …`);
	});

	it.each([
		['cut', (text: string) => cut(text, 20)],
		['cut between parts', (text: string) => cutBetween(text, 20)],
		['cut after a word', (text: string) => cutBetween(text.replace('هر', 'ه '), 20)],
	])('close the isolation of a name that is %s', (_case, shorten) => {
		const short = shorten(`a \u2068${'القاهر'.repeat(9)}\u2069 5 · b`);
		expect(short).toMatch(/^a \u2068[^\u2069]+…\u2069$/);
		expect(short.length).toBeLessThanOrEqual(20);
	});

	it('become neither links nor markup in Markdown, whatever they contain', () => {
		const parser = new MarkdownIt({ html: true, linkify: true });
		parser.linkify.set(ALL_LINKS);
		fc.assert(
			fc.property(texts, (text) => {
				const tokens = parser.parseInline(escapeMarkdown(text), {});
				for (const { type } of tokens.flatMap(({ children }) => children ?? [])) {
					expect(['text', 'text_special']).toContain(type);
				}
			}),
			{ numRuns: 2000 },
		);
	});

	it.each([
		['*bold*', '∗bold∗'],
		['(_it_)', '(ˍitˍ)'],
		['~x~', '∼x∼'],
		['`code`', 'ˋcodeˋ'],
		['```code```', 'ˋˋˋcodeˋˋˋ'],
		['> said', '› said'],
		[':smile:', ':\u200asmile:'],
		['_城市_', 'ˍ城市ˍ'],
		// What is none stays as it is, to be copied.
		['user_id and $is_first_day', 'user_id and $is_first_day'],
		['2026-11-01 02:00:00, 1:0', '2026-11-01 02:00:00, 1:0'],
		['a > b', 'a &gt; b'],
	])('are no markup in Slack: %s', (text, written) => {
		expect(escapeSlack(text)).toBe(written);
	});

	it('are not markup in Slack for another parser, whatever they contain', () => {
		// It takes Markdown's links as well, which Slack does not know.
		const marked = /<(strong|em|s|code|pre|blockquote|ul|ol|li)\b/;
		const written = fc.sample(texts, { numRuns: 100, seed: 1 }).map(escapeSlack);
		const [bold, ...pages] = drawn(['*bold*', ...written]);
		expect(bold).toMatch(marked);
		for (const page of pages) expect(page).not.toMatch(marked);
	});

	it('become neither links nor mentions in plain text', () => {
		const { linkify } = new MarkdownIt({ linkify: true });
		linkify.set(ALL_LINKS);
		expect(linkify.match('see evil.com')).toHaveLength(1);
		fc.assert(
			fc.property(texts, (text) => {
				for (const written of [escapeText(text), escapeSlack(text)]) {
					expect(written).not.toMatch(/@\w|<[\w!/]|:\/\//);
					expect(linkify.match(written)).toBeNull();
				}
				expect(escapeText(text).replaceAll('\u200a', '')).toBe(text);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('A text at the beginning of a line of Markdown', () => {
	const markdown = new MarkdownIt();
	it.each([
		'# a',
		'###### a',
		'- a',
		'+ a',
		'> a',
		'1. a',
		'12) a',
		'--- ',
		'-- a',
		'== a',
		'    a',
	])('%j is a paragraph', (text) => {
		expect(markdown.render(`${escapeMarkdown(text)}: 1`)).toBe(
			`<p>${text.trimStart().replace('>', '&gt;')}: 1</p>\n`,
		);
	});

	it.each(['-5', '-5.2%', '1.5', '2026-11-01', '#1', '+5%'])('%j stays as it is', (text) => {
		expect(escapeMarkdown(text)).toBe(text);
	});
});

it('titles begin with a capital letter, but names of a program stay', () => {
	expect(capital('orders by city')).toBe('Orders by city');
	expect(capital('pay_rate, 13–19 Nov')).toBe('pay_rate, 13–19 Nov');
	expect(capital('orders, pay_rate')).toBe('Orders, pay_rate');
});

it('URLs are separated whatever precedes the point', () => {
	for (const host of ['हिन्दी.com', '💩.la', 'a\u200d.com', 'a.\u200ccom', 'a\u0301.com']) {
		expect(escapeText(host)).toBe(host.replace('.', '.\u200a'));
	}
	expect(['1.5', 'end.', 'a. b', '…'].map(escapeText)).toEqual(['1.5', 'end.', 'a. b', '…']);
});

it('characters that are not drawn, or do not exist, are removed', () => {
	expect(clean('a\u00ad\u3164\u115f\u034f\uffff\ufffe\u{1d173}b')).toBe('ab');
	expect(clean('❤\ufe0f 👩\u200d💻')).toBe('❤\ufe0f 👩\u200d💻');
});
