import { type Cell, positionsOf, type Table } from '../../table/table';
import { groupLabel } from '../groupLabel';
import { writeShortDate } from './dates';
import type { Words } from './words';

const MAX_SERIES = 6;
const MAX_BARS = 12;

/** What a chart shows: lines over time, or bars of groups. */
export interface Chart {
	kind: 'line' | 'bar';
	/** Points in time, or groups. */
	categories: string[];
	/** What the numbers are, where the names of the series do not say it. */
	valueName?: string;
	series: Array<{ name: string; values: Array<number | null>; isPrevious: boolean }>;
	/** What the chart leaves out. */
	notes: string[];
	/** Writes a number at an axis. */
	write: (value: number) => string;
}

/**
 * The chart that suits a table: over several dates a line per group (or measure), the compare
 * period beside it; else a bar per group. The largest ones, if there are many.
 * @param measures positions of the measures that are shown
 * @returns undefined where there is nothing to draw
 */
export function chartOf(
	table: Table,
	measures: readonly number[],
	write: (value: number) => string,
	words: Words,
): Chart | undefined {
	const { date, groups } = positionsOf(table);
	const rows = table.rows.toArray();
	const [first] = measures;
	if (first === undefined || rows.length === 0) return undefined;
	const nameOf = (row: Cell[]) => groupLabel(row, groups, words.none);
	const measureOf = (position: number) => {
		const { key = '' } = table.columns[position] ?? {};
		const previous = table.columns.findIndex(
			({ derived }) => derived?.of === key && derived.as === 'previous',
		);
		return { key, previous };
	};
	/** A measure and, if there is one, its compare period. */
	const withPrevious = <T>(
		position: number,
		read: (position: number) => T,
	): Array<{ name: string; values: T; isPrevious: boolean }> => {
		const { key, previous } = measureOf(position);
		const current = { name: key, values: read(position), isPrevious: false };
		if (previous < 0) return [current];
		return [current, { name: words.before(key), values: read(previous), isPrevious: true }];
	};

	const leftOut = (count: number, all: number) =>
		count < all ? [words.largestGroups(count, all)] : [];
	const dates = [...new Set(rows.map((row) => String(row[date])))];
	if (date < 0 || dates.length < 2) {
		if (groups.length === 0) return undefined;
		const bars = [...rows]
			.sort((a, b) => numberAt(b, first) - numberAt(a, first))
			.slice(0, MAX_BARS);
		const series = withPrevious(first, (position) => bars.map((row) => valueAt(row, position)));
		const notes = leftOut(bars.length, rows.length);
		return { kind: 'bar', categories: bars.map(nameOf), series, notes, write };
	}

	const at = new Map(dates.map((point, index) => [point, index]));
	const valuesOf = (own: Cell[][], position: number) => {
		const values: Array<number | null> = dates.map(() => null);
		for (const row of own) values[at.get(String(row[date])) as number] = valueAt(row, position);
		return values;
	};
	const categories = dates.map(writeShortDate);
	if (groups.length > 0) {
		const byGroup = new Map<string, Cell[][]>();
		for (const row of rows) {
			const own = byGroup.get(nameOf(row));
			if (own) own.push(row);
			else byGroup.set(nameOf(row), [row]);
		}
		const sum = (own: Cell[][]) => own.reduce((total, row) => total + numberAt(row, first), 0);
		const largest = [...byGroup].sort((a, b) => sum(b[1]) - sum(a[1])).slice(0, MAX_SERIES);
		const series = largest.map(([name, own]) => ({
			name,
			values: valuesOf(own, first),
			isPrevious: false,
		}));
		const notes = leftOut(largest.length, byGroup.size);
		return { kind: 'line', categories, valueName: measureOf(first).key, series, notes, write };
	}
	const series = measures
		.slice(0, MAX_SERIES)
		.flatMap((position) => withPrevious(position, (place) => valuesOf(rows, place)));
	return { kind: 'line', categories, series, notes: [], write };
}

function valueAt(row: Cell[], position: number): number | null {
	const value = row[position];
	return typeof value === 'number' ? value : null;
}

function numberAt(row: Cell[], position: number): number {
	return valueAt(row, position) ?? 0;
}
