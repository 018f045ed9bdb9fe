import type { Shop } from '../data/shop.mts';
import type { Account } from '../identity/accounts.mts';
import { attribution } from './attribution.mts';
import { distribution } from './distribution.mts';
import { funnel } from './funnel.mts';
import { interval } from './interval.mts';
import { ltv } from './ltv.mts';
import { retention } from './retention.mts';
import { segmentation } from './segmentation.mts';
import { session } from './session.mts';
import type { Tabular } from './table.mts';
import type { Traits } from './traits.mts';
import { userProperties } from './userProperties.mts';

/** Input of a report's computation. */
export interface Setting {
	shop: Shop;
	/** `YYYY-MM-DD` in the service's zone. */
	today: string;
	account: Account;
	traits: Traits;
}

export type Report = (body: unknown, setting: Setting) => Tabular;

/** Reports by the path below `/api/v3/analytics/v1` (docs/service.md, "OpenAPI"). */
export const REPORTS: Record<string, Report> = {
	'/model/segmentation/report': segmentation,
	'/model/funnel/report': funnel,
	'/model/retention/report': retention,
	'/model/addiction/report': distribution,
	'/model/user-analytics/report': userProperties,
	'/model/attribution/report': attribution,
	'/model/ltv/report': ltv,
	'/model/interval/report': interval,
	'/model/session/report': session,
};
