/**
 * What a model reads of a refused call, through the agent node of both lines of n8n, in every
 * version that they have.
 */
import { readFile } from 'node:fs/promises';

import type { INode } from 'n8n-workflow';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import {
	type ChatRequest,
	type ModelServer,
	type ModelTurn,
	startModel,
} from '../agents/modelServer.mts';
import type { Call } from '../agents/scriptedModel.mts';
import { TOOL_TYPE } from '../support/engine.mts';
import { exampleCredential, N8n, VERSIONS } from './support/n8n.mts';

const WORKFLOW = 'agentVersions001';
const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** Versions of the agent node by the line of n8n. */
const AGENTS: Record<string, number[]> = {
	'2.40': [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.1, 2.2, 3, 3.1],
	'1.123': [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.1, 2.2, 3],
};

/** Kinds of agents until 1.5, which docs/agents.md says take no tool with several inputs. */
const OTHER_KINDS = ['conversationalAgent', 'reActAgent', 'planAndExecuteAgent'];

/** Calls that are refused, and what their answers have to hold. */
const REFUSED: Array<[Call, RegExp[]]> = [
	[
		{ tool: 'Event report', args: { query: { measures: ['PayOrdr'], range: 'yesterday' } } },
		[/PayOrdr/, /did you mean PayOrder/i],
	],
	[
		{ tool: 'Event report', args: { query: { measures: ['PayOrder'], range: 'someday' } } },
		[/'range' can't be/, /last 7 days/],
	],
	[
		{ tool: 'SQL', args: { sql: 'SELECT x FROM nowhere' } },
		[/rejected the request/, /Check the syntax of 'SQL'/, /events/],
	],
];

interface Example {
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

describe.each(VERSIONS)('Agents of n8n %s', (version) => {
	let simulator: Simulator;
	let model: ModelServer;
	let n8n: N8n;

	beforeAll(async () => {
		simulator = await startSimulator();
		model = await startModel(turnFor);
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
		await n8n.importCredentials(exampleCredential(simulator.url), {
			id: 'model',
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		model?.close();
	});

	it('pass on each refusal completely, in every version of the agent node', async () => {
		await n8n.importWorkflow(WORKFLOW, await workflowOf(AGENTS[version] as number[]));
		const { runData } = (await n8n.execute(WORKFLOW)).data.resultData;
		for (const kind of OTHER_KINDS)
			expect([kind, runData[kind]?.[0]?.error?.message]).toEqual([
				kind,
				expect.stringMatching(/tools are not supported by .* use "Tools Agent" instead/),
			]);
		const reported = new Map<string, string[]>();
		for (const { messages } of model.requests) {
			const answers = resultsIn(messages);
			if (answers.length > 0) reported.set(versionIn(messages), answers);
		}
		expect([...reported.keys()]).toEqual((AGENTS[version] as number[]).map(String));
		for (const [own, answers] of reported) {
			expect([own, answers.length]).toEqual([own, REFUSED.length]);
			for (const [index, [, words]] of REFUSED.entries()) {
				for (const word of words) expect(`${own}: ${answers[index]}`).toMatch(word);
			}
		}
	}, 300_000);

	it('is called by the newest agent of both lines in the example', async () => {
		const { nodes } = await example();
		const shared = (AGENTS['2.40'] as number[]).filter((one) => AGENTS['1.123']?.includes(one));
		expect(nodes.find(({ type }) => type === AGENT)?.typeVersion).toBe(Math.max(...shared));
	});
});

/** All wrong calls at once, of functions one by one; then it says that it is done. */
function turnFor({ messages, functions }: ChatRequest): ModelTurn {
	const { length } = resultsIn(messages);
	const wrong = REFUSED.slice(length).map(([call]) => call);
	return wrong.length === 0 || (length > 0 && !functions) ? { answer: 'done' } : { calls: wrong };
}

function resultsIn(messages: ChatRequest['messages']): string[] {
	return messages
		.filter(({ role }) => role === 'tool' || role === 'function')
		.map(({ content }) => String(content));
}

function versionIn(messages: ChatRequest['messages']): string {
	const said = messages.find(({ role }) => role === 'user')?.content ?? '';
	return /agent (\S+)/.exec(said)?.[1] ?? said;
}

async function example(): Promise<Example> {
	return JSON.parse(
		await readFile('examples/agent-that-answers-questions.json', 'utf8'),
	) as Example;
}

/** The example's model and tools, at one agent after another. */
async function workflowOf(versions: number[]): Promise<object> {
	const { nodes, connections } = await example();
	// Optional tools, which the example leaves apart, need a credential that is not there.
	const shared = nodes.filter(
		({ name, type }) =>
			name in connections && (type === TOOL_TYPE || type.endsWith('lmChatOpenAi')),
	);
	const wanted = [
		...versions.map((typeVersion) => ({
			typeVersion,
			name: `Agent ${typeVersion}`,
			// Earlier ones have no agent for tools.
			...(typeVersion < 1.6 ? { agent: 'openAiFunctionsAgent' } : {}),
		})),
		...OTHER_KINDS.map((agent) => ({ typeVersion: 1.5, name: agent, agent })),
	];
	const agents = wanted.map(({ typeVersion, name, ...kind }) => ({
		id: name,
		name,
		type: AGENT,
		typeVersion,
		position: [0, 0],
		onError: 'continueRegularOutput',
		parameters: {
			...kind,
			promptType: 'define',
			text: `Ask, agent ${typeVersion} please`,
			options: {},
		},
	}));
	// n8n fails an execution whose last node fails.
	const [start, end] = ['Start', 'End'].map((name) => ({
		id: name,
		name,
		type: `n8n-nodes-base.${name === 'End' ? 'noOp' : 'manualTrigger'}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	}));
	const to = (type: string, names: string[]) => ({
		[type]: [names.map((node) => ({ node, type, index: 0 }))],
	});
	const names = agents.map(({ name }) => name);
	return {
		name: 'Agents',
		nodes: [
			start,
			...agents,
			end,
			...shared.map((node) =>
				node.type === TOOL_TYPE
					? node
					: { ...node, credentials: { openAiApi: { id: 'model', name: 'Model' } } },
			),
		],
		connections: {
			...Object.fromEntries(
				['Start', ...names].map((from, index) => [from, to('main', [names[index] ?? 'End'])]),
			),
			...Object.fromEntries(
				shared.map(({ name, type }) => [
					name,
					to(type === TOOL_TYPE ? 'ai_tool' : 'ai_languageModel', names),
				]),
			),
		},
		settings: { executionOrder: 'v1', timezone: 'Asia/Shanghai' },
	};
}
