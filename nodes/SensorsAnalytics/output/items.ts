import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fileOf } from './file';

/** The items with the fields of the input item that they come from; their own fields win. */
export function withInputFields(
	items: INodeExecutionData[],
	input: IDataObject | undefined,
): INodeExecutionData[] {
	return items.map((item) => ({ ...item, json: { ...input, ...item.json } }));
}

/** Output items that say of which input item they came, and their files. */
export function toItems(rows: readonly IDataObject[], itemIndex: number): INodeExecutionData[] {
	// One for all, as n8n's own helper for this does it.
	const pairedItem = { item: itemIndex };
	return rows.map((json) => {
		const data = fileOf(json);
		return data ? { json, binary: { data }, pairedItem } : { json, pairedItem };
	});
}
