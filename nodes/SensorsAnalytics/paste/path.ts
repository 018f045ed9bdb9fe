import { isObject, type JsonObject, numberIn, textIn } from '../query/json';
import type { FilteredEvent, PathQuery } from '../query/modelQueries';
import { pageOf } from './page';
import { eventIn, filterIn, groupsIn, PASTED } from './parts';
import type { Unread } from './unread';

const DIRECTIONS = ['initial_event', 'termination_event'];

/** The payload of a path report (docs/service.md, "OpenAPI"). */
export const path = pageOf(readPath, {
	path: 'path/analytics/report',
	savedAs: /path/i,
	isOwn: (payload) => 'source_event' in payload || 'source_type' in payload,
});

function readPath(payload: JsonObject, unread: Unread): PathQuery {
	const direction = textIn(payload, 'source_type') ?? '';
	if (!DIRECTIONS.includes(direction)) {
		unread.note(`'source_type' in ${PASTED} must be ${DIRECTIONS.join(' or ')}`);
	}
	const whole = (key: string) => {
		const number = numberIn(payload, key);
		if (number === undefined) unread.note(`'${key}' in ${PASTED} is no number`);
		return number ?? 0;
	};
	return {
		source: eventIn(payload.source_event, `'source_event' in ${PASTED}`, unread),
		isBackward: direction === 'termination_event',
		events: eventsIn(payload, unread),
		steps: whole('col_limit'),
		eventsPerStep: whole('row_limit'),
		pauseSeconds: numberIn(payload, 'session_interval'),
		rows: 'links',
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

/** Names, and the conditions of each in a map beside them, which has an older name as well. */
function eventsIn(payload: JsonObject, unread: Unread): FilteredEvent[] {
	const names = Array.isArray(payload.event_names) ? (payload.event_names as unknown[]) : [];
	if (names.length === 0) unread.note(`'event_names' is empty in ${PASTED}`);
	const [key, filters] = ['single_event_with_filters', 'single_event_with_filter']
		.map((key) => [key, payload[key]] as const)
		.find((entry): entry is [string, JsonObject] => isObject(entry[1])) ?? ['', {}];
	return names.map(String).map((event) => {
		const filter = filterIn(filters, event, `'${key}' in ${PASTED}`, unread);
		return { event, ...(filter ? { filter } : {}) };
	});
}
