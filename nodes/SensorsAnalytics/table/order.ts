import { UserError } from 'n8n-workflow';

import { listRows } from './rowSet';
import { type Cell, groupKey, positionsOf, type Table } from './table';

export interface Ordering {
	/** Key of a measure or group; none keeps the order of the service. */
	by?: string;
	isDescending: boolean;
	/** Keep the first so many groups only. */
	top?: number;
}

/**
 * Groups in the wanted order: by a measure (its sum over all points in time) or by a group's
 * value; each group's points in time stay in their order.
 * @throws UserError when there is no such key
 */
export function orderGroups(table: Table, { by, isDescending, top }: Ordering): Table {
	if (by === undefined && top === undefined) return table;
	const position = by === undefined ? undefined : table.columns.findIndex(({ key }) => key === by);
	if (position === -1) {
		const keys = table.columns.filter(({ role }) => role !== 'date').map(({ key }) => key);
		throw new UserError(`'Order By' names no column: '${by}'. The columns are ${keys.join(', ')}`);
	}
	const { groups } = positionsOf(table);
	const members = new Map<string, Cell[][]>();
	for (const row of table.rows.toArray()) {
		const key = groupKey(row, groups);
		const rows = members.get(key);
		if (rows) rows.push(row);
		else members.set(key, [row]);
	}
	const kept = [...members.values()].map((rows) => ({
		rows,
		rank: position === undefined ? null : rankOf(table, rows, position),
	}));
	if (position !== undefined)
		kept.sort((a, b) => compare(a.rank, b.rank) * (isDescending ? -1 : 1));
	const rows = kept.slice(0, top ?? kept.length).flatMap((group) => group.rows);
	return { ...table, rows: listRows(rows) };
}

function rankOf(table: Table, rows: Cell[][], position: number): Cell {
	if (table.columns[position]?.role === 'group') return rows[0]?.[position] ?? null;
	let sum: number | null = null;
	for (const row of rows) {
		const value = row[position];
		if (typeof value === 'number') sum = (sum ?? 0) + value;
	}
	return sum;
}

/** Numbers before texts; nothing comes first, so that it is last when descending. */
function compare(a: Cell, b: Cell): number {
	if (a === b) return 0;
	if (a === null) return -1;
	if (b === null) return 1;
	if (typeof a === 'number' && typeof b === 'number') return a - b;
	return String(a) < String(b) ? -1 : 1;
}
