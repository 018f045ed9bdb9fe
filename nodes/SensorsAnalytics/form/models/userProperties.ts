import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Filter, Property } from '../../query/eventQuery';
import { withoutUser } from '../../query/fieldExpression';
import { COUNT_USERS, measureOfUsers, type UserPropertiesQuery } from '../../query/modelQueries';
import { filterFields } from '../filter';
import { pickField } from '../pickField';
import { type ReadField, rowsOf, textOf } from '../reading';
import { showWhen } from '../showWhen';

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
