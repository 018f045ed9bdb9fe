/** Lists of the project (docs/service.md, "OpenAPI"). */
import type { Lists } from '../../wire';
import { withoutDoubles } from '../../rows/catalogEntries';
import {
	bookmarksRequests,
	dashboardRequest,
	findSavedReport,
	navigationRequests,
	noSavedReport,
	readDashboards,
	readSavedReports,
	savedReportId,
} from './dashboards';
import {
	eventPropertiesRequests,
	eventsRequest,
	readEventProperties,
	readEvents,
	readUserProperties,
	userPropertiesRequest,
} from './metadata';
import { readSessions, sessionsRequest } from './sessions';
import { userGroups } from './userGroups';

export const lists: Lists = {
	events: async (ask) => readEvents(await ask(eventsRequest)),
	async eventProperties(ask, events) {
		const all = [];
		for (const request of eventPropertiesRequests(events)) {
			all.push(...readEventProperties(await ask(request)));
		}
		return withoutDoubles(all);
	},
	userProperties: async (ask) => readUserProperties(await ask(userPropertiesRequest)),
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
