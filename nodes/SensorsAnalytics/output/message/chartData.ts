import { type Cell, positionsOf, type Table } from '../../table/table';
import { groupLabel } from '../groupLabel';

const MAX_SERIES = 6;
const MAX_BARS = 12;

/** What a chart shows: lines over time, or bars of groups. */
export interface Chart {
	kind: 'line' | 'bar';
	/** Points in time, or groups. */
	categories: string[];
	series: Array<{ name: string; values: Array<number | null>; isPrevious: boolean }>;
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
): Chart | undefined {
	const { date, groups } = positionsOf(table);
	const rows = table.rows.toArray();
	const [first] = measures;
	if (first === undefined || rows.length === 0) return undefined;
	const nameOf = (row: Cell[]) => groupLabel(row, groups);
	const dates = [...new Set(rows.map((row) => String(row[date])))];
	if (date < 0 || dates.length < 2) {
		if (groups.length === 0) return undefined;
		const bars = [...rows]
			.sort((a, b) => numberAt(b, first) - numberAt(a, first))
			.slice(0, MAX_BARS);
		const name = table.columns[first]?.key ?? '';
		const values = bars.map((row) => valueAt(row, first));
		const series = [{ name, values, isPrevious: false }];
		return { kind: 'bar', categories: bars.map(nameOf), series, write };
	}

	const at = new Map(dates.map((point, index) => [point, index]));
	const seriesOf = (name: string, own: Cell[][], position: number, isPrevious = false) => {
		const values: Array<number | null> = dates.map(() => null);
		for (const row of own) values[at.get(String(row[date])) as number] = valueAt(row, position);
		return { name, values, isPrevious };
	};
	if (groups.length > 0) {
		const byGroup = new Map<string, Cell[][]>();
		for (const row of rows) byGroup.set(nameOf(row), [...(byGroup.get(nameOf(row)) ?? []), row]);
		const sum = (own: Cell[][]) => own.reduce((total, row) => total + numberAt(row, first), 0);
		const largest = [...byGroup].sort((a, b) => sum(b[1]) - sum(a[1])).slice(0, MAX_SERIES);
		const series = largest.map(([name, own]) => seriesOf(name, own, first));
		return { kind: 'line', categories: dates, series, write };
	}
	const series = measures.slice(0, MAX_SERIES).flatMap((position) => {
		const { key = '' } = table.columns[position] ?? {};
		const previous = table.columns.findIndex(
			({ derived }) => derived?.of === key && derived.as === 'previous',
		);
		const current = seriesOf(key, rows, position);
		return previous < 0 ? [current] : [current, seriesOf(`${key} (before)`, rows, previous, true)];
	});
	return { kind: 'line', categories: dates, series, write };
}

function valueAt(row: Cell[], position: number): number | null {
	const value = row[position];
	return typeof value === 'number' ? value : null;
}

function numberAt(row: Cell[], position: number): number {
	return valueAt(row, position) ?? 0;
}
