/** Export of the members of a group (docs/service.md, "User lists as files"). */
import { UserError } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../../credentials/http/request';
import { withoutUser } from '../../../query/fieldExpression';
import { isObject, type JsonObject, numberIn, textIn } from '../../../query/json';
import type { ExportState } from '../../../query/members';
import type { Phase } from '../../../query/tasks';
import { UnknownForm } from '../../rows/unknownForm';
import type { GroupsWire } from '../../groupsWire';
import type { Ask } from '../../wire';
import { dataOf } from '../envelope';
import { HORIZON, PORTAL } from '../paths';
import { numberOfId, taskIdIn } from '../taskIds';

const TASK = `${HORIZON}/entity-list/export-task`;
export const ENTITY = 'user';
/** Has to be among what is exported, and tells users apart. */
export const KEY = 'id';
const STATE = 'The state of the export';
const RESULT = 'The result of the export';
const PHASES = new Map<string, Phase>([
	['NEW', 'waiting'],
	['RUNNING', 'running'],
	['SUCCESS', 'done'],
	['FAILED', 'failed'],
]);

export const exportRequest: GroupsWire['exportRequest'] = async (
	ask,
	{ field, computedOn, properties },
	project,
) => {
	const day = computedOn === undefined ? '' : `@${computedOn.replace(/-/g, '')}`;
	const projectId = await projectIdOf(ask, project);
	return {
		path: `${TASK}/create`,
		body: {
			entity_name: ENTITY,
			...(projectId === undefined ? {} : { project_id: projectId }),
			attribute_paths: [KEY, ...properties.map(({ name }) => name)],
			// Without it, the service makes a table in its database.
			export_format: { format_type: 'FILE' },
			segment_rule_expression: {
				type: 'EQL_BASED',
				eql_segment_rule: { eql: `user.$SegmentMembership.${definitionName(field)}${day} == true` },
			},
		},
		startsWork: true,
	};
};

export function readExport(answer: unknown): string {
	return taskIdIn(dataOf(answer), 'task_id');
}

export async function exportState(ask: Ask, id: string): Promise<ExportState> {
	const request: ServiceRequest = {
		method: 'GET',
		path: `${TASK}/get-status`,
		query: { task_id: String(numberOfId(id, 'an export')) },
	};
	const data = dataOf(await ask(request));
	const status = textIn(data, 'status');
	if (status === undefined) throw new UnknownForm("no 'status'", STATE);
	const phase = PHASES.get(status) ?? 'running';
	const state = {
		phase,
		status,
		reason: textIn(objectIn(data, 'failed_result'), 'failure_message'),
	};
	if (phase !== 'done') return state;
	const file = textIn(objectIn(objectIn(data, 'success_result'), 'file_result'), 'file_token');
	if (file === undefined) throw new UnknownForm('no file', RESULT);
	return { ...state, file };
}

export function file(token: string): ServiceRequest {
	return {
		method: 'GET',
		path: `${HORIZON}/web/file-storage/download`,
		query: { file_token: token },
		headers: { Accept: '*/*' },
	};
}

/**
 * The group as rules name it: the field of users without its scope.
 * @throws UserError for a name that would mean something else in a rule
 */
export function definitionName(field: string): string {
	const name = withoutUser(field);
	if (/^\w{1,200}$/.test(name)) return name;
	throw new UserError(
		`The user group '${name.slice(0, 100)}' has a name that can't be asked for: only letters, digits and _ can`,
	);
}

export function objectIn(object: JsonObject, key: string): JsonObject {
	const value = object[key];
	return isObject(value) ? value : {};
}

/**
 * One paper wants the number of the project, another one leaves it out; the headers name the
 * project in any case. Who may not look it up asks without: a service that wants it says so.
 */
async function projectIdOf(ask: Ask, project: string): Promise<number | undefined> {
	const request: ServiceRequest = {
		method: 'GET',
		path: `${PORTAL}/management/project/get`,
		query: { project_name: project },
	};
	const answer = await ask(request).catch(() => undefined);
	const data = isObject(answer) ? objectIn(answer, 'data') : {};
	return numberIn(objectIn(data, 'project'), 'id');
}
