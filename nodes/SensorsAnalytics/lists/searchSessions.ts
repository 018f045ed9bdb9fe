import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { catalogFor, labelOf, toResult } from './catalog';

/** @throws UserError where there are none to be had */
export async function searchSessions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { sessions } = await catalogFor(this);
	if (!sessions) {
		throw new UserError(
			"Sessions can't be had with the 'Authentication' of the credential. Use a credential that signs in by API Key (OpenAPI)",
		);
	}
	const choices = (await sessions()).map(({ name, displayName }) => ({
		name: labelOf(displayName, name),
		value: name,
	}));
	return toResult(choices, filter);
}
