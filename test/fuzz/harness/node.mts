/** The built node in a substitute for n8n: one item, no engine, no network. */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import { setClock } from './clock.mts';
import { SERVICE } from './credentials.mts';

export type Parameters = { [name: string]: unknown };

/** A request of the node, without the address of the service. */
export interface Sent {
	method: 'GET' | 'POST';
	/** With the text after the question mark. */
	path: string;
	/** The text that went out. */
	body: string;
}

export interface Outcome {
	items: IDataObject[];
	hints: string[];
	sent: Sent[];
	/** Message and description of the error, if it ended with one. */
	error?: string;
}

/** The text of an answer, or with the status that it has. */
type Answer = string | { statusCode: number; payload: string };

/** Where and when the node runs, and what answers it. */
interface Scene {
	/** What the credential holds. */
	credential: IDataObject;
	/** Milliseconds since 1970. */
	now: number;
	/** Zone of the workflow; Shanghai unless something else is said. */
	zone?: string;
	/** What throws was not to be asked for. */
	answer: (sent: Sent) => Answer | Promise<Answer>;
}

const load = createRequire(resolve('package.json'));
let loaded: INodeType | undefined;

/** The node as `npm run build` left it; loaded when the first case runs. */
function builtNode(): INodeType {
	const path = resolve('dist/nodes/SensorsAnalytics/SensorsAnalytics.node.js');
	const { SensorsAnalytics } = load(path) as { SensorsAnalytics: new () => INodeType };
	return (loaded ??= new SensorsAnalytics());
}

/** Loads the node again for the next case. */
export function forgetNode(): void {
	loaded = undefined;
	const { cache } = load;
	for (const path of Object.keys(cache)) if (path.startsWith(resolve('dist'))) delete cache[path];
}

/** Runs the node for one item. */
export async function runNode(parameters: Parameters, scene: Scene): Promise<Outcome> {
	const node = builtNode();
	const outcome: Outcome = { items: [], hints: [], sent: [] };
	const back = setClock(scene.now);
	try {
		const [items] = (await node.execute?.call(standIn(parameters, scene, outcome))) as Array<
			Array<{ json: IDataObject }>
		>;
		outcome.items = items?.map(({ json }) => json) ?? [];
	} catch (error) {
		const { message, description } = error as { message: string; description?: string };
		outcome.error = [message, description].filter(Boolean).join(' | ');
	} finally {
		back();
	}
	return outcome;
}

function standIn(
	parameters: Parameters,
	{ credential, zone = 'Asia/Shanghai', answer }: Scene,
	{ hints, sent }: Outcome,
): IExecuteFunctions {
	const known: { [name: string]: unknown } = {
		getNode: () => ({
			id: 'node',
			name: 'Node',
			type: 'n8n-nodes-sensors-analytics.sensorsAnalytics',
			typeVersion: 1,
			position: [0, 0],
			parameters,
		}),
		getInputData: () => [{ json: {} }],
		// Its clock doesn't move: it would wait a third of a second before each request.
		getNodeParameter: (name: string, _item: number, fallback?: unknown) =>
			name === 'options'
				? { requestsPerSecond: 0, ...(parameters.options as IDataObject | undefined) }
				: name in parameters
					? parameters[name]
					: fallback,
		getCredentials: async () => credential,
		getTimezone: () => zone,
		getExecutionId: () => '1',
		getMode: () => 'trigger',
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => false,
		addExecutionHints: (...more: Array<{ message: string }>) =>
			hints.push(...more.map(({ message }) => message)),
		getWorkflow: () => ({ id: '1', name: 'Fuzz', active: false }),
		logger: { info() {}, warn() {}, error() {}, debug() {} },
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: Request) => {
				const one = sentBy(request);
				sent.push(one);
				const reported = await answer(one);
				const { statusCode, payload } =
					typeof reported === 'string' ? { statusCode: 200, payload: reported } : reported;
				const headers = { 'content-type': 'application/json' };
				return { statusCode, headers, body: Buffer.from(payload) };
			},
		},
	};
	return new Proxy(known, {
		get(target, key) {
			if (typeof key === 'string' && key in target) return target[key];
			if (typeof key === 'symbol' || key === 'then') return undefined;
			throw new Error(`The stand-in of n8n has no '${key}'`);
		},
		has: (target, key) => key in target,
	}) as unknown as IExecuteFunctions;
}

interface Request {
	method?: 'GET' | 'POST';
	url: string;
	qs?: { [name: string]: string };
	body?: string;
}

function sentBy({ method, url, qs = {}, body }: Request): Sent {
	const query = new URLSearchParams(qs).toString();
	const path = url.replace(SERVICE.baseUrl, '');
	return {
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		path: query === '' ? path : `${path}?${query}`,
		body: body ?? '',
	};
}
