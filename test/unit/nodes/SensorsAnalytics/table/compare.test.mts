import { compareCells, compareTables } from '../../../../../nodes/SensorsAnalytics/table/compare';
import type { Cell, Table } from '../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, orders, table } from '../../../../support/tables.mts';

const cellsOf = (from: Table) => from.rows.toArray();

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
