import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Output items that say of which input item they came. */
export function toItems(rows: readonly IDataObject[], itemIndex: number): INodeExecutionData[] {
	// One for all, as n8n's own helper for this does it.
	const pairedItem = { item: itemIndex };
	return rows.map((json) => ({ json, pairedItem }));
}
