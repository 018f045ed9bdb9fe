import type { FastifyInstance } from 'fastify';

import type { Shop } from '../data/shop.mts';
import type { Account } from '../identity/accounts.mts';
import { computeDistribution } from '../report/distribution.mts';
import { computeFunnel } from '../report/funnel.mts';
import { computeRetention } from '../report/retention.mts';
import { computeUserProperties } from '../report/userProperties.mts';
import type { World } from '../world.mts';

type Compute = (shop: Shop, body: unknown, today: string, account?: Account) => object;

/** Reports of the other models (docs/service.md, "Funnel" and the headings behind it). */
const MODELS: Record<string, Compute> = {
	'/api/funnel/report': computeFunnel,
	'/api/retentions/report': computeRetention,
	'/api/addictions/report': computeDistribution,
	'/api/user/analytics/report': computeUserProperties,
};

export function addModelRoutes(app: FastifyInstance, world: World): void {
	for (const [path, compute] of Object.entries(MODELS)) {
		app.post(path, (request) => {
			const { project, account } = world.authenticate(request);
			const now = world.serviceTime();
			return {
				truncated: false,
				...compute(world.shopOf(project), request.body, now.slice(0, 10), account),
				report_update_time: `${now}.301`,
				data_update_time: `${now}.000`,
				data_sufficient_update_time: `${now}.000`,
				sampling_factor:
					(request.body as { sampling_factor?: number }).sampling_factor ?? FULL_SAMPLE,
			};
		});
	}
}

const FULL_SAMPLE = 64;
