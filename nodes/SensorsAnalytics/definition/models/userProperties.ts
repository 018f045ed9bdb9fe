import { UserError } from 'n8n-workflow';

import { COUNT_USERS, measureOfUsers, type UserPropertiesQuery } from '../../query/modelQueries';
import { FILTER } from '../cohorts';
import type { Definition } from '../defined';
import { listed, readKeys } from '../keys';
import { readNamed, readQueryFilter } from '../measures';
import { FILTER_SCHEMA, GROUPS_SCHEMA, keysOf, oneOf, TEXT } from '../schema';
import { readWord, type Word } from '../words';

const KEYS = {
	aggregate: ['aggregator', 'aggregation', 'count of'],
	property: ['field'],
	group_by: ['group', 'breakdown', 'dimensions'],
	filter: FILTER,
};
const EXAMPLE = '{"aggregate": "users", "group_by": ["level"], "filter": {"age": {">=": 30} } }';
/** In the order of the documentation. */
export const USER_AGGREGATES: readonly Word[] = [
	{ word: 'users', value: COUNT_USERS, also: ['count', 'number of users', '用户数', '人数'] },
	{ word: 'sum', value: 'sum', also: ['总和'] },
	{ word: 'avg', value: 'avg', also: ['average', 'mean', '均值'] },
	{ word: 'max', value: 'max', also: ['maximum', '最大值'] },
	{ word: 'min', value: 'min', also: ['minimum', '最小值'] },
];

export const userProperties: Definition<UserPropertiesQuery> = {
	example: EXAMPLE,
	short: '{"group_by": ["level"]}',
	schema: keysOf(
		{
			aggregate: oneOf(USER_AGGREGATES),
			property: TEXT,
			group_by: GROUPS_SCHEMA,
			filter: FILTER_SCHEMA,
		},
		[],
	),
	read(json, { names }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const { aggregate, property } = given;
		const aggregator =
			aggregate === undefined && property === undefined
				? COUNT_USERS
				: readWord(aggregate ?? '', USER_AGGREGATES, "'aggregate'");
		if (aggregator === COUNT_USERS && property !== undefined) {
			throw new UserError(
				`'aggregate' is users, which takes no 'property'. Leave it out, or write one of: sum, avg, max, min`,
			);
		}
		const of =
			aggregator === COUNT_USERS
				? undefined
				: readNamed(property, '', names, "'property'", 'number').property;
		const query: UserPropertiesQuery = {
			measures: [measureOfUsers(aggregator, of)],
			groupBy: listed(given.group_by).map(
				(one, index) => readNamed(one, '', names, `group ${index + 1} of 'group_by'`).property,
			),
			filter: readQueryFilter(given.filter, '', names),
		};
		return { query };
	},
};
