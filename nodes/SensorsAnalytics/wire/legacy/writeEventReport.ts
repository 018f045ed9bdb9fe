import type { EventQuery, Measure } from '../../query/eventQuery';
import { toExpression } from './fieldExpression';

/** Body of `POST /api/events/report` (spec 2.6). */
export interface EventReportBody {
	measures: Array<{ event_name: string; aggregator: string; field?: string; name?: string }>;
	unit: string;
	by_fields?: string[];
	from_date: string;
	to_date: string;
}

/** Path of the operation (spec 4.3). */
export const EVENT_REPORT_PATH = '/api/events/report';

export function writeEventReport(query: EventQuery): EventReportBody {
	return {
		measures: query.measures.map(writeMeasure),
		unit: query.unit,
		...(query.groupBy.length > 0 ? { by_fields: query.groupBy.map(toExpression) } : {}),
		from_date: query.range.from,
		to_date: query.range.to,
	};
}

function writeMeasure(measure: Measure): EventReportBody['measures'][number] {
	return {
		event_name: measure.event,
		// The one spelling that the contract shows (spec 2.6); others as in field notes 6.3.
		aggregator: measure.aggregator === 'sum' ? 'SUM' : measure.aggregator,
		...(measure.property ? { field: toExpression(measure.property) } : {}),
		...(measure.name ? { name: measure.name } : {}),
	};
}
