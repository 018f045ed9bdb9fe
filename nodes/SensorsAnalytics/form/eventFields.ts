import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { ListName } from './pickField';

/** Names of the fields in which events are picked. */
export interface EventFields {
	/** Those that stand alone. */
	alone: string[];
	/** Those in the rows of a list, by the names of list and row. */
	inRows: Array<{ list: string; row: string; field: string }>;
}

const METHOD: ListName = 'searchEvents';

/** Found in the form, so that a new report's are known without being named again. */
export function eventFieldsIn(fields: readonly INodeProperties[]): EventFields {
	const alone = fields.filter(isEvent).map(({ name }) => name);
	const inRows = fields.flatMap(({ type, name: list, options = [] }) =>
		type === 'fixedCollection'
			? (options as INodePropertyCollection[]).flatMap(({ name: row, values }) =>
					values.filter(isEvent).map(({ name: field }) => ({ list, row, field })),
				)
			: [],
	);
	const places = new Map(inRows.map((place) => [Object.values(place).join('.'), place]));
	return { alone: [...new Set(alone)], inRows: [...places.values()] };
}

function isEvent({ modes = [] }: INodeProperties): boolean {
	return modes.some(({ typeOptions }) => typeOptions?.searchListMethod === METHOD);
}
