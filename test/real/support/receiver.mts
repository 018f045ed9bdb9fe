import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { judgeRobot, ROBOTS } from './robotServer.mts';

export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: object;
}
export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
}

/** What each node would send, as an expression. */
const SENDERS: Record<string, (parameters: Record<string, unknown>) => string> = {
	'n8n-nodes-base.slack': ({ blocksUi, text }) =>
		blocksUi
			? `={{ JSON.stringify({ ...(${bare(blocksUi)}), text: ${bare(text)} }) }}`
			: `={{ JSON.stringify({ text: ${bare(text)} }) }}`,
	'n8n-nodes-base.emailSend': ({ subject, html }) =>
		`={{ JSON.stringify({ subject: ${bare(subject)}, html: ${bare(html)} }) }}`,
	'n8n-nodes-base.postgres': () => '={{ JSON.stringify($json) }}',
};

/** An endpoint in place of chats, mail and databases, which keeps what it receives. */
export class Receiver {
	readonly received: unknown[] = [];

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Receiver> {
		const receiver = new Receiver(
			createServer((request, response) => {
				const chunks: Buffer[] = [];
				request.on('data', (chunk: Buffer) => chunks.push(chunk));
				request.on('end', () => {
					const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
					receiver.received.push(body);
					const fault = judgeRobot(new URL(request.url ?? '/', 'http://localhost'), body);
					response.statusCode = fault === undefined ? 200 : 400;
					response
						.setHeader('content-type', 'application/json')
						.end(JSON.stringify(fault === undefined ? { ok: true } : { fault }));
				});
			}),
		);
		await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
		return receiver;
	}

	/** The workflow with nodes that post here in place of those that send. */
	inPlaceOfSenders(workflow: Workflow): Workflow {
		const { port } = this.server.address() as AddressInfo;
		const text = ROBOTS.reduce(
			(all, [address, path]) => all.replaceAll(address, `http://127.0.0.1:${port}${path}`),
			JSON.stringify(workflow.nodes),
		);
		const nodes = (JSON.parse(text) as WorkflowNode[]).map((node): WorkflowNode => {
			const write = SENDERS[node.type];
			if (!write) return node;
			const parameters = {
				method: 'POST',
				url: `http://127.0.0.1:${port}/`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: write(node.parameters),
			};
			return { ...node, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
		});
		return { ...workflow, nodes };
	}

	close(): void {
		this.server.close();
	}
}

export function isSender({ type }: WorkflowNode): boolean {
	return type in SENDERS || type === 'n8n-nodes-base.httpRequest';
}

/** The expression in `={{ … }}`, or a text as one. */
function bare(value: unknown): string {
	const text = String(value ?? '');
	return /^=\{\{([\s\S]*)\}\}$/.exec(text)?.[1]?.trim() ?? JSON.stringify(text);
}
