import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { ANY_EVENT } from '../query/eventQuery';
import { catalogFor, labelOf, toResult } from './catalog';

/** Events of the project, and the entry for any event. */
export async function searchEvents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const events = await (await catalogFor(this)).events();
	const choices = events.map(({ name, displayName }) => ({
		name: labelOf(displayName, name),
		value: name,
	}));
	return toResult([{ name: `Any event (${ANY_EVENT})`, value: ANY_EVENT }, ...choices], filter);
}
