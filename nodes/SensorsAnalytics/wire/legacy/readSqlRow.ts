import { OperationalError } from 'n8n-workflow';

import { parseJson } from '../../../../credentials/http/exactJson';
import type { JsonObject } from './json';

/**
 * One line of an answer of `POST /api/sql/query` in JSON: a flat object (field notes 11.6).
 * @param number of the line, from 1
 * @throws OperationalError for a line that is none
 */
export function readSqlRow(line: string, number: number): JsonObject {
	const row = parse(line);
	if (row !== undefined) return row;
	throw new OperationalError(
		`Line ${number} of the answer is no row: ${line.slice(0, 80)}. The answer may have been cut off`,
	);
}

function parse(line: string): JsonObject | undefined {
	try {
		const parsed: unknown = parseJson(line);
		const isRow = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
		return isRow ? (parsed as JsonObject) : undefined;
	} catch {
		return undefined;
	}
}
