/** Events and properties of a project (docs/service.md, "Lists"). */
import type { ServiceRequest } from '../../../../../credentials/http/httpOptions';
import type { CatalogEntry } from '../../../query/catalog';
import { isObject } from '../../../query/json';
import { readCatalog, withoutDoubles } from '../../rows/catalogEntries';

/** Long lists of events make the address too long. */
const EVENTS_PER_REQUEST = 20;

export const eventsRequest: ServiceRequest = {
	method: 'GET',
	path: '/api/events/all',
	query: { cache: 'false' },
};

export const userPropertiesRequest: ServiceRequest = {
	method: 'GET',
	path: '/api/property/user/properties',
	query: { show_all: 'true', cache: 'false' },
};

/** One request or several, for the properties of these events. */
export function eventPropertiesRequests(events: readonly string[]): ServiceRequest[] {
	const requests: ServiceRequest[] = [];
	for (let start = 0; start < events.length; start += EVENTS_PER_REQUEST) {
		requests.push({
			method: 'GET',
			path: '/api/event/properties',
			query: {
				events: events.slice(start, start + EVENTS_PER_REQUEST).join(','),
				show_all: 'true',
				cache: 'false',
			},
		});
	}
	return requests;
}

/** `{"<event>": {"event": [property, …]}}`, as one list without doubles. */
export function readEventProperties(answer: unknown): CatalogEntry[] {
	const perEvent = isObject(answer) ? Object.values(answer) : [];
	const all = perEvent.flatMap((entry) =>
		readCatalog(isObject(entry) ? (entry.event ?? []) : entry, 'event properties'),
	);
	return withoutDoubles(all);
}
