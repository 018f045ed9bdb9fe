/** The OpenAPI under `/api/v3/`, with a key (docs/service.md, "OpenAPI"). */
import type { Wire } from '../wire';
import { alarms } from './alarms';
import { datasets } from './datasets';
import { groups } from './groups';
import { lists } from './lists';
import { attribution } from './reports/attribution';
import { distribution } from './reports/distribution';
import { event } from './reports/event';
import { funnel } from './reports/funnel';
import { interval } from './reports/interval';
import { ltv } from './reports/ltv';
import { retention } from './reports/retention';
import { userProperties } from './reports/userProperties';
import { sql } from './sql';
import { users } from './users';

export const openapi: Wire = {
	name: 'OpenAPI',
	reports: { event, funnel, retention, distribution, userProperties, attribution, ltv, interval },
	limits: 'rows',
	lists,
	sql,
	users,
	groups,
	datasets,
	alarms,
	tellsFacts: false,
	tellsTotalsAlone: true,
};
