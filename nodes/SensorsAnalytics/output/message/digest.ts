import type { DateRange, Queries, ReportModelName } from '../../query/query';
import type { Cell } from '../../table/decimal';
import type { Table } from '../../table/table';
import { writeNotes } from '../meta';
import { writeCells } from './cells';
import type { Chart } from './chartData';
import { chartOf } from './chartData';
import { clean } from './clean';
import type { Shown } from './columns';
import { checkMeasures, chooseColumns } from './columns';
import { cut } from './fit';
import { highlightOf } from './highlights';
import { changeWriter, numberWriter, shareWriter, tickWriter } from './numbers';
import type { MessageOptions } from './options';
import type { Paint } from './paint';
import type { Clock } from './periods';
import { isRangeOpen, overRows } from './periods';
import { titled, titleOf } from './titles';
import { totalOf } from './totals';
import type { Subject, View } from './view';
import { modelOf, viewOf } from './view';
import type { Words } from './words';
import { wordsOf } from './words';

/** Rows that the one line of the summary tells. */
const SUMMARY_ROWS = 3;

/** Most characters of texts: with them a row has room in every target. */
const MAX_TITLE = 200;
const MAX_LABEL = 100;
const MAX_TOLD = 60;
const MAX_SUMMARY = 500;
const MAX_LINE = 600;

/**
 * A report as people read it, in no target's form: texts are cut, and without characters that
 * nobody sees, but not escaped yet.
 */
export interface Digest {
	title: string;
	/** Dates that it is about, and those that it is compared with. */
	subtitle: string;
	/** Sentences of numbers above the table: what is most noticeable, and totals. */
	lines: string[];
	columns: Array<{ label: string; isNumber: boolean }>;
	/** As many cells as columns. */
	rows: string[][];
	/** How the cells look, in the same places. */
	paints: Paint[][];
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

interface Asked extends Clock {
	query?: Queries[ReportModelName];
	range?: DateRange;
	comparison?: DateRange;
	/** Day, week or month of a retention. */
	unit?: string;
	subject?: Subject;
	/** Whether periods that are not over are left out. */
	isWholeOnly?: boolean;
	/** Whether only the first groups are in the table. */
	isTopped?: boolean;
	/** What people call an event, a property or a column; undefined for what is not known. */
	names?: (key: string) => string | undefined;
}

/**
 * The table as a message, its numbers written, the first rows of it.
 * @throws UserError for measures that the report does not have
 */
export function toDigest(table: Table, options: MessageOptions, asked: Asked): Digest {
	const own = wordsOf(options.numbers.locale);
	const isNothingOver = asked.isWholeOnly && asked.range && isRangeOpen(asked.range, asked);
	const words = isNothingOver ? { ...own, noRows: own.nothingOver } : own;
	checkMeasures(table, options.measures);
	// What is not over yet stands in the table alone.
	const over: Table = overRows(table, asked);
	const writeNumber = numberWriter(options.numbers);
	const writeShare = shareWriter(options.numbers);
	const nameOf = (name: string) => asked.names?.(name) ?? name;
	const view = viewOf(table, options, {
		words,
		wanted: options.measures,
		unit: asked.unit,
		asked,
		subject: asked.subject ?? { events: [], isChurn: false },
		nameOf,
		writeCount: numberWriter({ ...options.numbers, style: 'auto' }),
		writeShare,
	});
	const shown = view ? chooseColumns(view.table, []) : chooseColumns(table, options.measures);
	const headings = modelOf(table) ? words.headings : { date: words.headings.date };
	const labelOf = (key: string) => {
		const known = new Map(Object.entries(headings)).get(key);
		return cut(clean(view?.labels.get(key) ?? known ?? asked.names?.(key) ?? key), MAX_LABEL);
	};
	const all = (view?.table ?? table).rows.toArray();
	const { rows, paints } = writeCells(all, shown, view, {
		options,
		words,
		writeNumber,
		writeShare,
		writeChange: changeWriter(options.numbers.locale, options.hasArrows, words.isNew),
	});
	const columns = shown.map(({ column }) => ({
		label: labelOf(column.key),
		isNumber: column.role === 'measure',
	}));
	const measures = shown.filter(({ column }) => column.role === 'measure');
	const ownTitle = view
		? titled(view.title, view.groups.map(labelOf).join(words.comma), asked.range, words)
		: titleOf(
				table,
				measures.map(({ column }) => column.key),
				asked.range,
				labelOf,
				words,
			);
	const title = cut(clean(options.title), MAX_TITLE) || cut(clean(ownTitle), MAX_TITLE);
	const isBeside = options.hasBefore && measures.some(({ previous }) => previous !== undefined);
	return {
		title,
		subtitle: subtitleOf(asked, isBeside, words),
		lines: linesOf(),
		columns,
		rows,
		paints,
		notes: (hidden = 0) => [
			...notesOf(table, all.length - rows.length + hidden, words),
			...(view?.notes ?? []),
		],
		summary: summaryOf(title, columns, rows, all.length, words),
		chart: options.hasChart ? drawn() : undefined,
		words,
	};

	function drawn(): Chart | undefined {
		if (view)
			return (
				view.chart && { ...view.chart, write: tickWriter({ ...options.numbers, style: 'auto' }) }
			);
		const places = measures.map(({ index }) => index);
		return chartOf(over, places, tickWriter(options.numbers), words, labelOf);
	}

	function linesOf(): string[] {
		const told = view ? highlightsOfView(view) : highlightsOfMeasures();
		return told.filter(Boolean).map((line) => cut(clean(line), MAX_LINE));
	}

	function highlightsOfView({ highlight }: View): string[] {
		return options.hasHighlights && highlight ? [`${highlight}${words.stop}`] : [];
	}

	function highlightsOfMeasures(): string[] {
		if (modelOf(table) || all.length < 2) return [];
		const told = measures.map((measure) => ({
			measure,
			total: totalOf(over, measure, asked.isTopped),
		}));
		const [first] = told;
		const sentence =
			options.hasHighlights && first
				? highlightOf(over, labelOf(first.measure.column.key), first.measure, first.total, {
						words,
						writeNumber,
						writeShare,
						isTopped: asked.isTopped ?? false,
					})
				: '';
		const totals = told.filter(({ total }) => total);
		// One number alone stands in the sentence already.
		const isTold = totals.length === 0 || (sentence !== '' && totals.length === 1 && first?.total);
		return [
			sentence && `${sentence}${words.stop}`,
			options.hasTotals && !isTold ? words.total(totals.map(writeTotal).join(words.comma)) : '',
		];
	}

	function writeTotal({
		measure,
		total,
	}: {
		measure: Shown;
		total?: ReturnType<typeof totalOf>;
	}): string {
		const { now, before, difference, percent = null } = total as NonNullable<typeof total>;
		const row: Cell[] = [now, before ?? null, difference ?? null, percent];
		const place = { column: measure.column, index: 0, previous: 1, difference: 2, percent: 3 };
		const own = measure.previous === undefined ? { column: measure.column, index: 0 } : place;
		const written = writeCells([row], [own], undefined, {
			options: { ...options, limits: undefined },
			words,
			writeNumber,
			writeShare,
			writeChange: changeWriter(options.numbers.locale, options.hasArrows, words.isNew),
		});
		return `${labelOf(measure.column.key)} ${written.rows[0]?.[0] ?? ''}`;
	}
}

function subtitleOf({ range, comparison }: Asked, isBeside: boolean, words: Words): string {
	const write = ({ from, to }: DateRange) => (from === to ? from : `${from} – ${to}`);
	if (!range) return '';
	return comparison ? words.comparedWith(write(range), write(comparison), isBeside) : write(range);
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
	if (rows.length === 0) return `${title}${words.colon}${words.noRows}`;
	const told = rows.slice(0, SUMMARY_ROWS).map((row) =>
		row
			.flatMap((cell, index) => {
				if (cell === '') return [];
				const label = columns[index]?.isNumber ? `${cut(columns[index].label, MAX_TOLD)} ` : '';
				return [`${label}${cut(cell, MAX_TOLD)}`];
			})
			.join(words.comma),
	);
	const more = count - told.length;
	const all = [...told, ...(more > 0 ? [words.moreRows(more)] : [])].join(words.semicolon);
	return cut(`${title}${words.colon}${all}`, MAX_SUMMARY);
}
