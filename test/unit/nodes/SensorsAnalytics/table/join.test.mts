import { joinTables } from '../../../../../nodes/SensorsAnalytics/table/join';
import type { Table } from '../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, orders, table } from '../../../../support/tables.mts';

const cellsOf = (from: Table) => from.rows.toArray();

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
});
