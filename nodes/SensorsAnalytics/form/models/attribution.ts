import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { BOUNDS, within } from '../bounds';
import { ANY_EVENT, type EventMeasure, type Filter } from '../../query/eventQuery';
import type { AttributionQuery } from '../../query/modelQueries';
import { filterFields } from '../filter';
import { groupByOne, readGroupByOne } from '../groupBy';
import { readOneOf } from '../choice';
import { readWhole } from '../numbers';
import { eventField, pickField } from '../pickField';
import { readProperty } from '../property';
import { type ReadField, rowsOf, textOf } from '../reading';
import { showWhen } from '../showWhen';
import { type FilteredEventRow, filteredEventFields, readEvent, readFilteredEvent } from './shared';

export const RULES = [
	{ name: 'Last Touchpoint', value: 'last' },
	{ name: 'First Touchpoint', value: 'first' },
	{ name: 'Linear', value: 'linear', description: 'All touchpoints alike' },
	{ name: 'Position', value: 'position', description: 'The first and the last one most' },
	{ name: 'Time Decay', value: 'time_decay', description: 'Later ones more' },
];

export const attributionFields: INodeProperties[] = [
	eventField('Target Event', 'targetEvent'),
	{
		displayName: 'Value of the Target',
		name: 'targetValue',
		type: 'options',
		default: 'general',
		options: [
			{ name: 'Number of Events (总次数)', value: 'general' },
			{ name: 'Sum of a Property (总和)', value: 'sum' },
		],
		description: 'What the touchpoints share',
	},
	...showWhen({ targetValue: ['sum'] }, [
		pickField({
			displayName: 'Property of the Target',
			description: 'Number to add up: short (amount) or whole (event.PayOrder.amount)',
			name: 'targetProperty',
			list: 'searchNumberProperties',
			placeholder: 'e.g. amount or event.PayOrder.amount',
			required: true,
		}),
	]),
	{
		displayName: 'Touchpoints',
		name: 'touchpoints',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Touchpoint' },
		default: { touchpoint: [{ eventName: { __rl: true, mode: 'list', value: '' } }] },
		placeholder: 'Add Touchpoint',
		description: 'Events that may have led to the target, such as the click on an ad',
		options: [
			{
				displayName: 'Touchpoint',
				name: 'touchpoint',
				values: filteredEventFields('Touchpoint'),
			},
		],
	},
	{
		displayName: 'Credit Goes To',
		name: 'attributionRule',
		type: 'options',
		default: 'last',
		options: RULES,
		description: 'How several touchpoints share a target',
	},
	{
		displayName: 'Within (Days)',
		name: 'lookbackDays',
		type: 'number',
		typeOptions: within('lookbackDays'),
		default: 7,
		description: 'How long before the target a touchpoint counts',
	},
	{
		displayName: 'Without a Touchpoint',
		name: 'directConversion',
		type: 'boolean',
		default: false,
		description: 'Whether to return what no touchpoint led to, as well. Its row has no event.',
	},
	groupByOne,
	...filterFields,
];

/** @throws UserError that names the field and the touchpoint */
export function readAttributionQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): AttributionQuery {
	const touchpoints = rowsOf<FilteredEventRow>(field('touchpoints'), 'touchpoint').map(
		(row, index) => readFilteredEvent(row, `of touchpoint ${index + 1}`),
	);
	if (touchpoints.length === 0) {
		throw new UserError("'Touchpoints' is empty. Add an event that may have led to the target");
	}
	const names = touchpoints.map(({ event }) => event);
	const twice = names.find((event, index) => names.indexOf(event) !== index);
	if (twice !== undefined) {
		throw new UserError(
			`'Event Name' of two 'Touchpoints' is ${twice}, and the answer would call both alike. Keep one of them, or run the report once for each`,
		);
	}
	const rules = RULES.map(({ value }) => value);
	const rule = readOneOf(field('attributionRule'), rules, "'Credit Goes To'");
	const events = new Set(names);
	const shortNamesOf = events.size === 1 ? ([...events][0] as string) : ANY_EVENT;
	return {
		target: readTarget(field),
		touchpoints,
		rule,
		lookback: {
			value: readWhole(field('lookbackDays'), "'Within (Days)'", ...BOUNDS.lookbackDays),
			unit: 'day',
		},
		hasDirect: field('directConversion') === true,
		groupBy: readGroupByOne(field('groupByField'), shortNamesOf),
		filter: readFilter(ANY_EVENT),
	};
}

function readTarget(field: ReadField): EventMeasure {
	const event = readEvent(field('targetEvent'), "'Target Event'");
	const aggregator = readOneOf(field('targetValue'), ['general', 'sum'], "'Value of the Target'");
	if (aggregator === 'general') return { kind: 'event', event, aggregator };
	const typed = textOf(field('targetProperty'));
	const property = readProperty(typed, event, "'Property of the Target'");
	return { kind: 'event', event, aggregator, property };
}
