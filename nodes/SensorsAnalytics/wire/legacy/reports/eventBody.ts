import type { EventQuery, Filter, Measure } from '../../../query/eventQuery';
import { TOTAL } from '../../../query/eventQuery';
import { toExpression } from '../../../query/fieldExpression';
import type { JsonObject } from '../../../query/json';

/**
 * Body of `POST /api/events/report` (docs/service.md, "Event report"). Dates and
 * computation are put in by withRequestParts.
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
		// The one spelling that the contract shows (docs/service.md, "Aggregators").
		aggregator: measure.aggregator === 'sum' ? 'SUM' : measure.aggregator,
		...(measure.property ? { field: toExpression(measure.property) } : {}),
		...shared,
	};
}

/** A filter in the platform's own form (docs/service.md, "Filters"). */
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

/**
 * A payload of the web page as it goes out: as it came, except for what was chosen anew, the unit
 * and the groups.
 */
export function pageBody(page: JsonObject, { unit, groupBy }: EventQuery): JsonObject {
	const body: JsonObject = unit === TOTAL || unit === '' ? { ...page } : { ...page, unit };
	const isUngrouped = groupBy.length === 0 && Array.isArray(page.by_fields);
	if (isUngrouped && (page.by_fields as unknown[]).length > 0) {
		delete body.by_fields;
		delete body.bucket_params;
	}
	return body;
}
