import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DEFAULT_CHARACTERS } from '../output/agent';
import { messageOptions } from '../output/message';
import type { OutputForm } from '../output/present';
import { OUTPUT_FORMS } from '../output/present';
import { BOUNDS, within } from './bounds';
import { rowLimitFields } from './list';
import { messageFields } from './message';
import { readOneOf, readWhole } from './read';
import { forTools, showWhen } from './show';

const outputOptions: INodePropertyOptions[] = [
	{ name: 'Rows', value: 'rows', description: 'One item per date and group' },
	{
		name: 'Table',
		value: 'table',
		description: 'One item with columns, rows, totals and facts about the report',
	},
	{
		name: 'Wide',
		value: 'wide',
		description: 'One item per date, with a key for each group; as Rows where there are no groups',
	},
	{
		name: 'Summary',
		value: 'summary',
		description: 'One item with the totals of all groups, and their changes',
	},
	{
		name: 'Compact (for AI Agents)',
		value: 'agent',
		description:
			'One item with columns once, rows as lists, dates, totals and notes, cut at a number of characters',
	},
	{ name: 'Raw', value: 'raw', description: 'The answer of the service as it came' },
	...messageOptions,
];

const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'rows',
	options: outputOptions,
};

/** How long an answer for an AI agent may be. */
const agentFields = showWhen({ output: ['agent'] }, [
	{
		displayName: 'Most Characters',
		name: 'mostCharacters',
		type: 'number',
		typeOptions: within('mostCharacters'),
		default: DEFAULT_CHARACTERS,
		description:
			'How long the JSON may be; rows that do not fit are left out whole, with a note that says so, and totals go first',
	},
]);

/** The form in which a report comes out, and what a message looks like. */
export const outputFields: INodeProperties[] = [
	...forTools(outputField, 'agent'),
	...rowLimitFields,
	...agentFields,
	...messageFields,
];

/** The same for the models beside the event report. */
export const modelOutputFields: INodeProperties[] = [
	...forTools(
		{ ...outputField, options: outputOptions.filter(({ value }) => value !== 'summary') },
		'agent',
	),
	...rowLimitFields,
	...agentFields,
	...messageFields,
];

/** @throws UserError for a form that does not exist */
export function readOutputForm(typed: unknown): OutputForm {
	return readOneOf(typed, OUTPUT_FORMS, "'Output'");
}

/**
 * How long an answer for an AI agent may be.
 * @throws UserError that names the field
 */
export function readCharacters(typed: unknown): number {
	return typed === ''
		? DEFAULT_CHARACTERS
		: readWhole(typed, "'Most Characters'", ...BOUNDS.mostCharacters);
}
