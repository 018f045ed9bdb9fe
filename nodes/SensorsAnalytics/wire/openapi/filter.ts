import { UserError } from 'n8n-workflow';

import { readFilter } from '../../paste/filter';
import type { Condition, Filter } from '../../query/eventQuery';
import { toExpression } from '../../query/fieldExpression';
import { FILTER_FUNCTIONS } from '../../query/filterFunctions';
import type { JsonObject } from '../../query/json';

/**
 * Of dates and lists, and in no list of this generation (docs/service.md, "Filters"). What stands
 * for them is not documented: another function could give other numbers.
 */
const MISSING = ['absoluteBetween', 'relativeWithin', 'relativeBefore', 'include'];

/**
 * @param place in the request, if it is one that the form has, too
 * @throws UserError for a function that this generation does not have
 */
export function writeFilter({ join, conditions, groups }: Filter, place?: string): JsonObject {
	const within = (list: string, index: number) => place && `${place}.${list}.${index}`;
	return {
		relation: join.toUpperCase(),
		conditions: conditions.map((condition, index) =>
			writeCondition(condition, within('conditions', index)),
		),
		...(groups.length > 0
			? { filters: groups.map((group, index) => writeFilter(group, within('filters', index))) }
			: {}),
	};
}

/** A filter of the web page's payload in this generation's form. @throws UserError */
export function rewriteFilter(value: unknown, place: string): JsonObject {
	return writeFilter(readFilter(value, place));
}

function writeCondition(
	{ property, function: name, values }: Condition,
	place: string | undefined,
): JsonObject {
	const field = toExpression(property);
	if (MISSING.includes(name)) {
		const label = FILTER_FUNCTIONS.find(({ value }) => value === name)?.label ?? name;
		throw new UserError(
			`${place ? `${place}.function: ` : ''}The condition '${label}' on ${field} can't be asked of the OpenAPI, which has no such function. Filter by a user group that was made with it, or use a credential that signs in by API secret or account`,
		);
	}
	return { field, function: name, params: values };
}
