import { UserError } from 'n8n-workflow';

import { firstWords, joinNames, quoted } from '../../../credentials/http/redact';
import { betweenPieces } from '../../../credentials/http/slices';
import type { ItemRun } from '../item';
import { foreignProperty } from '../params/names';
import type { Filter, Measure, Property, Queries, ReportModelName } from '../query/query';
import {
	ANY_EVENT,
	propertiesOfFilter,
	propertyName,
	toExpression,
	unlikeAlternatives,
} from '../query/query';
import type { Cell } from '../table/decimal';
import {
	type Column,
	columnAt,
	hasData,
	ownMeasures,
	positionsOf,
	type Table,
} from '../table/table';
import { type EventPart, partsOf } from './plan';

/**
 * Refuses queries whose numbers would be those of a property that an event doesn't have: the form
 * keeps a property when another event is selected, and the list of a step or a measure offers those
 * of all events in the form.
 */

/** A property that these events may not have, so that something was not found, or only seems to be. */
interface Suspect {
	events: readonly string[];
	property: string;
	/** The event that the query names as its own. */
	owner?: string;
	/** Whether there may be numbers, so that only the lists can show it. */
	isFound?: boolean;
	/** @param owners events of the report that have it */
	fault: (lacks: string, owners: readonly string[]) => string;
}

/**
 * An event without a property never has its value.
 * @throws UserError
 */
export async function assertOwnProperties(
	{ catalog }: ItemRun,
	query: Queries[ReportModelName],
	table: Table,
	groups = "'Group By'",
): Promise<void> {
	const { events, parts } = partsOf(query);
	const others = [
		...parts.flatMap(foreignIn),
		...suspectsOfFilter(query, events),
		...suspectsOfEvents(query, table, events),
		...emptyGroups(query, table, events, groups),
	];
	if (others.length === 0 && suspectsOfFormulas(query).next().done) return;
	const listed = new Set([...events, ...others.flatMap(({ owner }) => owner ?? [])]);
	const isOfAny = listed.delete(ANY_EVENT);
	// The numbers are valid without the lists, which the account may not be allowed to read.
	const lists = await catalog()
		.then(async (all) => await all.propertiesByEvent([...listed]))
		.catch(() => undefined);
	const known = new Map(
		lists?.map(({ event, properties }) => [event, new Set(properties.map(({ name }) => name))]),
	);
	const has = (event: string, property: string) => known.get(event)?.has(property) === true;
	const pause = betweenPieces();
	for (const { events: own, property, isFound, fault } of suspects()) {
		await pause();
		// Any event may have the property.
		const areListed = own.every((event) => known.get(event)?.size);
		if (own.length === 0 || !areListed || own.some((event) => has(event, property))) continue;
		const owners = [...listed].filter((event) => has(event, property));
		// Lists may lack the platform's own properties, and others that the service knows. If one of the
		// events is any, another one has the property.
		const isUnlisted = property.startsWith('$') || (isFound && !isOfAny);
		if (owners.length === 0 && isUnlisted) continue;
		const ofUsers = await catalog()
			.then(async (all) => await all.userProperties())
			.catch(() => []);
		const isOfUsers = ofUsers.some(({ name }) => name === property);
		const said = fault(lackOf(firstWords(property), own, owners), owners);
		throw new UserError(
			isOfUsers ? `${said}. For the property of users, use user.${firstWords(property)}` : said,
		);
	}

	function* suspects(): Generator<Suspect> {
		yield* others;
		yield* suspectsOfFormulas(query);
	}
}

function lackOf(property: string, events: readonly string[], owners: readonly string[]): string {
	const [only = '', ...others] = events.map((event) => firstWords(event));
	if (others.length > 0)
		return `None of ${joinNames([only, ...others])} has the property '${property}'`;
	return owners.length > 0
		? foreignProperty(property, only, owners)
		: `${only} has no property '${property}'`;
}

/**
 * Which events alternatives of several of them restrict in reports on users is documented nowhere.
 * @param filter the report's, or what the form adds to that of a saved report
 * @throws UserError
 */
export function assertAlternatives(query: Queries[ReportModelName], filter = query.filter): void {
	const events = eventsOfAlternatives(query, filter);
	if (events.length === 0) return;
	throw new UserError(
		`'Filter' combines conditions on ${joinNames(events.map((event) => firstWords(event)))} with others by OR, and Sensors Analytics doesn't document which events such a filter restricts. Give each event its own filter. For a property of users, write user. before its name`,
	);
}

/** Whether other spellings of names may be why one of these assertions fails. */
export function mayBeMisread(query: Queries[ReportModelName]): boolean {
	return (
		eventsOfAlternatives(query, query.filter).length > 0 ||
		propertyOfOther(query, query.filter) !== undefined
	);
}

/** Returns a property of an event that isn't in a report on users. */
function propertyOfOther(
	query: Queries[ReportModelName],
	filter: Filter | undefined,
): Property | undefined {
	if ('measures' in query || !filter) return undefined;
	return propertiesOfFilter(filter).find(isForeignTo(partsOf(query).events));
}

/** Returns the events of alternatives that several events, or one and users, would have to meet. */
function eventsOfAlternatives(
	query: Queries[ReportModelName],
	filter: Filter | undefined,
): string[] {
	const isOfOne = 'measures' in query || partsOf(query).parts.length < 2;
	return isOfOne ? [] : unlikeAlternatives(filter);
}

/**
 * In reports on users, a condition restricts the event that it names, so that of another event would
 * restrict nothing, or another event.
 * @throws UserError
 */
export function assertOwnEvents(query: Queries[ReportModelName], filter = query.filter): void {
	const other = propertyOfOther(query, filter);
	if (other?.of !== 'event') return;
	const { events } = partsOf(query);
	throw new UserError(
		`'Filter' has a condition on ${quoted(toExpression(other))}, but ${firstWords(other.event)} isn't an event of the report. Choose a property of ${joinNames(events.map((event) => firstWords(event)))}, or one of users`,
	);
}

/** Returns the properties in a part that it names as those of another event. */
function foreignIn(part: EventPart): Suspect[] {
	if (part.events.includes(ANY_EVENT)) return [];
	return suspectsIn(part, isForeignTo(part.events)).map((suspect) => ({
		...suspect,
		isFound: true,
	}));
}

function isForeignTo(events: readonly string[]) {
	return (property: Property): boolean =>
		property.of === 'event' && ![ANY_EVENT, ...events].includes(property.event);
}

/** @param isSuspected called for the properties of its filter, and for its own one */
function suspectsIn(
	{ events, filter, property: own }: EventPart,
	isSuspected: (property: Property) => boolean,
): Suspect[] {
	const what = joinNames(events.map((event) => firstWords(event)));
	const conditions = filter ? propertiesOfFilter(filter) : [];
	return [...(own ? [own] : []), ...conditions].filter(isSuspected).map((property) => ({
		events,
		property: propertyName(property),
		owner: property.of === 'event' ? property.event : undefined,
		fault: (lacks) =>
			property === own
				? `The measure of ${what}: ${lacks}, so there is nothing to compute. Choose a property of ${what}`
				: `The filter of ${what}: ${lacks}. Choose a property of ${what}, or remove the condition`,
	}));
}

/**
 * Returns the conditions of the report's filter for each event that they restrict: those of measures
 * restrict all, also if they name one, and those of reports on users all if they name none.
 */
function suspectsOfFilter(query: Queries[ReportModelName], events: readonly string[]): Suspect[] {
	if (!('filter' in query) || !query.filter) return [];
	const isOfMeasures = 'measures' in query;
	return propertiesOfFilter(query.filter).flatMap((property) => {
		if (property.of !== 'event') return [];
		const { event: named, name } = property;
		// By a short name, measures of events without the property may be meant, too (docs/query.md).
		if (isOfMeasures ? named === ANY_EVENT : named !== ANY_EVENT || events.length < 2) return [];
		const ofOne = (owner: string) =>
			`To restrict only ${firstWords(owner)}, use ${firstWords(toExpression({ ...property, event: owner }))}`;
		return events
			.filter((event) => event !== named)
			.map((event) => ({
				events: [event],
				property: name,
				owner: isOfMeasures ? named : undefined,
				isFound: true,
				fault: isOfMeasures
					? faultOfAll(events)
					: (lacks, [owner]) =>
							`'Filter': ${lacks}. ${owner === undefined ? OTHER_PROPERTY : ofOne(owner)}`,
			}));
	});
}

/** Returns the fault of a filter of measures of these events. */
function faultOfAll(events: readonly string[]): Suspect['fault'] {
	return (lacks, owners) => {
		const own = owners.filter((owner) => events.includes(owner));
		if (events.length < 2) return `'Filter': ${lacks}. ${OTHER_PROPERTY}`;
		return `The filter of all measures: ${lacks}. ${own.length > 0 ? `Filter only the measures of ${joinNames(own)}` : OTHER_PROPERTY}`;
	};
}

/**
 * Returns what restricts or groups formulas, which look like numbers even if only one of their events
 * has the property.
 */
function* suspectsOfFormulas(query: Queries[ReportModelName]): Generator<Suspect> {
	if (!('measures' in query)) return;
	const groups = query.groupBy.map((one) => ('property' in one ? one.property : one));
	for (const measure of query.measures) {
		if (measure.kind !== 'formula') continue;
		const conditions = [measure.filter, query.filter].flatMap((one) =>
			one ? propertiesOfFilter(one) : [],
		);
		const uses = [
			...conditions.map((property) => ({ property, to: 'Filter' })),
			...groups.map((property) => ({ property, to: 'Group' })),
		].filter(({ property }) => property.of === 'event');
		// Hundreds of formulas with many conditions have millions of pairs.
		for (const event of new Set(measure.events)) {
			for (const { property, to } of uses)
				yield {
					events: [event],
					property: propertyName(property),
					isFound: true,
					fault: (lacks) =>
						`The formula ${quoted(measure.expression)}: ${lacks}. ${to} by a property that all its events have, or use a measure for each event instead of the formula`,
				};
		}
	}
}

/** Returns what restricts the steps, measures or users that were not found. */
function suspectsOfEvents(
	query: Queries[ReportModelName],
	table: Table,
	events: readonly string[],
): Suspect[] {
	const isOfMeasures = 'measures' in query;
	const hasParts = isOfMeasures || 'windowMinutes' in query;
	const ofAll = 'filter' in query ? requiredIn(query.filter) : [];
	const ofReport = (own: readonly string[]): Suspect[] =>
		ofAll.map(({ event, name }) => ({
			// The filter of measures applies to all, that of steps to the event that it names.
			events: !isOfMeasures && event !== ANY_EVENT && events.includes(event) ? [event] : own,
			property: name,
			fault:
				isOfMeasures && events.length > 1
					? faultOfAll(events)
					: (lacks) => `'Filter': ${lacks}, so nothing meets the filter. ${OTHER_PROPERTY}`,
		}));
	if (!hasParts) return !hasData(table) ? ofReport(events) : [];
	return unfoundEvents(query, table).flatMap(({ event, filter, property }) => {
		const needed = new Set([property, ...requiredIn(filter)]);
		return [
			...suspectsIn(
				{ events: [event], filter, property },
				(one) => one.of === 'event' && needed.has(one),
			),
			...ofReport([event]).filter(({ events: own }) => own.includes(event)),
		];
	});
}

const OTHER_PROPERTY = 'Choose another property, or remove the condition';

/** Returns the groups without any value. */
function emptyGroups(
	query: Queries[ReportModelName],
	table: Table,
	events: readonly string[],
	label: string,
): Suspect[] {
	const groups = ('groupBy' in query ? query.groupBy : []).map((one) =>
		'property' in one ? one.property : one,
	);
	// Steps, periods and the like are columns behind the groups.
	const places = positionsOf(table).groups.slice(0, groups.length);
	if (places.length < groups.length || table.rows.length === 0) return [];
	const empty = new Set<Property | undefined>(groups.filter(({ of }) => of === 'event'));
	for (const row of table.rows.each()) {
		for (const [at, place] of places.entries())
			if (row[place] !== null && row[place] !== '') empty.delete(groups[at]);
		if (empty.size === 0) return [];
	}
	// Measures and touchpoints share a group's property; other reports take it from one event.
	const isShared = 'measures' in query || 'touchpoints' in query;
	return [...empty].flatMap((group) =>
		group?.of === 'event'
			? {
					events: isShared || !events.includes(group.event) ? events : [group.event],
					property: propertyName(group),
					fault: (lacks) =>
						`${label}: ${lacks}, so all numbers would be in one group without a value. Choose another property, or remove it`,
				}
			: [],
	);
}

/** Returns the steps that nobody took after the step before, or the measures that are empty. */
function unfoundEvents(
	query: Queries[ReportModelName],
	table: Table,
): Array<{ event: string; filter?: Filter; property?: Property }> {
	const rows = table.rows.toArray();
	const isNothing = (place: number) => (row: readonly Cell[]) =>
		row[place] === 0 || row[place] === null;
	if ('windowMinutes' in query) {
		const [step, users] = [columnAt(table.columns, 'step'), columnAt(table.columns, 'users')];
		const isUnfound = isNothing(users);
		const found = new Set(rows.map((row) => (isUnfound(row) ? null : row[step])));
		const isEmpty = (index: number) => !found.has(index + 1);
		return query.steps.filter((_step, at) => isEmpty(at) && (at === 0 || !isEmpty(at - 1)));
	}
	if (!('measures' in query)) return [];
	const columns = ownMeasures(table.columns);
	return query.measures.flatMap((measure, at) => {
		const place = table.columns.indexOf(columns[at] as Column);
		return isOfEvent(measure) && rows.every(isNothing(place)) ? [measure] : [];
	});
}

const isOfEvent = (measure: Measure) => measure.kind === 'event';

/** Returns the properties of events without which no event meets the conditions. */
function requiredIn(filter: Filter | undefined): Array<Extract<Property, { of: 'event' }>> {
	if (!filter) return [];
	const { join, conditions, groups } = filter;
	if (join !== 'and' && conditions.length + groups.length > 1) return [];
	return conditions.flatMap(({ property, function: name }) =>
		property.of === 'event' && !name.startsWith('not') ? [property] : [],
	);
}
