import { OperationalError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../credentials/http/json';
import { firstWords } from '../../../credentials/http/redact';
import { atOnce, type Steps } from '../../../credentials/http/slices';
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
	sortSteps,
} from '../table/table';
import { fromExpression, FULL_SAMPLE } from '../query/query';

/** An answer that this node does not know how to read: never rows made up. */
export class UnexpectedShape extends OperationalError {
	/**
	 * @param what was not understood, and where
	 * @param subject the answer in words for people
	 */
	constructor(
		readonly what: string,
		subject = 'The report',
	) {
		super(`${subject} has an unexpected structure: ${what}`);
	}
}

/** An answer with groups that the same report without them tells how to read. */
export class NeedsUngroupedTable extends UnexpectedShape {}

/**
 * Caches and gateways may give the answer of another object, which would count as the one asked for.
 * @throws UnexpectedShape where the answer tells an ID, and it is another one
 */
export function assertOf(id: string, returned: unknown, subject: string): void {
	if (typeof returned !== 'number' && typeof returned !== 'string') return;
	if (String(returned) === id || String(returned) === String(Number(id))) return;
	throw new UnexpectedShape(
		`it is of ID ${firstWords(String(returned))} instead of ${id}`,
		subject,
	);
}

export function column(key: string, role: Column['role'], type: Column['type'] = 'number'): Column {
	return { key, role, type, whenEmpty: null };
}

/** @throws UnexpectedShape for an answer that is no object */
export function objectOf(answer: unknown): JsonObject {
	if (isObject(answer)) return answer;
	throw new UnexpectedShape('it is not an object');
}

/** The objects of a list, or undefined if it is no list of objects. */
export function objectsOrNone(value: unknown): JsonObject[] | undefined {
	return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** @throws UnexpectedShape for what is no list of objects */
export function objectsOf(value: unknown, what: string): JsonObject[] {
	const list = objectsOrNone(value);
	if (list) return list;
	throw new UnexpectedShape(
		value === undefined ? `${what} is missing` : `${what} isn't a list of objects`,
	);
}

/** A number of users, never below 0. @throws UnexpectedShape */
export function countIn(object: JsonObject, key: string, place: string): Amount {
	const count = amountIn(object, key);
	if (count === undefined) throw new UnexpectedShape(`${place} has no '${key}'`);
	if (compareAmounts(count, 0) < 0) throw new UnexpectedShape(`'${key}' of ${place} is below 0`);
	return count;
}

/** The objects of a list of cells with their places in it; empty ones are left out. */
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
 * Two rows of one identity mean that a date or a group was lost on the way.
 * @param identities what tells rows apart, a list per row
 * @throws UnexpectedShape
 */
export function assertDistinct(identities: Iterable<readonly Cell[]>, what: string): void {
	atOnce(distinctSteps(identities, what));
}

/** As assertDistinct, so many rows a step. */
export function* distinctSteps(
	identities: Iterable<readonly Cell[]>,
	what: string,
): Steps<undefined> {
	const seen = new Set<string>();
	let keyOf: ReturnType<typeof groupKeys> | undefined;
	for (const identity of identities) {
		const place = seen.size + 1;
		if (place % ROWS_A_STEP === 0) yield;
		// All are of one length.
		keyOf ??= groupKeys([...identity.keys()]);
		const key = keyOf(identity);
		if (seen.size < seen.add(key).size) continue;
		const before = [...seen].indexOf(key) + 1;
		throw new UnexpectedShape(`${what} ${before} and ${place} have the same key`);
	}
	return undefined;
}

/** What stands for all dates, and for all values of a group (docs/service.md, "OpenAPI"). */
export const ALL_DATES = '$ALL';
export const ALL_VALUES = '$layer_total_reserved_word';
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?=$|[ T])/;
/** Up to here, each month has all days. */
const SHORTEST_MONTH = '28';
const REST = /^([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/** What the rows of an answer are split by. */
export interface Grouping {
	/** Field expressions, in the order in which rows tell their values. */
	fields: string[];
	/** Columns of those that are no dates. */
	columns: Column[];
}

/** Where a row of an answer belongs. */
export interface RowKey {
	/** `YYYY-MM-DD`; null for the whole range. */
	date: string | null;
	/** A value for each column of the groups. */
	group: Cell[];
	/** Whether the row says anything about groups, if only null. */
	hasGroup: boolean;
}

/** Whether a field is the time of an event, so that its groups are dates. */
export function isTime(field: string): boolean {
	return field.endsWith('.$time');
}

/** Whether a text is a date, with a time of day or without. */
export function isDate(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		DATE.test(value) &&
		(value.length === 10 || REST.test(value.slice(10))) &&
		(value.slice(8, 10) <= SHORTEST_MONTH || exists(value.slice(0, 10)))
	);
}

/** @throws UnexpectedShape for what is neither a date nor stands for all of them */
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

/** What an answer says of itself. */
export type ResponseFacts = Pick<
	Table,
	'isTruncated' | 'isSampled' | 'dataUpdatedAt' | 'answerDates'
>;

/** With the dates that these tell, whatever becomes of them: they must be dates asked for. */
export function withAnswerDates(facts: ResponseFacts, dates: Iterable<unknown>): ResponseFacts {
	const dated = new Set<string>(facts.answerDates);
	for (const date of dates) if (isDate(date)) dated.add(date.slice(0, 10));
	return { ...facts, answerDates: [...dated] };
}

/** The two generations name it alike. */
export function factsIn(answer: JsonObject): ResponseFacts {
	const factor = numberIn(answer, 'sampling_factor');
	return {
		isTruncated: flagIn(answer, 'truncated') === true,
		isSampled: factor === undefined ? undefined : factor < FULL_SAMPLE,
		dataUpdatedAt: textIn(answer, 'data_update_time'),
	};
}

/**
 * The column of a property: called by its expression, or as the property under any event
 * (docs/service.md, "Fields").
 * @throws UnexpectedShape
 */
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

/** What an answer tells about one date and group: lines of steps, periods or buckets. */
export interface Entry extends RowKey {
	/** In the order in which they are shown. */
	lines: Cell[][];
}

/** Each is a list of its own: so many take a gigabyte. */
const MAX_LINES = 2_000_000;

/**
 * What counts lines while they are made of an answer, in which each may be a single number.
 * @throws OperationalError, before they fill the memory
 */
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
 * Entries where one value of the whole range was asked for: they are told without a date, or with
 * one that stands for all of them.
 * @throws UnexpectedShape for several dates of one group: what was asked for is not among them
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

/** Which entries are rows; all others are left out, except for those that are totals. */
export type EntryScope = 'dates' | 'whole' | 'any';

/**
 * The table of a model, so many rows a step: rows by date, groups as they came, lines in their order. Where dates are
 * rows, entries of the whole range are totals.
 * @param own columns of a line
 * @param drawn key of the measure that charts draw
 * @throws UnexpectedShape for two rows of one identity
 */
export function* tableSteps(
	facts: ResponseFacts,
	{ fields, columns: groups }: Grouping,
	own: Column[],
	all: readonly Entry[],
	requested: EntryScope,
	drawn: string,
): Steps<Table> {
	const entries = all.filter(({ group }) => !group.includes(ALL_VALUES));
	yield* distinctSteps(identitiesOf(entries), 'rows');
	const dated = entries.filter(({ date }) => date !== null);
	const overall = entries.filter(({ date }) => date === null);
	// Without groups, dates are what such a report has rows of, even if there are none.
	const hasDates =
		requested === 'dates' || (requested === 'any' && (dated.length > 0 || fields.length === 0));
	const order = new Map<string, number>();
	const rankOf = ({ group }: Entry): number => {
		const key = keyOfGroup(group);
		const rank = order.get(key) ?? order.size;
		order.set(key, rank);
		return rank;
	};
	const ranked = new Map(
		yield* mapSteps(entries, (entry): [Entry, number] => [entry, rankOf(entry)]),
	);
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
				if (rows.length % ROWS_A_STEP === 0) yield;
			}
		}
		return rows;
	};
	const columns = [...(hasDates ? [column('date', 'date', 'date')] : []), ...groups, ...own];
	const rows = yield* toRows(hasDates ? dated : overall, hasDates);
	const identity = columns.flatMap(({ role }, index) => (role === 'measure' ? [] : [index]));
	yield* distinctSteps(cellsAt(rows, identity), 'rows');
	return {
		columns,
		rows: listRows(rows),
		points: [],
		totals: hasDates && overall.length > 0 ? yield* toRows(overall, false) : undefined,
		drawn,
		...withAnswerDates(
			facts,
			all.map(({ date }) => date),
		),
	};
}

function* identitiesOf(entries: readonly Entry[]): Generator<readonly Cell[]> {
	for (const { date, group } of entries) yield [date, ...group];
}

function* cellsAt(rows: readonly Cell[][], places: readonly number[]): Generator<readonly Cell[]> {
	for (const row of rows) yield places.map((place) => row[place] as Cell);
}

/** `YYYY-MM-DD`; of the whole range, all are alike. */
function compareDates(a: string | null, b: string | null): number {
	if (a === null || b === null || a === b) return 0;
	return a < b ? -1 : 1;
}

/** Lines that came one by one, as the entries that they belong to, in the order of the first ones. */
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

/** Numbers and points in time, as answers tell them. */

const TIME = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?)?$/;

/**
 * A number, also one that came as text; any other text stays one (F5 of docs/calendar.md). Beyond
 * 2^53 it is the text of its digits (F6).
 * @param place for errors
 * @throws UnexpectedShape
 */
export function readNumber(value: unknown, place: string): Cell {
	if (typeof value === 'number') return value;
	if (value === null || value === undefined) return null;
	if (typeof value !== 'string') throw new UnexpectedShape(`a value of ${place} isn't a number`);
	return toAmount(value) ?? value;
}

/** A number that has to be there; it may be below 0. @throws UnexpectedShape */
export function numberOf(object: JsonObject, key: string, place: string): Amount {
	const number = amountIn(object, key);
	if (number === undefined) throw new UnexpectedShape(`${place} has no '${key}'`);
	return number;
}

/**
 * `yyyy-MM-dd HH:mm:ss` → `yyyy-MM-dd`, or `yyyy-MM-ddTHH:mm:ss` where the time of day counts.
 * @param what for errors
 * @throws UnexpectedShape
 */
export function readTime(value: unknown, what: string, hasTimeOfDay: boolean): string {
	if (typeof value !== 'string' || !TIME.test(value))
		throw new UnexpectedShape(`${what} isn't a valid date`);
	if (!hasTimeOfDay) return dayIn(value, what);
	return `${value.slice(0, 10)}T${value.slice(11, 19) || '00:00:00'}`;
}

/** At another time than midnight it may be a day of another time zone, which may be the next one. */
function dayIn(time: string, what: string): string {
	if (/[1-9]/.test(time.slice(10)))
		throw new UnexpectedShape(`${what} is ${time}, but a day begins at 00:00:00`);
	return time.slice(0, 10);
}
