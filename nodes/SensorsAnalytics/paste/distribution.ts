import { fromExpression } from '../query/fieldExpression';
import { isObject, type JsonObject, textIn } from '../query/json';
import type { DistributionQuery } from '../query/modelQueries';
import { pageOf } from './page';
import { filterIn, groupsIn, PASTED, unitIn, wholeIn } from './parts';
import type { Unread } from './unread';

/** The payload of a distribution report (docs/service.md, "Distribution"). */
export const distribution = pageOf(readDistribution, {
	path: 'addictions/report',
	takesWholeRange: true,
	savedAs: /addiction|distribution/i,
	isOwn: (payload) => 'measure_type' in payload || 'result_bucket_param' in payload,
});

function readDistribution(payload: JsonObject, unread: Unread): DistributionQuery {
	const event = textIn(payload, 'event_name');
	if (event === undefined) unread.note(`'event_name' in ${PASTED} is empty`);
	return {
		event: event ?? '',
		unit: unitIn(payload, unread),
		of: whatIn(payload, unread),
		buckets: bucketsIn(payload, unread),
		...wholeIn(payload),
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

function whatIn(payload: JsonObject, unread: Unread): DistributionQuery['of'] {
	const { measure } = payload;
	if (isObject(measure)) {
		const aggregator = textIn(measure, 'aggregator');
		const field = textIn(measure, 'field');
		if (aggregator === undefined) unread.note(`'measure' in ${PASTED} has no 'aggregator'`);
		else return { aggregator, ...(field ? { property: fromExpression(field) } : {}) };
	}
	return payload.measure_type === 'period' ? 'periods' : 'times';
}

/** Newer payloads have another key (docs/service.md, "OpenAPI"). */
function bucketsIn(payload: JsonObject, unread: Unread): number[] {
	const limits = payload.result_bucket_param ?? payload.result_bucket_params;
	if (limits === undefined || limits === null) return [];
	const numbers = Array.isArray(limits) ? limits.map(Number) : [NaN];
	if (numbers.every(Number.isFinite)) return numbers;
	unread.note(`'result_bucket_param' in ${PASTED} is no list of numbers`);
	return [];
}
