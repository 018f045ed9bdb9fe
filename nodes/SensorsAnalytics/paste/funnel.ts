import { isTime } from '../query/fieldExpression';
import { isObject, type JsonObject, numberIn } from '../query/json';
import type { FunnelQuery } from '../query/modelQueries';
import { pageOf } from './page';
import { eventIn, filterIn, groupsIn, isSet, PASTED } from './parts';
import type { Unread } from './unread';

/** The payload of a funnel, in the form of this node or of the web page (docs/service.md, "Funnel"). */
export const funnel = pageOf(readFunnel, {
	path: 'funnel/report',
	savedAs: /funnel/i,
	isOwn: (payload) => ['funnel', 'funnel_define', 'funnel_id'].some((key) => key in payload),
});

function readFunnel(payload: JsonObject, unread: Unread): FunnelQuery {
	const { funnel: own, funnel_define: defined, state } = payload;
	const funnel = isObject(own) ? own : isObject(defined) ? defined : {};
	const steps = Array.isArray(funnel.steps) ? (funnel.steps as unknown[]) : [];
	if (steps.length === 0) unread.note(`The funnel in ${PASTED} has no 'steps'`);
	const windowMinutes = numberIn(funnel, 'max_convert_time');
	if (windowMinutes === undefined) unread.note(`The funnel in ${PASTED} has no 'max_convert_time'`);
	const groupBy = groupsIn(payload);
	return {
		steps: steps.map((step, index) => eventIn(step, `Step ${index + 1} in ${PASTED}`, unread)),
		windowMinutes: windowMinutes ?? 0,
		mayEndLater: isSet(payload, 'extend_over_end_date'),
		isByDate: state === 'trends' || groupBy.some(isTime),
		groupBy,
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}
