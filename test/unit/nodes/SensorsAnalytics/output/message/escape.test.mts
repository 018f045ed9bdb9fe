import { clean } from '../../../../../../nodes/SensorsAnalytics/output/message/clean';
import {
	escapeMarkdown,
	escapeSlack,
	escapeText,
} from '../../../../../../nodes/SensorsAnalytics/output/message/escape';

import fc from 'fast-check';
import MarkdownIt from 'markdown-it';

/** Half of a character. */
const HALF = String.fromCharCode(0xd800);
const PARTS = [
	...['@all', '<at user_id="all">', 'https://', 'www.', 'evil.com', 'a@b.cn', '<!here>', '[x](y)'],
	...['**', '_', '`', '\n', '\u202e', '\u0000', '\u200b', '&lt;', '\\', '|', '<b>', '日.本', '1.5'],
];
/** As the keenest finders of addresses do it. */
const ALL_LINKS = { fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true };
const texts = fc
	.array(fc.constantFrom(...PARTS), { maxLength: 6 })
	.map((parts) => clean(parts.join('')));

describe('texts from data', () => {
	it('are one line without characters that nobody sees', () => {
		expect(clean('a\r\n\tb\u2028c')).toBe('a b c');
		expect(clean(`\u202ea\u2066b\u0000c\u001b[31m\u200bd\ufeff${HALF}\u{e0041}`)).toBe('abc[31md');
		expect(clean('👨‍👩‍👧 می‌خواهم é 名 ☂️')).toBe('👨‍👩‍👧 می‌خواهم é 名 ☂️');
	});

	it('become neither links nor markup in Markdown, whichever they are', () => {
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
