import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { LONGEST_SEARCH } from '../query/names';
import { BOUNDS } from './bounds';
import { pickField, propertyField } from './property';
import { RECENT_DAYS } from './range';
import type { ReadField } from './read';
import { readWhole, textOf } from './read';
import { showWhen } from './show';

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};
const limitField = showWhen({ returnAll: [false] }, [
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: BOUNDS.limit[1] },
		default: 50,
		description: 'Max number of results to return',
	},
]);

/** How many entries of a list to return. */
export const listFields: INodeProperties[] = [returnAllField, ...limitField];

/** The same, all by default: what is cut is wrong where it is counted. */
export const wholeListFields: INodeProperties[] = [
	{ ...returnAllField, default: true },
	...limitField,
];

/** How many rows of a report to return. */
export const rowLimitFields = showWhen({ output: ['rows', 'wide'] }, wholeListFields);

/**
 * How many to return; undefined for all, and where the form does not ask.
 * @throws UserError that names the field
 */
export function readLimit(field: ReadField): number | undefined {
	return field('returnAll') === false
		? readWhole(field('limit'), "'Limit'", ...BOUNDS.limit)
		: undefined;
}

/** As many as the form asks for. */
export function limited<T>(list: readonly T[], field: ReadField): T[] {
	return list.slice(0, readLimit(field));
}

/** Fields by which events, properties and values are looked for. */

const searchField = (
	what: string,
	placeholder: string,
	description: string,
	name = 'search',
): INodeProperties => ({
	displayName: 'Search',
	name,
	type: 'string',
	default: '',
	placeholder,
	description: `${description}, ${LONGEST_SEARCH} characters at most; all ${what} if empty`,
});

/** What is searched for. @throws UserError for what is no search */
export function readSearch(typed: unknown): string {
	const text = textOf(typed);
	if (text.length <= LONGEST_SEARCH) return text;
	throw new UserError(
		`'Search' has ${text.length} characters, more than ${LONGEST_SEARCH}. Enter a few words of a name`,
	);
}

/** Some events of the project. */
const eventsField = (description: string): INodeProperties =>
	pickField({
		displayName: 'Event',
		name: 'ofEvents',
		list: 'searchEvents',
		placeholder: 'e.g. PayOrder, or PayOrder, SignUp',
		typed: { displayName: 'By Name', name: 'name' },
		description,
	});

const daysOption = (displayName: string, description: string): INodeProperties => ({
	displayName,
	name: 'recentDays',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 366 },
	default: RECENT_DAYS,
	description,
});

export const eventListFields: INodeProperties[] = [
	searchField(
		'events',
		'e.g. order or 支付',
		'Words of the name, display name, description or tags, in English or Chinese, best fit first',
	),
	{
		displayName: 'Include Properties',
		name: 'includeProperties',
		type: 'boolean',
		default: false,
		description: 'Whether to return the properties of each event, too',
	},
	...listFields,
];

export const RECENT_EVENTS_LABEL = 'Count Events of the Last Days';

export const eventListOptions: INodeProperties[] = [
	daysOption(
		RECENT_EVENTS_LABEL,
		'How many days up to today to count each returned event in, from 1 to 366, which tells whether it has data lately; not counted if not set',
	),
];

export const propertyListFields: INodeProperties[] = [
	searchField(
		'properties',
		'e.g. city or 金额',
		'Words of the name, display name or description, in English or Chinese, best fit first',
	),
	{
		displayName: 'Properties Of',
		name: 'propertiesOf',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'Events and Users', value: 'all' },
			{ name: 'Events', value: 'events', description: 'What is known of each event, e.g. amount' },
			{ name: 'Users', value: 'users', description: 'What is known of each user, e.g. level' },
		],
	},
	...showWhen({ propertiesOf: ['all', 'events'] }, [
		eventsField(
			'Events whose properties to return: one, or several names with commas; all if empty',
		),
	]),
	...listFields,
];

/** Of the tables of SQL. */
export const columnListFields: INodeProperties[] = [
	searchField(
		'columns',
		'e.g. city or 金额',
		'Words of the name, display name or description, in English or Chinese, best fit first',
	),
	{
		displayName: 'Table',
		name: 'sqlTable',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'All', value: 'all' },
			{ name: 'Events', value: 'events' },
			{ name: 'Users', value: 'users' },
		],
		description: 'Whose columns to return',
	},
	...showWhen({ sqlTable: ['all', 'events'] }, [
		eventsField(
			'Events whose properties to return as columns: one, or several names with commas; all if empty',
		),
	]),
	...listFields,
];

/** In a field of its own: n8n keeps what stands in a field when another operation has it, too. */
const valueSearchField = searchField(
	'values',
	'e.g. bei',
	'Words of the value, e.g. to learn how it is written',
	'valueSearch',
);

export function readValueSearch(field: ReadField): string {
	return readSearch(field(valueSearchField.name));
}

export const RECENT_VALUES_LABEL = 'Days to Look At';

export const valueListFields: INodeProperties[] = [
	eventsField('Event whose values to count; any event if empty'),
	{
		...propertyField('Property', 'property'),
		description:
			'Name (city), display name (城市), or whole expression (event.PayOrder.city, user.city), as Property: Get Many gives it',
	},
	valueSearchField,
	...listFields,
	{
		displayName: `Of a property of events, the values of the last ${RECENT_DAYS} days up to today are counted. One that came only before is not among them: add the option '${RECENT_VALUES_LABEL}' for more days.`,
		name: 'recentValuesNote',
		type: 'notice',
		default: '',
	},
];

export const valueListOptions: INodeProperties[] = [
	daysOption(
		RECENT_VALUES_LABEL,
		`How many days up to today to count events in, from 1 to 366; ${RECENT_DAYS} if not set. Values of user properties are those of now.`,
	),
	{
		displayName: 'Values From',
		name: 'valuesFrom',
		type: 'options',
		default: 'report',
		options: [
			{
				name: 'Report of the Last Days',
				value: 'report',
				description: 'All values with their counts, most frequent first',
			},
			{
				name: "Platform's Own List",
				value: 'list',
				description: 'Quick and without counts. Needs an API key.',
			},
		],
	},
];
