import { type INodeProperties, UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { JSON_MODES } from '../params/filter';
import { JSON_LABEL, readPayload } from '../params/queryMode';
import type { ReadField } from '../params/read';
import { hideWhen, isSame } from '../params/show';
import type { PayloadQuery } from '../paste/payload';
import type { SavedReport } from '../query/entities';
import type { Queries, ReportModelName } from '../query/query';
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

/** Reports by name, in the order of the list, the most used first. */
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

/** Fields of the query whose cell contains the requested users, by the choices of 'Report'. */
const ofCells: { readonly [Name in ReportModelName]?: INodeProperties[] } = {
	event: cellFields(fieldsOf(reports.event)),
	distribution: fieldsOf(reports.distribution),
	funnel: fieldsOf(reports.funnel),
	path: fieldsOf(reports.path),
	retention: fieldsOf(reports.retention),
	session: cellFields(fieldsOf(reports.session)),
};

/** Other query modes, and the reports of other cells, hide the fields, so that all share them. */
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

/** Returns the queries of cells with the shared fields of ofQueries. */
export const cellQueries = (): Array<[ReportModelName, INodeProperties[]]> =>
	Object.entries(ofCells).map(([report, fields]) => [report as ReportModelName, ofQueries(fields)]);

/** A payload belongs to the first report that recognizes its keys. */
const BY_PAYLOAD = [
	...[reports.funnel, reports.path, reports.attribution, reports.ltv, reports.interval],
	// This follows the interval report, whose payload also has two events.
	reports.retention,
	...[reports.distribution, reports.session],
	// This follows lifetime value and sessions, which also have measures of events.
	reports.event,
	// This follows the event report, because its measures have no event.
	reports.userProperties,
] as unknown as readonly PageReport[];

/** Returns undefined if the keys of the payload are ambiguous. */
export function reportOfPayload(payload: JsonObject): ReportModelName | undefined {
	return BY_PAYLOAD.find((report) => report.payload.isOwn(payload))?.name;
}

/** Finds the report by its name in saved reports. */
export function reportSavedAs(name: string): PageReport | undefined {
	return BY_PAYLOAD.find((report) => report.payload.savedAs.test(name));
}

export function canBeRun(
	{ modelName, query }: SavedReport,
	catalog: { hasReport(name: ReportModelName): boolean },
): boolean {
	const report = reportSavedAs(modelName);
	return report !== undefined && catalog.hasReport(report.name) && query !== undefined;
}

/**
 * Reads the web page's query that is pasted into the form.
 * @param advice what to do about the query of another report; default: choose its operation
 */
export function readPasted<Name extends ReportModelName>(
	{ name: requested, payload: format }: Pick<PageReport<Name>, 'name' | 'payload'>,
	field: ReadField,
	timeZone: string,
	advice?: string,
): PayloadQuery<Queries[Name]> {
	const { payload, address } = readPayload(field('queryJson'));
	const found = reportOfPayload(payload);
	if (found === undefined || found === requested)
		return { ...format.read(payload, timeZone), address };
	const { name, action = '' } = reports[found].option;
	throw new UserError(
		`'${JSON_LABEL}' is the query of ${action.replace(/^Get /, 'the ')}. ${advice ?? `Choose the 'Operation' ${name} for this query`}`,
	);
}
