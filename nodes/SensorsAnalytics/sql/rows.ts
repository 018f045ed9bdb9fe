import { OperationalError } from 'n8n-workflow';

import { isObject, type JsonObject, parseJson } from '../../../credentials/http/json';
import { firstWords } from '../../../credentials/http/redact';
import { piecesOf } from './scan';

/** JSON.parse would silently keep only the last value of a column that occurs twice in a line. */
export function doubleColumn(line: string, keys: readonly string[]): string | undefined {
	// Nearly all lines end here: the number of `":` is that of the keys.
	if (countParts(line, '":') === keys.length) return undefined;
	const seen = new Set<string>();
	let depth = 0;
	for (const [token, key] of line.matchAll(TOKEN)) {
		if (token === '{' || token === '[') depth++;
		else if (token === '}' || token === ']') depth--;
		else if (key !== undefined && depth === 1) {
			const name = JSON.parse(key) as string;
			if (seen.has(name)) return name;
			seen.add(name);
		}
	}
	return undefined;
}

/** Keys (strings followed by a colon), other strings, and brackets. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g;

function countParts(text: string, part: string): number {
	let found = 0;
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++;
	return found;
}

/**
 * Reads one line of a JSON answer as a flat object of columns (docs/service.md, "SQL"), if it is
 * one. Names must differ, and be no more than any table has.
 */
export function readFlatRow(line: string): JsonObject | undefined {
	assertColumns(countKeys(line));
	const parsed = parseJson(line);
	if (parsed?.fault !== undefined || !isObject(parsed?.value)) return undefined;
	const double = doubleColumn(line, Object.keys(parsed.value));
	if (double === undefined) return parsed.value;
	throw twoColumns(double);
}

/** About 20 times the columns of the widest tables; more names take seconds. */
const MOST_COLUMNS = 100_000;

/** @throws OperationalError for a row of more columns than any table has */
export function assertColumns(columns: number): void {
	if (columns <= MOST_COLUMNS) return;
	throw new OperationalError(
		`A row of the result has more than ${MOST_COLUMNS} columns, which is too many for n8n items. Select fewer columns in 'SQL'`,
	);
}

/** Counts the keys in a line of JSON: within strings, each quotation mark follows a backslash. */
function countKeys(line: string): number {
	let found = 0;
	for (let at = line.indexOf('":'); at !== -1; at = line.indexOf('":', at + 2)) {
		if (line.charAt(at - 1) !== '\\' && ++found > MOST_COLUMNS) return found;
	}
	return found;
}

export function twoColumns(name: string): OperationalError {
	return new OperationalError(
		`Two columns of the result have the name '${firstWords(name)}'. Rename one of them in 'SQL' with AS`,
	);
}

const END = /^(?:from|where|group|having|order|limit|union|intersect|except|minus|window|;)$/;
const MODIFIER = /^(?:distinct|all|straight_join)$/;
/** Spaces and comments. */
const NO_CODE = /^(?:\s|--|\/\*)/;
const QUOTED = /^(['"`])(.*)\1$/s;
const IS_NAME = /^[\w$\u0080-\uffff'"`]/;

/**
 * Sorts the columns of a result in the order of the SELECT, which the answers of some versions
 * don't follow (docs/service.md, "SQL"). They stay unsorted if the SQL doesn't clearly name each of
 * them, as with `*`. Names are compared without case, because engines change it.
 */
export function inSelectOrder(sql: string, columns: readonly string[]): string[] {
	// -1 means that the name occurs twice.
	const known = new Map<string, number>();
	for (const [place, name] of (selectedNames(sql) ?? []).entries()) {
		known.set(name, known.has(name) ? -1 : place);
	}
	const places = columns.map((column) => known.get(bareName(column)) ?? -1);
	if (places.includes(-1) || new Set(places).size < places.length) return [...columns];
	const order = [...columns.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
	return order.map((index) => columns[index] as string);
}

/** Returns the column names of the outermost SELECT, or undefined if they aren't clear. */
function selectedNames(sql: string): string[] | undefined {
	const entries: string[][] = [];
	let depth = 0;
	let isWithin = false;
	for (const token of piecesOf(sql) ?? []) {
		if (NO_CODE.test(token)) continue;
		if (token === ')') depth--;
		const word = depth === 0 ? token.toLowerCase() : '';
		if (isWithin && END.test(word)) break;
		const isFirst = entries.length === 1 && entries[0]?.length === 0;
		if (!isWithin && word === 'select') {
			isWithin = true;
			entries.push([]);
		} else if (isWithin && word === ',') entries.push([]);
		else if (isWithin && !(isFirst && MODIFIER.test(word))) entries.at(-1)?.push(token);
		if (token === '(') depth++;
	}
	const names = entries.map(nameIn);
	return names.includes(undefined) ? undefined : (names as string[]);
}

/** Returns the name of an expression, or its text if it has none. */
function nameIn(tokens: readonly string[]): string | undefined {
	const last = tokens.at(-1);
	const before = tokens.at(-2)?.toLowerCase();
	if (last === undefined) return undefined;
	// This `*` means all columns of a table; it isn't a multiplication.
	if (last === '*') return undefined;
	const isNamed = before === 'as' || before === '.' || before === ')' || tokens.length === 1;
	const isAlias = isNamed || (before !== undefined && IS_NAME.test(before));
	return bareName(isAlias && IS_NAME.test(last) ? unquoted(last) : tokens.join(''));
}

function unquoted(token: string): string {
	return QUOTED.exec(token)?.[2] ?? token;
}

function bareName(name: string): string {
	return name.replace(/\s+/g, '').toLowerCase();
}
