import { type IDataObject, type INodeProperties, UserError } from 'n8n-workflow';

import { LONGEST_SEARCH } from '../query/spelling';
import { BOUNDS } from './bounds';
import { pickField, propertyField } from './property';
import { RECENT_DAYS } from './range';
import { isShapeless, listOf, type ReadField, readOneOf, readInteger, textOf } from './read';
import { forTools, hideWhen, showWhen } from './show';

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};
export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: BOUNDS.limit[1] },
	default: 50,
	description: 'Max number of results to return',
};
const limitFields = showWhen({ returnAll: [false] }, [limitField]);

export const listFields: INodeProperties[] = [returnAllField, ...limitFields];

/** The same with all entries by default, because a limited list would be counted wrong. */
export const wholeListFields: INodeProperties[] = [
	{ ...returnAllField, default: true },
	...limitFields,
];

/** Reads the number of entries; undefined for all, and if the form doesn't have the field. */
export function readLimit(field: ReadField): number | undefined {
	return field('returnAll') === false
		? readInteger(field('limit'), "'Limit'", ...BOUNDS.limit)
		: undefined;
}

export function limited<T>(list: readonly T[], field: ReadField): T[] {
	return list.slice(0, readLimit(field));
}

/** Keys of an entry with more than ten of them, which n8n's guidelines require to simplify. */
export interface Detail {
	simple: readonly string[];
	more: readonly string[];
}

/** Returns a switch for the form, and a choice for the tools of agents. */
export const detailFields = ({ simple, more }: Detail): INodeProperties[] => [
	...showWhen({ '@tool': [false] }, [
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: false,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
	]),
	...showWhen({ '@tool': [true] }, [
		{
			displayName: 'Output',
			name: 'detail',
			type: 'options',
			default: 'simplified',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields' },
				{ name: 'Selected Fields', value: 'selected', description: "Only the fields in 'Fields'" },
				{ name: 'Simplified', value: 'simplified', description: `Only ${simple.join(', ')}` },
			],
		},
		...showWhen({ detail: ['selected'] }, [
			{
				displayName: 'Fields',
				name: 'detailFields',
				type: 'multiOptions',
				default: [],
				options: [...simple, ...more].sort().map((key) => ({ name: key, value: key })),
				description: 'Fields to return',
			},
		]),
	]),
];

export function readDetail(
	field: ReadField,
	{ simple, more }: Detail,
): (entry: IDataObject) => IDataObject {
	const chosen = field('simplify') === true ? 'simplified' : textOf(field('detail')) || 'raw';
	if (readOneOf(chosen, ['raw', 'selected', 'simplified'], "'Output'") === 'raw') {
		return (entry) => entry;
	}
	const keys = chosen === 'selected' ? listOf(field('detailFields')).map(textOf) : simple;
	if (keys.length === 0) throw new UserError("'Fields' is empty. Choose at least one field");
	for (const key of keys) readOneOf(key, [...simple, ...more], "'Fields'");
	return (entry) => Object.fromEntries(Object.entries(entry).filter(([key]) => keys.includes(key)));
}

const searchField = (
	what: string,
	placeholder: string,
	description = 'Words to find in names, display names, and descriptions (English or Chinese, best match first)',
	name = 'search',
): INodeProperties => ({
	displayName: 'Search',
	name,
	type: 'string',
	default: '',
	placeholder,
	description: `${description}, up to ${LONGEST_SEARCH} characters. If empty, the node returns all ${what}.`,
});

/** Returns the field, which a tool leaves to its model. */
const searchFields = (...own: Parameters<typeof searchField>): INodeProperties[] =>
	forTools(
		searchField(...own),
		"={{ $fromAI('search', 'One or two words, or an empty text for all', 'string') }}",
	);

export function readSearch(typed: unknown): string {
	const text = textOf(typed);
	if (text.length <= LONGEST_SEARCH && ![typed].flat().some(isShapeless)) return text;
	throw new UserError(
		`'Search' isn't a text of up to ${LONGEST_SEARCH} characters. Enter a few words of a name`,
	);
}

/** Choices without events hide the field, so that all operations can share it. */
const [eventsField] = hideWhen({ propertiesOf: ['users'], sqlTable: ['users'] }, [
	pickField({
		displayName: 'Event',
		name: 'ofEvents',
		list: 'searchEvents',
		placeholder: 'e.g. PayOrder, SignUp',
		description: 'Comma-separated names of events. If empty, the node includes all events.',
	}),
]) as [INodeProperties];

const daysOption = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 366 },
	default: RECENT_DAYS,
	description,
});

export const EVENT_DETAIL: Detail = {
	simple: [
		...['name', 'display_name', 'description', 'tags', 'total_count'],
		...['recent_count', 'has_recent_data', 'properties'],
	],
	more: ['tracked_when', 'is_virtual', 'created_at', 'updated_at'],
};

export const eventListFields: INodeProperties[] = [
	...searchFields(
		'events',
		'e.g. order',
		'Words to find in names, display names, descriptions, and tags (English or Chinese, best match first)',
	),
	{
		displayName: 'Include Properties',
		name: 'includeProperties',
		type: 'boolean',
		default: false,
		description: 'Whether to also return the properties of each event',
	},
	...listFields,
	...detailFields(EVENT_DETAIL),
];

export const RECENT_EVENTS_LABEL = 'Count Recent Events (Days)';

export const eventListOptions: INodeProperties[] = [
	daysOption(
		RECENT_EVENTS_LABEL,
		'recentDays',
		'Number of days, including today, over which to count each returned event, from 1 to 366. The count shows whether the event has recent data. If not set, the node does not count events.',
	),
];

export const propertyListFields: INodeProperties[] = [
	...searchFields('properties', 'e.g. city'),
	{
		displayName: 'Properties Of',
		name: 'propertiesOf',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'Events and Users', value: 'all' },
			{
				name: 'Events',
				value: 'events',
				description: 'Properties of each event, for example amount',
			},
			{ name: 'Users', value: 'users', description: 'Properties of each user, for example level' },
		],
	},
	eventsField,
	...listFields,
];

export const columnListFields: INodeProperties[] = [
	...searchFields('columns', 'e.g. city'),
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
		description: 'Tables to return columns from',
	},
	eventsField,
	...listFields,
];

/** A separate field, because n8n keeps a field's content for another operation with it. */
const valueSearchField = searchField(
	'values',
	'e.g. bei',
	'To find the exact spelling of a value, enter part of it',
	'valueSearch',
);

export function readValueSearch(field: ReadField): string {
	return readSearch(field(valueSearchField.name));
}

export const RECENT_VALUES_LABEL = 'Lookback Period (Days)';

export const valueListFields: INodeProperties[] = [
	eventsField,
	{
		...propertyField('property', true),
		description:
			"Name (city), display name, or full name (event.PayOrder.city, user.city). The operation 'Get Many' returns full names.",
	},
	valueSearchField,
	...listFields,
	{
		displayName: `For event properties, the node counts the values from the last ${RECENT_DAYS} days, including today. To include older values, add the option '${RECENT_VALUES_LABEL}'.`,
		name: 'recentValuesNote',
		type: 'notice',
		default: '',
	},
];

export const valueListOptions: INodeProperties[] = [
	daysOption(
		RECENT_VALUES_LABEL,
		'valueDays',
		`Number of days in which to count events, including today, from 1 to 366. If not set, the node counts events from the last ${RECENT_DAYS} days. For user properties, the node returns current values.`,
	),
	{
		displayName: 'Values From',
		name: 'valuesFrom',
		type: 'options',
		default: 'report',
		options: [
			{
				name: 'Report for Recent Days',
				value: 'report',
				description: 'All values with their counts, most frequent first',
			},
			{
				name: 'Predefined List',
				value: 'list',
				description: 'Faster, but without counts. Requires an API key.',
			},
		],
	},
];
