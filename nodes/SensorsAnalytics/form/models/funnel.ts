import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Filter } from '../../query/eventQuery';
import type { FilteredEvent, FunnelQuery } from '../../query/modelQueries';
import { conditionsField, filterFields, joinField } from '../filterFields';
import { readConditions } from '../filters';
import { readWhole } from '../numbers';
import { eventField } from '../pickField';
import { type ReadField, rowsOf } from '../reading';
import { showWhen } from '../showWhen';
import { groupField, readEvent, readGroups } from './shared';

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
				values: [
					eventField('Event Name', 'eventName'),
					{
						displayName: 'Filter This Step',
						name: 'isFiltered',
						type: 'boolean',
						default: false,
						description: 'Whether only events for which conditions are met count for this step',
					},
					...showWhen({ isFiltered: [true] }, [
						joinField('filterJoin'),
						conditionsField('Only Where', 'filter'),
					]),
				],
			},
		],
	},
	{
		displayName: 'Within',
		name: 'window',
		type: 'number',
		typeOptions: { minValue: 1 },
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
	groupField,
	...filterFields,
];

interface StepRow {
	eventName?: unknown;
	isFiltered?: unknown;
	filterJoin?: unknown;
	filter?: unknown;
}

/** @throws UserError that names the field and the step */
export function readFunnelQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): FunnelQuery {
	const steps = rowsOf<StepRow>(field('steps'), 'step').map(readStep);
	if (steps.length < 2) throw new UserError("'Steps' must have two steps at least");
	const unit = String(field('windowUnit')) as keyof typeof MINUTES;
	if (!(unit in MINUTES)) throw new UserError(`'Within (Unit)' is unknown: '${unit}'`);
	const first = (steps[0] as FilteredEvent).event;
	return {
		steps,
		windowMinutes: readWhole(field('window'), "'Within'", 1) * MINUTES[unit],
		mayEndLater: false,
		isByDate: false,
		groupBy: readGroups(field('groupByField'), first),
		filter: readFilter(first),
	};
}

function readStep(row: StepRow, index: number): FilteredEvent {
	const place = `of step ${index + 1}`;
	const event = readEvent(row.eventName, `'Event Name' ${place}`);
	const filter =
		row.isFiltered === true ? readConditions(row.filter, row.filterJoin, event, place) : undefined;
	return { event, filter };
}
