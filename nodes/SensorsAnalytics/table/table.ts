import { createHash } from 'crypto';

import { UserError } from 'n8n-workflow';

import { atOnce, type Steps } from '../../../credentials/http/slices';
import type { NoRange, UsualNumber, Usuals } from '../insight/usual';
import { type Amount, amountFrom, type Cell, compareAmounts, withCommas } from './decimal';

/** The table that all reports return: typed columns and rows, independent of wire formats. */

/** A column that a comparison adds. */
export interface Derived {
	of: string;
	as: 'previous' | 'change' | 'percent' | 'usual';
}

export interface Column {
	key: string;
	role: 'date' | 'group' | 'measure';
	/** Type of its cells; any cell may be null. */
	type: 'date' | 'datetime' | 'string' | 'number' | 'boolean';
	/** Value that means "nothing happened". */
	whenEmpty: 0 | null;
	/** Whether its numbers may be added up across periods and, unless groups overlap, groups. */
	canAddUp?: boolean;
	/** Whether an event can be in several groups, as in those of a list property. */
	hasOverlap?: boolean;
	derived?: Derived;
}

/** Returns a column of groups that overlap. */
export function withOverlap(column: Column): Column {
	return { ...column, hasOverlap: true };
}

/** Whether a measure's numbers may be added up across groups. */
export function canAddGroups({ canAddUp, hasOverlap }: Column): boolean {
	return canAddUp === true && hasOverlap !== true;
}

export interface Table {
	columns: Column[];
	/** Cells in the order of the columns. Dates are ISO 8601, measures numbers. */
	rows: RowSet;
	/** Points in time, in order, with or without rows; empty for totals. */
	points: string[];
	/** Further dates in the answer: of totals, and of values for the complete range. */
	answerDates?: readonly string[];
	/** Totals over the date range, one row per group, without the date; only if requested. */
	totals?: Cell[][];
	/** Totals of all groups for messages: from the service if requested, or added up. */
	sums?: Cell[][];
	/** Name of the merged other groups in rows, whose group columns all have it. */
	rest?: string;
	/** The report without groups, for messages about measures that can't be added up. */
	overall?: Table;
	/** Key of the measure that charts show, if rows have an order that charts must keep. */
	drawn?: string;
	isTruncated: boolean;
	/** Whether individual rows were omitted, not complete groups: missing ones are unknown. */
	isCutByRows?: boolean;
	/** Whether numbers are from a sample of the users; undefined if the answer doesn't say. */
	isSampled?: boolean;
	/** Number of 64 equal parts of the users in the sample, if known. */
	samplingFactor?: number;
	/** Number of existing groups and of groups in this table. */
	groupCount?: { total: number; returned: number };
	partial?: readonly string[];
	/** Usual ranges of the numbers over all groups, if requested. */
	usual?: Usuals;
	notes?: readonly Note[];
	/** When the service's data last changed, in its own zone, without an offset. */
	dataUpdatedAt?: string;
	/** When the data last changed noticeably: the data before that can be considered complete. */
	dataSufficientAt?: string;
}

/** The times until which a report has data. */
export type DataTimes = Pick<Table, 'dataUpdatedAt' | 'dataSufficientAt'>;

/** Matches a moment of this century: without data, the service returns one of 1970. */
const MOMENT = /^2\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d/;

/** Returns the later of the two times as the service writes it; undefined if it has none. */
export function lastUpdateOf({ dataUpdatedAt, dataSufficientAt }: DataTimes): string | undefined {
	const times = [dataUpdatedAt, dataSufficientAt].filter((time) => time && MOMENT.test(time));
	return times.sort().at(-1);
}

/** Returns the same as `YYYY-MM-DD HH:MM`. */
export function dataEndOf(times: DataTimes): string | undefined {
	return lastUpdateOf(times)?.slice(0, 16);
}

/** Returns the times of the answer that has data until the earlier time; one may have none. */
export function earlierData(one: DataTimes, other: DataTimes): DataTimes {
	const [end, otherEnd] = [dataEndOf(one), dataEndOf(other)];
	const { dataUpdatedAt, dataSufficientAt } = otherEnd && !(end && end <= otherEnd) ? other : one;
	return { dataUpdatedAt, dataSufficientAt };
}

/** A fact about a report that its rows do not show. */
export type Note =
	/** Incomplete periods; for totals, the range is the period. */
	| { kind: 'partial'; periods: readonly string[]; range?: { from: string; to: string } }
	/** Periods without a comparison period. */
	| { kind: 'noPartner'; periods: readonly string[] }
	/** Comparison periods that have no row. */
	| { kind: 'notShown'; periods: readonly string[] }
	/** Periods without a change, because they or their comparison periods are incomplete. */
	| { kind: 'noChange'; periods: readonly string[] }
	/** A total has no change, because the two ranges of dates aren't comparable. */
	| { kind: 'totalNotAlike' }
	/** Totals of custom ranges with different numbers of days. */
	| { kind: 'daysDiffer'; days: number; daysBefore: number }
	/** Dates or totals have no change, because some of their data have not arrived. */
	| { kind: 'lateNoChange'; of: ReadonlyArray<'dates' | 'totals'> }
	/** The answer for the dates compared with, such as one from a cache, has data only until then. */
	| { kind: 'lateBefore'; until: string }
	/** Rows of dates that are over lack data: the service has data only until then. */
	| { kind: 'late'; until: string }
	/** Some numbers are null, because a truncated answer omitted them. */
	| { kind: 'unknown' }
	/** Only complete periods count, and the range has others. */
	| { kind: 'leftOut' }
	/** Only complete periods count, and the range has none. */
	| { kind: 'noCompletePeriod'; unit: string }
	/** If only complete hours count, measures that can't be added up have no total. */
	| { kind: 'hoursNotTotalled' }
	/** A measure (or each, without a key) has no usual range at these periods. */
	| { kind: 'noUsual'; key?: string; why: NoRange | 'length'; periods: readonly string[] }
	/** The number of groups that 'Top Groups' leaves out. */
	| { kind: 'topGroups'; left: number }
	/** There are no numbers of all groups, or of all dates: their request failed or returned none. */
	| { kind: 'noOverall' | 'noTotals' }
	/** A number with its usual range. */
	| ({ kind: 'usual'; unit?: Usuals['unit'] } & UsualNumber)
	/** The number of unusual numbers that no note names. */
	| { kind: 'moreUnusual'; left: number }
	/** Users are followed through a period that isn't over. */
	| { kind: 'underWay' }
	/** Users who started on this day or later still have time for other steps, until that date. */
	| { kind: 'windowOpen'; from: string; until?: string }
	/** A condition compares with values that a property never has, and found nothing. */
	| {
			kind: 'noSuchValue';
			/** Expression of the property: `event.PayOrder.city`. */
			property: string;
			missing: readonly string[];
			/** Number of further missing values. */
			moreMissing?: number;
			/** Existing values, the most similar first, and the number of further ones. */
			known: readonly string[];
			more: number;
			/** Dates in which the property has those values; without it, the current values. */
			range?: { from: string; to: string };
	  };

/**
 * Whether any number is neither 0 nor unknown: a service without data returns no rows, or zeros.
 * @param counts whether a row counts; default: all
 */
export function hasData(
	{ columns, rows, drawn }: Table,
	counts: (row: readonly Cell[]) => boolean = () => true,
): boolean {
	// The boundaries of a distribution count nothing.
	const isBound = (key: string) => drawn !== undefined && key.startsWith('bucket_');
	const places = columns.flatMap(({ key, role }, index) =>
		role === 'measure' && !isBound(key) ? [index] : [],
	);
	if (places.length === 0) return rows.length > 0;
	for (const row of rows.each())
		if (places.some((place) => (row[place] ?? 0) !== 0) && counts(row)) return true;
	return false;
}

export function positionsOf(table: Pick<Table, 'columns'>): {
	date: number;
	groups: number[];
	measures: number[];
} {
	const of = (role: Column['role']) =>
		table.columns.flatMap((column, index) => (column.role === role ? [index] : []));
	return { date: of('date')[0] ?? -1, groups: of('group'), measures: of('measure') };
}

/** Returns the index of a column; -1 if there is none. */
export function columnAt(columns: readonly Column[], key: string): number {
	return columns.findIndex((column) => column.key === key);
}

/** Returns the measures without the columns that a comparison adds. */
export function ownMeasures(columns: readonly Column[]): Column[] {
	return columns.filter(({ role, derived }) => role === 'measure' && !derived);
}

/** A key contains the hash of a longer text, because each lookup reads all of the key. */
const LONG_TEXT = 1000;

/** Consecutive rows mostly have the same group, so equal values aren't processed again. */
export function groupKeys(groups: readonly number[]): (row: readonly Cell[]) => string {
	const names: KeyPart[] = [];
	let last: readonly Cell[] = [];
	let key: string | undefined;
	return (row) => {
		let isSame = key !== undefined;
		for (let at = 0; at < groups.length; at++) {
			const place = groups[at] as number;
			const cell = row[place] as Cell;
			if (key !== undefined && cell === last[place]) continue;
			names[at] = keyPartOf(cell);
			isSame = false;
		}
		last = row;
		if (!isSame || key === undefined) key = keyOfNames(names);
		return key;
	};
}

/** Returns the key that groupKeys makes, for one group's values. */
export function keyOfGroup(group: readonly Cell[]): string {
	return keyOfNames(group.map(keyPartOf));
}

type KeyPart = Cell | [hash: string];

function keyPartOf(cell: Cell): KeyPart {
	if (typeof cell !== 'string' || cell.length <= LONG_TEXT) return cell;
	return [createHash('sha256').update(cell).digest('hex')];
}

function keyOfNames(names: readonly KeyPart[]): string {
	const [first] = names;
	return names.length === 1 && !Array.isArray(first)
		? `${typeof first}${String(first)}`
		: JSON.stringify(names);
}

/** Groups entries by key, in the order in which the keys first occur. */
export function groupedBy<One, Key>(
	list: Iterable<One>,
	keyOf: (one: One) => Key,
): Map<Key, One[]> {
	const groups = new Map<Key, One[]>();
	for (const one of list) putInto(groups, keyOf(one), one);
	return groups;
}

export function putInto<One, Key>(groups: Map<Key, One[]>, key: Key, one: One): void {
	const own = groups.get(key);
	if (own) own.push(one);
	else groups.set(key, [one]);
}

/**
 * Rows of a table. The service's rows are kept as blocks, one per group, in the received lists: a
 * large result is never copied.
 */
export interface RowSet {
	readonly length: number;
	/** Yields the rows, with cells in the order of the columns, as they are needed. */
	each(): Iterable<Cell[]>;
	toArray(): Cell[][];
	arraySteps(): Steps<Cell[][]>;
	readonly blocks?: Blocks;
}

/** Groups × points in time × measures. */
export interface Blocks {
	/** First cell of each row of a block; without points, there is one row per block. */
	points?: readonly string[];
	/** If the rows are sparse, the values of a point without a row are undefined. */
	groups: Array<{ group: readonly Cell[]; values: ReadonlyArray<readonly Cell[] | undefined> }>;
	isSparse?: boolean;
}

/** Groups × points in time of a report, also those without a number: more would fill the memory. */
export const MOST_PLACES = 5_000_000;

/** @throws UserError if a report has too many groups and points in time together */
export function assertPlacesFit(groups: number, points: number): void {
	if (groups * points <= MOST_PLACES) return;
	throw new UserError(
		`The report has ${withCommas(groups)} groups and ${withCommas(points)} dates or times, so ${withCommas(groups * points)} places for numbers, but the maximum is ${withCommas(MOST_PLACES)}`,
		{
			description:
				'Choose a longer unit, fewer properties to group by, a filter, or a shorter date range (with several runs).',
		},
	);
}

/** Rows per step of work, which take some milliseconds. */
export const ROWS_A_STEP = 2000;

export function listRows(rows: Cell[][]): RowSet {
	return rowSet(rows.length, () => rows, rows);
}

/** Returns rows that are made each time they are needed. */
export function lazyRows(length: number, each: () => Iterable<Cell[]>): RowSet {
	return rowSet(length, each);
}

export function blockRows(blocks: Blocks): RowSet {
	const { groups, points, isSparse } = blocks;
	const isThere = (list: readonly Cell[] | undefined) => list !== undefined;
	const length =
		points && isSparse !== true
			? groups.length * points.length
			: groups.reduce((sum, { values }) => sum + values.filter(isThere).length, 0);
	return rowSet(length, () => unfold(blocks), undefined, blocks);
}

/** Returns the first rows; the others aren't made. */
export function firstRows(rows: RowSet, most = Infinity): RowSet {
	if (rows.length <= most) return rows;
	const first = rowSet(most, function* () {
		let left = most;
		for (const row of rows.each()) {
			if (left-- === 0) return;
			yield row;
		}
	});
	const { blocks } = rows;
	return blocks && !blocks.isSparse ? { ...first, blocks: firstBlocks(blocks, most) } : first;
}

function rowSet(
	length: number,
	each: () => Iterable<Cell[]>,
	made?: Cell[][],
	blocks?: Blocks,
): RowSet {
	let rows = made;
	const arraySteps = function* (): Steps<Cell[][]> {
		if (rows) return rows;
		const list: Cell[][] = [];
		for (const row of each()) {
			list.push(row);
			if (list.length % strideOf(row.length) === 0) yield;
		}
		rows = list;
		return list;
	};
	return {
		length,
		each: () => rows ?? each(),
		toArray: () => atOnce(arraySteps()),
		arraySteps,
		...(blocks ? { blocks } : {}),
	};
}

function* unfold({ points, groups }: Blocks): Generator<Cell[]> {
	for (const { group, values } of groups) {
		for (const [index, measures] of values.entries()) {
			if (measures === undefined) continue;
			yield points ? [points[index] as string, ...group, ...measures] : [...group, ...measures];
		}
	}
}

function firstBlocks({ points, groups }: Blocks, most: number): Blocks {
	const each = points?.length ?? 1;
	const kept = groups.slice(0, Math.ceil(most / each)).map(({ group, values }, index) => ({
		group,
		values: values.slice(0, most - index * each),
	}));
	return { points, groups: kept };
}

/** Text for a missing value of a group. */
export const MISSING = '(none)';
/** Separator of the values of several groups. */
export const BETWEEN = ' / ';

/** Longer digits are names: comparing such numbers would take long. */
const NUMBER = String.raw`-?\d{1,40}(?:\.\d{1,40})?`;
/** Matches `10`, `10~20`, `<10`, `≥20`, `20+`. */
const BUCKET = new RegExp(String.raw`^(<|<=|≤|>|>=|≥)?\s*(${NUMBER})(?:\s*~.*|\+)?$`);

/** Matches `[50, 100)`, `(-∞, 50)`, `[1000, +∞)`. */
const SPAN = new RegExp(String.raw`^[[(](?:(${NUMBER})|-∞), ?(?:(${NUMBER})|\+?∞)[\])]$`);

/**
 * Compares a group's values in ascending order (O2 of docs/calendar.md): numbers, digits as text
 * and buckets by their first number, then texts, then true, then false. The caller handles null.
 */
export function compareValues(a: Cell, b: Cell): number {
	const [first, second] = [rankOf(a), rankOf(b)];
	if (first.kind !== second.kind) return first.kind - second.kind;
	const order = compareAmounts(first.number, second.number);
	if (order !== 0) return order;
	return first.text < second.text ? -1 : first.text > second.text ? 1 : 0;
}

const [NUMBERS, TEXTS, BOOLEANS] = [0, 1, 2];
/** A bucket below a number sorts before the number. */
const [BELOW, AT] = ['a', 'b'];

function rankOf(value: Cell): { kind: number; number: Amount; text: string } {
	if (typeof value === 'number') return { kind: NUMBERS, number: value, text: AT };
	if (typeof value === 'boolean') return { kind: BOOLEANS, number: value ? 0 : 1, text: '' };
	const text = String(value);
	const [, from, to] = SPAN.exec(text) ?? [];
	const limit = from ?? to;
	if (limit !== undefined) return bucketRank(limit, from === undefined);
	const bucket = BUCKET.exec(text);
	if (!bucket) return { kind: TEXTS, number: 0, text };
	const [, side = '', number = ''] = bucket;
	return bucketRank(number, side.startsWith('<') || side === '≤');
}

function bucketRank(number: string, isBelow: boolean) {
	return { kind: NUMBERS, number: amountFrom(number), text: isBelow ? BELOW : AT };
}

/** Work on long lists in steps, so that n8n can do other work meanwhile. */

/** Approximate number of cells in a row. */
export const CELLS_A_ROW = 10;
/** Cells per step of work, which take some milliseconds. */
const CELLS_A_STEP = CELLS_A_ROW * ROWS_A_STEP;

/** Does what Array.map does, in steps; `cells` is the approximate number of cells in an entry. */
export function* mapSteps<One, Result>(
	list: readonly One[],
	map: (one: One, index: number) => Result,
	cells = 1,
): Steps<Result[]> {
	const results: Result[] = [];
	const stride = strideOf(cells);
	for (let from = 0; from < list.length; from += stride) {
		if (from > 0) yield;
		mapPart(list, map, results, Math.min(from + stride, list.length));
	}
	return results;
}

/** Maps up to that index; the engine compiles a plain loop better than one that pauses. */
function mapPart<One, Result>(
	list: readonly One[],
	map: (one: One, index: number) => Result,
	results: Result[],
	to: number,
): void {
	for (let index = results.length; index < to; index++)
		results.push(map(list[index] as One, index));
}

/** Returns the number of entries for one step, by their cells. */
export function strideOf(cells: number): number {
	return Math.max(1, Math.min(ROWS_A_STEP, Math.floor(CELLS_A_STEP / Math.max(1, cells))));
}

/** Does what groupedBy does, in steps. */
export function* groupedSteps<One, Key>(
	list: readonly One[],
	keyOf: (one: One) => Key,
): Steps<Map<Key, One[]>> {
	const groups = new Map<Key, One[]>();
	yield* mapSteps(list, (one) => putInto(groups, keyOf(one), one));
	return groups;
}

/** Does what Array.toSorted does, in steps: it sorts runs and merges them. */
export function* sortSteps<One>(
	list: readonly One[],
	compare: (a: One, b: One) => number,
): Steps<One[]> {
	let runs: One[][] = [];
	for (let start = 0; start < list.length; start += ROWS_A_STEP) {
		runs.push(list.slice(start, start + ROWS_A_STEP).sort(compare));
		yield;
	}
	while (runs.length > 1) {
		const merged: One[][] = [];
		for (let index = 0; index < runs.length; index += 2) {
			const [first, second] = [runs[index] as One[], runs[index + 1]];
			merged.push(second ? yield* mergeSteps(first, second, compare) : first);
		}
		runs = merged;
	}
	return runs[0] ?? [];
}

/** Equal entries of the first run come first. */
function* mergeSteps<One>(
	first: readonly One[],
	second: readonly One[],
	compare: (a: One, b: One) => number,
): Steps<One[]> {
	const merged: One[] = [];
	let [i, j] = [0, 0];
	while (i < first.length || j < second.length) {
		const takesFirst =
			j === second.length || (i < first.length && compare(first[i] as One, second[j] as One) <= 0);
		merged.push((takesFirst ? first[i++] : second[j++]) as One);
		if (merged.length % ROWS_A_STEP === 0) yield;
	}
	return merged;
}
