import type { UserError } from 'n8n-workflow';

import type { JsonObject, Integer } from '../../../credentials/http/json';
import type { DayUnit } from '../dates/calendar';

/** The neutral query: what to compute, independent of parameters and wire formats. */

/** Event name that means any event (docs/service.md, "Fields"). */
export const ANY_EVENT = '$Anything';

export type Property =
	| { of: 'event'; event: string; name: string }
	| { of: 'user'; name: string }
	/** A field expression of the platform that is neither, unchanged. */
	| { of: 'other'; expression: string };

/** A user group's name starts with this, in newer and older projects. */
export const USER_GROUP = /^user_(?:group|segment)_/;

/** Whether a property is a user group, which is true or false, and in no list of properties. */
export function isUserGroup(property: Property): boolean {
	return property.of === 'user' && USER_GROUP.test(property.name);
}

/** A long ID is an Integer, because a JavaScript number would round it. */
export type Scalar = string | number | boolean | Integer;

export interface FilterCondition {
	property: Property;
	/** The platform's name (filterFunctions.ts). */
	function: string;
	values: Scalar[];
}

export interface Filter {
	join: 'and' | 'or';
	conditions: FilterCondition[];
	groups: Filter[];
}

/** Returns a filter with other properties; undefined if there is none. */
export function withProperties<One extends Filter | undefined>(
	filter: One,
	change: (property: Property) => Property,
): One {
	return (filter && {
		join: filter.join,
		conditions: filter.conditions.map((one) => ({ ...one, property: change(one.property) })),
		groups: filter.groups.map((one) => withProperties(one, change)),
	}) as One;
}

/**
 * Returns what makes properties of any event those of one: which of several events the service takes
 * isn't documented.
 */
export const ownedBy =
	(event: string) =>
	(property: Property): Property =>
		property.of === 'event' && property.event === ANY_EVENT ? { ...property, event } : property;

/** Returns one list of conditions, if all must be met: not all reports support groups of them. */
export function bothFilters(one: Filter | undefined, other: Filter): Filter {
	if (one === undefined) return other;
	const isFlat = (filter: Filter) =>
		filter.join === 'and' || filter.conditions.length + filter.groups.length === 1;
	const [first, second] = [one, other].map((filter) =>
		isFlat(filter) ? filter : { join: 'and' as const, conditions: [], groups: [filter] },
	) as [Filter, Filter];
	return {
		join: 'and',
		conditions: [...first.conditions, ...second.conditions],
		groups: [...first.groups, ...second.groups],
	};
}

/**
 * Splits a filter into the parts whose properties are all of one of these events, or of it and of
 * users, and the rest. Parts go into the events' own filters: which events the filter of a whole
 * report restricts is documented for none of those with several.
 * @param isMeant whether the event takes a part; `hasUsers`: with alternatives that are about users
 */
export function partsByEvent(
	filter: Filter | undefined,
	isMeant: (event: string, hasUsers: boolean) => boolean,
): { filterOfEvent: (event: string) => Filter | undefined; rest?: Filter } {
	const found = new Map<string, Filter>();
	let rest: Filter | undefined;
	for (const part of partsOfFilter(filter)) {
		const [event, ...others] = eventsOfConditions(part);
		const owners = new Set(propertiesOfFilter(part).map(({ of }) => of));
		const isOfOne = others.length === 0 && !owners.has('other');
		if (event !== undefined && isOfOne && isMeant(event, owners.has('user')))
			found.set(event, bothFilters(found.get(event), part));
		else rest = bothFilters(rest, part);
	}
	return { filterOfEvent: (event) => found.get(event), rest };
}

/** Adds conditions to an event's own ones. */
export function alsoFiltered<One extends { filter?: Filter }>(one: One, added?: Filter): One {
	return added ? { ...one, filter: bothFilters(one.filter, added) } : one;
}

/** Separates what is about users alone from what must meet a condition on an event, too. */
export function splitByUsers(filter: Filter | undefined): { ofUsers?: Filter; others?: Filter } {
	const parts = partsOfFilter(filter);
	const joined = (some: Filter[]) => some.reduce<Filter | undefined>(bothFilters, undefined);
	return {
		ofUsers: joined(parts.filter((part) => !hasEventCondition(part))),
		others: joined(parts.filter(hasEventCondition)),
	};
}

/** Returns the events of alternatives of which each is about another event, or about users. */
export function unlikeAlternatives(filter: Filter | undefined): string[] {
	const mixed = partsOfFilter(filter).find((part) => {
		const events = eventsOfConditions(part);
		const hasOthers = propertiesOfFilter(part).some(({ of }) => of !== 'event');
		// Properties of any event restrict all events.
		return events.size > 1 || (hasOthers && events.size > 0 && !events.has(ANY_EVENT));
	});
	return mixed ? [...eventsOfConditions(mixed)] : [];
}

/** Conditions and groups that must all be met. */
function partsOfFilter(filter: Filter | undefined): Filter[] {
	if (filter === undefined) return [];
	if (filter.join === 'or') return [filter];
	const alone = filter.conditions.map((one) => ({ ...filter, conditions: [one], groups: [] }));
	return [...alone, ...filter.groups.flatMap(partsOfFilter)];
}

interface AnyMeasure {
	/** Output name; if it is undefined, the node makes one. */
	name?: string;
	filter?: Filter;
	/** A session counts by its definition, so numbers of days or groups can't be added up. */
	isOfSessions?: true;
}

export interface EventMeasure extends AnyMeasure {
	kind: 'event';
	event: string;
	/** A known aggregator, or one that only the service knows. */
	aggregator: string;
	property?: Property;
}

/** A number computed by a formula of the platform, such as `sum(event.A.x)/count(event.B)`. */
export interface FormulaMeasure extends AnyMeasure {
	kind: 'formula';
	expression: string;
	events: string[];
}

export type Measure = EventMeasure | FormulaMeasure;

export interface GroupBy {
	property: Property;
	/** Boundaries between buckets of a number, ascending. */
	buckets?: number[];
}

/** Calendar dates `YYYY-MM-DD`, both inclusive. */
export interface DateRange {
	from: string;
	to: string;
}

/** `hour`, `day`, `week`, `month`, `total` (no points in time), or one that the service knows. */
export type Unit = string;
export const TOTAL: Unit = 'total';

/** Sampling factor that means all users (docs/service.md, "Sampling and cache"). */
export const FULL_SAMPLE = 64;

/** How the service is to compute; undefined leaves it to the service. */
export interface Computation {
	/** Number of 64 equal parts of the users to compute from. */
	samplingFactor?: number;
	useCache?: boolean;
	/** Whether distinct counts may be approximate, which is faster. */
	isApproximate?: boolean;
	requestId?: string;
}

export interface EventQuery {
	measures: Measure[];
	groupBy: GroupBy[];
	filter?: Filter;
	unit: Unit;
	/** Key by which days or hours are added up. */
	foldedBy?: Fold;
}

export type Fold = 'weekday' | 'hour_of_day';

/** Queries of the models other than the event report, without dates. */

export interface FilteredEvent {
	event: string;
	filter?: Filter;
}

/** Query parts that the reports on groups of users share. */
interface CohortQuery {
	/** Properties to group by; the time of an event (`$time`) means dates. */
	groupBy: Property[];
	filter?: Filter;
}

export interface FunnelQuery extends CohortQuery {
	steps: FilteredEvent[];
	/** Step of each condition of the filter, from 0, if a pasted query has them. */
	filterSteps?: number[];
	/** Longest time from the first step to the last, minutes; undefined if the query doesn't say it. */
	windowMinutes: number | undefined;
	/** Whether later steps may follow the last day of the range. */
	mayEndLater: boolean;
	/** Whether rows are dates, instead of the date range. */
	isByDate: boolean;
	/** Whether entries count, of which a user may have several, instead of users. */
	countsEntries?: boolean;
}

/** Whether a report counts entries under `users`. */
export function countsEntries(query: object | undefined): boolean {
	return query !== undefined && 'countsEntries' in query && query.countsEntries === true;
}

/** Units of forms and definitions; saved queries may have quarters and years. */
export type CohortUnit = 'day' | 'week' | 'month';

export interface RetentionQuery extends CohortQuery {
	first: FilteredEvent;
	second: FilteredEvent;
	unit: DayUnit;
	/** Number of days, weeks or months to follow the users. */
	duration: number;
	/** Whether to return churned users, instead of those who came back. */
	isChurn: boolean;
	mayEndLater: boolean;
	/** Whether rows are periods of the date range, instead of those of each date. */
	isWhole?: boolean;
}

export interface DistributionQuery extends CohortQuery {
	event: string;
	unit: DayUnit;
	/** Frequency, number of hours or days, or a measure per user. */
	of: 'times' | 'periods' | { aggregator: string; property?: Property };
	/** Boundaries between the buckets, ascending; if it is empty, the service chooses them. */
	buckets: number[];
	/** Whether buckets are those of the date range, instead of those of each date. */
	isWhole?: boolean;
}

export interface AttributionQuery extends CohortQuery {
	target: EventMeasure;
	touchpoints: FilteredEvent[];
	/** Attribution model: `first`, `last`, `linear`, `position`, `time_decay`. */
	rule: string;
	/** Time before the target in which touchpoints count, such as 7 times `day`. */
	lookback: { value: number; unit: string };
	/** Whether to include targets without any touchpoint. */
	hasDirect: boolean;
}

export interface LtvQuery extends CohortQuery {
	/** Start of a user's lifetime: an event, or the date in a property. */
	start: ({ event: string } | { time: Property }) & { filter?: Filter };
	/** Value of users: `average` counts events, `LTV_AVG` adds up a property. */
	value: EventMeasure;
	unit: DayUnit;
	/** Number of days, weeks or months to follow the users. */
	duration: number;
}

export interface IntervalQuery extends CohortQuery {
	first: FilteredEvent;
	second: FilteredEvent;
	unit: DayUnit;
	/** Percentiles, ascending, such as 50 for the median. */
	quantiles: number[];
	/** Whether intervals may end after the last day of the range. */
	mayEndLater?: true;
}

export interface PathQuery extends CohortQuery {
	/** Event where paths start or end. */
	source: FilteredEvent;
	/** Whether paths lead to the source, instead of away from it. */
	isBackward: boolean;
	/** Events on the paths, including the source. */
	events: FilteredEvent[];
	/** Number of steps, including the source. */
	steps: number;
	/** Number of events per step to return, most frequent first. */
	eventsPerStep: number;
	/** Pause that ends a path, seconds; undefined leaves it to the service. */
	pauseSeconds?: number;
	/** Kind of rows; the service returns both. */
	rows: PathRows;
}

type PathRows = 'links' | 'nodes' | 'both';

/** A session report, whose measures count sessions (measuresOfSessions). */
export interface SessionQuery extends EventQuery {
	session: string;
	/** Whether a session ends at midnight; undefined leaves it to the service. */
	isSplitByDay?: boolean;
}

export interface UserPropertiesQuery {
	/** Measures of users (USERS). */
	measures: Measure[];
	groupBy: Property[];
	filter?: Filter;
}

export function measuresOfSessions(measures: readonly Measure[]): Measure[] {
	return measures.map((measure) => ({ ...measure, isOfSessions: true }));
}

/** Event name of measures of users. */
export const USERS = 'user';

/** Aggregator that counts users; it takes no property. */
export const COUNT_USERS = 'count';

/** Returns a measure of a user property, or of the number of users without a property. */
export function measureOfUsers(aggregator: string, property?: Property, name?: string): Measure {
	const own = name ?? (aggregator === COUNT_USERS || !property ? 'users' : undefined);
	return { kind: 'event', event: USERS, aggregator, property, name: own };
}

/** The neutral query of each model. Saved reports and messages read the `filter` of any. */
export interface Queries {
	event: EventQuery;
	funnel: FunnelQuery;
	retention: RetentionQuery;
	distribution: DistributionQuery;
	userProperties: UserPropertiesQuery;
	attribution: AttributionQuery;
	ltv: LtvQuery;
	interval: IntervalQuery;
	session: SessionQuery;
	path: PathQuery;
}

export type ReportModelName = keyof Queries;

/**
 * Returns the step of a funnel that a property belongs to, from 0, and -1 for a user's; undefined
 * if it belongs to none.
 */
export function stepOf(
	property: Property,
	{ steps }: Pick<FunnelQuery, 'steps'>,
): number | undefined {
	if (property.of === 'user') return -1;
	if (property.of === 'other') return undefined;
	if (property.event === ANY_EVENT) return 0;
	const step = steps.findIndex(({ event }) => event === property.event);
	return step < 0 ? undefined : step;
}

/** A query from the form, pasted or saved, without dates and options. */
export interface QueryInput<Query = Queries[ReportModelName]> {
	query: Query;
	/** The payload of the web page that the query was read from, with its own keys. */
	page?: JsonObject;
	/** Error if the neutral query can't express the payload: it can only be sent unchanged. */
	unread?: UserError;
}

/**
 * The grammar of fields (docs/service.md, "Fields"): `event.<event>.<property>`, `user.<property>`,
 * and `event.<event>` within formulas. No other file contains it.
 */

const USER = 'user.';
const EVENT = 'event.';
const EVENT_IN_FORMULA = /\bevent\.([^.\s()+\-*/|,]+)/g;

export function toExpression(property: Property): string {
	switch (property.of) {
		case 'event':
			return `${EVENT}${property.event}.${property.name}`;
		case 'user':
			return userField(property.name);
		case 'other':
			return property.expression;
	}
}

/** Returns the property of a field expression. An event's property may contain dots. */
export function fromExpression(expression: string): Property {
	const [scope, ...rest] = expression.split('.');
	if (scope === 'event' && rest.length >= 2) {
		return { of: 'event', event: rest[0] as string, name: rest.slice(1).join('.') };
	}
	if (scope === 'user' && rest.length >= 1) return { of: 'user', name: rest.join('.') };
	return { of: 'other', expression };
}

export function userField(name: string): string {
	return `${USER}${name}`;
}

export function withoutUser(field: string): string {
	return field.startsWith(USER) ? field.slice(USER.length) : field;
}

export function propertyName(property: Property): string {
	return property.of === 'other' ? property.expression : property.name;
}

/** Whether a condition at any depth is about a property that isn't the user's. */
export function hasEventCondition(filter: Filter): boolean {
	return propertiesOfFilter(filter).some(({ of }) => of !== 'user');
}

/** Returns the properties of all conditions, at any depth. */
export function propertiesOfFilter({ conditions, groups }: Filter): Property[] {
	return [...conditions.map(({ property }) => property), ...groups.flatMap(propertiesOfFilter)];
}

/** Returns the events whose properties are in the conditions. */
function eventsOfConditions(filter: Filter): Set<string> {
	return new Set(
		propertiesOfFilter(filter).flatMap((property) =>
			property.of === 'event' ? property.event : [],
		),
	);
}

export function isField(text: string): boolean {
	return text.startsWith(EVENT) || text.startsWith(USER);
}

/** Whether a text starts like a field of events, even if it is incomplete. */
export function isOfEvents(field: string): boolean {
	return field.startsWith(EVENT);
}

export function eventsIn(formula: string): string[] {
	return [...formula.matchAll(EVENT_IN_FORMULA)].map(([, event]) => event as string);
}

/**
 * Returns the decimals of a formula that is a percentage, whose numbers are fractions: 2 for `|%2p`
 * (docs/service.md, "Formulas").
 */
export function percentDecimals(measure: Measure | undefined): number | undefined {
	if (measure?.kind !== 'formula') return undefined;
	const [, decimals] = /\|%(\d)p$/.exec(measure.expression) ?? [];
	return decimals === undefined ? undefined : Number(decimals);
}

/** Whether a property is the time of an event, so that groups by it are dates. */
export function isTimeProperty(property: Property): boolean {
	return toExpression(property).endsWith('.$time');
}

/** A number as text, so that it isn't rounded to a double: `-12345678901234567890.5e3`. */
export interface SqlNumber {
	digits: string;
}

export type SqlValue = string | boolean | SqlNumber;

/** A name of letters, digits, _ and $, which may start with $. */
export interface SqlName {
	column: string;
}

/** A value for a placeholder `:name` in the SQL. */
export interface SqlParameter {
	name: string;
	/** A list is used with `IN (:name)`. */
	value: SqlValue | SqlValue[] | SqlName;
}

export interface SqlQuery {
	/** One SELECT (or WITH … SELECT). */
	sql: string;
	parameters: SqlParameter[];
	timeLimitSeconds?: number;
}

/** Work that the service does in the background, independent of wire formats. */

/** An unknown status counts as `running`: the node waits, and reports the status. */
export type Phase = 'waiting' | 'running' | 'done' | 'failed';

export interface TaskState {
	phase: Phase;
	status: string;
	reason?: string;
	/** Times as the service returns them. */
	startedAt?: string;
	endedAt?: string;
	seconds?: number;
}
