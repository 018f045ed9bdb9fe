import { isObject, type JsonObject, keysInOrder } from '../../../../credentials/http/json';
import type { Steps } from '../../../../credentials/http/slices';
import { nameGroups } from '../../query/columns';
import { textIn } from '../../query/json';
import { isField, type Property, toExpression } from '../../query/query';
import { addQuickly, type Amount, type Cell, compareAmounts } from '../../table/decimal';
import { compareValues, keyOfGroup, mapSteps, sortSteps } from '../../table/table';
import type { Entry, Grouping, ResponseFacts } from '../rows';
import {
	assertCells,
	columnOf,
	factsIn,
	isTotal,
	lineCounter,
	listIn,
	readDate,
	toCell,
	UnexpectedShape,
	withAnswerDates,
} from '../rows';
import { dataOf, ownGroups } from './request';

/** The format of all reports: columns by name, rows in no order (docs/service.md, "OpenAPI"). */

/** The column of points in time, which totals also have. */
export const DATE = 'date';

const OTHER_LISTS = ['column_infos', 'rollup_rows'];

export interface Tabular {
	places: ReadonlyMap<string, number>;
	details: unknown[][];
	/** Totals over the date range, in addition to the details. */
	totals?: unknown[][];
	facts: ResponseFacts;
}

export function readTabular(answer: unknown): Tabular {
	const data = dataOf(answer);
	const names = namesIn(data);
	assertCells(names.length, 'columns');
	const places = new Map(names.map((name, index) => [name, index]));
	if (places.size < names.length) throw new UnexpectedShape('two columns have the same name');
	const details =
		rowsIn(listIn(data, 'detail_rows', OTHER_LISTS), 'detail_rows', names.length) ?? [];
	const totals = rowsIn(data.rollup_rows, 'rollup_rows', names.length);
	const date = places.get(DATE);
	const dates = date === undefined ? [] : [details, totals ?? []].flat().map((row) => row[date]);
	return {
		places,
		details,
		...(totals ? { totals } : {}),
		facts: withAnswerDates(factsIn(data), new Set(dates)),
	};
}

/** Returns the names of the columns in the order of the cells. */
function namesIn({ column_infos: infos, metadata_columns: metadata }: JsonObject): string[] {
	if (Array.isArray(infos) && infos.length > 0) {
		return infos.map((info: unknown, index) => {
			const name = isObject(info) ? textIn(info, 'column_name') : undefined;
			if (name === undefined) throw new UnexpectedShape(`column ${index + 1} has no name`);
			return name;
		});
	}
	if (!isObject(metadata))
		throw new UnexpectedShape("both 'column_infos' and 'metadata_columns' are missing");
	const names = keysInOrder(metadata);
	if (names) return [...names];
	throw new UnexpectedShape(
		'the name of a column is a number, so the order of the columns is unknown',
	);
}

function rowsIn(value: unknown, key: string, count: number): unknown[][] | undefined {
	if (value === undefined || value === null) return undefined;
	if (!Array.isArray(value)) throw new UnexpectedShape(`'${key}' isn't a list`);
	return value.map((row: unknown, index): unknown[] => {
		if (!Array.isArray(row)) throw new UnexpectedShape(`row ${index + 1} of '${key}' isn't a list`);
		if (row.length === count) return row;
		throw new UnexpectedShape(
			`row ${index + 1} of '${key}' has ${row.length} cells for ${count} columns`,
		);
	});
}

export function placeOf({ places }: Tabular, name: string): number {
	const place = places.get(name);
	if (place === undefined) throw new UnexpectedShape(`the column '${name}' is missing`);
	return place;
}

/**
 * Answers name properties of events as those of any event. Each requested group must have a column,
 * and no other property may have one.
 */
export function groupPlaces({ places }: Tabular, groups: readonly Property[]): number[] {
	const groupColumns = [...places.keys()].filter(isField);
	const names = groups.map((group) => columnOf(toExpression(group), [...places.keys()]));
	if (new Set(names).size < names.length)
		throw new UnexpectedShape('two groups have the same column');
	const extra = groupColumns.find((name) => !names.includes(name));
	if (extra !== undefined) {
		const place = (places.get(extra) as number) + 1;
		throw new UnexpectedShape(`column ${place} isn't a requested group`);
	}
	return names.map((name) => places.get(name) as number);
}

/** Whether a row among the details is a total of all groups. */
export function isTotalOfGroups(row: readonly unknown[], groups: readonly number[]): boolean {
	return groups.some((place) => isTotal(row[place]));
}

export interface DetailRow {
	cells: JsonObject;
	group: unknown[];
	name: string;
}

/**
 * Reads the details without totals of all groups.
 * @param taken keys of the report's own columns
 */
export function* linesSteps(
	answer: unknown,
	groupBy: readonly Property[],
	taken: readonly string[],
): Steps<{ tabular: Tabular; lines: DetailRow[]; grouping: Grouping }> {
	const tabular = readTabular(answer);
	const ownNames = ownGroups(groupBy);
	const { places, details } = tabular;
	lineCounter()(details);
	const at = details.length > 0 ? groupPlaces(tabular, ownNames) : [];
	const names = [...places.keys()];
	const read = (row: unknown[], index: number): DetailRow | undefined => {
		if (isTotalOfGroups(row, at)) return undefined;
		const cells = Object.fromEntries(names.map((name, place) => [name, row[place]]));
		return { cells, group: at.map((place) => row[place]), name: `row ${index + 1}` };
	};
	const all = yield* mapSteps(details, read, names.length);
	const lines = all.filter((line) => line !== undefined);
	return { tabular, lines, grouping: groupingFor(ownNames, taken) };
}

/**
 * @param groups groups that aren't dates
 * @param taken keys of the report's own columns
 */
export function groupingFor(groups: readonly Property[], taken: readonly string[]): Grouping {
	return { fields: groups.map(toExpression), columns: nameGroups(groups, taken) };
}

/** How to read the columns of a report on users who started at one time and their later periods. */
interface Cohorts {
	keys: readonly string[];
	period: RegExp;
	/** Whether no period may be missing. */
	isGapless: boolean;
	initialIn(cells: JsonObject, name: string): Amount;
	lineOf(period: number, initial: Amount, cells: JsonObject, key: string, name: string): Cell[];
}

/** Reads an entry for each start, or for each group over the date range. */
export function* cohortSteps(
	answer: unknown,
	{ groupBy, isWhole }: { groupBy: readonly Property[]; isWhole?: boolean },
	{ keys, period: pattern, isGapless, initialIn, lineOf }: Cohorts,
): Steps<{ facts: ResponseFacts; grouping: Grouping; entries: Entry[] }> {
	const { tabular, lines, grouping } = yield* linesSteps(answer, groupBy, keys);
	const periods = [...tabular.places.keys()]
		.flatMap((key) => {
			const number = pattern.exec(key)?.[1];
			return number === undefined ? [] : [{ key, period: Number(number) }];
		})
		.sort((a, b) => a.period - b.period);
	const isGrouped = grouping.fields.length > 0;
	// Without the date, all rows requested by date would be of the date range.
	if (lines.length > 0 && !isGrouped && isWhole !== true) placeOf(tabular, 'date');
	if (lines.length > 0 && periods.length === 0)
		throw new UnexpectedShape('the columns of the periods are missing');
	const lost = periods.findIndex(({ period }, index) => period !== index);
	if (isGapless && lost >= 0) throw new UnexpectedShape(`the column of period ${lost} is missing`);
	const counted = lineCounter();
	const read = ({ cells, group, name }: DetailRow) => {
		const initial = initialIn(cells, name);
		return {
			date: readDate(cells.date, name),
			group: group.map((value) => toCell(value, name)),
			hasGroup: true,
			// Future periods are null.
			lines: counted(
				periods
					.filter(({ key }) => (cells[key] ?? null) !== null)
					.map(({ key, period }) => lineOf(period, initial, cells, key, name)),
			),
			initial,
		};
	};
	const all = yield* mapSteps(lines, read, periods.length);
	const ordered = yield* largestFirstSteps(all, ({ initial }) => initial);
	return { facts: tabular.facts, grouping, entries: isGrouped ? asOverall(ordered) : ordered };
}

/** A single date means all of the range; several mean that groups were split by date. */
function asOverall(entries: readonly Entry[]): Entry[] {
	const dates = new Set(entries.flatMap(({ date }) => date ?? []));
	return dates.size > 1 ? [...entries] : entries.map((entry) => ({ ...entry, date: null }));
}

/** This many take some milliseconds, even if each has a row for every hour of a year. */
const ENTRIES_A_STEP = 20;

/**
 * Rows come in no order: the largest groups are first, as on the web page, equal ones by their
 * values. Entries of one group keep their order.
 */
export function* largestFirstSteps<Entry extends { group: readonly Cell[] }>(
	entries: readonly Entry[],
	sizeOf: (entry: Entry) => Cell,
): Steps<Entry[]> {
	const keyed: Array<{ entry: Entry; key: string }> = [];
	const sizes = new Map<string, Amount>();
	for (const entry of entries) {
		const key = keyOfGroup(entry.group);
		keyed.push({ entry, key });
		sizes.set(key, addQuickly(sizes.get(key) ?? 0, sizeOf(entry)));
		if (keyed.length % ENTRIES_A_STEP === 0) yield;
	}
	const sizeAt = (key: string) => sizes.get(key) as Amount;
	const sorted = yield* sortSteps(
		keyed,
		(a, b) =>
			compareAmounts(sizeAt(b.key), sizeAt(a.key)) ||
			compareGroups(a.entry.group, b.entry.group) ||
			// Values such as "1" and 1, or 10 and "10~20", get a fixed order, texts first.
			compareAlike(a.entry.group, b.entry.group),
	);
	return sorted.map(({ entry }) => entry);
}

/** Compares groups; null is last. */
function compareGroups(a: readonly Cell[], b: readonly Cell[]): number {
	for (const [index, value] of a.entries()) {
		const other = b[index] ?? null;
		const order =
			value === null || other === null
				? Number(value === null) - Number(other === null)
				: compareValues(value, other);
		if (order !== 0) return order;
	}
	return 0;
}

function compareAlike(a: readonly Cell[], b: readonly Cell[]): number {
	for (const [index, value] of a.entries()) {
		const other = b[index] ?? null;
		const order = Number(typeof other === 'string') - Number(typeof value === 'string');
		if (order !== 0) return order;
		const [text, otherText] = [String(value), String(other)];
		if (text !== otherText) return text < otherText ? -1 : 1;
	}
	return 0;
}
