import { listRows } from './rowSet';
import { type Cell, groupKey, positionsOf, type Table } from './table';

/**
 * The table with a row for every expected point in time and every group that it has. Points that
 * are none of the expected ones keep their rows, in the order of time.
 */
export function fillPoints(table: Table, expected: readonly string[]): Table {
	const { date, groups } = positionsOf(table);
	if (date < 0) return table;
	const known = new Set(expected);
	const odd = new Set(table.points.filter((point) => !known.has(point)));
	const points = odd.size > 0 ? [...expected, ...odd].sort() : [...expected];
	const byGroup = new Map<string, { sample: Cell[]; rows: Map<Cell, Cell[][]> }>();
	for (const row of table.rows.toArray()) {
		const key = groupKey(row, groups);
		const group = byGroup.get(key) ?? { sample: row, rows: new Map<Cell, Cell[][]>() };
		byGroup.set(key, group);
		const point = row[date] as Cell;
		// An hour may come twice.
		const own = group.rows.get(point);
		if (own) own.push(row);
		else group.rows.set(point, [row]);
	}
	if (byGroup.size === 0 && groups.length === 0) byGroup.set('', { sample: [], rows: new Map() });

	const rows = [...byGroup.values()].flatMap(({ sample, rows: present }) =>
		points.flatMap((point) => present.get(point) ?? [emptyRow(table, sample, point)]),
	);
	return { ...table, rows: listRows(rows), points };
}

/** A row in which nothing happened, for the group of another row. */
function emptyRow(
	{ columns }: Pick<Table, 'columns'>,
	groupOf: readonly Cell[],
	point: string,
): Cell[] {
	return columns.map(({ role, whenEmpty }, index) => {
		if (role === 'date') return point;
		return role === 'group' ? (groupOf[index] ?? null) : whenEmpty;
	});
}
