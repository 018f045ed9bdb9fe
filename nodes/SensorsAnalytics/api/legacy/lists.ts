import { isObject } from '../../../../credentials/http/json';
import type { ServiceRequest } from '../../../../credentials/http/request';
import type { Dashboard, PropertiesOfEvent, SavedReport, UserGroup } from '../../query/entities';
import { flagIn, numberIn, textIn } from '../../query/json';
import { userField } from '../../query/query';
import type { Ask, Lists } from '../api';
import {
	idInPath,
	idOf,
	inBatches,
	listedObjects,
	readDashboard,
	readEvents,
	readProperties,
	readSavedReport,
	withoutDoubles,
} from '../catalogRows';
import { assertOf } from '../rows';

/** Dashboards and the charts saved in them (docs/service.md, "Lists"). */

const dashboardsRequest: ServiceRequest = { method: 'GET', path: '/api/dashboards' };

export function dashboardRequest(id: string): ServiceRequest {
	return { method: 'GET', path: `/api/dashboards/${idInPath(id, 'dashboard')}` };
}

export function savedReportRequest(id: string): ServiceRequest {
	return { method: 'GET', path: `/api/bookmarks/bookmark/${idInPath(id, 'saved report')}` };
}

export function readDashboards(answer: unknown): Dashboard[] {
	return listedObjects(answer, 'dashboards').map((one) => readDashboard(one, 'username'));
}

export function readSavedReports(answer: unknown): SavedReport[] {
	const items = isObject(answer) ? (answer.items ?? []) : undefined;
	return listedObjects(items, 'saved reports').flatMap(({ bookmark }) =>
		isObject(bookmark) ? [readSavedReport(bookmark)] : [],
	);
}

/** Events and properties of a project (docs/service.md, "Lists"). */

/** More events would make the URL too long. */
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

export function eventPropertiesRequests(events: readonly string[]): ServiceRequest[] {
	return inBatches(events, EVENTS_PER_REQUEST).map((some) => ({
		method: 'GET',
		path: '/api/event/properties',
		query: { events: some.join(','), show_all: 'true', cache: 'false' },
	}));
}

/** Reads `{"<event>": {"event": [property, …]}}`. */
export function readPropertiesByEvent(answer: unknown): PropertiesOfEvent[] {
	return Object.entries(isObject(answer) ? answer : {}).map(([event, entry]) => ({
		event,
		properties: readProperties(isObject(entry) ? (entry.event ?? []) : entry, 'event properties'),
	}));
}

/** User groups (docs/service.md, "Lists"). */

export const userGroupsRequest: ServiceRequest = { method: 'GET', path: '/api/v2/user_groups' };

export function readUserGroups(answer: unknown): UserGroup[] {
	return listedObjects(answer, 'user groups').map((group) => {
		const name = textIn(group, 'name') ?? '';
		const last = group.last_succeed_partition;
		return {
			id: idOf(group),
			name,
			field: userField(`user_group_${name}`),
			displayName: textIn(group, 'cname') ?? name,
			owner: textIn(group, 'user_name'),
			comment: textIn(group, 'comment'),
			createdAt: textIn(group, 'create_time'),
			isRoutine: flagIn(group, 'is_routine'),
			status: textIn(group, 'status'),
			lastComputation: isObject(last)
				? {
						status: textIn(last, 'status'),
						baseTime: textIn(last, 'base_time'),
						startedAt: textIn(last, 'start_time'),
						finishedAt: textIn(last, 'finished_time'),
						users: numberIn(last, 'user_count'),
					}
				: undefined,
		};
	});
}

/** Lists of the project (docs/service.md, "Lists"). */

export const listsWire: Lists = {
	events: async (ask) => readEvents(await ask(eventsRequest)),
	eventTags: async () => await Promise.resolve(new Map<string, string>()),
	eventProperties: async (ask, events) =>
		withoutDoubles((await propertiesByEvent(ask, events)).flatMap(({ properties }) => properties)),
	propertiesByEvent,
	userProperties: async (ask) =>
		readProperties(await ask(userPropertiesRequest), 'user properties'),
	userGroups: async (ask) => readUserGroups(await ask(userGroupsRequest)),
	dashboards: async (ask) => readDashboards(await ask(dashboardsRequest)),
	savedReports: async (ask, dashboardId) =>
		readSavedReports(ofId(dashboardId, await ask(dashboardRequest(dashboardId)), 'The dashboard')),
	savedReport: async (ask, id) =>
		readSavedReport(ofId(id, await ask(savedReportRequest(id)), 'The saved report')),
};

function ofId(id: string, answer: unknown, subject: string): unknown {
	if (isObject(answer)) assertOf(id, answer.id, subject);
	return answer;
}

async function propertiesByEvent(
	ask: Ask,
	events: readonly string[],
): Promise<PropertiesOfEvent[]> {
	const all = [];
	for (const request of eventPropertiesRequests(events)) {
		for (const one of readPropertiesByEvent(await ask(request))) all.push(one);
	}
	return all;
}
