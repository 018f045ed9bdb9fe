import type { DateRange } from '../../query/eventQuery';
import { type Cell, type Column, positionsOf, type Table } from '../../table/table';
import { MISSING } from '../groupLabel';
import { type Chart, chartOf } from './chartData';
import { changeWriter, numberWriter } from './numbers';
import type { MessageOptions } from './options';

/** A report as people read it, in no target's form: texts are not escaped yet. */
export interface Digest {
	title: string;
	/** Dates that it is about, and those that it is compared with. */
	subtitle: string;
	columns: Array<{ label: string; isNumber: boolean }>;
	/** As many cells as columns. */
	rows: string[][];
	/** Notes below: rows left out, truncated, sampled. */
	notes: string[];
	/** The whole message in one line. */
	summary: string;
	chart?: Chart;
}

interface Asked {
	range?: DateRange;
	comparison?: DateRange;
}

/** The table as a message, its numbers written, the first rows of it. */
export function toDigest(table: Table, options: MessageOptions, asked: Asked): Digest {
	const shown = chooseColumns(table, options.measures);
	const writeNumber = numberWriter(options.numbers);
	const writeChange = changeWriter(options.numbers.locale);
	const all = table.rows.toArray();
	const rows = all.slice(0, options.maxRows).map((row) =>
		shown.map(({ column, index, percent }) => {
			const value = row[index] ?? null;
			if (column.role !== 'measure') return textOf(value);
			const number = typeof value === 'number' ? writeNumber(value) : textOf(value);
			const change = percent === undefined ? '' : writeChange(numberOf(row[percent] ?? null));
			return change ? `${number} ${change}` : number;
		}),
	);
	const columns = shown.map(({ column }) => ({
		label: column.key,
		isNumber: column.role === 'measure',
	}));
	const title = options.title || 'Report';
	return {
		title,
		subtitle: subtitleOf(asked),
		columns,
		rows,
		notes: notesOf(table, all.length - rows.length),
		summary: summaryOf(title, columns, rows, all.length),
		chart: options.hasChart
			? chartOf(
					table,
					shown.filter(({ column }) => column.role === 'measure').map(({ index }) => index),
					writeNumber,
				)
			: undefined,
	};
}

interface Shown {
	column: Column;
	index: number;
	/** Where the change of a compared measure stands. */
	percent?: number;
}

/** Date, groups, measures; a single date stands in the subtitle alone, a change with its measure. */
function chooseColumns(table: Table, wanted: readonly string[]): Shown[] {
	const { date } = positionsOf(table);
	const dates = new Set(table.rows.toArray().map((row) => row[date]));
	const isDateShown = dates.size > 1;
	return table.columns.flatMap((column, index): Shown[] => {
		if (column.derived) return [];
		if (column.role === 'date') return isDateShown ? [{ column, index }] : [];
		if (column.role === 'group') return [{ column, index }];
		if (wanted.length > 0 && !wanted.includes(column.key)) return [];
		const percent = table.columns.findIndex(
			({ derived }) => derived?.of === column.key && derived.as === 'percent',
		);
		return [{ column, index, ...(percent < 0 ? {} : { percent }) }];
	});
}

function subtitleOf({ range, comparison }: Asked): string {
	const write = ({ from, to }: DateRange) => (from === to ? from : `${from} – ${to}`);
	if (!range) return '';
	return comparison ? `${write(range)}, compared with ${write(comparison)}` : write(range);
}

function notesOf(table: Table, more: number): string[] {
	return [
		more > 0 ? `${more} more ${more === 1 ? 'row' : 'rows'} not shown` : '',
		table.isTruncated ? 'Sensors Analytics left out rows: the result is truncated' : '',
		table.isSampled ? 'Computed from a sample: the numbers are estimates' : '',
	].filter(Boolean);
}

function summaryOf(
	title: string,
	columns: Digest['columns'],
	rows: string[][],
	count: number,
): string {
	const [first] = rows;
	if (!first) return `${title}: no rows`;
	if (count > 1) return `${title}: ${count} rows`;
	return `${title}: ${columns.map(({ label }, index) => `${label} ${first[index]}`).join(', ')}`;
}

function textOf(value: Cell): string {
	return value === null ? MISSING : String(value);
}

function numberOf(value: Cell): number | null {
	return typeof value === 'number' ? value : null;
}
