import { UserError } from 'n8n-workflow';

import type { EventQuery, Filter } from '../query/eventQuery';
import { readFilters } from './filters';
import { eventOfShortNames, readGroups } from './groups';
import { readMeasures } from './measures';
import { readPastedJson } from './pastedJson';
import { readChoice, type ReadField, textOf } from './reading';

/** Reads a filter in the platform's own form. */
export type ReadPlatformFilter = (json: unknown, place: string) => Filter;

/**
 * Reads the form of Get Event Report into the neutral query.
 * @throws UserError that names the field as the form shows it
 */
export function readEventQuery(
	field: ReadField,
	readPlatformFilter: ReadPlatformFilter,
): EventQuery {
	const measures = readMeasures(field('measures'));
	const event = eventOfShortNames(measures);
	return {
		measures,
		groupBy: readGroups(field('groupBy'), event),
		filter: readQueryFilter(field, event, readPlatformFilter),
		unit: readChoice(field('unit'), field('otherUnit'), "'Unit'", "'Unit Name'"),
	};
}

/**
 * The filter of a report, in whichever way it was given.
 * @param event whose properties short field names mean
 */
export function readQueryFilter(
	field: ReadField,
	event: string,
	readPlatformFilter: ReadPlatformFilter,
): Filter | undefined {
	switch (textOf(field('filterMode'))) {
		case 'conditions':
			return readFilters(field('filter'), field('filterGroups'), field('filterJoin'), event);
		case 'json':
			return readPlatformFilter(
				readPastedJson(field('filterJson'), 'Filter JSON'),
				"'Filter JSON'",
			);
		case 'none':
		case '':
			return undefined;
		default:
			throw new UserError(`'Filter' is unknown: '${textOf(field('filterMode'))}'`);
	}
}
