import type { INodeProperties } from 'n8n-workflow';

/** Whether the query is built from fields, pasted, or written in the node's own JSON. */
export const queryModeField: INodeProperties = {
	displayName: 'Query',
	name: 'queryMode',
	type: 'options',
	default: 'fields',
	noDataExpression: true,
	options: [
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
		{
			name: 'Define as JSON',
			value: 'definition',
			description: 'Write the whole query, dates and all, as JSON in plain words: for AI agents',
		},
	],
};
