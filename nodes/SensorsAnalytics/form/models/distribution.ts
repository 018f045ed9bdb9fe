import type { INodeProperties } from 'n8n-workflow';

import type { Filter } from '../../query/eventQuery';
import type { DistributionQuery } from '../../query/modelQueries';
import { filterFields } from '../filter';
import { groupByOne, readGroupByOne } from '../groupBy';
import { readOneOf } from '../choice';
import { readAscending } from '../numbers';
import { eventField, pickField } from '../pickField';
import { readProperty } from '../property';
import { type ReadField, textOf } from '../reading';
import { showWhen } from '../showWhen';
import { readEvent, readUnit, unitField } from './shared';

export const distributionFields: INodeProperties[] = [
	eventField('Event Name', 'eventName'),
	{
		displayName: 'Distribution Of',
		name: 'distributionOf',
		type: 'options',
		default: 'times',
		options: [
			{ name: 'How Often Users Did It', value: 'times' },
			{
				name: 'On How Many Hours or Days They Did It',
				value: 'periods',
				description: 'Hours of a day; days of a week or month',
			},
			{ name: 'Sum of a Property per User', value: 'sum' },
		],
	},
	...showWhen({ distributionOf: ['sum'] }, [
		pickField({
			displayName: 'Property',
			description: 'Number to add up or compare: short (amount) or whole (event.PayOrder.amount)',
			name: 'property',
			list: 'searchNumberProperties',
			placeholder: 'e.g. amount or event.PayOrder.amount',
			required: true,
		}),
	]),
	unitField('Users are counted per day, week or month'),
	{
		displayName: 'Buckets',
		name: 'buckets',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2, 5, 10',
		description:
			'Limits between the buckets, in ascending order. The service chooses them if empty.',
	},
	groupByOne,
	...filterFields,
];

/** @throws UserError that names the field */
export function readDistributionQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): DistributionQuery {
	const event = readEvent(field('eventName'), "'Event Name'");
	return {
		event,
		unit: readUnit(field('unit')),
		of: readWhat(field, event),
		buckets: readAscending(field('buckets'), "'Buckets'"),
		groupBy: readGroupByOne(field('groupByField'), event),
		filter: readFilter(event),
	};
}

function readWhat(field: ReadField, event: string): DistributionQuery['of'] {
	const choices = ['times', 'periods', 'sum'] as const;
	const what = readOneOf(field('distributionOf'), choices, "'Distribution Of'");
	if (what !== 'sum') return what;
	const property = readProperty(textOf(field('property')), event, "'Property'");
	return { aggregator: 'sum', property };
}
