/** Users by their properties: `POST /api/user/analytics/report` (field notes 11.5). */
import { nameColumns } from '../../../query/columns';
import { type Measure, TOTAL } from '../../../query/eventQuery';
import type { UserPropertiesQuery } from '../../../query/modelQueries';
import { fromExpression, toExpression } from '../fieldExpression';
import { type JsonObject, textIn } from '../json';
import { readEventReport } from '../readEventReport';
import { writeFilter } from '../writeEventReport';
import { objectList, type WireModel } from './model';
import { groupingOf } from './place';

/** Counts users; takes no property. */
const COUNT = 'count';

export function writeUserProperties({ measure, groupBy, filter }: UserPropertiesQuery): JsonObject {
	return {
		measures: [
			measure
				? { aggregator: measure.aggregator, field: toExpression(measure.property) }
				: { aggregator: COUNT, field: '' },
		],
		...(groupBy.length > 0 ? { by_fields: groupBy.map(toExpression) } : {}),
		...(filter ? { filter: writeFilter(filter) } : {}),
	};
}

/** One row per group: shape A of field notes 11.1, without points in time. */
export const userProperties: WireModel = {
	path: '/api/user/analytics/report',
	hasDates: false,
	read(answer, body) {
		const measures = (objectList(body.measures) ?? []).map(readMeasure);
		const { fields } = groupingOf(answer, body, []);
		const groupBy = fields.map((field) => ({ property: fromExpression(field) }));
		return readEventReport(answer, nameColumns({ measures, groupBy, unit: TOTAL })).table;
	},
};

function readMeasure(measure: JsonObject): Measure {
	const expression = textIn(measure, 'expression');
	const given = textIn(measure, 'name');
	if (expression !== undefined) return { kind: 'formula', expression, events: [], name: given };
	const aggregator = textIn(measure, 'aggregator') ?? COUNT;
	const field = textIn(measure, 'field');
	const property = field === undefined ? undefined : fromExpression(field);
	const name = given ?? (aggregator === COUNT || !property ? 'users' : undefined);
	return { kind: 'event', event: 'user', aggregator, property, name };
}
