import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../query/json';
import { showWhen } from './showWhen';

/** Name of the field for a query in the node's own JSON, as the form shows it. */
export const DEFINITION_LABEL = 'Query Definition';

interface Described {
	example: string;
	short: string;
	schema: JsonObject;
}

/**
 * The field, which a tool leaves to its model.
 * @param definition a query that shows what the report takes, a short one, and what the model is told
 */
export function definitionFields({ example, short, schema }: Described): INodeProperties[] {
	const fieldWith = (sample: string): INodeProperties => ({
		displayName: DEFINITION_LABEL,
		name: 'queryDefinition',
		type: 'json',
		typeOptions: { rows: 10 },
		default: '',
		required: true,
		placeholder: `e.g. ${sample}`,
		description: `What to ask, as a JSON object such as ${sample}`,
		hint: 'Names may be those that the project displays; a wrong word is answered with the right ones.',
	});
	return [
		...showWhen({ '@tool': [false] }, [fieldWith(example)]),
		...showWhen({ '@tool': [true] }, [{ ...fieldWith(short), default: leftToModel(schema) }]),
	];
}

/**
 * The expression by which n8n has a model fill in the query. As a text: n8n's dialog for trying a
 * tool gives texts alone.
 */
function leftToModel(schema: JsonObject): string {
	// Two braces would end the expression.
	const text = JSON.stringify(schema).replace(/\}(?=\})/g, '} ');
	return `={{ $fromAI('query', 'What to ask, as JSON by this schema: ${text}', 'string') }}`;
}
