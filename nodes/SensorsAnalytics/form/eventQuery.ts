import type { INodeProperties } from 'n8n-workflow';

import { type EventQuery, TOTAL } from '../query/eventQuery';
import { filterFields, readQueryFilter } from './filter';
import { eventOfShortNames, groupByList, readGroupByList } from './groupBy';
import { measuresField, readMeasures } from './measures';
import { OTHER, readChoice, type ReadField } from './reading';

/** The query, when it is built from fields, in the order in which a person thinks of it. */
export const queryFields: INodeProperties[] = [
	measuresField(),
	groupByList,
	...filterFields,
	{
		displayName: 'Unit',
		name: 'unit',
		type: 'options',
		default: 'day',
		options: [
			{ name: 'Hour', value: 'hour' },
			{ name: 'Day', value: 'day' },
			{ name: 'Week', value: 'week' },
			{ name: 'Month', value: 'month' },
			{ name: 'None (One Total per Group)', value: TOTAL },
			{ name: 'Other…', value: OTHER, description: 'Type the name of a unit that is not listed' },
		],
		description: 'One row per hour, day, week or month; total gives one for all of them',
	},
	{
		displayName: 'Unit Name',
		name: 'otherUnit',
		type: 'string',
		default: '',
		placeholder: 'e.g. minute',
		displayOptions: { show: { unit: [OTHER] } },
		description: 'Name of the unit in the words of the service',
	},
];

/**
 * Reads the form of Get Event Report into the neutral query.
 * @throws UserError that names the field as the form shows it
 */
export function readEventQuery(field: ReadField): EventQuery {
	const measures = readMeasures(field('measures'));
	const event = eventOfShortNames(measures);
	return {
		measures,
		groupBy: readGroupByList(field('groupBy'), event),
		filter: readQueryFilter(field, event),
		unit: readChoice(field('unit'), field('otherUnit'), "'Unit'", "'Unit Name'"),
	};
}
