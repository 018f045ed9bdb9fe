import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readUserGroups, userGroupsRequest } from '../wire/legacy/catalog/userGroups';
import { labelOf, serviceFor, toResult } from './catalog';

export async function searchUserGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const groups = readUserGroups(await serviceFor(this).call(0, userGroupsRequest));
	const choices = groups.map(({ name, displayName }) => ({
		name: labelOf(displayName, name),
		value: name,
	}));
	return toResult(choices, filter);
}
