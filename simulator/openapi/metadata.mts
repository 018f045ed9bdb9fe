import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { DISPLAY_NAMES, EVENT_NOTES, EVENT_TAGS, UNITS, USER_GROUPS } from '../data/catalog.mts';
import { EVENTS, type ShopEvent, USER_PROPERTIES, type ValueKind } from '../data/shop.mts';
import type { Account } from '../identity/accounts.mts';
import type { World } from '../world.mts';
import { callerOf } from './caller.mts';
import { readBody } from './schema.mts';
import { SESSIONS } from './session.mts';

const RECENT_DAYS = 30;
const TYPES: Record<ValueKind, string> = {
	string: 'STRING',
	number: 'NUMBER',
	bool: 'BOOL',
	date: 'DATE',
	list: 'LIST',
};

/**
 * Events, properties, groups (docs/service.md, "OpenAPI"). Answers are the `data` of the envelope.
 */
export function addMetadata(
	answer: (method: 'GET' | 'POST', path: string, run: (request: FastifyRequest) => object) => void,
	world: World,
): void {
	answer('GET', '/analytics/v1/event-meta/events/all', (request) => {
		const { account, project } = callerOf(request, world);
		const counts = countRecent(world, project);
		return {
			events: Object.keys(EVENTS)
				.filter((name) => maySee(account, name))
				.map((name, index) => ({
					id: index + 1,
					name,
					cname: DISPLAY_NAMES[name] ?? name,
					is_virtual: false,
					tags: EVENT_NOTES[name]?.tags ?? [],
					comment: EVENT_NOTES[name]?.comment ?? '',
					total_count: counts.get(name) ?? 0,
					platforms: ['Web'],
					trigger_opportunity: EVENT_NOTES[name]?.trigger_opportunity ?? '',
					create_time: '2026-01-10T02:00:00Z',
					update_time: '2026-02-01T02:00:00Z',
				})),
		};
	});
	answer('GET', '/analytics/v1/event-meta/events/tags', (request) => {
		callerOf(request, world);
		return { tag_infos: EVENT_TAGS };
	});
	answer('GET', '/analytics/v1/property-meta/event-properties/all', (request) => {
		callerOf(request, world);
		const all = Object.assign({}, ...Object.values(EVENTS)) as Record<string, ValueKind>;
		return { properties: describe(all) };
	});
	answer('POST', '/analytics/v1/property-meta/event-properties', (request) => {
		const { account } = callerOf(request, world);
		const { events } = readBody(z.object({ events: z.array(z.string()).min(1) }), request.body);
		return {
			event_properties: events
				.filter((name) => EVENTS[name] && maySee(account, name))
				.map((name) => ({
					event_define: { name, cname: DISPLAY_NAMES[name] ?? name },
					properties: describe(EVENTS[name] as Record<string, ValueKind>),
				})),
		};
	});
	answer('GET', '/analytics/v1/property-meta/user-properties/all', (request) => {
		callerOf(request, world);
		return { user_properties: describe(USER_PROPERTIES) };
	});
	answer('GET', '/analytics/v1/property-meta/user-groups/all', (request) => {
		callerOf(request, world);
		return {
			user_groups: USER_GROUPS.map(({ id, name, cname }) => ({
				id,
				name: `user_group_${name}`,
				cname,
				data_type: 'BOOL',
			})),
		};
	});
	answer('GET', '/analytics/v1/model/session/list', (request) => {
		callerOf(request, world);
		return { sessions: SESSIONS };
	});
	answer('POST', '/analytics/v1/property-meta/property/values', (request) => {
		const { project } = callerOf(request, world);
		const query = readBody(valuesQuery, request.body);
		const values = valuesOf(world, project, query).slice(0, query.limit ?? 50);
		return values.length > 0 ? { values } : {};
	});
}

const valuesQuery = z.object({
	table_type: z.enum(['EVENT', 'USER']),
	property_name: z.string().min(1),
	limit: z.number().int().positive().optional(),
});

function describe(properties: Record<string, ValueKind>): object[] {
	return Object.entries(properties).map(([name, kind], index) => ({
		id: index + 1,
		name,
		cname: DISPLAY_NAMES[name] ?? name,
		data_type: TYPES[kind],
		is_virtual: false,
		has_dict: false,
		unit: UNITS[name] ?? '',
	}));
}

function maySee(account: Account, event: string): boolean {
	return account.events === 'ALL' || account.events.includes(event);
}

/** Returns the events of each of the last days. */
function recentDays(world: World, project: string): Array<readonly ShopEvent[]> {
	const end = Date.parse(`${world.serviceTime().slice(0, 10)}T00:00:00Z`);
	return Array.from({ length: RECENT_DAYS }, (_, back) => {
		const day = new Date(end - back * 86_400_000).toISOString().slice(0, 10);
		return world.shopOf(project).eventsOf(day);
	});
}

/** Each day is counted once. */
const counted = new WeakMap<readonly ShopEvent[], Map<string, number>>();

function countOf(events: readonly ShopEvent[]): Map<string, number> {
	const counts = counted.get(events) ?? countEach(events.map(({ event }) => event));
	counted.set(events, counts);
	return counts;
}

function countRecent(world: World, project: string): Map<string, number> {
	const sums = new Map<string, number>();
	for (const events of recentDays(world, project))
		for (const [event, count] of countOf(events)) sums.set(event, (sums.get(event) ?? 0) + count);
	return sums;
}

function countEach(things: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
	return counts;
}

/** The most frequent values first. */
function valuesOf(
	world: World,
	project: string,
	{ table_type: table, property_name: name }: z.infer<typeof valuesQuery>,
): string[] {
	const found =
		table === 'EVENT'
			? recentDays(world, project).flatMap((day) => day.map(({ properties }) => properties[name]))
			: world.shopOf(project).users.map(({ properties }) => properties[name]);
	const values = found.flat().filter((value) => value !== null && value !== undefined);
	return [...countEach(values.map(String))]
		.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
		.map(([value]) => value);
}
