/** Lists of the project (docs/service.md, "Lists"). */
import { readCatalog, withoutDoubles } from '../../rows/catalogEntries';
import type { Lists } from '../../wire';
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
	readEventProperties,
	userPropertiesRequest,
} from './metadata';
import { readSavedReport } from '../../rows/savedReport';
import { readUserGroups, userGroupsRequest } from './userGroups';

export const lists: Lists = {
	events: async (ask) => readCatalog(await ask(eventsRequest), 'events'),
	async eventProperties(ask, events) {
		const all = [];
		for (const request of eventPropertiesRequests(events)) {
			all.push(...readEventProperties(await ask(request)));
		}
		return withoutDoubles(all);
	},
	userProperties: async (ask) => readCatalog(await ask(userPropertiesRequest), 'user properties'),
	userGroups: async (ask) => readUserGroups(await ask(userGroupsRequest)),
	dashboards: async (ask) => readDashboards(await ask(dashboardsRequest)),
	savedReports: async (ask, dashboardId) =>
		readSavedReports(await ask(dashboardRequest(dashboardId))),
	savedReport: async (ask, id) => readSavedReport(await ask(savedReportRequest(id))),
};
