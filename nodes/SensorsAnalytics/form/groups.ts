import { UserError } from 'n8n-workflow';

import { ANY_EVENT, type Group, type Measure } from '../query/eventQuery';
import { KIND_WORDS, kindIn } from '../query/valueKinds';
import { readAscending } from './numbers';
import { readProperty } from './property';
import { pickedLabel, rowsOf, textOf } from './reading';

/** The event whose properties short names mean: the measures' event, or any event if they differ. */
export function eventOfShortNames(measures: readonly Measure[]): string {
	const events = new Set(
		measures.flatMap((measure) => (measure.kind === 'event' ? [measure.event] : measure.events)),
	);
	return events.size === 1 ? ([...events][0] as string) : ANY_EVENT;
}

/**
 * Reads the list 'Group By' of the form.
 * @throws UserError that names the field and the group's number
 */
export function readGroups(collection: unknown, event: string): Group[] {
	return rowsOf<{ field?: unknown; buckets?: unknown }>(collection, 'group').map((row, index) => {
		const place = `of group ${index + 1} in 'Group By'`;
		const property = readProperty(textOf(row.field), event, `'Field' ${place}`);
		const buckets = readAscending(row.buckets, `'Number Buckets' ${place}`);
		const kind = kindIn(pickedLabel(row.field));
		if (buckets.length > 0 && kind !== undefined && kind !== 'number') {
			throw new UserError(
				`'Number Buckets' ${place} are for numbers, and '${textOf(row.field)}' is ${KIND_WORDS[kind]} in the project. Empty them`,
			);
		}
		return buckets.length > 0 ? { property, buckets } : { property };
	});
}
