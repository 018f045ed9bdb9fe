import { type INodeProperties, UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { JSON_MODES } from '../params/filter';
import { JSON_LABEL } from '../params/queryMode';
import { hideWhen, isSame } from '../params/show';
import type { SavedReport } from '../query/entities';
import type { ReportModelName } from '../query/query';
import { attributionReport } from './attribution';
import { distributionReport } from './distribution';
import { cellFields, eventReport } from './event';
import { funnelReport } from './funnel';
import { intervalReport } from './interval';
import { ltvReport } from './ltv';
import { pathReport } from './path';
import { fieldsOf, type PageReport, type Report } from './report';
import { retentionReport } from './retention';
import { sessionReport } from './session';
import { userPropertiesReport } from './userProperties';

/** By the names of their queries, in the order of the list: what most people want first. */
export const reports = {
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
} satisfies { readonly [Name in ReportModelName]: Report<Name> };

/** What the users in a cell of a report are asked for by: its query. By the choices of 'Report'. */
const ofCells: { readonly [report: string]: INodeProperties[] } = {
	event: cellFields(fieldsOf(reports.event)),
	distribution: fieldsOf(reports.distribution),
	funnel: fieldsOf(reports.funnel),
	path: fieldsOf(reports.path),
	retention: fieldsOf(reports.retention),
	session: cellFields(fieldsOf(reports.session)),
};

/**
 * Fields of a query, so that a report and the users in its cells have them once: hidden by the other
 * ways to ask for a report, and by the other reports of cells.
 */
export function ofQueries(fields: readonly INodeProperties[]): INodeProperties[] {
	const cells = Object.entries(ofCells);
	return fields.flatMap((field) => {
		const has = (list: INodeProperties[]) => list.some((other) => isSame(field, other));
		const others = cells.flatMap(([report, list]) => (has(list) ? [] : [report]));
		if (others.length === cells.length) return [field];
		const ofOthers = others.length === 0 ? {} : { fromReport: others };
		return hideWhen({ queryMode: JSON_MODES, ...ofOthers }, [field]);
	});
}

/** The queries of cells, as ofQueries has them. */
export const cellQueries = (): Array<[string, INodeProperties[]]> =>
	Object.entries(ofCells).map(([report, fields]) => [report, ofQueries(fields)]);

/** The first that knows a payload by its keys is the one that it belongs to. */
const BY_PAYLOAD = [
	...[reports.funnel, reports.path, reports.attribution, reports.ltv, reports.interval],
	// After the interval, whose payload names two events as well.
	reports.retention,
	...[reports.distribution, reports.session],
	// After lifetime value and sessions, which have measures of events as well.
	reports.event,
	// After the event report: its measures have no event.
	reports.userProperties,
] as unknown as readonly PageReport[];

/** The report whose query a payload is; undefined where its keys don't tell. */
export function reportOfPayload(payload: JsonObject): ReportModelName | undefined {
	return BY_PAYLOAD.find((report) => report.payload.isOwn(payload))?.name;
}

/** The report that saved ones call so; undefined for one that is not known. */
export function reportSavedAs(name: string): PageReport | undefined {
	return BY_PAYLOAD.find((report) => report.payload.savedAs.test(name));
}

/** Whether the node can ask for a saved report again. @param catalog lists of its project */
export function canBeRun(
	{ modelName, query }: SavedReport,
	catalog: { hasReport(name: ReportModelName): boolean },
): boolean {
	const report = reportSavedAs(modelName);
	return report !== undefined && catalog.hasReport(report.name) && query !== undefined;
}

/** @throws UserError for the query of another report, with the operation that it belongs to */
export function assertReport(payload: JsonObject, requested: ReportModelName): void {
	const found = reportOfPayload(payload);
	if (found === undefined || found === requested) return;
	const { name, action = '' } = reports[found].option;
	throw new UserError(
		`'${JSON_LABEL}' is the query of ${action.replace(/^Get /, 'the ')}. Choose the 'Operation' ${name} for this query`,
	);
}
