import type { Filter, Property } from '../../../query/eventQuery';
import type { FilteredEvent } from '../../../query/modelQueries';
import { toExpression } from '../../../query/fieldExpression';
import type { JsonObject } from '../../../query/json';
import { writeFilter } from './eventBody';

/** An event with its conditions. */
export function writeEvent({ event, filter }: FilteredEvent): JsonObject {
	return { event_name: event, ...(filter ? { filter: writeFilter(filter) } : {}) };
}

/** The groups and the filter that funnel, retention and distribution share. */
export function writeGroupAndFilter(query: { groupBy: Property[]; filter?: Filter }): JsonObject {
	const fields = query.groupBy.map(toExpression);
	return {
		...(fields.length === 1 ? { by_field: fields[0] } : {}),
		...(fields.length > 1 ? { by_fields: fields } : {}),
		...(query.filter ? { filter: writeFilter(query.filter) } : {}),
	};
}
