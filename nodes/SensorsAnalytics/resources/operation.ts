import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from '../../../credentials/ways';
import { type Form, readingOf } from '../form/expressions';
import type { ReadField } from '../form/reading';
import { type Catalog, catalogOf } from '../lists/catalogOf';
import type { Service } from '../transport/service';
import type { Ask } from '../wire/wire';

/** One item of a run of the node: what is asked and read for it is bound to it. */
export interface ItemRun {
	context: IExecuteFunctions;
	service: Service;
	itemIndex: number;
	/** The form, as the item has it. */
	field: ReadField;
	/** The collection 'Options' of the form. */
	options: IDataObject;
	/** Sends a request and gives its answer. */
	ask: Ask;
	/** The credential, as it signs in. */
	connection(): Promise<Connection>;
	/** The lists of the project. */
	catalog(): Promise<Catalog>;
}

/** @throws what an expression in the options throws */
export function itemRun(
	context: IExecuteFunctions,
	service: Service,
	itemIndex: number,
	form: Omit<Form, 'evaluate'> = { saved: {}, labelOf: () => undefined },
): ItemRun {
	const given = (name: string) =>
		context.getNodeParameter(name, itemIndex, name === 'options' ? {} : '') as unknown;
	const field = readingOf(given, {
		...form,
		evaluate: (expression) => context.evaluateExpression(expression, itemIndex),
	});
	return {
		context,
		service,
		itemIndex,
		field,
		options: field('options') as IDataObject,
		ask: async (request) => await service.call(itemIndex, request),
		connection: async () => await service.connectionOf(itemIndex),
		catalog: async () => await catalogOf(service, itemIndex),
	};
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
