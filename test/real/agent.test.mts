/**
 * Forty questions through n8n's own agent, with the example's tools: by a scripted model, or by a
 * real one, where AGENT_MODEL names it (docs/agents.md).
 */
import { readFile } from 'node:fs/promises';

import { DateTime } from 'luxon';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { faultOf } from '../agents/judge.mts';
import { type ModelServer, plain, startModel } from '../agents/modelServer.mts';
import { questions } from '../agents/questions.mts';
import { Truth, ZONE } from '../agents/truth.mts';
import { N8nApi } from './support/api.mts';
import { exampleCredential, N8n } from './support/n8n.mts';
import { untilItAnswers } from './support/webhooks.mts';
import { webhook } from './support/workflows.mts';

const WORKFLOW = 'agentAnalyst0001';
const PATH = 'question';
const MODEL_CREDENTIAL = 'model';
const MOST_CALLS = 4;
/** By tool, what the model fills in. */
const TOOLS: Record<string, string[]> = {
	Distribution_report: ['query'],
	Event_report: ['query'],
	Explain_change: ['query'],
	Find_events: ['search'],
	Find_properties: ['search', 'event'],
	Find_saved_reports: [],
	Funnel_report: ['query'],
	Property_values: ['property', 'search'],
	Retention_report: ['query'],
	Run_saved_report: ['chart', 'from', 'to'],
	SQL: ['sql'],
	User_report: ['query'],
};
const { AGENT_MODEL, AGENT_MODEL_URL = 'https://api.openai.com/v1', AGENT_MODEL_KEY } = process.env;
/** A real model may round its numbers. */
const ROUNDED = AGENT_MODEL === undefined ? 0 : 0.005;

interface ExampleNode {
	name: string;
	type: string;
	parameters: object;
}

describe('An AI agent with the node as its tools', () => {
	let simulator: Simulator;
	let n8n: N8n;
	let model: ModelServer;

	beforeAll(async () => {
		simulator = await startSimulator();
		model = await startModel();
		n8n = await N8n.prepare({ log: (line) => console.log(line) });
		await n8n.importCredentials(exampleCredential(simulator.url), {
			id: MODEL_CREDENTIAL,
			name: 'Model',
			type: 'openAiApi',
			data: {
				apiKey: AGENT_MODEL_KEY ?? 'none',
				url: AGENT_MODEL === undefined ? model.url : AGENT_MODEL_URL,
			},
		});
		const example = JSON.parse(
			await readFile('examples/agent-that-answers-questions.json', 'utf8'),
		) as { nodes: ExampleNode[] };
		const nodes = example.nodes.map((node) => ({ ...node, ...changesFor(node) }));
		const settings = { executionOrder: 'v1', timezone: ZONE };
		await n8n.importWorkflows({ [WORKFLOW]: { ...example, nodes, settings } });
		await n8n.start();
		await (await N8nApi.signIn(n8n.url)).publish(WORKFLOW);
		await untilItAnswers(address('ready?'));
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		model?.close();
	});

	/** The question comes by a webhook, and the model is ours. */
	function changesFor({ name, type, parameters }: ExampleNode): object {
		if (type.endsWith('.chatTrigger')) return { ...webhook(PATH), name };
		if (type.endsWith('.agent'))
			return { parameters: { ...parameters, text: '={{ $json.query.ask }}' } };
		if (!type.endsWith('.lmChatOpenAi')) return {};
		const chosen = AGENT_MODEL && { model: { __rl: true, mode: 'id', value: AGENT_MODEL } };
		return {
			parameters: { ...parameters, ...chosen },
			credentials: { openAiApi: { id: MODEL_CREDENTIAL, name: 'Model' } },
		};
	}

	function address(ask: string): string {
		return `${n8n.url}/webhook/${PATH}?ask=${encodeURIComponent(ask)}`;
	}

	async function answerTo(ask: string): Promise<string> {
		const response = await fetch(address(ask), { signal: AbortSignal.timeout(120_000) });
		const [item] = (await response.json()) as Array<{ output?: string }>;
		return item?.output ?? '';
	}

	it('answers forty questions, each within four calls, with one login at most', async () => {
		const right = new Truth(simulator.world.shopOf('production'), DateTime.now());
		const faults: string[] = [];
		for (const question of questions) {
			const chats = model.requests.length;
			const answer = await answerTo(plain(question.ask));
			const fault = faultOf(question, right, answer, ROUNDED);
			if (fault !== undefined) faults.push(`${question.ask} ${fault}`);
			// Each chat but the last one asks for a tool.
			if (AGENT_MODEL === undefined) {
				expect([question.ask, model.requests.length - chats - 1 <= MOST_CALLS]).toEqual([
					question.ask,
					true,
				]);
			}
		}
		expect(faults).toEqual([]);
		expect(simulator.world.logins.length).toBeLessThanOrEqual(1);
	}, 1_800_000);

	it('briefly describes for the model what each tool is for and what to fill in', () => {
		if (AGENT_MODEL !== undefined) return;
		const tools = (model.requests[0]?.tools ?? []).map((tool) => tool.function);
		const requests = tools.map(({ name, parameters }) => [
			name,
			Object.keys(parameters.properties),
		]);
		expect(Object.fromEntries(requests)).toEqual(TOOLS);
		const all = tools.flatMap(({ description, parameters }) => [
			description,
			...Object.values(parameters.properties).map(({ description: said = '' }) => said),
		]);
		for (const text of all) expect(text.length).toBeLessThan(1024);
		expect(all.join('').length).toBeLessThan(6500);
	});
});
