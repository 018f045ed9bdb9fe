/** Paths: `POST /model/path/analytics/report` (docs/service.md, "OpenAPI"). */
import { UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../query/json';
import type { PathQuery } from '../../../query/modelQueries';
import { reportWire } from '../../wire';
import { firstTwice } from '../../rows/twice';
import { writeFilter } from '../filter';
import { assertPlainFilter, sentOf } from '../pageKeys';
import { requestFor } from '../requestParts';
import { writeEvent, writeGroups } from './parts';
import { pathSteps } from './pathAnswer';

const FILTERS = ['single_event_with_filters', 'single_event_with_filter'];
const KEYS = {
	read: [
		...['source_type', 'source_event', 'event_names', 'col_limit', 'row_limit', 'by_field'],
		...['session_interval', 'by_fields', 'filter', ...FILTERS],
	],
	sent: ['sampling_factor', 'use_cache', 'bucket_params'],
	filters: ['user_filter'],
};
const WHOLE = 'the pasted or saved query';

export const path = reportWire<PathQuery>({
	request({ query, page, unread }, range, how) {
		if (unread) throw unread;
		const { body, ...request } = requestFor('path/analytics', writePath(query, page), range, how);
		// Its rows are limited by step.
		const own = Object.entries(body ?? {}).filter(([key]) => key !== 'limit');
		return { ...request, body: Object.fromEntries(own) };
	},
	readSteps: pathSteps,
});

/** Without dates and what is wanted of it. */
export function writePath(query: PathQuery, page: JsonObject = {}): JsonObject {
	const { source, events, filter, pauseSeconds } = query;
	const names = events.map(({ event }) => event);
	const twice = firstTwice(names);
	if (twice !== undefined) {
		throw new UserError(`${twice} is an event of the paths twice. Keep one of them`);
	}
	assertPlainFilter(page.filter, `'filter' of ${WHOLE}`);
	for (const key of FILTERS) {
		const told = page[key];
		for (const [event, inner] of Object.entries(isObject(told) ? told : {})) {
			assertPlainFilter(inner, `'${key}' of ${WHOLE}, for ${event}`);
		}
	}
	const filtered = events.flatMap(({ event, filter: own }) =>
		own ? [[event, writeFilter(own)] as const] : [],
	);
	const groups = writeGroups(query.groupBy);
	return {
		...sentOf(page, KEYS),
		source_type: query.isBackward ? 'termination_event' : 'initial_event',
		source_event: writeEvent(source, page.source_event, `'source_event' of ${WHOLE}`),
		event_names: names,
		...(filtered.length > 0 ? { single_event_with_filters: Object.fromEntries(filtered) } : {}),
		col_limit: query.steps,
		row_limit: query.eventsPerStep,
		...(pauseSeconds === undefined ? {} : { session_interval: pauseSeconds }),
		...(groups.length > 0 ? { by_fields: groups } : {}),
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}
