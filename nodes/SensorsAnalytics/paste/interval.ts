import type { JsonObject } from '../query/json';
import type { IntervalQuery } from '../query/modelQueries';
import { pageOf } from './page';
import { eventIn, filterIn, groupsIn, PASTED, unitIn } from './parts';
import type { Unread } from './unread';

/** The payload of a report on the interval between two events (docs/service.md, "OpenAPI"). */
export const interval = pageOf(readInterval, {
	path: 'interval/report',
	savedAs: /interval/i,
	isOwn: (payload) => 'quantiles' in payload || 'by_event' in payload,
});

function readInterval(payload: JsonObject, unread: Unread): IntervalQuery {
	const told = Array.isArray(payload.quantiles) ? payload.quantiles.map(Number) : [];
	if (told.length === 0 || told.some((quantile) => !Number.isInteger(quantile))) {
		unread.note(`'quantiles' in ${PASTED} is no list of whole numbers`);
	}
	return {
		first: eventIn(payload.first_event, `'first_event' in ${PASTED}`, unread),
		second: eventIn(payload.second_event, `'second_event' in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		quantiles: [...new Set(told)].sort((a, b) => a - b),
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}
