import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../../credentials/http/json';
import { isObject } from '../../../../credentials/http/json';
import type { ServiceRequest } from '../../../../credentials/http/request';
import type {
	CatalogEntry,
	Dashboard,
	EventEntry,
	PropertiesOfEvent,
	PropertyEntry,
	SavedReport,
	UserGroup,
} from '../../query/entities';
import { flagIn, numberIn, textIn } from '../../query/json';
import { noneCalled } from '../../query/names';
import { userField } from '../../query/query';
import type { Ask, Lists } from '../api';
import {
	ownSettingsIn,
	idInPath,
	idOf,
	listedObjects,
	readCatalogEntries,
	readEvents as readEntries,
	readProperties,
	readSavedReport,
	withoutDoubles,
} from '../catalogRows';
import { UnexpectedShape } from '../rows';
import { ANALYTICS, dataOf, HORIZON, unlessMissing } from './request';

/** Dashboards, and the charts saved in them (docs/service.md, "OpenAPI"). */

/** What the account owns or shares, and what everybody sees. */
export const navigationRequests: ServiceRequest[] = ['PRIVATE', 'PUBLIC'].map((type) => ({
	method: 'GET',
	path: `${ANALYTICS}/dashboard/navigation`,
	query: { type },
}));

/** All charts; there is no request for a single one. Public ones first: most that are shared are. */
export const bookmarksRequests: ServiceRequest[] = ['1', '0'].map((type) => ({
	method: 'GET',
	path: `${ANALYTICS}/dashboard/bookmarks`,
	query: { type },
}));

/** @throws UserError for what is no ID */
export function dashboardRequest(id: string): ServiceRequest {
	return {
		method: 'GET',
		path: `${ANALYTICS}/dashboard/detail`,
		query: { id: idInPath(id, 'dashboard') },
	};
}

/** Without doubles: what is shared may stand in both answers. */
export function readDashboards(answers: readonly unknown[]): Dashboard[] {
	const items = answers.flatMap((answer) =>
		listedObjects(dataOf(answer).dashboard_navigation_items ?? [], 'dashboards'),
	);
	return [...new Map(items.map((item) => [idOf(item), toDashboard(item)])).values()];
}

/** The charts of one dashboard, in its order. */
export function readSavedReports(answer: unknown): SavedReport[] {
	return listedObjects(dataOf(answer).contain_bookmark_items ?? [], 'saved reports').map(
		readSavedReport,
	);
}

/** The chart among all charts; undefined where it is not. */
export function findSavedReport(answer: unknown, id: string): SavedReport | undefined {
	const bookmarks = listedObjects(dataOf(answer).bookmarks ?? [], 'saved reports');
	const found = bookmarks.find((bookmark) => idOf(bookmark) === id);
	return found && readSavedReport(found);
}

/** The ID as it stands in answers. @throws UserError for what is no ID */
export function savedReportId(id: string): string {
	return idInPath(id, 'saved report');
}

export function noSavedReport(id: string): UserError {
	return new UserError(`${noneCalled('saved report', id)}. Choose a saved report from the list`);
}

function toDashboard(item: JsonObject): Dashboard {
	return {
		id: idOf(item),
		name: textIn(item, 'name') ?? '',
		owner: textIn(item, 'user_name'),
		isPublic: flagIn(item, 'is_public'),
		createdAt: textIn(item, 'create_time'),
		...ownSettingsIn(item),
	};
}

/** Events and properties of a project (docs/service.md, "OpenAPI"). */

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
		throw new UnexpectedShape(`entry ${index + 1} of 'event_properties' has no event`);
	});
}

/** `values: [text]`, absent where there are none. */
export function readValues(answer: unknown): string[] {
	const { values = [] } = dataOf(answer);
	if (!Array.isArray(values)) throw new UnexpectedShape("'values' is not a list");
	return values.flatMap((value: unknown) =>
		['string', 'number', 'boolean'].includes(typeof value) ? String(value) : [],
	);
}

/** Definitions of sessions (docs/service.md, "OpenAPI"). */

export const sessionsRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/model/session/list`,
};

export function readSessions(answer: unknown): CatalogEntry[] {
	return readCatalogEntries(dataOf(answer).sessions ?? [], 'sessions');
}

/** Groups of users, called segments here (docs/service.md, "OpenAPI"). */

const ENTITY = 'user';
const ALL_PAGES = -1;
const PAGE_SIZE = 1000;
const SIZES_PER_REQUEST = 200;
/** Names are fields of users with this before them: newer and older projects. */
const PREFIX = /^user_(?:segment|group)_/;

const definitionsRequest: ServiceRequest = {
	path: `${HORIZON}/segment/definition/list`,
	body: { entity_name: ENTITY, page: ALL_PAGES, page_size: PAGE_SIZE },
};
const namesRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/property-meta/user-groups/all`,
};

/** With their sizes; where the module for segments is not installed, their names alone. */
export async function userGroups(ask: Ask): Promise<UserGroup[]> {
	const answer = await unlessMissing(ask(definitionsRequest));
	if (answer === undefined) return readNames(await ask(namesRequest));
	const definitions = listedObjects(dataOf(answer).segment_definitions ?? [], 'user groups');
	const latest = new Map<string, JsonObject>();
	for (const request of latestRequests(definitions.map(nameOf))) {
		for (const [name, item] of latestItems(await ask(request))) latest.set(name, item);
	}
	return definitions.map((definition) =>
		toUserGroup(definition, 'user_segment_', latest.get(nameOf(definition))),
	);
}

function latestRequests(names: readonly string[]): ServiceRequest[] {
	const requests: ServiceRequest[] = [];
	for (let start = 0; start < names.length; start += SIZES_PER_REQUEST) {
		requests.push({
			path: `${HORIZON}/segment/latest-item/get`,
			body: {
				entity_name: ENTITY,
				definition_names: names.slice(start, start + SIZES_PER_REQUEST),
				segment_ready: true,
			},
		});
	}
	return requests;
}

/** The misspelling is the service's. */
function latestItems(answer: unknown): Array<[string, JsonObject]> {
	const items = dataOf(answer).lasted_segment_item_map ?? {};
	return Object.entries(isObject(items) ? items : {}).filter(
		(entry): entry is [string, JsonObject] => isObject(entry[1]),
	);
}

function readNames(answer: unknown): UserGroup[] {
	return listedObjects(dataOf(answer).user_groups ?? [], 'user groups').map((group) =>
		toUserGroup(group, 'user_group_'),
	);
}

/** @param prefix of the field, where the name comes without one */
function toUserGroup(group: JsonObject, prefix: string, latest?: JsonObject): UserGroup {
	const fullName = nameOf(group);
	const name = fullName.replace(PREFIX, '');
	return {
		// Definitions have no number: their name tells them apart.
		id: idOf(group) || fullName,
		name,
		field: userField(`${PREFIX.test(fullName) ? '' : prefix}${fullName}`),
		displayName: textIn(group, 'display_name') ?? textIn(group, 'cname') ?? name,
		comment: textIn(group, 'comment'),
		createdAt: textIn(group, 'create_time'),
		status: textIn(group, 'status'),
		lastComputation: latest && {
			baseTime: textIn(latest, 'base_time'),
			startedAt: textIn(latest, 'create_time'),
			finishedAt: textIn(latest, 'segment_ready_time'),
			users: numberIn(latest, 'count'),
		},
	};
}

function nameOf(group: JsonObject): string {
	return textIn(group, 'name') ?? '';
}

/** Lists of the project (docs/service.md, "OpenAPI"). */

export const lists: Lists = {
	events: async (ask) => readEvents(await ask(eventsRequest)),
	eventTags: async (ask) => readTags(await ask(tagsRequest)),
	async eventProperties(ask, events) {
		const all = [];
		for (const { request } of eventPropertiesRequests(events)) {
			for (const one of readEventProperties(await ask(request))) all.push(one);
		}
		return withoutDoubles(all.flatMap(({ properties }) => properties));
	},
	async propertiesByEvent(ask, events) {
		const all = [];
		for (const { events: some, request } of eventPropertiesRequests(events)) {
			for (const one of readPropertiesByEvent(await ask(request), some)) all.push(one);
		}
		return all;
	},
	async propertyValues(ask, of, name, most) {
		const answer = await unlessMissing(ask(valuesRequest(of, name, most)));
		return answer === undefined ? undefined : readValues(answer);
	},
	userProperties: async (ask) =>
		withoutDoubles(readUserProperties(await ask(userPropertiesRequest))),
	userGroups,
	async dashboards(ask) {
		const answers = [];
		for (const request of navigationRequests) answers.push(await ask(request));
		return readDashboards(answers);
	},
	savedReports: async (ask, dashboardId) =>
		readSavedReports(await ask(dashboardRequest(dashboardId))),
	async savedReport(ask, id) {
		const wanted = savedReportId(id);
		for (const request of bookmarksRequests) {
			const found = findSavedReport(await ask(request), wanted);
			if (found) return found;
		}
		throw noSavedReport(wanted);
	},
	sessions: async (ask) => readSessions(await ask(sessionsRequest)),
};
