/** Event report: `POST /model/segmentation/report` (docs/service.md, "OpenAPI"). */
import { type EventQuery, TOTAL } from '../../../query/eventQuery';
import { reportWire } from '../../wire';
import { requestFor } from '../requestParts';
import { eventReportSteps } from './eventAnswer';
import { writeEventReport, writeTotals } from './eventBody';

export const event = reportWire<EventQuery>({
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
	readSteps: eventReportSteps,
});
