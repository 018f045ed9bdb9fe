import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { type Catalog, catalogOf } from './catalogOf';
import { Service } from '../transport/service';
import { DEFAULT_SETTINGS } from '../transport/queue';

/** An entry of a list in the form. */
export interface Choice {
	name: string;
	value: string;
}

/** The project's lists, for a list of the form. */
export async function catalogFor(context: ILoadOptionsFunctions): Promise<Catalog> {
	return await catalogOf(serviceFor(context), 0);
}

/** The service, for a list of the form: who waits for it can ask again. */
export function serviceFor(context: ILoadOptionsFunctions): Service {
	return new Service(context, { ...DEFAULT_SETTINGS, retries: 0, requestsPerSecond: 0 });
}

/** `Display name (name)`, or the name alone where both are the same. */
export function labelOf(displayName: string, name: string): string {
	return displayName === name || displayName === '' ? name : `${displayName} (${name})`;
}

/**
 * The choices that contain what was typed, in whatever case. n8n takes what begins with `=` for an
 * expression, and would run it for who chooses it: no value may, and a label gets a quote in front.
 */
export function toResult(choices: readonly Choice[], filter = ''): INodeListSearchResult {
	const wanted = filter.toLowerCase();
	const results = choices.flatMap(({ name, value }) => {
		if (isExpression(value) || !name.toLowerCase().includes(wanted)) return [];
		return [{ name: isExpression(name) ? `'${name}` : name, value }];
	});
	return { results };
}

/**
 * The list of a field that may be empty: its first entry empties it, which n8n's editor has no other
 * way for. Who looks for something else does not see it.
 * @param name what an empty field means
 */
export function withEmpty(
	{ results }: INodeListSearchResult,
	filter: string | undefined,
	name: string,
): INodeListSearchResult {
	return { results: filter ? results : [{ name, value: '' }, ...results] };
}

function isExpression(text: string): boolean {
	return text.trimStart().startsWith('=');
}
