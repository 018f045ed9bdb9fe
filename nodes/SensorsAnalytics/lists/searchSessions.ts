import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { wireFor } from '../wire';
import { labelOf, serviceFor, toResult } from './catalog';
import { catalogOf } from './catalogOf';
import { needsKey } from './partOf';

/** @throws UserError where there are none to be had */
export async function searchSessions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const service = serviceFor(this);
	const { sessions } = await catalogOf(service, 0);
	if (!sessions) throw needsKey('Sessions', wireFor(await service.connectionOf(0)));
	const choices = (await sessions()).map(({ name, displayName }) => ({
		name: labelOf(displayName, name),
		value: name,
	}));
	return toResult(choices, filter);
}
