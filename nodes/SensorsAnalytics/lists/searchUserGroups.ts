import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { catalogFor, labelOf, toResult } from './catalog';

export async function searchUserGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const groups = await (await catalogFor(this)).userGroups();
	const choices = groups.map(({ name, displayName }) => ({
		name: labelOf(displayName, name),
		value: name,
	}));
	return toResult(choices, filter);
}
