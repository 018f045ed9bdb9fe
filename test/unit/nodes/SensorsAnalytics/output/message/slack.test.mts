import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import type { Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import {
	city,
	compared,
	digestOf,
	hostile,
	hours,
	measure,
	OPTIONS,
	tableOf,
	twoDays,
} from '../../../../../support/digests.mts';

import { retentionTable } from '../../../../../support/modelTables.mts';

import { execFileSync } from 'node:child_process';

import type { HeaderBlock, KnownBlock, TableBlock } from '@slack/types';
import type { DataVisualizationBlock } from 'slack-blocks-to-jsx';
import { z } from 'zod';

const write = (digest: ReturnType<typeof digestOf>) => messageWriters.slack.write(digest, OPTIONS);

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
			.array(
				z.strictObject({
					type: z.literal('plain_text'),
					text: z.string().min(1).max(3000),
					emoji: z.literal(false),
				}),
			)
			.min(1)
			.max(10),
	});
	const section = z.strictObject({
		type: z.literal('section'),
		text: z.object({ type: z.literal('plain_text'), text: z.string().min(1).max(3000) }),
	});
	const label = z.string().min(1).max(20);
	const chart = z.strictObject({
		type: z.literal('data_visualization'),
		title: z.string().min(1).max(50),
		chart: z.strictObject({
			type: z.enum(['line', 'bar']),
			series: z
				.array(
					z.strictObject({
						name: label,
						data: z.array(z.strictObject({ label, value: z.number() })).min(1),
					}),
				)
				.min(1)
				.max(12),
			axis_config: z.strictObject({
				categories: z.array(label).min(1).max(20),
				y_label: z.string().min(1).max(50).optional(),
			}),
		}),
	}) satisfies z.ZodType<DataVisualizationBlock>;
	const published = z.union([header, table, context, section]) satisfies z.ZodType<KnownBlock>;
	const message = z.strictObject({
		blocks: z.array(z.union([published, chart])).max(50),
		text: z.string().min(1),
	});

	const contents: Array<[string, Table]> = [
		['two days', twoDays],
		['a comparison', compared],
		['hostile texts', hostile],
		['nothing', tableOf([city, measure('orders')], [])],
		['a month of hours, long names and gaps', hours],
		[
			'a thousand rows of thirty columns',
			tableOf(
				[city, ...Array.from({ length: 29 }, (_, index) => measure(`m${index}`))],
				Array.from({ length: 1000 }, (_, row) => [`city ${row}`, ...Array<number>(29).fill(row)]),
			),
		],
	];

	it.each(contents)('is one: %s', (_name, content) => {
		const digest = digestOf(content, { maxRows: 1000, title: 'x'.repeat(400) });
		expect(() => message.parse(write(digest))).not.toThrow();
	});

	it('holds charts and tables as another library for Slack writes them, within its limits', () => {
		const written = contents.map(([, content]) => message.parse(write(digestOf(content))));
		const charts = written.flatMap(({ blocks }) =>
			blocks.filter((block) => block.type === 'data_visualization'),
		);
		const tables = written.flatMap(({ blocks }) =>
			blocks.filter((block) => block.type === 'table'),
		);
		expect([charts.length, tables.length]).toEqual([5, 5]);
		const cards = [
			...charts.map(({ title, chart: { type, series, axis_config: axis } }) => ({
				type: 'chart',
				title,
				chart: { type, series, categories: axis.categories, yLabel: axis.y_label },
			})),
			...tables.map(({ rows: [head = [], ...rows] }) => ({
				type: 'table',
				headers: head.map(({ text }) => text),
				rows: rows.map((row) => row.map(({ text }) => text)),
			})),
		];
		const answer = execFileSync('node', ['test/support/slackLibrary.mjs'], {
			input: JSON.stringify(cards.map((child) => ({ type: 'card', children: [child] }))),
		});
		const theirs = (JSON.parse(answer.toString()) as object[][]).flat();
		expect(theirs.slice(0, charts.length)).toEqual(charts);
		// The newer table block of theirs has the same rows.
		expect(theirs.slice(charts.length)).toMatchObject(
			tables.map(({ rows }) => ({ type: 'data_table', rows })),
		);
	});

	it('draws what Slack can draw, and says what it left out', () => {
		const { blocks } = message.parse(write(digestOf(hours, { maxRows: 1 })));
		const [context] = blocks.filter(({ type }) => type === 'context');
		const block = blocks.find(({ type }) => type === 'data_visualization');
		if (block?.type !== 'data_visualization') throw new Error('No block is a chart');
		expect(block.chart.axis_config.categories).toHaveLength(20);
		expect(block.chart.axis_config.categories.at(-1)).toBe('2 Nov 05:00');
		expect(block.chart.axis_config.y_label).toBe('orders');
		expect(block.chart.series.map(({ name }) => name)).toEqual([
			'A very long name of…',
			'A very long name … 2',
		]);
		expect(JSON.stringify(context)).toMatch(
			/The chart shows the last 20 of 30 data points.*Not in the chart: now and then/,
		);
	});

	it('draws the first periods of a retention, which its headline is about', () => {
		const counts = Array.from({ length: 31 }, (_, period) => 1000 - 10 * period);
		const of = digestOf(retentionTable([], [[[], counts]]), { layout: 'digest', title: '' });
		const blocks = JSON.stringify(write(of).blocks);
		expect(blocks).toMatch(/"categories":\["Period 1",.+"Period 20"\]/);
		expect(blocks).toContain('The chart shows the first 20 of 30 periods');
	});

	it.each([
		['without a chart', { hasChart: false }, twoDays],
		['a single number', {}, tableOf([measure('orders')], [[1]])],
	])('has no chart: %s', (_name, options, content) => {
		const { blocks } = message.parse(write(digestOf(content, options)));
		expect(blocks.map(({ type }) => type)).not.toContain('data_visualization');
	});

	it('holds no more characters than a table of Slack', () => {
		const long = Array.from({ length: 60 }, (_, row) => [`${row} `.padEnd(300, 'x'), row]);
		const digest = digestOf(tableOf([city, measure('orders')], long), { maxRows: 60 });
		const { blocks } = message.parse(write(digest));
		const [block] = blocks.filter((candidate) => candidate.type === 'table');
		const characters = block?.rows.flat().reduce((sum, { text }) => sum + text.length, 0) ?? 0;
		expect(characters).toBeGreaterThan(9_000);
		expect(characters).toBeLessThanOrEqual(10_000);
		const shown = (block?.rows.length ?? 0) - 1;
		expect(JSON.stringify(blocks)).toContain(`${60 - shown} more rows not shown`);
	});

	it('says how many rows a table of Slack can not hold', () => {
		const rows = Array.from({ length: 150 }, (_, row) => [`city ${row}`, row]);
		const digest = digestOf(tableOf([city, measure('orders')], rows), { maxRows: 150 });
		expect(JSON.stringify(write(digest))).toContain('51 more rows');
	});

	it('has a list instead of the table, for several reports in one message', () => {
		const options = { ...OPTIONS, rowsAs: 'list' as const };
		const listed = (content: Table, maxRows = 20) =>
			message.parse(messageWriters.slack.write(digestOf(content, { maxRows }), options)).blocks;
		const textOf = (blocks: ReturnType<typeof listed>) => {
			const last = blocks.at(-1);
			return last?.type === 'section' ? last.text.text : '';
		};
		expect(listed(twoDays).map(({ type }) => type)).not.toContain('table');
		expect(textOf(listed(compared)).split('\n')).toEqual([
			'• 2026-11-01: orders 110 ▲ 10% (100)',
			'• 2026-11-02: orders 90 ▼ 25% (120)',
			'• 2026-11-03: orders 5 new (0)',
		]);
		const rows = Array.from({ length: 300 }, (_, row) => [`city ${row}`, row]);
		const many = listed(tableOf([city, measure('orders')], rows), 300);
		const shown = textOf(many).split('\n').length;
		expect(shown).toBe(100);
		expect(JSON.stringify(many)).toContain(`${300 - shown} more rows not shown`);
	});

	it('mentions nobody: everything is escaped wherever Slack reads markup', () => {
		const digest = digestOf(hostile, { title: '<!here>' });
		const { blocks, text } = message.parse(write(digest));
		const marked = blocks.flatMap((block) =>
			block.type === 'context' ? block.elements.map((element) => element.text) : [],
		);
		for (const content of [...marked, text]) expect(content).not.toMatch(/<[!@#]|<http/);
		// A table's cells are raw text: nothing in them is read as markup.
		expect(JSON.stringify(blocks)).toContain('<!channel>');
	});
});
