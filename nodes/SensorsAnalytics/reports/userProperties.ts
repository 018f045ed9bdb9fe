import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject } from '../../../credentials/http/json';
import { filterFields } from '../params/filter';
import type { Definition } from '../params/json/definition';
import { FILTER, readNamed, readQueryFilterJson } from '../params/json/measures';
import type { Word } from '../params/json/read';
import {
	FILTER_SCHEMA,
	GROUPS_SCHEMA,
	keysOf,
	listed,
	oneOf,
	readKeys,
	readWord,
	TEXT,
} from '../params/json/read';
import { pickField } from '../params/property';
import type { ReadField } from '../params/read';
import { rowsOf, textOf } from '../params/read';
import { showWhen } from '../params/show';
import type { Unread } from '../paste/payload';
import { filterIn, groupsIn, PASTED, payloadFormatOf } from '../paste/payload';
import { textIn } from '../query/json';
import type { Filter, Measure, Property, UserPropertiesQuery } from '../query/query';
import { COUNT_USERS, fromExpression, measureOfUsers, withoutUser } from '../query/query';

const aggregators: INodePropertyOptions[] = [
	{ name: 'Number of Users (用户数)', value: COUNT_USERS },
	{ name: 'Sum of a Property (总和)', value: 'sum' },
	{ name: 'Average of a Property (均值)', value: 'avg' },
	{ name: 'Maximum of a Property (最大值)', value: 'max' },
	{ name: 'Minimum of a Property (最小值)', value: 'min' },
];

const userProperty = (
	displayName: string,
	name: string,
	list: 'searchUserProperties' | 'searchUserNumberProperties',
	required: boolean,
): INodeProperties =>
	pickField({
		displayName,
		name,
		list,
		required,
		placeholder: 'e.g. level or user.level',
		description: 'Property of users: short (level) or whole (user.level)',
	});

export const userPropertiesFields: INodeProperties[] = [
	{
		displayName: 'Aggregator',
		name: 'aggregator',
		type: 'options',
		default: COUNT_USERS,
		options: aggregators,
	},
	...showWhen({ aggregator: ['sum', 'avg', 'max', 'min'] }, [
		// An aggregator from an expression shows the field, and may need none.
		userProperty('Property', 'property', 'searchUserNumberProperties', false),
	]),
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field', sortable: true },
		default: {},
		placeholder: 'Add Field',
		description: 'Properties by which to split the users',
		options: [
			{
				displayName: 'Group',
				name: 'group',
				values: [userProperty('Field', 'field', 'searchUserProperties', true)],
			},
		],
	},
	...filterFields,
];

/** @throws UserError that names the field */
export function readUserPropertiesQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): UserPropertiesQuery {
	const aggregator = textOf(field('aggregator')) || COUNT_USERS;
	const groups = rowsOf<{ field?: unknown }>(field('groupBy'), 'group');
	return {
		measures: [
			aggregator === COUNT_USERS
				? measureOfUsers(COUNT_USERS)
				: measureOfUsers(aggregator, readUserProperty(field('property'), "'Property'")),
		],
		groupBy: groups.map((row, index) =>
			readUserProperty(row.field, `'Field' of group ${index + 1} in 'Group By'`),
		),
		filter: readFilter(''),
	};
}

/** `user.level`, or `level` alone. */
function readUserProperty(value: unknown, label: string): Property {
	const name = withoutUser(textOf(value));
	if (name === '') throw new UserError(`${label} is empty. Choose a property of users`);
	return { of: 'user', name };
}

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

export const userPropertiesJson: Definition<UserPropertiesQuery> = {
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
			filter: readQueryFilterJson(given.filter, '', names),
		};
		return { query };
	},
};

/** The payload of a report on users by property (docs/service.md, "Users by property"). */
export const userPropertiesPayload = payloadFormatOf(readUserProperties, {
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
