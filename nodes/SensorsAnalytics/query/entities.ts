import type { JsonObject } from '../../../credentials/http/json';
import type { ValueKind } from './filterFunctions';
import type { DateRange, Filter, TaskState } from './query';

/** The entities in the lists of a project. */

/** A list, how many more entries the service counts than it returned, and why sizes are unknown. */
export type EntryList<Entry> = Entry[] & { missing?: number; noSizes?: Error };

export interface CatalogEntry {
	name: string;
	/** Display name, or the name if there is none. */
	displayName: string;
	/** Kind of the property's values, if known. */
	kind?: ValueKind;
}

export interface EventEntry extends CatalogEntry {
	/** Description that a user wrote. */
	description?: string;
	/** When an app should send the event, as a user wrote it. */
	trackedWhen?: string;
	/** IDs of tags, or their names if the service returns those. */
	tagIds?: string[];
	/** Whether it is composed of other events or properties. */
	isVirtual?: boolean;
	/** How often it occurs; the service does not say in what period. */
	count?: number;
	createdAt?: string;
	updatedAt?: string;
}

export interface SessionEntry extends CatalogEntry {
	/** Pause without events that ends a session. */
	pauseSeconds?: number;
}

export interface PropertyEntry extends CatalogEntry {
	description?: string;
	/** Unit of its numbers. */
	unit?: string;
	/** Whether its dates are days without a time. */
	isDay?: boolean;
	isVirtual?: boolean;
}

export interface PropertiesOfEvent {
	event: string;
	properties: PropertyEntry[];
}

export interface UserGroup extends CatalogEntry {
	id: string;
	/** Field expression with which reports filter by the group. */
	field: string;
	owner?: string;
	comment?: string;
	createdAt?: string;
	/** Whether the group is recomputed regularly. */
	isRoutine?: boolean;
	/** State of the group, in the service's words. */
	status?: string;
	lastComputation?: {
		status?: string;
		/** Time that the computation is about. */
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
	/** Keys of the settings with filters and dates that it adds to its charts. */
	ownSettings?: string[];
}

export interface SavedReport {
	id: string;
	name: string;
	/** The model, in the service's words. */
	modelName: string;
	/** The payload of the web page; undefined if it can't be read. */
	query?: { [key: string]: unknown };
	/** Keys of its settings, as for a dashboard. */
	ownSettings?: string[];
}

/** Alerts that the platform computes, independent of wire formats. */
export interface Alarm {
	/** An integer, as text. */
	id: string;
	title: string;
	/** Interval of its computation, such as `hour`. */
	unit?: string;
	/** The last time that it fired; undefined if it has not fired yet. */
	newest?: Firing;
}

/** One firing of an alert. Numbers are null if unknown, and text if they aren't numbers. */
export interface Firing {
	/** The later of the reported times, `YYYY-MM-DDTHH:mm:ss` in the project's zone. */
	moment: string;
	/** The alert's time and the time of its computation, in the same format. */
	alarmTime?: string;
	executeTime?: string;
	value: number | string | null;
	/** Value for comparison. */
	comparedValue: number | string | null;
	/** How the values were compared, and with what, in the service's words. */
	comparison?: string;
	reference?: string;
	valueType?: string;
	/** Field expression of the group, and its value. */
	groupField?: string;
	group?: string;
	receivers: string[];
}

/** Precomputed tables of the platform (业务模型). */

export interface Dataset {
	id: string;
	name: string;
	/** The dataset's folder in the web interface. */
	group?: string;
	/** Type in the service's words. */
	type?: string;
	isPaused?: boolean;
}

export interface DatasetColumn {
	name: string;
	displayName: string;
	kind?: ValueKind;
	/** Whether it can group; true for all columns if the service doesn't say. */
	isDimension: boolean;
	/** Whether numbers can be computed from it. */
	isMeasure: boolean;
	/** Whether it is a formula that contains its own aggregation. */
	isCalculated: boolean;
}

export interface DatasetDetails extends Omit<Dataset, 'group' | 'isPaused'> {
	/** Storage in the service's words: detail, pre-aggregated, table. */
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
	/** The platform's name; undefined for columns that contain their own aggregation. */
	aggregation?: string;
}

export interface DatasetQuery {
	datasetId: string;
	dimensions: string[];
	measures: DatasetMeasure[];
	/** Filter on columns, as properties of neither an event nor users. */
	filter?: Filter;
	sorts: Array<{ column: string; isDescending: boolean }>;
	/** `YYYY-MM-DD HH:mm:ss`, both inclusive. */
	range?: { from: string; to: string };
}

/** The data to recompute: everything, or the part between two moments `YYYY-MM-DD HH:mm:ss`. */
export interface DatasetRefresh {
	datasetId: string;
	range?: { from: string; to: string };
}

/** Members of a user group, independent of parameters and wire formats. */

export interface MemberProperty {
	name: string;
	/** Kind of the values; if unknown, they stay texts. */
	kind?: ValueKind;
	/** Whether its dates are days without a time. */
	isDay?: boolean;
}

export interface MembersQuery {
	/** Field of users: `user.user_segment_vip`. */
	field: string;
	/** Day of the computation, `YYYY-MM-DD`; default: the newest one. */
	computedOn?: string;
	properties: readonly MemberProperty[];
}

export interface ExportState extends TaskState {
	/** Identifies the file to fetch once the export is done. */
	file?: string;
}

/** Value of a member's property; a date is the moment at which it starts. */
export type MemberValue = string | number | boolean | string[] | Date | null;

/** A member: the internal ID as text, and a value for each property. */
export interface GroupMember {
	id: string;
	values: MemberValue[];
}

export interface Computing extends TaskState {
	/** Distinguishes it from others for the same moment. */
	id: string;
	users?: number;
}

/** Lists of users and of their events, independent of parameters and wire formats. */

/** A user with the IDs of the platform; properties are unchanged. */
export interface User {
	/** Internal ID: an integer of up to 19 digits, as text. */
	id: string;
	firstId?: string;
	secondId?: string;
	distinctId?: string;
	properties: JsonObject;
}

export interface UserSelection {
	/** Names of properties; 'none' returns only the IDs. */
	properties: 'all' | 'none' | string[];
	/** Maximum number of users; default: all. */
	limit?: number;
	useCache?: boolean;
	requestId?: string;
}

export interface UserListQuery {
	filter?: Filter;
}

export interface BehaviorQuery {
	user: string;
	isDistinctId: boolean;
	range: DateRange;
	isNewestFirst: boolean;
}

export interface UserEvent {
	/** `YYYY-MM-DD HH:mm:ss.SSS`, in the service's zone. */
	time: string;
	event: string;
	displayName?: string;
	distinctId?: string;
	userId?: string;
	properties: JsonObject;
	profile: JsonObject;
}

/** A part of a list, and the size of the list. */
export interface ListPage<Entry> {
	entries: Entry[];
	/** Total number of pages, if returned. */
	pageCount?: number;
	total?: number;
}

/** The cell of a report whose users are requested; its group only if the report has one. */
export interface Slices {
	event: {
		/** A point in time, `YYYY-MM-DD HH:mm:ss`; default: the date range. */
		date?: string;
		/** Values of the groups, in the query's order. */
		groups: string[];
	};
	/** Cell of a date, or of a group if the report has one. */
	distribution: ({ date: string } | { group: string }) & {
		/** Lower bound, inclusive, and upper bound, exclusive; integers. Default: no upper bound. */
		from: number;
		to?: number;
	};
	funnel: {
		step: number;
		/** Users who took this step but not the next, instead of those who took it. */
		isLost: boolean;
		group?: string;
	};
	retention: {
		/** Start of the period of the initial event; default: the date range. */
		date?: string;
		/** Number of periods after it. */
		period: number;
		group?: string;
	};
	session: {
		/** Start of the sessions: a day, `YYYY-MM-DD`, or an hour, `YYYY-MM-DD HH:mm:ss`. */
		date: string;
		groups: string[];
	};
	path: {
		/** Number of the step; 1 is the source. */
		step: number;
		event: string;
		/** All users at the event, those whose path ends there, or those who went on. */
		went: 'anywhere' | 'nowhere' | { to: string };
	};
}
