import { UserError } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../credentials/http/httpOptions';
import type { SqlQuery } from '../../query/sqlQuery';
import { toSqlLiteral } from './sqlLiteral';

export const SQL_PATH = '/api/sql/query';

// Texts, quoted names and comments are left alone; so is a cast (a::int).
const TOKEN =
	/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|::|:([A-Za-z_]\w*)/g;

/**
 * `POST /api/sql/query` as a form (field notes 11.6): JSON gives one object per line, CSV a
 * header and lines.
 * @throws UserError for parameters that the SQL does not use, or that are missing
 */
export function writeSqlQuery(query: SqlQuery, format: 'json' | 'csv'): ServiceRequest {
	const { timeLimitSeconds: limit } = query;
	const hint = limit === undefined ? '' : `/*MAX_QUERY_EXECUTION_TIME=${limit}*/ `;
	return { path: SQL_PATH, form: { q: hint + bind(query), format } };
}

function bind({ sql, parameters }: SqlQuery): string {
	const values = new Map(parameters.map(({ name, value }) => [name, value]));
	const used = new Set<string>();
	const bound = sql.replace(TOKEN, (token, name?: string) => {
		if (name === undefined) return token;
		const value = values.get(name);
		if (value === undefined) {
			throw new UserError(
				`The query uses :${name}, which is none of its 'Parameters'. Add a parameter with the name ${name}`,
			);
		}
		used.add(name);
		return toSqlLiteral(value);
	});
	for (const name of values.keys()) {
		if (!used.has(name)) {
			throw new UserError(
				`The parameter '${name}' is not used. Write :${name} in the query, outside of quotes, or remove it`,
			);
		}
	}
	return bound;
}
