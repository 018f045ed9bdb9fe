/** Queries in JSON, in the node's own words (docs/query.md): a fourth way to ask, beside form and payload. */
import type { Queries, ReportModelName } from '../query/queries';
import type { Definition } from './defined';
import { attribution } from './models/attribution';
import { distribution } from './models/distribution';
import { event } from './models/event';
import { funnel } from './models/funnel';
import { interval } from './models/interval';
import { ltv } from './models/ltv';
import { path } from './models/path';
import { retention } from './models/retention';
import { session } from './models/session';
import { userProperties } from './models/userProperties';

export const definitions: { readonly [Model in ReportModelName]: Definition<Queries[Model]> } = {
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
};
