import { createHash } from 'crypto';

import { atOnce, type Steps } from '../../../credentials/http/slices';
import type { NoRange, UsualNumber, Usuals } from '../insight/usual';
import { type Amount, amountFrom, type Cell, compareAmounts } from './decimal';

/** The neutral result: typed columns and rows, in no wire format's words. */

/** What a comparison adds to a column. */
export interface Derived {
	/** Key of the column that is compared. */
	of: string;
	as: 'previous' | 'change' | 'percent' | 'usual';
}

export interface Column {
	key: string;
	role: 'date' | 'group' | 'measure';
	/** Of its cells; any cell may be null. */
	type: 'date' | 'datetime' | 'string' | 'number' | 'boolean';
	/** What stands for "nothing happened". */
	whenEmpty: 0 | null;
	/** Whether its numbers may be added up, over periods and groups. */
	canAddUp?: boolean;
	derived?: Derived;
}

export interface Table {
	columns: Column[];
	/** Cells in the order of the columns. Dates are ISO 8601, measures numbers. */
	rows: RowSet;
	/** Points in time, in their order, whether or not there are rows; none for totals. */
	points: string[];
	/** Further dates that the answer tells: of totals, and of what is told of the whole range. */
	answerDates?: readonly string[];
	/** Totals over the whole range, one row per group, without the date; if asked for. */
	totals?: Cell[][];
	/**
	 * The same for messages, of all groups: as the service tells them, or added up. Only for measures
	 * that can be added up, where the service was not asked.
	 */
	sums?: Cell[][];
	/** The same report without groups, for messages that tell of what can't be added up over them. */
	overall?: Table;
	/**
	 * Key of the measure that charts draw, where rows have an order of their own (steps, periods,
	 * buckets) which charts keep.
	 */
	drawn?: string;
	/** True when the service left out rows. */
	isTruncated: boolean;
	/** Whether it left out any rows, and not whole groups: what is not in here is unknown. */
	isCutByRows?: boolean;
	/** Whether the service computed from a sample of the users; of an answer undefined if it doesn't say. */
	isSampled?: boolean;
	/** Groups that exist, and groups that are in here. */
	groupCount?: { total: number; returned: number };
	/** Names of the periods in here that are cut by the range or not over yet. */
	partial?: readonly string[];
	/** Of the numbers over all groups what is usual, where that is wanted. */
	usual?: Usuals;
	/** What readers have to know to take the numbers for what they are. */
	notes?: readonly Note[];
	/** When the service's data were last changed, as it says so (its own zone, no offset). */
	dataUpdatedAt?: string;
	/** When they last changed noticeably: up to then they can be taken for complete. */
	dataSufficientAt?: string;
}

/** Something about a report that its rows do not show. */
export type Note =
	/** Periods that are cut by the range or not over yet; of totals, whose period is the range. */
	| { kind: 'partial'; periods: readonly string[]; range?: { from: string; to: string } }
	/** Periods that have no partner in the dates compared with. */
	| { kind: 'noPartner'; periods: readonly string[] }
	/** Periods compared with that no row stands beside. */
	| { kind: 'notShown'; periods: readonly string[] }
	/** Periods without a change, as they or their partners are partial. */
	| { kind: 'noChange'; periods: readonly string[] }
	/** A total has no change, as its dates and those compared with are not alike. */
	| { kind: 'totalNotAlike' }
	/** Totals of custom ranges, of so many days each. */
	| { kind: 'daysDiffer'; days: number; daysBefore: number }
	/** Numbers are null, as a truncated answer left them out. */
	| { kind: 'unknown' }
	/** Only whole periods count, and the range has none that is over. */
	| { kind: 'noCompletePeriod'; unit: string }
	/** Of hours that are over, what can't be added up has no total. */
	| { kind: 'hoursNotTotalled' }
	/** Of a measure (of all, if none is named) no usual range is told, at these periods. */
	| { kind: 'noUsual'; key?: string; why: NoRange | 'length'; periods: readonly string[] }
	/** A number, beside its usual range. */
	| ({ kind: 'usual' } & UsualNumber)
	/** Users are followed through a period that is not over yet. */
	| { kind: 'underWay' }
	/**
	 * Who started a funnel on this day (`YYYY-MM-DD`) or later still has time to take its other steps,
	 * where the range ends until it does.
	 */
	| { kind: 'windowOpen'; from: string; until?: string }
	/** A condition asks for values that a property never has, and it found nothing. */
	| {
			kind: 'noSuchValue';
			/** As an expression of the platform: `event.PayOrder.city`. */
			property: string;
			missing: readonly string[];
			/** How many more of those there are. */
			moreMissing?: number;
			/** Values that there are, the likeliest first, and how many more. */
			known: readonly string[];
			more: number;
			/** Dates in which the property has those; now, if there are none. */
			range?: { from: string; to: string };
	  };

/** Where the columns of each role stand in a row. */
export function positionsOf(table: Pick<Table, 'columns'>): {
	date: number;
	groups: number[];
	measures: number[];
} {
	const of = (role: Column['role']) =>
		table.columns.flatMap((column, index) => (column.role === role ? [index] : []));
	return { date: of('date')[0] ?? -1, groups: of('group'), measures: of('measure') };
}

/** Of a longer text, a key has the hash: whoever looks for a key reads all of it. */
const LONG_TEXT = 1000;

/**
 * Makes a text for each row that is the same for rows of the same group. Rows of one group mostly
 * follow each other, with the same texts: what stands at a place as before is not read anew.
 */
export function groupKeys(groups: readonly number[]): (row: readonly Cell[]) => string {
	const names: KeyPart[] = [];
	let last: readonly Cell[] = [];
	let key: string | undefined;
	return (row) => {
		let isSame = key !== undefined;
		for (const [at, place] of groups.entries()) {
			const cell = row[place] as Cell;
			if (key !== undefined && cell === last[place]) continue;
			names[at] = nameOf(cell);
			isSame = false;
		}
		last = row;
		if (!isSame || key === undefined) key = keyOfNames(names);
		return key;
	};
}

/** As groupKeys, of one group's values alone. */
export function keyOfGroup(group: readonly Cell[]): string {
	return keyOfNames(group.map(nameOf));
}

type KeyPart = Cell | [hash: string];

function nameOf(cell: Cell): KeyPart {
	if (typeof cell !== 'string' || cell.length <= LONG_TEXT) return cell;
	return [createHash('sha256').update(cell).digest('hex')];
}

function keyOfNames(names: readonly KeyPart[]): string {
	const [first] = names;
	return names.length === 1 && !Array.isArray(first)
		? `${typeof first}${String(first)}`
		: JSON.stringify(names);
}

/** What has one key together, in the order in which the keys come first. */
export function groupedBy<One, Key>(
	list: Iterable<One>,
	keyOf: (one: One) => Key,
): Map<Key, One[]> {
	const groups = new Map<Key, One[]>();
	for (const one of list) putInto(groups, keyOf(one), one);
	return groups;
}

/** Into the list of a key. */
export function putInto<One, Key>(groups: Map<Key, One[]>, key: Key, one: One): void {
	const own = groups.get(key);
	if (own) own.push(one);
	else groups.set(key, [one]);
}

/**
 * Rows of a table. What comes from the service is kept as blocks, one per group, in the lists in
 * which it came: a large result that goes straight to its output is never copied.
 */
export interface RowSet {
	readonly length: number;
	/** The rows one by one, cells in the order of the columns; made as they are asked for. */
	each(): Iterable<Cell[]>;
	/** All of them, made once. */
	toArray(): Cell[][];
	/** As toArray, so many rows a step. */
	arraySteps(): Steps<Cell[][]>;
	readonly blocks?: Blocks;
}

/** Groups × points in time × measures. */
export interface Blocks {
	/** In front of each row of a block; without them there is one row per block. */
	points?: readonly string[];
	/** A point that a group has no row for is undefined in its values; only where it is sparse. */
	groups: Array<{ group: readonly Cell[]; values: ReadonlyArray<readonly Cell[] | undefined> }>;
	isSparse?: boolean;
}

/** Rows that are made or taken in one step of work: some milliseconds. */
export const ROWS_A_STEP = 2000;

export function listRows(rows: Cell[][]): RowSet {
	return rowSet(rows.length, () => rows, rows);
}

/** So many rows that are made when they are asked for, each time anew. */
export function lazyRows(length: number, each: () => Iterable<Cell[]>): RowSet {
	return rowSet(length, each);
}

export function blockRows(blocks: Blocks): RowSet {
	return rowSet(countRows(blocks), () => unfold(blocks), undefined, blocks);
}

function countRows({ groups, points, isSparse }: Blocks): number {
	if (isSparse !== true && points) return groups.length * points.length;
	const isThere = (list: readonly Cell[] | undefined) => list !== undefined;
	return groups.reduce((sum, { values }) => sum + values.filter(isThere).length, 0);
}

/** The first rows; those behind them are not made. */
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
			if (list.length % ROWS_A_STEP === 0) yield;
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

/** Digits beyond these are names: numbers of many digits would take long to put in order. */
const NUMBER = String.raw`-?\d{1,40}(?:\.\d{1,40})?`;
/** `10`, `10~20`, `<10`, `≥20`, `20+`. */
const BUCKET = new RegExp(String.raw`^(<|<=|≤|>|>=|≥)?\s*(${NUMBER})(?:\s*~.*|\+)?$`);

/**
 * Order of a group's values, ascending (O2 of docs/calendar.md): numbers, digits as text and
 * buckets by their first number, then texts, then true, then false. Null is told apart by the
 * caller.
 */
export function compareValues(a: Cell, b: Cell): number {
	const [first, second] = [rankOf(a), rankOf(b)];
	if (first.kind !== second.kind) return first.kind - second.kind;
	const order = compareAmounts(first.number, second.number);
	if (order !== 0) return order;
	return first.text < second.text ? -1 : first.text > second.text ? 1 : 0;
}

const [NUMBERS, TEXTS, BOOLEANS] = [0, 1, 2];
/** What is below a number comes before it. */
const [BELOW, AT] = ['a', 'b'];

function rankOf(value: Cell): { kind: number; number: Amount; text: string } {
	if (typeof value === 'number') return { kind: NUMBERS, number: value, text: AT };
	if (typeof value === 'boolean') return { kind: BOOLEANS, number: value ? 0 : 1, text: '' };
	const text = String(value);
	const bucket = BUCKET.exec(text);
	if (!bucket) return { kind: TEXTS, number: 0, text };
	const [, side = '', number = ''] = bucket;
	const isBelow = side.startsWith('<') || side === '≤';
	return { kind: NUMBERS, number: amountFrom(number), text: isBelow ? BELOW : AT };
}

/** Work on long lists, so much a step: what takes long lets n8n answer others meanwhile. */

/** Cells that are read in one step: some milliseconds. */
const CELLS_A_STEP = 10 * ROWS_A_STEP;

/**
 * As `map` of a list.
 * @param cells in one entry, about
 */
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

/** Up to that place; the engine compiles a plain loop better than one that pauses. */
function mapPart<One, Result>(
	list: readonly One[],
	map: (one: One, index: number) => Result,
	results: Result[],
	to: number,
): void {
	for (let index = results.length; index < to; index++)
		results.push(map(list[index] as One, index));
}

/** Entries of so many cells that are one step. */
function strideOf(cells: number): number {
	return Math.max(1, Math.min(ROWS_A_STEP, Math.floor(CELLS_A_STEP / Math.max(1, cells))));
}

/** As groupedBy. */
export function* groupedSteps<One, Key>(
	list: readonly One[],
	keyOf: (one: One) => Key,
): Steps<Map<Key, One[]>> {
	const groups = new Map<Key, One[]>();
	yield* mapSteps(list, (one) => putInto(groups, keyOf(one), one));
	return groups;
}

/** As `toSorted` of a list: runs of it are sorted, and merged. */
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

/** Of what is alike, the first run's comes first. */
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
