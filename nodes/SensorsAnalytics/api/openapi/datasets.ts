import { isObject, type JsonObject, objectOrEmpty } from '../../../../credentials/http/json';
import { firstWords } from '../../../../credentials/http/redact';
import type {
	Dataset,
	DatasetColumn,
	DatasetDetails,
	DatasetQuery,
	DatasetRefresh,
	EntryList,
	ListPage,
} from '../../query/entities';
import type { ValueKind } from '../../query/filterFunctions';
import { flagIn, numberIn, textIn } from '../../query/json';
import type { Phase, TaskState } from '../../query/query';
import type { Ask, PageRequest } from '../api';
import { readList } from '../catalogRows';
import { assertOf, listIn, readNumber, UnexpectedShape } from '../rows';
import { ANALYTICS, dataOf, get, numberOfId, taskIdIn, writeFilter } from './request';

/** Datasets and their columns (docs/service.md, "Datasets"). */

const DATASET = `${ANALYTICS}/dataset`;
const DATASET_SUBJECT = 'The answer';
const PAGE_SIZE = 100;
const KINDS = new Map<string, ValueKind>([
	['STRING', 'text'],
	['NUMBER', 'number'],
	['BOOL', 'boolean'],
	['DATETIME', 'date'],
]);

/** Pages count from 0 here. */
async function inGroup(ask: Ask, group: string): Promise<EntryList<Dataset>> {
	const datasets: EntryList<Dataset> = [];
	for (let page = 0; ; page++) {
		const body = { group_name: group, page_index: page, page_size: PAGE_SIZE };
		const data = dataOf(await ask({ path: `${DATASET}/detail_list`, body }));
		const own = readList(listIn(data, 'datasets'), 'datasets', readDataset);
		for (const dataset of own) datasets.push({ ...dataset, group });
		// A list with entries doesn't have 0 pages.
		const info = objectOrEmpty(data.page_info);
		const [count = 0, total = 0] = [numberIn(info, 'page_count'), numberIn(info, 'total')];
		const isLast = count > 0 ? page + 1 >= count : own.length < PAGE_SIZE;
		if (!isLast && own.length > 0) continue;
		datasets.missing = Math.max(0, total - datasets.length);
		return datasets;
	}
}

function readDataset(object: JsonObject): Dataset {
	const id = object.dataset_id;
	if (typeof id !== 'number' && typeof id !== 'string') {
		throw new UnexpectedShape("a dataset has no 'dataset_id'", DATASET_SUBJECT);
	}
	return {
		id: String(id),
		name: textIn(object, 'dataset_cname') ?? String(id),
		type: textIn(object, 'dataset_type'),
		isPaused: flagIn(object, 'is_scheduler_pause'),
	};
}

function readColumn(column: JsonObject): DatasetColumn {
	const name = textIn(column, 'column_name');
	if (name === undefined)
		throw new UnexpectedShape("a column has no 'column_name'", DATASET_SUBJECT);
	const usage = textIn(column, 'column_usage_type');
	return {
		name,
		displayName: textIn(column, 'column_cname') ?? name,
		kind: kindOf(column),
		isDimension: usage !== 'MEASURE',
		isMeasure: usage !== 'DIMENSION',
		isCalculated: textIn(column, 'column_type') === 'CALCULATE',
	};
}

function kindOf(column: JsonObject): ValueKind | undefined {
	return KINDS.get(textIn(column, 'data_type') ?? '');
}

/** Rows of a dataset (docs/service.md, "Datasets"). */

/** Lets an administrator find the query; the service requires it. */
const DESCRIPTION = 'n8n';

/** Checks the columns to group by, maybe after a table's name; others are only counted. */
function assertColumns(
	returned: readonly string[],
	dimensions: readonly string[],
	count: number,
): void {
	if (returned.length === 0) return;
	const missing = dimensions.find((requested) => {
		const name = requested.toLowerCase();
		return !returned.some((one) => one === name || one.endsWith(`.${name}`));
	});
	if (missing !== undefined)
		throw unknownDataset(`the requested column '${firstWords(missing)}' is missing`);
	if (returned.length < count) throw unknownDataset(`${returned.length} of ${count} columns came`);
}

/** Texts and dates stay unchanged. */
function readCell(value: unknown, kind: string | undefined, place: string): unknown {
	if (value === null || value === undefined) return null;
	if (kind === 'number') return readNumber(value, place);
	return kind === 'boolean' ? (flagIn({ value }, 'value') ?? value) : value;
}

function unknownDataset(what: string): UnexpectedShape {
	return new UnexpectedShape(what, 'The response of the dataset');
}

/** Refreshing a dataset (docs/service.md, "Datasets"). */

const REFRESH_SUBJECT = 'The state of the refresh';
const PHASES = new Map<string, Phase>([
	['WAITING', 'waiting'],
	['REFRESH_WAITING', 'waiting'],
	['DOING', 'running'],
	['RETRY', 'running'],
	['SUCCESS', 'done'],
	['FAILED', 'failed'],
	['DATA_EXCEPTION', 'failed'],
]);

/** Precomputed tables of the platform. All members throw UserError for an invalid ID. */
export const datasetsWire = {
	async groups(ask: Ask): Promise<string[]> {
		const data = dataOf(await ask(get(`${DATASET}/group/list`)));
		return readList(listIn(data, 'dataset_groups'), 'groups of datasets', (group) =>
			textIn(group, 'group_name'),
		);
	},
	/** The service lists one folder at a time. @param group default: all, with each dataset once */
	async list(ask: Ask, group?: string): Promise<EntryList<Dataset>> {
		const names = group === undefined ? await datasetsWire.groups(ask) : [group];
		const found = new Map<string, Dataset>();
		let missing = 0;
		for (const name of names) {
			const datasets = await inGroup(ask, name);
			missing += datasets.missing ?? 0;
			for (const dataset of datasets) {
				if (!found.has(dataset.id)) found.set(dataset.id, dataset);
			}
		}
		return Object.assign([...found.values()], { missing });
	},
	async details(ask: Ask, id: string): Promise<DatasetDetails> {
		const query = { dataset_id: String(numberOfId(id, 'a dataset')) };
		const data = dataOf(await ask(get(`${DATASET}/detail`, query)));
		assertOf(id, data.dataset_id, 'The dataset');
		return {
			...readDataset(data),
			storage: textIn(data, 'dataset_storage_type'),
			status: textIn(data, 'sync_status'),
			refreshedAt: textIn(data, 'last_sync_success_time'),
			refreshMode: textIn(data, 'sync_type'),
			schedule: textIn(data, 'scheduler_status'),
			unit: textIn(data, 'time_unit'),
			columns: readList(listIn(data, 'columns', ['real_data_range_times']), 'columns', readColumn),
		};
	},
	query({ datasetId, dimensions, measures, filter, sorts, range }: DatasetQuery): PageRequest {
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
	},
	readRows(
		answer: unknown,
		{ dimensions, measures }: Pick<DatasetQuery, 'dimensions' | 'measures'>,
	): ListPage<JsonObject> {
		const data = dataOf(answer);
		const columns = readList(listIn(data, 'columns', ['data']), 'columns', readColumn);
		if (new Set(columns.map(({ name }) => name)).size < columns.length) {
			throw unknownDataset('two columns have the same name');
		}
		assertColumns(
			columns.map(({ name }) => name.toLowerCase()),
			dimensions,
			dimensions.length + measures.length,
		);
		const rows = listIn(data, 'data', ['columns']);
		if (!Array.isArray(rows)) throw unknownDataset("'data' isn't a list");
		if (rows.length > 0 && columns.length === 0) throw unknownDataset("rows without 'columns'");
		const page = objectOrEmpty(data.page_info);
		return {
			entries: rows.map((row: unknown, index) => {
				const place = `row ${index + 1}`;
				const cells = isObject(row) ? row.values : row;
				if (!Array.isArray(cells)) throw unknownDataset(`${place} isn't a list`);
				if (cells.length !== columns.length) {
					throw unknownDataset(`${place} has ${cells.length} cells for ${columns.length} columns`);
				}
				return Object.fromEntries(
					columns.map(({ name, kind }, at) => [name, readCell(cells[at], kind, place)]),
				);
			}),
			pageCount: numberIn(page, 'page_count'),
			total: numberIn(page, 'total'),
		};
	},
	refreshRequest: ({ datasetId, range }: DatasetRefresh) => ({
		path: `${DATASET}/refresh`,
		body: {
			dataset_id: numberOfId(datasetId, 'a dataset'),
			sync_type: range ? 'INCREMENTAL' : 'FULL',
			...(range ? { refresh_from_date: range.from, refresh_to_date: range.to } : {}),
		},
		startsWork: true,
	}),
	readRefresh: (answer: unknown) => taskIdIn(dataOf(answer), 'sync_task_id'),
	async refreshState(ask: Ask, id: string, datasetId: string): Promise<TaskState> {
		const query = { sync_task_id: String(numberOfId(id, 'a refresh')) };
		const data = dataOf(await ask(get(`${DATASET}/sync_task_detail`, query)));
		assertOf(id, data.sync_task_id, REFRESH_SUBJECT);
		assertOf(datasetId, data.dataset_id, 'The dataset of the refresh');
		const status = textIn(data, 'sync_status');
		if (status === undefined)
			throw new UnexpectedShape("'sync_status' is missing", REFRESH_SUBJECT);
		return {
			phase: PHASES.get(status) ?? 'running',
			status,
			reason: textIn(data, 'failed_reason'),
			startedAt: textIn(data, 'start_time'),
			endedAt: textIn(data, 'end_time'),
			seconds: numberIn(data, 'duration_seconds'),
		};
	},
};
