import { emptyRow } from './fill';
import { listRows } from './rowSet';
import { type Cell, type Column, type Derived, groupKey, positionsOf, type Table } from './table';

const PREVIOUS = '_previous';
const CHANGE = '_change';
const PERCENT = '_change_percent';

/**
 * The current table with, per measure, the value at the same position of the comparison range,
 * the difference, and the change in percent (null where there is none: nothing before, or 0).
 * Groups that only the comparison has are there too, with what stands for "nothing happened".
 */
export function compareTables(current: Table, before: Table): Table {
	const { date, groups, measures } = positionsOf(current);
	const indexIn = (points: string[]) => new Map(points.map((point, index) => [point, index]));
	const [now, then] = [indexIn(current.points), indexIn(before.points)];
	const keyOf = (row: Cell[], at: Map<string, number>) =>
		`${date < 0 ? '' : at.get(row[date] as string)}/${groupKey(row, groups)}`;

	const previous = new Map(before.rows.toArray().map((row) => [keyOf(row, then), row]));
	const rows = current.rows.toArray().map((row) => {
		const match = previous.get(keyOf(row, now));
		previous.delete(keyOf(row, now));
		return [row, match] as const;
	});
	for (const row of previous.values()) {
		const point = date < 0 ? undefined : current.points[then.get(row[date] as string) ?? -1];
		// Positions that the current range does not have stay out: there is nothing to compare.
		if (date < 0 || point !== undefined) rows.push([emptyRow(current, row, point), row]);
	}
	const previousDate = (row: Cell[] | undefined, of: Cell[]): Cell =>
		row ? (row[date] as Cell) : (before.points[now.get(of[date] as string) ?? -1] ?? null);

	return {
		...current,
		columns: compareColumns(current.columns),
		rows: listRows(
			rows.map(([row, match]) => [
				...(date < 0 ? [] : [row[date] as Cell, previousDate(match, row)]),
				...groups.map((index) => row[index] as Cell),
				...measures.flatMap((index) =>
					compareCells(
						row[index] as Cell,
						match ? (match[index] as Cell) : whenMissing(before, index),
					),
				),
			]),
		),
		totals: current.totals && before.totals ? compareTotals(current, before) : undefined,
	};
}

function compareColumns(columns: readonly Column[]): Column[] {
	return columns.flatMap((column) => {
		const { key } = column;
		const derived = (as: Derived['as'], suffix: string): Column => ({
			...column,
			key: key + suffix,
			whenEmpty: as === 'previous' ? column.whenEmpty : null,
			derived: { of: key, as },
		});
		if (column.role === 'date') return [column, derived('previous', PREVIOUS)];
		if (column.role === 'group') return [column];
		return [
			column,
			derived('previous', PREVIOUS),
			derived('change', CHANGE),
			derived('percent', PERCENT),
		];
	});
}

function compareTotals(current: Table, before: Table): Cell[][] {
	const dateless = ({ columns, totals = [] }: Table): Table => ({
		columns: columns.filter(({ role }) => role !== 'date'),
		rows: listRows(totals),
		points: [],
		isTruncated: false,
		isSampled: false,
	});
	return compareTables(dateless(current), dateless(before)).rows.toArray();
}

function whenMissing({ columns }: Table, index: number): Cell {
	return columns[index]?.whenEmpty ?? null;
}

/** Value, value before, difference, percent. */
export function compareCells(now: Cell, before: Cell): [Cell, Cell, number | null, number | null] {
	if (typeof now !== 'number' || typeof before !== 'number') return [now, before, null, null];
	const change = now - before;
	const percent = before === 0 ? null : (change / Math.abs(before)) * 100;
	return [
		now,
		before,
		round(change),
		percent === null || !Number.isFinite(percent) ? null : round(percent),
	];
}

/** Without the last digits that binary arithmetic makes up (0.1 + 0.2). */
function round(value: number): number {
	return Number(value.toPrecision(12));
}
