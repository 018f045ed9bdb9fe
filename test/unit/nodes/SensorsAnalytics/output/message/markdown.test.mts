import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import {
	compared,
	digestOf,
	HOSTILE,
	hostile,
	OPTIONS,
	twoDays,
} from '../../../../../support/digests.mts';

import MarkdownIt from 'markdown-it';

const write = (digest: ReturnType<typeof digestOf>) =>
	messageWriters.markdown.write(digest, OPTIONS);

describe('a message in Markdown', () => {
	const parser = new MarkdownIt({ html: true, linkify: true });

	it.each([
		['two days', twoDays],
		['a comparison', compared],
		['hostile texts', hostile],
	])('is read by a parser as what it says: %s', (_name, content) => {
		const digest = digestOf(content);
		const { markdown } = write(digest) as { markdown: string };
		const tokens = parser.parse(markdown, {});
		const cells = tokens.flatMap((token, index) =>
			token.type === 'td_open' ? [tokens[index + 1]] : [],
		);
		const kinds = new Set(cells.flatMap((cell) => cell?.children?.map(({ type }) => type) ?? []));
		for (const kind of kinds) expect(['text', 'text_special']).toContain(kind);
		const texts = cells.map((cell) => cell?.children?.map(({ content: text }) => text).join(''));
		const expected = digest.rows.flat().map((text) => text.replace(/[\r\n]+/g, ' ').trim());
		expect(texts.map((text) => text?.replace(/\u200a/g, ''))).toEqual(expected);
	});

	it('is a list for those who show no tables', () => {
		const { markdown } = messageWriters.markdown.write(digestOf(hostile), {
			...OPTIONS,
			rowsAs: 'list',
		}) as { markdown: string };
		const tokens = parser.parse(markdown, {});
		expect(tokens.filter(({ type }) => type === 'list_item_open')).toHaveLength(HOSTILE.length);
		const kinds = new Set(
			tokens.flatMap(({ children }) => children?.map(({ type }) => type) ?? []),
		);
		for (const kind of kinds) {
			expect(['text', 'text_special', 'strong_open', 'strong_close']).toContain(kind);
		}
		const first = messageWriters.markdown.write(digestOf(twoDays), { ...OPTIONS, rowsAs: 'list' });
		expect(first.markdown).toContain('- **2026-11-01 / Beijing**: orders 1,234, revenue 5,678.9');
	});

	it('parts what would be a mention or an address', () => {
		const { markdown } = write(digestOf(hostile)) as { markdown: string };
		expect(markdown).not.toMatch(/@channel|https:\/\/|www\./);
	});
});
