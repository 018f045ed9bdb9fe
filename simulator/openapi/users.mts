import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { ShopEvent } from '../data/shop.mts';
import { DISPLAY_NAMES } from '../data/catalog.mts';
import { compileFilter } from '../report/filter.mts';
import { daysBetween } from '../report/periods.mts';
import type { World } from '../world.mts';
import { callerOf } from './caller.mts';
import { day, filter, readBody } from './schema.mts';
import { SLICES } from './slices.mts';
import { internalId, pageOf, paging, usersPage } from './userPages.mts';

const listQuery = z.object({ ...paging, filter: filter.optional() });
const behaviorQuery = z.object({
	users: z.array(z.string().min(1)).min(1),
	from_date: day,
	to_date: day,
	distinct_id: z.boolean().optional(),
	sort_by_time_asc: z.boolean().optional(),
	/** Required since 3.0.5. */
	event_property_allows: z.array(z.string()),
	restrict_returned_properties: z.boolean().optional(),
	page_index: paging.page_index,
	page_size: paging.page_size,
	limit: paging.limit,
});

/** Users by a filter or of a report's cell, and events of a user (docs/service.md, "OpenAPI"). */
export function addUsers(
	answer: (method: 'GET' | 'POST', path: string, run: (request: FastifyRequest) => object) => void,
	world: World,
): void {
	answer('POST', '/analytics/v1/model/user/list', (request) => {
		const { project } = callerOf(request, world);
		const query = readBody(listQuery, request.body);
		const passes = compileFilter(query.filter, 'filter', world.serviceTime().slice(0, 10));
		const users = world
			.shopOf(project)
			.users.filter((user) => passes({ event: '', user, time: '', properties: {} }));
		return usersPage(users, query);
	});
	for (const [path, slice] of Object.entries(SLICES)) {
		answer('POST', `/analytics/v1${path}`, (request) => {
			const { account, project } = callerOf(request, world);
			const today = world.serviceTime().slice(0, 10);
			const setting = { shop: world.shopOf(project), today, account, traits: world.openapi };
			const heard = Object.entries(request.body ?? {}).filter(
				([key]) => !world.openapi.ignoredByLists.includes(key),
			);
			return slice(Object.fromEntries(heard), setting);
		});
	}
	answer('POST', '/analytics/v1/model/user/behavior', (request) => {
		const { account, project } = callerOf(request, world);
		const query = readBody(behaviorQuery, request.body);
		const shop = world.shopOf(project);
		const isRequested = ({ user }: ShopEvent) =>
			query.users.includes(query.distinct_id === true ? user.id : internalId(user));
		const events = daysBetween(query.from_date, query.to_date)
			.flatMap((date) => shop.eventsOf(date))
			.filter((event) => isRequested(event))
			.filter(({ event }) => account.events === 'ALL' || account.events.includes(event));
		const { entries, page } = pageOf(
			query.sort_by_time_asc === false ? events.reverse() : events,
			query,
		);
		return {
			events: entries.map(({ event, user, time, properties }) => ({
				distinct_id: user.id,
				user_id: internalId(user),
				event,
				time: `${time}.000`,
				properties,
				profiles: user.properties,
				event_cname: DISPLAY_NAMES[event] ?? event,
			})),
			page,
		};
	});
}
