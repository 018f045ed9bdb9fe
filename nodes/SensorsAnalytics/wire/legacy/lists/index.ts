/** Lists of the project (docs/service.md, "Lists"). */
import type { Lists } from '../../wire';
import {
	dashboardRequest,
	dashboardsRequest,
	readDashboards,
	readSavedReport,
	readSavedReports,
	savedReportRequest,
} from './dashboards';
import {
	eventPropertiesRequests,
	eventsRequest,
	readCatalog,
	readEventProperties,
	userPropertiesRequest,
} from './metadata';
import { readUserGroups, userGroupsRequest } from './userGroups';

export const lists: Lists = {
	events: async (ask) => readCatalog(await ask(eventsRequest), 'events'),
	async eventProperties(ask, events) {
		const all = [];
		for (const request of eventPropertiesRequests(events)) {
			all.push(...readEventProperties(await ask(request)));
		}
		return [...new Map(all.map((property) => [property.name, property])).values()];
	},
	userProperties: async (ask) => readCatalog(await ask(userPropertiesRequest), 'user properties'),
	userGroups: async (ask) => readUserGroups(await ask(userGroupsRequest)),
	dashboards: async (ask) => readDashboards(await ask(dashboardsRequest)),
	savedReports: async (ask, dashboardId) =>
		readSavedReports(await ask(dashboardRequest(dashboardId))),
	savedReport: async (ask, id) => readSavedReport(await ask(savedReportRequest(id))),
};
