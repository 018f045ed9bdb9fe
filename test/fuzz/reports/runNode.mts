/** The built node, run on one item without n8n: what n8n gives it is played. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import { WITH_KEY, WITH_SECRET } from '../credentials.mts';

const load = createRequire(join(process.cwd(), 'package.json'));
const { SensorsAnalytics } = load(
	'./dist/nodes/SensorsAnalytics/SensorsAnalytics.node.js',
) as typeof import('../../../nodes/SensorsAnalytics/SensorsAnalytics.node');

export interface Sent {
	path: string;
	/** The text that went out. */
	body: string;
}

interface Request {
	url: string;
	qs?: { [name: string]: string };
	body?: string;
}

export interface Outcome {
	items: IDataObject[];
	hints: string[];
	sent: Sent[];
	/** Message of the error, if it ended with one. */
	error?: string;
}

/** The text of the answer to a request. */
export type Reply = (path: string, body: string) => string;
/** @param hasKey with a key of the OpenAPI in the credential */
export type Run = (parameters: IDataObject, reply: Reply, hasKey: boolean) => Promise<Outcome>;

export async function runNode(
	parameters: IDataObject,
	reply: Reply,
	hasKey = false,
): Promise<Outcome> {
	const outcome: Outcome = { items: [], hints: [], sent: [] };
	const context = {
		getNodeParameter: (name: string, _item: number, fallback: unknown) =>
			name in parameters ? parameters[name] : fallback,
		getInputData: () => [{ json: {} }],
		getNode: () => ({ name: 'Node', type: 'sensorsAnalytics', parameters }),
		getTimezone: () => 'Asia/Shanghai',
		getExecutionId: () => 'fuzz',
		getMode: () => 'trigger',
		continueOnFail: () => false,
		addExecutionHints: ({ message }: { message: string }) => outcome.hints.push(message),
		getCredentials: () => (hasKey ? WITH_KEY : WITH_SECRET),
		helpers: {
			httpRequestWithAuthentication: (_type: string, { url, qs = {}, body = '' }: Request) => {
				const query = new URLSearchParams(qs).toString();
				const path = query === '' ? url : `${url}?${query}`;
				outcome.sent.push({ path, body });
				return {
					statusCode: 200,
					headers: { 'content-type': 'application/json' },
					body: Buffer.from(reply(path, body)),
				};
			},
		},
	};
	const node = new SensorsAnalytics() as INodeType;
	try {
		const [items = []] = (await node.execute?.call(
			context as unknown as IExecuteFunctions,
		)) as Array<Array<{ json: IDataObject }>>;
		outcome.items = items.map(({ json }) => json);
	} catch (error) {
		outcome.error = (error as Error).message;
	}
	return outcome;
}
