/** The API under `/api/`, with the API secret or a token of a user (docs/service.md). */
import type { Wire } from '../wire';
import { lists } from './lists';
import { distribution } from './reports/distribution';
import { event } from './reports/event';
import { funnel } from './reports/funnel';
import { retention } from './reports/retention';
import { userProperties } from './reports/userProperties';
import { sql } from './sql';

export const legacy: Wire = {
	name: 'API',
	reports: { event, funnel, retention, distribution, userProperties },
	limits: 'groups',
	funnelFilter: 'free',
	lists,
	sql,
	tellsFacts: true,
	tellsTotalsAlone: false,
};
