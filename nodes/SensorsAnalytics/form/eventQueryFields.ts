import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { AGGREGATORS } from '../query/aggregators';
import { OTHER } from './eventQueryForm';

const aggregatorOptions: INodePropertyOptions[] = [
	...[...AGGREGATORS]
		.sort((a, b) => a.label.localeCompare(b.label))
		.map(({ value, label }) => ({
			name: label,
			value,
			description: `The service calls it ${value}`,
		})),
	{
		name: 'Other…',
		value: OTHER,
		description: 'Type the name of an aggregator that is not listed',
	},
];

const measureFields: INodeProperties[] = [
	{
		displayName: 'Event Name',
		name: 'eventName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. PayOrder',
		description:
			'Name of the event as the project knows it (not its display name). $Anything means any event.',
	},
	{
		displayName: 'Aggregator',
		name: 'aggregator',
		type: 'options',
		default: 'general',
		options: aggregatorOptions,
		description: 'What to compute from the events',
	},
	{
		displayName: 'Aggregator Name',
		name: 'otherAggregator',
		type: 'string',
		default: '',
		placeholder: 'e.g. quantile95',
		displayOptions: { show: { aggregator: [OTHER] } },
		description: 'Name of the aggregator in the words of the service',
	},
	{
		displayName: 'Field',
		name: 'field',
		type: 'string',
		default: '',
		placeholder: 'e.g. amount or event.PayOrder.amount',
		displayOptions: {
			show: {
				aggregator: [
					...AGGREGATORS.filter((known) => known.needsProperty).map(({ value }) => value),
					OTHER,
				],
			},
		},
		description:
			'The property to compute with: short (amount, a property of the event above) or whole (event.PayOrder.amount, user.age)',
	},
	{
		displayName: 'Output Name',
		name: 'outputName',
		type: 'string',
		default: '',
		placeholder: 'e.g. revenue',
		description:
			'Key of this measure in the output. If empty, it is made from event, aggregator and field, for example PayOrder_sum_amount.',
	},
];

/** The form of Get Event Report, when its query is built from fields. */
export const eventQueryFields: INodeProperties[] = [
	{
		displayName: 'Measures',
		name: 'measures',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Measure', sortable: true },
		default: { measure: [{ eventName: '', aggregator: 'general' }] },
		placeholder: 'Add Measure',
		description: 'What to compute: one or more events and how to count them',
		options: [{ displayName: 'Measure', name: 'measure', values: measureFields }],
	},
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field', sortable: true },
		default: {},
		placeholder: 'Add Field',
		description: 'Properties by which to split the numbers, such as city',
		options: [
			{
				displayName: 'Group',
				name: 'group',
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'string',
						default: '',
						placeholder: 'e.g. city, event.PayOrder.city or user.city',
						description:
							'Short (city, a property of the measured event) or whole (event.PayOrder.city, user.city)',
					},
				],
			},
		],
	},
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
			{ name: 'Other…', value: OTHER, description: 'Type the name of a unit that is not listed' },
		],
		description: 'One row per hour, day, week or month',
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

const YESTERDAY = "={{ $today.minus({ days: 1 }).toFormat('yyyy-MM-dd') }}";

/** From and to, both days included; filled in with yesterday. */
export const dateRangeFields: INodeProperties[] = [
	{
		displayName: 'From Date',
		name: 'fromDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: YESTERDAY,
		required: true,
		description:
			'First day of the range. Yesterday unless you change it; expressions such as {{ $today.minus({ days: 7 }) }} follow the calendar.',
	},
	{
		displayName: 'To Date',
		name: 'toDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: YESTERDAY,
		required: true,
		description: 'Last day of the range; it is included',
	},
];
