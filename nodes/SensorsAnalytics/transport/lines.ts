import { type Answer, readAnswer, type Reply } from '../../../credentials/http/answer';

/** A failure is short; more of what is no result need not be read. */
const MAX_FAILURE = 64 * 1024;
const FAILURE_KEYS = new Set(['error', 'error_type', 'error_info', 'code', 'message', 'request_id']);

/**
 * What a streamed text answer means. Of a success, `body` is an AsyncIterable of its lines, read
 * as they are asked for; no more than one line and one chunk are held.
 * @param reply its body is a stream
 */
export async function readLines(reply: Reply, secrets: readonly string[]): Promise<Answer> {
	const lines = splitLines(reply.body as AsyncIterable<Uint8Array>);
	const isFine = reply.status >= 200 && reply.status < 300;
	const first = await lines.next();
	const line = first.done ? '' : first.value;
	if (isFine && !line.trimStart().startsWith('<') && !isFailureLine(line)) {
		return { kind: 'success', body: first.done ? lines : startingWith(line, lines) };
	}
	return readAnswer({ ...reply, body: await collect(line, lines) }, secrets);
}

/** Whether a line is a refusal (field notes 4.4), not a row that has a column of that name. */
export function isFailureLine(line: string): boolean {
	if (!line.startsWith('{')) return false;
	try {
		const parsed = JSON.parse(line) as { [key: string]: unknown };
		const says = typeof parsed.error === 'string' || typeof parsed.error_info === 'object';
		return says && Object.keys(parsed).every((key) => FAILURE_KEYS.has(key));
	} catch {
		return false;
	}
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of chunks) {
		rest += decoder.decode(chunk, { stream: true });
		const lines = rest.split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) yield line.replace(/\r$/, '');
	}
	rest += decoder.decode();
	if (rest !== '') yield rest;
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
	yield first;
	yield* rest;
}

async function collect(first: string, rest: AsyncGenerator<string>): Promise<string> {
	let text = first;
	for await (const line of rest) {
		text += `\n${line}`;
		if (text.length > MAX_FAILURE) break;
	}
	return text;
}
