/** The built node with an API key, run on one item without n8n, at a moment of its own. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import { setClock } from '../clock.mts';
import { WITH_KEY } from '../credentials.mts';

const load = createRequire(join(process.cwd(), 'package.json'));

export interface Sent {
	url: string;
	/** The text that went out. */
	body: string;
}

export interface Outcome {
	items: IDataObject[];
	hints: string[];
	sent: Sent[];
	/** Message of the error, if it ended with one. */
	error?: string;
}

export interface Situation {
	/** Milliseconds since 1970. */
	now: number;
	/** The text of the answer to a request. */
	answer: (url: string) => string;
}

/** Loaded when the first case runs: the unit tests of the judge do without a build. */
let loaded: INodeType | undefined;

export async function runNode(parameters: IDataObject, at: Situation): Promise<Outcome> {
	loaded ??= new (
		load('./dist/nodes/SensorsAnalytics/SensorsAnalytics.node.js') as {
			SensorsAnalytics: new () => INodeType;
		}
	).SensorsAnalytics();
	const outcome: Outcome = { items: [], hints: [], sent: [] };
	const context = {
		getNodeParameter: (name: string, _item: number, fallback: unknown) =>
			name in parameters ? parameters[name] : fallback,
		getInputData: () => [{ json: {} }],
		getNode: () => ({ name: 'Node', type: 'sensorsAnalytics', typeVersion: 1, parameters }),
		getTimezone: () => 'Asia/Shanghai',
		getExecutionId: () => 'fuzz',
		getMode: () => 'trigger',
		continueOnFail: () => false,
		addExecutionHints: (...hints: Array<{ message: string }>) =>
			outcome.hints.push(...hints.map(({ message }) => message)),
		getCredentials: () => WITH_KEY,
		helpers: {
			httpRequestWithAuthentication: (
				_type: string,
				{ url, body }: { url: string; body?: string },
			) => {
				outcome.sent.push({ url, body: body ?? '' });
				return {
					statusCode: 200,
					headers: { 'content-type': 'application/json' },
					body: Buffer.from(at.answer(url)),
				};
			},
		},
	};
	const back = setClock(at.now);
	try {
		const [items = []] = (await loaded.execute?.call(
			context as unknown as IExecuteFunctions,
		)) as Array<Array<{ json: IDataObject }>>;
		outcome.items = items.map(({ json }) => json);
	} catch (error) {
		const { message, description } = error as { message: string; description?: string };
		outcome.error = [message, description].filter(Boolean).join(' | ');
	} finally {
		back();
	}
	return outcome;
}
