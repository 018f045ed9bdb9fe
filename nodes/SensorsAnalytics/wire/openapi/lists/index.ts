/** Lists of the project (docs/service.md, "OpenAPI"). */
import type { Lists } from '../../wire';
import { unlessMissing } from '../missingModule';
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
	readPropertiesByEvent,
	readTags,
	readUserProperties,
	readValues,
	tagsRequest,
	userPropertiesRequest,
	valuesRequest,
} from './metadata';
import { readSessions, sessionsRequest } from './sessions';
import { userGroups } from './userGroups';

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
