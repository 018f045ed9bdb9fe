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
import { toItemJson } from './output/rows';
import { type Form, hasExpression, readingOf } from './params/expression';
import type { ReadField } from './params/read';
import { readSettings } from './params/settings';
import { DEFAULT_SETTINGS, type ServiceSettings } from './transport/settings';
import { Service } from './transport/service';

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

/** The form of a run, as all of its items read it. */
interface RunForm extends Omit<Form, 'evaluate'> {
	/** Values of the fields without an expression, which are the same for each item. */
	shared: Map<string, unknown>;
}

/**
 * The form, as an item has it. n8n goes through all fields of the form to read one: a field is read
 * once for the item, and one without an expression once for all items.
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

/** @throws what an expression in the options throws */
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

/** Whether the option Preview Request asks for the request in place of its answer. */
export function isPreview({ options }: ItemRun): boolean {
	return options.previewRequest === true;
}

/** A request as a preview shows it. */
export function shownRequest({ method = 'POST', path, body = {} }: ServiceRequest): IDataObject {
	return { method, path, body: toItemJson(body) };
}

/** The request for the first page, as an item. */
export function preview(request: PageRequest, largestPage: number, limit = Infinity): IDataObject {
	return { requests: [shownRequest(request(1, Math.min(largestPage, limit)))] };
}

/** What the input items of a run asked for, and the first item that did. */
const requests = new WeakMap<ItemRun['context'], Map<string, number>>();

/**
 * That an earlier input item asked for the same, so that it comes several times.
 * @param request what is sent, or what it is made of
 * @param what in the plural, such as `users`
 */
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

/** The service as each item of a run asks for it. */
export class ItemServices {
	/** Of the first item: how many items at once, and the pace, are of the whole run. */
	readonly settings: ServiceSettings;
	readonly shared: Service;
	private readonly bySettings = new Map<string, Service>();

	/** @param first the form, as the first item has it */
	constructor(context: IExecuteFunctions, first: ReadField) {
		this.settings = settingsOfRun(first);
		this.shared = new Service(context, this.settings);
	}

	/** Whether the service has answered yet in this run. */
	get hasAnswered(): boolean {
		return [this.shared, ...this.bySettings.values()].some(({ hasAnswered }) => hasAnswered);
	}

	/** @throws UserError that names a wrong option of the item */
	of(field: ReadField): Service {
		const settings = settingsIn(field);
		const key = JSON.stringify(settings);
		const known = this.bySettings.get(key);
		if (known) return known;
		const service = this.shared.withSettings(settings);
		this.bySettings.set(key, service);
		return service;
	}
}

function settingsIn(field: ReadField): ServiceSettings {
	return readSettings(field('options') as IDataObject);
}

/** A wrong option is reported where its item is worked on. */
function settingsOfRun(first: ReadField): ServiceSettings {
	try {
		return settingsIn(first);
	} catch {
		return DEFAULT_SETTINGS;
	}
}
