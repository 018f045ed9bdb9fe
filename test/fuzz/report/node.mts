/** The built node in a stand-in of n8n: one call, no engine, no network. */
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import { setClock } from '../clock.mts';
import { WITH_KEY, WITH_SECRET } from '../credentials.mts';

export type Parameters = { [name: string]: unknown };
/** Answers the body of a request for an event report; a thrown error is a refusal. */
export type AnswerReport = (body: unknown) => unknown;

/** A number as JSON has it, with digits that JavaScript's own can't hold. */
export const asJson = (value: number | string) =>
	typeof value === 'string' ? `@@long ${value}` : value;

const toText = (answer: unknown) => JSON.stringify(answer).replace(/"@@long (-?\d+)"/g, '$1');

export interface Outcome {
	items?: IDataObject[];
	error?: string;
	hints: string[];
}

interface NodeClass {
	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

let loaded: NodeClass | undefined;

/** The node as `npm run build` left it. */
function builtNode(): NodeClass {
	const load = createRequire(resolve('package.json'));
	const path = resolve('dist/nodes/SensorsAnalytics/SensorsAnalytics.node.js');
	const { SensorsAnalytics } = load(path) as { SensorsAnalytics: new () => NodeClass };
	return (loaded ??= new SensorsAnalytics());
}

/** Loads it anew next time. */
export function forgetNode(): void {
	loaded = undefined;
	const { cache } = createRequire(resolve('package.json'));
	for (const path of Object.keys(cache)) if (path.startsWith(resolve('dist'))) delete cache[path];
}

/** When and where it runs, and whether the credential has an API Key. */
export interface Situation {
	/** Milliseconds since 1970. */
	now: number;
	zone: string;
	hasKey?: boolean;
	/** The report is of sessions. */
	isOfSessions?: boolean;
}

/** Runs the node for one item. */
export async function runNode(
	parameters: Parameters,
	at: Situation,
	answer: AnswerReport,
): Promise<Outcome> {
	const node = builtNode();
	const hints: string[] = [];
	const context = standIn(parameters, at, answer, hints);
	const back = setClock(at.now);
	try {
		const [items] = await node.execute.call(context);
		return { items: items?.map(({ json }) => json) ?? [], hints };
	} catch (error) {
		const { message, description } = error as { message: string; description?: string };
		return { error: [message, description].filter(Boolean).join(' | '), hints };
	} finally {
		back();
	}
}

function standIn(
	parameters: Parameters,
	{ zone, hasKey, isOfSessions }: Situation,
	answer: AnswerReport,
	hints: string[],
): IExecuteFunctions {
	const node: INode = {
		id: 'node',
		name: 'Report',
		type: 'n8n-nodes-sensors-analytics.sensorsAnalytics',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const request = async (_type: string, { body, url }: { body?: unknown; url?: string }) => {
		const model = isOfSessions ? 'session' : 'segmentation';
		const path = hasKey ? `/api/v3/analytics/v1/model/${model}/report` : '/api/events/report';
		if (!url?.includes(path)) throw new Error(`Not a report: ${url}`);
		const sent: unknown = typeof body === 'string' ? JSON.parse(body) : body;
		const bytes = Buffer.from(toText(answer(sent)));
		return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: bytes };
	};
	const known: { [name: string]: unknown } = {
		getNode: () => node,
		getInputData: () => [{ json: {} }],
		getNodeParameter: (name: string, _item: number, fallback?: unknown) =>
			name in parameters ? parameters[name] : fallback,
		getCredentials: async () => (hasKey ? WITH_KEY : WITH_SECRET),
		getTimezone: () => zone,
		getExecutionId: () => '1',
		getMode: () => 'trigger',
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => false,
		addExecutionHints: (...more: Array<{ message: string }>) =>
			hints.push(...more.map(({ message }) => message)),
		helpers: { httpRequestWithAuthentication: request },
		getWorkflow: () => ({ id: '1', name: 'Fuzz', active: false }),
		logger: { info() {}, warn() {}, error() {}, debug() {} },
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
