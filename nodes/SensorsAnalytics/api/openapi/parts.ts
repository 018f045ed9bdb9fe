import { UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../../credentials/http/json';
import { findAggregator } from '../../query/aggregators';
import { toNumber } from '../../query/json';
import type { EventMeasure, Filter, FilteredEvent, Property } from '../../query/query';
import { toExpression } from '../../query/query';
import { UnexpectedShape } from '../rows';
import { assertPlainFilter, sentOf, SHARED, writeFilter } from './request';
import { ownGroups } from './table';

/** Parts that the requests of several reports have. */

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
			`The OpenAPI can't distinguish groups by ${toExpression(other)} and ${toExpression(group)}, which have the same name. Remove one of them`,
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

/** Keys of the web page's payload that reports on groups of users share. */
export const COHORT_KEYS = {
	read: ['by_field', 'by_fields', 'filter', 'unit', 'approx'],
	sent: [...SHARED, 'bucket_params'],
};

/** The groups and the filter that funnel and retention share. */
export function writeGroupAndFilter(
	{ groupBy, filter }: { groupBy: Property[]; filter?: Filter },
	page: JsonObject = {},
): JsonObject {
	assertPlainFilter(page.filter, "'filter' of the pasted or saved query");
	const fields = writeGroups(groupBy);
	return {
		...(fields.length > 0 ? { by_fields: fields } : {}),
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}

const [LONGEST, PARTS] = [80, 2];
const ENDLESS = ['', '∞', 'inf', 'infinity'];

/**
 * The limits in `[1, 3)`; those of a region without an end are null. The text of the last region
 * is not documented, so that several are understood.
 * @param place for errors
 * @throws UnexpectedShape for what is no region, or has a limit that belongs to the other side
 */
export function readRegion(
	text: unknown,
	place: string,
): { from: number | null; to: number | null } {
	if (typeof text === 'string' && text.length <= LONGEST) {
		const plain = text.trim();
		const [opens, closes] = [plain.at(0), plain.at(-1)];
		const parts = plain.slice(1, -1).split(',');
		if (parts.length === PARTS && '[('.includes(opens ?? ' ') && ')]'.includes(closes ?? ' ')) {
			const from = readLimit(parts[0] ?? '', -1);
			const to = readLimit(parts[1] ?? '', 1);
			const isStart = from === null || opens === '[';
			const isEnd = to === null || closes === ')';
			if (from !== undefined && to !== undefined && isStart && isEnd) return { from, to };
		}
	}
	throw new UnexpectedShape(`${place} isn't a range such as [1, 3)`);
}

/** Undefined for what is none; null for none on that side. */
function readLimit(text: string, side: 1 | -1): number | null | undefined {
	const plain = text.trim().replace(/^\+/, '');
	const endless = side < 0 ? plain.replace(/^-/, '') : plain;
	if (ENDLESS.includes(endless.toLowerCase()) && (side > 0 || plain !== endless || plain === '')) {
		return null;
	}
	const number = toNumber(plain);
	// The largest numbers of the service stand for no end.
	return number !== undefined && number * side > Number.MAX_SAFE_INTEGER ? null : number;
}
