/** Lists of the project (docs/service.md, "Lists"). */
import type { PropertiesOfEvent } from '../../../query/catalog';
import { readEvents, readProperties, withoutDoubles } from '../../rows/catalogEntries';
import type { Ask, Lists } from '../../wire';
import {
	dashboardRequest,
	dashboardsRequest,
	readDashboards,
	readSavedReports,
	savedReportRequest,
} from './dashboards';
import {
	eventPropertiesRequests,
	eventsRequest,
	readPropertiesByEvent,
	userPropertiesRequest,
} from './metadata';
import { readSavedReport } from '../../rows/savedReport';
import { readUserGroups, userGroupsRequest } from './userGroups';

export const lists: Lists = {
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
		readSavedReports(await ask(dashboardRequest(dashboardId))),
	savedReport: async (ask, id) => readSavedReport(await ask(savedReportRequest(id))),
};

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
