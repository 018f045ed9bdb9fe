/** A chat model by the OpenAI protocol, which answers as the scripted model does. */
import { createServer } from 'node:http';

import { questions } from './questions.mts';
import { nextTurn, type Told, type Turn } from './scriptedModel.mts';

interface ToolCall {
	id: string;
	function: { name: string; arguments: string };
}

interface Message {
	role: string;
	content: string | null;
	tool_calls?: ToolCall[];
	tool_call_id?: string;
}

export interface ChatRequest {
	messages: Message[];
	tools?: Array<{
		function: {
			name: string;
			description: string;
			parameters: { properties: Record<string, { description?: string }> };
		};
	}>;
}

export interface ModelServer {
	url: string;
	asked: ChatRequest[];
	close(): void;
}

/** Chats are kept in `asked`. */
export async function startModel(): Promise<ModelServer> {
	const asked: ChatRequest[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const chat = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
			asked.push(chat);
			response
				.setHeader('content-type', 'application/json')
				.end(JSON.stringify(completion(turnFor(chat))));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	return { url: `http://127.0.0.1:${port}/v1`, asked, close: () => server.close() };
}

function turnFor({ messages, tools }: ChatRequest): Turn {
	// Who is given numbers and no tools says them again.
	if (!tools?.length) return { answer: String(messages.at(-1)?.content) };
	const said = messages.find(({ role }) => role === 'user')?.content ?? '';
	const question = questions.find(({ ask }) => said.includes(plain(ask)));
	if (!question) return { answer: `The script has no such question: ${said}` };
	return nextTurn(question, toldIn(messages));
}

/** The question as people ask it. */
export function plain(ask: string): string {
	return ask.replace(/[[\]]/g, '');
}

function toldIn(messages: readonly Message[]): Told[] {
	return messages
		.flatMap(({ tool_calls: calls = [] }) => calls)
		.map(({ id, function: { name, arguments: args } }) => ({
			tool: nameOfNode(name),
			args: JSON.parse(args) as Told['args'],
			text: messages.find(({ tool_call_id: of }) => of === id)?.content ?? '',
		}));
}

/** n8n calls tools as their nodes are called, with a line for a space. */
const nameOfNode = (tool: string) => tool.replaceAll('_', ' ');
const nameOfTool = (node: string) => node.replaceAll(' ', '_');

function completion(turn: Turn): object {
	const isCall = 'call' in turn;
	const message = isCall
		? {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call-${Math.random().toString(36).slice(2)}`,
						type: 'function',
						function: {
							name: nameOfTool(turn.call.tool),
							arguments: JSON.stringify(turn.call.args),
						},
					},
				],
			}
		: { role: 'assistant', content: turn.answer };
	return {
		id: 'chat-1',
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: isCall ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
