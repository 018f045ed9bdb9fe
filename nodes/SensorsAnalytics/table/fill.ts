import { listRows } from './rowSet';
import { type Cell, groupKey, positionsOf, type Table } from './table';

/**
 * The table with a row for every expected point in time and every group that it has. Where the
 * service's points are none of the expected ones (another first day of the week, say), nothing
 * is filled in: better gaps than rows at wrong dates.
 */
export function fillPoints(table: Table, expected: readonly string[]): Table {
	const { date, groups } = positionsOf(table);
	const known = new Set(expected);
	if (date < 0 || table.points.some((point) => !known.has(point))) return table;
	if (table.points.length === expected.length) return table;

	const byGroup = new Map<string, { sample: Cell[]; rows: Map<Cell, Cell[]> }>();
	for (const row of table.rows.toArray()) {
		const key = groupKey(row, groups);
		let group = byGroup.get(key);
		if (!group) {
			group = { sample: row, rows: new Map() };
			byGroup.set(key, group);
		}
		group.rows.set(row[date] as Cell, row);
	}
	if (byGroup.size === 0 && groups.length === 0) byGroup.set('', { sample: [], rows: new Map() });

	const rows = [...byGroup.values()].flatMap(({ sample, rows: present }) =>
		expected.map((point) => present.get(point) ?? emptyRow(table, sample, point)),
	);
	return { ...table, rows: listRows(rows), points: [...expected] };
}

/** A row in which nothing happened, for the group of another row. */
export function emptyRow(
	{ columns }: Pick<Table, 'columns'>,
	groupOf: readonly Cell[],
	point?: string,
): Cell[] {
	return columns.map(({ role, whenEmpty }, index) => {
		if (role === 'date') return point ?? null;
		return role === 'group' ? (groupOf[index] ?? null) : whenEmpty;
	});
}
