import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { type ModelServer, startModel } from '../agents/modelServer.mts';
import { N8nApi } from './support/api.mts';
import { filesOf, rowsOf } from './support/executions.mts';
import { N8n } from './support/n8n.mts';
import { isSender, Receiver, type Workflow, type WorkflowNode } from './support/receiver.mts';

/** Triggers wait; a test does not. */
const TRIGGERS = ['n8n-nodes-base.scheduleTrigger'];
const MODEL = 'model';
const CALLED = 'reportForOthers1';

const examples = readdirSync('examples').map((file): [string, Workflow] => [
	file.replace(/\.json$/, ''),
	JSON.parse(readFileSync(join('examples', file), 'utf8')) as Workflow,
]);
const byHand = examples.filter(([, { nodes }]) => nodes.some(isStartedByHand));

describe('The example workflows in a complete n8n', () => {
	let simulator: Simulator;
	let n8n: N8n;
	let api: N8nApi;
	let receiver: Receiver;
	let model: ModelServer;

	beforeAll(async () => {
		simulator = await startSimulator();
		receiver = await Receiver.start();
		model = await startModel();
		n8n = await N8n.prepare({
			log: (line) => console.log(line),
			// Otherwise a workflow is published only by a server that is running.
			settings: { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
		});
		await n8n.importExampleCredential(simulator.url, simulator.world.apiKeys.of('analyst'));
		await n8n.importCredentials({
			id: MODEL,
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		await n8n.importWorkflows(
			Object.fromEntries(
				examples.map(([name, workflow]) => [
					idOf(name),
					startedByHand(withModel(receiver.inPlaceOfSenders(workflow))),
				]),
			),
		);
		await n8n.start();
		api = await N8nApi.signIn(n8n.url);
		await api.publish(CALLED);
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		receiver?.close();
		model?.close();
	});

	it.each(byHand)(
		'%s runs',
		async (name, { nodes }) => {
			receiver.received.length = 0;
			const result = await api.run(idOf(name), triggerOf(nodes));
			expect(result.data.resultData.error).toBeUndefined();
			const last = nodes.filter(({ type }) => !type.endsWith('.stickyNote')).at(-1) as WorkflowNode;
			expect(rowsOf(result, last.name).length).toBeGreaterThan(0);
			const { received } = receiver;
			if (isSender(last)) expect(received.length).toBeGreaterThan(0);

			if (name === 'daily-metrics-to-slack') {
				const [message] = received as Array<{ blocks: Array<{ type: string }>; text: string }>;
				expect(message?.blocks.map(({ type }) => type)).toEqual([
					'header',
					'rich_text',
					'data_visualization',
					'table',
					'context',
				]);
				// The measure that moved most leads.
				expect(message?.text).toMatch(
					/^Yesterday's orders by city: (?:orders|customers|revenue) \w{3} \d+ \w{3}: [\d,.]+.* · Shanghai time$/,
				);
			}
			if (name === 'weekly-comparison-by-email') {
				const [mail] = received as Array<{ subject: string; html: string }>;
				expect(mail?.subject).toBe('Orders of last week');
				expect(mail?.html).toMatch(/#0072b2[^]*#9a9a9a[^]*<\/html>/);
			}
			if (name === 'several-reports-to-slack') {
				const [message] = received as Array<{ blocks: Array<{ type: string }>; text: string }>;
				expect(message?.blocks.map(({ type }) => type)).toEqual(['header', 'rich_text', 'context']);
				// One line for each report, with both of its measures; a notification is cut at its end.
				expect(message?.text).toMatch(
					/^Last week: Orders, [^:]+: [^;]+; customers: [^;]+; Funnel: .+ converted \(\d+ of \d+ users\).*; Retention: .+ had the event again the next day \(.+\)/,
				);
			}
			if (name === 'weekly-summary-by-a-model') {
				const [message] = received as Array<{ blocks: Array<{ type: string; text?: object }> }>;
				expect(message?.blocks.map(({ type }) => type)).toContain('data_visualization');
				// What the model received: last week's numbers, with those of the week before.
				expect(message?.blocks.at(-1)?.text).toMatchObject({
					text: expect.stringMatching(/orders_previous[^]*"rows":\[\["[A-Z][a-z]+",\d+/) as string,
				});
			}
			const fileLines = async () => {
				const [file] = filesOf(result, last.name);
				if (!file) throw new Error(`${last.name} has no file`);
				const text = await api.textOf(file);
				return { fileName: file.fileName, lines: text.trimEnd().split(/\r?\n/) };
			};
			if (name === 'who-stopped-at-the-cart') {
				const steps = rowsOf(result, 'View to order');
				const users = rowsOf(result, 'Who stopped there');
				expect(users).toHaveLength(Number(steps[2]?.users) - Number(steps[3]?.users));
				const { fileName, lines } = await fileLines();
				expect(fileName).toBe('stopped-at-the-cart.csv');
				expect(lines[0]).toMatch(/^\W*id,.*city,level$/);
				expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(users.map(({ id }) => id));
			}
			if (name === 'members-of-a-group-as-csv') {
				const [group] = rowsOf(result, 'Compute the group');
				const { fileName, lines } = await fileLines();
				expect(fileName).toBe(`${String(group?.name)}.csv`);
				expect(lines).toHaveLength(Number(group?.users) + 1);
			}
			if (name === 'chain-reports') expect(rowsOf(result, last.name)).toHaveLength(7);
		},
		600_000,
	);
});

function withModel(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.lmChatOpenAi')
			? { ...node, credentials: { openAiApi: { id: MODEL, name: 'Model' } } }
			: node,
	);
	return { ...workflow, nodes };
}

function idOf(name: string): string {
	return name === 'report-for-other-workflows' ? CALLED : name;
}

function triggerOf(nodes: WorkflowNode[]): string {
	return (nodes.find(isStartedByHand) as WorkflowNode).name;
}

function isStartedByHand({ type }: WorkflowNode): boolean {
	return TRIGGERS.includes(type) || type.endsWith('.manualTrigger');
}

function startedByHand(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) =>
		TRIGGERS.includes(node.type)
			? { ...node, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }
			: node,
	);
	return { ...workflow, nodes };
}
