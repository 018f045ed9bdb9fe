import { UserError } from 'n8n-workflow';

import { parseBoundedJson } from '../../../credentials/http/json';
import { DEFINITION_LABEL } from '../form/definitionField';
import { findRounded } from '../form/pastedJson';
import { isObject, type JsonObject } from '../query/json';

/** Characters: thousands of values in a filter, and more than a model writes. */
const LONGEST_QUERY = 500_000;

/** What models put around JSON. */
const FENCE = /^```(?:json)?\s{0,9}|\s{0,9}```$/g;

/**
 * The JSON object in the field: as an object, or as text.
 * @throws UserError that names the field and shows an example
 */
export function readDefinitionText(value: unknown, example: string): JsonObject {
	const such = `Write a JSON object such as ${example}`;
	const parsed = typeof value === 'string' ? parse(value.trim().replace(FENCE, ''), such) : value;
	if (!isObject(parsed)) throw new UserError(`'${DEFINITION_LABEL}' is no JSON object. ${such}`);
	const rounded = typeof value === 'string' ? undefined : findRounded(parsed);
	if (rounded !== undefined) {
		throw new UserError(
			`'${DEFINITION_LABEL}' holds a number that is too long for n8n: ${rounded} is rounded already. Write it in quotation marks`,
		);
	}
	const keys = Object.keys(parsed);
	// Some models put it into an object of the parameter's name.
	return keys.length === 1 && isObject(parsed.query) ? parsed.query : parsed;
}

function parse(text: string, such: string): unknown {
	if (text === '') throw new UserError(`'${DEFINITION_LABEL}' is empty. ${such}`);
	if (text.length > LONGEST_QUERY) {
		throw new UserError(
			`'${DEFINITION_LABEL}' has ${text.length} characters, more than ${LONGEST_QUERY}. Ask for less at once`,
		);
	}
	const { parsed, fault } = tryParse(text);
	if (fault === undefined) return parsed;
	throw new UserError(`'${DEFINITION_LABEL}' is no valid JSON: ${fault}. ${such}`);
}

function tryParse(text: string): { parsed?: unknown; fault?: string } {
	try {
		return { parsed: parseBoundedJson(text) };
	} catch (error) {
		return { fault: error instanceof Error ? error.message : 'not readable' };
	}
}
