import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DateTime } from 'luxon';
import { z } from 'zod';

import { USER_GROUPS, type UserGroup } from '../data/catalog.mts';
import { type ShopUser, USER_PROPERTIES } from '../data/shop.mts';
import { SERVICE_ZONE, type World } from '../world.mts';
import { callerOf } from './caller.mts';
import { Fault, ParameterFault } from './fault.mts';
import { readBody } from './schema.mts';
import { nameOf, type Segments } from './segments.mts';
import { Task, Tasks } from './tasks.mts';
import { internalId } from './userPages.mts';

/** Files and tasks are kept for this time (docs/service.md, "User lists as files"). */
const KEPT_MS = 2 * 24 * 3600_000;
const RULE = /^user\.\$SegmentMembership\.(\w+?)(?:@(\d{8}))? == true$/;
const [BETWEEN_COLUMNS, BETWEEN_ELEMENTS, NO_VALUE] = ['\u0001', '\u0003', '\\N'];

const createQuery = z.object({
	entity_name: z.literal('user'),
	project_id: z.number().int().optional(),
	attribute_paths: z.array(z.string()).min(1),
	export_format: z.object({ format_type: z.enum(['TABLE', 'FILE']) }).optional(),
	segment_rule_expression: z.object({
		type: z.literal('EQL_BASED'),
		eql_segment_rule: z.object({ eql: z.string() }),
	}),
});

class Export extends Task {
	readonly token: string;

	constructor(
		id: number,
		world: World,
		readonly project: string,
		readonly columns: string[],
		readonly isFile: boolean,
		readonly group: UserGroup,
		failure: string | undefined,
	) {
		super(id, world, failure);
		this.token = `f${String(id).padStart(31, '0')}`;
	}
}

/** Lists of users as files (docs/service.md, "User lists as files"). */
export function addExports(
	app: FastifyInstance,
	answer: (method: 'GET' | 'POST', path: string, run: (request: FastifyRequest) => object) => void,
	world: World,
	segments: Segments,
): void {
	const tasks = new Tasks<Export>();
	const isKept = ({ createdAt }: Export) => world.clock.now() - createdAt < KEPT_MS;

	answer('GET', '/portal/v2/management/project/get', (request) => {
		callerOf(request, world);
		const { project_name: name } = request.query as { project_name?: string };
		const id = world.projects.indexOf(name ?? '') + 1;
		if (id === 0) throw new ParameterFault(`project_name: no project "${name}"`);
		return { project: { id, name, cname: name, project_status: 'NORMAL' }, config: {} };
	});
	answer('POST', '/horizon/v1/entity-list/export-task/create', (request) => {
		const { project } = callerOf(request, world);
		const query = readBody(createQuery, request.body);
		assertProject(query.project_id, project, world);
		const columns = query.attribute_paths;
		if (!columns.includes('id')) throw new ParameterFault('attribute_paths: must contain id');
		for (const name of columns) assertColumn(name);
		const [, name, day] = RULE.exec(query.segment_rule_expression.eql_segment_rule.eql) ?? [];
		const group = USER_GROUPS.find((one) => nameOf(one) === name);
		if (!group) throw new ParameterFault('eql: no such rule or segment');
		const lacks = segments.itemsOf(group).some((item) => day === undefined || isOf(item, day))
			? undefined
			: 'The segment has no data';
		const isFile = query.export_format?.format_type === 'FILE';
		const failure = world.openapi.tasks.failure ?? lacks;
		const task = tasks.add((id) => new Export(id, world, project, columns, isFile, group, failure));
		return { task_id: task.id };
	});
	answer('GET', '/horizon/v1/entity-list/export-task/get-status', (request) => {
		const { project } = callerOf(request, world);
		const { task_id: id = '' } = request.query as { task_id?: string };
		const task = tasks.find(Number(id));
		if (!/^\d+$/.test(id) || !task || task.project !== project || !isKept(task))
			throw new ParameterFault(`task_id: no task ${id}`);
		const progress = task.look();
		const status = { new: 'NEW', running: 'RUNNING', done: 'SUCCESS', failed: 'FAILED' }[progress];
		const expireTime = new Date(task.createdAt + KEPT_MS).toISOString();
		const file = { file_result: { file_token: task.token, expire_time: expireTime } };
		const table = {
			table_result: { database_name: 'w', table_name: 'user_list_x', expire_time: expireTime },
		};
		return {
			project_id: world.projects.indexOf(project) + 1,
			task_id: task.id,
			status,
			...(progress === 'done' ? { success_result: task.isFile ? file : table } : {}),
			...(progress === 'failed' ? { failed_result: { failure_message: task.failure } } : {}),
		};
	});
	app.get('/horizon/v1/web/file-storage/download', async (request, reply) => {
		const { project } = callerOf(request, world);
		const { file_token: token } = request.query as { file_token?: string };
		const task = tasks.list().find((one) => one.token === token && one.project === project);
		if (!task || !isKept(task) || !task.isFile || task.progress !== 'done')
			throw new Fault(400, 'HORIZON-D-5-1', `file_token: no file ${token}`);
		const users = world
			.shopOf(project)
			.users.filter(({ properties }) => task.group.has(properties));
		const header = world.openapi.hasFileHeader ? [task.columns.join(BETWEEN_COLUMNS)] : [];
		const lines = [...header, ...users.map((user) => lineOf(user, task.columns))];
		return await reply
			.type('application/octet-stream')
			.send(Buffer.from(lines.map((line) => `${line}\n`).join('')));
	});
}

/** One document requires the ID, another one omits it. */
function assertProject(id: number | undefined, project: string, world: World): void {
	if (id === undefined && !world.openapi.wantsProjectId) return;
	if (id !== world.projects.indexOf(project) + 1)
		throw new ParameterFault(`project_id: ${id === undefined ? 'is missing' : `no project ${id}`}`);
}

function assertColumn(name: string): void {
	if (!['id', 'first_id', 'second_id'].includes(name) && !(name in USER_PROPERTIES))
		throw new ParameterFault(`attribute_paths: the attribute "${name}" does not exist`);
}

function isOf({ baseTime }: { baseTime: string }, day: string): boolean {
	return DateTime.fromISO(baseTime, { zone: SERVICE_ZONE }).toFormat('yyyyMMdd') === day;
}

function lineOf(user: ShopUser, columns: string[]): string {
	return columns.map((name) => cellOf(user, name)).join(BETWEEN_COLUMNS);
}

/** Writes booleans as 1 and 0, dates in milliseconds, and numbers with three decimals. */
function cellOf(user: ShopUser, name: string): string {
	if (name === 'id') return internalId(user);
	if (name === 'first_id') return `device-${user.id}`;
	if (name === 'second_id') return user.properties.is_member === true ? user.id : NO_VALUE;
	const value = user.properties[name];
	if (value === null || value === undefined) return NO_VALUE;
	if (typeof value === 'boolean') return value ? '1' : '0';
	if (Array.isArray(value)) return value.join(BETWEEN_ELEMENTS);
	if (typeof value === 'number') return value.toFixed(3);
	return USER_PROPERTIES[name] === 'date'
		? String(DateTime.fromISO(value, { zone: SERVICE_ZONE }).toMillis())
		: value;
}
