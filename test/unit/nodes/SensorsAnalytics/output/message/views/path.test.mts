import { digestOf, measure, tableOf } from '../../../../../../support/digests.mts';
import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Column } from '../../../../../../../nodes/SensorsAnalytics/table/table';

const own = (key: string, type: Column['type'] = 'string'): Column => ({
	key,
	role: 'group',
	type,
	whenEmpty: null,
});
const LINK = [
	...[own('step', 'number'), own('from'), own('to')],
	...[measure('times'), measure('percent')],
	...[own('source'), own('target')],
];
const ROWS: Cell[][] = [
	[1, 'view', null, 50, 62.5, '0_view', '1_wastage'],
	[1, 'view', 'cart', 30, 37.5, '0_view', '1_cart'],
	[2, 'cart', 'pay', 12, 40, '1_cart', '2_pay'],
];

describe('paths as people read them', () => {
	it('of today are told until now, and once is one time', () => {
		const table = tableOf(LINK, [[1, 'view', 'cart', 1, 100, '0_view', '1_cart']], {
			drawn: 'times',
		});
		const today = { from: '2026-11-02', to: '2026-11-02' };
		const clock = { requestedAt: '2026-11-02T02:00:00Z', timeZone: 'Asia/Shanghai' };
		expect(digestOf(table, {}, undefined, { ...clock, range: today }).lines[0]).toBe(
			'Paths, today (Mon 2 Nov) until 10:00: the most common move is view → cart in step 1 (1 time, 100% of the paths at “view”)',
		);
	});

	it('are links under the names of events, with the share that continues there', () => {
		const { columns, rows, lines, chart, title } = digestOf(
			tableOf(LINK, ROWS, { drawn: 'times' }),
			{ title: '' },
		);
		expect(columns.map(({ label }) => label)).toEqual(['Step', 'From', 'To', 'Times', 'Share']);
		expect(rows).toEqual([
			['1', 'view', '(end)', '50', '62.5%'],
			['1', 'view', 'cart', '30', '37.5%'],
			['2', 'cart', 'pay', '12', '40%'],
		]);
		expect(lines).toEqual([
			'Paths, 1–2 Nov: the most common move is view → cart in step 1 (30 times, 37.5% of the paths at “view”)',
			'Most common move in step 2: cart → pay (12 times, 40.0% of the paths at “cart”)',
		]);
		expect(title).toMatch(/^Paths/);
		expect(chart).toMatchObject({
			kind: 'bar',
			categories: ['1. view → (end)', '1. view → cart', '2. cart → pay'],
			series: [{ values: [50, 30, 12] }],
		});
	});

	it('say who ended where the most frequent move of a step is, and round shares once', () => {
		const rows: Cell[][] = [
			[1, 'view', 'cart', 224, 100, '0_view', '1_cart'],
			[2, 'cart', 'pay', 111, 49.55, '1_cart', '2_pay'],
			[2, 'cart', null, 113, 50.45, '1_cart', '2_wastage'],
		];
		const table = tableOf(LINK, rows, { drawn: 'times' });
		const digest = digestOf(table, { layout: 'digest' });
		expect(digest.lines[1]).toBe(
			'Most common move in step 2: cart → pay (111 times, 49.6% of the paths at “cart”); 113 ended there',
		);
		expect(digest.rows[1]).toEqual(['2. cart → (end)', '113', '50.4%']);
	});

	it('say how many moves the table has no room for', () => {
		const moves = Array.from({ length: 9 }, (_, index): Cell[] => [
			...[1, 'view', `page ${index}`, 9 - index, 9],
			...['0_view', `1_page${index}`],
		]);
		const table = tableOf(LINK, moves, { drawn: 'times' });
		const { rows } = digestOf(table, { layout: 'digest' });
		expect(rows).toHaveLength(8);
		expect(rows.at(-1)).toEqual(['2 more rows not shown', '', '']);
	});

	it('that lead to an event start without one', () => {
		const rows = [[1, null, 'pay', 5, 100, '1_wastage', '0_pay']];
		const digest = digestOf(tableOf(LINK, rows, { drawn: 'times' }));
		expect(digest.rows).toEqual([['1', '(start)', 'pay', '5', '100%']]);
		expect(digest.lines).toEqual([]);
	});

	it('with nodes among them are rows as they are', () => {
		const rows = [['node', 1, 'view', null, 80, 100, '0_view', null]];
		const digest = digestOf(tableOf([own('kind'), ...LINK], rows, { drawn: 'times' }));
		expect(digest.columns).toHaveLength(8);
	});
});
