/** Computations of a group (docs/service.md, "Computing a user group"). */
import type { ServiceRequest } from '../../../../../credentials/http/request';
import { isObject, numberIn, textIn } from '../../../query/json';
import type { Computing } from '../../../query/members';
import type { Phase } from '../../../query/tasks';
import { listedObjects } from '../../rows/listObjects';
import type { Ask } from '../../wire';
import { dataOf } from '../envelope';
import { HORIZON } from '../paths';
import { definitionName, ENTITY, objectIn } from './export';

const SEGMENT = `${HORIZON}/segment`;
const PHASES = new Map<string, Phase>([
	['PREPARING', 'waiting'],
	['WAITING_DATA', 'waiting'],
	['COMPUTING', 'running'],
	['SUCCESS', 'done'],
	['FAILED', 'failed'],
	['CANCELLED', 'failed'],
]);

export function computeRequest(field: string, moment: string): ServiceRequest {
	const params = { segment_definition_name: definitionName(field), base_time: moment };
	return {
		path: `${SEGMENT}/definition/evaluate`,
		body: { entity_name: ENTITY, evaluate_params: [params] },
		startsWork: true,
	};
}

export async function computing(
	ask: Ask,
	field: string,
	moment: string,
): Promise<Computing | undefined> {
	const request: ServiceRequest = {
		path: `${SEGMENT}/task/get`,
		body: {
			entity_name: ENTITY,
			definition_name: definitionName(field),
			base_time_list: [moment],
			// The last one of each moment.
			fetch_all: false,
		},
	};
	const [task] = listedObjects(dataOf(await ask(request)).tasks ?? [], 'computations');
	if (task === undefined) return undefined;
	const told = textIn(task, 'segment_task_status') ?? 'unknown';
	const status = told.replace(/^SEGMENT_TASK_/, '');
	const failure = objectIn(task, 'failure_detail');
	return {
		id: [task.id, task.create_time].map(String).join(' '),
		phase: PHASES.get(status) ?? 'running',
		status,
		reason: textIn(failure, 'error_message') ?? textIn(failure, 'code'),
		startedAt: textIn(task, 'start_time'),
		endedAt: textIn(task, 'end_time'),
		users: numberIn(objectIn(task, 'segment_task_report'), 'count'),
	};
}

export async function sizeAt(ask: Ask, field: string, moment: string): Promise<number | undefined> {
	const request: ServiceRequest = {
		path: `${SEGMENT}/item/list`,
		body: {
			entity_name: ENTITY,
			definition_name: definitionName(field),
			base_time_list: [moment],
			segment_ready: true,
			limit: 1,
		},
	};
	const { items } = dataOf(await ask(request));
	const [item] = Array.isArray(items) ? items.filter(isObject) : [];
	return item && numberIn(item, 'count');
}
