import { UserError } from 'n8n-workflow';

import { readFilter } from '../paste/filter';
import type { EventQuery, Filter } from '../query/eventQuery';
import { readFilters } from './filters';
import { eventOfShortNames, readGroups } from './groups';
import { readMeasures } from './measures';
import { readPastedJson } from './pastedJson';
import { readChoice, type ReadField, textOf } from './reading';

/**
 * Reads the form of Get Event Report into the neutral query.
 * @throws UserError that names the field as the form shows it
 */
export function readEventQuery(field: ReadField): EventQuery {
	const measures = readMeasures(field('measures'));
	const event = eventOfShortNames(measures);
	return {
		measures,
		groupBy: readGroups(field('groupBy'), event),
		filter: readQueryFilter(field, event),
		unit: readChoice(field('unit'), field('otherUnit'), "'Unit'", "'Unit Name'"),
	};
}

/**
 * The filter of a report, in whichever way it was given.
 * @param event whose properties short field names mean
 */
export function readQueryFilter(field: ReadField, event: string): Filter | undefined {
	switch (textOf(field('filterMode'))) {
		case 'conditions':
			return readFilters(field('filter'), field('filterGroups'), field('filterJoin'), event);
		case 'json':
			return readFilter(readPastedJson(field('filterJson'), 'Filter JSON'), "'Filter JSON'");
		case 'none':
		case '':
			return undefined;
		default:
			throw new UserError(`'Filter' is unknown: '${textOf(field('filterMode'))}'`);
	}
}
