import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { ANY_EVENT } from '../query/eventQuery';
import { eventsRequest, readCatalog } from '../wire/legacy/catalog/metadata';
import { labelOf, serviceFor, toResult } from './catalog';

/** Events of the project, and the entry for any event. */
export async function searchEvents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const events = readCatalog(await serviceFor(this).call(0, eventsRequest), 'events');
	const choices = events.map(({ name, displayName }) => ({
		name: labelOf(displayName, name),
		value: name,
	}));
	return toResult([{ name: `Any event (${ANY_EVENT})`, value: ANY_EVENT }, ...choices], filter);
}
