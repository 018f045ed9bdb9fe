import { isObject, type JsonObject, numberIn, textIn } from '../query/json';
import type { AttributionQuery } from '../query/modelQueries';
import { pageOf } from './page';
import { eventIn, eventMeasureIn, filterIn, groupsIn, isSet, PASTED } from './parts';
import type { Unread } from './unread';

/** The payload of an attribution report (docs/service.md, "OpenAPI"). */
export const attribution = pageOf(readAttribution, {
	path: 'attribution/report',
	savedAs: /attribution/i,
	isOwn: (payload) => 'target_event' in payload || 'attribution_events' in payload,
});

function readAttribution(payload: JsonObject, unread: Unread): AttributionQuery {
	const touched = isObject(payload.attribution_events) ? payload.attribution_events : {};
	const events = Array.isArray(touched.events) ? (touched.events as unknown[]) : [];
	if (events.length === 0) unread.note(`'attribution_events' in ${PASTED} has no 'events'`);
	const rule = textIn(payload, 'model_type');
	if (rule === undefined) unread.note(`'model_type' is missing in ${PASTED}`);
	const lookback = isObject(payload.lookback_window) ? payload.lookback_window : {};
	const value = numberIn(lookback, 'value');
	if (value === undefined) unread.note(`'lookback_window' in ${PASTED} has no 'value'`);
	return {
		target: eventMeasureIn(payload.target_event, `'target_event' in ${PASTED}`, unread),
		touchpoints: events.map((event, index) =>
			eventIn(event, `Event ${index + 1} of 'attribution_events' in ${PASTED}`, unread),
		),
		rule: rule ?? '',
		lookback: { value: value ?? 0, unit: (textIn(lookback, 'unit') ?? 'day').toLowerCase() },
		hasDirect: isSet(payload, 'direct_conversion'),
		groupBy: groupsIn(touched),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}
