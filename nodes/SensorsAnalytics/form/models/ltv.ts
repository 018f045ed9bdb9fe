import type { INodeProperties } from 'n8n-workflow';

import { ANY_EVENT, type EventMeasure, type Filter } from '../../query/eventQuery';
import type { LtvQuery } from '../../query/modelQueries';
import { filterFields } from '../filter';
import { groupByOne, readGroupByOne } from '../groupBy';
import { readOneOf } from '../choice';
import { readWhole } from '../numbers';
import { eventField, pickField } from '../pickField';
import { readProperty } from '../property';
import { type ReadField, textOf } from '../reading';
import { showWhen } from '../showWhen';
import { followedNote, readEvent, readUnit, unitField } from './shared';

/** A year of days; the service names no limit. */
export const MAX_DURATION = 366;

export const ltvFields: INodeProperties[] = [
	eventField('Start Event', 'startEvent'),
	{
		displayName: 'Value',
		name: 'lifetimeValue',
		type: 'options',
		default: 'sum',
		options: [
			{ name: 'Sum of a Property per User', value: 'sum' },
			{ name: 'Number of Events per User', value: 'events' },
		],
		description: 'What a user is worth, from the start on',
	},
	eventField('Event of the Value', 'valueEvent'),
	...showWhen({ lifetimeValue: ['sum'] }, [
		pickField({
			displayName: 'Property of the Value',
			description: 'Number to add up: short (amount) or whole (event.PayOrder.amount)',
			name: 'valueProperty',
			list: 'searchNumberProperties',
			placeholder: 'e.g. amount or event.PayOrder.amount',
			required: true,
		}),
	]),
	unitField('Users who start in one day, week or month are followed together'),
	{
		displayName: 'Number of Periods',
		name: 'followedPeriods',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_DURATION },
		default: 7,
		description: 'How many days, weeks or months to follow the users',
	},
	groupByOne,
	...filterFields,
	...followedNote,
];

/** @throws UserError that names the field */
export function readLtvQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): LtvQuery {
	const event = readEvent(field('startEvent'), "'Start Event'");
	const duration = readWhole(field('followedPeriods'), "'Number of Periods'", 1, MAX_DURATION);
	return {
		start: { event },
		value: readValue(field),
		unit: readUnit(field('unit')),
		duration,
		groupBy: readGroupByOne(field('groupByField'), event),
		filter: readFilter(ANY_EVENT),
	};
}

function readValue(field: ReadField): EventMeasure {
	const of = readOneOf(field('lifetimeValue'), ['events', 'sum'], "'Value'");
	const event = readEvent(field('valueEvent'), "'Event of the Value'");
	if (of === 'events') return { kind: 'event', event, aggregator: 'average' };
	const property = readProperty(textOf(field('valueProperty')), event, "'Property of the Value'");
	return { kind: 'event', event, aggregator: 'LTV_AVG', property };
}
