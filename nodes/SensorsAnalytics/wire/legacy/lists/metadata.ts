/** Events and properties of a project (field notes 11.7). */
import type { ServiceRequest } from '../../../../../credentials/http/httpOptions';
import type { CatalogEntry } from '../../../query/catalog';
import type { ValueKind } from '../../../query/valueKinds';
import { isObject, textIn } from '../../../query/json';
import { objectsIn } from '../../rows/listObjects';

/** Long lists of events make the address too long. */
const EVENTS_PER_REQUEST = 20;

/** By `data_type` (field notes 11.7). */
const KINDS: { [dataType: string]: ValueKind | undefined } = {
	string: 'text',
	number: 'number',
	bool: 'boolean',
	date: 'date',
	datetime: 'date',
	list: 'list',
};

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

export function readCatalog(answer: unknown, what: string): CatalogEntry[] {
	return objectsIn(answer, what).flatMap((object) => {
		const name = textIn(object, 'name');
		if (name === undefined) return [];
		const kind = KINDS[textIn(object, 'data_type')?.toLowerCase() ?? ''];
		return [{ name, displayName: textIn(object, 'cname') ?? name, ...(kind ? { kind } : {}) }];
	});
}

/** `{"<event>": {"event": [property, …]}}`, as one list without doubles. */
export function readEventProperties(answer: unknown): CatalogEntry[] {
	const perEvent = isObject(answer) ? Object.values(answer) : [];
	const all = perEvent.flatMap((entry) =>
		readCatalog(isObject(entry) ? (entry.event ?? []) : entry, 'event properties'),
	);
	return [...new Map(all.map((property) => [property.name, property])).values()];
}
