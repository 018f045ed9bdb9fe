import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DATASET_AGGREGATIONS } from '../query/datasetAggregations';
import { joinField, conditionsField } from './filterFields';
import { listFields, wholeListFields } from './listFields';
import { reportOptionFields } from './outputFields';
import { pickField } from './pickField';
import { rangeOnlyFields } from './rangeFields';
import { showWhen } from './showWhen';
import { longestWaitField, taskIdField } from './tasks';

/** Value of the entry for a column that is a formula. */
export const OWN_AGGREGATION = 'own';
export const DEFAULT_ROWS_PER_REQUEST = 100;
export const MAX_ROWS_PER_REQUEST = 10_000;

const option = (name: string) => reportOptionFields.filter((field) => field.name === name);

export const datasetField = pickField({
	displayName: 'Dataset',
	name: 'dataset',
	list: 'searchDatasets',
	placeholder: 'e.g. 1',
	typed: { displayName: 'By ID', name: 'id' },
	required: true,
	description: 'Called business model (业务模型) in Sensors Analytics',
});

export const datasetListFields: INodeProperties[] = [
	pickField({
		displayName: 'Group',
		name: 'datasetGroup',
		list: 'searchDatasetGroups',
		placeholder: 'e.g. Sales',
		description: 'Group in which the datasets stand; all if empty',
	}),
	...listFields,
];

const aggregationOptions: INodePropertyOptions[] = [
	...DATASET_AGGREGATIONS.map(({ value, label, interfaceName }) => ({
		name: `${label} (${interfaceName})`,
		value,
	})),
	{
		name: 'Its Own',
		value: OWN_AGGREGATION,
		description:
			'For calculated columns, and for datasets that keep details or are aggregated already',
	},
];

const measuresField: INodeProperties = {
	displayName: 'Measures',
	name: 'datasetMeasures',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Measure', sortable: true },
	default: {
		measure: [{ column: { __rl: true, mode: 'list', value: '' }, aggregation: 'SUM' }],
	},
	placeholder: 'Add Measure',
	description: 'Numbers to compute, each from another column',
	options: [
		{
			displayName: 'Measure',
			name: 'measure',
			values: [
				pickField({
					displayName: 'Column',
					name: 'column',
					list: 'searchDatasetMeasures',
					placeholder: 'e.g. amount',
					required: true,
					description: 'Column of the dataset from which the number is computed',
				}),
				{
					displayName: 'Aggregation',
					name: 'aggregation',
					type: 'options',
					default: 'SUM',
					options: aggregationOptions,
				},
			],
		},
	],
};

const groupsField: INodeProperties = {
	displayName: 'Group By',
	name: 'datasetColumns',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Column', sortable: true },
	default: {},
	placeholder: 'Add Column',
	description: 'Columns by which to split the numbers; one row for all if empty',
	options: [
		{
			displayName: 'Column',
			name: 'column',
			values: [
				pickField({
					displayName: 'Column',
					name: 'column',
					list: 'searchDatasetDimensions',
					placeholder: 'e.g. city',
					required: true,
					description: 'Column of the dataset by which to split the numbers',
				}),
			],
		},
	],
};

const columnField = pickField({
	displayName: 'Field',
	name: 'field',
	list: 'searchDatasetDimensions',
	placeholder: 'e.g. city',
	required: true,
	description: 'A column of the dataset',
});

export const datasetQueryFields: INodeProperties[] = [
	datasetField,
	measuresField,
	groupsField,
	conditionsField('Filter By', 'datasetFilter', columnField, false),
	joinField('filterJoin'),
	{
		displayName: 'Dates',
		name: 'datasetDates',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'All That the Dataset Has', value: 'all' },
			{
				name: 'A Date Range',
				value: 'range',
				description:
					'Needed for datasets that keep details, and for aggregated ones with a time; tables have none',
			},
		],
	},
	...showWhen({ datasetDates: ['range'] }, rangeOnlyFields(false)),
	...wholeListFields,
];

export const datasetQueryOptionFields: INodeProperties[] = [
	{
		displayName: 'Order By Column',
		name: 'orderByColumn',
		type: 'string',
		default: '',
		placeholder: 'e.g. amount',
		description: 'Column by which rows are sorted; by the columns of Group By if empty',
	},
	{
		displayName: 'Order Direction',
		name: 'orderDirection',
		type: 'options',
		default: 'desc',
		options: [
			{ name: 'Descending', value: 'desc' },
			{ name: 'Ascending', value: 'asc' },
		],
		description: 'Of Order By Column',
	},
	...option('previewRequest'),
	{
		displayName: 'Rows per Request',
		name: 'rowsPerRequest',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ROWS_PER_REQUEST },
		default: DEFAULT_ROWS_PER_REQUEST,
		description:
			'Size of the pages in which rows are fetched. Larger ones are quicker; how large they may be is not documented.',
	},
	...option('timeZone'),
];

export const datasetRefreshFields: INodeProperties[] = [
	datasetField,
	{
		displayName: 'Refresh',
		name: 'refreshMode',
		type: 'options',
		default: 'full',
		options: [
			{ name: 'Everything', value: 'full', description: 'The whole dataset (全量)' },
			{
				name: 'A Date Range',
				value: 'range',
				description: 'Only the data of some days (增量)',
			},
		],
	},
	...showWhen({ refreshMode: ['range'] }, rangeOnlyFields(false)),
];

export const datasetRefreshOptionFields: INodeProperties[] = [
	longestWaitField,
	...option('previewRequest'),
	taskIdField('a refresh', ''),
	...option('timeZone'),
];
