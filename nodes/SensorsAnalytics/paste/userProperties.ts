import type { Measure } from '../query/eventQuery';
import { fromExpression } from '../query/fieldExpression';
import { isObject, type JsonObject, textIn } from '../query/json';
import { COUNT_USERS, measureOfUsers, type UserPropertiesQuery } from '../query/modelQueries';
import { pageOf } from './page';
import { filterIn, groupsIn, PASTED } from './parts';
import type { Unread } from './unread';

/** The payload of a report on users by property (docs/service.md, "Users by property"). */
export const userProperties = pageOf(readUserProperties, {
	path: 'user/analytics/report',
	// It has no dates.
	takesWholeRange: true,
	savedAs: /user.?analytics/i,
	isOwn: ({ measures }) => Array.isArray(measures) && measures.length > 0,
});

function readUserProperties(payload: JsonObject, unread: Unread): UserPropertiesQuery {
	const measures = Array.isArray(payload.measures) ? (payload.measures as unknown[]) : [];
	return {
		measures: measures.filter(isObject).map(readMeasure),
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

function readMeasure(measure: JsonObject): Measure {
	const expression = textIn(measure, 'expression');
	const name = textIn(measure, 'name');
	if (expression !== undefined) return { kind: 'formula', expression, events: [], name };
	const field = textIn(measure, 'field');
	const property = field === undefined ? undefined : fromExpression(field);
	return measureOfUsers(textIn(measure, 'aggregator') ?? COUNT_USERS, property, name);
}
