/** Events and properties of a project (docs/service.md, "Lists"). */
import type { ServiceRequest } from '../../../../../credentials/http/request';
import type { PropertiesOfEvent } from '../../../query/catalog';
import { isObject } from '../../../query/json';
import { readProperties } from '../../rows/catalogEntries';

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

/** `{"<event>": {"event": [property, …]}}` */
export function readPropertiesByEvent(answer: unknown): PropertiesOfEvent[] {
	return Object.entries(isObject(answer) ? answer : {}).map(([event, entry]) => ({
		event,
		properties: readProperties(isObject(entry) ? (entry.event ?? []) : entry, 'event properties'),
	}));
}
