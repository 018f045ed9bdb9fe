import { UserError } from 'n8n-workflow';

import { type EventQuery, type Group, TOTAL } from '../query/eventQuery';
import { fromExpression } from '../query/fieldExpression';
import { asText, isObject, type JsonObject } from '../query/json';
import { pageOf } from './page';
import { filterIn, isSet, measureIn, PASTED, WHOLE_RANGE } from './parts';
import type { Unread } from './unread';

/** The payload of an event report (docs/service.md, "Event report"). */
export const event = pageOf(readEventReport, {
	path: 'events/report',
	takesWholeRange: true,
	example: 'e.g. {"measures":[{"event_name":"PayOrder","aggregator":"general"}],"unit":"day",…}',
	savedAs: /segmentation/i,
	isOwn: ({ measures }) => Array.isArray(measures) && measures.some(hasEvents),
});

/**
 * @param path of the call to copy, for errors
 * @throws UserError that names the key which is missing or wrong
 */
export function readEventReport(
	payload: JsonObject,
	unread: Unread,
	path = '/api/events/report',
): EventQuery {
	const { measures, by_fields: fields = [] } = payload;
	if (!Array.isArray(measures) || measures.length === 0) {
		throw new UserError(
			`The pasted JSON has no 'measures'. Copy the request payload of the call to ${path} from the browser's network panel`,
		);
	}
	if (!Array.isArray(fields)) throw new UserError(`'by_fields' in ${PASTED} is not a list`);
	return {
		measures: measures.map((measure, index) =>
			measureIn(measure, `Measure ${index + 1} in ${PASTED}`, unread),
		),
		groupBy: fields.map((field) => readGroup(asText(field), payload.bucket_params, unread)),
		filter: filterIn(payload, 'filter', PASTED, unread),
		unit: isSet(payload, WHOLE_RANGE)
			? TOTAL
			: typeof payload.unit === 'string'
				? payload.unit
				: '',
	};
}

function hasEvents(measure: unknown): boolean {
	return isObject(measure) && ('event_name' in measure || 'expression' in measure);
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
