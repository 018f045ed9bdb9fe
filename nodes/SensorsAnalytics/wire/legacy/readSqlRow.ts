import { parseJson } from '../../../../credentials/http/inspectJson';
import { isObject, type JsonObject } from './json';

/**
 * One line of an answer of `POST /api/sql/query` in JSON: a flat object (field notes 11.6).
 * @returns undefined for a line that is none
 */
export function readSqlRow(line: string): JsonObject | undefined {
	const parsed = parseJson(line);
	return parsed?.fault === undefined && isObject(parsed?.value) ? parsed.value : undefined;
}
