import type { Computation, DateRange, EventQuery, Filter, Measure } from '../../query/eventQuery';
import { TOTAL } from '../../query/eventQuery';
import { toExpression } from './fieldExpression';
import type { JsonObject } from './json';

/** Path of the operation (spec 4.3). */
export const EVENT_REPORT_PATH = '/api/events/report';

/**
 * Body of `POST /api/events/report` (spec 2.6; filters, buckets, formulas: field notes 6). Dates
 * and computation are put in by withRequestParts.
 */
export function writeEventReport(query: EventQuery): JsonObject {
	const buckets = query.groupBy.flatMap(({ property, buckets: limits }) =>
		limits ? [[toExpression(property), limits] as const] : [],
	);
	return {
		measures: query.measures.map(writeMeasure),
		// A total is read from the answer's own totals; the unit is required all the same.
		unit: query.unit === TOTAL ? 'day' : query.unit,
		...(query.groupBy.length > 0
			? { by_fields: query.groupBy.map(({ property }) => toExpression(property)) }
			: {}),
		...(buckets.length > 0 ? { bucket_params: Object.fromEntries(buckets) } : {}),
		...(query.filter ? { filter: writeFilter(query.filter) } : {}),
	};
}

/** The body for one range, if the report has dates; keys of a pasted payload that are not asked for stay as they are. */
export function withRequestParts(
	body: JsonObject,
	range: DateRange | undefined,
	computation: Computation,
	hasTotals: boolean,
): JsonObject {
	const { samplingFactor, useCache, isApproximate, groupLimit, requestId } = computation;
	const wanted: JsonObject = {
		sampling_factor: samplingFactor,
		use_cache: useCache,
		approx: isApproximate,
		limit: groupLimit,
		request_id: requestId,
		detail_and_rollup: hasTotals ? true : undefined,
	};
	const set = Object.entries(wanted).filter(([, value]) => value !== undefined);
	const dates = range ? { from_date: range.from, to_date: range.to } : {};
	return { ...body, ...dates, ...Object.fromEntries(set) };
}

function writeMeasure(measure: Measure): JsonObject {
	const shared = {
		...(measure.name ? { name: measure.name } : {}),
		...(measure.filter ? { filter: writeFilter(measure.filter) } : {}),
	};
	if (measure.kind === 'formula') {
		return { expression: measure.expression, events: measure.events, ...shared };
	}
	return {
		event_name: measure.event,
		// The one spelling that the contract shows (spec 2.6); others as in field notes 6.3.
		aggregator: measure.aggregator === 'sum' ? 'SUM' : measure.aggregator,
		...(measure.property ? { field: toExpression(measure.property) } : {}),
		...shared,
	};
}

/** A filter in the platform's own form (field notes 6.2). */
export function writeFilter({ join, conditions, groups }: Filter): JsonObject {
	return {
		relation: join,
		conditions: conditions.map((condition) => ({
			field: toExpression(condition.property),
			function: condition.function,
			params: condition.values,
		})),
		...(groups.length > 0 ? { filters: groups.map(writeFilter) } : {}),
	};
}

/** The body for everything together, as one group. */
export function withoutGroups(body: JsonObject): JsonObject {
	const { ...ungrouped } = body;
	delete ungrouped.by_fields;
	delete ungrouped.bucket_params;
	return ungrouped;
}
