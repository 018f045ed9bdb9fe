import { OperationalError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../credentials/http/json';
import { firstWords } from '../../../credentials/http/redact';
import type { Steps } from '../../../credentials/http/slices';
import { exists } from '../dates/calendar';
import { amountIn, flagIn, numberIn, textIn, toAmount } from '../query/json';
import { type Amount, type Cell, compareAmounts } from '../table/decimal';
import type { Column, Table } from '../table/table';
import {
	groupedBy,
	groupKeys,
	keyOfGroup,
	listRows,
	mapSteps,
	ROWS_A_STEP,
	strideOf,
	sortSteps,
} from '../table/table';
import { fromExpression, FULL_SAMPLE } from '../query/query';

/** What to do about an answer that this node can't read. */
export const REPORT_IT = 'Open a GitHub issue, and include your Sensors Analytics version.';

/** Thrown for an answer that this node can't read, instead of rows made up. */
export class UnexpectedShape extends OperationalError {
	constructor(
		readonly what: string,
		subject = 'The report',
	) {
		super(`${subject} has an unexpected structure: ${what}`);
	}
}

/** Thrown for an answer with groups that can only be read with the report without groups. */
export class NeedsUngroupedTable extends UnexpectedShape {}

/** Checks the ID of an answer: caches and gateways may return the answer for another object. */
export function assertOf(id: string, returned: unknown, subject: string): void {
	if (typeof returned !== 'number' && typeof returned !== 'string') return;
	if (String(returned) === id || String(returned) === String(Number(id))) return;
	throw new UnexpectedShape(
		`it is of ID ${firstWords(String(returned))} instead of ${id}`,
		subject,
	);
}

export function columnWith(
	key: string,
	role: Column['role'],
	type: Column['type'] = 'number',
): Column {
	return { key, role, type, whenEmpty: null };
}

export function objectOf(answer: unknown): JsonObject {
	if (isObject(answer)) return answer;
	throw new UnexpectedShape('it is not an object');
}

/** Returns the objects of a list, or undefined if it isn't a list of objects. */
export function objectsOrNone(value: unknown): JsonObject[] | undefined {
	return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

export function objectsOf(value: unknown, what: string): JsonObject[] {
	const list = objectsOrNone(value);
	if (list) return list;
	throw new UnexpectedShape(
		value === undefined ? `${what} is missing` : `${what} isn't a list of objects`,
	);
}

/** An answer may omit an empty list, unless another list came instead or it counts entries. */
export function listIn(data: JsonObject, key: string, except: readonly string[] = []): unknown {
	const list = data[key] ?? undefined;
	if (list !== undefined) return list;
	const isOther = (name: string) => !except.includes(name) && [data[name] ?? []].flat().length > 0;
	const other = Object.keys(data).find((name) => Array.isArray(data[name]) && isOther(name));
	if (other !== undefined)
		throw new UnexpectedShape(`'${key}' is missing, and '${firstWords(other)}' is unknown`);
	const totals = [data, data.page, data.page_info].map((one) => isObject(one) && one.total);
	const total = totals.find((one) => Number(one) > 0);
	if (total === undefined) return [];
	throw new UnexpectedShape(`'${key}' is missing, but 'total' is ${firstWords(String(total))}`);
}

/** Reads a number of users, which must not be negative. @throws UnexpectedShape */
export function countIn(object: JsonObject, key: string, place: string): Amount {
	const count = numberOf(object, key, place);
	if (compareAmounts(count, 0) < 0) throw new UnexpectedShape(`'${key}' of ${place} is below 0`);
	return count;
}

/** Work on rows pauses only between them; no report has more periods, buckets, steps, or columns. */
const MAX_CELLS = 5000;

/** @throws UnexpectedShape if a row has too many cells */
export function assertCells(count: number, what: string): void {
	if (count > MAX_CELLS) throw new UnexpectedShape(`a row has more than ${MAX_CELLS} ${what}`);
}

/** Returns the largest number of cells that a row has in this list. @throws UnexpectedShape */
export function mostCells(rows: readonly JsonObject[], key: string): number {
	const counts = rows.map(({ [key]: cells }) => (Array.isArray(cells) ? cells.length : 0));
	const most = counts.reduce((a, b) => Math.max(a, b), 1);
	assertCells(most, `'${key}'`);
	return most;
}

/** Returns the objects of a list of cells with their indexes; empty cells are left out. */
export function filledCells(
	value: unknown,
	place: string,
): Array<{ cell: JsonObject; index: number }> {
	if (!Array.isArray(value)) throw new UnexpectedShape(`${place} has no 'cells'`);
	return value.flatMap((cell: unknown, index) => {
		if (cell === null) return [];
		if (!isObject(cell)) throw new UnexpectedShape(`a cell of ${place} isn't an object`);
		const isEmpty = Object.values(cell).every((inner) => inner === null);
		return isEmpty ? [] : [{ cell, index }];
	});
}

/**
 * Refuses two rows with the same key, of which one was lost.
 * @param identities key of each row, as a list
 */
export function* distinctSteps(
	identities: Iterable<readonly Cell[]>,
	what: string,
): Steps<undefined> {
	const seen = new Set<string>();
	let keyOf: ReturnType<typeof groupKeys> | undefined;
	for (const identity of identities) {
		const place = seen.size + 1;
		if (place % ROWS_A_STEP === 0) yield;
		// All keys have the same length.
		keyOf ??= groupKeys([...identity.keys()]);
		const key = keyOf(identity);
		if (seen.size < seen.add(key).size) continue;
		const before = [...seen].indexOf(key) + 1;
		throw new UnexpectedShape(`${what} ${before} and ${place} have the same key`);
	}
	return undefined;
}

/** Values that mean all dates, and all values of a group (docs/service.md, "OpenAPI"). */
export const ALL_DATES = '$ALL';
const ALL_VALUES = '$layer_total_reserved_word';
/** Whether a value of a group means all of its values. */
export const isTotal = (value: unknown) => value === ALL_VALUES || value === ALL_DATES;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;
/** Every month has all days up to this one. */
const SHORTEST_MONTH = '28';

export interface Grouping {
	/** Field expressions, in the order of the values in rows. */
	fields: string[];
	/** Columns of the fields that aren't dates. */
	columns: Column[];
}

export interface RowKey {
	/** `YYYY-MM-DD`; null for the date range. */
	date: string | null;
	group: Cell[];
	/** Whether the row has group values, even if they are null. */
	hasGroup: boolean;
}

/** Whether a field is the time of an event, so that its groups are dates. */
export function isTime(field: string): boolean {
	return field.endsWith('.$time');
}

/** Whether a value is a date, with or without a time of day. */
export function isDate(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		DATE.test(value) &&
		(value.slice(8, 10) <= SHORTEST_MONTH || exists(value.slice(0, 10)))
	);
}

export function readDate(value: unknown, name: string): string | null {
	if (value === undefined || value === null || value === ALL_DATES) return null;
	if (isDate(value)) return dayIn(value, `the date of ${name}`);
	throw new UnexpectedShape(`the date of ${name} isn't a valid date`);
}

export function toCell(value: unknown, name: string): Cell {
	if (value === null || value === undefined) return null;
	if (Array.isArray(value) || isObject(value)) {
		throw new UnexpectedShape(`a group value of ${name} isn't text, a number, or true/false`);
	}
	return value as Cell;
}

export type ResponseFacts = Pick<
	Table,
	'isTruncated' | 'isSampled' | 'samplingFactor' | 'dataUpdatedAt' | 'answerDates'
>;

/** Adds the dates of tables that may be dropped later: they must be within the requested dates. */
export function withAnswerDates(facts: ResponseFacts, dates: Iterable<unknown>): ResponseFacts {
	const dated = new Set<string>(facts.answerDates);
	for (const date of dates) if (isDate(date)) dated.add(date.slice(0, 10));
	return { ...facts, answerDates: [...dated] };
}

/** Reads the facts; both generations have the same names for them. */
export function factsIn(answer: JsonObject): ResponseFacts {
	// 0 came although no sample was requested (docs/service.md, "OpenAPI").
	const factor = numberIn(answer, 'sampling_factor') || undefined;
	return {
		isTruncated: flagIn(answer, 'truncated') === true,
		isSampled: factor === undefined ? undefined : factor < FULL_SAMPLE,
		samplingFactor: factor !== undefined && factor > 0 ? factor : undefined,
		dataUpdatedAt: textIn(answer, 'data_update_time'),
	};
}

/** Answers may name a property of an event as that of any event (docs/service.md, "Fields"). */
export function columnOf(expression: string, names: readonly string[]): string {
	if (names.includes(expression)) return expression;
	const requested = fromExpression(expression);
	const found = names.filter((name) => {
		const property = fromExpression(name);
		return (
			property.of !== 'other' &&
			requested.of !== 'other' &&
			property.of === requested.of &&
			property.name === requested.name
		);
	});
	if (found.length === 1) return found[0] as string;
	throw new UnexpectedShape(
		`it has ${found.length === 0 ? 'no column' : 'several columns'} for ${expression}`,
	);
}

/** One date and group in an answer, with lines of steps, periods or buckets. */
export interface Entry extends RowKey {
	lines: Cell[][];
}

/** Each line is a list; this many take 1 GB. */
const MAX_LINES = 2_000_000;

/** Each line may be a single number in the answer, so lines are counted while they are made. */
export function lineCounter(
	most = MAX_LINES,
): <Lines extends { length: number }>(lines: Lines) => Lines {
	let count = 0;
	return (lines) => {
		count += lines.length;
		if (count <= most) return lines;
		throw new OperationalError(
			`The report is too large for memory: it has more than ${most / 1e6} million rows`,
			{
				description: 'Use a shorter date range, fewer groups, or fewer periods or buckets.',
			},
		);
	};
}

/**
 * An entry of the date range has no date, or one that means all of them; several dates of one group
 * would hide the requested value.
 */
export function ofRange<Row extends Entry>(entries: readonly Row[]): Row[] {
	const groups = groupedBy(entries, ({ group }) => keyOfGroup(group));
	return [...groups.values()].flatMap((own) => {
		const overall = own.filter(({ date }) => date === null);
		if (overall.length > 0) return overall;
		if (own.length === 1) return own.map((entry) => ({ ...entry, date: null }));
		throw new UnexpectedShape('it has several dates instead of one value for the whole date range');
	});
}

/** Which entries become rows; all others are left out, except for totals. */
export type EntryScope = 'dates' | 'whole' | 'any';

/**
 * Makes the table of a report: rows by date, groups in the order of the answer, lines in their
 * order. If dates are rows, entries of the date range are totals.
 * @param own columns of a line
 * @param drawn key of the measure that charts show
 */
export function* tableSteps(
	facts: ResponseFacts,
	{ fields, columns: groups }: Grouping,
	own: Column[],
	all: readonly Entry[],
	requested: EntryScope,
	drawn: string,
): Steps<Table> {
	const entries: Entry[] = [];
	const dates = new Set<string | null>();
	for (const [index, entry] of all.entries()) {
		dates.add(entry.date);
		if (!entry.group.some(isTotal)) entries.push(entry);
		if (index % ROWS_A_STEP === 0) yield;
	}
	yield* distinctSteps(identitiesOf(entries), 'rows');
	const dated = entries.filter(({ date }) => date !== null);
	const overall = entries.filter(({ date }) => date === null);
	// Without groups, the rows of such a report are dates, even if there are none.
	const hasDates =
		requested === 'dates' || (requested === 'any' && (dated.length > 0 || fields.length === 0));
	const order = new Map<string, number>();
	const rankOf = ({ group }: Entry): number => {
		const key = keyOfGroup(group);
		const rank = order.get(key) ?? order.size;
		order.set(key, rank);
		return rank;
	};
	const ranked = new Map<Entry, number>();
	yield* mapSteps(entries, (entry) => ranked.set(entry, rankOf(entry)));
	const toRows = function* (list: Entry[], withDate: boolean): Steps<Cell[][]> {
		const rankAt = (entry: Entry) => ranked.get(entry) as number;
		const sorted = yield* sortSteps(
			list,
			(a, b) => compareDates(a.date, b.date) || rankAt(a) - rankAt(b),
		);
		const rows: Cell[][] = [];
		for (const { date, group, lines } of sorted) {
			for (const line of lines) {
				rows.push([...(withDate ? [date] : []), ...group, ...line]);
				if (rows.length % strideOf(line.length) === 0) yield;
			}
		}
		return rows;
	};
	const columns = [...(hasDates ? [columnWith('date', 'date', 'date')] : []), ...groups, ...own];
	const rows = yield* toRows(hasDates ? dated : overall, hasDates);
	const identity = columns.flatMap(({ role }, index) => (role === 'measure' ? [] : [index]));
	yield* distinctSteps(cellsAt(rows, identity), 'rows');
	return {
		columns,
		rows: listRows(rows),
		points: [],
		totals: hasDates && overall.length > 0 ? yield* toRows(overall, false) : undefined,
		drawn,
		...withAnswerDates(facts, dates),
	};
}

function* identitiesOf(entries: readonly Entry[]): Generator<readonly Cell[]> {
	for (const { date, group } of entries) yield [date, ...group];
}

function* cellsAt(rows: readonly Cell[][], places: readonly number[]): Generator<readonly Cell[]> {
	for (const row of rows) yield places.map((place) => row[place] as Cell);
}

/** Compares `YYYY-MM-DD`; null equals any date. */
function compareDates(a: string | null, b: string | null): number {
	if (a === null || b === null || a === b) return 0;
	return a < b ? -1 : 1;
}

export function* gatherSteps(
	lines: ReadonlyArray<{ date?: string | null; group: Cell[]; line: Cell[] }>,
): Steps<Entry[]> {
	const entries = new Map<string, Entry>();
	let done = 0;
	for (const { date = null, group, line } of lines) {
		if (++done % ROWS_A_STEP === 0) yield;
		const key = keyOfGroup([date, ...group]);
		const entry = entries.get(key) ?? { date, group, hasGroup: true, lines: [] };
		entry.lines.push(line);
		entries.set(key, entry);
	}
	return [...entries.values()];
}

/** Numbers and points in time in answers. */

const TIME = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?)?$/;

/**
 * Reads a number, which may be text; other texts stay unchanged (F5 of docs/calendar.md), and a
 * number beyond 2^53 becomes the text of its digits (F6).
 */
export function readNumber(value: unknown, place: string): Cell {
	if (typeof value === 'number') return value;
	if (value === null || value === undefined) return null;
	if (typeof value !== 'string') throw new UnexpectedShape(`a value of ${place} isn't a number`);
	return toAmount(value) ?? value;
}

export function numberOf(object: JsonObject, key: string, place: string): Amount {
	const number = amountIn(object, key);
	if (number === undefined) throw new UnexpectedShape(`${place} has no '${key}'`);
	return number;
}

/** Converts `yyyy-MM-dd HH:mm:ss` to `yyyy-MM-dd` or, with a time, to `yyyy-MM-ddTHH:mm:ss`. */
export function readTime(value: unknown, what: string, hasTimeOfDay: boolean): string {
	if (typeof value !== 'string' || !TIME.test(value))
		throw new UnexpectedShape(`${what} isn't a valid date`);
	if (!hasTimeOfDay) return dayIn(value, what);
	return `${value.slice(0, 10)}T${value.slice(11, 19) || '00:00:00'}`;
}

/** A time other than midnight may be of another zone, and belong to the next day. */
function dayIn(time: string, what: string): string {
	if (/[1-9]/.test(time.slice(10)))
		throw new UnexpectedShape(`${what} is ${time}, but a day begins at 00:00:00`);
	return time.slice(0, 10);
}
