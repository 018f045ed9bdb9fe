import { type Answer, readAnswer, type Reply } from '../../../credentials/http/answer';

/** What has arrived of an answer: all of it, or a stream of the rest from its first byte on. */
export type Bytes = Uint8Array | ByteStream;

/** The part of a Node.js stream that is used here. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	iterator(options: { destroyOnReturn: boolean }): AsyncIterableIterator<Uint8Array>;
	unshift(chunk: Uint8Array): void;
}

/** A refusal is short; a first line longer than this is a result. */
const MAX_PEEK = 64 * 1024;
const NEWLINE = 0x0a;
const REFUSAL_KEYS = new Set([
	'error',
	'error_type',
	'error_info',
	'code',
	'message',
	'request_id',
]);

/**
 * What a streamed text answer means, told from its first line. Of a success, `body` are its
 * Bytes; nothing but that line is held.
 * @param reply its body is a stream
 */
export async function readStream(reply: Reply, secrets: readonly string[]): Promise<Answer> {
	const stream = reply.body as ByteStream;
	const { peeked, isAll } = await peek(stream);
	const line = peeked.toString().split('\n')[0] ?? '';
	const isFine = reply.status >= 200 && reply.status < 300;
	if (!isFine || line.trimStart().startsWith('<') || isRefusalLine(line)) {
		return readAnswer({ ...reply, body: peeked }, secrets);
	}
	if (isAll) return { kind: 'success', body: peeked satisfies Bytes };
	stream.unshift(peeked);
	return { kind: 'success', body: stream satisfies Bytes };
}

/** Whether a line is a refusal (field notes 4.4), not a row that has a column of that name. */
export function isRefusalLine(line: string): boolean {
	if (!line.startsWith('{') || !line.includes('"error')) return false;
	try {
		const parsed = JSON.parse(line) as { [key: string]: unknown };
		const says = typeof parsed.error === 'string' || typeof parsed.error_info === 'object';
		return says && Object.keys(parsed).every((key) => REFUSAL_KEYS.has(key));
	} catch {
		return false;
	}
}

/** The lines of an answer, one after another; no more than one line and one chunk are held. */
export async function* linesOf(bytes: Bytes): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
		rest += decoder.decode(chunk, { stream: true });
		const lines = rest.split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) yield line.replace(/\r$/, '');
	}
	rest += decoder.decode();
	if (rest !== '') yield rest;
}

/** The first line at least. It is taken out of the stream. */
async function peek(stream: ByteStream): Promise<{ peeked: Buffer; isAll: boolean }> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
		chunks.push(chunk);
		size += chunk.length;
		if (chunk.includes(NEWLINE) || size > MAX_PEEK) {
			return { peeked: Buffer.concat(chunks), isAll: false };
		}
	}
	return { peeked: Buffer.concat(chunks), isAll: true };
}
