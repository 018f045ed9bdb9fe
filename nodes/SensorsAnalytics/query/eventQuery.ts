/** The neutral query: what is asked, in no form's and no wire format's words. */

/** Event name that stands for any event (field notes 6.1). */
export const ANY_EVENT = '$Anything';

export type Property =
	| { of: 'event'; event: string; name: string }
	| { of: 'user'; name: string }
	/** A field expression of the platform that is neither, taken as it is. */
	| { of: 'other'; expression: string };

export interface Measure {
	event: string;
	/** A known aggregator or one that the service alone knows. */
	aggregator: string;
	property?: Property;
	/** Output name; a default is made where there is none. */
	name?: string;
}

/** Calendar dates `YYYY-MM-DD`, both included. */
export interface DateRange {
	from: string;
	to: string;
}

/** `hour`, `day`, `week`, `month`, or one that the service alone knows. */
export type Unit = string;

export interface EventQuery {
	measures: Measure[];
	groupBy: Property[];
	unit: Unit;
	range: DateRange;
}
