import type { UserError } from 'n8n-workflow';

import type { EventQuery } from './eventQuery';
import type { JsonObject } from './json';
import type {
	AttributionQuery,
	DistributionQuery,
	FunnelQuery,
	IntervalQuery,
	LtvQuery,
	PathQuery,
	RetentionQuery,
	SessionQuery,
	UserPropertiesQuery,
} from './modelQueries';

/** The neutral query of each model. */
export interface Queries {
	event: EventQuery;
	funnel: FunnelQuery;
	retention: RetentionQuery;
	distribution: DistributionQuery;
	userProperties: UserPropertiesQuery;
	attribution: AttributionQuery;
	ltv: LtvQuery;
	interval: IntervalQuery;
	session: SessionQuery;
	path: PathQuery;
}

/** Models that reports can be run for. */
export type ReportModelName = keyof Queries;

/** A query as it was filled in, pasted or saved; without dates and options. */
export interface Asked<Query = Queries[ReportModelName]> {
	query: Query;
	/** The payload of the web page that it was read from: keys that only the page knows stay in it. */
	page?: JsonObject;
	/** Why the payload does not say all that is neutral: it can go out as it is, and in no other form. */
	unread?: UserError;
}
