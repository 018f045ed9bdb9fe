import { listRows } from './rowSet';
import { type Cell, groupKey, positionsOf, type Table } from './table';

/** Tables of ranges that follow one another, as the table of the whole range; totals are added up. */
export function joinTables(tables: readonly Table[]): Table {
	const [first, ...rest] = tables as [Table, ...Table[]];
	if (rest.length === 0) return first;
	const hasDate = positionsOf(first).date >= 0;
	const rows = tables.flatMap((table) => table.rows.toArray());
	const totals = tables.every((table) => table.totals)
		? tables.flatMap((table) => table.totals ?? [])
		: undefined;
	const dateless = first.columns.filter(({ role }) => role !== 'date');
	return {
		columns: first.columns,
		rows: listRows(hasDate ? rows : addUp({ columns: first.columns }, rows)),
		points: tables.flatMap((table) => table.points),
		totals: totals && addUp({ columns: dateless }, totals),
		isTruncated: tables.some((table) => table.isTruncated),
		isSampled: tables.some((table) => table.isSampled),
		dataUpdatedAt: tables
			.map((table) => table.dataUpdatedAt)
			.filter(Boolean)
			.pop(),
	};
}

function addUp(shape: Pick<Table, 'columns'>, rows: readonly Cell[][]): Cell[][] {
	const { groups, measures } = positionsOf(shape);
	const sums = new Map<string, Cell[]>();
	for (const row of rows) {
		const key = groupKey(row, groups);
		const sum = sums.get(key);
		if (!sum) {
			sums.set(key, [...row]);
			continue;
		}
		for (const index of measures) {
			const [a, b] = [sum[index], row[index]];
			sum[index] = typeof a === 'number' && typeof b === 'number' ? a + b : (a ?? b ?? null);
		}
	}
	return [...sums.values()];
}
