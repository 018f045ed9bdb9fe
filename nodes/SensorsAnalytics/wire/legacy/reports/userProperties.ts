/** Users by their properties: `POST /api/user/analytics/report` (docs/service.md, "Users by property"). */
import { nameColumns } from '../../../query/columns';
import { TOTAL } from '../../../query/eventQuery';
import { fromExpression, toExpression } from '../../../query/fieldExpression';
import type { JsonObject } from '../../../query/json';
import type { UserPropertiesQuery } from '../../../query/modelQueries';
import { objectOf } from '../../rows/cells';
import type { ReportWire } from '../../wire';
import { withRequestParts } from '../requestParts';
import { readEventReport } from './eventAnswer';
import { writeFilter } from './eventBody';
import { groupingOf } from './place';

/** One row per group: the plain shape of an event report, without points in time. */
export const userProperties: ReportWire<UserPropertiesQuery> = {
	request({ query, page }, _range, how) {
		const body = withRequestParts(page ?? writeUserProperties(query), undefined, how);
		return { path: '/api/user/analytics/report', body };
	},
	read(told, { measures, groupBy: asked }) {
		const answer = objectOf(told);
		const { fields } = groupingOf(answer, asked, []);
		const groupBy = fields.map((field) => ({ property: fromExpression(field) }));
		const { table } = readEventReport(answer, nameColumns({ measures, groupBy, unit: TOTAL }));
		// Its rows are all there is.
		return { ...table, totals: undefined };
	},
};

function writeUserProperties({ measures, groupBy, filter }: UserPropertiesQuery): JsonObject {
	return {
		measures: measures.map((measure) =>
			measure.kind === 'event'
				? {
						aggregator: measure.aggregator,
						field: measure.property ? toExpression(measure.property) : '',
					}
				: { expression: measure.expression },
		),
		...(groupBy.length > 0 ? { by_fields: groupBy.map(toExpression) } : {}),
		...(filter ? { filter: writeFilter(filter) } : {}),
	};
}
