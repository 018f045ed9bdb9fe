import type { FastifyRequest } from 'fastify';
import { DateTime } from 'luxon';
import { z } from 'zod';

import { USER_GROUPS, type UserGroup } from '../data/catalog.mts';
import { SERVICE_ZONE, type World } from '../world.mts';
import { callerOf } from './caller.mts';
import { ParameterFault } from './fault.mts';
import { readBody } from './schema.mts';
import { Task, Tasks } from './tasks.mts';

type Answer = (
	method: 'GET' | 'POST',
	path: string,
	run: (request: FastifyRequest) => object,
) => void;

const entity = { entity_name: z.literal('user') };
/** Only UTC instants (docs/service.md, "Computing a user group"). */
const moment = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, 'must be UTC: yyyy-MM-ddTHH:mm:ssZ');
const listQuery = z.object({ ...entity, page_size: z.number().positive() });
const latestQuery = z.object({ ...entity, definition_names: z.array(z.string()).min(1) });
const evaluateQuery = z.object({
	...entity,
	evaluate_params: z
		.array(z.object({ segment_definition_name: z.string(), base_time: moment }))
		.min(1),
});
const taskQuery = z.object({
	...entity,
	definition_name: z.string(),
	base_time_list: z.array(moment).min(1),
	fetch_all: z.boolean().optional(),
});
const itemsQuery = z.object({
	...entity,
	definition_name: z.string(),
	limit: z.number().int().positive(),
	base_time_list: z.array(moment).optional(),
	segment_ready: z.boolean().optional(),
});

class Computation extends Task {
	/** A started computation isn't visible at once. */
	isSeen = false;

	constructor(
		id: number,
		world: World,
		readonly group: UserGroup,
		readonly baseTime: string,
	) {
		super(id, world);
	}
}

/** A finished computation, with its size. */
interface Item {
	baseTime: string;
	readyAt: string;
}

/** User groups of a project, and their computations (docs/service.md, "Computing a user group"). */
export class Segments {
	private readonly tasks = new Tasks<Computation>();

	constructor(private readonly world: World) {}

	/** Returns computations whose users can be exported, the newest first. */
	itemsOf(group: UserGroup): Item[] {
		const done = this.tasks
			.list()
			.filter((task) => task.group === group && task.progress === 'done')
			.map(({ baseTime, endedAt = 0 }) => ({ baseTime, readyAt: utc(endedAt) }));
		const items = new Map([...this.byItself(group), ...done].map((item) => [item.baseTime, item]));
		return [...items.values()].sort((a, b) => (a.baseTime < b.baseTime ? 1 : -1));
	}

	/** Returns the automatic computation of last midnight. */
	private byItself({ status }: UserGroup): Item[] {
		if (status === 'PENDING') return [];
		const midnight = DateTime.fromMillis(this.world.clock.now(), { zone: SERVICE_ZONE }).startOf(
			'day',
		);
		const readyAt = midnight.plus({ hours: 2, seconds: 41 });
		return [{ baseTime: utc(midnight.toMillis()), readyAt: utc(readyAt.toMillis()) }];
	}

	evaluate(group: UserGroup, baseTime: string): void {
		this.tasks.add((id) => new Computation(id, this.world, group, baseTime));
	}

	/** Returns the last task of a moment. */
	lastTask(group: UserGroup, baseTime: string): object | undefined {
		const own = this.tasks.list().filter((task) => task.group === group);
		const ofMoment = own.filter((one) => one.baseTime === baseTime);
		const unseen = ofMoment.find(({ isSeen }) => !isSeen);
		const task = ofMoment.filter((one) => one !== unseen).at(-1);
		if (unseen) unseen.isSeen = true;
		if (!task) return this.nightly(group, baseTime);
		const progress = task.look();
		const status = { new: 'PREPARING', running: 'COMPUTING', done: 'SUCCESS', failed: 'FAILED' };
		return {
			id: 1000 + task.id,
			segment_definition_name: nameOf(group),
			base_time: baseTime,
			segment_task_status: `SEGMENT_TASK_${status[progress]}`,
			failure_detail: {
				code: progress === 'failed' ? 'H-R-1-1' : '',
				error_message: progress === 'failed' ? task.failure : '',
			},
			segment_task_report: { count: progress === 'done' ? this.size(group) : 0 },
			create_time: utc(task.createdAt),
			start_time: utc(task.createdAt),
			...(task.endedAt === undefined ? {} : { end_time: utc(task.endedAt) }),
		};
	}

	private nightly(group: UserGroup, baseTime: string): object | undefined {
		const item = this.byItself(group).find((one) => one.baseTime === baseTime);
		return (
			item && {
				id: group.id,
				segment_definition_name: nameOf(group),
				base_time: baseTime,
				segment_task_status: 'SEGMENT_TASK_SUCCESS',
				failure_detail: { code: '', error_message: '' },
				segment_task_report: { count: this.size(group) },
				create_time: item.baseTime,
				start_time: item.baseTime,
				end_time: item.readyAt,
			}
		);
	}

	size(group: UserGroup, project = 'production'): number {
		return this.world.shopOf(project).users.filter(({ properties }) => group.has(properties))
			.length;
	}
}

export function addSegments(answer: Answer, world: World, segments: Segments): void {
	answer('POST', '/horizon/v1/segment/definition/list', (request) => {
		callerOf(request, world);
		readBody(listQuery, request.body);
		return {
			segment_definitions: USER_GROUPS.map((group) => ({
				entity_name: 'user',
				name: nameOf(group),
				display_name: group.cname,
				comment: '',
				visible: true,
				status: group.status === 'PENDING' ? 'SUSPENDED' : 'ACTIVE',
				create_time: '2026-01-15T02:00:00Z',
			})),
			total: USER_GROUPS.length,
		};
	});
	answer('POST', '/horizon/v1/segment/latest-item/get', (request) => {
		const { project } = callerOf(request, world);
		const { definition_names: names } = readBody(latestQuery, request.body);
		const items = names.map(groupNamed).flatMap((group) => {
			const [latest] = segments.itemsOf(group);
			return latest ? [[nameOf(group), describe(group, latest, segments, project)]] : [];
		});
		return { lasted_segment_item_map: Object.fromEntries(items) as object };
	});
	answer('POST', '/horizon/v1/segment/item/list', (request) => {
		const { project } = callerOf(request, world);
		const query = readBody(itemsQuery, request.body);
		const group = groupNamed(query.definition_name);
		const items = segments
			.itemsOf(group)
			.filter(({ baseTime }) => query.base_time_list?.includes(baseTime) ?? true)
			.slice(0, query.limit);
		return { items: items.map((item) => describe(group, item, segments, project)) };
	});
	answer('POST', '/horizon/v1/segment/definition/evaluate', (request) => {
		callerOf(request, world);
		const { evaluate_params: params } = readBody(evaluateQuery, request.body);
		for (const { segment_definition_name: name, base_time: baseTime } of params)
			segments.evaluate(groupNamed(name), baseTime);
		return {};
	});
	answer('POST', '/horizon/v1/segment/task/get', (request) => {
		callerOf(request, world);
		const { definition_name: name, base_time_list: moments } = readBody(taskQuery, request.body);
		const tasks = moments.map((one) => segments.lastTask(groupNamed(name), one));
		return { tasks: tasks.filter((task) => task !== undefined) };
	});
}

export function nameOf({ name }: UserGroup): string {
	return `user_group_${name}`;
}

function groupNamed(name: string): UserGroup {
	const group = USER_GROUPS.find((one) => nameOf(one) === name);
	if (!group) throw new ParameterFault(`the segment "${name}" does not exist`);
	return group;
}

function describe(
	group: UserGroup,
	{ baseTime, readyAt }: Item,
	segments: Segments,
	project: string,
): object {
	return {
		base_time: baseTime,
		segment_name: `user_${nameOf(group)}_${group.id}_${Date.parse(baseTime)}`,
		create_time: baseTime,
		segment_ready: true,
		segment_ready_time: readyAt,
		count: segments.size(group, project),
	};
}

function utc(ms: number): string {
	return new Date(ms).toISOString().replace('.000Z', 'Z');
}
