/** Events and properties of a project (docs/service.md, "OpenAPI"). */
import type { ServiceRequest } from '../../../../../credentials/http/request';
import type { EventEntry, PropertiesOfEvent, PropertyEntry } from '../../../query/catalog';
import { isObject, textIn } from '../../../query/json';
import { readEvents as readEntries, readProperties } from '../../rows/catalogEntries';
import { idOf, listedObjects } from '../../rows/listObjects';
import { UnknownForm } from '../../rows/unknownForm';
import { dataOf } from '../envelope';
import { ANALYTICS } from '../paths';

/** A project may have thousands of events. */
const EVENTS_PER_REQUEST = 200;

export const eventsRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/event-meta/events/all`,
};

export const tagsRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/event-meta/events/tags`,
};

export const userPropertiesRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/property-meta/user-properties/all`,
};

/** One request or several, for the properties of these events. */
export function eventPropertiesRequests(
	events: readonly string[],
): Array<{ events: string[]; request: ServiceRequest }> {
	const requests = [];
	for (let start = 0; start < events.length; start += EVENTS_PER_REQUEST) {
		const some = events.slice(start, start + EVENTS_PER_REQUEST);
		const path = `${ANALYTICS}/property-meta/event-properties`;
		requests.push({ events: some, request: { path, body: { events: some } } });
	}
	return requests;
}

/** Values of a property, whichever events it belongs to. */
export function valuesRequest(of: 'event' | 'user', name: string, most: number): ServiceRequest {
	return {
		path: `${ANALYTICS}/property-meta/property/values`,
		body: { table_type: of === 'event' ? 'EVENT' : 'USER', property_name: name, limit: most },
	};
}

export function readEvents(answer: unknown): EventEntry[] {
	return readEntries(dataOf(answer).events ?? []);
}

/** `tag_infos: [{id, name}]` */
export function readTags(answer: unknown): Map<string, string> {
	const tags = listedObjects(dataOf(answer).tag_infos ?? [], 'tags');
	return new Map(tags.map((tag) => [idOf(tag), textIn(tag, 'name') ?? idOf(tag)]));
}

export function readUserProperties(answer: unknown): PropertyEntry[] {
	return readProperties(dataOf(answer).user_properties ?? [], 'user properties');
}

/** `event_properties: [{event_define, properties}]`; the name of an event may be missing. */
export function readEventProperties(
	answer: unknown,
): Array<{ event?: string; properties: PropertyEntry[] }> {
	const perEvent = listedObjects(dataOf(answer).event_properties ?? [], 'event properties');
	return perEvent.map(({ event_define: define, properties }) => ({
		event: isObject(define) ? textIn(define, 'name') : undefined,
		properties: readProperties(properties ?? [], 'event properties'),
	}));
}

/**
 * The same, each with its event.
 * @param asked the events: where there is one, it needs no name
 * @throws UnknownForm where nothing tells whose properties they are
 */
export function readPropertiesByEvent(
	answer: unknown,
	asked: readonly string[],
): PropertiesOfEvent[] {
	const perEvent = readEventProperties(answer);
	const only = asked.length === 1 && perEvent.length === 1 ? asked[0] : undefined;
	return perEvent.map(({ event = only, properties }, index) => {
		if (event !== undefined) return { event, properties };
		throw new UnknownForm(`entry ${index + 1} of 'event_properties' does not name its event`);
	});
}

/** `values: [text]`, absent where there are none. */
export function readValues(answer: unknown): string[] {
	const { values = [] } = dataOf(answer);
	if (!Array.isArray(values)) throw new UnknownForm("'values' is not a list");
	return values.flatMap((value: unknown) =>
		['string', 'number', 'boolean'].includes(typeof value) ? String(value) : [],
	);
}
