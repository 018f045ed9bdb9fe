import type { Filter, Property } from '../../../query/eventQuery';
import type { JsonObject } from '../../../query/json';
import type { Entry } from '../../rows/entries';
import { writeFilter } from '../filter';
import { assertPlainFilter, SHARED } from '../pageKeys';
import { writeGroups } from './parts';

/** Keys of the web page's payload that reports on groups of users share. */
export const COHORT_KEYS = {
	read: ['by_field', 'by_fields', 'filter', 'unit', 'approx'],
	sent: [...SHARED, 'bucket_params'],
};

/** The groups and the filter that funnel and retention share. */
export function writeGroupAndFilter(
	{ groupBy, filter }: { groupBy: Property[]; filter?: Filter },
	page: JsonObject = {},
): JsonObject {
	assertPlainFilter(page.filter, "'filter' of the pasted or saved query");
	const fields = writeGroups(groupBy);
	return {
		...(fields.length > 0 ? { by_fields: fields } : {}),
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}

/**
 * Groups were asked for over the whole range, so that one date stands for all of it. A service that
 * gives several has split the groups by date, too.
 */
export function asWhole<Row extends Entry>(entries: readonly Row[]): Entry[] {
	const dates = new Set(entries.flatMap(({ date }) => date ?? []));
	return dates.size > 1 ? [...entries] : entries.map((entry) => ({ ...entry, date: null }));
}
