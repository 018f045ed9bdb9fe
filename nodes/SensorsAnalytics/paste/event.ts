import { UserError } from 'n8n-workflow';

import type { EventQuery, Group } from '../query/eventQuery';
import { fromExpression } from '../query/fieldExpression';
import { isObject, type JsonObject } from '../query/json';
import type { Given } from './given';
import { momentOf, withoutMoment } from './moment';
import { filterIn, measureIn, PASTED } from './parts';
import { Unread } from './unread';

/**
 * Reads the payload of an event report, copied from the browser's network panel (docs/service.md,
 * "Event report").
 * @param timeZone IANA name, for dates that are instants; who has dates of its own needs none
 * @throws UserError that names the key which is missing or wrong
 */
export function readEventReport(payload: JsonObject, timeZone = 'UTC'): Given<EventQuery> {
	const { measures, by_fields: fields = [] } = payload;
	if (!Array.isArray(measures) || measures.length === 0) {
		throw new UserError(
			"The pasted JSON has no 'measures'. Copy the request payload of the call to /api/events/report from the browser's network panel",
		);
	}
	if (!Array.isArray(fields)) throw new UserError(`'by_fields' in ${PASTED} is not a list`);
	const unread = new Unread();
	const query: EventQuery = {
		measures: measures.map((measure, index) =>
			measureIn(measure, `Measure ${index + 1} in ${PASTED}`, unread),
		),
		groupBy: fields.map((field) => readGroup(String(field), payload.bucket_params, unread)),
		filter: filterIn(payload, 'filter', PASTED, unread),
		unit: typeof payload.unit === 'string' ? payload.unit : '',
	};
	return {
		query,
		page: withoutMoment(payload),
		unread: unread.error,
		...momentOf(payload, timeZone),
	};
}

function readGroup(field: string, bucketParams: unknown, unread: Unread): Group {
	const limits = isObject(bucketParams) ? bucketParams[field] : undefined;
	const property = fromExpression(field);
	if (!Array.isArray(limits) || limits.length === 0) return { property };
	const buckets = limits.map(Number);
	if (buckets.every(Number.isFinite)) return { property, buckets };
	unread.note(`'bucket_params' in ${PASTED} has limits that are no numbers`);
	return { property };
}
