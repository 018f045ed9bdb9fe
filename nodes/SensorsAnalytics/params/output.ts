import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	DEFAULT_CHARACTERS,
	messageOptions,
	OUTPUT_FORMS,
	type OutputForm,
} from '../output/message/forms';
import { BOUNDS, boundsOf } from './bounds';
import { messageFields } from './message';
import { readOneOf, readInteger } from './read';
import { forTools, showWhen } from './show';

const outputOptions: INodePropertyOptions[] = [
	{ name: 'Rows', value: 'rows', description: 'One item per date and group' },
	...messageOptions,
	{
		name: 'Table',
		value: 'table',
		description: 'One item with columns, rows, totals, and metadata',
	},
	{
		name: 'Wide',
		value: 'wide',
		description: 'One item per date, with a field for each group',
	},
	{
		name: 'Summary',
		value: 'summary',
		description: 'One item with the totals of all groups, and their changes',
	},
	{
		name: 'Compact (for AI Agents)',
		value: 'agent',
		description: 'One item with column names, rows as lists, dates, totals, and notes',
	},
	{ name: 'Raw', value: 'raw', description: 'The unchanged response from Sensors Analytics' },
];

const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'rows',
	options: outputOptions,
};

/** Maximum length of an answer for an AI agent. */
const agentFields = showWhen({ output: ['agent'] }, [
	{
		displayName: 'Maximum Characters',
		name: 'mostCharacters',
		type: 'number',
		typeOptions: boundsOf('mostCharacters'),
		default: DEFAULT_CHARACTERS,
		description:
			"Maximum length of the JSON. The node leaves out whole rows that don't fit, and adds a note. Totals take precedence over rows.",
	},
]);

export const outputFields: INodeProperties[] = [
	...forTools(outputField, 'agent'),
	...agentFields,
	...messageFields,
];

/** The same for the models other than the event report. */
export const modelOutputFields: INodeProperties[] = [
	...forTools(
		{ ...outputField, options: outputOptions.filter(({ value }) => value !== 'summary') },
		'agent',
	),
	...agentFields,
	...messageFields,
];

export function readOutputForm(typed: unknown): OutputForm {
	return readOneOf(typed, OUTPUT_FORMS, "'Output'");
}

export function readCharacters(typed: unknown): number {
	return typed === ''
		? DEFAULT_CHARACTERS
		: readInteger(typed, "'Maximum Characters'", ...BOUNDS.mostCharacters);
}
