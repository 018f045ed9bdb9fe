import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { rowsOf } from './support/executions.mts';
import { exampleCredential, N8n } from './support/n8n.mts';
import { manualTrigger } from './support/workflows.mts';

const WORKFLOW = 'agentAnalyst0001';
const MODEL_CREDENTIAL = 'model';
/** As a model asks that was told no name of the project. */
const ARGUMENTS = {
	query: { measures: ['支付订单'], group_by: ['渠道'], range: '2026-11-01..2026-11-02' },
};

interface ChatRequest {
	messages: Array<{ role: string; content: string; tool_call_id?: string }>;
	tools?: Array<{
		function: {
			name: string;
			description: string;
			parameters: { properties: Record<string, { description?: string }> };
		};
	}>;
}

/** Stands for a chat model: it calls the tool once, then answers with what the tool said. */
describe('An AI agent with the node as its tool', () => {
	let simulator: Simulator;
	let n8n: N8n;
	let model: Server;
	const asked: ChatRequest[] = [];

	beforeAll(async () => {
		simulator = await startSimulator();
		model = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const chat = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
				asked.push(chat);
				response
					.setHeader('content-type', 'application/json')
					.end(JSON.stringify(completionFor(chat)));
			});
		});
		await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
		const { port } = model.address() as { port: number };
		n8n = await N8n.prepare({ log: (line) => console.log(line) });
		await n8n.importCredentials(exampleCredential(simulator.url), {
			id: MODEL_CREDENTIAL,
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: `http://127.0.0.1:${port}/v1` },
		});
		const example = JSON.parse(
			await readFile('examples/agent-that-answers-questions.json', 'utf8'),
		) as { nodes: Array<{ name: string; type: string; parameters: { text?: string } }> };
		const nodes = example.nodes.map((node) => {
			if (node.type.endsWith('.chatTrigger'))
				return { ...node, ...manualTrigger(), name: node.name };
			if (node.type.endsWith('.lmChatOpenAi'))
				return { ...node, credentials: { openAiApi: { id: MODEL_CREDENTIAL, name: 'Model' } } };
			if (node.type.endsWith('.agent'))
				return { ...node, parameters: { ...node.parameters, text: 'How many orders were there?' } };
			return node;
		});
		await n8n.importWorkflows({ [WORKFLOW]: { ...example, nodes } });
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		model?.close();
	});

	it('fills in one query as JSON by its description, in the words that people use, and gets a compact answer', async () => {
		const result = await n8n.execute(WORKFLOW);
		expect(result.data.resultData.error).toBeUndefined();

		const tools = (asked[0]?.tools ?? []).map((tool) => tool.function);
		expect(tools.map(({ name }) => name).sort()).toEqual(['Event_report', 'Funnel_report']);
		for (const { description, parameters } of tools) {
			expect(description.length).toBeLessThan(1024);
			expect(Object.keys(parameters.properties)).toEqual(['query']);
			expect(parameters.properties.query?.description).toMatch(
				/as JSON such as \{".* are needed\.$/,
			);
		}

		const orders = ['2026-11-01', '2026-11-02'].flatMap((day) =>
			simulator.world
				.shopOf('production')
				.eventsOf(day)
				.filter(({ event }) => event === 'PayOrder'),
		);
		const [answer] = rowsOf(result, 'Analyst');
		expect(answer?.output).toContain(`"all_groups":{"PayOrder_events":${orders.length}}`);
		for (const channel of ['ads', 'search']) {
			const own = orders.filter(({ properties }) => properties.channel === channel);
			expect(answer?.output).toContain(`["${channel}",${own.length}]`);
		}
	}, 120_000);
});

function completionFor({ messages, tools }: ChatRequest): object {
	const said = messages.at(-1);
	const message =
		said?.role === 'tool'
			? { role: 'assistant', content: `The tool says ${said.content}` }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: 'call-1',
							type: 'function',
							function: {
								name: tools?.find((tool) => tool.function.name.startsWith('Event'))?.function.name,
								arguments: JSON.stringify(ARGUMENTS),
							},
						},
					],
				};
	return {
		id: 'chat-1',
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [{ index: 0, message, finish_reason: said?.role === 'tool' ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
