import { offsetsOf, withOffset } from '../dates/zone';
import { listRows } from './rowSet';
import { type Cell, groupKey, positionsOf, type Table } from './table';

/**
 * The table with offsets behind its times of day: `2026-11-19T10:00:00+08:00`. Where a group has a
 * time twice, as clocks go back, its second row gets the second offset (docs/calendar.md, P6).
 */
export function addOffsets(table: Table, timeZone: string): Table {
	const { date, groups } = positionsOf(table);
	if (table.columns[date]?.type !== 'datetime') return table;
	const known = new Map<string, string[]>();
	const written = (time: string) => {
		let texts = known.get(time);
		if (texts === undefined) {
			const first = withOffset(time, timeZone);
			texts = [
				first,
				...offsetsOf(time, timeZone)
					.slice(1)
					.map((offset) => time + offset),
			];
			known.set(time, texts);
		}
		return texts;
	};
	const seen = new Set<string>();
	const offsetOfRow = (row: readonly Cell[], time: string) => {
		const [first = time, second] = written(time);
		if (second === undefined) return first;
		const key = `${time} ${groupKey(row, groups)}`;
		if (seen.has(key)) return second;
		seen.add(key);
		return first;
	};
	const rows = table.rows.toArray().map((row) => {
		const time = row[date];
		const copy = [...row];
		if (typeof time === 'string') copy[date] = offsetOfRow(row, time);
		return copy;
	});
	return { ...table, rows: listRows(rows) };
}
