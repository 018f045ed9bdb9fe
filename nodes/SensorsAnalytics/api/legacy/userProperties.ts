import type { JsonObject } from '../../../../credentials/http/json';
import { writeFilter } from '../../paste/payload';
import { nameColumns } from '../../query/columns';
import { fromExpression, toExpression, TOTAL, type UserPropertiesQuery } from '../../query/query';
import type { ReportWire } from '../api';
import { checkUsers } from '../reportRows';
import { objectOf } from '../rows';
import { eventReportSteps } from './event';
import { assertGroupOrder, groupingOf, withRequestParts } from './parts';

/** Users by their properties: `POST /api/user/analytics/report` (docs/service.md, "Users by property"). */

/** Reads one row per group: the plain shape of an event report, without points in time. */
export const userPropertiesWire: ReportWire<UserPropertiesQuery> = {
	request({ query, page }, _range, how) {
		const body = withRequestParts(page ?? writeUserProperties(query), undefined, how);
		return { path: '/api/user/analytics/report', body };
	},
	*readSteps(response, { measures, groupBy: groups }) {
		const answer = objectOf(response);
		const { fields } = groupingOf(answer, groups, []);
		assertGroupOrder(answer, groups);
		const groupBy = fields.map((field) => ({ property: fromExpression(field) }));
		const columns = nameColumns({ measures, groupBy, unit: TOTAL });
		const { table } = yield* eventReportSteps(answer, columns);
		checkUsers({ measures }, table.rows.each());
		// The rows are totals already.
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
