import type { IDataObject } from 'n8n-workflow';

import type { Dataset, DatasetDetails } from '../query/datasets';
import type { JsonObject } from '../query/json';
import type { TaskState } from '../query/tasks';
import { freeKeys } from './keys';
import type { WriteTime } from './times';

export function toDatasetObject(dataset: Dataset): IDataObject {
	return {
		id: dataset.id,
		name: dataset.name,
		group: dataset.group ?? null,
		type: dataset.type ?? null,
		is_paused: dataset.isPaused ?? null,
	};
}

export function toDatasetDetails(dataset: DatasetDetails, time: WriteTime): IDataObject {
	return {
		id: dataset.id,
		name: dataset.name,
		type: dataset.type ?? null,
		storage: dataset.storage ?? null,
		status: dataset.status ?? null,
		refreshed_at: time(dataset.refreshedAt),
		refresh_mode: dataset.refreshMode ?? null,
		schedule: dataset.schedule ?? null,
		unit: dataset.unit ?? null,
		columns: dataset.columns.map((column) => ({
			name: column.name,
			display_name: column.displayName,
			kind: column.kind ?? null,
			can_group: column.isDimension,
			can_be_measured: column.isMeasure,
			is_calculated: column.isCalculated,
		})),
	};
}

/** A row by its columns. */
export function toRowObject(row: JsonObject): IDataObject {
	const names = Object.keys(row);
	const keys = freeKeys(names);
	return Object.fromEntries(
		names.map((name, index) => [keys[index] as string, row[name]]),
	) as IDataObject;
}

/** A refresh that is over. */
export function toRefreshObject(
	datasetId: string,
	taskId: string,
	state: TaskState,
	time: WriteTime,
): IDataObject {
	return {
		dataset_id: datasetId,
		task_id: taskId,
		status: state.status,
		started_at: time(state.startedAt),
		ended_at: time(state.endedAt),
		seconds: state.seconds ?? null,
	};
}
