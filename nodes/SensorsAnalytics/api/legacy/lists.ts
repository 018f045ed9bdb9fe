import { isObject, type JsonObject } from '../../../../credentials/http/json';
import { betweenPieces } from '../../../../credentials/http/slices';
import type { UserGroup } from '../../query/entities';
import { flagIn, numberIn, textIn } from '../../query/json';
import type { Lists } from '../api';
import {
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
	savedReportIn,
	unexpectedList,
	withoutDoubles,
} from '../catalogRows';
import { assertOf, listIn } from '../rows';

/** Lists of the project (docs/service.md, "Lists"). */

/** More events would make the URL too long. */
export const EVENTS_PER_REQUEST = 20;
const PROPERTIES = 'event properties';

export const listsWire: Lists = {
	events: async (ask) =>
		readEvents(await ask({ method: 'GET', path: '/api/events/all', query: { cache: 'false' } })),
	eventTags: async () => await Promise.resolve(new Map<string, string>()),
	eventProperties: async (ask, events) =>
		withoutDoubles(
			(await listsWire.propertiesByEvent(ask, events)).flatMap(({ properties }) => properties),
		),
	/** Reads `{"<event>": {"event": [property, …]}}`. */
	async propertiesByEvent(ask, events) {
		const all = [];
		const pause = betweenPieces();
		for (const some of inBatches(events, EVENTS_PER_REQUEST)) {
			const answer = await ask({
				method: 'GET',
				path: '/api/event/properties',
				query: { events: some.join(','), show_all: 'true', cache: 'false' },
			});
			if (!isObject(answer)) throw unexpectedList(PROPERTIES);
			for (const [event, entry] of Object.entries(answer)) {
				const isEmpty = isObject(entry) && Object.keys(entry).length === 0;
				const listed = isObject(entry) ? (entry.event ?? (isEmpty ? [] : undefined)) : entry;
				all.push({ event, properties: readProperties(listed, PROPERTIES) });
				await pause();
			}
		}
		return all;
	},
	async userProperties(ask) {
		const query = { show_all: 'true', cache: 'false' };
		const answer = await ask({ method: 'GET', path: '/api/property/user/properties', query });
		return readProperties(answer, 'user properties');
	},
	async userGroups(ask) {
		const answer = await ask({ method: 'GET', path: '/api/v2/user_groups', hasStates: true });
		return readList(answer, 'user groups', readUserGroup);
	},
	async dashboards(ask) {
		const answer = await ask({ method: 'GET', path: '/api/dashboards' });
		return readList(answer, 'dashboards', (one) => readDashboard(one, 'username'));
	},
	async savedReports(ask, id) {
		const path = `/api/dashboards/${idInPath(id, 'dashboard')}`;
		const answer = ofId(id, await ask({ method: 'GET', path }), 'The dashboard');
		const items = isObject(answer) ? listIn(answer, 'items') : undefined;
		return readList(items, 'saved reports', ({ bookmark }) => savedReportIn(bookmark));
	},
	async savedReport(ask, id) {
		const path = `/api/bookmarks/bookmark/${idInPath(id, 'saved report')}`;
		return readSavedReport(ofId(id, await ask({ method: 'GET', path }), 'The saved report'));
	},
};

function ofId(id: string, answer: unknown, subject: string): unknown {
	if (isObject(answer)) assertOf(id, answer.id, subject);
	return answer;
}

function readUserGroup(group: JsonObject): UserGroup | undefined {
	const fullName = textIn(group, 'name');
	if (fullName === undefined) return undefined;
	const name = groupName(fullName);
	const last = group.last_succeed_partition;
	return {
		id: idOf(group),
		name,
		field: groupField(fullName, 'user_group_'),
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
}
