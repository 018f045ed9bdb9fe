import type { FastifyRequest } from 'fastify';

import { type Bookmark, BOOKMARKS, DASHBOARDS } from '../data/catalog.mts';
import type { World } from '../world.mts';
import { callerOf } from './caller.mts';
import { Fault, ParameterFault } from './fault.mts';

const MODELS: Record<string, string> = {
	'/segmentation/': 'SEGMENTATION_MODEL',
	'/funnel/': 'FUNNEL_MODEL',
	'/retention/': 'RETENTION_MODEL',
	'/addiction/': 'ADDICTION_MODEL',
	'/path/': 'BEHAVIOR_PATH_MODEL',
	'/fancy_metric/': 'FANCY_METRIC_MODEL',
};

/** Dashboards and bookmarks, and the portal (docs/service.md, "OpenAPI"). */
export function addDashboards(
	answer: (method: 'GET' | 'POST', path: string, run: (request: FastifyRequest) => object) => void,
	world: World,
): void {
	answer('GET', '/analytics/v1/dashboard/navigation', (request) => {
		callerOf(request, world);
		const { type } = request.query as { type?: string };
		if (type !== 'PRIVATE' && type !== 'PUBLIC')
			throw new ParameterFault('type: must be PRIVATE or PUBLIC');
		return {
			groups: [],
			type,
			dashboard_navigation_items: DASHBOARDS.filter(
				({ isPublic }) => isPublic === (type === 'PUBLIC'),
			).map((dashboard) => describe(dashboard, world)),
		};
	});
	answer('GET', '/analytics/v1/dashboard/detail', (request) => {
		callerOf(request, world);
		const { id } = request.query as { id?: string };
		const found = DASHBOARDS.find((dashboard) => String(dashboard.id) === id);
		if (!found) throw new Fault(400, 'SA-D-32-19', `The dashboard ${id} does not exist`);
		return {
			...describe(found, world),
			contain_bookmark_items: BOOKMARKS.filter(({ id: wanted }) =>
				found.bookmarks.includes(wanted),
			).map((bookmark) => ({
				...nested(write(bookmark, world), world.reports.nestsSavedQueries),
				is_lego: false,
				dashboards: [found.id],
			})),
		};
	});
	answer('GET', '/analytics/v1/dashboard/bookmarks', (request) => {
		callerOf(request, world);
		const bookmarks = BOOKMARKS.map((bookmark) => ({
			...nested(write(bookmark, world), world.reports.nestsSavedQueries),
			dashboards: DASHBOARDS.filter(({ bookmarks: ids }) => ids.includes(bookmark.id)).map(
				({ id, name }) => ({ id, name }),
			),
		}));
		return { bookmarks, total: bookmarks.length };
	});
	answer('POST', '/portal/v2/identity/account/get-by-api-key', (request) => {
		const { account } = callerOf(request, world);
		return {
			account: {
				id: String(account.id),
				name: account.name,
				cname: account.name,
				is_global: account.isPlatform,
				disabled: account.isDisabled,
			},
		};
	});
	answer('GET', '/portal/v2/management/product/versions', (request) => {
		callerOf(request, world);
		const { release } = world.openapi;
		return {
			product_versions: [
				{ product_name: 'SBP', product_version: release === '3.0.5' ? '1.5.5.100' : '1.5.4.100' },
				{ product_name: 'SA', product_version: `${release}.314` },
			],
		};
	});
}

function describe({ id, name, isPublic }: (typeof DASHBOARDS)[number], { reports }: World): object {
	return {
		id,
		name,
		type: isPublic ? 1 : 0,
		user_id: 1001,
		create_time: '2026-02-01 09:00:00',
		project_id: 1,
		user_name: 'admin',
		is_public: isPublic,
		config: reports.config.dashboards,
	};
}

/** The query is text in the answer. */
function write({ id, type, name, data }: Bookmark, { reports }: World) {
	return {
		id,
		user_id: 1001,
		type: MODELS[type] ?? type,
		name,
		data: JSON.stringify({ ...data, filter: reports.savedFilter }),
		create_time: '2026-02-01 09:00:00',
		project_id: 1,
		config: reports.config.charts,
	};
}

/** Nests JSON as in one of the vendor's examples. */
function nested<Entry extends { type: string; data: string }>(
	reported: Entry,
	isNested: boolean,
): Entry {
	if (!isNested) return reported;
	return { ...reported, type: JSON.stringify(reported.type), data: JSON.stringify(reported.data) };
}
