import { messageWriters } from '../../../nodes/SensorsAnalytics/output/message';
import { drawChart, roundTicks } from '../../../nodes/SensorsAnalytics/output/message/chart';
import { numberWriter } from '../../../nodes/SensorsAnalytics/output/message/numbers';
import { city, date, digestOf, HOSTILE, measure, OPTIONS, tableOf } from './tables.mts';

import type { HeaderBlock, KnownBlock, TableBlock } from '@slack/types';
import { HtmlValidate } from 'html-validate';
import MarkdownIt from 'markdown-it';
import { z } from 'zod';

const twoDays = tableOf(
	[date, city, measure('orders'), measure('revenue')],
	[
		['2026-11-01', 'Beijing', 1234, 5678.9],
		['2026-11-02', 'Beijing', 1300, 6000],
		['2026-11-01', null, 12, 100.456],
		['2026-11-02', null, 0, 0],
	],
);
const compared = tableOf(
	[
		date,
		{ ...date, key: 'date_previous', derived: { of: 'date', as: 'previous' } },
		measure('orders'),
		measure('orders_previous', { of: 'orders', as: 'previous' }),
		measure('orders_change', { of: 'orders', as: 'change' }),
		measure('orders_change_percent', { of: 'orders', as: 'percent' }),
	],
	[
		['2026-11-01', '2026-10-30', 110, 100, 10, 10],
		['2026-11-02', '2026-10-31', 90, 120, -30, -25],
		['2026-11-03', '2026-11-01', 5, 0, 5, null],
	],
);
const hostile = tableOf(
	[city, measure('orders')],
	HOSTILE.map((text, index) => [text, index + 1]),
);

describe('what a message says', () => {
	it('dates, groups, numbers as people write them', () => {
		const digest = digestOf(twoDays);
		expect(digest.columns.map(({ label }) => label)).toEqual(['date', 'city', 'orders', 'revenue']);
		expect(digest.rows[0]).toEqual(['2026-11-01', 'Beijing', '1,234', '5,678.9']);
		expect(digest.rows[2]).toEqual(['2026-11-01', '(none)', '12', '100.46']);
		expect(digest.subtitle).toBe('2026-11-01 – 2026-11-02');
	});

	it('a change beside its number, and nothing where there is none', () => {
		const digest = digestOf(compared);
		expect(digest.columns.map(({ label }) => label)).toEqual(['date', 'orders']);
		expect(digest.rows.map(([, orders]) => orders)).toEqual(['110 ▲ 10%', '90 ▼ 25%', '5']);
	});

	it('a single date stands above, not in every row', () => {
		const digest = digestOf(tableOf([date, measure('orders')], [['2026-11-01', 7]]));
		expect(digest.columns.map(({ label }) => label)).toEqual(['orders']);
		expect(digest.summary).toBe('Orders: orders 7');
	});

	it('some measures, some rows, and how many more there are', () => {
		const digest = digestOf(twoDays, { measures: ['revenue'], maxRows: 3 });
		expect(digest.columns.map(({ label }) => label)).toEqual(['date', 'city', 'revenue']);
		expect(digest.rows).toHaveLength(3);
		expect(digest.notes).toEqual(['1 more row not shown']);
	});

	it('that numbers are not whole, where they are not', () => {
		const { notes } = digestOf({ ...twoDays, isTruncated: true, isSampled: true });
		expect(notes.join()).toMatch(/truncated.*sample/s);
	});

	it.each([
		[{ style: 'auto' }, '1,234.57'],
		[{ style: 'integer' }, '1,235'],
		[{ style: 'decimal', decimals: 1 }, '1,234.6'],
		[{ style: 'decimal', hasThousands: false }, '1234.57'],
		[{ style: 'percent', decimals: 0 }, '123,457%'],
		[{ style: 'currency' }, 'CN¥1,234.57'],
		[{ style: 'currency', locale: 'zh-CN' }, '¥1,234.57'],
		[{ style: 'auto', locale: 'de-DE' }, '1.234,57'],
	])('numbers in the style %j', (style, written) => {
		expect(numberWriter({ ...OPTIONS.numbers, ...(style as object) })(1234.567)).toBe(written);
	});
});

describe('a message for Slack', () => {
	// Slack's published types and limits.
	const plain = z.object({ type: z.literal('plain_text'), text: z.string().min(1).max(150) });
	const header = z.strictObject({
		type: z.literal('header'),
		text: plain,
	}) satisfies z.ZodType<HeaderBlock>;
	const table = z.strictObject({
		type: z.literal('table'),
		column_settings: z.array(z.strictObject({ align: z.enum(['left', 'right']) })).max(20),
		rows: z
			.array(
				z
					.array(z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }))
					.min(1)
					.max(20),
			)
			.min(1)
			.max(100),
	}) satisfies z.ZodType<TableBlock>;
	const context = z.strictObject({
		type: z.literal('context'),
		elements: z
			.array(z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3000) }))
			.min(1)
			.max(10),
	});
	const section = z.strictObject({
		type: z.literal('section'),
		text: z.object({ type: z.literal('plain_text'), text: z.string().min(1).max(3000) }),
	});
	const message = z.strictObject({
		blocks: z
			.array(z.union([header, table, context, section]) satisfies z.ZodType<KnownBlock>)
			.max(50),
		text: z.string().min(1),
	});

	it.each([
		['two days', twoDays],
		['a comparison', compared],
		['hostile texts', hostile],
		['nothing', tableOf([city, measure('orders')], [])],
		[
			'a thousand rows of thirty columns',
			tableOf(
				[city, ...Array.from({ length: 29 }, (_, index) => measure(`m${index}`))],
				Array.from({ length: 1000 }, (_, row) => [`city ${row}`, ...Array<number>(29).fill(row)]),
			),
		],
	])('is one: %s', (_name, content) => {
		const digest = digestOf(content, { maxRows: 1000, title: 'x'.repeat(400) });
		expect(() => message.parse(messageWriters.slack(digest))).not.toThrow();
	});

	it('says how many rows a table of Slack can not hold', () => {
		const rows = Array.from({ length: 150 }, (_, row) => [`city ${row}`, row]);
		const digest = digestOf(tableOf([city, measure('orders')], rows), { maxRows: 150 });
		expect(JSON.stringify(messageWriters.slack(digest))).toContain('51 more rows');
	});

	it('pings nobody: what could is escaped wherever Slack reads markup', () => {
		const digest = digestOf(hostile, { title: '<!here>' });
		const { blocks, text } = messageWriters.slack(digest) as {
			blocks: Array<{ type: string; elements?: Array<{ text: string }> }>;
			text: string;
		};
		const marked = blocks.flatMap(({ elements = [] }) => elements.map((element) => element.text));
		for (const content of [...marked, text]) expect(content).not.toMatch(/<[!@#]|<http/);
		// A table's cells are raw text: nothing in them is read as markup.
		expect(JSON.stringify(blocks)).toContain('<!channel>');
	});
});

describe('a message in Markdown', () => {
	const parser = new MarkdownIt({ html: true, linkify: true });

	it.each([
		['two days', twoDays],
		['a comparison', compared],
		['hostile texts', hostile],
	])('is read by a parser as what it says: %s', (_name, content) => {
		const digest = digestOf(content);
		const { markdown } = messageWriters.markdown(digest) as { markdown: string };
		const tokens = parser.parse(markdown, {});
		const cells = tokens.flatMap((token, index) =>
			token.type === 'td_open' ? [tokens[index + 1]] : [],
		);
		const kinds = new Set(cells.flatMap((cell) => cell?.children?.map(({ type }) => type) ?? []));
		for (const kind of kinds) expect(['text', 'text_special']).toContain(kind);
		const texts = cells.map((cell) => cell?.children?.map(({ content: text }) => text).join(''));
		const expected = digest.rows.flat().map((text) => text.replace(/[\r\n]+/g, ' ').trim());
		expect(texts.map((text) => text?.replace(/\u200b/g, ''))).toEqual(expected);
	});

	it('parts what would be a mention or an address', () => {
		const { markdown } = messageWriters.markdown(digestOf(hostile)) as { markdown: string };
		expect(markdown).not.toMatch(/@channel|https:\/\/|www\./);
	});
});

describe('a message in HTML', () => {
	const validator = new HtmlValidate({
		extends: ['html-validate:standard'],
		rules: { 'no-inline-style': 'off', 'long-title': 'off' },
	});

	it.each([
		['two days', twoDays],
		['a comparison', compared],
		['hostile texts', hostile],
		['nothing', tableOf([city, measure('orders')], [])],
	])('is valid: %s', async (_name, content) => {
		const { html } = messageWriters.html(digestOf(content, { title: '<b>"Orders"</b>' })) as {
			html: string;
		};
		const report = await validator.validateString(html);
		expect(
			report.results.flatMap(({ messages }) => messages.map(({ message }) => message)),
		).toEqual([]);
		expect(html).not.toMatch(/<script|<b>|<!channel>/);
	});

	it('loads nothing from elsewhere', () => {
		const { html } = messageWriters.html(digestOf(twoDays)) as { html: string };
		expect(html).toContain('<svg');
		expect(html.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|src=|url\(/);
	});
});

describe('a card for Feishu', () => {
	it('has a table and a chart of the numbers', () => {
		const { card, msg_type: type } = messageWriters.feishu(digestOf(twoDays)) as {
			msg_type: string;
			card: { schema: string; body: { elements: Array<Record<string, unknown>> } };
		};
		expect([type, card.schema]).toEqual(['interactive', '2.0']);
		const [chart, table] = card.body.elements as [
			{ tag: string; chart_spec: { type: string; data: { values: object[] } } },
			{ tag: string; columns: Array<{ name: string }>; rows: Array<Record<string, string>> },
		];
		expect(chart.tag).toBe('chart');
		expect(chart.chart_spec).toMatchObject({ type: 'line', xField: 'x', seriesField: 'series' });
		expect(chart.chart_spec.data.values).toContainEqual({
			x: '2026-11-02',
			value: 1300,
			series: 'Beijing',
		});
		expect(table.rows[0]).toEqual({ c0: '2026-11-01', c1: 'Beijing', c2: '1,234', c3: '5,678.9' });
		expect(table.columns.map(({ name }) => name)).toEqual(Object.keys(table.rows[0] as object));
	});
});

describe('a chart', () => {
	it.each([
		[0, 10, [0, 2, 4, 6, 8, 10]],
		[0, 7, [0, 2, 4, 6, 8]],
		[0, 0.3, [0, 0.1, 0.2, 0.3]],
		[-5, 5, [-6, -4, -2, 0, 2, 4, 6]],
		[0, 123_456, [0, 50_000, 100_000, 150_000]],
		[0, 0, [0, 0.2]],
	])('has round ticks from %d to %d', (low, high, ticks) => {
		const found = roundTicks(low, high);
		expect(found[0]).toBeLessThanOrEqual(low);
		expect(found.at(-1)).toBeGreaterThanOrEqual(high);
		expect(found).toEqual(ticks);
	});

	it('draws the compare period dashed, in the colour of its measure', () => {
		const { chart } = digestOf(compared);
		const svg = drawChart(chart as NonNullable<typeof chart>, 'Orders');
		const drawn = [
			...svg.matchAll(/<polyline[^>]*stroke="(#\w+)"[^>]*?(stroke-dasharray)?[^>]*\/>/g),
		];
		expect(svg.match(/<polyline[^>]*stroke-dasharray/g)).toHaveLength(1);
		expect(new Set(drawn.map(([, color]) => color)).size).toBe(1);
	});

	it('draws bars of groups, and nothing for a single number', () => {
		const { chart } = digestOf(hostile);
		expect(chart?.kind).toBe('bar');
		expect(drawChart(chart as NonNullable<typeof chart>, 'x').match(/<rect/g)).toHaveLength(
			HOSTILE.length,
		);
		expect(digestOf(tableOf([measure('orders')], [[1]])).chart).toBeUndefined();
	});
});
