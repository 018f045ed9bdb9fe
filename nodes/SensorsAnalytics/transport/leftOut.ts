import { UserError } from 'n8n-workflow';

import type { ServiceRequest } from '../../../credentials/http/request';
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

/** Whether columns are asked for by their position: they may come under any name. */
function hasStar(sql: string): boolean {
	let code = '';
	for (let at = 0; at < sql.length; at++) {
		const end = endOfSkipped(sql, at);
		if (end > at) {
			// A quoted name may be multiplied.
			code += /[`"']/.test(sql[at] as string) ? 'x' : ' ';
			at = end - 1;
		} else if (sql[at] === '*') {
			const before = code.trimEnd();
			const isCounted = before.endsWith('(') && lastWord(before.slice(0, -1)) === 'count';
			if (!isCounted && (/[,.(]$/.test(before) || BEFORE_STAR.includes(lastWord(before)))) {
				return true;
			}
			code += '*';
		} else code += sql[at];
	}
	return false;
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

/**
 * What a result holds of them is taken out: keys of objects, columns of tables. Nothing is copied
 * where nothing is to be left out.
 */
export function withoutLeftOut<Value>(value: Value, leftOut: readonly string[]): Value {
	if (leftOut.length === 0) return value;
	const isOut = (name: unknown) =>
		typeof name === 'string' && leftOut.includes((name.split('.').at(-1) as string).toLowerCase());
	const visit = (one: unknown): unknown => {
		if (Array.isArray(one)) return one.map(visit);
		if (typeof one !== 'object' || one === null || Buffer.isBuffer(one)) return one;
		if (Object.getPrototypeOf(one) !== Object.prototype) return one;
		const { columns, rows } = one as { columns?: unknown; rows?: unknown };
		const isTable = Array.isArray(columns) && Array.isArray(rows) && rows.every(Array.isArray);
		const kept = Object.entries(one).filter(([key]) => !isOut(key));
		if (!isTable) return Object.fromEntries(kept.map(([key, inner]) => [key, visit(inner)]));
		const isKept = (_: unknown, index: number) => !isOut(columns[index]);
		return Object.fromEntries(
			kept.map(([key, inner]) => {
				if (key === 'columns') return [key, columns.filter(isKept)];
				if (key === 'rows')
					return [key, (rows as unknown[][]).map((row) => row.filter(isKept).map(visit))];
				return [key, visit(inner)];
			}),
		);
	};
	return visit(value) as Value;
}
