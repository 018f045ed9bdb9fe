/** What a project consists of, as its lists tell. */
import type { ValueKind } from './valueKinds';

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
}

/** A chart that somebody saved. */
export interface SavedReport {
	id: string;
	name: string;
	/** The model in the words of the service. */
	modelName: string;
	/** The payload of the web page; none if it can't be read. */
	query?: { [key: string]: unknown };
}
