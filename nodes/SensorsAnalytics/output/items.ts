import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Output items that say of which input item they came. */
export function toItems(rows: readonly IDataObject[], itemIndex: number): INodeExecutionData[] {
	return rows.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}
