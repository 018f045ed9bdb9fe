import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { JSON_LABEL } from '../params/queryMode';
import type { SavedReport } from '../query/entities';
import type { ReportModelName } from '../query/query';
import { attributionReport } from './attribution';
import { distributionReport } from './distribution';
import { eventReport } from './event';
import { funnelReport } from './funnel';
import { intervalReport } from './interval';
import { ltvReport } from './ltv';
import { pathReport } from './path';
import type { Report } from './report';
import { retentionReport } from './retention';
import { sessionReport } from './session';
import { userPropertiesReport } from './userProperties';

/** By the names of their queries, in the order of the list: what most people want first. */
export const reports: { readonly [Name in ReportModelName]: Report<Name> } = {
	event: eventReport,
	attribution: attributionReport,
	distribution: distributionReport,
	funnel: funnelReport,
	interval: intervalReport,
	ltv: ltvReport,
	path: pathReport,
	retention: retentionReport,
	session: sessionReport,
	userProperties: userPropertiesReport,
};

/** The first that knows a payload by its keys is the one that it belongs to. */
const BY_PAYLOAD: readonly Report[] = [
	...[reports.funnel, reports.path, reports.attribution, reports.ltv, reports.interval],
	// After the interval, whose payload names two events as well.
	reports.retention,
	...[reports.distribution, reports.session],
	// After lifetime value and sessions, which have measures of events as well.
	reports.event,
	// After the event report: its measures have no event.
	reports.userProperties,
] as unknown as readonly Report[];

/** The report whose query a payload is; undefined where its keys don't tell. */
export function reportOfPayload(payload: JsonObject): ReportModelName | undefined {
	return BY_PAYLOAD.find((report) => report.payload.isOwn(payload))?.name;
}

/** The report that saved ones call so; undefined for one that is not known. */
export function reportSavedAs(name: string): ReportModelName | undefined {
	return BY_PAYLOAD.find((report) => report.payload.savedAs.test(name))?.name;
}

/** Whether the node can ask for a saved report again. @param catalog lists of its project */
export function canBeRun(
	{ modelName, query }: SavedReport,
	catalog: { hasReport(name: ReportModelName): boolean },
): boolean {
	const name = reportSavedAs(modelName);
	return name !== undefined && catalog.hasReport(name) && query !== undefined;
}

/** @throws UserError for the query of another report, with the operation that it belongs to */
export function assertReport(payload: JsonObject, wanted: ReportModelName): void {
	const found = reportOfPayload(payload);
	if (found === undefined || found === wanted) return;
	const { name, action = '' } = reports[found].option;
	throw new UserError(
		`'${JSON_LABEL}' is the query of ${action.replace(/^Get /, 'the ')}. Choose the 'Operation' ${name} for this query`,
	);
}
