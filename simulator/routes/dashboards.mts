import type { FastifyInstance } from 'fastify';

import { type Bookmark, BOOKMARKS, DASHBOARDS } from '../data/catalog.mts';
import { Refusal } from '../refusal.mts';
import type { World } from '../world.mts';

/** Dashboards and the charts saved in them (docs/service.md, "Lists"). */
export function addDashboardRoutes(app: FastifyInstance, world: World): void {
	app.get('/api/dashboards', (request) => {
		world.authenticate(request);
		return DASHBOARDS.map((dashboard) => describe(dashboard, world));
	});

	app.get('/api/dashboards/:id', (request) => {
		world.authenticate(request);
		const dashboard = DASHBOARDS.find(({ id }) => id === idOf(request.params));
		if (!dashboard) throw new Refusal(404, 'The dashboard does not exist');
		const items = dashboard.bookmarks.flatMap((wanted) => {
			const bookmark = BOOKMARKS.find(({ id }) => id === wanted);
			return bookmark ? [{ bookmark: answer(bookmark, world) }] : [];
		});
		return { ...describe(dashboard, world), items };
	});

	app.get('/api/bookmarks/bookmark/:id', (request) => {
		world.authenticate(request);
		const bookmark = BOOKMARKS.find(({ id }) => id === idOf(request.params));
		if (!bookmark) throw new Refusal(404, 'The bookmark does not exist');
		return answer(bookmark, world);
	});
}

function describe({ id, name, isPublic }: (typeof DASHBOARDS)[number], { reports }: World): object {
	return {
		id,
		name,
		create_time: '2026-02-01 09:00:00',
		user_id: 1001,
		is_default: false,
		is_public: isPublic,
		username: 'admin',
		project_id: 1,
		config: reports.config.dashboards,
	};
}

/** The query is text in the answer. */
function answer({ data, type, ...rest }: Bookmark, { reports }: World): object {
	const write = reports.nestsSavedQueries
		? (text: string) => JSON.stringify(text)
		: (text: string) => text;
	return {
		...rest,
		type: write(type),
		data: write(JSON.stringify({ ...data, filter: reports.savedFilter })),
		config: reports.config.charts,
		user_id: 1001,
	};
}

function idOf(params: unknown): number {
	return Number((params as { id: string }).id);
}
