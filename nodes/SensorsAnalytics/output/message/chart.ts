import type { Steps } from '../../../../credentials/http/slices';
import { type Amount, amountOf, type Cell, compareAmounts, sumOf } from '../../table/decimal';
import { BETWEEN, groupedSteps, groupKeys, positionsOf, type Table } from '../../table/table';
import { highest, inOrder } from './numbers';
import { clean, cut, cutApart } from './text';
import { dateWords, type MessageTexts, valueInWords } from './words';

const MAX_SERIES = 6;
const MAX_BARS = 12;
/** More points than a picture has pixels are useless. */
const MAX_POINTS = 1000;
const MAX_NAME = 60;
/** If only a few groups don't fit into a chart, a note names them. */
const MAX_NAMED = 2;
/** Maximum decimals, and significant digits of a number below 1. */
const [MAX_DECIMALS, SMALL_DIGITS] = [6, 12];

/** The content of a chart: lines over time, or bars of groups. */
export interface Chart {
	kind: 'line' | 'bar';
	/** Whether its categories are the steps of a funnel. */
	isSteps?: true;
	/** Whether its categories are the periods after a start: of too many, the first are shown. */
	isCurve?: true;
	/** Points in time, or groups, without duplicates. */
	categories: string[];
	/** How many points in time (or bars) there are, if these are only the last (or first). */
	points?: number;
	/** What the numbers mean, if the names of the series do not say it. */
	valueName?: string;
	series: Array<{ name: string; values: Array<number | null>; isPrevious: boolean }>;
	/** What series (or the bars of a single one) it leaves out. */
	notes: LeftOut[];
	/** Writes a number at an axis. */
	write: (value: number) => string;
}

interface LeftOut {
	text: string;
	/** Number of all series or bars. */
	all: number;
	/** Says that a target shows only the first ones. */
	first: (count: number, all: number) => string;
}

/**
 * Says which series a target leaves out: how many of all, or their names if it shows others than the
 * first ones.
 * @param left indexes of those that it leaves out, in order
 */
export function leftNotes(
	{ kind, notes: [note] }: Pick<Chart, 'kind' | 'notes'>,
	names: readonly string[],
	left: readonly number[],
	words: MessageTexts,
): string[] {
	const count = names.length - left.length;
	if (left.length === 0) return note ? [note.text] : [];
	if (note && kind === 'line' && left[0] === count) return [note.first(count, note.all)];
	const own = left.map((index) => names[index] || words.none).join(words.between);
	return [words.notDrawn(own, note ? note.all - names.length : 0)];
}

/** Returns the smallest and the largest number; undefined if there is none. */
export function extremesOf(
	values: ReadonlyArray<number | null>,
): [low: number, high: number] | undefined {
	const known = values.filter((value) => value !== null);
	if (known.length === 0) return undefined;
	return [
		known.reduce((least, value) => Math.min(least, value)),
		known.reduce((most, value) => Math.max(most, value)),
	];
}

/** Returns how far a value is from the lowest one to the highest one, from 0 to 1. */
export function heightOf(value: number, low: number, high: number): number {
	// Halves are used because the difference of two large numbers may overflow.
	return (value / 2 - low / 2) / (high / 2 - low / 2);
}

/** The data for a chart. */
interface Source {
	table: Table;
	rows: Cell[][];
	words: MessageTexts;
	/** Returns unique names for the groups of rows. */
	namesOf: (rows: Cell[][]) => string[];
	/** Returns the name of a measure. */
	labelOf: (key: string) => string;
}
type Drawn = Omit<Chart, 'write'>;

/**
 * Returns the chart for a table: for several dates, a line per group (or measure) and its
 * comparison period; otherwise a bar per group. If there are many groups, it shows the largest.
 * @param measures indexes of the measures to show
 * @returns undefined if there is nothing to draw
 */
export function* chartSteps(
	table: Table,
	measures: readonly number[],
	write: (value: number) => string,
	words: MessageTexts,
	labelOf: (key: string) => string,
): Steps<Chart | undefined> {
	const { date, groups } = positionsOf(table);
	const rows = table.rows.toArray();
	const drawn = measures.find((index) => table.columns[index]?.key === table.drawn);
	const first = drawn ?? measures[0];
	if (first === undefined || rows.length === 0) return undefined;
	const namesOf = (some: Cell[][]) =>
		cutApart(
			some.map((row) =>
				clean(groups.map((index) => valueInWords(row[index] ?? null, words)).join(BETWEEN)),
			),
			MAX_NAME,
		);
	const source: Source = { table, rows, words, namesOf, labelOf };
	const all = date < 0 ? [] : inOrder([...new Set(rows.map((row) => String(row[date])))]);
	const dates = all.slice(-MAX_POINTS);
	yield 'long';
	if (dates.length < 2) {
		return groups.length > 0 ? { ...barsOfGroups(source, first), write } : undefined;
	}
	const lines =
		groups.length > 0
			? yield* linesOfGroups(source, first, date, dates)
			: linesOfMeasures(source, measures, date, dates);
	return { ...lines, categories: axisOf(dates, words), points: all.length, write };
}

/** Says that a target shows fewer points in time, or bars, than there are. */
export function cutNote(
	{ kind, categories, points = categories.length }: Chart,
	words: MessageTexts,
	most = Infinity,
): string[] {
	const count = Math.min(most, categories.length);
	if (count >= points) return [];
	return [
		kind === 'line' ? words.pointsShown(count, points, true) : words.firstEntries(count, points),
	];
}

/** Writes points in time at an axis, where space is limited: months, or days with their hour. */
export function axisOf(dates: readonly string[], { language }: MessageTexts): string[] {
	const { day, month } = dateWords(language, dates.at(-1)?.slice(0, 4) ?? '');
	const areMonths = dates.every((date) => date.endsWith('-01'));
	const write = (date: string) => {
		if (areMonths) return month(date);
		return date.charAt(10) === 'T' ? `${day(date.slice(0, 10))} ${date.slice(11, 16)}` : day(date);
	};
	// The hour that occurs twice when clocks go back is two points.
	return cutApart(dates.map(write), MAX_NAME);
}

/** Returns what a chart shows. */
export function chartTitle({ valueName, series }: Pick<Chart, 'valueName' | 'series'>): string {
	const names = series.filter(({ isPrevious }) => !isPrevious).map(({ name }) => name);
	if (valueName === '%' && names.length === 1) return `${names.join('')} (%)`;
	return valueName ?? names.join(', ');
}

/** Returns a chart of a single series. */
export function chartOfOne(
	kind: Chart['kind'],
	name: string,
	points: ReadonlyArray<[category: string, value: number]>,
	valueName = name,
): Drawn {
	const values = points.map(([, value]) => value);
	const categories = points.map(([category]) => category);
	return { kind, categories, valueName, series: [{ name, values, isPrevious: false }], notes: [] };
}

function barsOfGroups(source: Source, measure: number): Drawn {
	const { table, rows, words, namesOf } = source;
	const isOrdered = table.drawn !== undefined;
	const ranked = isOrdered
		? rows
		: highest(rows, MAX_BARS, (a, b) => compareAmounts(amountAt(a, measure), amountAt(b, measure)));
	const bars = ranked.slice(0, MAX_BARS);
	return {
		kind: 'bar',
		categories: namesOf(bars),
		series: withPrevious(source, measure, (at) => bars.map((row) => valueAt(row, at))),
		notes: leftOutNote(bars.length, rows.length, isOrdered, words),
	};
}

function* linesOfGroups(
	{ table, rows, words, namesOf, labelOf }: Source,
	measure: number,
	date: number,
	dates: string[],
): Steps<Omit<Drawn, 'categories'>> {
	const byGroup = yield* groupedSteps(rows, groupKeys(positionsOf(table).groups));
	yield 'long';
	// Decimal arithmetic keeps the order of groups with equal sums.
	const sum = (own: Cell[][]) => sumOf(own.map((row) => amountAt(row, measure))) ?? 0;
	const isOrdered = table.drawn !== undefined;
	const all = [...byGroup.values()].map((own) => ({ own, size: sum(own) }));
	const ranked = isOrdered ? all : all.sort((a, b) => compareAmounts(b.size, a.size));
	const largest = ranked.slice(0, MAX_SERIES);
	const names = namesOf(largest.map(({ own }) => own[0] as Cell[]));
	const left = ranked.slice(MAX_SERIES).map(({ own }) => own[0] as Cell[]);
	return {
		kind: 'line',
		valueName: nameOfMeasure(labelOf(table.columns[measure]?.key ?? '')),
		series: largest.map(({ own }, index) => ({
			name: names[index] as string,
			values: valuesAt(dates, own, date, measure),
			isPrevious: false,
		})),
		notes: leftOutNote(largest.length, byGroup.size, isOrdered, words).map((note) =>
			left.length <= MAX_NAMED
				? { ...note, text: words.notDrawn(namesOf(left).join(words.between)) }
				: note,
		),
	};
}

function linesOfMeasures(
	source: Source,
	measures: readonly number[],
	date: number,
	dates: string[],
): Omit<Drawn, 'categories'> {
	const shown = measures.slice(0, MAX_SERIES);
	const series = shown.flatMap((measure) =>
		withPrevious(source, measure, (at) => valuesAt(dates, source.rows, date, at)),
	);
	const { firstMeasures } = source.words;
	return { kind: 'line', series, notes: leftOut(shown.length, measures.length, firstMeasures) };
}

/** Returns a measure and, if there is one, its comparison period. */
function withPrevious(
	{ table, words, labelOf }: Source,
	measure: number,
	read: (position: number) => Array<number | null>,
): Chart['series'] {
	const { key = '' } = table.columns[measure] ?? {};
	const previous = table.columns.findIndex(
		({ derived }) => derived?.of === key && derived.as === 'previous',
	);
	const name = nameOfMeasure(labelOf(key));
	const current = { name, values: read(measure), isPrevious: false };
	if (previous < 0) return [current];
	return [current, { name: words.before(name), values: read(previous), isPrevious: true }];
}

function nameOfMeasure(label: string): string {
	return cut(clean(label), MAX_NAME);
}

/** Returns a value for each date; null without a row. */
function valuesAt(
	dates: string[],
	rows: Cell[][],
	date: number,
	measure: number,
): Array<number | null> {
	const known = new Map(rows.map((row) => [String(row[date]), valueAt(row, measure)]));
	return dates.map((point) => known.get(point) ?? null);
}

export function leftOutNote(
	count: number,
	all: number,
	isOrdered: boolean,
	words: MessageTexts,
): LeftOut[] {
	return leftOut(count, all, isOrdered ? words.firstEntries : words.largestGroups);
}

function leftOut(count: number, all: number, first: LeftOut['first']): LeftOut[] {
	return count === all ? [] : [{ text: first(count, all), all, first }];
}

function valueAt(row: Cell[], position: number): number | null {
	// 1e999 in an answer is infinite, and can't be drawn.
	const amount = amountOf(row[position]);
	return amount === undefined ? null : readable(Number(amount));
}

/** Removes digits that only binary arithmetic adds, because charts show values on hover. */
function readable(value: number): number {
	if (Number.isInteger(value)) return value;
	return Math.abs(value) < 1
		? Number(value.toPrecision(SMALL_DIGITS))
		: Number(value.toFixed(MAX_DECIMALS));
}

function amountAt(row: Cell[], position: number): Amount {
	return amountOf(row[position]) ?? 0;
}
