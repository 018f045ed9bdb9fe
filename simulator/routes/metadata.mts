import type { FastifyInstance, FastifyRequest } from 'fastify';

import { DISPLAY_NAMES, USER_GROUPS } from '../data/catalog.mts';
import { EVENTS, USER_PROPERTIES, type ValueKind } from '../data/shop.mts';
import type { Caller } from '../identity/authenticate.mts';
import { badRequest } from '../refusal.mts';
import type { World } from '../world.mts';

/** Events, properties and user groups (docs/service.md, "Lists"). */
export function addMetadataRoutes(app: FastifyInstance, world: World): void {
	app.get('/api/events/all', (request) => {
		const caller = world.authenticate(request);
		return Object.keys(EVENTS)
			.map((name, index) => ({
				id: index + 1,
				name,
				cname: DISPLAY_NAMES[name] ?? name,
				virtual: false,
				visible: true,
			}))
			.filter(({ name }) => mayQuery(caller, name));
	});

	app.get('/api/event/properties', (request) => {
		const caller = world.authenticate(request);
		const names = queryOf(request).events?.split(',').filter(Boolean) ?? [];
		if (names.length === 0) throw badRequest('events: the parameter is missing');
		const known = names.filter((name) => EVENTS[name] && mayQuery(caller, name));
		return Object.fromEntries(
			known.map((name) => [name, { event: describe(EVENTS[name] as Record<string, ValueKind>) }]),
		);
	});

	app.get('/api/property/user/properties', (request) => {
		world.authenticate(request);
		return describe(USER_PROPERTIES);
	});

	app.get('/api/v2/user_groups', (request) => {
		const { project } = world.authenticate(request);
		const { users } = world.shopOf(project);
		return USER_GROUPS.map(({ id, name, cname, status, has }) => ({
			id,
			name,
			cname,
			user_name: 'admin',
			create_time: '2026-01-15 10:00:00',
			data_type: 'BOOL',
			is_routine: status !== 'PENDING',
			status,
			comment: '',
			...(status === 'PENDING'
				? {}
				: {
						last_succeed_partition: {
							base_time: `${world.serviceTime().slice(0, 10)} 00:00:00`,
							start_time: `${world.serviceTime().slice(0, 10)} 02:00:00`,
							finished_time: `${world.serviceTime().slice(0, 10)} 02:00:41`,
							user_count: users.filter(({ properties }) => has(properties)).length,
							status: 'SUCCESS',
						},
					}),
		}));
	});
}

function describe(properties: Record<string, ValueKind>): object[] {
	return Object.entries(properties).map(([name, kind], index) => ({
		id: index + 1,
		name,
		cname: DISPLAY_NAMES[name] ?? name,
		data_type: kind,
		is_in_use: true,
	}));
}

function mayQuery({ account }: Caller, event: string): boolean {
	return !account || account.events === 'ALL' || account.events.includes(event);
}

function queryOf(request: FastifyRequest): Record<string, string | undefined> {
	return request.query as Record<string, string | undefined>;
}
