import type { INodeProperties } from 'n8n-workflow';

import type { ReadField } from './reading';
import { showWhen } from './showWhen';

/** How many entries of a list to return. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	...showWhen({ returnAll: [false] }, [
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
		},
	]),
];

/** As many as the form asks for. */
export function limited<T>(list: readonly T[], field: ReadField): T[] {
	return field('returnAll') === true ? [...list] : list.slice(0, Number(field('limit')) || 50);
}
