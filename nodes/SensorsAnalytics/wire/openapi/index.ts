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
import { path } from './reports/path';
import { retention } from './reports/retention';
import { session } from './reports/session';
import { userProperties } from './reports/userProperties';
import { sql } from './sql';
import { users } from './users';

export const openapi: Wire = {
	name: 'OpenAPI',
	reports: {
		event,
		funnel,
		retention,
		distribution,
		userProperties,
		attribution,
		ltv,
		interval,
		session,
		path,
	},
	limits: 'rows',
	funnelFilter: 'bySteps',
	lists,
	sql,
	users,
	groups,
	datasets,
	alarms,
	tellsFacts: false,
	tellsTotalsAlone: true,
};
