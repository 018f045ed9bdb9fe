import { type JsonObject, numberIn } from '../query/json';
import type { RetentionQuery } from '../query/modelQueries';
import { pageOf } from './page';
import { eventIn, filterIn, groupsIn, isSet, PASTED, unitIn, wholeIn } from './parts';
import type { Unread } from './unread';

/** The payload of a retention report (docs/service.md, "Retention"). */
export const retention = pageOf(readRetention, {
	path: 'retentions/report',
	takesWholeRange: true,
	savedAs: /retention/i,
	isOwn: (payload) => 'first_event' in payload || 'second_event' in payload,
});

function readRetention(payload: JsonObject, unread: Unread): RetentionQuery {
	const duration = numberIn(payload, 'duration');
	if (duration === undefined) unread.note(`'duration' in ${PASTED} is no number`);
	return {
		first: eventIn(payload.first_event, `'first_event' in ${PASTED}`, unread),
		second: eventIn(payload.second_event, `'second_event' in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		duration: duration ?? 0,
		isChurn: isSet(payload, 'is_wastage'),
		mayEndLater: isSet(payload, 'extend_over_end_date'),
		...wholeIn(payload),
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}
