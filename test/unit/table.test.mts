import { toRows } from '../../nodes/SensorsAnalytics/output/rows';
import { toTableItem } from '../../nodes/SensorsAnalytics/output/tableItem';
import { toWide } from '../../nodes/SensorsAnalytics/output/wide';
import { assertJoinable } from '../../nodes/SensorsAnalytics/query/joinable';
import { compareCells, compareTables } from '../../nodes/SensorsAnalytics/table/compare';
import { fillPoints } from '../../nodes/SensorsAnalytics/table/fill';
import { joinTables } from '../../nodes/SensorsAnalytics/table/join';
import { orderGroups } from '../../nodes/SensorsAnalytics/table/order';
import { blockRows, listRows } from '../../nodes/SensorsAnalytics/table/rowSet';
import type { Cell, Column, Table } from '../../nodes/SensorsAnalytics/table/table';

const date: Column = { key: 'date', role: 'date', type: 'date', whenEmpty: null };
const city: Column = { key: 'city', role: 'group', type: 'string', whenEmpty: null };
const orders: Column = { key: 'orders', role: 'measure', type: 'number', whenEmpty: 0 };
const mean: Column = { key: 'mean', role: 'measure', type: 'number', whenEmpty: null };

const cellsOf = (from: Table) => from.rows.toArray();

function table(columns: Column[], rows: Cell[][], more: Partial<Table> = {}): Table {
	const at = columns.indexOf(date);
	const points = at < 0 ? [] : [...new Set(rows.map((row) => row[at] as string))];
	return { columns, rows: listRows(rows), points, isTruncated: false, isSampled: false, ...more };
}

describe('fillPoints', () => {
	it('gives every group every date: 0 for counts, null for averages', () => {
		const gaps = table(
			[date, city, orders, mean],
			[
				['d1', 'A', 1, 5],
				['d3', 'A', 3, 6],
				['d2', null, 2, 7],
			],
			{ points: ['d1', 'd2', 'd3'] },
		);
		expect(
			fillPoints({ ...gaps, points: ['d1', 'd3'] }, ['d1', 'd2', 'd3']).rows.toArray(),
		).toEqual([
			['d1', 'A', 1, 5],
			['d2', 'A', 0, null],
			['d3', 'A', 3, 6],
			['d1', null, 0, null],
			['d2', null, 2, 7],
			['d3', null, 0, null],
		]);
	});

	it.each([
		[
			'an empty result without groups',
			table([date, orders], []),
			[
				['d1', 0],
				['d2', 0],
			],
		],
		['an empty result with groups: nobody knows which', table([date, city, orders], []), []],
		['points that are none of the expected ones', table([date, orders], [['x', 1]]), [['x', 1]]],
		['totals', table([city, orders], [['A', 1]]), [['A', 1]]],
	])('%s', (_case, given, rows) => {
		expect(fillPoints(given, ['d1', 'd2']).rows.toArray()).toEqual(rows);
	});
});

describe('compareTables', () => {
	const cellsOfCompared = (...tables: Parameters<typeof compareTables>) =>
		cellsOf(compareTables(...tables));
	const columns = [date, city, orders];
	const now = table(columns, [
		['d3', 'A', 6],
		['d4', 'A', 2],
		['d3', 'B', 1],
		['d4', 'B', 0],
	]);
	const then = table(columns, [
		['d1', 'A', 4],
		['d2', 'A', 0],
		['d1', 'C', 5],
		['d2', 'C', 7],
	]);

	it('aligns by position, and shows groups of either range', () => {
		const compared = compareTables(now, then);
		const { columns: keys } = compared;
		const rows = cellsOf(compared);
		expect(keys.map(({ key }) => key)).toEqual([
			'date',
			'date_previous',
			'city',
			'orders',
			'orders_previous',
			'orders_change',
			'orders_change_percent',
		]);
		expect(rows).toEqual([
			['d3', 'd1', 'A', 6, 4, 2, 50],
			['d4', 'd2', 'A', 2, 0, 2, null],
			['d3', 'd1', 'B', 1, 0, 1, null],
			['d4', 'd2', 'B', 0, 0, 0, null],
			['d3', 'd1', 'C', 0, 5, -5, -100],
			['d4', 'd2', 'C', 0, 7, -7, -100],
		]);
	});

	it('leaves positions empty that the other range does not have', () => {
		const shorter = table([date, orders], [['d1', 4]]);
		const rows = cellsOfCompared(
			table(
				[date, orders],
				[
					['d3', 6],
					['d4', 2],
				],
			),
			shorter,
		);
		expect(rows).toEqual([
			['d3', 'd1', 6, 4, 2, 50],
			['d4', null, 2, 0, 2, null],
		]);
		expect(
			compareTables(
				shorter,
				table(
					[date, orders],
					[
						['d3', 6],
						['d4', 2],
					],
				),
			).rows.toArray(),
		).toEqual([['d1', 'd3', 4, 6, -2, expect.closeTo(-33.3333, 3)]]);
	});

	it('compares totals, too', () => {
		const compared = compareTables(
			{ ...now, totals: [['A', 8]] },
			{
				...then,
				totals: [
					['A', 4],
					['C', 12],
				],
			},
		);
		expect(compared.totals).toEqual([
			['A', 8, 4, 4, 100],
			['C', 0, 12, -12, -100],
		]);
	});

	it.each<[Cell, Cell, Cell, Cell]>([
		[3, 2, 1, 50],
		[2, 3, -1, expect.closeTo(-33.33, 1) as unknown as number],
		[1, 0, 1, null],
		[0, 0, 0, null],
		[1, -2, 3, 150],
		[null, 2, null, null],
		[2, null, null, null],
		[0.3, 0.1, 0.2, 200],
		['40%', 2, null, null],
		[1e308, -1e308, expect.anything() as unknown as number, null],
	])('%s after %s: difference %s, percent %s', (current, before, change, percent) => {
		const [, , gotChange, gotPercent] = compareCells(current, before);
		expect([gotChange, gotPercent]).toEqual([change, percent]);
		expect(gotPercent).not.toBe(Infinity);
	});
});

describe('orderGroups', () => {
	const given = table(
		[date, city, orders],
		[
			['d1', 'A', 1],
			['d2', 'A', 1],
			['d1', 'B', 5],
			['d2', 'B', 0],
			['d1', null, null],
			['d2', null, null],
		],
	);
	const cities = (ordered: Table) => [...new Set(cellsOf(ordered).map((row) => row[1]))];

	it.each<[Parameters<typeof orderGroups>[1], Cell[]]>([
		[{ isDescending: true }, ['A', 'B', null]],
		[{ by: 'orders', isDescending: true }, ['B', 'A', null]],
		[{ by: 'orders', isDescending: false }, [null, 'A', 'B']],
		[{ by: 'city', isDescending: true }, ['B', 'A', null]],
		[{ by: 'orders', isDescending: true, top: 1 }, ['B']],
		[{ isDescending: true, top: 2 }, ['A', 'B']],
	])('%j', (ordering, expected) => {
		const ordered = orderGroups(given, ordering);
		expect(cities(ordered)).toEqual(expected);
		expect(
			cellsOf(ordered)
				.slice(0, 2)
				.map((row) => row[0]),
		).toEqual(['d1', 'd2']);
	});

	it('names the columns when there is no such one', () => {
		expect(() => orderGroups(given, { by: 'sales', isDescending: true })).toThrow(
			"'Order By' names no column: 'sales'. The columns are city, orders",
		);
	});
});

describe('joinTables', () => {
	it('puts slices one behind the other', () => {
		const joined = joinTables([
			table([date, orders], [['d1', 1]]),
			table([date, orders], [['d2', 2]], { isTruncated: true, dataUpdatedAt: 'x' }),
		]);
		expect(cellsOf(joined)).toEqual([
			['d1', 1],
			['d2', 2],
		]);
		expect(joined).toMatchObject({
			points: ['d1', 'd2'],
			isTruncated: true,
			dataUpdatedAt: 'x',
		});
	});

	it('adds up totals by group', () => {
		const joined = joinTables([
			table(
				[city, orders],
				[
					['A', 1],
					[null, 2],
				],
			),
			table(
				[city, orders],
				[
					['A', 3],
					['B', 4],
				],
			),
		]);
		expect(cellsOf(joined)).toEqual([
			['A', 4],
			[null, 2],
			['B', 4],
		]);
		const withTotals = (total: number) =>
			table([date, city, orders], [], { totals: [['A', total]] });
		expect(joinTables([withTotals(1), withTotals(2)]).totals).toEqual([['A', 3]]);
	});

	it('refuses what can not be joined', () => {
		const measure = (aggregator: string) => ({ kind: 'event' as const, event: 'A', aggregator });
		const parts = (aggregator: string, unit = 'day') => ({
			measures: [measure(aggregator)],
			groupBy: [],
			unit,
		});
		expect(() => assertJoinable(parts('unique'), false)).not.toThrow();
		expect(() => assertJoinable(parts('sum', 'total'), true)).not.toThrow();
		expect(() => assertJoinable(parts('unique', 'total'), false)).toThrow(
			"The total of 'A_users' can't be added up from slices",
		);
		expect(() => assertJoinable(parts('unique'), true)).toThrow("The total of 'A_users'");
		expect(() => assertJoinable(parts('rollup_count'), false)).toThrow(
			"'A_events_cumulated' cumulates from the start",
		);
	});
});

describe('output forms', () => {
	const given = table(
		[date, city, orders],
		[
			['d1', 'A', 1],
			['d1', null, 2],
			['d2', 'A', 3],
		],
		{
			totals: [
				['A', 4],
				[null, 2],
			],
		},
	);

	it('rows, with what is put behind them', () => {
		expect(toRows(given, { _truncated: true })[1]).toEqual({
			date: 'd1',
			city: null,
			orders: 2,
			_truncated: true,
		});
	});

	it('table: columns with name, type and role; rows, totals, meta, flags', () => {
		expect(toTableItem({ ...given, isSampled: true }, { rows: 3 })).toEqual({
			columns: [
				{ name: 'date', type: 'date', role: 'date' },
				{ name: 'city', type: 'string', role: 'group' },
				{ name: 'orders', type: 'number', role: 'measure' },
			],
			rows: cellsOf(given),
			totals: [
				{ city: 'A', orders: 4 },
				{ city: null, orders: 2 },
			],
			meta: { rows: 3 },
			_sampled: true,
		});
	});

	it('wide: groups as keys, nothing missing', () => {
		expect(toWide(given, {})).toEqual([
			{ date: 'd1', A: 1, '(none)': 2 },
			{ date: 'd2', A: 3, '(none)': 0 },
		]);
	});

	it('wide: several measures, and names that collide', () => {
		const two = table(
			[date, city, orders, mean],
			[
				['d1', '(none)', 1, 5],
				['d1', null, 2, 6],
				['d1', 'date', 3, 7],
			],
		);
		expect(toWide(two, {})[0]).toMatchObject({
			'(none) / orders': 1,
			'(none) / orders (2)': 2,
			'(none) / mean (2)': 6,
		});
		const single = table([date, city, orders], [['d1', 'date', 3]]);
		expect(toWide(single, {})).toEqual([{ date: 'd1', 'date (2)': 3 }]);
	});

	it('wide without groups, and without dates', () => {
		expect(toWide(table([date, orders], [['d1', 1]]), {})).toEqual([{ date: 'd1', orders: 1 }]);
		expect(
			toWide(
				table(
					[city, orders],
					[
						['A', 1],
						['B', 2],
					],
				),
				{ meta: 1 },
			),
		).toEqual([{ A: 1, B: 2, meta: 1 }]);
	});
});

describe('rows in blocks', () => {
	const columns = [date, city, orders, mean];
	const blocks = {
		points: ['d1', 'd2'],
		groups: [
			{
				group: ['A'],
				values: [
					[1, 2],
					[3, 4],
				],
			},
			{
				group: [null],
				values: [
					[5, 6],
					[7, 8],
				],
			},
		],
	};
	const unfolded: Cell[][] = [
		['d1', 'A', 1, 2],
		['d2', 'A', 3, 4],
		['d1', null, 5, 6],
		['d2', null, 7, 8],
	];

	it('are the rows that they stand for', () => {
		expect(blockRows(blocks).toArray()).toEqual(unfolded);
		expect(blockRows(blocks).length).toBe(4);
		expect(blockRows({ groups: [{ group: ['A'], values: [[1, 2]] }] }).toArray()).toEqual([
			['A', 1, 2],
		]);
	});

	it('come out as the same objects', () => {
		expect(toRows({ columns, rows: blockRows(blocks) }, { more: 1 })).toEqual(
			toRows({ columns, rows: listRows(unfolded) }, { more: 1 }),
		);
	});

	it.each([1, 9, 10, 11, 25])('objects of %d measures hold each cell under its key', (count) => {
		// More reports than shapes are remembered, each with its own names, and each twice.
		for (const report of [...Array(120).keys(), ...Array(120).keys()]) {
			const keys = Array.from({ length: count }, (_, index) => `m${index} of ${report}`);
			const columns = [date, ...keys.map((key) => ({ ...orders, key }))];
			const rows = [1, 2].map((day) => [`2026-11-0${day}`, ...keys.map((_, index) => index * day)]);
			const objects = rows.map(([day, ...cells]) => ({
				date: day,
				...Object.fromEntries(keys.map((key, index) => [key, cells[index]])),
				_sampled: true,
			}));
			const found = toRows({ columns, rows: listRows(rows) }, { _sampled: true });
			expect(found).toEqual(objects);
			expect(Object.keys(found[0] as object)).toEqual(Object.keys(objects[0] as object));
		}
	});
});
