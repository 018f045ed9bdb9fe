/** Charts that somebody saved; both generations tell of them in the same form. */
import { OperationalError } from 'n8n-workflow';

import { parseBoundedJson } from '../../../../credentials/http/inspectJson';
import type { SavedReport } from '../../query/catalog';
import { isObject, type JsonObject, textIn } from '../../query/json';
import { idOf } from './listObjects';

/** @throws OperationalError for what is no saved report at all */
export function readSavedReport(answer: unknown): SavedReport {
	if (!isObject(answer)) throw new OperationalError('The saved report is no JSON object');
	return {
		id: idOf(answer),
		name: textIn(answer, 'name') ?? '',
		modelName: textIn(answer, 'type') ?? '',
		query: readQuery(answer.data),
	};
}

/** A JSON text; keys that begin with $$ belong to the web page. */
function readQuery(data: unknown): JsonObject | undefined {
	const query = typeof data === 'string' ? parse(data) : data;
	if (!isObject(query)) return undefined;
	return Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith('$$')));
}

function parse(text: string): unknown {
	try {
		return parseBoundedJson(text);
	} catch {
		return undefined;
	}
}
