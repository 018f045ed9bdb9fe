import { OperationalError, UserError } from 'n8n-workflow';

import { isObject, type JsonObject, objectOrEmpty } from '../../../../credentials/http/json';
import type { ServiceRequest } from '../../../../credentials/http/request';
import { exists } from '../../dates/calendar';
import type {
	Alarm,
	Dashboard,
	Firing,
	PropertiesOfEvent,
	PropertyEntry,
	UserGroup,
} from '../../query/entities';
import { asText, flagIn, numberIn, textIn } from '../../query/json';
import { noneCalled } from '../../query/names';
import type { Ask, Lists } from '../api';
import {
	entriesOf,
	groupField,
	groupName,
	idInPath,
	idOf,
	inBatches,
	readDashboard,
	readEvents,
	readList,
	readProperties,
	readSavedReport,
	readSessions,
	savedReportIn,
	withoutDoubles,
} from '../catalogRows';
import { assertOf, listIn, readNumber, UnexpectedShape } from '../rows';
import { ANALYTICS, dataOf, get, HORIZON, ID, unlessMissing } from './request';

/** Events and properties of a project (docs/service.md, "OpenAPI"). */

/** A project may have thousands of events. */
export const EVENTS_PER_REQUEST = 200;

/** Reads `event_properties: [{event_define, properties}]`; the name of an event may be missing. */
export function readEventProperties(
	answer: unknown,
): Array<{ event?: string; properties: PropertyEntry[] }> {
	const list = listIn(dataOf(answer), 'event_properties');
	return readList(list, 'event properties', (entry) => {
		const { event_define: define, properties } = entry;
		const event = isObject(define) ? textIn(define, 'name') : undefined;
		if (!isObject(define) && properties === undefined) return undefined;
		const own = listIn(entry, 'properties');
		return { event, properties: readProperties(own, 'event properties') };
	});
}

/** Reads the same, each with its event; a single requested event needs no name. */
export function readPropertiesByEvent(
	answer: unknown,
	events: readonly string[],
): PropertiesOfEvent[] {
	const perEvent = readEventProperties(answer);
	const only = events.length === 1 && perEvent.length === 1 ? events[0] : undefined;
	return perEvent.map(({ event = only, properties }, index) => {
		if (event !== undefined) return { event, properties };
		throw new UnexpectedShape(`entry ${index + 1} of 'event_properties' has no event`);
	});
}

/** User groups, which the service calls segments here (docs/service.md, "OpenAPI"). */

const ENTITY = 'user';
const ALL_PAGES = -1;
const PAGE_SIZE = 1000;
const SIZES_PER_REQUEST = 200;

const definitionsRequest: ServiceRequest = {
	path: `${HORIZON}/segment/definition/list`,
	body: { entity_name: ENTITY, page: ALL_PAGES, page_size: PAGE_SIZE },
};

function latestRequests(names: readonly string[]): ServiceRequest[] {
	return inBatches(names, SIZES_PER_REQUEST).map((some) => ({
		path: `${HORIZON}/segment/latest-item/get`,
		body: { entity_name: ENTITY, definition_names: some, segment_ready: true },
		hasStates: true,
	}));
}

/** The misspelling is the service's. */
function latestItems(answer: unknown): Array<[string, JsonObject]> {
	const items = dataOf(answer).lasted_segment_item_map ?? {};
	return Object.entries(objectOrEmpty(items)).filter((entry): entry is [string, JsonObject] =>
		isObject(entry[1]),
	);
}

function readNames(answer: unknown): UserGroup[] {
	return readList(listIn(dataOf(answer), 'user_groups'), 'user groups', (group) =>
		nameOf(group) === '' ? undefined : toUserGroup(group, 'user_group_'),
	);
}

function toUserGroup(group: JsonObject, prefix: string, latest?: JsonObject): UserGroup {
	const fullName = nameOf(group);
	const name = groupName(fullName);
	return {
		// Definitions have no ID; their name identifies them.
		id: idOf(group) || fullName,
		name,
		field: groupField(fullName, prefix),
		displayName: textIn(group, 'display_name') ?? textIn(group, 'cname') ?? name,
		comment: textIn(group, 'comment'),
		createdAt: textIn(group, 'create_time'),
		status: textIn(group, 'status'),
		lastComputation: latest && {
			baseTime: textIn(latest, 'base_time'),
			startedAt: textIn(latest, 'create_time'),
			finishedAt: textIn(latest, 'segment_ready_time'),
			users: flagIn(latest, 'segment_ready') === false ? undefined : numberIn(latest, 'count'),
		},
	};
}

function nameOf(group: JsonObject): string {
	return textIn(group, 'name') ?? '';
}

/** Lists of the project (docs/service.md, "OpenAPI"). */

export const listsWire: Lists = {
	async events(ask) {
		const answer = await ask(get(`${ANALYTICS}/event-meta/events/all`));
		return readEvents(listIn(dataOf(answer), 'events'));
	},
	async eventTags(ask) {
		const answer = await unlessMissing(ask(get(`${ANALYTICS}/event-meta/events/tags`)));
		if (answer === undefined) return new Map();
		const tags = readList(listIn(dataOf(answer), 'tag_infos'), 'tags', (tag) => {
			const id = idOf(tag);
			return id === '' ? undefined : ([id, textIn(tag, 'name') ?? id] as const);
		});
		return new Map(tags);
	},
	async eventProperties(ask, events) {
		const perEvent = await eventProperties(ask, events, readEventProperties);
		return withoutDoubles(perEvent.flatMap(({ properties }) => properties));
	},
	propertiesByEvent: async (ask, events) =>
		await eventProperties(ask, events, readPropertiesByEvent),
	/** Returns values of the property, for all of its events. */
	async propertyValues(ask, of, name, most) {
		const path = `${ANALYTICS}/property-meta/property/values`;
		const table = of === 'event' ? 'EVENT' : 'USER';
		const body = { table_type: table, property_name: name, limit: most };
		const answer = await unlessMissing(ask({ path, body }));
		if (answer === undefined) return undefined;
		const values = listIn(dataOf(answer), 'values');
		if (!Array.isArray(values)) throw new UnexpectedShape("'values' is not a list");
		const known = values.filter((value) => value !== null);
		return entriesOf(known, 'values', (value) =>
			['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined,
		);
	},
	async userProperties(ask) {
		const answer = await ask(get(`${ANALYTICS}/property-meta/user-properties/all`));
		return withoutDoubles(
			readProperties(listIn(dataOf(answer), 'user_properties'), 'user properties'),
		);
	},
	/** Returns the groups with their sizes, or only names if the module for segments is missing. */
	async userGroups(ask) {
		const answer = await unlessMissing(ask(definitionsRequest));
		if (answer === undefined)
			return readNames(await ask(get(`${ANALYTICS}/property-meta/user-groups/all`)));
		const data = dataOf(answer);
		const definitions = readList(listIn(data, 'segment_definitions'), 'user groups', (group) =>
			nameOf(group) === '' ? undefined : group,
		);
		const latest = new Map<string, JsonObject>();
		let noSizes: Error | undefined;
		try {
			for (const request of latestRequests(definitions.map(nameOf))) {
				for (const [name, item] of latestItems(await ask(request))) latest.set(name, item);
			}
		} catch (error) {
			noSizes = error as Error;
			latest.clear();
		}
		const groups = definitions.map((definition) =>
			toUserGroup(definition, 'user_segment_', latest.get(nameOf(definition))),
		);
		const missing = (numberIn(data, 'total') ?? 0) - groups.length;
		return Object.assign(groups, { missing, noSizes });
	},
	/** Returns the dashboards that the account owns or shares, and the public ones, each once. */
	async dashboards(ask) {
		const dashboards = new Map<string, Dashboard>();
		for (const type of ['PRIVATE', 'PUBLIC']) {
			const data = dataOf(await ask(get(`${ANALYTICS}/dashboard/navigation`, { type })));
			const items = readList(listIn(data, 'dashboard_navigation_items'), 'dashboards', (one) =>
				readDashboard(one, 'user_name'),
			);
			for (const item of items) dashboards.set(item.id, item);
		}
		return [...dashboards.values()];
	},
	async savedReports(ask, dashboardId) {
		const query = { id: idInPath(dashboardId, 'dashboard') };
		const data = dataOf(await ask(get(`${ANALYTICS}/dashboard/detail`, query)));
		assertOf(dashboardId, data.id, 'The dashboard');
		return entriesOf(listIn(data, 'contain_bookmark_items'), 'saved reports', savedReportIn);
	},
	/** There is no request for a single report; most shared ones are public. */
	async savedReport(ask, id) {
		const requested = idInPath(id, 'saved report');
		for (const type of ['1', '0']) {
			const answer = await ask(get(`${ANALYTICS}/dashboard/bookmarks`, { type }));
			const list = listIn(dataOf(answer), 'bookmarks');
			const bookmarks = readList(list, 'saved reports', (one) => (idOf(one) ? one : undefined));
			const found = bookmarks.find((bookmark) => idOf(bookmark) === requested);
			if (found) return readSavedReport(found);
		}
		throw new UserError(
			`${noneCalled('saved report', requested)}. Choose a saved report from the list`,
		);
	},
	async sessions(ask) {
		const answer = await ask(get(`${ANALYTICS}/model/session/list`));
		return readSessions(listIn(dataOf(answer), 'sessions'));
	},
};

async function eventProperties<One>(
	ask: Ask,
	events: readonly string[],
	read: (answer: unknown, events: readonly string[]) => One[],
): Promise<One[]> {
	const path = `${ANALYTICS}/property-meta/event-properties`;
	const all: One[] = [];
	for (const some of inBatches(events, EVENTS_PER_REQUEST)) {
		for (const one of read(await ask({ path, body: { events: some } }), some)) all.push(one);
	}
	return all;
}

/** Alerts of the platform (docs/service.md, "Alarms"). */

const LIST = 'The list of alerts';
const MANY_IDS = 10_000;
const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?$/;

const allRequest: ServiceRequest = { path: `${ANALYTICS}/smart-alarm/all`, body: {} };

export const alarmsWire = {
	ids: async (ask: Ask) => readIds(await ask(allRequest)),
	/** A firing without a time could be an old one, so it is an error. */
	async alarm(ask: Ask, id: string): Promise<Alarm> {
		return readAlarm(await ask(get(`${ANALYTICS}/smart-alarm/detail`, { config_id: id })), id);
	},
};

function readIds(answer: unknown): string[] {
	const list = listIn(dataOf(answer, LIST), 'ids');
	if (!Array.isArray(list)) throw new UnexpectedShape("'ids' isn't a list", LIST);
	const ids = list.map((id: unknown, index) => {
		const text = typeof id === 'number' || typeof id === 'string' ? String(id) : '';
		if (ID.test(text)) return text;
		throw new UnexpectedShape(`entry ${index + 1} of 'ids' isn't a whole number`, LIST);
	});
	// The trigger refuses longer lists, and searching a million IDs for copies takes a second.
	return ids.length > MANY_IDS ? ids : [...new Set(ids)];
}

function readAlarm(answer: unknown, id: string): Alarm {
	const data = dataOf(answer, alarmNameOf(id));
	if (String(data.id) !== id) {
		throw new OperationalError(noneCalled('alert', id), {
			description:
				'The alert may have been deleted, or belong to another project. Choose another alert.',
		});
	}
	return {
		id,
		title: textIn(data, 'title') ?? '',
		unit: textIn(data, 'unit')?.toLowerCase(),
		newest: readFiring(data.history ?? {}, alarmNameOf(id)),
	};
}

/** Reads a firing; returns undefined if every field is empty. */
function readFiring(history: unknown, subject: string): Firing | undefined {
	if (!isObject(history)) throw new UnexpectedShape("'history' isn't an object", subject);
	if (Object.values(history).every(isNothing)) return undefined;
	const [alarmTime, executeTime] = ['alarm_time', 'execute_time'].map((key) =>
		readTime(history, key, subject),
	);
	const moment = [alarmTime, executeTime]
		.filter((time) => time !== undefined)
		.sort()
		.at(-1);
	if (moment === undefined) throw new UnexpectedShape("'history' has no time", subject);
	return {
		moment,
		alarmTime,
		executeTime,
		value: readValue(history, 'alarm_value'),
		comparedValue: readValue(history, 'alarm_last_value'),
		comparison: textIn(history, 'alarm_function'),
		reference: textIn(history, 'alarm_reference'),
		valueType: textIn(history, 'alarm_unit'),
		groupField: textIn(history, 'alarm_field'),
		group: isNothing(history.alarm_group ?? null) ? undefined : asText(history.alarm_group),
		receivers: Array.isArray(history.receivers)
			? history.receivers.filter((receiver) => typeof receiver === 'string')
			: [],
	};
}

function isNothing(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function readTime(history: JsonObject, key: string, subject: string): string | undefined {
	if (isNothing(history[key] ?? null)) return undefined;
	const [, date, time] = TIME.exec(String(history[key])) ?? [];
	if (date !== undefined && time !== undefined && exists(`${date}T${time}`))
		return `${date}T${time}`;
	throw new UnexpectedShape(`'${key}' of 'history' isn't a time`, subject);
}

/** Reads a value; numbers come as text. */
function readValue(history: JsonObject, key: string): Firing['value'] {
	const value = history[key];
	const hasValue = typeof value === 'number' || (typeof value === 'string' && value !== '');
	return hasValue ? (readNumber(value, key) as Firing['value']) : null;
}

function alarmNameOf(id: string): string {
	return `The alert ${id}`;
}
