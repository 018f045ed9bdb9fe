/** What the models beside the event report are asked, without dates. */
import type { EventMeasure, EventQuery, Filter, Measure, Property } from './eventQuery';

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

export type PathRows = 'links' | 'nodes' | 'both';

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
