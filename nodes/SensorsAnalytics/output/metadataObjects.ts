import type { IDataObject } from 'n8n-workflow';

import type { EventEntry, PropertyEntry } from '../query/catalog';
import type { WriteTime } from './times';

/** An event; what the service does not tell is null. */
export function toEventEntry(
	event: EventEntry,
	tags: readonly string[],
	time: WriteTime,
): IDataObject {
	return {
		name: event.name,
		display_name: event.displayName,
		description: event.description ?? null,
		tracked_when: event.trackedWhen ?? null,
		tags: [...tags],
		is_virtual: event.isVirtual ?? null,
		total_count: event.count ?? null,
		created_at: time(event.createdAt),
		updated_at: time(event.updatedAt),
	};
}

/** A property, with the expression by which other operations take it. */
export function toPropertyEntry(property: PropertyEntry, expression: string): IDataObject {
	return {
		name: property.name,
		display_name: property.displayName,
		property: expression,
		type: property.kind ?? null,
		unit: property.unit ?? null,
		description: property.description ?? null,
	};
}
