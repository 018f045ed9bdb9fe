/** The built node, run on one item without n8n; the simulator answers, signed in as n8n would do. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import type { Simulator } from '../../../simulator/server.mts';
import { KEY, SECRET } from '../credentials.mts';

const load = createRequire(join(process.cwd(), 'package.json'));
const PATH = './dist/nodes/SensorsAnalytics/SensorsAnalytics.node.js';

/** The node as `npm run build` left it. */
function builtNode(): INodeType {
	const { SensorsAnalytics } = load(
		PATH,
	) as typeof import('../../../nodes/SensorsAnalytics/SensorsAnalytics.node');
	return new SensorsAnalytics();
}

/** Loads it anew next time. */
export function forgetNode(): void {
	for (const path of [PATH, './dist/bundle.js']) delete load.cache[load.resolve(path)];
}

interface Request {
	method?: 'GET' | 'POST';
	url: string;
	qs?: { [name: string]: string };
	body?: string;
}

/** What came of one item. */
export interface Outcome {
	items: IDataObject[];
	/** What the node refused, in its words. */
	error?: string;
}

export async function runNode(
	{ app, world }: Simulator,
	form: IDataObject,
	hasKey: boolean,
): Promise<Outcome> {
	const parameters: IDataObject = { resource: 'report', queryMode: 'fields', ...form };
	const key = world.apiKeys.of('analyst');
	const service = { baseUrl: 'https://service.example', project: 'production' };
	const credential = hasKey
		? { ...KEY, ...service, apiKey: key }
		: { ...SECRET, ...service, apiSecret: world.secrets.of('admin') };
	const signed: { qs: { [name: string]: string }; headers: { [name: string]: string } } = hasKey
		? { qs: {}, headers: { 'api-key': key, 'sensorsdata-project': 'production' } }
		: { qs: { token: world.secrets.of('admin'), project: 'production' }, headers: {} };
	const context = {
		getNodeParameter: (name: string, _item: number, fallback: unknown) =>
			name in parameters ? parameters[name] : fallback,
		getInputData: () => [{ json: {} }],
		getNode: () => ({
			name: 'Node',
			type: 'n8n-nodes-sensors-analytics.sensorsAnalytics',
			parameters,
			typeVersion: 1,
		}),
		getTimezone: () => 'Asia/Shanghai',
		getExecutionId: () => 'fuzz',
		getMode: () => 'trigger',
		continueOnFail: () => false,
		addExecutionHints: () => undefined,
		getCredentials: () => credential,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { method, url, qs, body }: Request) => {
				const path = url.replace(service.baseUrl, '');
				const { statusCode, payload } = await app.inject({
					method: method ?? (body === undefined ? 'GET' : 'POST'),
					url: path,
					query: { ...qs, ...signed.qs },
					headers: {
						...(body === undefined ? {} : { 'content-type': 'application/json' }),
						...signed.headers,
					},
					...(body === undefined ? {} : { payload: body }),
				});
				const headers = { 'content-type': 'application/json' };
				return { statusCode, headers, body: Buffer.from(payload) };
			},
		},
	};
	const node = builtNode();
	try {
		const [items = []] = (await node.execute?.call(
			context as unknown as IExecuteFunctions,
		)) as Array<Array<{ json: IDataObject }>>;
		return { items: items.map(({ json }) => json) };
	} catch (error) {
		const { message, description } = error as { message: string; description?: string };
		return { items: [], error: [message, description].filter(Boolean).join(' | ') };
	}
}
