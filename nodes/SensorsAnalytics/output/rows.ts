import { type IBinaryData, type IDataObject, OperationalError, UserError } from 'n8n-workflow';

import { atOnce, inSlices, type Steps } from '../../../credentials/http/slices';
import { nameTaker, OWN_KEYS } from '../query/columns';
import { type Cell, withCommas } from '../table/decimal';
import type { Blocks, Column, RowSet, Table } from '../table/table';
import { groupKeys, listRows, positionsOf, ROWS_A_STEP } from '../table/table';
import { flagsOf } from './meta';
import { BETWEEN, groupLabel } from './words';
import { DEFAULT_LARGEST_REPORT } from './limits';

/**
 * Keys that every object has: what is stored at `__proto__` is lost, and expressions can't read
 * `constructor`.
 */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function keyTaker(taken: Iterable<string>): (requested: string) => string {
	return nameTaker(
		new Set([...INHERITED, ...taken]),
		(requested, number) => `${requested} (${number})`,
	);
}

/** Keys in their order; one that is taken, or that every object has, gets a number behind it. */
export function freeKeys(requested: readonly string[], taken: readonly string[] = []): string[] {
	const isTaken = (key: string) => key in shapeless || taken.includes(key);
	if (!requested.some(isTaken)) return [...requested];
	const take = keyTaker([...taken, ...requested]);
	return requested.map((key) => (isTaken(key) ? take(key) : key));
}

const shapeless = {};

/** What rows are made with, beside the cells of each. */
interface RowParts {
	/** In front of the cells: a point in time and a group, written anew for each. */
	head: Cell[];
	headKeys: readonly string[];
	/** Of the cells. */
	keys: readonly string[];
	/** Behind the cells. */
	more: IDataObject;
	moreKeys: readonly string[];
}

/**
 * A row. The engine sets keys of an object in its constructor three times as quickly as those of a
 * copy, and twice as quickly where rows of many reports had other keys. The first ones have a line
 * each: the engine remembers the key that it met at a line, and a line that always meets the same
 * one stores as quickly as `object.key`.
 */
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
// For everyone else, rows are plain objects.
Row.prototype = Object.prototype;
const NewRow = Row as unknown as new (parts: RowParts, cells: readonly Cell[]) => IDataObject;
const NOTHING: RowParts = { head: [], headKeys: [], keys: [], more: {}, moreKeys: [] };

const MOST = 100;
const shapes = new Map<string, IDataObject>();
/** The one that was used last, for most rows are made as those before them. */
let latest: readonly string[] = [];

/**
 * Keeps a row with these keys, each of which had a number and something else: of a key that had
 * numbers alone, the engine copies each one. The last ones are kept, as the engine forgets what it
 * has learnt about the keys of objects when the last such object is gone: a daily report would
 * start anew every day.
 * @returns the keys as the row has them: a text that only says the same is looked up each time
 */
function keepShape(keys: readonly string[]): readonly string[] {
	if (areSame(keys, latest)) return latest;
	const name = JSON.stringify(keys);
	const shape = shapes.get(name) ?? new NewRow(NOTHING, []);
	// Behind all others: the one that was used longest ago goes first.
	if (!shapes.delete(name))
		for (const value of [null, 0]) for (const key of keys) shape[key] = value;
	shapes.set(name, shape);
	if (shapes.size > MOST) shapes.delete(shapes.keys().next().value as string);
	const own = new Map(Object.keys(shape).map((key) => [key, key]));
	latest = keys.map((key) => own.get(key) ?? key);
	return latest;
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
	return some.length === others.length && some.every((one, index) => one === others[index]);
}

/** The key of rows whose period is cut by the range or not over yet. */
const PARTIAL_KEY = '_partial';
type Partial = readonly string[] | ((row: readonly Cell[]) => boolean);

/**
 * One flat object per row, in the order of the columns, with `more` behind them.
 * @param partial names of periods whose rows say that they are partial; without a date all do; or
 * which rows do
 */
export function toRows(
	table: Pick<Table, 'columns' | 'rows'>,
	more: IDataObject = {},
	partial: Partial = [],
): IDataObject[] {
	return atOnce(rowSteps(table, more, partial));
}

/** As toRows, so many rows a step. */
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
		}
		return objects;
	}
	return partial.length > 0 ? markPartial(objects, table.columns, partial) : objects;
}

/** Objects of other periods stay as they are: most have none of this. */
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

/** Totals as objects: groups and measures, no date. */
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
	// A column wins.
	const added = Object.keys(more).filter((key) => !requested.includes(key));
	const all = keepShape([...requested, ...added]);
	const [keys, moreKeys] = [all.slice(0, requested.length), all.slice(requested.length)];
	const parts: RowParts = { head: [], headKeys: [], keys, more, moreKeys };
	return rows.blocks && !rows.blocks.isSparse
		? fromBlocks(rows.blocks, rows.length, parts)
		: fromEach(rows.each(), parts);
}

function* fromEach(rows: Iterable<Cell[]>, parts: RowParts): Steps<IDataObject[]> {
	const objects: IDataObject[] = [];
	for (const cells of rows) {
		objects.push(new NewRow(parts, cells));
		if (objects.length % ROWS_A_STEP === 0) yield;
	}
	return objects;
}

function* fromBlocks(
	{ points, groups }: Blocks,
	length: number,
	all: RowParts,
): Steps<IDataObject[]> {
	const groupStart = points === undefined ? 0 : 1;
	const measureStart = groupStart + (groups[0]?.group.length ?? 0);
	const objects = new Array<IDataObject>(length);
	const [headKeys, keys] = [all.keys.slice(0, measureStart), all.keys.slice(measureStart)];
	const parts: RowParts = { ...all, head: [], headKeys, keys };
	let row = 0;
	let inStep = 0;
	for (const { group, values } of groups) {
		for (let g = 0; g < group.length; g++) parts.head[groupStart + g] = group[g] as Cell;
		for (let from = 0; from < values.length; from += ROWS_A_STEP) {
			const to = Math.min(from + ROWS_A_STEP, values.length);
			storePart(objects, row, parts, points, values, from, to);
			row += to - from;
			inStep += to - from;
			if (inStep < ROWS_A_STEP) continue;
			inStep = 0;
			yield;
		}
	}
	return objects;
}

/** A plain loop in a function that does nothing else: large results spend their time in it. */
function storePart(
	objects: IDataObject[],
	row: number,
	parts: RowParts,
	points: Blocks['points'],
	values: Blocks['groups'][number]['values'],
	from: number,
	to: number,
): void {
	for (let p = from; p < to; p++) {
		if (points !== undefined) parts.head[0] = points[p] as string;
		objects[row++] = new NewRow(parts, values[p] as readonly Cell[]);
	}
}

/** The keys of all rows, in the order in which they came up. */
export function* keySteps(rows: readonly IDataObject[]): Steps<string[]> {
	const keys = new Set<string>();
	for (const row of rows) {
		for (const key of Object.keys(row)) keys.add(key);
		yield;
	}
	return [...keys];
}

/** What takes half a gigabyte as items. */
export const MAX_VALUES = 10_000_000;
export const MORE_VALUES = `more than ${MAX_VALUES / 1e6} million values`;
/** Empty ones take memory, too. */
const MAX_CELLS = 1.5 * MAX_VALUES;

/**
 * That a result would fill the memory, in the words of all results.
 * @param fault how much there is of it
 * @param advice what to do
 */
export function doesNotFit(what: string, fault: string, advice: string): OperationalError {
	return new OperationalError(`${what} is too large for n8n items: ${fault}`, {
		description: advice,
	});
}

/** As doesNotFit, for a list of the service. */
export function listDoesNotFit(entries: number, fault: string): OperationalError {
	const advice = 'Choose fewer properties, set a limit, or use a narrower filter or date range.';
	return doesNotFit('The list', `${entries} entries have ${fault}`, advice);
}

/**
 * Rows that leave out what is empty, in their list with null in its place: all have the same keys.
 * @param order all keys in another order than that in which they came up
 * @param extra stands behind those of each row
 * @throws OperationalError before what is filled in takes the memory
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
	if (rows.length * keys.length > MAX_CELLS)
		throw listDoesNotFit(rows.length, `${keys.length} columns, most of them empty`);
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

/** Of a row's groups, on average: rows repeat what an answer says once. */
const MOST_CHARACTERS = 1000;
/** A row in a list needs about so many times less memory than one as an item. */
const LIST_ADVANTAGE = 4;

/** What will be made of an answer. */
interface ReportSize {
	/** Groups that are kept. */
	groups: number;
	/** Points in time per group; 1 for totals. */
	points: number;
	/** Characters of the names of these groups, about. */
	characters?: number;
}

/** What is made of the rows of a report, as far as memory goes. */
export interface RowUse {
	/** Rows that are made without asking. */
	largest: number;
	/** Whether all rows go into one item, as lists. */
	isList: boolean;
	/** Rows that are made at most, however many there are. */
	limit?: number;
}

/**
 * The size of a report whose answers, one or one per slice, have been read.
 * @param points points in time that it has or that are filled in
 * @param top groups that are kept, if not all
 */
export function sizeOf(tables: readonly Table[], points: number, top = Infinity): ReportSize {
	const groups = Math.min(
		tables.reduce((most, table) => Math.max(most, groupsIn(table)), 0),
		top,
	);
	let characters = 0;
	for (const { rows } of tables) {
		let [all, longest] = [0, 0];
		for (const { group } of rows.blocks?.groups ?? []) {
			const own = group.reduce<number>((sum, cell) => sum + lengthOf(cell), 0);
			all += own;
			longest = Math.max(longest, own);
		}
		characters = Math.max(characters, Math.min(all, groups * longest));
	}
	return { groups, points: Math.max(1, points), characters };
}

function lengthOf(cell: Cell | undefined): number {
	return typeof cell === 'string' ? cell.length : 0;
}

/** At least so many groups are in a table; those of slices are mostly the same. */
function groupsIn({ rows, points }: Table): number {
	return rows.blocks?.groups.length ?? Math.ceil(rows.length / Math.max(1, points.length));
}

/**
 * Refuses an event report that would use up n8n's memory, before rows are made of it.
 * @throws UserError that tells the count and the ways out
 */
export function assertRowsFit({ groups, points, characters = 0 }: ReportSize, use: RowUse): void {
	const parts = ` (${withCommas(groups)} groups × ${withCommas(points)} dates or times)`;
	const ways =
		"a longer 'Unit', fewer properties in 'Group By', a shorter 'Date Range' (with several runs), or the option 'Top Groups'";
	assertFits(groups * points, parts, () => waysOut(ways, use), use);
	assertNamesFit(characters * points, use);
}

/**
 * As assertRowsFit, for a table of another model, before items are made of it.
 * @throws UserError
 */
export function assertTableFits({ rows, columns }: Table, use: RowUse): void {
	const ways = "fewer properties in 'Group By', or a shorter 'Date Range' (with several runs)";
	assertFits(rows.length, '', () => waysOut(ways, use), use);
	const { groups } = positionsOf({ columns });
	let characters = 0;
	for (const row of rows.each()) for (const at of groups) characters += lengthOf(row[at]);
	assertNamesFit(characters, use);
}

/** @throws UserError where long names of groups, once per row, take more than many rows */
function assertNamesFit(characters: number, { largest }: RowUse): void {
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
 * As assertRowsFit, for what the trigger tells of a report.
 * @param points periods that are told
 * @throws UserError
 */
export function assertRowsReturnedFit(table: Table, points: number): void {
	const { groups, characters = 0 } = sizeOf([table], points);
	const parts = ` (${withCommas(groups)} groups × ${withCommas(points)} dates or times)`;
	const ways =
		"Choose fewer properties in 'Group By', or a smaller number in the option 'Maximum Periods to Catch Up'.";
	const use = { largest: DEFAULT_LARGEST_REPORT, isList: false };
	assertFits(groups * points, parts, () => ways, use);
	assertNamesFit(characters * points, use);
}

function waysOut(ways: string, { isList }: RowUse): string {
	const forms = isList
		? ''
		: " 'Output' Table needs only a quarter of the memory. With 'Output' Rows, 'Limit' sets the number of rows.";
	return `Choose ${ways}.${forms} If n8n has enough memory, increase the option 'Maximum Report Rows'.`;
}

function assertFits(
	count: number,
	parts: string,
	advice: () => string,
	{ largest, isList, limit = Infinity }: RowUse,
): void {
	if (Math.min(count, limit) <= largest * (isList ? LIST_ADVANTAGE : 1)) return;
	throw new UserError(
		`The report has ${withCommas(count)} rows${parts}, but the maximum is ${withCommas(largest)}`,
		{ description: advice() },
	);
}

/**
 * The answer as it came, one object each; a list gives one per element.
 * @throws OperationalError for what n8n can't pass on as items
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

/** What it is, not what it says: it may repeat a secret. */
function kindOf(element: unknown): string {
	if (element === null || element === undefined) return 'null';
	if (Array.isArray(element)) return 'a list';
	return typeof element === 'string' ? 'a text' : `a ${typeof element}`;
}

/** A request as it can stand in an item: numbers that n8n can't hold are text. */
export function toItemJson(body: unknown): IDataObject {
	return JSON.parse(JSON.stringify(body)) as IDataObject;
}

/**
 * One object per date, with a key for each group (and measure, where there are several). A group
 * that has no row for a date has null there; one that is called like a key of `more` gets a number
 * behind its name.
 */
export function* wideSteps(
	table: Table,
	more: IDataObject,
	partial: readonly string[] = [],
): Steps<IDataObject[]> {
	const { date, groups, measures } = positionsOf(table);
	const otherDates = table.columns.flatMap(({ role }, index) =>
		role === 'date' && index !== date ? [index] : [],
	);
	const labels = new Map<string, string>();
	const dates = table.columns.filter(({ role }) => role === 'date').map(({ key }) => key);
	const take = keyTaker([...OWN_KEYS, ...dates, ...Object.keys(more)]);
	const keyOf = groupKeys(groups);
	const keyFor = (row: Cell[], measure: number) => {
		const identity = `${measure} ${keyOf(row)}`;
		let label = labels.get(identity);
		if (label === undefined) {
			const group = groupLabel(row, groups);
			const name = table.columns[measure]?.key ?? '';
			const requested =
				groups.length === 0 ? name : measures.length === 1 ? group : `${group}${BETWEEN}${name}`;
			label = take(requested);
			labels.set(identity, label);
		}
		return label;
	};

	const byDate = new Map<Cell, IDataObject>();
	const empty: Array<[string, Cell]> = [];
	const rows = yield* table.rows.arraySteps();
	for (const [index, row] of rows.entries()) {
		if (index % ROWS_A_STEP === 0) yield;
		for (const measure of measures) {
			const known = labels.size;
			const label = keyFor(row, measure);
			if (labels.size > known) empty.push([label, null]);
		}
	}
	for (const [index, row] of rows.entries()) {
		if (index % ROWS_A_STEP === 0) yield;
		const point = date < 0 ? null : (row[date] as Cell);
		let object = byDate.get(point);
		if (!object) {
			object = date < 0 ? {} : { [table.columns[date]?.key as string]: point };
			for (const index of otherDates)
				object[table.columns[index]?.key as string] = row[index] as Cell;
			Object.assign(object, Object.fromEntries(empty));
			byDate.set(point, object);
			yield;
		}
		for (const measure of measures) object[keyFor(row, measure)] = row[measure] as Cell;
	}
	// A group may have no row at the first dates: those of another one come before.
	const known = table.points.filter((point) => byDate.has(point));
	const order = known.length === byDate.size ? known : [...byDate.keys()];
	const objects: IDataObject[] = [];
	for (const point of order) {
		objects.push({ ...byDate.get(point), ...more });
		yield;
	}
	return partial.length > 0 ? markPartial(objects, table.columns, partial) : objects;
}

/** The whole report as one object: columns, rows as lists in their order, totals, meta. */
export function toTableItem(table: Table, meta: IDataObject): IDataObject {
	return {
		columns: table.columns.map(({ key, type, role }) => ({ name: key, type, role })),
		rows: table.rows.toArray(),
		totals: table.totals ? toTotals(table) : null,
		meta,
		...flagsOf(table),
	};
}

/** Files that belong to items, which hold no bytes themselves. */
const files = new WeakMap<IDataObject, IBinaryData>();
/** Most processes never make one: their rows need not be looked up. */
let isAny = false;

/** Gives an item a file beside its JSON, under the key `data`. */
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
