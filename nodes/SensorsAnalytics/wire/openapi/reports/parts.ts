/** Parts that the requests of several reports have. */
import { UserError } from 'n8n-workflow';

import { findAggregator } from '../../../query/aggregators';
import type { EventMeasure, Property } from '../../../query/eventQuery';
import { toExpression } from '../../../query/fieldExpression';
import { isObject, type JsonObject } from '../../../query/json';
import type { FilteredEvent } from '../../../query/modelQueries';
import { writeFilter } from '../filter';
import { assertPlainFilter, sentOf } from '../pageKeys';
import { ownGroups } from '../table';

/**
 * An event with its conditions, and with what the page's payload has beside them.
 * @param path of the event in the request, if the form has it, too
 * @param sent keys of the payload that go out as they are
 */
export function writeEvent(
	{ event, filter }: FilteredEvent,
	page: unknown,
	place: string,
	path?: string,
	sent: readonly string[] = ['relevance_field', 'by_field'],
): JsonObject {
	if (isObject(page)) assertPlainFilter(page.filter, `'filter' of ${place}`);
	const keys = { read: ['event_name', 'filter'], sent };
	return {
		...sentOf(page, keys, place),
		event_name: event,
		...(filter ? { filter: writeFilter(filter, path && `${path}.filter`) } : {}),
	};
}

/** A number of an event that has no name of its own. */
export function writeTarget(
	{ event, aggregator, property, filter }: EventMeasure,
	page: unknown,
	place: string,
): JsonObject {
	if (isObject(page)) assertPlainFilter(page.filter, `'filter' of ${place}`);
	const keys = { read: ['event_name', 'aggregator', 'field', 'filter', 'name'] };
	return {
		...sentOf(page, keys, place),
		event_name: event,
		aggregator: findAggregator(aggregator)?.value ?? aggregator,
		...(property ? { field: toExpression(property) } : {}),
		...(filter ? { filter: writeFilter(filter) } : {}),
	};
}

/**
 * Fields to group by; dates have a column of their own.
 * @throws UserError for two that answers would call alike
 */
export function writeGroups(groups: readonly Property[]): string[] {
	const own = ownGroups(groups);
	own.forEach((group, index) => {
		const other = own.slice(0, index).find((before) => isCalledAlike(before, group));
		if (other === undefined) return;
		throw new UserError(
			`Groups by ${toExpression(other)} and ${toExpression(group)} can't both be asked of the OpenAPI, which calls them alike. Remove one of them`,
		);
	});
	return own.map(toExpression);
}

/** Properties of events are told under any event. */
function isCalledAlike(a: Property, b: Property): boolean {
	return a.of === 'event' && b.of === 'event'
		? a.name === b.name
		: toExpression(a) === toExpression(b);
}
