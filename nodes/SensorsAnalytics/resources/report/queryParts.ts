import type { Property } from '../../query/eventQuery';
import { isObject, type JsonObject } from '../../query/json';
import { USERS } from '../../query/modelQueries';
import type { Queries, ReportModelName } from '../../query/queries';

/** The events and properties whose names a report shows. */
export interface QueryParts {
	events: string[];
	properties: Property[];
}

/** Wherever they stand in the query of whichever model; in filters only where those are shown. */
export function partsOf(query: Queries[ReportModelName], withFilters = false): QueryParts {
	const events = new Set<string>();
	const properties: Property[] = [];
	const visit = (value: unknown) => {
		if (Array.isArray(value)) value.forEach(visit);
		else if (isProperty(value)) properties.push(value);
		else if (isObject(value)) visitAll(value);
	};
	const visitAll = ({ event, ...rest }: JsonObject) => {
		if (typeof event === 'string' && event !== USERS) events.add(event);
		for (const [key, value] of Object.entries(rest))
			if (withFilters || key !== 'filter') visit(value);
	};
	visit(query);
	return { events: [...events], properties };
}

const OWNERS: unknown[] = ['event', 'user', 'other'] satisfies Array<Property['of']>;

function isProperty(value: unknown): value is Property {
	return isObject(value) && OWNERS.includes(value.of);
}

/** The name of a property, without whose it is. */
export function lastPart(property: Property): string {
	return property.of === 'other' ? property.expression : property.name;
}
