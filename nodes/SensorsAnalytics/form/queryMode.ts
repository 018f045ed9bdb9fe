import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { forTools } from './toolDefaults';

const COMMON: INodePropertyOptions[] = [
	{
		name: 'Build From Fields',
		value: 'fields',
		description: 'Fill in what to count, grouping and filter',
	},
	{
		name: 'Paste JSON',
		value: 'json',
		description: 'Use the request payload of a report that you have opened in Sensors Analytics',
	},
];

/** Whether the query is built from fields or pasted. */
export const queryModeField: INodeProperties = {
	displayName: 'Query',
	name: 'queryMode',
	type: 'options',
	default: 'fields',
	noDataExpression: true,
	options: COMMON,
};

/** The same, or written in the node's own JSON, which asks for dates as well. */
export const reportQueryModeFields: INodeProperties[] = forTools(
	{
		...queryModeField,
		options: [
			...COMMON,
			{
				name: 'Define as JSON',
				value: 'definition',
				description: 'Write the whole query, dates and all, as JSON in plain words: for AI agents',
			},
		],
	},
	'definition',
);
