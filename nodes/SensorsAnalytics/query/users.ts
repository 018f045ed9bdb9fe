/** Lists of users and of what they did, in no form's and no wire format's words. */
import type { DateRange, Filter } from './eventQuery';
import type { JsonObject } from './json';

/** A user by the ids that the platform knows; properties as they came. */
export interface User {
	/** Internal; a whole number of up to 19 digits, as text. */
	id: string;
	firstId?: string;
	secondId?: string;
	distinctId?: string;
	properties: JsonObject;
}

/** What is wanted of each user. */
export interface Wanted {
	/** Names of properties; all, or none but the ids. */
	properties: 'all' | 'none' | string[];
	/** Most users; all if left out. */
	limit?: number;
	useCache?: boolean;
	requestId?: string;
}

export interface UserListQuery {
	/** On properties of users. */
	filter?: Filter;
}

export interface BehaviorQuery {
	user: string;
	/** Whether the user is named as apps name him, or by the internal id. */
	isDistinctId: boolean;
	range: DateRange;
	isNewestFirst: boolean;
}

/** Something that a user did. */
export interface UserEvent {
	/** `YYYY-MM-DD HH:mm:ss.SSS`, in the zone of the service. */
	time: string;
	event: string;
	displayName?: string;
	distinctId?: string;
	userId?: string;
	properties: JsonObject;
	/** Of the user. */
	profile: JsonObject;
}

/** A part of a list, and how much there is of it. */
export interface Page<Entry> {
	entries: Entry[];
	/** Pages in all, as far as told. */
	pageCount?: number;
	/** Entries in all, as far as told. */
	total?: number;
}

/** A cell of a report, of which the users are wanted; its group only where the report has one. */
export interface Slices {
	event: {
		/** A point in time, `YYYY-MM-DD HH:mm:ss`; the whole range if left out. */
		date?: string;
		/** Values of the groups, in the order of the query's. */
		groups: string[];
	};
	/** Of a date, or of a group where the report has one. */
	distribution: ({ date: string } | { group: string }) & {
		/** From here on, up to below the other one; no end if left out. Whole numbers. */
		from: number;
		to?: number;
	};
	funnel: {
		/** From 1. */
		step: number;
		/** Users who took this step and not the next one, in place of those who took it. */
		isLost: boolean;
		group?: string;
	};
	retention: {
		/** Start of the period in which they came first; the whole range if left out. */
		date?: string;
		/** How many periods later. */
		period: number;
		group?: string;
	};
	/** Users in whose sessions something happened. */
	session: {
		/** When the sessions began: a day, `YYYY-MM-DD`, or an hour, `YYYY-MM-DD HH:mm:ss`. */
		date: string;
		groups: string[];
	};
	/** Users whose paths have an event as a step. */
	path: {
		/** From 1, which is that of the source. */
		step: number;
		event: string;
		/** All who were there, those whose path ends there, or those who were at an event of the next step. */
		went: 'anywhere' | 'nowhere' | { to: string };
	};
}
