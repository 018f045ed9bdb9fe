/** Rows of a dataset (docs/service.md, "Datasets"). */
import { flagIn, isObject, type JsonObject, numberIn, textIn } from '../../../query/json';
import type { Page } from '../../../query/users';
import type { DatasetsWire } from '../../datasetsWire';
import { listedObjects } from '../../rows/listObjects';
import { UnknownForm } from '../../rows/unknownForm';
import { readNumber } from '../../rows/values';
import { dataOf } from '../envelope';
import { writeFilter } from '../filter';
import { numberOfId } from '../taskIds';
import { DATASET, kindOf } from './lists';

/** By which an administrator finds the query; it has to be there. */
const DESCRIPTION = 'n8n';

export const query: DatasetsWire['query'] = ({
	datasetId,
	dimensions,
	measures,
	filter,
	sorts,
	range,
}) => {
	const body = {
		dataset_id: numberOfId(datasetId, 'a dataset'),
		description: DESCRIPTION,
		dimensions: dimensions.map((column) => ({ column_name: column })),
		measures: measures.map(({ column, aggregation }) => ({
			column_name: column,
			...(aggregation === undefined ? {} : { aggregation }),
		})),
		...(filter ? { dimension_filters: writeFilter(filter) } : {}),
		sorts: sorts.map(({ column, isDescending }) => ({
			sort_method: isDescending ? 'DESC' : 'ASC',
			sort_column_name: column,
		})),
		...(range ? { from_date: range.from, to_date: range.to } : {}),
	};
	return (page, size) => ({
		path: `${DATASET}/model/query`,
		body: { ...body, page_index: page, page_size: size },
	});
};

export function readRows(answer: unknown): Page<JsonObject> {
	const data = dataOf(answer);
	const columns = listedObjects(data.columns ?? [], 'columns').map((column, index) => {
		const name = textIn(column, 'column_name');
		if (name === undefined) throw unknown(`column ${index + 1} has no name`);
		return { name, kind: kindOf(column) };
	});
	if (new Set(columns.map(({ name }) => name)).size < columns.length) {
		throw unknown('two columns of one name');
	}
	const rows = data.data ?? [];
	if (!Array.isArray(rows)) throw unknown("'data' is no list");
	if (rows.length > 0 && columns.length === 0) throw unknown("rows without 'columns'");
	const page = isObject(data.page_info) ? data.page_info : {};
	return {
		entries: rows.map((row: unknown, index) => {
			const place = `row ${index + 1}`;
			const cells = isObject(row) ? row.values : row;
			if (!Array.isArray(cells)) throw unknown(`${place} is no list`);
			if (cells.length !== columns.length) {
				throw unknown(`${place} has ${cells.length} cells for ${columns.length} columns`);
			}
			return Object.fromEntries(
				columns.map(({ name, kind }, at) => [name, readCell(cells[at], kind, place)]),
			);
		}),
		pageCount: numberIn(page, 'page_count'),
		total: numberIn(page, 'total'),
	};
}

/** Texts and dates as they came. */
function readCell(value: unknown, kind: string | undefined, place: string): unknown {
	if (value === null || value === undefined) return null;
	if (kind === 'number') return readNumber(value, place);
	return kind === 'boolean' ? (flagIn({ value }, 'value') ?? value) : value;
}

function unknown(what: string): UnknownForm {
	return new UnknownForm(what, 'The answer of the dataset');
}
