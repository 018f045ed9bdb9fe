import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { rowsOf } from './support/executions.mts';
import { N8n } from './support/n8n.mts';

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: object;
}
interface Workflow {
	name: string;
	nodes: Node[];
}

/** What stands for the nodes that send: the same expressions, posted to an endpoint of the test. */
const SENDERS: Record<string, (parameters: Record<string, unknown>) => string> = {
	'n8n-nodes-base.slack': ({ blocksUi, text }) =>
		blocksUi
			? `={{ JSON.stringify({ ...(${bare(blocksUi)}), text: ${bare(text)} }) }}`
			: `={{ JSON.stringify({ text: ${bare(text)} }) }}`,
	'n8n-nodes-base.emailSend': ({ subject, html }) =>
		`={{ JSON.stringify({ subject: ${bare(subject)}, html: ${bare(html)} }) }}`,
	'n8n-nodes-base.postgres': () => '={{ JSON.stringify($json) }}',
};
/** Triggers wait; a test does not. */
const TRIGGERS = ['n8n-nodes-base.scheduleTrigger'];
const CALLED = 'reportForOthers1';

const examples = readdirSync('examples').map((file): [string, Workflow] => [
	file.replace(/\.json$/, ''),
	JSON.parse(readFileSync(join('examples', file), 'utf8')) as Workflow,
]);
const byHand = examples.filter(([, { nodes }]) =>
	nodes.some(({ type }) => TRIGGERS.includes(type) || type.endsWith('.manualTrigger')),
);

describe('The example workflows in a complete n8n', () => {
	let simulator: Simulator;
	let n8n: N8n;
	let endpoint: Server;
	let url: string;
	const received: unknown[] = [];

	beforeAll(async () => {
		simulator = await startSimulator();
		endpoint = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				received.push(JSON.parse(Buffer.concat(chunks).toString()));
				response.setHeader('content-type', 'application/json').end('{"ok":true}');
			});
		});
		await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(endpoint.address() as { port: number }).port}/`;
		n8n = await N8n.prepare({
			log: (line) => console.log(line),
			// Otherwise a workflow is published only by a server that is running.
			settings: { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
		});
		await n8n.importExampleCredential(simulator.url);
		await n8n.importWorkflows(
			Object.fromEntries(examples.map(([name, workflow]) => [idOf(name), forTest(workflow, url)])),
		);
		await n8n.publish(CALLED);
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		endpoint?.close();
	});

	it.each(byHand)(
		'%s runs',
		async (name, { nodes }) => {
			received.length = 0;
			const result = await n8n.execute(idOf(name));
			expect(result.data.resultData.error).toBeUndefined();
			const last = nodes.filter(({ type }) => !type.endsWith('.stickyNote')).at(-1) as Node;
			expect(rowsOf(result, last.name).length).toBeGreaterThan(0);
			if (last.type in SENDERS) expect(received.length).toBeGreaterThan(0);

			if (name === 'daily-metrics-to-slack') {
				const [message] = received as Array<{ blocks: Array<{ type: string }>; text: string }>;
				expect(message?.blocks.map(({ type }) => type)).toEqual([
					'header',
					'context',
					'data_visualization',
					'table',
				]);
				expect(message?.text).toMatch(
					/^Yesterday's orders by city: \S+, orders [\d,]+ [▲▼=].*; \S+, orders /,
				);
			}
			if (name === 'weekly-comparison-by-email') {
				const [mail] = received as Array<{ subject: string; html: string }>;
				expect(mail?.subject).toBe('Orders of last week');
				expect(mail?.html).toMatch(/<svg[\s\S]*stroke-dasharray[\s\S]*<\/html>/);
			}
			if (name === 'chain-reports') expect(rowsOf(result, last.name)).toHaveLength(7);
		},
		120_000,
	);
});

function idOf(name: string): string {
	return name === 'report-for-other-workflows' ? CALLED : name;
}

function forTest(workflow: Workflow, url: string): Workflow {
	const nodes = workflow.nodes.map((node): Node => {
		if (TRIGGERS.includes(node.type)) {
			return { ...node, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
		}
		const write = SENDERS[node.type];
		if (!write) return node;
		return {
			...node,
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: write(node.parameters),
			},
		};
	});
	return { ...workflow, nodes };
}

/** The expression in `={{ … }}`, or a text as one. */
function bare(value: unknown): string {
	const text = String(value ?? '');
	return /^=\{\{([\s\S]*)\}\}$/.exec(text)?.[1]?.trim() ?? JSON.stringify(text);
}
