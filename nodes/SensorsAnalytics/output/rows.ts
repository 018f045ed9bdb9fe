import { type IBinaryData, type IDataObject, OperationalError, UserError } from 'n8n-workflow';

import { atOnce, inSlices, type Steps } from '../../../credentials/http/slices';
import { keepNewest } from '../../../credentials/process';
import { nameTaker, OWN_KEYS } from '../query/columns';
import { type Cell, withCommas } from '../table/decimal';
import {
	BETWEEN,
	type Blocks,
	type Column,
	groupKeys,
	keyOfGroup,
	listRows,
	MISSING,
	positionsOf,
	ROWS_A_STEP,
	strideOf,
	type RowSet,
	type Table,
} from '../table/table';
import { flagsOf } from './meta';
import { DEFAULT_LARGEST_REPORT, MOST_REPORT_ROWS } from './message/forms';

/**
 * Keys that every object inherits: a value stored at `__proto__` is lost, and expressions can't
 * read `constructor`.
 */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function keyTaker(taken: Iterable<string>): (requested: string) => string {
	return nameTaker(
		new Set([...INHERITED, ...taken]),
		(requested, number) => `${requested} (${number})`,
	);
}

/** Returns keys in order; a duplicate or inherited key gets a number. */
export function freeKeys(requested: readonly string[], taken: readonly string[] = []): string[] {
	const isTaken = (key: string) => key in shapeless || taken.includes(key);
	if (!requested.some(isTaken)) return [...requested];
	const take = keyTaker([...taken, ...requested]);
	return requested.map((key) => (isTaken(key) ? take(key) : key));
}

const shapeless = {};

/** The parts of rows in addition to their cells. */
interface RowParts {
	/** Cells before the others: a point in time and a group, which are replaced for each row. */
	head: Cell[];
	headKeys: readonly string[];
	/** Keys of the cells. */
	keys: readonly string[];
	/** Fields after the cells. */
	more: IDataObject;
	moreKeys: readonly string[];
}

type RowConstructor = new (parts: RowParts, cells: readonly Cell[]) => IDataObject;

/**
 * Returns a constructor of rows. The engine sets keys in a constructor three times as fast as in a
 * copy, and twice as fast if rows of many reports had other keys. The first keys have a line each:
 * the engine remembers the key at each line, and a line that always has the same key is as fast as
 * `object.key`.
 */
function rowConstructor(): RowConstructor {
	function Row(
		this: IDataObject,
		{ head, headKeys, keys, more, moreKeys }: RowParts,
		cells: readonly Cell[],
	): void {
		const before = head.length;
		if (before > 0) this[headKeys[0] as string] = head[0];
		if (before > 1) this[headKeys[1] as string] = head[1];
		if (before > 2) this[headKeys[2] as string] = head[2];
		for (let i = 3; i < before; i++) this[headKeys[i] as string] = head[i];
		const count = keys.length;
		if (count > 0) this[keys[0] as string] = cells[0];
		if (count > 1) this[keys[1] as string] = cells[1];
		if (count > 2) this[keys[2] as string] = cells[2];
		if (count > 3) this[keys[3] as string] = cells[3];
		if (count > 4) this[keys[4] as string] = cells[4];
		if (count > 5) this[keys[5] as string] = cells[5];
		if (count > 6) this[keys[6] as string] = cells[6];
		if (count > 7) this[keys[7] as string] = cells[7];
		if (count > 8) this[keys[8] as string] = cells[8];
		if (count > 9) this[keys[9] as string] = cells[9];
		for (let i = 10; i < count; i++) this[keys[i] as string] = cells[i];
		for (let i = 0; i < moreKeys.length; i++)
			this[moreKeys[i] as string] = more[moreKeys[i] as string];
	}
	// For all other code, rows are plain objects.
	Row.prototype = Object.prototype;
	return Row as unknown as RowConstructor;
}

/** With more keys, the engine would make each row of a constructor a table of its own keys. */
const MOST_KEYS = 48;

/** Returns a constructor of rows that are copies of this one, for many keys. */
function copyConstructor(shape: IDataObject): RowConstructor {
	function Row({ head, headKeys, keys, more, moreKeys }: RowParts, cells: readonly Cell[]) {
		const row = { ...shape };
		for (let i = 0; i < head.length; i++) row[headKeys[i] as string] = head[i];
		for (let i = 0; i < keys.length; i++) row[keys[i] as string] = cells[i];
		for (let i = 0; i < moreKeys.length; i++)
			row[moreKeys[i] as string] = more[moreKeys[i] as string];
		return row;
	}
	return Row as unknown as RowConstructor;
}

/**
 * Constructors by the number of keys: the engine gives all rows of a constructor the space that its
 * first ones need.
 */
const constructors = new Map<number, RowConstructor>();

/** Rows with the same keys. */
interface Shape {
	/** The keys as the row has them: equal texts that aren't identical are looked up each time. */
	keys: readonly string[];
	row: IDataObject;
	Row: RowConstructor;
}

const NOTHING: RowParts = { head: [], headKeys: [], keys: [], more: {}, moreKeys: [] };

/**
 * Returns a shape whose row has had a number and another value at each key: if a key has had only
 * numbers, the engine copies each one.
 */
function newShape(keys: readonly string[]): Shape {
	let Constructor: RowConstructor | undefined;
	if (keys.length <= MOST_KEYS) {
		Constructor = constructors.get(keys.length) ?? rowConstructor();
		constructors.set(keys.length, Constructor);
	}
	const row = Constructor
		? new Constructor(NOTHING, [])
		: Object.fromEntries(keys.map((key) => [key, null]));
	for (const value of [0, null]) for (const key of keys) row[key] = value;
	const own = new Map(Object.keys(row).map((key) => [key, key]));
	return {
		keys: keys.map((key) => own.get(key) ?? key),
		row,
		Row: Constructor ?? copyConstructor(row),
	};
}

const MOST = 100;
const shapes = new Map<string, Shape>();
/** The shape used last, because most rows have the shape of the previous ones. */
let latest: Shape | undefined;

/**
 * Returns the shape of rows with these keys. The last shapes are kept, because the engine forgets
 * the keys of objects when the last such object is gone, and a daily report would have to learn
 * them every day.
 */
function shapeOf(keys: readonly string[]): Shape {
	const isLatest =
		keys.length === latest?.keys.length && latest.keys.every((key, at) => key === keys[at]);
	if (latest && isLatest) return latest;
	const name = JSON.stringify(keys);
	const shape = shapes.get(name) ?? newShape(keys);
	keepNewest(shapes, name, shape, MOST);
	latest = shape;
	return shape;
}

/** The key of rows with an incomplete period. */
const PARTIAL_KEY = '_partial';
type Partial = readonly string[] | ((row: readonly Cell[]) => boolean);

/**
 * Returns one flat object per row, in the order of the columns, followed by `more`.
 * @param partial names of incomplete periods, for rows without a date any name; or a function for
 * the rows
 */
export function toRows(
	table: Pick<Table, 'columns' | 'rows'>,
	more: IDataObject = {},
	partial: Partial = [],
): IDataObject[] {
	return atOnce(rowSteps(table, more, partial));
}

/** Does what toRows does, in steps. */
export function* rowSteps(
	table: Pick<Table, 'columns' | 'rows'>,
	more: IDataObject,
	partial: Partial = [],
): Steps<IDataObject[]> {
	const objects = yield* objectSteps(table.columns, table.rows, more);
	if (typeof partial === 'function') {
		let index = 0;
		for (const row of table.rows.each()) {
			const object = objects[index++];
			if (object && partial(row)) object[PARTIAL_KEY] = true;
			if (index % ROWS_A_STEP === 0) yield;
		}
		return objects;
	}
	return partial.length > 0 ? markPartial(objects, table.columns, partial) : objects;
}

/** Marks the rows of incomplete periods; the other objects don't get the key. */
function markPartial(
	objects: IDataObject[],
	columns: readonly Column[],
	partial: readonly string[],
): IDataObject[] {
	const names = new Set<unknown>(partial);
	const date = columns.find(({ role }) => role === 'date')?.key;
	for (const object of objects) {
		if (date === undefined || names.has(object[date])) object[PARTIAL_KEY] = true;
	}
	return objects;
}

/** Returns totals as objects: groups and measures, without a date. */
export function toTotals({ columns, totals = [] }: Table): IDataObject[] {
	const own = columns.filter(({ role }) => role !== 'date');
	return atOnce(objectSteps(own, listRows(totals), {}));
}

function objectSteps(
	columns: readonly Column[],
	rows: RowSet,
	more: IDataObject,
): Steps<IDataObject[]> {
	const requested = freeKeys(columns.map(({ key }) => key));
	// A column has priority.
	const added = Object.keys(more).filter((key) => !requested.includes(key));
	const { keys: all, Row } = shapeOf([...requested, ...added]);
	const [keys, moreKeys] = [all.slice(0, requested.length), all.slice(requested.length)];
	const parts: RowParts = { head: [], headKeys: [], keys, more, moreKeys };
	return rows.blocks && !rows.blocks.isSparse
		? fromBlocks(rows.blocks, rows.length, Row, parts)
		: fromEach(rows.each(), Row, parts);
}

function* fromEach(
	rows: Iterable<Cell[]>,
	Row: RowConstructor,
	parts: RowParts,
): Steps<IDataObject[]> {
	const objects: IDataObject[] = [];
	const stride = strideOf(parts.keys.length + parts.moreKeys.length);
	for (const cells of rows) {
		objects.push(new Row(parts, cells));
		if (objects.length % stride === 0) yield;
	}
	return objects;
}

function* fromBlocks(
	{ points, groups }: Blocks,
	length: number,
	Row: RowConstructor,
	all: RowParts,
): Steps<IDataObject[]> {
	const groupStart = points === undefined ? 0 : 1;
	const measureStart = groupStart + (groups[0]?.group.length ?? 0);
	const objects = new Array<IDataObject>(length);
	const [headKeys, keys] = [all.keys.slice(0, measureStart), all.keys.slice(measureStart)];
	const parts: RowParts = { ...all, head: [], headKeys, keys };
	const stride = strideOf(all.keys.length + all.moreKeys.length);
	let row = 0;
	let inStep = 0;
	for (const { group, values } of groups) {
		for (let g = 0; g < group.length; g++) parts.head[groupStart + g] = group[g] as Cell;
		for (let from = 0; from < values.length; from += stride) {
			const to = Math.min(from + stride, values.length);
			storePart(objects, row, Row, parts, points, values, from, to);
			row += to - from;
			inStep += to - from;
			if (inStep < stride) continue;
			inStep = 0;
			yield;
		}
	}
	return objects;
}

/**
 * A plain loop in a separate function is used because large results spend most of their time here.
 */
function storePart(
	objects: IDataObject[],
	row: number,
	Row: RowConstructor,
	parts: RowParts,
	points: Blocks['points'],
	values: Blocks['groups'][number]['values'],
	from: number,
	to: number,
): void {
	for (let p = from; p < to; p++) {
		if (points !== undefined) parts.head[0] = points[p] as string;
		objects[row++] = new Row(parts, values[p] as readonly Cell[]);
	}
}

/** Returns the keys of all rows, in the order of their first occurrence. */
export function* keySteps(rows: readonly IDataObject[]): Steps<string[]> {
	const keys = new Set<string>();
	for (const row of rows) {
		for (const key of Object.keys(row)) keys.add(key);
		yield;
	}
	return [...keys];
}

/** As items, this many values take 0.5 GB. */
export const MAX_VALUES = 10_000_000;
export const MORE_VALUES = `more than ${MAX_VALUES / 1e6} million values`;
/** Empty values take memory, too. */
const MAX_CELLS = 1.5 * MAX_VALUES;
/** A key with this number of characters counts like a value: each row of JSON repeats it. */
const LONG_KEY = 100;

/**
 * Returns the error for a result that would exceed the memory, in the same words for all results.
 * @param fault its size
 * @param advice what to do
 */
export function doesNotFit(what: string, fault: string, advice: string): OperationalError {
	return new OperationalError(`${what} is too large for n8n items: ${fault}`, {
		description: advice,
	});
}

/** Does what doesNotFit does, for a list of the service. */
export function listDoesNotFit(entries: number, fault: string): OperationalError {
	const advice = 'Choose fewer properties, set a limit, or use a narrower filter or date range.';
	return doesNotFit('The list', `${entries} entries have ${fault}`, advice);
}

/**
 * Fills rows that omit empty values with null in place, so that all have the same keys.
 * @param order all keys, in a different order
 * @param extra fields to add to each row
 * @throws OperationalError before the added values exceed the memory
 */
export async function withAllKeys(
	rows: IDataObject[],
	order?: readonly string[],
	extra: IDataObject = {},
): Promise<IDataObject[]> {
	return await inSlices(allKeysSteps(rows, order, extra));
}

function* allKeysSteps(
	rows: IDataObject[],
	order: readonly string[] | undefined,
	extra: IDataObject,
): Steps<IDataObject[]> {
	const keys = order ?? (yield* keySteps(rows));
	const letters = keys.reduce((sum, { length }) => sum + length, 0);
	const size = Math.max(keys.length, letters / LONG_KEY);
	if (rows.length * size > MAX_CELLS)
		throw listDoesNotFit(rows.length, `${keys.length} columns, most of them empty or long`);
	const shape = Object.fromEntries(keys.map((key) => [key, null]));
	const isAlone = Object.keys(extra).length === 0;
	for (const [index, row] of rows.entries()) {
		const own = Object.keys(row);
		const isWhole = own.length === keys.length && own.every((key, at) => key === keys[at]);
		if (!isWhole || !isAlone) rows[index] = { ...shape, ...row, ...extra };
		yield;
	}
	return rows;
}

/** Maximum average length of a row's groups: rows repeat what an answer contains once. */
const MOST_CHARACTERS = 1000;
/** A row in a list takes about this many times less memory than a row as an item. */
const LIST_ADVANTAGE = 4;

/** The size of what an answer becomes. */
interface ReportSize {
	/** Number of groups that are kept. */
	groups: number;
	/** Points in time per group; 1 for totals. */
	points: number;
	/** Approximate number of characters in the names of these groups. */
	characters?: number;
}

/** How the rows of a report are used, for estimating memory. */
export interface RowUse {
	/** Maximum number of rows. */
	largest: number;
	/** Whether all rows become lists in one item. */
	isList: boolean;
	/** Maximum number of rows that are made, if there is a limit. */
	limit?: number;
}

/**
 * Returns the size of a report from its answers, one or one per chunk, with all their groups.
 * @param points points in time, including those that are filled in
 * @param top number of groups that are kept, if not all
 */
export function* reportSizeSteps(
	tables: readonly Table[],
	points: number,
	top = Infinity,
): Steps<ReportSize> {
	const names = new Set<string>();
	// Groups with the same name in one answer stay separate.
	let [largest, all, longest] = [0, 0, 0];
	for (const { rows, points: own } of tables) {
		yield 'long';
		const groups = rows.blocks?.groups;
		// Without blocks, this is their minimum number.
		const count = groups?.length ?? Math.ceil(rows.length / Math.max(1, own.length));
		largest = Math.max(largest, count);
		for (const { group } of groups ?? []) {
			if (tables.length > 1) {
				const name = keyOfGroup(group);
				if (names.has(name)) continue;
				names.add(name);
			}
			const length = group.reduce<number>((sum, cell) => sum + lengthOf(cell), 0);
			all += length;
			longest = Math.max(longest, length);
		}
	}
	const groups = Math.min(Math.max(largest, names.size), top);
	return { groups, points: Math.max(1, points), characters: Math.min(all, groups * longest) };
}

function lengthOf(cell: Cell | undefined): number {
	return typeof cell === 'string' ? cell.length : 0;
}

/**
 * Refuses an event report that would exceed n8n's memory, before its rows are made.
 * @throws UserError with the number of rows and the alternatives
 */
export function assertRowsFit(
	{ groups, points, characters = 0 }: ReportSize,
	use: RowUse,
	advice?: string,
): void {
	const size = { rows: groups * points, characters: characters * points };
	const parts = ` (${withCommas(groups)} groups × ${withCommas(points)} dates or times)`;
	const ways =
		"a longer 'Unit', fewer properties in 'Group By', a shorter 'Date Range' (with several runs), or the option 'Top Groups'";
	assertFits(size, use, advice ?? waysOut(ways, use, size.rows), parts);
}

/**
 * Does what assertRowsFit does, for a table of another model, before items are made.
 * @throws UserError
 */
export function assertTableFits({ rows, columns }: Table, use: RowUse): void {
	const ways = "fewer properties in 'Group By', or a shorter 'Date Range' (with several runs)";
	const { groups } = positionsOf({ columns });
	let characters = 0;
	for (const row of rows.each()) for (const at of groups) characters += lengthOf(row[at]);
	assertFits({ rows: rows.length, characters }, use, waysOut(ways, use, rows.length));
}

/**
 * Does what assertRowsFit does, for the rows that the trigger returns.
 * @param points number of periods
 * @throws UserError
 */
export function assertRowsReturnedFit(table: Table, points: number): void {
	assertRowsFit(
		atOnce(reportSizeSteps([table], points)),
		{ largest: DEFAULT_LARGEST_REPORT, isList: false },
		"Choose fewer properties in 'Group By', or a smaller number in the option 'Maximum Periods to Catch Up'.",
	);
}

function mostRowsIn({ largest, isList }: RowUse): number {
	return Math.min(MOST_REPORT_ROWS, largest * (isList ? LIST_ADVANTAGE : 1));
}

function waysOut(ways: string, { isList, limit = Infinity }: RowUse, rows: number): string {
	const mayFit = Math.min(rows, limit) <= MOST_REPORT_ROWS;
	return [
		`Choose ${ways}.`,
		...(rows <= MOST_REPORT_ROWS && !isList
			? ["'Output' Table needs only a quarter of the memory."]
			: []),
		...(isList ? [] : ["With 'Output' Rows, 'Limit' sets the number of rows."]),
		...(mayFit ? ["If n8n has enough memory, increase the option 'Maximum Report Rows'."] : []),
	].join(' ');
}

function assertFits(
	{ rows, characters }: { rows: number; characters: number },
	use: RowUse,
	description: string,
	parts = '',
): void {
	const { largest, limit = Infinity } = use;
	const mostRows = mostRowsIn(use);
	if (Math.min(rows, limit) > mostRows) {
		throw new UserError(
			`The report has ${withCommas(rows)} rows${parts}, but the maximum is ${withCommas(mostRows)}`,
			{ description },
		);
	}
	// Long names of groups, repeated in every row, take more memory than many rows.
	const most = MOST_CHARACTERS * Math.max(largest, DEFAULT_LARGEST_REPORT);
	if (characters <= most) return;
	throw new UserError(
		`The rows of the report repeat ${withCommas(characters)} characters of group names, but the maximum is ${withCommas(most)}`,
		{
			description:
				"Add a filter that leaves out long names, choose other properties in 'Group By', or a longer 'Unit'.",
		},
	);
}

/**
 * Returns the unchanged answer as objects: one for each element of a list, otherwise one.
 * @throws OperationalError for values that n8n can't pass on as items
 */
export function toRawObjects(answer: unknown): IDataObject[] {
	const isList = Array.isArray(answer);
	const list: unknown[] = isList ? answer : [answer];
	return list.map((element, index) => {
		if (typeof element === 'object' && element !== null && !Array.isArray(element)) {
			return element as IDataObject;
		}
		const place = isList ? `Element ${index + 1} of the response` : 'The response';
		throw new OperationalError(`${place} is ${kindOf(element)} instead of a JSON object`, {
			description:
				"Check 'Base URL' in the credential. The response doesn't seem to come from Sensors Analytics.",
		});
	});
}

/** Returns the type of a value, not its content, which may repeat a secret. */
function kindOf(element: unknown): string {
	if (element === null || element === undefined) return 'null';
	if (Array.isArray(element)) return 'a list';
	return typeof element === 'string' ? 'a text' : `a ${typeof element}`;
}

/** Returns a request for an item: numbers that n8n can't hold become text. */
export function toItemJson(body: unknown): IDataObject {
	return JSON.parse(JSON.stringify(body)) as IDataObject;
}

/** In one object, this many keys take 0.2 GB, and much longer than in many. */
const MOST_WIDE = 1_000_000;
/** Where each date has groups of its own, it has an empty value for each group of the others. */
const MOST_EMPTY = 3_000_000;

function tooWide(fault: string): OperationalError {
	return doesNotFit(
		'The report',
		`as Wide, it has ${fault}`,
		"Set 'Output' to Rows or Table, choose fewer properties in 'Group By', or add a filter.",
	);
}

/** Returns a row with null at each key; in one step, many keys would block. */
function* emptyRow(keys: readonly string[]): Steps<IDataObject> {
	const row: IDataObject = {};
	for (const [at, key] of keys.entries()) {
		if (at % ROWS_A_STEP === 0) yield;
		row[key] = null;
	}
	return row;
}

/**
 * Returns one object per date, with a key for each group (and measure, if there are several). A
 * group without a row for a date has null; one with the name of a key in `more` gets a number.
 * @throws OperationalError for too many keys or empty values
 */
export function* wideSteps(
	table: Table,
	more: IDataObject,
	partial: readonly string[],
): Steps<IDataObject[]> {
	const { date, groups, measures } = positionsOf(table);
	const dates = table.columns.flatMap(({ role, key }, at) => (role === 'date' ? { key, at } : []));
	const take = keyTaker([...OWN_KEYS, ...dates.map(({ key }) => key), ...Object.keys(more)]);
	const keyOf = groupKeys(groups);
	const labelOf = (row: Cell[], measure: number) => {
		const name = table.columns[measure]?.key ?? '';
		if (groups.length === 0) return name;
		const group = groups.map((index) => String(row[index] ?? MISSING)).join(BETWEEN);
		return measures.length === 1 ? group : `${group}${BETWEEN}${name}`;
	};

	// By group, the keys of its measures.
	const labels = new Map<string, string[]>();
	const points = new Set<Cell>();
	const rows = yield* table.rows.arraySteps();
	const stride = strideOf(measures.length);
	for (const [index, row] of rows.entries()) {
		if (index % stride === 0) yield;
		if (date >= 0) points.add(row[date] as Cell);
		const key = keyOf(row);
		if (labels.has(key)) continue;
		labels.set(
			key,
			measures.map((measure) => take(labelOf(row, measure))),
		);
		if (labels.size * measures.length > MOST_WIDE)
			throw tooWide(`more than ${withCommas(MOST_WIDE)} columns`);
	}
	if ((labels.size * points.size - rows.length) * measures.length > MOST_EMPTY)
		throw tooWide(`more than ${withCommas(MOST_EMPTY)} empty values`);
	const labelled = [...labels.values()].flat();
	const keys = [...dates.map(({ key }) => key), ...labelled, ...Object.keys(more)];
	const empty = keys.length > ROWS_A_STEP ? undefined : newShape(keys).row;
	const byDate = new Map<Cell, IDataObject>();
	for (const [index, row] of rows.entries()) {
		if (index % stride === 0) yield;
		const point = date < 0 ? null : (row[date] as Cell);
		let object = byDate.get(point);
		if (!object) {
			object = Object.assign(empty ? { ...empty } : yield* emptyRow(keys), more);
			for (const { key, at } of dates) object[key] = row[at] as Cell;
			byDate.set(point, object);
			yield;
		}
		const own = labels.get(keyOf(row)) as string[];
		for (let at = 0; at < own.length; at++)
			object[own[at] as string] = row[measures[at] as number] as Cell;
	}
	// A group may have no row at the first dates, so the dates of other groups come first.
	const known = table.points.filter((point) => byDate.has(point));
	const order = known.length === byDate.size ? known : [...byDate.keys()];
	const objects = order.map((point) => byDate.get(point) as IDataObject);
	return partial.length > 0 ? markPartial(objects, table.columns, partial) : objects;
}

/** Returns the report as one object: columns, rows as lists in order, totals, meta. */
export function toTableItem(table: Table, meta: IDataObject): IDataObject {
	return {
		columns: table.columns.map(({ key, type, role }) => ({ name: key, type, role })),
		rows: table.rows.toArray(),
		totals: table.totals ? toTotals(table) : null,
		meta,
		...flagsOf(table),
	};
}

/** Files of items, by the item's JSON. */
const files = new WeakMap<IDataObject, IBinaryData>();
/** Most processes never make a file, so that they skip the lookup. */
let isAny = false;

/** Attaches a file to an item, under the key `data`. */
export function withFile(json: IDataObject, text: string, fileName: string, mimeType: string) {
	const content = Buffer.from(text);
	isAny = true;
	files.set(json, {
		data: content.toString('base64'),
		mimeType,
		fileName,
		fileExtension: fileName.split('.').at(-1),
		fileSize: `${content.length} B`,
	});
	return json;
}

export function fileOf(json: IDataObject): IBinaryData | undefined {
	return isAny ? files.get(json) : undefined;
}
