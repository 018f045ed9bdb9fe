import type { INodeProperties } from 'n8n-workflow';

import { filterFields } from './filterFields';
import { listFields } from './listFields';
import { reportOptionFields } from './outputFields';
import { pickField } from './pickField';
import { showWhen } from './showWhen';

/** Which properties, where they are chosen. */
export const chosenPropertiesFields = showWhen({ userProperties: ['chosen'] }, [
	{
		displayName: 'Properties to Return',
		name: 'chosenProperties',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: 'Add Property',
			sortable: true,
		},
		default: {},
		placeholder: 'Add Property',
		options: [
			{
				displayName: 'Property',
				name: 'property',
				values: [
					pickField({
						displayName: 'Property',
						name: 'field',
						list: 'searchUserProperties',
						placeholder: 'e.g. city or user.city',
						description: 'Property of users: short (city) or whole (user.city)',
						required: true,
					}),
				],
			},
		],
	},
]);

/** What to return of each user, and of how many. */
export const wantedFields: INodeProperties[] = [
	{
		displayName: 'Properties',
		name: 'userProperties',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'All', value: 'all', description: 'Everything that is known of the users' },
			{ name: 'Chosen', value: 'chosen', description: 'These alone, in this order' },
			{ name: 'None', value: 'none', description: 'The IDs of the users alone' },
		],
		description: 'What to return of each user beside the IDs',
	},
	...chosenPropertiesFields,
	...listFields,
];

export const userListFields: INodeProperties[] = [...filterFields, ...wantedFields];

export const behaviorFields: INodeProperties[] = [
	{
		displayName: 'User',
		name: 'user',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 13f8a2 or -8961289991947891759',
		description: 'Whose events to return. An ID of digits must be a text: numbers lose digits.',
	},
	{
		displayName: 'User Is Given By',
		name: 'userIdKind',
		type: 'options',
		default: 'internal',
		options: [
			{
				name: 'Internal ID',
				value: 'internal',
				description: "The platform's own ID, as the items of Get Many have it",
			},
			{
				name: 'Distinct ID',
				value: 'distinct',
				description: 'The ID by which apps name the user: a login or a device',
			},
		],
	},
];

/** Behind the dates. */
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

/** How lists of users are asked for: in the words of the reports. */
export const userOptionFields = reportOptionFields.filter(({ name }) =>
	[...SHARED_OPTIONS, 'useCache'].includes(name),
);

export const behaviorOptionFields = reportOptionFields.filter(({ name }) =>
	[...SHARED_OPTIONS, 'timeZone'].includes(name),
);
