import type { JsonObject } from '../../../../credentials/http/json';
import { isObject, keysInOrder } from '../../../../credentials/http/json';
import type { Steps } from '../../../../credentials/http/slices';
import { atOnce } from '../../../../credentials/http/slices';
import { nameGroups } from '../../query/columns';
import { flagIn, numberIn, textIn } from '../../query/json';
import type { Property } from '../../query/query';
import { fromExpression, isTimeProperty, toExpression } from '../../query/query';
import type { Amount, Cell } from '../../table/decimal';
import { addQuickly, compareAmounts } from '../../table/decimal';
import { compareValues, mapSteps, sortSteps } from '../../table/table';
import type { Grouping, ResponseFacts } from '../rows';
import { ALL_DATES, ALL_VALUES, lineCounter, UnexpectedShape } from '../rows';
import { dataOf } from './request';

/** The form that all reports come in: columns by name, rows in no order (docs/service.md, "OpenAPI"). */

/** Sampling factor that means all users. */
const ALL_USERS = 64;
const FIELD = /^(?:event|user)\./;

export interface Tabular {
	/** Where each column stands in a row. */
	places: ReadonlyMap<string, number>;
	details: unknown[][];
	/** Of the whole range, beside the details. */
	totals?: unknown[][];
	facts: ResponseFacts;
}

/** @throws UnknownForm */
export function readTabular(answer: unknown): Tabular {
	const data = dataOf(answer);
	const names = namesIn(data);
	const places = new Map(names.map((name, index) => [name, index]));
	if (places.size < names.length) throw new UnexpectedShape('two columns have the same name');
	const factor = numberIn(data, 'sampling_factor');
	const totals = rowsIn(data.rollup_rows, 'rollup_rows', names.length);
	return {
		places,
		details: rowsIn(data.detail_rows, 'detail_rows', names.length) ?? [],
		...(totals ? { totals } : {}),
		facts: {
			isTruncated: flagIn(data, 'truncated') === true,
			isSampled: factor !== undefined && factor < ALL_USERS,
			dataUpdatedAt: textIn(data, 'data_update_time'),
		},
	};
}

/** Names of the columns in the order of the cells. */
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

/** @throws UnknownForm for a column that is not there */
export function placeOf({ places }: Tabular, name: string): number {
	const place = places.get(name);
	if (place === undefined) throw new UnexpectedShape(`the column '${name}' is missing`);
	return place;
}

/**
 * Where the groups stand, in the order of the query. Properties of events are told under any event.
 * @throws UnknownForm for a group without a column, and for a column of a group that nobody asked for
 */
export function groupPlaces({ places }: Tabular, groups: readonly Property[]): number[] {
	const told = [...places.keys()].filter((name) => FIELD.test(name));
	const names = groups.map((group) => columnOf(group, [...places.keys()]));
	if (new Set(names).size < names.length)
		throw new UnexpectedShape('two groups have the same column');
	const unasked = told.find((name) => !names.includes(name));
	if (unasked !== undefined) {
		const place = (places.get(unasked) as number) + 1;
		throw new UnexpectedShape(`column ${place} isn't a requested group`);
	}
	return names.map((name) => places.get(name) as number);
}

function columnOf(group: Property, names: readonly string[]): string {
	const expression = toExpression(group);
	if (names.includes(expression)) return expression;
	const found = names.filter((name) => {
		const property = fromExpression(name);
		return (
			property.of !== 'other' &&
			group.of !== 'other' &&
			property.of === group.of &&
			property.name === group.name
		);
	});
	if (found.length === 1) return found[0] as string;
	throw new UnexpectedShape(
		`${found.length === 0 ? 'no column' : 'several columns'} for ${expression}`,
	);
}

/** Whether a row is a total of all groups among the details. */
export function isTotalOfGroups(row: readonly unknown[], groups: readonly number[]): boolean {
	return groups.some((place) => row[place] === ALL_VALUES || row[place] === ALL_DATES);
}

/** Groups that are no dates: dates have a column of their own. */
export function ownGroups(groups: readonly Property[]): Property[] {
	return groups.filter((group) => !isTimeProperty(group));
}

/** A detail as an object, and its group. */
export interface DetailRow {
	cells: JsonObject;
	group: unknown[];
	/** For errors. */
	name: string;
}

/**
 * The details of a report on groups of users, so many a step, without totals of all groups.
 * @param taken keys of the report's own columns
 */
export function* linesSteps(
	tabular: Tabular,
	groupBy: readonly Property[],
	taken: readonly string[],
): Steps<{ lines: DetailRow[]; grouping: Grouping }> {
	const asked = ownGroups(groupBy);
	const { places, details } = tabular;
	lineCounter()(details);
	const at = details.length > 0 ? groupPlaces(tabular, asked) : [];
	const names = [...places.keys()];
	const read = (row: unknown[], index: number): DetailRow | undefined => {
		if (isTotalOfGroups(row, at)) return undefined;
		const cells = Object.fromEntries(names.map((name, place) => [name, row[place]]));
		return { cells, group: at.map((place) => row[place]), name: `row ${index + 1}` };
	};
	const all = yield* mapSteps(details, read, names.length);
	const lines = all.filter((line) => line !== undefined);
	const grouping = { fields: asked.map(toExpression), columns: nameGroups(asked, taken) };
	return { lines, grouping };
}

/** Some milliseconds, also where each has a row for every hour of a year. */
const ENTRIES_A_STEP = 20;

/**
 * Entries with the largest groups first, as the web page shows them: rows come in no order. Groups
 * of one size are in the order of their values, entries of one group as they were.
 */
export function largestFirst<Entry extends { group: readonly Cell[] }>(
	entries: readonly Entry[],
	sizeOf: (entry: Entry) => Cell,
): Entry[] {
	return atOnce(largestFirstSteps(entries, sizeOf));
}

/** As largestFirst, so many entries a step. */
export function* largestFirstSteps<Entry extends { group: readonly Cell[] }>(
	entries: readonly Entry[],
	sizeOf: (entry: Entry) => Cell,
): Steps<Entry[]> {
	const keyed: Array<{ entry: Entry; key: string }> = [];
	const sizes = new Map<string, Amount>();
	for (const entry of entries) {
		const key = JSON.stringify(entry.group);
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
			// 1 and "1", 10 and "10~20": in every run the same.
			compareTexts(a.key, b.key),
	);
	return sorted.map(({ entry }) => entry);
}

/** Null is last. */
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

function compareTexts(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
