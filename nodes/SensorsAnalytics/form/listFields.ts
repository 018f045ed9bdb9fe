import type { INodeProperties } from 'n8n-workflow';

import { BOUNDS, within } from './bounds';
import { readWhole } from './numbers';
import type { ReadField } from './reading';
import { showWhen } from './showWhen';

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};
const limitField = showWhen({ returnAll: [false] }, [
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: within('limit'),
		default: 50,
		description: 'Max number of results to return',
	},
]);

/** How many entries of a list to return. */
export const listFields: INodeProperties[] = [returnAllField, ...limitField];

/** The same, all by default: what is cut is wrong where it is counted. */
export const wholeListFields: INodeProperties[] = [
	{ ...returnAllField, default: true },
	...limitField,
];

/** How many rows of a report to return. */
export const rowLimitFields = showWhen({ output: ['rows', 'wide'] }, wholeListFields);

/**
 * How many to return; undefined for all, and where the form does not ask.
 * @throws UserError that names the field
 */
export function readLimit(field: ReadField): number | undefined {
	return field('returnAll') === false
		? readWhole(field('limit'), "'Limit'", ...BOUNDS.limit)
		: undefined;
}

/** As many as the form asks for. */
export function limited<T>(list: readonly T[], field: ReadField): T[] {
	return list.slice(0, readLimit(field));
}
