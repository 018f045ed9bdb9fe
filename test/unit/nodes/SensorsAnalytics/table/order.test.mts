import { orderGroups } from '../../../../../nodes/SensorsAnalytics/table/order';
import type { Cell, Table } from '../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, orders, table } from '../../../../support/tables.mts';

const cellsOf = (from: Table) => from.rows.toArray();

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
