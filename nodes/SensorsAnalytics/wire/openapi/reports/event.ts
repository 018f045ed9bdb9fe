/** Event report: `POST /model/segmentation/report` (docs/service.md, "OpenAPI"). */
import { type EventQuery, TOTAL } from '../../../query/eventQuery';
import type { ReportWire } from '../../wire';
import { requestFor } from '../requestParts';
import { eventReportSteps, readEventReport } from './eventAnswer';
import { writeEventReport, writeTotals } from './eventBody';

export const event: ReportWire<EventQuery> = {
	request({ query, page, unread }, range, how) {
		if (unread) throw unread;
		const hasBoth = how.hasTotals === true && query.unit !== TOTAL;
		const body = {
			...writeEventReport(query, page),
			...writeTotals(query, how),
			...(hasBoth ? { detail_and_rollup: true } : {}),
		};
		return requestFor('segmentation', body, range, how);
	},
	read: readEventReport,
	readSteps: eventReportSteps,
};
