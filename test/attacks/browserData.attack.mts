/** Texts that come from end users' browsers: markup, mentions, length, hidden characters, keys. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { atOnce } from '../../credentials/http/slices.ts';
import { addHint } from '../../nodes/SensorsAnalytics/output/meta.ts';
import { toRows, wideSteps } from '../../nodes/SensorsAnalytics/output/rows.ts';
import type { Cell } from '../../nodes/SensorsAnalytics/table/decimal.ts';
import { FORMS, messageOf, reportTable } from '../support/reportTable.mts';
import { type Attack, heldUnless } from './attack.mts';

const LONG = 11_000;
/** Of Feishu's robots. */
const MAX_BYTES = 20_000;

function attack(name: string, run: () => string): Attack {
	return { name, run: async () => await Promise.resolve(run()) };
}

/** Everything in the messages of a report with this group. */
function said(text: string): Array<[form: string, message: object]> {
	const days = ['2026-11-01', '2026-11-02'];
	const rows = days.map((day) => [day, text, 1]);
	const table = reportTable(['date', 'city', 'orders'], rows);
	return FORMS.map((form) => [form, messageOf(form, table)]);
}

function fieldOf(message: object, name: string): string {
	return String((message as Record<string, unknown>)[name] ?? '');
}

function inTexts(name: string, text: string, bad: RegExp): Attack {
	return attack(name, () =>
		heldUnless(
			...said(text).flatMap(([form, message]) =>
				readTexts(form, message).map((reported) => bad.test(reported) && `${form}: ${reported}`),
			),
		),
	);
}

/** Targets that read markup, mentions or addresses in all their texts, not in `text` alone. */
const READ_ALL = ['dingtalk', 'wecom', 'teams', 'html', 'markdown'];
/** What is no text of a message: addresses that make a card what it is. */
const OWN = ['http://adaptivecards.io/schemas/adaptive-card.json'];

function readTexts(form: string, message: object): string[] {
	if (!READ_ALL.includes(form)) return [fieldOf(message, 'text')];
	const texts: string[] = [];
	const read = (value: unknown) => {
		if (typeof value === 'string' && !OWN.includes(value)) texts.push(value);
		else if (value !== null && typeof value === 'object') Object.values(value).forEach(read);
	};
	// The subject of a mail is read by nobody but people.
	read({ ...message, subject: '' });
	return texts;
}

/** Whom the robots call, of a report with this group and this title. */
function calls(name: string, text: string): Attack {
	return attack(name, () => {
		const table = reportTable(['date', 'city', 'orders'], [['2026-11-01', text, 1]]);
		const robots = ['dingtalk', 'wecom', 'teams'] as const;
		return heldUnless(
			...robots.flatMap((form) =>
				[{}, { style: 'card', link: 'https://sa.example' } as const].map((details) => {
					const message = messageOf(form, table, { title: text, ...details });
					const reported = JSON.stringify(message);
					return (
						('at' in message || /<@|"entities"|@(?:all|1380|所有人)|mentioned/.test(reported)) &&
						`${form} calls: ${reported}`
					);
				}),
			),
		);
	});
}

function hidden(name: string, character: string): Attack {
	return attack(name, () =>
		heldUnless(
			...said(`abc${character}def`).map(
				([form, message]) =>
					[character, JSON.stringify(character).slice(1, -1)].some((written) =>
						JSON.stringify(message).includes(written),
					) && `it is in ${form}`,
			),
		),
	);
}

/** A group of this name next to another one, in the output Wide. */
function wideKey(name: string): Attack {
	return attack(`the number of a group ${name} in Wide`, () => {
		const rows: Cell[][] = ['2026-11-01', '2026-11-02'].flatMap((day) => [
			[day, name, 41],
			[day, 'Beijing', 42],
		]);
		const table = reportTable(['date', 'city', 'orders'], rows);
		const more = { meta: { rows: 4 }, _truncated: true, _sampled: true };
		const objects = atOnce(wideSteps(table, more, []));
		const numbers = objects.map((object) => Object.values(object).filter(Number.isFinite));
		const keys = objects.flatMap((object) => Object.keys(object));
		return heldUnless(
			numbers.some((own) => own.join() !== '41,42') && `there are ${JSON.stringify(objects)}`,
			objects.some(({ _truncated }) => _truncated !== true) && 'the flag is gone',
			keys.some((key) => key in {}) && `there are keys ${keys.join()}`,
		);
	});
}

export const attacks: Attack[] = [
	inTexts('everybody is called by a text for Feishu', '<at user_id="all">x</at>', /<at /),
	inTexts('everybody is called by a text for DingTalk', 'to @all', /@all/),
	calls('everybody is called by a robot', '@all <@all> <at>all</at> @所有人'),
	calls('a phone is called by a robot', '@13800000000 <@zhangsan>'),
	calls('an entity of Teams is made', '","entities":[{"type":"mention"}],"x":"'),
	attack('a date is made in a card', () => {
		const table = reportTable(['city', 'orders'], [['{{DATE(2026-11-01T00:00:00Z)}}', 1]]);
		const reported = readTexts('teams', messageOf('teams', table));
		return heldUnless(...reported.map((text) => text.includes('{{') && text));
	}),
	inTexts('an address in a text', 'see https://evil.example/x', /https:\/\//),
	inTexts('a bare address in a text', 'see evil.com', /evil\.com/),
	...['हिन्दी.com', 'café.com'.normalize('NFD'), '💩.la', 'evil\u200d.com', 'evil.\u200ccom'].map(
		(host) =>
			inTexts(
				`a bare address that ends with a mark, ${JSON.stringify(host)}`,
				`see ${host}`,
				new RegExp(host.replace('.', '\\.')),
			),
	),
	...['# head', '- item', '1. item', '> quote', '--- x', '=== x'].map((name) =>
		attack(`a measure ${name} begins a line of Markdown`, () => {
			const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
			const table = reportTable(
				['date', name],
				days.map((day, index) => [day, index]),
			);
			const reported = (['markdown', 'dingtalk', 'wecom'] as const).flatMap((form) =>
				readTexts(form, messageOf(form, table)).flatMap((text) => text.split('\n')),
			);
			return heldUnless(...reported.map((line) => line.startsWith(name) && line));
		}),
	),
	inTexts('markup of HTML in a text', '<script>alert(1)</script>', /<script/),
	attack('a bare address in Markdown', () =>
		heldUnless(
			...said('evil.com').map(
				([form, message]) =>
					fieldOf(message, 'markdown').includes('evil.com') && `${form} has the address`,
			),
		),
	),
	attack("markup in Slack's context line", () => {
		// A chart names the groups that it can't show.
		const table = reportTable(
			['date', 'city', 'orders'],
			[
				['2026-11-01', 'Beijing', 10],
				['2026-11-02', 'Beijing', 10],
				['2026-11-01', '*bold* :tada: <!here>', 1],
			],
		);
		const slack = messageOf('slack', table) as { blocks?: object[] };
		const marked = JSON.stringify(slack.blocks).match(/"type":"mrkdwn","text":"[^"]*/g) ?? [];
		return heldUnless(marked.some((text) => /\*bold\*|:tada:/.test(text)) && marked.join());
	}),
	hidden('a mark that turns the line around', '\u202e'),
	hidden('an isolate that is never closed', '\u2066'),
	hidden('an escape of terminals', '\u001b'),
	hidden('a NUL', '\0'),
	hidden('a separator of lines', '\u2028'),
	hidden('a hyphen that nobody sees', '\u00ad'),
	hidden('a filler that looks like a space', '\u3164'),
	hidden('what is no character, and ends a file of SVG', '\uffff'),
	attack('long texts exceed what robots take', () => {
		const rows = Array.from({ length: 500 }, (_, row): Cell[] => [
			`${row} ${'名'.repeat(LONG)}`,
			row,
		]);
		const table = reportTable(['city', '量'.repeat(LONG)], rows);
		const most = { dingtalk: 20_000, teams: 28_000, feishu: 20_000 };
		const details = { maxRows: 500, title: '题'.repeat(LONG) };
		const sizes = Object.entries(most).map(([form, bytes]) => {
			const size = Buffer.byteLength(JSON.stringify(messageOf(form as 'teams', table, details)));
			return size > bytes && `${form} has ${size} bytes`;
		});
		const wecom = messageOf('wecom', table, details) as { markdown_v2: { content: string } };
		const size = Buffer.byteLength(wecom.markdown_v2.content);
		return heldUnless(...sizes, size > 4096 && `wecom has ${size} bytes`);
	}),
	attack('a value of 11,000 characters takes all room', () =>
		heldUnless(
			...said('x'.repeat(LONG)).flatMap(([form, message]) => {
				const text = JSON.stringify(message);
				return [
					/No rows|rows? not shown|too many points/.test(text) && `${form} leaves out rows`,
					text.length > MAX_BYTES && `${form} has ${text.length} characters`,
				];
			}),
		),
	),
	attack('so does the name of a measure', () => {
		const table = reportTable(['city', '名'.repeat(LONG)], [['Beijing', 1]]);
		return heldUnless(
			...FORMS.map((form) => {
				const text = JSON.stringify(messageOf(form, table));
				return (
					(Buffer.byteLength(text) > MAX_BYTES || /No rows|not shown/.test(text)) &&
					`${form} has ${Buffer.byteLength(text)} bytes`
				);
			}),
		);
	}),
	attack('fifty columns of long texts exceed a robot', () => {
		const keys = Array.from({ length: 50 }, (_, index) => `${index} ${'名'.repeat(300)}`);
		const table = reportTable(keys, [keys.map(() => 1e15)]);
		const text = JSON.stringify(messageOf('feishu', table));
		return heldUnless(
			Buffer.byteLength(text) > MAX_BYTES && `${Buffer.byteLength(text)} bytes`,
			/row not shown/.test(text) && 'the row is left out',
		);
	}),
	...['__proto__', '_truncated', '_sampled', 'meta', 'constructor', 'toString'].map(wideKey),
	attack("markup in a hint, which n8n's editor shows as HTML", () => {
		const reported: string[] = [];
		const context = {
			addExecutionHints: ({ message }: { message: string }) => reported.push(message),
		} as unknown as IExecuteFunctions;
		addHint(context, 'There are: <a href="https://evil.example">x</a>, &lt;b&gt;');
		return heldUnless(/<|&lt;b/.test(reported.join()) && reported.join());
	}),
	attack('the number of a measure __proto__', () => {
		const [object = {}] = toRows(reportTable(['city', '__proto__'], [['Beijing', 41]]));
		return heldUnless(!Object.values(object).includes(41) && `there is ${JSON.stringify(object)}`);
	}),
];
