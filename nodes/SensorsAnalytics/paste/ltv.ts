import { fromExpression } from '../query/fieldExpression';
import { isObject, type JsonObject, numberIn, textIn } from '../query/json';
import type { LtvQuery } from '../query/modelQueries';
import { pageOf } from './page';
import { eventMeasureIn, filterIn, groupsIn, PASTED, unitIn } from './parts';
import type { Unread } from './unread';

/** The payload of a report on lifetime value (docs/service.md, "OpenAPI"). */
export const ltv = pageOf(readLtv, {
	path: 'ltv/report',
	savedAs: /ltv/i,
	isOwn: (payload) => 'start_sign' in payload,
});

function readLtv(payload: JsonObject, unread: Unread): LtvQuery {
	const measures = Array.isArray(payload.measures) ? (payload.measures as unknown[]) : [];
	if (measures.length !== 1) {
		unread.note(`${PASTED} has ${measures.length} 'measures', where this report takes one`);
	}
	const duration = numberIn(payload, 'duration');
	if (duration === undefined) unread.note(`'duration' in ${PASTED} is no number`);
	return {
		start: startIn(payload.start_sign, unread),
		value: eventMeasureIn(measures[0], `Measure 1 in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		duration: duration ?? 0,
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

function startIn(value: unknown, unread: Unread): LtvQuery['start'] {
	const place = `'start_sign' in ${PASTED}`;
	const sign = isObject(value) ? value : {};
	const filter = filterIn(sign, 'filter', place, unread);
	const rest = filter ? { filter } : {};
	const [event, time] = [textIn(sign, 'start_event'), textIn(sign, 'start_time_field')];
	if (event === undefined && time !== undefined) return { time: fromExpression(time), ...rest };
	if (event === undefined) unread.note(`${place} has neither 'start_event' nor 'start_time_field'`);
	return { event: event ?? '', ...rest };
}
