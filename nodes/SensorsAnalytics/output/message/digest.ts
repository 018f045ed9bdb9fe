import { UserError } from 'n8n-workflow';

import type { DateRange } from '../../query/eventQuery';
import { type Cell, type Column, type Derived, positionsOf, type Table } from '../../table/table';
import { writeNotes } from '../notes';
import { type Chart, chartOf } from './chartData';
import { clean } from './clean';
import { writeDate } from './dates';
import { cut } from './fit';
import { changeWriter, numberWriter, tickWriter } from './numbers';
import type { MessageOptions } from './options';
import { type Words, wordsOf } from './words';

/** Rows that the one line of the summary tells. */
const SUMMARY_ROWS = 3;

/** Most characters of texts: with them a row has room in every target. */
const MAX_TITLE = 200;
const MAX_LABEL = 100;
const MAX_CELL = 200;
const MAX_TOLD = 60;
const MAX_SUMMARY = 500;

/**
 * A report as people read it, in no target's form: texts are cut, and without characters that
 * nobody sees, but not escaped yet.
 */
export interface Digest {
	title: string;
	/** Dates that it is about, and those that it is compared with. */
	subtitle: string;
	columns: Array<{ label: string; isNumber: boolean }>;
	/** As many cells as columns. */
	rows: string[][];
	/**
	 * Notes below: rows left out, truncated, sampled.
	 * @param hidden rows that the target has no room for
	 */
	notes: (hidden?: number) => string[];
	/** The whole message in one line. */
	summary: string;
	chart?: Chart;
	words: Words;
}

interface Asked {
	range?: DateRange;
	comparison?: DateRange;
}

/**
 * The table as a message, its numbers written, the first rows of it.
 * @throws UserError for measures that the report does not have
 */
export function toDigest(table: Table, options: MessageOptions, asked: Asked): Digest {
	const words = wordsOf(options.numbers.locale);
	const shown = chooseColumns(table, options.measures);
	const writeNumber = numberWriter(options.numbers);
	const writeChange = changeWriter(options.numbers.locale, options.hasArrows, words.isNew);
	const all = table.rows.toArray();
	const rows = all.slice(0, options.maxRows).map((row) =>
		shown.map(({ column, index, percent, difference }) => {
			const value = row[index] ?? null;
			if (column.role === 'date') return cut(clean(writeDate(String(value))), MAX_CELL);
			if (column.role === 'group') {
				return value === null ? words.none : cut(clean(String(value)), MAX_CELL);
			}
			const number = writeNumber(numberOf(value));
			const change =
				percent === undefined
					? ''
					: writeChange({
							difference: numberOf(difference === undefined ? null : (row[difference] ?? null)),
							percent: numberOf(row[percent] ?? null),
						});
			return cut(change ? `${number} ${change}` : number, MAX_CELL);
		}),
	);
	const columns = shown.map(({ column }) => ({
		label: cut(clean(column.key), MAX_LABEL),
		isNumber: column.role === 'measure',
	}));
	const title = cut(clean(options.title), MAX_TITLE) || words.report;
	return {
		title,
		subtitle: subtitleOf(asked, words),
		columns,
		rows,
		notes: (hidden = 0) => notesOf(table, all.length - rows.length + hidden, words),
		summary: summaryOf(title, columns, rows, all.length, words),
		chart: options.hasChart
			? chartOf(
					table,
					shown.filter(({ column }) => column.role === 'measure').map(({ index }) => index),
					tickWriter(options.numbers),
					words,
				)
			: undefined,
		words,
	};
}

interface Shown {
	column: Column;
	index: number;
	/** Where the change of a compared measure stands, in percent and as a difference. */
	percent?: number;
	difference?: number;
}

/** Date, groups, measures; a single date stands in the subtitle alone, a change with its measure. */
function chooseColumns(table: Table, wanted: readonly string[]): Shown[] {
	const { date } = positionsOf(table);
	const dates = new Set(table.rows.toArray().map((row) => row[date]));
	const isDateShown = dates.size > 1;
	checkMeasures(table, wanted);
	return table.columns.flatMap((column, index): Shown[] => {
		if (column.derived) return [];
		if (column.role === 'date') return isDateShown ? [{ column, index }] : [];
		if (column.role === 'group') return [{ column, index }];
		if (wanted.length > 0 && !wanted.includes(column.key)) return [];
		const positionOf = (as: Derived['as']) => {
			const position = table.columns.findIndex(
				({ derived }) => derived?.of === column.key && derived.as === as,
			);
			return position < 0 ? undefined : position;
		};
		return [{ column, index, percent: positionOf('percent'), difference: positionOf('change') }];
	});
}

function checkMeasures(table: Table, wanted: readonly string[]): void {
	const known = table.columns
		.filter(({ role, derived }) => role === 'measure' && !derived)
		.map(({ key }) => key);
	const unknown = wanted.find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new UserError(
		`'Measures' of the message names '${unknown}', which the report does not have. Enter output names of it: ${known.join(', ')}`,
	);
}

function subtitleOf({ range, comparison }: Asked, words: Words): string {
	const write = ({ from, to }: DateRange) => (from === to ? from : `${from} – ${to}`);
	if (!range) return '';
	return comparison ? words.comparedWith(write(range), write(comparison)) : write(range);
}

function notesOf(table: Table, hidden: number, words: Words): string[] {
	return [
		hidden > 0 ? words.moreRows(hidden) : '',
		table.isTruncated ? words.truncated : '',
		table.isSampled ? words.sampled : '',
		...writeNotes(table.notes, words.language),
	].filter(Boolean);
}

/** The first rows: what a notification on a phone has room for. */
function summaryOf(
	title: string,
	columns: Digest['columns'],
	rows: string[][],
	count: number,
	words: Words,
): string {
	if (rows.length === 0) return `${title}: ${words.noRows}`;
	const told = rows.slice(0, SUMMARY_ROWS).map((row) =>
		row
			.map((cell, index) => {
				const label = columns[index]?.isNumber ? `${cut(columns[index].label, MAX_TOLD)} ` : '';
				return `${label}${cut(cell, MAX_TOLD)}`;
			})
			.join(', '),
	);
	const more = count - told.length;
	const text = `${title}: ${[...told, ...(more > 0 ? [words.moreRows(more)] : [])].join('; ')}`;
	return cut(text, MAX_SUMMARY);
}

function numberOf(value: Cell): number | null {
	return typeof value === 'number' ? value : null;
}
