import type { Filter, Property } from '../../../query/eventQuery';
import type { JsonObject } from '../../../query/json';
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
		...(filter ? { filter: writeFilter(filter) } : {}),
	};
}
