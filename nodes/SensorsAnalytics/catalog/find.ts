import { UserError } from 'n8n-workflow';

import { joinNames } from '../../../credentials/http/redact';
import { inSlices } from '../../../credentials/http/slices';
import { type Wire, wireFor } from '../api';
import { type Ask, checkedTable, countOf, type How } from '../api/api';
import { readProperty } from '../params/property';
import { listOf, textOf } from '../params/read';
import type { CatalogEntry, EventEntry } from '../query/entities';
import { callSteps, nearestSteps, noneCalled } from '../query/names';
import type { DateRange, EventQuery, Measure, Property } from '../query/query';
import { ANY_EVENT, COUNT_USERS, measureOfUsers, TOTAL } from '../query/query';
import { type Amount, compareAmounts, sumOf } from '../table/decimal';
import type { Table } from '../table/table';
import type { Service } from '../transport/service';
import { type Catalog, keptAnswer, labelOf } from './catalog';

/** Finds events and properties by their names and display names. */

const MOST_NEAR = 5;

/** Finds events by name or display name, separated by commas; all if empty or "any event". */
export async function findEvents(catalog: Catalog, typed: unknown): Promise<EventEntry[]> {
	const known = await catalog.events();
	const requested = listOf(typed).map(textOf).filter(Boolean);
	if (requested.length === 0 || requested.includes(ANY_EVENT)) return known;
	const called = await inSlices(callSteps(known));
	const found = new Set<EventEntry>();
	for (const name of requested) {
		const event = called(name);
		if (!event) throw await unknownName(name, known, 'event');
		found.add(event);
	}
	return [...found];
}

/**
 * A property of events has priority over one of users. For several events, properties of any event
 * count.
 */
export async function findProperty(
	catalog: Catalog,
	typed: string,
	events: readonly EventEntry[],
): Promise<Property> {
	const direct = readProperty(typed, ANY_EVENT, "'Property'");
	if (typed.includes('.')) return direct;
	const names = events.map(({ name }) => name);
	const ofEvents = await catalog.eventProperties(names);
	const own = (await inSlices(callSteps(ofEvents)))(typed);
	const owner = names.length === 1 ? (names[0] as string) : ANY_EVENT;
	if (own) return { of: 'event', event: owner, name: own.name };
	const ofUsers = await catalog.userProperties();
	const theirs = (await inSlices(callSteps(ofUsers)))(typed);
	if (theirs) return { of: 'user', name: theirs.name };
	throw await unknownName(typed, [...ofEvents, ...ofUsers], 'property');
}

async function unknownName(
	typed: string,
	known: readonly CatalogEntry[],
	what: string,
): Promise<UserError> {
	const near = await inSlices(nearestSteps(known, typed, MOST_NEAR));
	const list = (entries: readonly CatalogEntry[]) =>
		joinNames(entries.map(({ name, displayName }) => labelOf(displayName, name)));
	const advice =
		near.length > 0
			? `Did you mean ${list(near)}?`
			: `Search for another word with ${what === 'event' ? 'Event' : 'Property'}: Get Many`;
	return new UserError(`${noneCalled(what, typed)}. ${advice}`);
}

export const EVENTS_PER_REPORT = 20;

interface Counted extends Pick<Table, 'isTruncated' | 'isSampled'> {
	counts: Map<string, Amount>;
}

/** Returns measures that count events, with names of their own. */
export function countsOf(events: readonly string[]): Measure[] {
	return events.map((event, index) => ({
		kind: 'event',
		event,
		aggregator: 'general',
		name: `n${index}`,
	}));
}

/** Throws a NodeApiError if the account may not count one of them. */
export async function countEvents(
	service: Service,
	itemIndex: number,
	names: readonly string[],
	range: DateRange,
): Promise<Counted> {
	const { event: report } = wireFor(await service.connectionOf(itemIndex)).reports;
	const counted: Counted = { counts: new Map(), isTruncated: false, isSampled: false };
	const ask: Ask = async (request) => await service.callOnce(itemIndex, request);
	for (let start = 0; start < names.length; start += EVENTS_PER_REPORT) {
		const some = names.slice(start, start + EVENTS_PER_REPORT);
		const query: EventQuery = { measures: countsOf(some), groupBy: [], unit: TOTAL };
		const table = await checkedTable(report, query, range, { hasTotals: true }, ask);
		const [cells = []] = table.rows.toArray();
		// A report without any row means that nothing happened.
		for (const [index, name] of some.entries())
			counted.counts.set(name, countOf(cells[index], `the count of ${name}`));
		counted.isTruncated ||= table.isTruncated;
		counted.isSampled ||= table.isSampled;
	}
	return counted;
}

/** A value of a property, and the number of events (of users for user properties) that have it. */
interface ValueCount {
	/** null: the property isn't set. */
	value: string | number | boolean | null;
	count: Amount;
}

interface CountedValues extends Pick<Table, 'isTruncated' | 'isSampled'> {
	/** The most frequent value first. */
	values: ValueCount[];
}

/** The service returns this many at once (docs/service.md, "Limits"). */
const MOST_VALUES = 10_000;

/**
 * Counts the values of a property by a report: of events in the range, of users at present.
 * @param events names of the events to count, if those of the property's owner don't all count
 */
export async function countValues(
	service: Service,
	itemIndex: number,
	property: Property,
	range: DateRange,
	events: readonly string[] = [],
): Promise<CountedValues> {
	const wire = wireFor(await service.connectionOf(itemIndex));
	const ask: Ask = async (request) => await keptAnswer(service, itemIndex, request);
	const table = await countedBy(wire, property, range, ask, events);
	const values = table.rows.toArray().map((cells): ValueCount => {
		const [value = null, ...counts] = cells;
		const each = counts.map((count) => countOf(count, 'the count of a value'));
		return { value, count: sumOf(each) ?? 0 };
	});
	return {
		values: values.sort(
			(a, b) => compareAmounts(b.count, a.count) || compareNullLast(a.value, b.value),
		),
		isTruncated: table.isTruncated,
		isSampled: table.isSampled,
	};
}

async function countedBy(
	wire: Wire,
	property: Property,
	range: DateRange,
	ask: Ask,
	events: readonly string[],
): Promise<Table> {
	const how: How = { hasTotals: true, limit: MOST_VALUES };
	const { event: report, userProperties: users } = wire.reports;
	if (property.of === 'event') {
		const measures = countsOf(events.length > 0 ? events : [property.event]);
		const query = { measures, groupBy: [{ property }], unit: TOTAL };
		return await checkedTable(report, query, range, how, ask);
	}
	if (property.of === 'user') {
		const query = { measures: [measureOfUsers(COUNT_USERS)], groupBy: [property] };
		return await checkedTable(users, query, undefined, how, ask);
	}
	throw new UserError(
		'The node can only count values of event and user properties. Enter event.<event>.<property> or user.<property>',
	);
}

function compareNullLast(a: ValueCount['value'], b: ValueCount['value']): number {
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	return String(a).localeCompare(String(b), 'en');
}
