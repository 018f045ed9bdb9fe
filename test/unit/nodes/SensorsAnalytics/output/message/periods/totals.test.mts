import {
	placesOf,
	totalOf,
} from '../../../../../../../nodes/SensorsAnalytics/output/message/periods';
import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Table } from '../../../../../../../nodes/SensorsAnalytics/table/table';
import { listRows } from '../../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, measure, tableOf } from '../../../../../../support/digests.mts';
import { citiesCompared } from '../../../../../../support/modelTables.mts';

const orders = { ...measure('orders'), canAddUp: true };
const users = measure('users');
const totalIn = (table: Table, key = 'orders', isTopped = false) =>
	totalOf(
		table,
		placesOf(
			table,
			table.columns.findIndex((column) => column.key === key),
		),
		isTopped,
	);
const groups = (count: number) => ({ groupCount: { total: count, returned: count } });
const byCity = (
	more: Partial<Table>,
	rows: Cell[][] = [
		['a', 1, 5],
		['b', 0.2, 6],
		['c', 0.1, 7],
	],
) => tableOf([city, orders, users], rows, more);

describe('a total', () => {
	it('adds up what may be added up, in decimal digits', () => {
		expect(totalIn(byCity(groups(3)))).toEqual({ now: 1.3 });
	});

	it('is next to its comparison', () => {
		expect(totalIn(citiesCompared)).toEqual({
			now: 2676,
			before: 2419,
			difference: 257,
			percent: 10.62,
		});
	});

	it.each<[string, Table]>([
		['a group is missing', byCity({ groupCount: { total: 4, returned: 3 } })],
		['the service left out rows', byCity({ ...groups(3), isTruncated: true })],
		[
			'a number is not known',
			byCity(groups(3), [
				['a', 1, 1],
				['b', 2, 1],
				['c', null, 1],
			]),
		],
	])('is unknown if %s', (_case, table) => {
		expect(totalIn(table)).toBeUndefined();
	});

	it('is unknown if the form leaves out groups', () => {
		expect(totalIn(byCity(groups(3)), 'orders', true)).toBeUndefined();
	});

	it('of users is never added up', () => {
		expect(totalIn(byCity(groups(3)), 'users')).toBeUndefined();
	});

	it('of users is the exact one if it was requested from the service', () => {
		const rows: Cell[][] = [
			['2026-11-01', 1, 5],
			['2026-11-02', 2, 6],
		];
		const days = tableOf([date, orders, users], rows, { totals: [[3, 8]] });
		expect(totalIn(days, 'users')).toEqual({ now: 8 });
		expect(totalIn({ ...days, totals: undefined }, 'users')).toBeUndefined();
	});

	it('of one row is its number', () => {
		expect(totalIn(byCity({}, [['a', 1, 5]]), 'users')).toEqual({ now: 5 });
	});

	it('has no change where a row has no partner', () => {
		const rows = citiesCompared.rows
			.toArray()
			.map((row, index) => (index === 0 ? ['北京', 1234, null, null, null] : row));
		expect(totalIn({ ...citiesCompared, rows: listRows(rows) })).toEqual({
			now: 2676,
		});
	});

	it('has no change if a row has none, because one of both dates is incomplete', () => {
		const rows = citiesCompared.rows
			.toArray()
			.map((row, index) => (index === 0 ? ['北京', 1234, 1100, null, null] : row));
		expect(totalIn({ ...citiesCompared, rows: listRows(rows) })).toEqual({
			now: 2676,
		});
	});

	it('of exact totals has their change', () => {
		const columns = [
			date,
			{ ...date, key: 'date_previous', derived: { of: 'date', as: 'previous' as const } },
			users,
			measure('users_previous', { of: 'users', as: 'previous' }),
			measure('users_change', { of: 'users', as: 'change' }),
			measure('users_change_percent', { of: 'users', as: 'percent' }),
		];
		const row = ['2026-11-01', '2026-10-31', 1, 1, 0, 0];
		const total = { now: 9, before: 8, difference: 1, percent: 12.5 };
		const totals = [[9, 8, 1, 12.5]];
		expect(totalIn(tableOf(columns, [row, row], { totals }), 'users')).toEqual(total);
		// A month that is compared with days of two months has no change of its own.
		const month = ['2026-11-01', null, 9, null, null, null];
		expect(totalIn(tableOf(columns, [month], { totals }), 'users')).toEqual(total);
	});
});
