/** A chat model by the OpenAI protocol, which answers as the scripted model does. */
import { createServer } from 'node:http';

import { questions } from './questions.mts';
import { type Call, nextTurn, type ToolResult, type Turn } from './scriptedModel.mts';

interface ToolCall {
	id: string;
	function: { name: string; arguments: string };
}

interface ChatMessage {
	role: string;
	content: string | null;
	tool_calls?: ToolCall[];
	tool_call_id?: string;
}

export interface ChatRequest {
	messages: ChatMessage[];
	/** In pieces, as events. */
	stream?: boolean;
	/** What tools were called before. */
	functions?: unknown[];
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
	requests: ChatRequest[];
	close(): void;
}

/** What a model does next: it calls tools, several at once, or answers. */
export type ModelTurn = { calls: Call[] } | { answer: string };

/**
 * Chats are kept in `asked`.
 * @param turnFor the scripted model's, if not given
 */
export async function startModel(
	turnFor: (chat: ChatRequest) => ModelTurn = scriptedTurn,
): Promise<ModelServer> {
	const requests: ChatRequest[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const chat = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
			requests.push(chat);
			const message = messageOf(turnFor(chat), chat.functions !== undefined);
			if (chat.stream) {
				response.setHeader('content-type', 'text/event-stream').end(inPieces(message));
				return;
			}
			const choice = { index: 0, message, finish_reason: 'stop' };
			response
				.setHeader('content-type', 'application/json')
				.end(JSON.stringify(completion('chat.completion', choice)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	return { url: `http://127.0.0.1:${port}/v1`, requests, close: () => server.close() };
}

function scriptedTurn(chat: ChatRequest): ModelTurn {
	const turn = turnOf(chat);
	return 'call' in turn ? { calls: [turn.call] } : turn;
}

function turnOf({ messages, tools }: ChatRequest): Turn {
	// Who is given numbers and no tools says them again.
	if (!tools?.length) return { answer: String(messages.at(-1)?.content) };
	const said = messages.find(({ role }) => role === 'user')?.content ?? '';
	const question = questions.find(({ ask }) => said.includes(plain(ask)));
	if (!question) return { answer: `The script has no such question: ${said}` };
	return nextTurn(question, resultsIn(messages));
}

/** The question as people ask it. */
export function plain(ask: string): string {
	return ask.replace(/[[\]]/g, '');
}

function resultsIn(messages: readonly ChatMessage[]): ToolResult[] {
	return messages
		.flatMap(({ tool_calls: calls = [] }) => calls)
		.map(({ id, function: { name, arguments: args } }) => ({
			tool: nameOfNode(name),
			args: JSON.parse(args) as ToolResult['args'],
			text: messages.find(({ tool_call_id: of }) => of === id)?.content ?? '',
		}));
}

/** n8n calls tools as their nodes are called, with a line for a space. */
const nameOfNode = (tool: string) => tool.replaceAll('_', ' ');
const nameOfTool = (node: string) => node.replaceAll(' ', '_');

/** @param isOld whether tools are functions, of which one is called at a time */
function messageOf(turn: ModelTurn, isOld: boolean): object {
	if ('answer' in turn) return { role: 'assistant', content: turn.answer };
	const calls = turn.calls.map(({ tool, args }) => ({
		name: nameOfTool(tool),
		arguments: JSON.stringify(args),
	}));
	if (isOld) return { role: 'assistant', content: null, function_call: calls[0] };
	return {
		role: 'assistant',
		content: null,
		tool_calls: calls.map((own, index) => ({
			index,
			id: `call-${Math.random().toString(36).slice(2)}`,
			type: 'function',
			function: own,
		})),
	};
}

/** The message as a stream of events: in one piece, and that it is over. */
function inPieces(message: object): string {
	const pieces = [
		{ index: 0, delta: message, finish_reason: null },
		{ index: 0, delta: {}, finish_reason: 'stop' },
	];
	const events = pieces.map((choice) =>
		JSON.stringify(completion('chat.completion.chunk', choice)),
	);
	return [...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join('');
}

function completion(object: string, choice: object): object {
	return {
		id: 'chat-1',
		object,
		created: 0,
		model: 'scripted',
		choices: [choice],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
