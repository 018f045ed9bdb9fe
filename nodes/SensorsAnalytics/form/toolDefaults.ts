/** What a tool of an agent starts with, where a node starts with something else. */
import type { INodeProperties } from 'n8n-workflow';

import { showWhen } from './showWhen';

/** The field, with a default of its own for tools. */
export function forTools(
	field: INodeProperties,
	choice: INodeProperties['default'],
): INodeProperties[] {
	return [
		...showWhen({ '@tool': [false] }, [field]),
		...showWhen({ '@tool': [true] }, [{ ...field, default: choice }]),
	];
}
