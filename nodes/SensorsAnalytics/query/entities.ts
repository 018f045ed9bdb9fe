import type { JsonObject } from '../../../credentials/http/json';
import type { ValueKind } from './filterFunctions';
import type { DateRange, Filter, TaskState } from './query';

/** What a project consists of, as its lists tell. */

/** An event or a property. */
export interface CatalogEntry {
	name: string;
	/** As people call it; the name where it has none. */
	displayName: string;
	/** Of a property's values, as far as known. */
	kind?: ValueKind;
}

export interface EventEntry extends CatalogEntry {
	/** What somebody has written about it. */
	description?: string;
	/** When an app is to send it, as somebody has written. */
	trackedWhen?: string;
	/** Numbers of tags, or their names where the service tells those. */
	tagIds?: string[];
	/** Whether it is put together from others. */
	isVirtual?: boolean;
	/** How many there are; of what time the service does not say. */
	count?: number;
	createdAt?: string;
	updatedAt?: string;
}

export interface SessionEntry extends CatalogEntry {
	/** How long nothing happens before it ends. */
	pauseSeconds?: number;
}

export interface PropertyEntry extends CatalogEntry {
	description?: string;
	/** Of its numbers. */
	unit?: string;
	/** Whether its dates are days, without a time. */
	isDay?: boolean;
	isVirtual?: boolean;
}

export interface PropertiesOfEvent {
	event: string;
	properties: PropertyEntry[];
}

export interface UserGroup extends CatalogEntry {
	id: string;
	/** The field expression by which reports filter for it. */
	field: string;
	owner?: string;
	comment?: string;
	createdAt?: string;
	/** Whether it is computed again and again. */
	isRoutine?: boolean;
	/** State of the group, as the service calls it. */
	status?: string;
	lastComputation?: {
		status?: string;
		/** The moment that it is about. */
		baseTime?: string;
		startedAt?: string;
		finishedAt?: string;
		users?: number;
	};
}

export interface Dashboard {
	id: string;
	name: string;
	owner?: string;
	isPublic?: boolean;
	createdAt?: string;
	/** Filters and dates that it adds to its charts, by the keys of its settings. */
	ownSettings?: string[];
}

/** A chart that somebody saved. */
export interface SavedReport {
	id: string;
	name: string;
	/** The model in the words of the service. */
	modelName: string;
	/** The payload of the web page; none if it can't be read. */
	query?: { [key: string]: unknown };
	/** As of a dashboard. */
	ownSettings?: string[];
}

/** Alarms that the platform computes by itself, in no wire format's words. */
export interface Alarm {
	/** A whole number, as text. */
	id: string;
	title: string;
	/** How often it is computed, such as `hour`. */
	unit?: string;
	/** The last time that it fired; none if it has not yet. */
	newest?: Firing;
}

/** One time that an alarm fired; no number where it is not told, a text where it is no number. */
export interface Firing {
	/** The later one of the times that are told, `YYYY-MM-DDTHH:mm:ss` on the project's clocks. */
	moment: string;
	/** The time of the alarm, and when it was computed, like `moment`. */
	alarmTime?: string;
	executeTime?: string;
	value: number | string | null;
	/** What the value was compared with. */
	comparedValue: number | string | null;
	/** How they were compared, and with what, in the words of the service. */
	comparison?: string;
	reference?: string;
	valueType?: string;
	/** Field expression of the group, and which one it was. */
	groupField?: string;
	group?: string;
	/** Mail addresses. */
	receivers: string[];
}

/** Datasets (业务模型): tables that the platform keeps ready, in no form's and no wire format's words. */

export interface Dataset {
	id: string;
	name: string;
	/** Where it stands in the list of the web interface. */
	group?: string;
	/** As the service calls it. */
	type?: string;
	isPaused?: boolean;
}

export interface DatasetColumn {
	name: string;
	displayName: string;
	kind?: ValueKind;
	/** Whether it can group; all columns can where it is not told. */
	isDimension: boolean;
	/** Whether numbers can be computed from it. */
	isMeasure: boolean;
	/** Whether it is a formula, which has its aggregation in itself. */
	isCalculated: boolean;
}

export interface DatasetDetails extends Omit<Dataset, 'group' | 'isPaused'> {
	/** As the service calls it: detail, pre-aggregated, table. */
	storage?: string;
	status?: string;
	refreshedAt?: string;
	refreshMode?: string;
	schedule?: string;
	unit?: string;
	columns: DatasetColumn[];
}

export interface DatasetMeasure {
	column: string;
	/** Name in the platform's vocabulary; none for columns that have one in themselves. */
	aggregation?: string;
}

export interface DatasetQuery {
	datasetId: string;
	dimensions: string[];
	measures: DatasetMeasure[];
	/** On columns, as properties of no event and no user. */
	filter?: Filter;
	sorts: Array<{ column: string; isDescending: boolean }>;
	/** `YYYY-MM-DD HH:mm:ss`, both included. */
	range?: { from: string; to: string };
}

/** What to compute anew: all, or the part between two moments `YYYY-MM-DD HH:mm:ss`. */
export interface DatasetRefresh {
	datasetId: string;
	range?: { from: string; to: string };
}

/** Members of a user group, in no form's and no wire format's words. */

/** A property of the members. */
export interface MemberProperty {
	name: string;
	/** As far as known: values of an unknown kind stay texts. */
	kind?: ValueKind;
	/** Whether its dates are days, without a time. */
	isDay?: boolean;
}

export interface MembersQuery {
	/** As fields of users have it: `user.user_segment_vip`. */
	field: string;
	/** Day of the computation, `YYYY-MM-DD`; the newest one if left out. */
	computedOn?: string;
	properties: readonly MemberProperty[];
}

export interface ExportState extends TaskState {
	/** What the file is fetched by, once it is done. */
	file?: string;
}

/** Value of a property of a member; dates as the moments at which they begin. */
export type MemberValue = string | number | boolean | string[] | Date | null;

/** A member: the internal ID as text, then a value per property. */
export interface GroupMember {
	id: string;
	values: MemberValue[];
}

/** A computation of a group as of a moment. */
export interface Computing extends TaskState {
	/** Tells it from others of the same moment. */
	id: string;
	users?: number;
}

/** Lists of users and of what they did, in no form's and no wire format's words. */

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
export interface UserSelection {
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
export interface ListPage<Entry> {
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
