import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Service } from '../transport/service';

/** One item of a run of the node. */
export interface ItemRun {
	context: IExecuteFunctions;
	service: Service;
	itemIndex: number;
	/** Of the node, as the workflow was saved with: what comes out may depend on it. */
	version: number;
}

/** One operation of the node: its entry in the list, its form, and what it does for one item. */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** Entries of the collection 'Options', beside those on how requests are sent. */
	options?: INodeProperties[];
	/**
	 * @returns the items that come of the input item
	 * @throws UserError, OperationalError, NodeApiError
	 */
	execute(run: ItemRun): Promise<INodeExecutionData[]>;
}

/** A resource with its operations, in the order of the list. */
export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}
