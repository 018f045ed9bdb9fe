import * as sentences from './sentences';

import { dateTimeInZone } from '../../dates/zone';
import type { DateRange, Queries, ReportModelName } from '../../query/query';
import type { Amount, Cell } from '../../table/decimal';
import type { Table } from '../../table/table';
import { positionsOf } from '../../table/table';
import { writeNotes } from '../meta';
import type { Answer, Teller } from './answers';
import { seriesAnswer } from './answers';
import { writeCells } from './cells';
import type { Chart } from './chartData';
import { chartOf } from './chartData';
import { distributionAnswer, funnelAnswer, pathAnswer, retentionAnswer } from './cohorts';
import type { Shown } from './columns';
import { checkMeasures, chooseColumns } from './columns';
import { changeWriter, currencyOf, numberWriter, shareWriter, tickWriter } from './numbers';
import type { MessageOptions } from './options';
import type { Paint } from './paint';
import { signed } from './paint';
import { isCohortOver, isRangeOpen, overRows } from './periods';
import type { Scoped } from './scope';
import { filtersOf, limitsOf } from './scope';
import { clean, cut } from './text';
import { titled, titleOf } from './titles';
import { totalOf } from './totals';
import type { Subject } from './view';
import { modelOf, viewOf } from './view';
import type { Nature } from './wording';
import { dateWords, numbersOf } from './wording';
import type { Words } from './words';
import { wordsOf } from './words';

/** Most characters of texts: with them a row has room in every target. */
const MAX_TITLE = 200;
const MAX_LABEL = 100;
const MAX_SUMMARY = 500;
const MAX_LINE = 600;
const MAX_SCOPE = 300;
/** Rows of a table beside sentences, where a target does not say how many. */
const MOST_ROWS = 8;
/** Of rows that nothing is said about, as a list in place of sentences. */
const MAX_TOLD = 60;
const SUMMARY_ROWS = 3;
/** Aggregators that count, and do not measure. */
const COUNTING = ['general', 'unique', 'uniqCount', 'rollup_count', 'rollup_uniq'];

/**
 * A report as people read it, in no target's form: texts are cut, and without characters that
 * nobody sees, but not escaped yet.
 */
export interface Digest {
	title: string;
	/** Dates that it is about, and those that it is compared with; where rows are wanted. */
	subtitle: string;
	/** The headline, and the facts below it. */
	lines: string[];
	/** Those that the table does not tell. */
	brief: string[];
	/** What it is about, and what it leaves out: filters, groups, zone. */
	scope: string;
	/** Whether sentences tell it, and the table is beside them. */
	isTold: boolean;
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
	/** What who sends messages only beyond a limit looks at. */
	news: { rows: number; percent?: number | null };
	words: Words;
}

export interface Asked extends Scoped {
	range?: DateRange;
	comparison?: DateRange;
	/** Day, week or month. */
	unit?: string;
	query?: Queries[ReportModelName];
	subject?: Subject;
	/** Whether periods that are not over are left out. */
	isWholeOnly?: boolean;
	/** Whether only the first groups are in the table. */
	isTopped?: boolean;
	/** ISO 8601, UTC. */
	requestedAt?: string;
	/** What people call an event, a property or a column; undefined for what is not known. */
	names?: (key: string) => string | undefined;
	/** The unit of a property's numbers, as the project has it. */
	unitOf?: (name: string) => string | undefined;
	/** Rows of a table beside sentences. */
	mostRows?: number;
}

/**
 * The table as a message: what it says, and its rows.
 * @throws UserError for measures that the report does not have
 */
export function toDigest(table: Table, options: MessageOptions, asked: Asked): Digest {
	const own = wordsOf(options.numbers.locale);
	const isNothingOver = asked.isWholeOnly && asked.range && isRangeOpen(asked.range, asked);
	const words = isNothingOver ? { ...own, noRows: own.nothingOver } : own;
	const said = words.language === 'zh' ? sentences.chinese : sentences.english;
	checkMeasures(table, options.measures);
	// What is not over yet stands in the table alone.
	const over: Table = overRows(table, asked);
	const writeNumber = numberWriter(options.numbers);
	const writeShare = shareWriter(options.numbers);
	const subject = asked.subject ?? { events: [], isChurn: false };
	const nameOf = (name: string) => asked.names?.(name) ?? name;
	const readable = viewOf(table, {
		words,
		wanted: options.measures,
		unit: asked.unit,
		asked,
		subject,
		nameOf,
		writeCount: numberWriter({ ...options.numbers, style: 'auto' }),
		writeShare,
	});
	const view = options.layout === 'rows' ? undefined : readable;
	const model = modelOf(table);
	// Of users alone, whom the query counts without a name.
	const isOfUsers =
		asked.query !== undefined && !('unit' in asked.query) && 'measures' in asked.query;
	const headings = model ? words.headings : { date: words.headings.date };
	const labelOf = (key: string) => {
		const known = new Map(Object.entries(headings)).get(key);
		const own = asked.names?.(key) ?? (isOfUsers && key === 'users' ? words.headings.users : key);
		return cut(clean(view?.labels.get(key) ?? known ?? own ?? key), MAX_LABEL);
	};
	const measures = chooseColumns(table, options.measures).filter(
		({ column }) => column.role === 'measure',
	);
	const answer = answerOf();
	const isTold = options.layout === 'digest' && (answer !== undefined || table.rows.length === 0);
	const shownRows = isTold ? toldRows() : plainRows();
	const title = titleFor();
	const told = answer && answer.headline !== '' ? [answer.headline, ...answer.facts] : [];
	const lines = clear(options.hasHighlights ? told : isTold ? told.slice(0, 1) : []);
	const scope = cut(clean(scopeParts().join(' · ')), MAX_SCOPE);
	return {
		title,
		subtitle: isTold ? '' : subtitleOf(),
		lines: isTold ? lines : [...lines.slice(0, 2), ...clear([totalsLine()])],
		brief: lines.slice(0, 2),
		scope,
		isTold,
		...shownRows,
		summary: summaryOf(),
		chart: options.hasChart ? drawn() : undefined,
		news: { rows: table.rows.length, percent: answer?.percent },
		words,
	};

	/** What is said of it; undefined for a report that only its rows tell. */
	function answerOf(): Answer | undefined {
		if (table.rows.length === 0) return undefined;
		const teller: Teller = {
			said,
			numbers: numbersOf(options.numbers, writeNumber),
			dates: dateWords(words.language, yearNow()),
			none: words.none,
			labelOf,
			nameOf: (name) => cut(clean(nameOf(name)), MAX_TOLD),
			asked,
			natureOf,
			writeOf,
			mostRows: asked.mostRows ?? MOST_ROWS,
			goodWay: options.goodWay,
			wanted: options.measures,
		};
		const ofCounts = {
			...teller,
			numbers: numbersOf(
				{ ...options.numbers, style: 'auto' },
				numberWriter({ ...options.numbers, style: 'auto' }),
			),
		};
		if (model === 'funnel') return funnelAnswer(table, ofCounts, words);
		if (model === 'retention') return retentionAnswer(table, ofCounts, words, subject);
		if (model === 'distribution') return distributionAnswer(table, ofCounts, words, subject.events);
		if (model === 'path') return pathAnswer(table, ofCounts, words);
		return table.drawn === undefined ? seriesAnswer(table, measures, teller) : undefined;
	}

	function yearNow(): string {
		const { requestedAt, timeZone = 'UTC', range } = asked;
		if (requestedAt === undefined) return range?.to.slice(0, 4) ?? '';
		return dateTimeInZone(new Date(requestedAt), timeZone).slice(0, 4);
	}

	function measureOf(key: string) {
		const { query } = asked;
		const all = table.columns.filter(({ role, derived }) => role === 'measure' && !derived);
		const place = all.findIndex((column) => column.key === key);
		return query && 'measures' in query ? query.measures[place] : undefined;
	}

	function natureOf(key: string): Nature {
		const measure = measureOf(key);
		const column = table.columns.find((one) => one.key === key);
		const isCount =
			measure === undefined
				? column?.whenEmpty === 0
				: measure.kind === 'event' && COUNTING.includes(measure.aggregator);
		return { isCount, isRate: options.numbers.style === 'percent' };
	}

	/** With the unit that the project has for the property. */
	function writeOf(key: string, number: Amount): string {
		const measure = measureOf(key);
		const property =
			measure?.kind === 'event' && !natureOf(key).isCount ? measure.property : undefined;
		const name = property && (property.of === 'other' ? property.expression : property.name);
		const unit =
			name === undefined || options.numbers.style !== 'auto' ? undefined : asked.unitOf?.(name);
		const plain = (write: (value: Amount) => string) => write(number).replace(/^-/, '\u2212');
		if (unit === undefined) return plain(writeNumber);
		const currency = currencyOf(unit);
		return currency
			? plain(numberWriter({ ...options.numbers, style: 'currency', currency }))
			: said.withUnit(plain(writeNumber), cut(clean(unit), MAX_TOLD));
	}

	function clear(texts: readonly string[]): string[] {
		return texts.filter(Boolean).map((line) => cut(clean(line), MAX_LINE));
	}

	function toldRows(): Pick<Digest, 'columns' | 'rows' | 'paints' | 'notes'> {
		const { columns = [], rows = [], paints = [] } = answer?.table ?? {};
		return {
			columns: columns.map((column) => ({ ...column, label: cut(clean(column.label), MAX_LABEL) })),
			rows: rows.map((row, at) =>
				row.map((text, index) => signed(clean(text), paints[at]?.[index] ?? {})),
			),
			paints,
			notes: (hidden = 0) => [
				...(hidden > 0 ? [words.moreRows(hidden)] : []),
				...writeNotes(
					table.notes?.filter(({ kind }) => kind === 'noSuchValue' || kind === 'unknown'),
					words.language,
				),
			],
		};
	}

	function plainRows(): Pick<Digest, 'columns' | 'rows' | 'paints' | 'notes'> {
		const rowsOver = withoutOpenCells();
		const shown = view ? chooseColumns(view.table, []) : chooseColumns(table, options.measures);
		const all = (view?.table ?? rowsOver).rows.toArray();
		const most = options.layout === 'digest' ? (asked.mostRows ?? MOST_ROWS) : options.maxRows;
		const { rows, paints } = writeCells(all, shown, view, {
			options: { ...options, maxRows: most },
			words,
			writeNumber,
			writeShare,
			writeChange: changeWriter(options.numbers.locale, options.hasArrows, words.isNew),
		});
		return {
			columns: shown.map(({ column }) => ({
				label: labelOf(column.key),
				isNumber: column.role === 'measure',
			})),
			rows,
			paints,
			notes: (hidden = 0) => [
				...notesOf(table, all.length - rows.length + hidden, words),
				...(view?.notes ?? []),
			],
		};
	}

	/** Of users who are followed, what can still grow stands in no digest. */
	function withoutOpenCells(): Table {
		const { query } = asked;
		const period = table.columns.findIndex(({ key }) => key === 'period');
		if (options.layout !== 'digest' || period < 0 || !query || !('duration' in query)) return table;
		const { date } = positionsOf(table);
		const rows = table.rows
			.toArray()
			.filter((row) =>
				isCohortOver(date < 0 ? undefined : (row[date] as Cell), Number(row[period]), asked),
			);
		return { ...table, rows: { ...table.rows, toArray: () => rows } };
	}

	function titleFor(): string {
		const groups = (
			view?.groups ?? positionsOf(table).groups.map((index) => table.columns[index]?.key ?? '')
		)
			.map(labelOf)
			.join(words.comma);
		const keys = measures.map(({ column }) => column.key);
		const dates = isTold ? answer?.dates : undefined;
		const made = view
			? titled(view.title, groups, dates ?? asked.range, words)
			: titleOf(table, keys, dates ?? asked.range, labelOf, words);
		return cut(clean(options.title), MAX_TITLE) || cut(clean(made), MAX_TITLE);
	}

	function scopeParts(): string[] {
		const labels = table.columns
			.filter(({ role, derived }) => role === 'measure' && !derived)
			.map(({ key }) => labelOf(key));
		const named = (name: string) => cut(clean(asked.names?.(name) ?? name), MAX_TOLD);
		return [
			...filtersOf(asked, labels, named, said),
			...(answer?.limits ?? []),
			...limitsOf(
				{ ...asked, timeZone: asked.range && asked.timeZone },
				answer ?? {},
				table,
				labelOf,
				said,
			),
		];
	}

	function drawn(): Chart | undefined {
		if (view)
			return (
				view.chart && { ...view.chart, write: tickWriter({ ...options.numbers, style: 'auto' }) }
			);
		const lead = answer?.lead;
		const places = measures.map(({ index }) => index);
		const ordered =
			lead === undefined ? places : [lead, ...places.filter((place) => place !== lead)];
		return chartOf(over, ordered, tickWriter(options.numbers), words, labelOf);
	}

	function subtitleOf(): string {
		const isBeside = options.hasBefore && measures.some(({ previous }) => previous !== undefined);
		const write = ({ from, to }: DateRange) => (from === to ? from : `${from} – ${to}`);
		const { range, comparison } = asked;
		if (!range) return '';
		return comparison
			? words.comparedWith(write(range), write(comparison), isBeside)
			: write(range);
	}

	/** The totals of several measures, below the sentence on one of them. */
	function totalsLine(): string {
		if (!options.hasTotals || model || table.rows.length < 2) return '';
		const known = measures.flatMap((measure) => {
			const total = totalOf(over, measure, asked.isTopped);
			return total ? [{ measure, total }] : [];
		});
		if (known.length === 0 || (known.length === 1 && lines.length > 0)) return '';
		return words.total(known.map(writeTotal).join(words.comma));
	}

	function writeTotal({
		measure,
		total,
	}: {
		measure: Shown;
		total: NonNullable<ReturnType<typeof totalOf>>;
	}): string {
		const { now, before, difference, percent = null } = total;
		const row: Cell[] = [now, before ?? null, difference ?? null, percent];
		const place = { column: measure.column, index: 0, previous: 1, difference: 2, percent: 3 };
		const cell = measure.previous === undefined ? { column: measure.column, index: 0 } : place;
		const written = writeCells([row], [cell], undefined, {
			options: { ...options, limits: undefined },
			words,
			writeNumber,
			writeShare,
			writeChange: changeWriter(options.numbers.locale, options.hasArrows, words.isNew),
		});
		return `${labelOf(measure.column.key)} ${written.rows[0]?.[0] ?? ''}`;
	}

	/** What a notification on a phone has room for. */
	function summaryOf(): string {
		if (table.rows.length === 0) return cut(`${title}${words.colon}${words.noRows}`, MAX_SUMMARY);
		if (lines.length === 0) return rowsSummary(title, shownRows.columns, shownRows.rows, words);
		const start = options.title === '' ? '' : `${title}${words.colon}`;
		const what = [lines.slice(0, 2).join(words.semicolon), scope].filter(Boolean).join(' · ');
		return cut(`${start}${what}`, MAX_SUMMARY);
	}
}

function notesOf(table: Table, hidden: number, words: Words): string[] {
	return [
		hidden > 0 ? words.moreRows(hidden) : '',
		table.isTruncated ? words.truncated : '',
		table.isSampled ? words.sampled : '',
		...writeNotes(table.notes, words.language),
	].filter(Boolean);
}

/** The first rows, where no sentence tells them. */
function rowsSummary(
	title: string,
	columns: Digest['columns'],
	rows: string[][],
	words: Words,
): string {
	const told = rows.slice(0, SUMMARY_ROWS).map((row) =>
		row
			.flatMap((cell, index) => {
				if (cell === '') return [];
				const label = columns[index]?.isNumber ? `${cut(columns[index].label, MAX_TOLD)} ` : '';
				return [`${label}${cut(cell, MAX_TOLD)}`];
			})
			.join(words.comma),
	);
	const more = rows.length - told.length;
	const all = [...told, ...(more > 0 ? [words.moreRows(more)] : [])].join(words.semicolon);
	return cut(`${title}${words.colon}${all}`, MAX_SUMMARY);
}
