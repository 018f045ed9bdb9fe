import { toTableItem } from '../../../../../../nodes/SensorsAnalytics/output/rows';
import type { Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { ordersByCity } from '../../../../../support/tables.mts';

const cellsOf = (from: Table) => from.rows.toArray();

describe('toTableItem', () => {
	const given = ordersByCity;

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
});
