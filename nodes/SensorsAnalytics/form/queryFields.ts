import type { INodeProperties } from 'n8n-workflow';

import { TOTAL } from '../query/eventQuery';
import { filterFields } from './filterFields';
import { measuresField } from './measureFields';
import { propertyField } from './pickField';
import { OTHER } from './reading';

const groupByField: INodeProperties = {
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
				propertyField('Field', 'field'),
				{
					displayName: 'Number Buckets',
					name: 'buckets',
					type: 'string',
					default: '',
					placeholder: 'e.g. 0, 100, 500',
					description:
						'Only for a field that is a number: limits between the buckets, in ascending order. The service chooses them if empty.',
				},
			],
		},
	],
};

/** The query, when it is built from fields, in the order in which a person thinks of it. */
export const queryFields: INodeProperties[] = [
	measuresField(),
	groupByField,
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
