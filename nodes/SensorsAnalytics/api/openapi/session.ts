import type { JsonObject } from '../../../../credentials/http/json';
import type { SessionQuery } from '../../query/query';
import { eventReportSteps, MEASURED, writeEventReport, writeTotals } from './event';
import { openapiReport } from './request';

/** Session report: `POST /model/session/report` (docs/service.md, "OpenAPI"). */

const KEYS = { ...MEASURED, read: [...MEASURED.read, 'session_name', 'split_by_day'] };

/** The same as an event report, except that totals are only returned without details. */
export const sessionWire = openapiReport<SessionQuery>(
	'session',
	KEYS,
	(query, page, how) => ({ ...writeSession(query, page), ...writeTotals(query, how) }),
	eventReportSteps,
);

export function writeSession(query: SessionQuery, page?: JsonObject): JsonObject {
	const { session: name, isSplitByDay } = query;
	return {
		...writeEventReport(query, page),
		session_name: name,
		...(isSplitByDay === undefined ? {} : { split_by_day: isSplitByDay }),
	};
}
