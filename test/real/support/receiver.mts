import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** An endpoint that stands for chats, mail and databases, and keeps what it is sent. */
export class Receiver {
	readonly received: unknown[] = [];

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Receiver> {
		const receiver = new Receiver(
			createServer((request, response) => {
				const chunks: Buffer[] = [];
				request.on('data', (chunk: Buffer) => chunks.push(chunk));
				request.on('end', () => {
					receiver.received.push(JSON.parse(Buffer.concat(chunks).toString()));
					response.setHeader('content-type', 'application/json').end('{"ok":true}');
				});
			}),
		);
		await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
		return receiver;
	}

	/** The workflow with nodes that post here in place of those that send. */
	inPlaceOfSenders(workflow: Workflow): Workflow {
		const { port } = this.server.address() as AddressInfo;
		const nodes = workflow.nodes.map((node): WorkflowNode => {
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
	return type in SENDERS;
}

/** The expression in `={{ … }}`, or a text as one. */
function bare(value: unknown): string {
	const text = String(value ?? '');
	return /^=\{\{([\s\S]*)\}\}$/.exec(text)?.[1]?.trim() ?? JSON.stringify(text);
}
