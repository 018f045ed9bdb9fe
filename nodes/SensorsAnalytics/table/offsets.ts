import { withOffset } from '../dates/zone';
import { listRows } from './rowSet';
import type { Cell, Table } from './table';

/** The table with offsets behind its times of day: `2026-11-19T10:00:00+08:00`. */
export function addOffsets(table: Table, timeZone: string): Table {
	const positions = table.columns.flatMap(({ type }, index) =>
		type === 'datetime' ? [index] : [],
	);
	if (positions.length === 0) return table;
	const known = new Map<Cell, string>();
	const offset = (time: Cell) => {
		if (typeof time !== 'string') return time;
		let text = known.get(time);
		if (text === undefined) {
			text = withOffset(time, timeZone);
			known.set(time, text);
		}
		return text;
	};
	const rows = table.rows.toArray().map((row) => {
		const copy = [...row];
		for (const position of positions) copy[position] = offset(copy[position] ?? null);
		return copy;
	});
	return { ...table, rows: listRows(rows) };
}
