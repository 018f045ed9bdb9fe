/** Which datasets there are, and what they consist of (docs/service.md, "Datasets"). */
import type { Dataset, DatasetColumn, DatasetDetails } from '../../../query/datasets';
import { flagIn, isObject, type JsonObject, numberIn, textIn } from '../../../query/json';
import type { ValueKind } from '../../../query/valueKinds';
import { listedObjects } from '../../rows/listObjects';
import { UnknownForm } from '../../rows/unknownForm';
import type { Ask } from '../../wire';
import { dataOf } from '../envelope';
import { ANALYTICS } from '../paths';
import { numberOfId } from '../taskIds';

export const DATASET = `${ANALYTICS}/dataset`;
const SUBJECT = 'The answer';
const PAGE_SIZE = 100;
const KINDS = new Map<string, ValueKind>([
	['STRING', 'text'],
	['NUMBER', 'number'],
	['BOOL', 'boolean'],
	['DATETIME', 'date'],
]);

export async function groups(ask: Ask): Promise<string[]> {
	const data = dataOf(await ask({ method: 'GET', path: `${DATASET}/group/list` }));
	const names = listedObjects(data.dataset_groups ?? [], 'groups of datasets').map((group) =>
		textIn(group, 'group_name'),
	);
	return names.filter((name) => name !== undefined);
}

/** The service lists one group at a time. */
export async function list(ask: Ask, group?: string): Promise<Dataset[]> {
	const names = group === undefined ? await groups(ask) : [group];
	const found = new Map<string, Dataset>();
	for (const name of names) {
		for (const dataset of await inGroup(ask, name)) {
			if (!found.has(dataset.id)) found.set(dataset.id, dataset);
		}
	}
	return [...found.values()];
}

/** Pages count from 0 here. */
async function inGroup(ask: Ask, group: string): Promise<Dataset[]> {
	const datasets: Dataset[] = [];
	for (let page = 0; ; page++) {
		const body = { group_name: group, page_index: page, page_size: PAGE_SIZE };
		const data = dataOf(await ask({ path: `${DATASET}/detail_list`, body }));
		const objects = listedObjects(data.datasets ?? [], 'datasets');
		for (const object of objects) datasets.push({ ...readDataset(object), group });
		const count = isObject(data.page_info) ? numberIn(data.page_info, 'page_count') : undefined;
		const isLast = count === undefined ? objects.length < PAGE_SIZE : page + 1 >= count;
		if (isLast || objects.length === 0) return datasets;
	}
}

export async function details(ask: Ask, id: string): Promise<DatasetDetails> {
	const data = dataOf(
		await ask({
			method: 'GET',
			path: `${DATASET}/detail`,
			query: { dataset_id: String(numberOfId(id, 'a dataset')) },
		}),
	);
	return {
		...readDataset(data),
		storage: textIn(data, 'dataset_storage_type'),
		status: textIn(data, 'sync_status'),
		refreshedAt: textIn(data, 'last_sync_success_time'),
		refreshMode: textIn(data, 'sync_type'),
		schedule: textIn(data, 'scheduler_status'),
		unit: textIn(data, 'time_unit'),
		columns: listedObjects(data.columns ?? [], 'columns').map(readColumn),
	};
}

function readDataset(object: JsonObject): Dataset {
	const id = object.dataset_id;
	if (typeof id !== 'number' && typeof id !== 'string') {
		throw new UnknownForm("a dataset without 'dataset_id'", SUBJECT);
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
	if (name === undefined) throw new UnknownForm("a column without 'column_name'", SUBJECT);
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

/** Undefined for a type that nobody knows. */
export function kindOf(column: JsonObject): ValueKind | undefined {
	return KINDS.get(textIn(column, 'data_type') ?? '');
}
