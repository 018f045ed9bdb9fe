import { UserError } from 'n8n-workflow';

import { firstWords, quoted } from '../../../credentials/http/redact';
import type { ServiceRequest } from '../../../credentials/http/request';
import { betweenPieces } from '../../../credentials/http/slices';
import { LEFT_OUT_LABEL, plainName } from '../../../credentials/ways/way';
import { isField } from '../query/query';
import { openPlaceIn } from '../sql/columns';
import { withoutValues } from '../sql/scan';
import { withCommas } from '../table/decimal';

/** Keeps out the properties that nobody may see: no request of any operation may use them. */

/** Keys of comparison values: a value is no property, even if it has the name of one. */
const VALUES = new Set(['params', 'values', 'slice_by_value', 'slice_by_values']);
/** Keys whose value names a property: `{"field": "user.phone", "params": ["1"]}`. */
const NAMING = ['field', 'property', 'name', 'expression'];
const OF_NAMED = new Set([...VALUES, 'value']);
/** Keys of columns and of their rows, in tables of the node and of the service. */
const COLUMNS = ['columns', 'column_infos'];
const ROWS = ['rows', 'detail_rows', 'rollup_rows'];
/** Key of an object whose keys are fields. */
const BY_FIELD = 'bucket_params';
const SQL_KEYS = new Set(['q', 'sql']);
/** Longer SQL would take seconds to check. */
const LONGEST_SQL = 250_000;
/** Matches the names within an expression. */
const NAMES = /[\p{L}\p{N}_$]+/gu;

/** @param leftOut plain names of properties */
export function assertNotLeftOut(
	{ body, form }: Pick<ServiceRequest, 'body' | 'form'>,
	leftOut: ReadonlySet<string>,
): void {
	if (leftOut.size === 0) return;
	const assertText = (text: string, isSql: boolean) => {
		if (isSql && text.length > LONGEST_SQL)
			throw new UserError(
				`'SQL' has more than ${withCommas(LONGEST_SQL)} characters, which is too long to check for the properties that the credential leaves out. Shorten the SQL`,
			);
		const place = isSql ? openPlaceIn(text) : undefined;
		// In other SQL, databases may read a text as a name.
		const names = isSql && place === undefined ? withoutValues(text) : text;
		const name = leftOutIn(names, leftOut);
		if (name !== undefined) throw leftOutError(name);
		if (place === undefined) return;
		throw new UserError(
			`'SQL' can't select ${firstWords(place)}, because the credential leaves out some properties: ${[...leftOut].join(', ')}. List the columns that you need`,
		);
	};
	const visit = (value: unknown, key: string) => {
		if (VALUES.has(key)) return;
		if (typeof value === 'string') assertText(value, SQL_KEYS.has(key));
		else if (Array.isArray(value)) for (const one of value) visit(one, key);
		else if (typeof value === 'object' && value !== null)
			for (const [name, inner] of Object.entries(value)) {
				if (key === BY_FIELD || isField(name)) assertText(name, false);
				visit(inner, name);
			}
	};
	visit(body, '');
	visit(form, '');
}

/** Keys of the fields that group an answer, for queries that only the service holds. */
const GROUPS = ['by_field', 'by_fields'];

/** An answer may be grouped by a property that the request doesn't name. */
export function assertGroupsKept(answer: unknown, leftOut: ReadonlySet<string>): void {
	if (leftOut.size === 0 || !isPlain(answer)) return;
	const overall = answer as Values;
	for (const one of [overall, overall.detail_result, overall.rollup_result, overall.data]) {
		if (!isPlain(one)) continue;
		const fields = GROUPS.map((key) => (one as Values)[key]);
		assertNotLeftOut({ body: { fields } }, leftOut);
	}
}

/** Returns the first property that a text names: a column, an expression, SQL. */
function leftOutIn(text: string, leftOut: ReadonlySet<string>): string | undefined {
	return plainName(text)
		.match(NAMES)
		?.find((one) => leftOut.has(one));
}

/** Checks the requests in a preview as if they were sent. @throws UserError */
export function assertPreviews(
	items: ReadonlyArray<{ json: object }>,
	leftOut: ReadonlySet<string>,
) {
	for (const { json } of items) {
		const { requests } = json as { requests?: ServiceRequest[] };
		for (const request of requests ?? []) assertNotLeftOut(request, leftOut);
	}
}

function leftOutError(name: string): UserError {
	return new UserError(
		`The credential leaves out the property ${quoted(name)} ('${LEFT_OUT_LABEL}'). Remove the property from the query`,
	);
}

/** @param name name of a property, which may have its owner and a day: `user.phone@2026-11-01` */
export function isLeftOut(name: string, leftOut: ReadonlySet<string>): boolean {
	const [overall = ''] = name.replace(/["'`\s]/g, '').split('@');
	return leftOut.has(plainName(overall.split('.').at(-1) as string));
}

/** Whether a text names one of the properties, alone or among other names. */
export function namesLeftOut(text: string, leftOut: ReadonlySet<string>): boolean {
	return isLeftOut(text, leftOut) || leftOutIn(text, leftOut) !== undefined;
}

/** Whether a query names one of the properties anywhere, such as in its conditions or in SQL. */
export function isOnLeftOut(query: unknown, leftOut: ReadonlySet<string>): boolean {
	if (leftOut.size === 0) return false;
	if (typeof query === 'string') return namesLeftOut(query, leftOut);
	if (typeof query !== 'object' || query === null) return false;
	// Only keys of properties have dots, after their owner.
	const properties = Object.keys(query).filter((key) => key.includes('.'));
	return [...properties, ...Object.values(query)].some((one) => isOnLeftOut(one, leftOut));
}

/**
 * Removes the properties from the JSON of n8n's items.
 * @param hasConditions whether the items may contain queries, and not only rows
 */
export async function itemsWithout<Item extends { json: object }>(
	items: Item[],
	leftOut: ReadonlySet<string>,
	hasConditions: boolean,
): Promise<Item[]> {
	if (leftOut.size === 0) return items;
	const all = items.map(({ json }) => json);
	const objects = await withoutLeftOut(all, leftOut, undefined, hasConditions);
	return items.map((item, index) => ({ ...item, json: objects[index] as object }));
}

interface Values {
	[key: string]: unknown;
}

/** Longer lists are processed in pieces. */
const MANY = 1000;
const PIECE = 200;
/** At greater depths, no list grows with the size of the result. */
const DEEPEST_LIST = 4;

/**
 * Removes the properties from keys of objects and columns of tables, copies nothing if there are
 * none, and pauses so that n8n can do other work.
 * @param hasConditions whether values next to the name of a property are values of it
 */
export async function withoutLeftOut<Value>(
	value: Value,
	leftOut: ReadonlySet<string>,
	pause = betweenPieces(),
	hasConditions = true,
): Promise<Value> {
	if (leftOut.size === 0) return value;
	const known = new Map<string, boolean>();
	const isOut = (name: unknown): boolean => {
		if (typeof name !== 'string') return false;
		const kept = known.get(name);
		if (kept !== undefined) return kept;
		const is = isLeftOut(name, leftOut);
		if (known.size < MANY) known.set(name, is);
		return is;
	};
	const visit = (one: unknown): unknown => {
		if (Array.isArray(one)) return one.map(visit);
		if (!isPlain(one)) return one;
		const ofRow = rowsOf(one as Values);
		return Object.fromEntries(
			keptOf(one).map(([key, inner]) => [key, ofRow?.(key, inner)?.map(visit) ?? visit(inner)]),
		);
	};
	const isNamed = (named: unknown): boolean =>
		typeof named === 'string'
			? namesLeftOut(named, leftOut)
			: isPlain(named) && NAMING.some((key) => isNamed((named as Values)[key]));
	/** Returns the entries without the removed keys, and without the values of conditions on them. */
	const keptOf = (one: object) => {
		const hasValues = hasConditions && Object.keys(one).some((key) => OF_NAMED.has(key));
		const hides = hasValues && isNamed(one);
		return Object.entries(one).filter(([key]) => !isOut(key) && !(hides && OF_NAMED.has(key)));
	};
	/** Returns the columns and rows of a table without the removed columns. */
	const rowsOf = (one: Values) => {
		const columns = COLUMNS.map((key) => one[key]).find(Array.isArray) as unknown[] | undefined;
		const isKept = columns?.map(
			(column) => !isOut(isPlain(column) ? (column as Values).column_name : column),
		);
		if (!isKept?.includes(false)) return undefined;
		const byPlace = (_: unknown, index: number) => isKept[index] !== false;
		return (key: string, inner: unknown): unknown[] | undefined => {
			if (!Array.isArray(inner)) return undefined;
			if (COLUMNS.includes(key)) return inner.filter(byPlace);
			if (!ROWS.includes(key)) return undefined;
			return inner.map((row: unknown) => (Array.isArray(row) ? row.filter(byPlace) : row));
		};
	};
	const walk = async (one: unknown, depth: number): Promise<unknown> => {
		if (depth > DEEPEST_LIST) return visit(one);
		if (Array.isArray(one)) {
			const kept: unknown[] = [];
			for (const [index, inner] of one.entries()) {
				if (one.length >= MANY) kept.push(visit(inner));
				else kept.push(await walk(inner, depth + 1));
				if (index % PIECE === 0) await pause();
			}
			return kept;
		}
		if (!isPlain(one)) return one;
		const ofRow = rowsOf(one as Values);
		const kept: Array<[string, unknown]> = [];
		for (const [key, inner] of keptOf(one)) {
			kept.push([key, await walk(ofRow?.(key, inner) ?? inner, depth + 1)]);
		}
		return Object.fromEntries(kept);
	};
	return (await walk(value, 0)) as Value;
}

function isPlain(one: unknown): one is object {
	if (typeof one !== 'object' || one === null || Buffer.isBuffer(one)) return false;
	return Object.getPrototypeOf(one) === Object.prototype;
}
