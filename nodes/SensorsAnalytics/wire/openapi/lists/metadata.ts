/** Events and properties of a project (docs/service.md, "OpenAPI"). */
import type { ServiceRequest } from '../../../../../credentials/http/httpOptions';
import type { CatalogEntry } from '../../../query/catalog';
import { readCatalog, withoutDoubles } from '../../rows/catalogEntries';
import { objectsIn } from '../../rows/listObjects';
import { dataOf } from '../envelope';
import { ANALYTICS } from '../paths';

/** A project may have thousands of events. */
const EVENTS_PER_REQUEST = 200;

export const eventsRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/event-meta/events/all`,
};

export const userPropertiesRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/property-meta/user-properties/all`,
};

/** One request or several, for the properties of these events. */
export function eventPropertiesRequests(events: readonly string[]): ServiceRequest[] {
	const requests: ServiceRequest[] = [];
	for (let start = 0; start < events.length; start += EVENTS_PER_REQUEST) {
		requests.push({
			path: `${ANALYTICS}/property-meta/event-properties`,
			body: { events: events.slice(start, start + EVENTS_PER_REQUEST) },
		});
	}
	return requests;
}

export function readEvents(answer: unknown): CatalogEntry[] {
	return readCatalog(dataOf(answer).events ?? [], 'events');
}

export function readUserProperties(answer: unknown): CatalogEntry[] {
	return readCatalog(dataOf(answer).user_properties ?? [], 'user properties');
}

/** `event_properties: [{event_define, properties}]`, as one list without doubles. */
export function readEventProperties(answer: unknown): CatalogEntry[] {
	const perEvent = objectsIn(dataOf(answer).event_properties ?? [], 'event properties');
	return withoutDoubles(
		perEvent.flatMap(({ properties }) => readCatalog(properties ?? [], 'event properties')),
	);
}
