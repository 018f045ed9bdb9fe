/** Event report: `POST /api/events/report` (docs/service.md, "Event report"). */
import { nameColumns } from '../../../query/columns';
import type { EventQuery } from '../../../query/eventQuery';
import { reportWire } from '../../wire';
import { withRequestParts } from '../requestParts';
import { eventReportSteps } from './eventAnswer';
import { pageBody, writeEventReport } from './eventBody';
import { assertGroupOrder } from './place';

export const event = reportWire<EventQuery>({
	request({ query, page }, range, how) {
		const body = page ? pageBody(page, query) : writeEventReport(query);
		return { path: '/api/events/report', body: withRequestParts(body, range, how) };
	},
	*readSteps(answer, query) {
		const properties = query.groupBy.map(({ property }) => property);
		assertGroupOrder(answer, properties);
		return (yield* eventReportSteps(answer, nameColumns(query))).table;
	},
});
