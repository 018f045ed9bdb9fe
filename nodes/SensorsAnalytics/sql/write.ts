import { UserError } from 'n8n-workflow';

import type { SqlName, SqlNumber, SqlParameter, SqlQuery } from '../query/query';
import { type Placeholder, placeholdersIn } from './scan';

/**
 * A value as SQL. What dialects escape in different ways (quotes, backslashes, control
 * characters) is written by its code, so that no value can end its own quotes, whichever dialect
 * the installation speaks: `O'Brien` is `concat('O', chr(39), 'Brien')`. Negative numbers stand
 * in parentheses, as a minus before them would make a comment of both.
 */
export function toSqlLiteral(value: SqlParameter['value']): string {
	if (Array.isArray(value)) return value.map((element) => toSqlLiteral(element)).join(', ');
	if (isName(value)) return `\`${value.column}\``;
	if (typeof value === 'boolean') return String(value);
	return typeof value === 'string' ? writeText(value) : writeNumber(value);
}

function isName(value: SqlParameter['value']): value is SqlName {
	return typeof value === 'object' && 'column' in value;
}

function writeNumber({ digits }: SqlNumber): string {
	return digits.startsWith('-') ? `(${digits})` : digits;
}

function writeText(text: string): string {
	const parts = text.match(PARTS) ?? [];
	const written = parts.map((part) =>
		isSpecial.test(part) ? `chr(${part.charCodeAt(0)})` : `'${part}'`,
	);
	return written.length > 1 ? `concat(${written.join(', ')})` : (written[0] ?? "''");
}

const SPECIAL = '[\'"`\\\\\\u0000-\\u001f\\u007f]';
const isSpecial = new RegExp(`^${SPECIAL}`);
const PARTS = new RegExp(`${SPECIAL}|[^'"\`\\\\\\u0000-\\u001f\\u007f]+`, 'g');

/**
 * The text of a query with its values in it, and with the time that it may take.
 * @throws UserError for parameters that the SQL does not use, or that are missing, and for places
 *   where a value would not be safe
 */
export function toSqlText(query: SqlQuery): string {
	const { timeLimitSeconds: limit } = query;
	const hint = limit === undefined ? '' : `/*MAX_QUERY_EXECUTION_TIME=${limit}*/ `;
	return hint + bind(query);
}

function bind({ sql, parameters }: SqlQuery): string {
	const values = new Map(parameters.map(({ name, value }) => [name, value]));
	const used = new Set<string>();
	const pieces: string[] = [];
	let done = 0;
	for (const place of placeholdersIn(sql)) {
		const { name, start, end } = place;
		const value = values.get(name);
		if (value === undefined) {
			throw new UserError(
				`The query uses :${name}, which isn't in 'SQL Parameters'. Add a parameter with the name ${name}`,
			);
		}
		assertApart(sql, place, isName(value));
		used.add(name);
		// Some take the colons of a cast for a part of the name before them.
		const gap = isCast(sql, end) ? ' ' : '';
		pieces.push(sql.slice(done, start), toSqlLiteral(value), gap);
		done = end;
	}
	for (const name of values.keys()) {
		if (!used.has(name)) {
			throw new UserError(
				`The query doesn't use the parameter '${name}'. Write :${name} in the query, outside of quotation marks, or remove the parameter`,
			);
		}
	}
	return [...pieces, sql.slice(done)].join('');
}

/** What would grow together with a value: `'a':b` would be one text, `x:b` another name. */
const TOUCHES = /[\w$@'"`\\.\u0080-\uffff]/;

/** @param isColumn which may have its table before it */
function assertApart(sql: string, { name, start, end }: Placeholder, isColumn: boolean): void {
	const [left = '', after = ''] = [sql[start - 1], sql[end]];
	const before = isColumn && left === '.' ? '' : left;
	const isApart = before !== ':' && (after !== ':' || isCast(sql, end));
	if (isApart && !TOUCHES.test(before + after)) return;
	throw new UserError(
		`:${name} in 'SQL' has no space before or after: ${sql.slice(Math.max(0, start - 10), end + 10)}. Add the missing space`,
	);
}

function isCast(sql: string, at: number): boolean {
	return sql.startsWith('::', at);
}
