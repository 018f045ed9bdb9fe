import type { Definition } from '../params/json/definition';
import type { Queries, ReportModelName } from '../query/query';
import { attributionJson } from './attribution';
import { distributionJson } from './distribution';
import { eventJson } from './event';
import { funnelJson } from './funnel';
import { intervalJson } from './interval';
import { ltvJson } from './ltv';
import { pathJson } from './path';
import { retentionJson } from './retention';
import { sessionJson } from './session';
import { userPropertiesJson } from './userProperties';

/** Queries in JSON, in the node's own words (docs/query.md): a fourth way to ask, beside form and payload. */

export const definitions: { readonly [Model in ReportModelName]: Definition<Queries[Model]> } = {
	event: eventJson,
	funnel: funnelJson,
	retention: retentionJson,
	distribution: distributionJson,
	userProperties: userPropertiesJson,
	attribution: attributionJson,
	ltv: ltvJson,
	interval: intervalJson,
	session: sessionJson,
	path: pathJson,
};
