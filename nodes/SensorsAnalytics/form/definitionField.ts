import type { INodeProperties } from 'n8n-workflow';

/** Name of the field for a query in the node's own JSON, as the form shows it. */
export const DEFINITION_LABEL = 'Query Definition';

/** @param example a query that shows what the report takes */
export function definitionField(example: string): INodeProperties {
	return {
		displayName: DEFINITION_LABEL,
		name: 'queryDefinition',
		type: 'json',
		typeOptions: { rows: 10 },
		default: '',
		required: true,
		placeholder: `e.g. ${example}`,
		description: `What to ask, as a JSON object such as ${example}`,
		hint: 'Names may be those that the project displays; a wrong word is answered with the right ones.',
	};
}
