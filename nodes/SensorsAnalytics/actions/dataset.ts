import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { quoted } from '../../../credentials/http/redact';
import type { Operation, Resource } from '../item';
import {
	conditionRows,
	conditionsField,
	joinField,
	readCondition,
	withBlank,
} from '../params/filter';
import { listFields, wholeListFields } from '../params/list';
import { optionField, readLongestRange } from '../params/options';
import { pickField } from '../params/property';
import { assertRangeLength, rangeFields, readRange } from '../params/range';
import {
	fewRowsOf,
	pickedLabel,
	type RawOptions,
	ReadField,
	readInteger,
	readOneOf,
	textOf,
} from '../params/read';
import { entriesField, neverShown } from '../params/show';
import { longestWaitField, taskIdField } from '../params/task';
import { DATASET_AGGREGATIONS } from '../query/aggregators';
import type { DatasetMeasure, DatasetQuery, DatasetRefresh } from '../query/entities';
import {
	FUNCTIONS_OF_DATES_AND_LISTS,
	KIND_WORDS,
	kindIn,
	type ValueKind,
} from '../query/filterFunctions';
import { firstTwice } from '../query/json';
import type { Filter } from '../query/query';

const datasetField = pickField({
	displayName: 'Dataset',
	name: 'dataset',
	list: 'searchDatasets',
	placeholder: 'e.g. 1',
	typed: { displayName: 'By ID', name: 'id' },
	required: true,
	description: 'Dataset to use. In Sensors Analytics, a dataset is called a business model.',
});

const datasetListFields: INodeProperties[] = [
	pickField({
		displayName: 'Group',
		name: 'datasetGroup',
		list: 'searchDatasetGroups',
		placeholder: 'e.g. Sales',
		description:
			'Group that contains the datasets. If empty, the node returns the datasets of all groups.',
	}),
	...listFields,
];

export function readDataset(field: ReadField): string {
	const id = textOf(field('dataset'));
	if (id !== '') return id;
	throw new UserError("'Dataset' is empty. Choose a dataset, or enter its ID");
}

/** Reads the first and the last second of the days. */
function readMoments(
	field: ReadField,
	timeZone: string,
	now: Date,
	longestRange: number,
): NonNullable<DatasetQuery['range']> {
	const { from, to } = readRange(field, timeZone, now);
	assertRangeLength({ from, to }, longestRange);
	return { from: `${from} 00:00:00`, to: `${to} 23:59:59` };
}

/** Value of the choice for a column that is a formula. */
const OWN_AGGREGATION = 'own';
const DEFAULT_ROWS_PER_REQUEST = 100;
const MAX_ROWS_PER_REQUEST = 10_000;

const aggregationOptions: INodePropertyOptions[] = [
	...DATASET_AGGREGATIONS.map(({ value, label }) => ({
		name: label,
		value,
	})),
	{
		name: 'Predefined',
		value: OWN_AGGREGATION,
		description:
			'Aggregator that the dataset defines. Use it for calculated columns and for datasets with detail or aggregated data.',
	},
];

const measuresField: INodeProperties = entriesField({
	displayName: 'Measures',
	name: 'datasetMeasures',
	what: 'Measure',
	row: 'measure',
	first: {
		measure: [{ column: { __rl: true, mode: 'list', value: '' }, aggregation: 'SUM' }],
	},
	description: 'Measures to compute, each from a different column',
	isSortable: true,
	values: [
		pickField({
			displayName: 'Column',
			name: 'column',
			list: 'searchDatasetMeasures',
			placeholder: 'e.g. amount',
			required: true,
			description: 'Dataset column to compute the measure from',
		}),
		{
			displayName: 'Aggregator',
			name: 'aggregation',
			type: 'options',
			default: 'SUM',
			options: aggregationOptions,
		},
	],
});

const groupsField: INodeProperties = entriesField({
	displayName: 'Group By',
	name: 'datasetColumns',
	what: 'Column',
	row: 'column',
	description: 'Columns to group by. If empty, the node returns one row for all data.',
	isSortable: true,
	values: [
		pickField({
			displayName: 'Column',
			name: 'column',
			list: 'searchDatasetDimensions',
			placeholder: 'e.g. city',
			required: true,
			description: 'Dataset column to group by',
		}),
	],
});

const columnField = pickField({
	displayName: 'Property',
	name: 'field',
	list: 'searchDatasetDimensions',
	placeholder: 'e.g. city',
	description: 'Dataset column to filter by',
});

const datesField: INodeProperties = {
	displayName: 'Dates',
	name: 'datasetDates',
	type: 'options',
	noDataExpression: true,
	default: 'all',
	options: [
		{ name: 'All Dates', value: 'all' },
		{
			name: 'A Date Range',
			value: 'range',
			description:
				'Required for detail data and for aggregated data with a time column. Datasets of type Table have no dates.',
		},
	],
};

const datasetQueryFields: INodeProperties[] = [
	datasetField,
	measuresField,
	groupsField,
	withBlank(conditionsField('Filter', 'datasetFilter', columnField, false)),
	joinField('filterJoin'),
	datesField,
	neverShown(datesField),

	...rangeFields(false),
	...wholeListFields,
];

const datasetQueryOptionFields: INodeProperties[] = [
	...optionField('longestRange'),
	{
		displayName: 'Order By Column',
		name: 'orderByColumn',
		type: 'string',
		default: '',
		placeholder: 'e.g. amount',
		description:
			"Column to sort rows by. If empty, the node sorts rows by the columns in 'Group By'.",
	},
	...optionField('orderDirection'),
	...optionField('previewRequest'),
	{
		displayName: 'Rows per Request',
		name: 'rowsPerRequest',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ROWS_PER_REQUEST },
		default: DEFAULT_ROWS_PER_REQUEST,
		description:
			"Number of rows to fetch per request. Larger numbers are faster. The vendor doesn't document the maximum.",
	},
	...optionField('timeZone'),
];

interface ColumnRow {
	column?: unknown;
	aggregation?: unknown;
}

export function readDatasetQuery(
	field: ReadField,
	options: RawOptions,
	timeZone: string,
	now: Date,
): DatasetQuery {
	const datasetId = readDataset(field);
	const longest = readLongestRange(options);
	const measures = fewRowsOf<ColumnRow>(field('datasetMeasures'), 'measure', "'Measures'").map(
		readMeasure,
	);
	if (measures.length === 0) throw new UserError("'Measures' is empty. Add a measure");
	const dimensions = fewRowsOf<ColumnRow>(field('datasetColumns'), 'column', "'Group By'").map(
		(row, index) => readColumn(row, `${index + 1} of 'Group By'`),
	);
	assertOnce([...dimensions, ...measures.map(({ column }) => column)]);
	return {
		datasetId,
		dimensions,
		measures,
		filter: readFilter(field, timeZone),
		sorts: readSorts(options, dimensions),
		...(field('datasetDates') === 'range'
			? { range: readMoments(field, timeZone, now, longest) }
			: {}),
	};
}

export function readRowsPerRequest({ rowsPerRequest }: RawOptions): number {
	if (rowsPerRequest === undefined || rowsPerRequest === '') return DEFAULT_ROWS_PER_REQUEST;
	return readInteger(rowsPerRequest, "The option 'Rows per Request'", 1, MAX_ROWS_PER_REQUEST);
}

function readMeasure(row: ColumnRow, index: number): DatasetMeasure {
	const place = `of measure ${index + 1}`;
	const column = readColumn(row, place);
	const choices = [OWN_AGGREGATION, ...DATASET_AGGREGATIONS.map(({ value }) => value)];
	const aggregation = readOneOf(row.aggregation, choices, `'Aggregator' ${place}`);
	if (aggregation === OWN_AGGREGATION) return { column };
	assertFits(aggregation, column, kindIn(pickedLabel(row.column)), place);
	return { column, aggregation };
}

/** Of values that aren't numbers, the service would return no sum, without an error. */
function assertFits(
	aggregation: string,
	column: string,
	kind: ValueKind | undefined,
	place: string,
): void {
	const known = DATASET_AGGREGATIONS.find(({ value }) => value === aggregation);
	if (kind === undefined || kind === 'number' || !known || known.ofAll) return;
	const others = DATASET_AGGREGATIONS.filter(({ ofAll }) => ofAll).map(({ label }) => label);
	throw new UserError(
		`'Aggregator' ${place} can't be ${known.label}: ${quoted(column)} is of type ${KIND_WORDS[kind]}, not number. Choose ${others.join(', ')}, or another column`,
	);
}

function readColumn({ column }: ColumnRow, place: string): string {
	const name = textOf(column);
	if (name !== '') return name;
	throw new UserError(`'Column' ${place} is empty. Choose a column, or enter its name`);
}

/** Refuses duplicate columns: the response names columns without their aggregation. */
function assertOnce(columns: readonly string[]): void {
	const twice = firstTwice(columns);
	if (twice === undefined) return;
	throw new UserError(
		`'Column' ${quoted(twice)} occurs twice in 'Measures' and 'Group By', which the response can't distinguish. Query one of the two in another node`,
	);
}

function readFilter(field: ReadField, timeZone: string): Filter | undefined {
	const rows = conditionRows(field('datasetFilter'));
	if (rows.length === 0) return undefined;
	const conditions = rows.map((row, index) => {
		const place = `of condition ${index + 1} of 'Filter'`;
		const condition = readCondition(row, { event: 'column', place, timeZone });
		if (FUNCTIONS_OF_DATES_AND_LISTS.includes(condition.function)) {
			throw new UserError(
				`'Operator' ${place} compares dates or lists, which isn't possible for dataset columns. For days, set 'Dates' to A Date Range`,
			);
		}
		const property = { of: 'other' as const, expression: textOf(row.field) };
		return { ...condition, property };
	});
	return { join: field('filterJoin') === 'or' ? 'or' : 'and', conditions, groups: [] };
}

/** Returns a complete sort order, so that pages don't change. */
function readSorts(options: RawOptions, dimensions: readonly string[]): DatasetQuery['sorts'] {
	const column = textOf(options.orderByColumn);
	const { orderDirection } = options;
	const others = dimensions.filter((name) => name !== column);
	return [
		...(column === '' ? [] : [{ column, isDescending: orderDirection !== 'ascending' }]),
		...others.map((name) => ({
			column: name,
			isDescending: column === '' && orderDirection === 'descending',
		})),
	];
}

const refreshField: INodeProperties = {
	displayName: 'Refresh',
	name: 'refreshMode',
	type: 'options',
	noDataExpression: true,
	default: 'full',
	options: [
		{ name: 'Everything', value: 'full', description: 'Refresh the whole dataset' },
		{
			name: 'A Date Range',
			value: 'range',
			description: 'Refresh only the data for certain days',
		},
	],
};

const datasetRefreshFields: INodeProperties[] = [
	datasetField,
	refreshField,
	neverShown(refreshField),
	...rangeFields(false),
];

const datasetRefreshOptionFields: INodeProperties[] = [
	...optionField('longestRange'),
	longestWaitField,
	...optionField('previewRequest'),
	taskIdField,
	...optionField('timeZone'),
];

export function readDatasetRefresh(
	field: ReadField,
	options: { [name: string]: unknown },
	timeZone: string,
	now: Date,
): DatasetRefresh {
	const datasetId = readDataset(field);
	const longest = readLongestRange(options);
	const isPart = field('refreshMode') === 'range';
	if (!isPart) return { datasetId };
	return { datasetId, range: readMoments(field, timeZone, now, longest) };
}

const getDataset: Operation = {
	option: {
		name: 'Get',
		value: 'getDataset',
		action: 'Get dataset',
		description:
			'Get the columns of a dataset and the time of its last refresh. Requires an API key.',
	},
	toolText:
		'Returns the columns of one dataset, which of them you can group by or measure, and the time of the last refresh. Use it before you query a dataset, to learn the names of its columns. Requires an API key. Example: dataset 1 has city to group by and amount to add up.',
	fields: [datasetField],
};

const getManyDatasets: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyDatasets',
		action: 'Get many datasets',
		description: 'List the datasets with their IDs. Requires an API key.',
	},
	toolText:
		"Lists the datasets of the project with their IDs. Use it to find the dataset that a question refers to. Requires an API key. Example: use it to answer 'Is there a dataset with orders?'",
	fields: datasetListFields,
};

const queryDataset: Operation = {
	option: {
		name: 'Query',
		value: 'queryDataset',
		action: 'Query dataset',
		description:
			'Compute measures from columns of a dataset, grouped by other columns. Requires an API key.',
	},
	toolText:
		"Computes measures from columns of a dataset, grouped by other columns. Use it for prepared data. To analyze events, use the report tools. The tool that gets a dataset returns the column names. Requires an API key. Example: the sum of amount by city of dataset 1 answers 'How much was sold in each city?'",
	fields: datasetQueryFields,
	options: datasetQueryOptionFields,
};

const refreshDataset: Operation = {
	option: {
		name: 'Refresh',
		value: 'refreshDataset',
		action: 'Refresh dataset',
		description: 'Refresh a dataset and wait until the refresh finishes. Requires an API key.',
	},
	toolText:
		'Refreshes a dataset in Sensors Analytics and waits until the refresh finishes. This puts a heavy load on Sensors Analytics. Use it only if somebody asks for newer data. Requires an API key. Example: dataset 1, if asked to refresh the data first.',
	fields: datasetRefreshFields,
	options: datasetRefreshOptionFields,
};

export const datasetResource: Resource = {
	option: { name: 'Dataset', value: 'dataset' },
	operations: [getDataset, getManyDatasets, queryDataset, refreshDataset],
};
