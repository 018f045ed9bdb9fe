import { UserError } from 'n8n-workflow';

import type { SqlQuery } from '../query/sqlQuery';
import { type Place, placesIn } from './scan';
import { toSqlLiteral } from './literal';

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
	for (const place of placesIn(sql)) {
		const { name, start, end } = place;
		const value = values.get(name);
		if (value === undefined) {
			throw new UserError(
				`The query uses :${name}, which is none of its 'Parameters'. Add a parameter with the name ${name}`,
			);
		}
		assertApart(sql, place);
		used.add(name);
		// Some take the colons of a cast for a part of the name before them.
		const gap = isCast(sql, end) ? ' ' : '';
		pieces.push(sql.slice(done, start), toSqlLiteral(value), gap);
		done = end;
	}
	for (const name of values.keys()) {
		if (!used.has(name)) {
			throw new UserError(
				`The parameter '${name}' is not used. Write :${name} in the query, outside of quotes, or remove it`,
			);
		}
	}
	return [...pieces, sql.slice(done)].join('');
}

/** What would grow together with a value: `'a':b` would be one text, `x:b` another name. */
const TOUCHES = /[\w$@'"`\\.\u0080-\uffff]/;

function assertApart(sql: string, { name, start, end }: Place): void {
	const [before = '', after = ''] = [sql[start - 1], sql[end]];
	const isApart = before !== ':' && (after !== ':' || isCast(sql, end));
	if (isApart && !TOUCHES.test(before + after)) return;
	throw new UserError(
		`:${name} in 'SQL' touches what stands beside it: ${sql.slice(Math.max(0, start - 10), end + 10)}. Put a space between them`,
	);
}

function isCast(sql: string, at: number): boolean {
	return sql.startsWith('::', at);
}
