import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { BOUNDS, within } from '../bounds';
import type { Filter } from '../../query/eventQuery';
import type { FilteredEvent, FunnelQuery } from '../../query/modelQueries';
import { filterFields } from '../filter';
import { groupByOne, readGroupByOne } from '../groupBy';
import { readOneOf } from '../choice';
import { readWhole } from '../numbers';
import { type ReadField, rowsOf } from '../reading';
import { type FilteredEventRow, filteredEventFields, readFilteredEvent } from './shared';

const MINUTES = { minutes: 1, hours: 60, days: 24 * 60 };

export const funnelFields: INodeProperties[] = [
	{
		displayName: 'Steps',
		name: 'steps',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Step', sortable: true },
		default: {
			step: [
				{ eventName: { __rl: true, mode: 'list', value: '' } },
				{ eventName: { __rl: true, mode: 'list', value: '' } },
			],
		},
		placeholder: 'Add Step',
		description: 'Events in the order in which a user does them; two at least',
		options: [
			{
				displayName: 'Step',
				name: 'step',
				values: filteredEventFields('Step'),
			},
		],
	},
	{
		displayName: 'Within',
		name: 'window',
		type: 'number',
		typeOptions: within('window'),
		default: 7,
		description: 'How long a user may take from the first step to the last',
	},
	{
		displayName: 'Within (Unit)',
		name: 'windowUnit',
		type: 'options',
		default: 'days',
		options: [
			{ name: 'Minutes', value: 'minutes' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Days', value: 'days' },
		],
	},
	groupByOne,
	...filterFields,
];

export const splitField: INodeProperties = {
	displayName: 'Split by Date',
	name: 'splitByDate',
	type: 'boolean',
	default: false,
	description: 'Whether to return rows for each date, in place of those for the whole range',
};

/** What the form says of dates; a saved query, whose form does not ask, says it itself. */
export function chooseSplit(query: FunnelQuery, field: ReadField): FunnelQuery {
	const isByDate = field(splitField.name);
	return typeof isByDate === 'boolean' ? { ...query, isByDate } : query;
}

/** @throws UserError that names the field and the step */
export function readFunnelQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): FunnelQuery {
	const steps = rowsOf<FilteredEventRow>(field('steps'), 'step').map((row, index) =>
		readFilteredEvent(row, `of step ${index + 1}`),
	);
	if (steps.length < 2) throw new UserError("'Steps' must have two steps at least");
	const units = Object.keys(MINUTES) as Array<keyof typeof MINUTES>;
	const unit = readOneOf(field('windowUnit'), units, "'Within (Unit)'");
	const first = (steps[0] as FilteredEvent).event;
	return {
		steps,
		windowMinutes: readWhole(field('window'), "'Within'", ...BOUNDS.window) * MINUTES[unit],
		mayEndLater: false,
		isByDate: false,
		groupBy: readGroupByOne(field('groupByField'), first),
		filter: readFilter(first),
	};
}
