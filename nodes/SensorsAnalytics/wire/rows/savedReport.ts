/** Charts that somebody saved; both generations tell of them in the same form. */
import { OperationalError } from 'n8n-workflow';

import { parseBoundedJson } from '../../../../credentials/http/json';
import type { SavedReport } from '../../query/catalog';
import { isObject, type JsonObject, textIn } from '../../query/json';
import { idOf } from './listObjects';

/** Two were seen; a text within one more costs nothing. */
const MAX_LEVELS = 3;

/** @throws OperationalError for what is no saved report at all */
export function readSavedReport(answer: unknown): SavedReport {
	if (!isObject(answer)) throw new OperationalError('The saved report is no JSON object');
	return {
		id: idOf(answer),
		name: textIn(answer, 'name') ?? '',
		modelName: plainText(textIn(answer, 'type') ?? ''),
		query: readQuery(answer.data),
	};
}

/** A JSON text, also one within another; keys that begin with $$ belong to the web page. */
function readQuery(data: unknown): JsonObject | undefined {
	const query = unwrapped(data);
	if (!isObject(query)) return undefined;
	return Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith('$$')));
}

/** What texts of JSON within texts of JSON hold (docs/service.md, "Lists"). */
function unwrapped(data: unknown): unknown {
	let value = data;
	for (let level = 0; level < MAX_LEVELS && typeof value === 'string'; level++) {
		value = parse(value);
	}
	return value;
}

/** A text that may be a JSON text of itself, with quotation marks around it. */
function plainText(text: string): string {
	const inner = text.startsWith('"') ? parse(text) : text;
	return typeof inner === 'string' ? inner : text;
}

function parse(text: string): unknown {
	try {
		return parseBoundedJson(text);
	} catch {
		return undefined;
	}
}
