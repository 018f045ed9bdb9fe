/** The neutral query: what is asked, in no form's and no wire format's words. */
import type { WholeNumber } from '../../../credentials/http/json';

/** Event name that stands for any event (docs/service.md, "Fields"). */
export const ANY_EVENT = '$Anything';

export type Property =
	| { of: 'event'; event: string; name: string }
	| { of: 'user'; name: string }
	/** A field expression of the platform that is neither, taken as it is. */
	| { of: 'other'; expression: string };

/** A long ID is of class WholeNumber: a JavaScript number would round it. */
export type Scalar = string | number | boolean | WholeNumber;

export interface Condition {
	property: Property;
	/** Name in the platform's vocabulary: see filterFunctions.ts. */
	function: string;
	values: Scalar[];
}

export interface Filter {
	join: 'and' | 'or';
	conditions: Condition[];
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

export interface Group {
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
	groupBy: Group[];
	filter?: Filter;
	unit: Unit;
}
