/** Refreshing a dataset (docs/service.md, "Datasets"). */
import { numberIn, textIn } from '../../../query/json';
import type { Phase, TaskState } from '../../../query/tasks';
import type { DatasetsWire } from '../../datasetsWire';
import { UnknownForm } from '../../rows/unknownForm';
import type { Ask } from '../../wire';
import { dataOf } from '../envelope';
import { numberOfId, taskIdIn } from '../taskIds';
import { DATASET } from './lists';

const SUBJECT = 'The state of the refresh';
const PHASES = new Map<string, Phase>([
	['WAITING', 'waiting'],
	['REFRESH_WAITING', 'waiting'],
	['DOING', 'running'],
	['RETRY', 'running'],
	['SUCCESS', 'done'],
	['FAILED', 'failed'],
	['DATA_EXCEPTION', 'failed'],
]);

export const refreshRequest: DatasetsWire['refreshRequest'] = ({ datasetId, range }) => ({
	path: `${DATASET}/refresh`,
	body: {
		dataset_id: numberOfId(datasetId, 'a dataset'),
		sync_type: range ? 'INCREMENTAL' : 'FULL',
		...(range ? { refresh_from_date: range.from, refresh_to_date: range.to } : {}),
	},
	startsWork: true,
});

export function readRefresh(answer: unknown): string {
	return taskIdIn(dataOf(answer), 'sync_task_id');
}

export async function refreshState(ask: Ask, id: string): Promise<TaskState> {
	const data = dataOf(
		await ask({
			method: 'GET',
			path: `${DATASET}/sync_task_detail`,
			query: { sync_task_id: String(numberOfId(id, 'a refresh')) },
		}),
	);
	const status = textIn(data, 'sync_status');
	if (status === undefined) throw new UnknownForm("no 'sync_status'", SUBJECT);
	return {
		phase: PHASES.get(status) ?? 'running',
		status,
		reason: textIn(data, 'failed_reason'),
		startedAt: textIn(data, 'start_time'),
		endedAt: textIn(data, 'end_time'),
		seconds: numberIn(data, 'duration_seconds'),
	};
}
