import type { UserError } from 'n8n-workflow';

import type { JsonObject, Integer } from '../../../credentials/http/json';

/** The neutral query: what is asked, in no form's and no wire format's words. */

/** Event name that stands for any event (docs/service.md, "Fields"). */
export const ANY_EVENT = '$Anything';

export type Property =
	| { of: 'event'; event: string; name: string }
	| { of: 'user'; name: string }
	/** A field expression of the platform that is neither, taken as it is. */
	| { of: 'other'; expression: string };

/** A long ID is of class WholeNumber: a JavaScript number would round it. */
export type Scalar = string | number | boolean | Integer;

export interface FilterCondition {
	property: Property;
	/** Name in the platform's vocabulary: see filterFunctions.ts. */
	function: string;
	values: Scalar[];
}

export interface Filter {
	join: 'and' | 'or';
	conditions: FilterCondition[];
	groups: Filter[];
}

interface AnyMeasure {
	/** Output name; a default is made where there is none. */
	name?: string;
	filter?: Filter;
	/**
	 * Counted in sessions: what counts once, and on which day, is for their definition to say, so that
	 * numbers of several days or groups can't be added up.
	 */
	isOfSessions?: true;
}

/** A number computed from one event. */
export interface EventMeasure extends AnyMeasure {
	kind: 'event';
	event: string;
	/** A known aggregator or one that the service alone knows. */
	aggregator: string;
	property?: Property;
}

/** A number computed by a formula of the platform, such as `sum(event.A.x)/count(event.B)`. */
export interface FormulaMeasure extends AnyMeasure {
	kind: 'formula';
	expression: string;
	/** Names of the events that the formula uses. */
	events: string[];
}

export type Measure = EventMeasure | FormulaMeasure;

export interface GroupBy {
	property: Property;
	/** Limits between buckets of a number, ascending. */
	buckets?: number[];
}

/** Calendar dates `YYYY-MM-DD`, both included. */
export interface DateRange {
	from: string;
	to: string;
}

/** `hour`, `day`, `week`, `month`, `total` (no points in time), or one that the service alone knows. */
export type Unit = string;
export const TOTAL: Unit = 'total';

/** Sampling factor that means all users (docs/service.md, "Sampling and cache"). */
export const FULL_SAMPLE = 64;

/** How the service is to compute; undefined leaves it to the service. */
export interface Computation {
	/** Of 64 parts of the users, how many to compute from. */
	samplingFactor?: number;
	useCache?: boolean;
	/** Distinct counts approximate, which is quicker. */
	isApproximate?: boolean;
	requestId?: string;
}

export interface EventQuery {
	measures: Measure[];
	groupBy: GroupBy[];
	filter?: Filter;
	unit: Unit;
	/** What days or hours are added up by. */
	foldedBy?: Fold;
}

/** The weekday of days, and the hour of the day of hours. */
export type Fold = 'weekday' | 'hour_of_day';

/** What the models beside the event report are asked, without dates. */

export interface FilteredEvent {
	event: string;
	filter?: Filter;
}

/** What the reports on groups of users share. */
interface CohortQuery {
	/** Properties to split by; the time of an event (`$time`) asks for dates. */
	groupBy: Property[];
	/** Which events count. */
	filter?: Filter;
}

export interface FunnelQuery extends CohortQuery {
	steps: FilteredEvent[];
	/** How long a user may take from the first step to the last, minutes. */
	windowMinutes: number;
	/** Later steps may be taken after the last day of the range. */
	mayEndLater: boolean;
	/** Whether rows of dates are wanted, in place of those for the whole range. */
	isByDate: boolean;
}

export type CohortUnit = 'day' | 'week' | 'month';

export interface RetentionQuery extends CohortQuery {
	first: FilteredEvent;
	second: FilteredEvent;
	unit: CohortUnit;
	/** How many days, weeks or months to follow the users. */
	duration: number;
	/** Users who did not come back, in place of those who did. */
	isChurn: boolean;
	mayEndLater: boolean;
	/** One row of periods for the whole range, in place of one per date. */
	isWhole?: boolean;
}

export interface DistributionQuery extends CohortQuery {
	event: string;
	unit: CohortUnit;
	/** How often; on how many hours of the day or days; or what a measure comes to per user. */
	of: 'times' | 'periods' | { aggregator: string; property?: Property };
	/** Limits between the buckets, ascending; the service chooses them if there are none. */
	buckets: number[];
	/** The buckets of the whole range, in place of those of each date. */
	isWhole?: boolean;
}

export interface AttributionQuery extends CohortQuery {
	/** What is worth something: a number of an event. */
	target: EventMeasure;
	/** Events that may have led to it. */
	touchpoints: FilteredEvent[];
	/** How they share what they led to: `first`, `last`, `linear`, `position`, `time_decay`. */
	rule: string;
	/** How long before the target they count, such as 7 times `day`. */
	lookback: { value: number; unit: string };
	/** Whether targets without any touchpoint are told, too. */
	hasDirect: boolean;
}

export interface LtvQuery extends CohortQuery {
	/** What makes somebody a new user: an event, or the date in a property. */
	start: ({ event: string } | { time: Property }) & { filter?: Filter };
	/** What users are worth: `average` counts events, `LTV_AVG` adds up a property. */
	value: EventMeasure;
	unit: CohortUnit;
	/** How many days, weeks or months to follow the users. */
	duration: number;
}

export interface IntervalQuery extends CohortQuery {
	first: FilteredEvent;
	second: FilteredEvent;
	unit: CohortUnit;
	/** Percentiles, ascending, such as 50 for the median. */
	quantiles: number[];
}

export interface PathQuery extends CohortQuery {
	/** Where paths begin, or end. */
	source: FilteredEvent;
	/** Whether paths lead to the source, in place of away from it. */
	isBackward: boolean;
	/** What may happen on the way; the source is among them. */
	events: FilteredEvent[];
	/** Steps of a path, the source among them. */
	steps: number;
	/** Events of a step that are told, the most frequent ones. */
	eventsPerStep: number;
	/** A longer pause ends a path, seconds; undefined leaves it to the service. */
	pauseSeconds?: number;
	/** What the rows are: the service tells both. */
	rows: PathRows;
}

type PathRows = 'links' | 'nodes' | 'both';

/** Measures are those of sessions: see measuresOfSessions. */
export interface SessionQuery extends EventQuery {
	/** Name of the definition by which the service cuts what users do into sessions. */
	session: string;
	/** Whether a session ends at midnight; undefined leaves it to the service. */
	isSplitByDay?: boolean;
}

export interface UserPropertiesQuery {
	/** Of users: see USERS. */
	measures: Measure[];
	groupBy: Property[];
	filter?: Filter;
}

export function measuresOfSessions(measures: readonly Measure[]): Measure[] {
	return measures.map((measure) => ({ ...measure, isOfSessions: true }));
}

/** What measures of users have for an event. */
export const USERS = 'user';

/** Counts users; takes no property. */
export const COUNT_USERS = 'count';

/** A number computed from the properties of users; without a property, their number. */
export function measureOfUsers(aggregator: string, property?: Property, name?: string): Measure {
	const own = name ?? (aggregator === COUNT_USERS || !property ? 'users' : undefined);
	return { kind: 'event', event: USERS, aggregator, property, name: own };
}

/** The neutral query of each model. */
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

/** Models that reports can be run for. */
export type ReportModelName = keyof Queries;

/** A query as it was filled in, pasted or saved; without dates and options. */
export interface QueryInput<Query = Queries[ReportModelName]> {
	query: Query;
	/** The payload of the web page that it was read from: keys that only the page knows stay in it. */
	page?: JsonObject;
	/** Why the payload does not say all that is neutral: it can go out as it is, and in no other form. */
	unread?: UserError;
}

/**
 * The grammar of fields (docs/service.md, "Fields"): `event.<event>.<property>`, `user.<property>`,
 * and `event.<event>` within formulas. It is written nowhere else.
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

/** The property that a field expression names. An event's property may itself hold dots. */
export function fromExpression(expression: string): Property {
	const [scope, ...rest] = expression.split('.');
	if (scope === 'event' && rest.length >= 2) {
		return { of: 'event', event: rest[0] as string, name: rest.slice(1).join('.') };
	}
	if (scope === 'user' && rest.length >= 1) return { of: 'user', name: rest.join('.') };
	return { of: 'other', expression };
}

/** The field of users for a property of theirs. */
export function userField(name: string): string {
	return `${USER}${name}`;
}

/** The name of a property of users: without `user.`, which may stand in front of it. */
export function withoutUser(field: string): string {
	return field.startsWith(USER) ? field.slice(USER.length) : field;
}

/** Whether it is meant as a field of events, be it whole or not. */
export function isOfEvents(field: string): boolean {
	return field.startsWith(EVENT);
}

/** The events that a formula names, in its order. */
export function eventsIn(formula: string): string[] {
	return [...formula.matchAll(EVENT_IN_FORMULA)].map(([, event]) => event as string);
}

/** Whether a property is the time of an event, so that groups by it are dates. */
export function isTimeProperty(property: Property): boolean {
	return toExpression(property).endsWith('.$time');
}

/** A number digit by digit, as a double would round it: `-12345678901234567890.5e3`. */
export interface SqlNumber {
	digits: string;
}

export type SqlValue = string | boolean | SqlNumber;

/** A name of letters, digits, _ and $ at its beginning. */
export interface SqlName {
	column: string;
}

/** A value for a place in the SQL that is written `:name`. */
export interface SqlParameter {
	name: string;
	/** A list is for `IN (:name)`. */
	value: SqlValue | SqlValue[] | SqlName;
}

export interface SqlQuery {
	/** One SELECT (or WITH … SELECT). */
	sql: string;
	parameters: SqlParameter[];
	/** How long the service may compute. */
	timeLimitSeconds?: number;
}

/** Work that the service does in the background, in no wire format's words. */

/** How far it is. A status that nobody knows counts as `running`: it is waited for, and told. */
export type Phase = 'waiting' | 'running' | 'done' | 'failed';

export interface TaskState {
	phase: Phase;
	/** As the service calls it. */
	status: string;
	/** Why it failed, in the service's words. */
	reason?: string;
	/** As the service tells them. */
	startedAt?: string;
	endedAt?: string;
	seconds?: number;
}
