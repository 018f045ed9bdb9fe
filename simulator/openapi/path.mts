import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { ShopEvent } from '../data/shop.mts';
import { compileEvent } from '../report/cohorts.mts';
import { findField } from '../report/fields.mts';
import { compileFilter } from '../report/filter.mts';
import { sessionsBetween } from '../report/sessions.mts';
import type { World } from '../world.mts';
import { callerOf } from './caller.mts';
import { Fault } from './fault.mts';
import type { Setting } from './reports.mts';
import { day, eventWithFilter, filter, readBody } from './schema.mts';

export const pathQuery = z.object({
	source_type: z.enum(['initial_event', 'termination_event']),
	source_event: eventWithFilter,
	event_names: z.array(z.string().min(1)).min(1, 'must have at least one event'),
	col_limit: z.number().int().positive(),
	row_limit: z.number().int().positive(),
	from_date: day,
	to_date: day,
	by_fields: z.array(z.string()).optional(),
	session_interval: z.number().int().nonnegative().optional(),
	filter: filter.optional(),
	user_filter: filter.optional(),
	single_event_with_filters: z.record(z.string(), filter).optional(),
	sampling_factor: z.number().int().min(1).max(64).optional(),
});

/** Seconds after which a path ends, if the request does not set it. */
const INTERVAL = 1800;

interface Node {
	id: string;
	event_name: string;
	times: number;
	by_value?: string;
}
interface Link {
	source: string;
	target: string;
	times: number;
	is_wastage?: true;
}

/**
 * Paths (docs/service.md, "OpenAPI"): each session has one, forward from its first source event or
 * backward from its last.
 */
export function addPath(
	answer: (method: 'GET' | 'POST', path: string, run: (request: FastifyRequest) => object) => void,
	world: World,
): void {
	answer('POST', '/analytics/v1/model/path/analytics/report', (request) => {
		const { account, project } = callerOf(request, world);
		if (world.openapi.release === '3.0.4')
			throw new Fault(500, 'COMMON-R-28-2', 'The service is not installed');
		const query = readBody(pathQuery, request.body);
		const today = world.serviceTime().slice(0, 10);
		const paths = pathsOf(query, { shop: world.shopOf(project), today, account });
		const groups = (query.by_fields ?? []).map((field, index) => ({
			event: field.split('.')[1] ?? '',
			...findField(field, `by_fields.${index}`),
		}));
		const valueOf = (event: ShopEvent) =>
			groups.find((group) => group.event === event.event)?.valueOf(event);

		const nodeAt = (path: ShopEvent[], step: number): string | undefined => {
			const event = path[step];
			if (!event) return undefined;
			const value = valueOf(event);
			return [step, event.event, ...(value === undefined ? [] : [value])].join('_');
		};
		const steps = Array.from({ length: Math.max(0, ...paths.map(({ length }) => length)) });
		const all = steps.map((_, step) => {
			const nodes = new Map<string, Node>();
			for (const path of paths) {
				const [id, event] = [nodeAt(path, step), path[step]];
				if (id === undefined || !event) continue;
				const value = valueOf(event);
				const node = nodes.get(id) ?? {
					...{ id, event_name: event.event, times: 0 },
					...(value === undefined ? {} : { by_value: String(value) }),
				};
				node.times += 1;
				nodes.set(id, node);
			}
			return [...nodes.values()].sort((a, b) => b.times - a.times || (a.id < b.id ? -1 : 1));
		});
		const nodes = all.map((list) => list.slice(0, query.row_limit));
		const shown = new Set(nodes.flat().map(({ id }) => id));
		const links = steps.slice(1).map((_, step) => {
			const found = new Map<string, Link>();
			for (const path of paths) {
				const [source, next] = [nodeAt(path, step), nodeAt(path, step + 1)];
				if (source === undefined || !shown.has(source)) continue;
				const target = next ?? `${step + 1}_wastage`;
				if (next !== undefined && !shown.has(target)) continue;
				const key = JSON.stringify([source, target]);
				const lost = next === undefined ? { is_wastage: true as const } : {};
				const link = found.get(key) ?? { source, target, times: 0, ...lost };
				link.times += 1;
				found.set(key, link);
			}
			return [...found.values()];
		});
		const left = all.map((list, step) => list.length - (nodes[step]?.length ?? 0));
		return {
			nodes,
			links,
			truncate_rows: left.some((count) => count > 0) ? left : [],
			truncate_col: paths.some(({ length }) => length === query.col_limit),
			truncated: false,
			sampling_factor: query.sampling_factor ?? 0,
			report_update_time: `${world.serviceTime()}.519`,
			data_update_time: `${world.dataTime()}.640`,
			data_sufficient_update_time: `${world.dataTime()}.000`,
		};
	});
}

/** Returns the event of each step of each path, the source first. */
export function pathsOf(
	query: z.infer<typeof pathQuery>,
	{ shop, today, account }: Pick<Setting, 'shop' | 'today' | 'account'>,
): ShopEvent[][] {
	const isSource = compileEvent(query.source_event, 'source_event', today, account);
	const passes = [query.filter, query.user_filter].map((own, index) =>
		compileFilter(own, ['filter', 'user_filter'][index] as string, today),
	);
	const meant = query.event_names.map((name, index) => {
		const own = query.single_event_with_filters?.[name];
		const named = { event_name: name, filter: own };
		return compileEvent(named, `event_names.${index}`, today, account);
	});
	const isMeant = (event: ShopEvent) =>
		passes.every((test) => test(event)) && meant.some((test) => test(event));
	const sessions = sessionsBetween(shop, query.from_date, query.to_date, {
		events: query.event_names,
		seconds: query.session_interval ?? INTERVAL,
		endsAtMidnight: false,
	});
	return sessions.flatMap((all) => {
		const events = all.filter(isMeant);
		if (query.source_type === 'termination_event') events.reverse();
		const start = events.findIndex(isSource);
		return start < 0 ? [] : [events.slice(start, start + query.col_limit)];
	});
}
