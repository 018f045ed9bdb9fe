import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { DATASET_AGGREGATIONS } from '../query/aggregators';
import type { DatasetMeasure, DatasetQuery, DatasetRefresh } from '../query/entities';
import type { ValueKind } from '../query/filterFunctions';
import { KIND_WORDS, kindIn } from '../query/filterFunctions';
import type { Filter } from '../query/query';
import type { ConditionRow } from './condition';
import { conditionsField, joinField, readCondition } from './condition';
import { listFields, wholeListFields } from './list';
import { optionField, readLongestRange } from './options';
import { pickField } from './property';
import { assertRangeLength, rangeFields, readRange } from './range';
import type { RawOptions } from './read';
import { pickedLabel, ReadField, readOneOf, readWhole, rowsOf, textOf } from './read';
import { showWhen } from './show';
import { longestWaitField, taskIdField } from './task';

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

/** @throws UserError that names the field */
export function readDataset(field: ReadField): string {
	const id = textOf(field('dataset'));
	if (id !== '') return id;
	throw new UserError("'Dataset' is empty. Choose one, or enter its ID");
}

/** From the first to the last second of the days. */
export function readMoments(
	field: ReadField,
	timeZone: string,
	now: Date,
	longestRange: number,
): NonNullable<DatasetQuery['range']> {
	const { from, to } = readRange(field, timeZone, now);
	assertRangeLength({ from, to }, longestRange);
	return { from: `${from} 00:00:00`, to: `${to} 23:59:59` };
}

/** Value of the entry for a column that is a formula. */
const OWN_AGGREGATION = 'own';
const DEFAULT_ROWS_PER_REQUEST = 100;
const MAX_ROWS_PER_REQUEST = 10_000;

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
	...showWhen({ datasetDates: ['range'] }, rangeFields(false)),
	...wholeListFields,
];

export const datasetQueryOptionFields: INodeProperties[] = [
	...optionField('longestRange'),
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
	...optionField('previewRequest'),
	{
		displayName: 'Rows per Request',
		name: 'rowsPerRequest',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ROWS_PER_REQUEST },
		default: DEFAULT_ROWS_PER_REQUEST,
		description:
			'Size of the pages in which rows are fetched. Larger ones are quicker; how large they may be is not documented.',
	},
	...optionField('timeZone'),
];

interface ColumnRow {
	column?: unknown;
	aggregation?: unknown;
}

/** Functions of dates and lists, which datasets do not have. */
const NOT_OF_COLUMNS = ['absoluteBetween', 'relativeWithin', 'relativeBefore', 'include'];

/** @throws UserError that names the field */
export function readDatasetQuery(
	field: ReadField,
	options: RawOptions,
	timeZone: string,
	now: Date,
): DatasetQuery {
	const datasetId = readDataset(field);
	const longest = readLongestRange(options);
	const measures = rowsOf<ColumnRow>(field('datasetMeasures'), 'measure').map(readMeasure);
	if (measures.length === 0) throw new UserError("'Measures' is empty. Add a measure");
	const dimensions = rowsOf<ColumnRow>(field('datasetColumns'), 'column').map((row, index) =>
		readColumn(row, `${index + 1} of 'Group By'`),
	);
	assertOnce([...dimensions, ...measures.map(({ column }) => column)]);
	return {
		datasetId,
		dimensions,
		measures,
		filter: readFilter(field),
		sorts: readSorts(options, dimensions),
		...(field('datasetDates') === 'range'
			? { range: readMoments(field, timeZone, now, longest) }
			: {}),
	};
}

/** @throws UserError that names the option */
export function readRowsPerRequest({ rowsPerRequest }: RawOptions): number {
	if (rowsPerRequest === undefined || rowsPerRequest === '') return DEFAULT_ROWS_PER_REQUEST;
	return readWhole(rowsPerRequest, "The option 'Rows per Request'", 1, MAX_ROWS_PER_REQUEST);
}

function readMeasure(row: ColumnRow, index: number): DatasetMeasure {
	const place = `of measure ${index + 1}`;
	const column = readColumn(row, place);
	const choices = [OWN_AGGREGATION, ...DATASET_AGGREGATIONS.map(({ value }) => value)];
	const aggregation = readOneOf(row.aggregation, choices, `'Aggregation' ${place}`);
	if (aggregation === OWN_AGGREGATION) return { column };
	assertFits(aggregation, column, kindIn(pickedLabel(row.column)), place);
	return { column, aggregation };
}

/** Of what is no number, the service makes nothing of a sum, and does not say so. */
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
		`'Aggregation' ${place} can't be ${known.label}: '${column}' is ${KIND_WORDS[kind]}, not number. Choose ${others.join(', ')}, or another column`,
	);
}

function readColumn({ column }: ColumnRow, place: string): string {
	const name = textOf(column);
	if (name !== '') return name;
	throw new UserError(`'Column' ${place} is empty. Choose one, or enter its name`);
}

/** Answers name columns, and not what was made of them. */
function assertOnce(columns: readonly string[]): void {
	const twice = columns.find((name, index) => columns.indexOf(name) !== index);
	if (twice === undefined) return;
	throw new UserError(
		`'Column' '${twice}' is asked for twice in 'Measures' and 'Group By'. The answer could not tell the two apart: ask for one of them in another node`,
	);
}

function readFilter(field: ReadField): Filter | undefined {
	const rows = rowsOf<ConditionRow>(field('datasetFilter'), 'condition');
	if (rows.length === 0) return undefined;
	const conditions = rows.map((row, index) => {
		const place = `of condition ${index + 1} of 'Filter By'`;
		const condition = readCondition(row, 'column', place);
		if (NOT_OF_COLUMNS.includes(condition.function)) {
			throw new UserError(
				`'Function' ${place} compares dates or lists, which columns of datasets can't be filtered by. For days choose A Date Range in 'Dates'`,
			);
		}
		const property = { of: 'other' as const, expression: textOf(row.field) };
		return { ...condition, property };
	});
	return { join: field('filterJoin') === 'or' ? 'or' : 'and', conditions, groups: [] };
}

/** In an order in which pages stand still. */
function readSorts(options: RawOptions, dimensions: readonly string[]): DatasetQuery['sorts'] {
	const column = textOf(options.orderByColumn);
	const isDescending = textOf(options.orderDirection) !== 'asc';
	const others = dimensions.filter((name) => name !== column);
	return [
		...(column === '' ? [] : [{ column, isDescending }]),
		...others.map((name) => ({ column: name, isDescending: false })),
	];
}

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
	...showWhen({ refreshMode: ['range'] }, rangeFields(false)),
];

export const datasetRefreshOptionFields: INodeProperties[] = [
	...optionField('longestRange'),
	longestWaitField,
	...optionField('previewRequest'),
	taskIdField('a refresh', ''),
	...optionField('timeZone'),
];

/** @throws UserError that names the field */
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
