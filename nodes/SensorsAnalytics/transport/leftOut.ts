import { UserError } from 'n8n-workflow';

import { firstWords } from '../../../credentials/http/redact';
import type { ServiceRequest } from '../../../credentials/http/request';
import { betweenPieces } from '../../../credentials/http/slices';
import { LEFT_OUT_LABEL, plainName } from '../../../credentials/usage';
import { openPlaceIn } from '../sql/columns';

/** Properties that nobody may see: no request asks for them, whichever operation it is of. */

/** Keys of values that are compared with: who asks for a city of that name asks for no property. */
const VALUES = new Set(['params', 'values']);
const SQL_KEYS = new Set(['q', 'sql']);
/** Names within an expression. */
const NAMES = /[\p{L}\p{N}_$]+/gu;

/**
 * @param leftOut names, plain
 * @throws UserError for a request that names one of them
 */
export function assertNotLeftOut(
	{ body, form }: Pick<ServiceRequest, 'body' | 'form'>,
	leftOut: readonly string[],
): void {
	if (leftOut.length === 0) return;
	const assertText = (text: string, isSql: boolean) => {
		const name = plainName(text)
			.match(NAMES)
			?.find((one) => leftOut.includes(one));
		if (name !== undefined) throw leftOutError(name);
		const place = isSql ? openPlaceIn(text) : undefined;
		if (place === undefined) return;
		throw new UserError(
			`'SQL' can't select ${firstWords(place)}, because the credential leaves out some properties: ${leftOut.join(', ')}. List the columns that you need`,
		);
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

function leftOutError(name: string): UserError {
	return new UserError(
		`The credential leaves out the property '${name}' ('${LEFT_OUT_LABEL}'). Remove the property from the query`,
	);
}

/** @param name alone, or with its owner in front, or a day behind: `user.phone@2026-11-01` */
export function isLeftOut(name: string, leftOut: readonly string[]): boolean {
	const [whole = ''] = name.replace(/["'`\s]/g, '').split('@');
	return leftOut.includes(plainName(whole.split('.').at(-1) as string));
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
		const kept = known.get(name);
		if (kept !== undefined) return kept;
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
