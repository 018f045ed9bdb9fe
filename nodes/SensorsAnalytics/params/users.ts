import { type INodeProperties, UserError } from 'n8n-workflow';

import { quoted } from '../../../credentials/http/redact';
import type { UserSelection } from '../query/entities';
import { type Filter, isOfEvents, type Property, toExpression, withoutUser } from '../query/query';
import { filterFields, readQueryFilter } from './filter';
import { listFields, readLimit } from './list';
import { reportOptionFields } from './options';
import { pickField } from './property';
import { fewRowsOf, type RawOptions, ReadField, readOneOf, textOf } from './read';
import { entriesField, showWhen } from './show';

export const chosenPropertiesFields = showWhen({ userProperties: ['chosen'] }, [
	entriesField({
		displayName: 'Properties to Return',
		name: 'chosenProperties',
		what: 'Property',
		row: 'property',
		isSortable: true,
		values: [
			pickField({
				displayName: 'Property',
				name: 'field',
				list: 'searchUserProperties',
				placeholder: 'e.g. city or user.city',
				description: 'User property. Enter a short name (city) or a full name (user.city).',
				required: true,
			}),
		],
	}),
]);

export const userSelectionFields: INodeProperties[] = [
	{
		displayName: 'Properties',
		name: 'userProperties',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'All', value: 'all', description: 'All properties of the users' },
			{
				name: 'Selected',
				value: 'chosen',
				description: 'Only the selected properties, in the order in which you select them',
			},
			{ name: 'None', value: 'none', description: 'Only the IDs of the users' },
		],
		description: 'Properties to return for each user, in addition to the IDs',
	},
	...chosenPropertiesFields,
	...listFields,
];

export const userListFields: INodeProperties[] = [...filterFields, ...userSelectionFields];

export const behaviorFields: INodeProperties[] = [
	{
		displayName: 'User',
		name: 'user',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 13f8a2 or -8961289991947891759',
		description:
			'ID of the user to return events for. Enter all-digit IDs as text, because large numbers can lose digits.',
	},
	{
		displayName: 'User ID Type',
		name: 'userIdKind',
		type: 'options',
		default: 'internal',
		options: [
			{
				name: 'Internal ID',
				value: 'internal',
				description: "ID that Sensors Analytics assigns. The operation 'Get Many' returns this ID.",
			},
			{
				name: 'Distinct ID',
				value: 'distinct',
				description: 'ID that your app assigns: a sign-in ID or a device ID',
			},
		],
	},
];

export const behaviorListFields: INodeProperties[] = [
	{
		displayName: 'Order',
		name: 'eventOrder',
		type: 'options',
		default: 'oldest',
		options: [
			{ name: 'Oldest First', value: 'oldest' },
			{ name: 'Newest First', value: 'newest' },
		],
	},
	...listFields,
];

const SHARED_OPTIONS = ['previewRequest', 'requestId'];

/** Options of user lists, with the names that reports use. */
export const userOptionFields = reportOptionFields.filter(({ name }) =>
	[...SHARED_OPTIONS, 'filterJoin', 'filterJson', 'useCache'].includes(name),
);

export const behaviorOptionFields = reportOptionFields.filter(({ name }) =>
	[...SHARED_OPTIONS, 'longestRange', 'timeZone'].includes(name),
);

export function readUserSelection(field: ReadField, options: RawOptions): UserSelection {
	return {
		properties: readUserProperties(field),
		limit: readLimit(field),
		useCache: typeof options.useCache === 'boolean' ? options.useCache : undefined,
		requestId: textOf(options.requestId) || undefined,
	};
}

export function readUserProperties(field: ReadField): UserSelection['properties'] {
	const choices = ['all', 'chosen', 'none'] as const;
	const choice = readOneOf(field('userProperties'), choices, "'Properties'");
	if (choice !== 'chosen') return choice;
	const rows = fewRowsOf<{ field?: unknown }>(
		field('chosenProperties'),
		'property',
		"'Properties to Return'",
	);
	if (rows.length === 0) {
		throw new UserError(
			"'Properties to Return' is empty. Add a property, or set 'Properties' to All or None",
		);
	}
	const names = rows.map((row, index) => {
		const name = withoutUser(textOf(row.field));
		if (name !== '' && !isOfEvents(name)) return name;
		throw new UserError(
			`'Property' ${index + 1} of 'Properties to Return' must be a user property. Choose a property, or enter its name`,
		);
	});
	return [...new Set(names)];
}

export function readUserFilter(field: ReadField): Filter | undefined {
	return filterOfUsers(readQueryFilter(field, ''), "'Filter'", 'Get Many From Report');
}

/**
 * Short names are user properties.
 * @param report what has the users who performed an event
 */
export function filterOfUsers(
	filter: Filter | undefined,
	label: string,
	report: string,
): Filter | undefined {
	return filter && ofUsers(filter);

	function ofUsers({ join, conditions, groups }: Filter): Filter {
		return {
			join,
			conditions: conditions.map(({ property, ...rest }) => ({
				property: propertyOfUsers(property),
				...rest,
			})),
			groups: groups.map(ofUsers),
		};
	}

	function propertyOfUsers(property: Property): Property {
		if (property.of === 'user') return property;
		if (property.of === 'event' && property.event === '') {
			return { of: 'user', name: property.name };
		}
		throw new UserError(
			`${label} has a condition on ${quoted(toExpression(property))}, which isn't a user property. For users who performed an event, use ${report}, or filter by a user group`,
		);
	}
}

/** Reads the ID, which may come from an expression; errors don't repeat it. */
export function readUserId(value: unknown): string {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		throw new UserError(
			"'User' is a number with more digits than n8n can store, so the last digits are lost. Enter the ID as text, as in the items of this node",
		);
	}
	const id = textOf(value);
	if (id !== '') return id;
	throw new UserError("'User' is empty. Enter the ID of a user");
}
