import type { ReportModelName } from '../../query/catalog';
import type { Measure, Property } from '../../query/eventQuery';
import type { Queries } from '../../query/queries';

/** The events and properties whose names a report shows. */
export interface QueryParts {
	events: string[];
	properties: Property[];
}

export function partsOf(query: Queries[ReportModelName]): QueryParts {
	const measures = 'measures' in query ? query.measures : [];
	const own = measures.flatMap((measure: Measure) => (measure.kind === 'event' ? [measure] : []));
	const groups = query.groupBy.map((group) => ('property' in group ? group.property : group));
	return {
		events: [...new Set(eventsOf(query))],
		properties: [...own.flatMap(({ property }) => property ?? []), ...groups],
	};
}

function eventsOf(query: Queries[ReportModelName]): string[] {
	if ('steps' in query) return query.steps.map(({ event }) => event);
	if ('touchpoints' in query) {
		return [query.target.event, ...query.touchpoints.map(({ event }) => event)];
	}
	if ('start' in query) {
		return [...('event' in query.start ? [query.start.event] : []), query.value.event];
	}
	if ('second' in query) return [query.first.event, query.second.event];
	if ('event' in query) return [query.event];
	// What counts users has no event.
	if (!('unit' in query)) return [];
	return query.measures.flatMap((measure) => (measure.kind === 'event' ? [measure.event] : []));
}

/** The name of a property, without whose it is. */
export function lastPart(property: Property): string {
	return property.of === 'other' ? property.expression : property.name;
}
