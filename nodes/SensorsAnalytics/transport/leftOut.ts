import { UserError } from 'n8n-workflow';

import type { ServiceRequest } from '../../../credentials/http/request';
import { betweenPieces } from '../../../credentials/http/slices';
import { LEFT_OUT_LABEL } from '../../../credentials/usage';
import { endOfSkipped } from '../sql/scan';

/** Properties that nobody may see: no request asks for them, whichever operation it is of. */

/** Keys of values that are compared with: who asks for a city of that name asks for no property. */
const VALUES = new Set(['params', 'values']);
const SQL_KEYS = new Set(['q', 'sql']);
/** Names within an expression. */
const NAMES = /[\p{L}\p{N}_$]+/gu;

/**
 * @param leftOut names in lower case
 * @throws UserError for a request that names one of them
 */
export function assertNotLeftOut(
	{ body, form }: Pick<ServiceRequest, 'body' | 'form'>,
	leftOut: readonly string[],
): void {
	if (leftOut.length === 0) return;
	const named = (text: string) =>
		text.match(NAMES)?.find((name) => leftOut.includes(name.toLowerCase()));
	const assertText = (text: string, isSql: boolean) => {
		const name = named(text);
		if (name !== undefined) throw leftOutError(name);
		if (isSql && hasStar(text)) {
			throw new UserError(
				`'SQL' can't ask for all columns by *, as the credential leaves out some: ${leftOut.join(', ')}. Name the columns that you want`,
			);
		}
	};
	const visit = (value: unknown, key: string) => {
		if (VALUES.has(key)) return;
		if (typeof value === 'string') assertText(value, SQL_KEYS.has(key));
		else if (Array.isArray(value)) for (const one of value) visit(one, key);
		else if (typeof value === 'object' && value !== null)
			for (const [name, inner] of Object.entries(value)) visit(inner, name);
	};
	visit(body, '');
	visit(form, '');
}

const BEFORE_STAR = ['select', 'distinct', 'all'];
/** Behind a `*` for columns, whatever stands in front of it: `SELECT STRAIGHT_JOIN * FROM users`. */
const BEHIND_STAR = [
	...['from', 'into', 'where', 'order', 'limit'],
	...['union', 'except', 'intersect', 'minus'],
];
/** What makes a quoted name a pattern, by which databases like Hive choose columns. */
const PATTERN = /[*+?|()[\]^\\]/;

/**
 * Whether columns are asked for by position or pattern: they may come under any name. Not every
 * database takes the quote behind a backslash into the text.
 */
function hasStar(sql: string): boolean {
	return hasStarIn(sql) || (sql.includes('\\') && hasStarIn(sql.replaceAll('\\', '')));
}

/** As Impala reads the SQL. */
function hasStarIn(sql: string): boolean {
	const code = codeOf(sql);
	if (code === undefined) return true;
	for (let at = code.indexOf('*'); at >= 0; at = code.indexOf('*', at + 1)) {
		const before = code.slice(Math.max(0, at - LONGEST_BEFORE), at).trimEnd();
		const behind = code.slice(at + 1, at + 1 + LONGEST_BEFORE).trimStart();
		const isCounted = before.endsWith('(') && lastWord(before.slice(0, -1)) === 'count';
		const isMultiplied = !/^(?:[,);]|$)/.test(behind) && !BEHIND_STAR.includes(firstWord(behind));
		if (!isCounted && (!isMultiplied || /[,.(]$/.test(before) || isBeforeStar(before))) return true;
	}
	return false;
}

/**
 * The SQL without comments, spaces as one, each text and quoted name as an x; undefined where a name
 * is a pattern.
 */
function codeOf(sql: string): string | undefined {
	const code: string[] = [];
	for (let at = 0; at < sql.length; at++) {
		const end = endOfSkipped(sql, at);
		// A quote without an end: the rest is looked at as if it were code.
		if (end < at) return code.join('') + sql.slice(at);
		if (end === at) {
			code.push(sql[at] as string);
			continue;
		}
		if (sql[at] === '`' && PATTERN.test(sql.slice(at, end))) return undefined;
		// A quoted name may be multiplied.
		code.push(/[`"']/.test(sql[at] as string) ? 'x' : ' ');
		at = end - 1;
	}
	return code.join('').replace(/\s+/g, ' ');
}

/** Characters around a `*` that are looked at: words that stand beside it are shorter. */
const LONGEST_BEFORE = 40;

function isBeforeStar(before: string): boolean {
	return BEFORE_STAR.includes(lastWord(before));
}

function firstWord(code: string): string {
	return (/^[\p{L}\p{N}_$]+/u.exec(code)?.[0] ?? '').toLowerCase();
}

function lastWord(code: string): string {
	const text = code.trimEnd();
	let from = text.length;
	while (from > 0 && /[\p{L}\p{N}_$]/u.test(text[from - 1] as string)) from--;
	return text.slice(from).toLowerCase();
}

function leftOutError(name: string): UserError {
	return new UserError(
		`The property '${name}' can't be asked for: the credential leaves it out ('${LEFT_OUT_LABEL}'). Ask without it`,
	);
}

/** @param name alone, or with its owner in front: `user.phone` */
export function isLeftOut(name: string, leftOut: readonly string[]): boolean {
	return leftOut.includes((name.split('.').at(-1) as string).toLowerCase());
}

/** Lists of so many entries and more are gone through in pieces. */
const MANY = 1000;
const PIECE = 200;
/** Deeper there is no list that a result grows by. */
const DEEPEST_LIST = 4;

/**
 * What a result holds of them is taken out: keys of objects, columns of tables. Nothing is copied
 * where nothing is to be left out, and n8n answers others meanwhile.
 */
export async function withoutLeftOut<Value>(
	value: Value,
	leftOut: readonly string[],
	pause = betweenPieces(),
): Promise<Value> {
	if (leftOut.length === 0) return value;
	const known = new Map<string, boolean>();
	const isOut = (name: unknown): boolean => {
		if (typeof name !== 'string') return false;
		const told = known.get(name);
		if (told !== undefined) return told;
		const is = isLeftOut(name, leftOut);
		if (known.size < MANY) known.set(name, is);
		return is;
	};
	const visit = (one: unknown): unknown => {
		if (Array.isArray(one)) return one.map(visit);
		if (!isPlain(one)) return one;
		const ofRow = rowsOf(one);
		return Object.fromEntries(
			keptOf(one).map(([key, inner]) => [key, ofRow?.(key, inner)?.map(visit) ?? visit(inner)]),
		);
	};
	const keptOf = (one: object) => Object.entries(one).filter(([key]) => !isOut(key));
	/** The columns and rows of a table, without those that are out. */
	const rowsOf = (one: object) => {
		const { columns, rows } = one as { columns?: unknown; rows?: unknown };
		if (!Array.isArray(columns) || !Array.isArray(rows) || !rows.every(Array.isArray))
			return undefined;
		const isKept = columns.map((column) => !isOut(column));
		if (!isKept.includes(false)) return undefined;
		const byPlace = (_: unknown, index: number) => isKept[index] !== false;
		return (key: string, inner: unknown): unknown[] | undefined => {
			if (key === 'columns') return columns.filter(byPlace);
			if (key !== 'rows') return undefined;
			return (inner as unknown[][]).map((row) => row.filter(byPlace));
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
		const ofRow = rowsOf(one);
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
