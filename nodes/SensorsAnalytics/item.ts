import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ServiceRequest } from '../../credentials/http/request';
import type { Connection } from '../../credentials/ways';
import type { Ask, PageRequest } from './api/api';
import { type Catalog, catalogOf } from './catalog/catalog';
import { addHint } from './output/meta';
import { toItemJson } from './output/rows';
import { type Form, hasExpression, readingOf } from './params/expression';
import { readSettings } from './params/options';
import type { ReadField } from './params/read';
import { DEFAULT_SETTINGS } from './transport/settings';
import { Service } from './transport/service';

export interface ItemRun {
	context: IExecuteFunctions;
	service: Service;
	itemIndex: number;
	field: ReadField;
	options: IDataObject;
	ask: Ask;
	/** What a model must know about the items, because it doesn't see hints. */
	notes: string[];
	connection(): Promise<Connection>;
	catalog(): Promise<Catalog>;
}

/** The form of a run, which all of its items read. */
interface RunForm extends Omit<Form, 'evaluate'> {
	/** Values of the fields without an expression, which are the same for all items. */
	shared: Map<string, unknown>;
}

/**
 * Returns a function that reads the form for an item. n8n processes all fields to read one, so a
 * field is read once per item, or once for all items if it has no expression.
 */
export function formOf(
	context: IExecuteFunctions,
	itemIndex: number,
	{ shared, ...form }: RunForm = { saved: {}, labelOf: () => undefined, shared: new Map() },
): ReadField {
	const read = readingOf(
		(name) => context.getNodeParameter(name, itemIndex, name === 'options' ? {} : ''),
		{
			...form,
			evaluate: (expression) => context.evaluateExpression(expression, itemIndex),
		},
	);
	const own = new Map<string, unknown>();
	return (name) => {
		const known = shared.has(name) ? shared : own;
		if (known.has(name)) return known.get(name);
		const value = read(name);
		(hasExpression(form.saved[name]) ? own : shared).set(name, value);
		return value;
	};
}

export function itemRun(
	context: IExecuteFunctions,
	service: Service,
	itemIndex: number,
	field = formOf(context, itemIndex),
): ItemRun {
	return {
		context,
		service,
		itemIndex,
		field,
		options: field('options') as IDataObject,
		ask: async (request) => await service.call(itemIndex, request),
		notes: [],
		connection: async () => await service.connectionOf(itemIndex),
		catalog: async () => await catalogOf(service, itemIndex),
	};
}

/** One operation: its entry in the list and its form; `actions/run/` has its work. */
export interface Operation {
	option: INodePropertyOptions;
	/** For a model: when to use the operation, what it returns, and an example. */
	toolText: string;
	fields: INodeProperties[];
	/** Entries of the collection 'Options', in addition to those about requests. */
	options?: INodeProperties[];
}

/** The work of operations for one item, by the values of their entries in the list. */
export interface OperationRuns {
	[operation: string]: (run: ItemRun) => Promise<INodeExecutionData[]>;
}

export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}

/** Adds a hint, if there is one, which a model reads as a note. */
export function addNote({ context, notes }: ItemRun, note: string | undefined): void {
	addHint(context, note);
	if (note !== undefined) notes.push(note);
}

/** Whether the option Preview Request requests the request instead of its answer. */
export function isPreview({ options }: ItemRun): boolean {
	return options.previewRequest === true;
}

export function shownRequest({ method = 'POST', path, body = {} }: ServiceRequest): IDataObject {
	return { method, path, body: toItemJson(body) };
}

export function preview(request: PageRequest, largestPage: number, limit = Infinity): IDataObject {
	return { requests: [shownRequest(request(1, Math.min(largestPage, limit)))] };
}

const requests = new WeakMap<ItemRun['context'], Map<string, number>>();

/** An earlier input item may have had the same request, so that the result is duplicated. */
export function sameNote(
	{ context, itemIndex }: ItemRun,
	request: unknown,
	what: string,
): string | undefined {
	const known = requests.get(context) ?? new Map<string, number>();
	requests.set(context, known);
	const key = JSON.stringify(request);
	const first = known.get(key);
	if (first === undefined) known.set(key, itemIndex);
	return first === undefined || first === itemIndex
		? undefined
		: `Several input items request the same ${what}, so the node returns these ${what} once for each item. Filter the input to one item, turn on 'Execute Once' in Settings, or set values with expressions.`;
}

/** The concurrency and the pace of the first item apply to all items. */
export function serviceOf(context: IExecuteFunctions, first: ReadField): Service {
	let settings = DEFAULT_SETTINGS;
	try {
		settings = readSettings(first('options') as IDataObject);
	} catch {
		// A wrong option is reported when its item is processed.
	}
	return new Service(context, settings);
}
