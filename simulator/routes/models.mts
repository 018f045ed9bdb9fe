import type { FastifyInstance } from 'fastify';

import type { Shop } from '../data/shop.mts';
import type { Account } from '../identity/accounts.mts';
import { computeDistribution } from '../report/distribution.mts';
import { computeFunnel } from '../report/funnel.mts';
import { computeNewerFunnel } from '../report/newerFunnel.mts';
import { computeRetention } from '../report/retention.mts';
import type { ReportTraits } from '../report/traits.mts';
import { computeUserProperties } from '../report/userProperties.mts';
import { Refusal } from '../refusal.mts';
import type { World } from '../world.mts';

type Compute = (
	shop: Shop,
	body: unknown,
	today: string,
	account?: Account,
	traits?: ReportTraits,
) => object;

/** Reports of the other models (docs/service.md, "Funnel" and the following headings). */
const MODELS: Record<string, Compute> = {
	'/api/retentions/report': computeRetention,
	'/api/addictions/report': computeDistribution,
	'/api/user/analytics/report': computeUserProperties,
};

export function addModelRoutes(app: FastifyInstance, world: World): void {
	for (const [path, compute] of Object.entries(MODELS)) {
		app.post(path, (request) => {
			const { project, account } = world.authenticate(request);
			const now = world.serviceTime();
			return answer(
				compute(world.shopOf(project), request.body, now.slice(0, 10), account, world.reports),
				request.body,
				now,
			);
		});
	}
	app.post('/api/funnel/report', (request) => {
		if (world.reports.funnels === 'newer') throw new Refusal(404, 'There is no such operation');
		const { project, account } = world.authenticate(request);
		const now = world.serviceTime();
		const reported = computeFunnel(world.shopOf(project), request.body, now.slice(0, 10), account);
		return answer(reported, request.body, now);
	});
	app.post('/api/v2/sa/funnel/report/', (request) => {
		if (world.reports.funnels === 'older') throw new Refusal(404, 'There is no such operation');
		const { project, account } = world.authenticate(request);
		const now = world.serviceTime();
		const shop = world.shopOf(project);
		const reported = computeNewerFunnel(shop, request.body, now.slice(0, 10), account);
		return answer(reported, request.body, now);
	});
}

function answer(reported: object, body: unknown, now: string): object {
	return {
		truncated: false,
		...reported,
		report_update_time: `${now}.301`,
		data_update_time: `${now}.000`,
		data_sufficient_update_time: `${now}.000`,
		sampling_factor: (body as { sampling_factor?: number }).sampling_factor ?? FULL_SAMPLE,
	};
}

const FULL_SAMPLE = 64;
