import type { Filter, Property } from '../../../query/eventQuery';
import type { FilteredEvent } from '../../../query/modelQueries';
import { toExpression } from '../fieldExpression';
import type { JsonObject } from '../json';
import { writeFilter } from '../writeEventReport';

/** An event with its conditions. */
export function writeEvent({ event, filter }: FilteredEvent): JsonObject {
	return { event_name: event, ...(filter ? { filter: writeFilter(filter) } : {}) };
}

/** The one group and the filter that funnel, retention and distribution share. */
export function writeGroupAndFilter(query: { groupBy?: Property; filter?: Filter }): JsonObject {
	return {
		...(query.groupBy ? { by_field: toExpression(query.groupBy) } : {}),
		...(query.filter ? { filter: writeFilter(query.filter) } : {}),
	};
}
