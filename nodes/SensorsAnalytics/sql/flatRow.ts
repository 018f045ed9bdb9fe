import { OperationalError } from 'n8n-workflow';

import { firstWords } from '../../../credentials/http/redact';
import { parseJson } from '../../../credentials/http/json';
import { doubleColumn } from './doubleColumn';
import { isObject, type JsonObject } from '../query/json';

/**
 * One line of an answer in JSON that is a flat object of columns (docs/service.md, "SQL").
 * @returns undefined for a line that is none
 * @throws OperationalError for two columns of one name
 */
export function readFlatRow(line: string): JsonObject | undefined {
	const parsed = parseJson(line);
	if (parsed?.fault !== undefined || !isObject(parsed?.value)) return undefined;
	const double = doubleColumn(line, Object.keys(parsed.value));
	if (double === undefined) return parsed.value;
	throw twoColumns(double);
}

export function twoColumns(name: string): OperationalError {
	return new OperationalError(
		`Two columns of the result are called '${firstWords(name)}'. Give them different names in 'SQL' by AS`,
	);
}
