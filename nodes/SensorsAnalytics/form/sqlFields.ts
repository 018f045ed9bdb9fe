import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { defuseField, fileFields } from './fileFields';
import { showWhen } from './showWhen';

const kinds: INodePropertyOptions[] = [
	{ name: 'Text', value: 'text' },
	{ name: 'Number', value: 'number' },
	{ name: 'Date', value: 'date' },
	{ name: 'True or False', value: 'boolean' },
	{ name: 'List of Texts', value: 'texts', description: 'For IN (:name)' },
	{ name: 'List of Numbers', value: 'numbers', description: 'For IN (:name)' },
];

export const sqlFields: INodeProperties[] = [
	{
		displayName: 'SQL',
		name: 'sql',
		type: 'string',
		typeOptions: { editor: 'sqlEditor', rows: 5 },
		default: '',
		required: true,
		placeholder: 'e.g. SELECT event, COUNT(*) AS n FROM events WHERE date = :day GROUP BY event',
		description:
			'One SELECT over the tables events and users. Write :name where a parameter goes; put nothing together from texts, a quote in them would break the query.',
	},
	{
		displayName: 'Parameters',
		name: 'parameters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
		default: {},
		placeholder: 'Add Parameter',
		description: 'Values for the places :name in the SQL; each is written so that it stays a value',
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						required: true,
						placeholder: 'e.g. day',
						description: 'Without the colon',
					},
					{ displayName: 'Type', name: 'kind', type: 'options', default: 'text', options: kinds },
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 2026-11-19',
						description: 'A list is values with commas between them, or a list from an expression',
					},
				],
			},
		],
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'items',
		options: [
			{ name: 'Items', value: 'items', description: 'One item per row' },
			{
				name: 'CSV File',
				value: 'file',
				description:
					'One item with a file; for large results, which are not held in memory as rows (with an API key they are: the OpenAPI makes no files). Cells that spreadsheets run as formulas are passed on as well, see the option Defuse Formulas.',
			},
		],
	},
	...showWhen({ output: ['file'] }, fileFields('result.csv', 'orders.csv')),
];

export const sqlOptionFields: INodeProperties[] = [
	defuseField,
	{
		displayName: 'Preview Request',
		name: 'previewRequest',
		type: 'boolean',
		default: false,
		description: 'Whether to return the request that would be sent, without sending it',
	},
	{
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 600,
		description:
			"How long the service may compute; set as a hint in the SQL. The option 'Timeout' says how long n8n waits.",
	},
];
