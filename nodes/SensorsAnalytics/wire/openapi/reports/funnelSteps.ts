/** To which step of a funnel a condition or a group belongs (docs/service.md, "OpenAPI"). */
import { UserError } from 'n8n-workflow';

import { ANY_EVENT, type Filter, type Property } from '../../../query/eventQuery';
import { isTime, toExpression } from '../../../query/fieldExpression';
import type { JsonObject } from '../../../query/json';
import type { FunnelQuery } from '../../../query/modelQueries';
import { listOf } from '../pageKeys';

/** Stands for a property of users; steps count from 0. */
const USER = -1;

/**
 * `filter_field_steps`, one for each condition in its order, and `by_field_steps`.
 * @param page payload of the web page, which may say it itself
 * @throws UserError for a property of an event that is no step
 */
export function writeSteps(query: FunnelQuery, page: JsonObject): JsonObject {
	const { filter, groupBy } = query;
	const filterSteps = filter && (page.filter_field_steps ?? stepsOfFilter(filter, query));
	const groups = groupBy.filter((group) => !isTime(group));
	const own = ownSteps(page, query);
	const groupSteps = own ?? groups.map((group) => stepOf(group, query, 'by_field'));
	return {
		...(filterSteps ? { filter_field_steps: filterSteps } : {}),
		...(groupSteps.length > 0 ? { by_field_steps: groupSteps } : {}),
	};
}

/** As the page says it, without those of dates. @throws UserError */
function ownSteps(page: JsonObject, { groupBy }: FunnelQuery): unknown[] | undefined {
	const one = page.by_field_step;
	const steps = page.by_field_steps ?? (typeof one === 'number' ? [one] : undefined);
	if (steps === undefined || steps === null) return undefined;
	const list = listOf(steps);
	if (list.length === 0 && groupBy.length > 0) return undefined;
	if (list.length === groupBy.length) {
		return list.filter((_step, index) => !isTime(groupBy[index] as Property));
	}
	throw new UserError(
		`'by_field_steps' of the pasted or saved query names ${list.length} steps for ${groupBy.length} groups`,
	);
}

function stepsOfFilter({ conditions, groups }: Filter, query: FunnelQuery): number[] | undefined {
	if (groups.length > 0) {
		if (!isOfEvents({ conditions, groups })) return undefined;
		throw new UserError(
			"The filter of a funnel can't have groups of conditions on properties of events with the OpenAPI, which asks for the step of each condition. Put the conditions on the steps",
		);
	}
	return conditions.map(({ property }, index) =>
		stepOf(property, query, `filter.conditions.${index}.field`),
	);
}

function isOfEvents({ conditions, groups }: Pick<Filter, 'conditions' | 'groups'>): boolean {
	return conditions.some(({ property }) => property.of !== 'user') || groups.some(isOfEvents);
}

/**
 * The first step of the property's event; of any event, the first one.
 * @param place in the request
 */
function stepOf(property: Property, { steps }: FunnelQuery, place: string): number {
	if (property.of === 'user') return USER;
	if (property.of === 'event' && property.event === ANY_EVENT) return 0;
	const step =
		property.of === 'event' ? steps.findIndex(({ event }) => event === property.event) : -1;
	if (step >= 0) return step;
	throw new UserError(
		`${place}: ${toExpression(property)} belongs to none of the funnel's steps. The OpenAPI takes properties of users, and of events that are steps`,
	);
}
