import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from '../../credentials/ways';
import type { Ask, PageRequest } from './api/api';
import { type Catalog, catalogOf } from './catalog/catalog';
import { toItemJson } from './output/rows';
import { type Form, readingOf } from './params/expression';
import type { ReadField } from './params/read';
import { readSettings } from './params/settings';
import { DEFAULT_SETTINGS, type ServiceSettings } from './transport/queue';
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

/** @throws what an expression in the options throws */
export function itemRun(
	context: IExecuteFunctions,
	service: Service,
	itemIndex: number,
	form: Omit<Form, 'evaluate'> = { saved: {}, labelOf: () => undefined },
): ItemRun {
	const read = readingOf(
		(name) => context.getNodeParameter(name, itemIndex, name === 'options' ? {} : ''),
		{
			...form,
			evaluate: (expression) => context.evaluateExpression(expression, itemIndex),
		},
	);
	// n8n goes through all fields of the form to read one: several readers ask for the same.
	const known = new Map<string, unknown>();
	const field = (name: string) => {
		if (!known.has(name)) known.set(name, read(name));
		return known.get(name);
	};
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

/** The request for the first page, as an item. */
export function preview(request: PageRequest, largestPage: number, limit = Infinity): IDataObject {
	const { path, body } = request(1, Math.min(largestPage, limit));
	return { requests: [{ method: 'POST', path, body: toItemJson(body) }] };
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

	constructor(private readonly context: IExecuteFunctions) {
		this.settings = this.settingsOfRun();
		this.shared = new Service(context, this.settings);
	}

	/** Whether the service has answered yet in this run. */
	get hasAnswered(): boolean {
		return [this.shared, ...this.bySettings.values()].some(({ hasAnswered }) => hasAnswered);
	}

	/** @throws UserError that names a wrong option of the item */
	of(itemIndex: number): Service {
		const settings = this.read(itemIndex);
		const key = JSON.stringify(settings);
		const known = this.bySettings.get(key);
		if (known) return known;
		const service = this.shared.withSettings(settings);
		this.bySettings.set(key, service);
		return service;
	}

	private read(itemIndex: number): ServiceSettings {
		return readSettings(this.context.getNodeParameter('options', itemIndex, {}) as IDataObject);
	}

	/** A wrong option is told where its item is worked on. */
	private settingsOfRun(): ServiceSettings {
		try {
			return this.read(0);
		} catch {
			return DEFAULT_SETTINGS;
		}
	}
}
