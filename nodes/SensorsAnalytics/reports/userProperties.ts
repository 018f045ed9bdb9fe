import { UserError } from 'n8n-workflow';

import { arrayOrEmpty, isObject, type JsonObject } from '../../../credentials/http/json';
import { quoted } from '../../../credentials/http/redact';
import { MOST_GROUPS } from '../params/bounds';
import { readPropertyJson } from '../params/event';
import { FILTER, filterOfUsers, filterParam } from '../params/filter';
import { choiceParam, isNothing, keyOf, type Param, TEXT } from '../params/param';
import { pickField } from '../params/property';
import { fewRowsOf, textOf } from '../params/read';
import { entriesField, showWhen } from '../params/show';
import { asList, readEach } from '../params/words';
import {
	GROUPED_KEYS,
	groupsAndFilterIn,
	known,
	payloadFormatOf,
	type Unread,
} from '../paste/payload';
import { textIn } from '../query/json';
import type { Measure, Property, UserPropertiesQuery } from '../query/query';
import {
	COUNT_USERS,
	fromExpression,
	isOfEvents,
	measureOfUsers,
	USERS,
	withoutUser,
} from '../query/query';
import { COHORT, type PageReport } from './report';

const userProperty = (
	displayName: string,
	name: string,
	list: 'searchUserProperties' | 'searchUserNumberProperties',
	required: boolean,
) =>
	pickField({
		displayName,
		name,
		list,
		required,
		placeholder: 'e.g. level or user.level',
		description: 'User property. Enter a short name (level) or a full name (user.level).',
	});

const aggregate = choiceParam({
	displayName: 'Aggregator',
	name: 'aggregator',
	key: 'aggregate',
	also: ['aggregator', 'aggregation', 'count of'],
	choices: [
		{
			name: 'Number of Users',
			value: COUNT_USERS,
			word: 'users',
			also: ['count', 'number of users', '用户数', '人数'],
		},
		{ name: 'Sum of a Property', value: 'sum', also: ['总和'] },
		{ name: 'Average of a Property', value: 'avg', also: ['average', 'mean', '均值'] },
		{ name: 'Maximum of a Property', value: 'max', also: ['maximum', '最大值'] },
		{ name: 'Minimum of a Property', value: 'min', also: ['minimum', '最小值'] },
	],
	preset: COUNT_USERS,
	mayBeEmpty: true,
});
const PROPERTY = { displayName: 'Property', name: 'property', key: 'property', also: ['field'] };
const measuredParam: Param<Property | undefined, [aggregator: string]> = {
	...keyOf(PROPERTY),
	fields: showWhen({ aggregator: ['sum', 'avg', 'max', 'min'] }, [
		// An aggregator from an expression shows the field, but may need no property.
		userProperty(PROPERTY.displayName, PROPERTY.name, 'searchUserNumberProperties', false),
	]),
	schema: TEXT,
	read(source, aggregator) {
		const [label, raw] = [source.label(PROPERTY), source.value(PROPERTY)];
		if (aggregator !== COUNT_USERS) {
			return source.isForm
				? readUserProperty(raw, label)
				: readPropertyJson(raw, '', source.names, label, 'number').property;
		}
		if (source.isForm || isNothing(raw)) return undefined;
		throw new UserError(
			`${label} can't be used with "aggregate": "users". Remove ${label}, or set "aggregate" to one of: sum, avg, max, min`,
		);
	},
};
const GROUPS = {
	displayName: 'Group By',
	name: 'groupBy',
	key: 'group_by',
	also: ['group', 'breakdown', 'dimensions'],
};
const groupsParam: Param<Property[]> = {
	...keyOf(GROUPS),
	fields: [
		entriesField({
			displayName: GROUPS.displayName,
			name: GROUPS.name,
			what: 'Group',
			row: 'group',
			added: 'Property',
			description: 'Properties to group users by',
			isSortable: true,
			values: [userProperty('Property', 'field', 'searchUserProperties', true)],
		}),
	],
	schema: { examples: [['city', 'user.level']] },
	read(source) {
		const [label, raw] = [source.label(GROUPS), source.value(GROUPS)];
		if (!source.isForm) {
			return readEach(
				asList(raw),
				label,
				(one, index) =>
					readPropertyJson(one, '', source.names, `group ${index + 1} of ${label}`).property,
				MOST_GROUPS,
			);
		}
		return fewRowsOf<{ field?: unknown }>(raw, 'group', label, MOST_GROUPS).map(
			({ field }, index) =>
				readUserProperty(field, `'Property' of group ${index + 1} in 'Group By'`),
		);
	},
};

/** Reads `user.level`, or `level` alone. */
function readUserProperty(value: unknown, label: string): Property {
	const name = withoutUser(textOf(value));
	if (name !== '' && !isOfEvents(name)) return { of: 'user', name };
	const fault = name === '' ? 'is empty' : `isn't a user property: ${quoted(name)}`;
	throw new UserError(`${label} ${fault}. Choose a user property`);
}

export const userPropertiesReport: PageReport<'userProperties'> = {
	...COHORT,
	leadsWithAll: true,
	hasDates: false,
	name: 'userProperties',
	option: {
		name: 'Get User Property Report',
		value: 'getUserPropertyReport',
		action: 'Get user property report',
		description: 'Count users by their properties',
	},
	toolText:
		"Counts the current users by their properties, whatever they did. Use it for the number of users of a certain kind, not for what happened on certain dates. Example: number of users by user.level answers 'How many gold members do we have?'",
	params: [aggregate, measuredParam, groupsParam, filterParam],
	example: '{"aggregate": "users", "group_by": ["level"], "filter": {"age": {">=": 30} } }',
	short: '{"group_by": ["level"]}',
	read(source) {
		const aggregator = aggregate.read(source);
		return {
			measures: [measureOfUsers(aggregator, measuredParam.read(source, aggregator))],
			groupBy: groupsParam.read(source),
			filter: filterOfUsers(filterParam.read(source, ''), source.label(FILTER)),
		};
	},
	restricts: USERS,
	payload: payloadFormatOf(readUserProperties, {
		// The report has no dates.
		takesWholeRange: true,
		keys: {
			...GROUPED_KEYS,
			...known('time_zone_mode', 'server_time_zone'),
			measures: known('event_name', 'aggregator', 'field', 'expression', 'name'),
		},
		savedAs: /user.?analytics/i,
		isOwn: ({ measures }) => Array.isArray(measures) && measures.length > 0,
	}),
};

function readUserProperties(payload: JsonObject, unread: Unread): UserPropertiesQuery {
	const measures = arrayOrEmpty(payload.measures);
	return {
		measures: measures.filter(isObject).map(readMeasure),
		...groupsAndFilterIn(payload, unread),
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
