import { UserError } from 'n8n-workflow';

import { DATASET_AGGREGATIONS } from '../query/datasetAggregations';
import type { DatasetMeasure, DatasetQuery, DatasetRefresh } from '../query/datasets';
import type { Filter } from '../query/eventQuery';
import { type ConditionRow, readCondition } from './condition';
import { DEFAULT_ROWS_PER_REQUEST, MAX_ROWS_PER_REQUEST, OWN_AGGREGATION } from './datasetFields';
import { readWhole } from './numbers';
import { readRange } from './range';
import { type ReadField, rowsOf, textOf } from './reading';

type Options = { [name: string]: unknown };
interface ColumnRow {
	column?: unknown;
	aggregation?: unknown;
}

/** Functions of dates and lists, which datasets do not have. */
const NOT_OF_COLUMNS = ['absoluteBetween', 'relativeWithin', 'relativeBefore', 'include'];

/** @throws UserError that names the field */
export function readDataset(field: ReadField): string {
	const id = textOf(field('dataset'));
	if (id !== '') return id;
	throw new UserError("'Dataset' is empty. Choose one, or enter its ID");
}

/** @throws UserError that names the field */
export function readDatasetQuery(
	field: ReadField,
	options: Options,
	timeZone: string,
	now: Date,
): DatasetQuery {
	const datasetId = readDataset(field);
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
		...(field('datasetDates') === 'range' ? { range: readMoments(field, timeZone, now) } : {}),
	};
}

/** @throws UserError that names the field */
export function readDatasetRefresh(field: ReadField, timeZone: string, now: Date): DatasetRefresh {
	const datasetId = readDataset(field);
	const isPart = field('refreshMode') === 'range';
	return { datasetId, ...(isPart ? { range: readMoments(field, timeZone, now) } : {}) };
}

/** @throws UserError that names the option */
export function readRowsPerRequest({ rowsPerRequest }: Options): number {
	if (rowsPerRequest === undefined || rowsPerRequest === '') return DEFAULT_ROWS_PER_REQUEST;
	return readWhole(rowsPerRequest, "The option 'Rows per Request'", 1, MAX_ROWS_PER_REQUEST);
}

function readMeasure(row: ColumnRow, index: number): DatasetMeasure {
	const place = `of measure ${index + 1}`;
	const column = readColumn(row, place);
	const aggregation = textOf(row.aggregation);
	if (aggregation === OWN_AGGREGATION) return { column };
	if (DATASET_AGGREGATIONS.some(({ value }) => value === aggregation)) {
		return { column, aggregation };
	}
	throw new UserError(`'Aggregation' ${place} is unknown: '${aggregation}'`);
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
function readSorts(options: Options, dimensions: readonly string[]): DatasetQuery['sorts'] {
	const column = textOf(options.orderByColumn);
	const isDescending = textOf(options.orderDirection) !== 'asc';
	const others = dimensions.filter((name) => name !== column);
	return [
		...(column === '' ? [] : [{ column, isDescending }]),
		...others.map((name) => ({ column: name, isDescending: false })),
	];
}

/** From the first to the last second of the days. */
function readMoments(
	field: ReadField,
	timeZone: string,
	now: Date,
): NonNullable<DatasetQuery['range']> {
	const { from, to } = readRange(field, timeZone, now);
	return { from: `${from} 00:00:00`, to: `${to} 23:59:59` };
}
