import type { Cell } from '../../nodes/SensorsAnalytics/table/decimal';
import type { Column, Table } from '../../nodes/SensorsAnalytics/table/table';
import { listRows } from '../../nodes/SensorsAnalytics/table/table';

export const date: Column = { key: 'date', role: 'date', type: 'date', whenEmpty: null };

export const city: Column = { key: 'city', role: 'group', type: 'string', whenEmpty: null };

export const orders: Column = { key: 'orders', role: 'measure', type: 'number', whenEmpty: 0 };

export const mean: Column = { key: 'mean', role: 'measure', type: 'number', whenEmpty: null };

export function table(columns: Column[], rows: Cell[][], more: Partial<Table> = {}): Table {
	const at = columns.indexOf(date);
	const points = at < 0 ? [] : [...new Set(rows.map((row) => row[at] as string))];
	return { columns, rows: listRows(rows), points, isTruncated: false, isSampled: false, ...more };
}

/** Two days of two groups, of which one has no value and nothing on the second day. */
export const ordersByCity = table(
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

/** Rows in blocks, and the same one by one. */
export const blocks = {
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

export const unfolded: Cell[][] = [
	['d1', 'A', 1, 2],
	['d2', 'A', 3, 4],
	['d1', null, 5, 6],
	['d2', null, 7, 8],
];
