import { type Answer, readAnswer, type Reply } from '../../../credentials/http/answer';
import {
	type ByteStream,
	guard,
	isByteStream,
	LimitExceeded,
} from '../../../credentials/http/byteStream';
import { LINE_LENGTH, type Limits } from '../../../credentials/http/limits';
import { readWhole } from '../../../credentials/http/readWhole';

/** What has arrived of an answer: all of it, or a stream of the rest from its first byte on. */
export type Bytes = Uint8Array | ByteStream;

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
 * Bytes; nothing but that line is held, and what comes behind it ends at the limits.
 * @param reply its body is a stream
 */
export async function readStream(
	reply: Reply,
	limits: Limits,
	secrets: readonly string[],
): Promise<Answer> {
	const stream = reply.body;
	if (!isByteStream(stream) || reply.status < 200 || reply.status >= 300) {
		return await readWhole(reply, limits, secrets);
	}
	guard(stream, limits);
	const { peeked, isAll } = await peek(stream);
	const line = peeked.toString().split('\n')[0] ?? '';
	if (line.trimStart().startsWith('<') || isRefusalLine(line)) {
		stream.destroy();
		return readAnswer({ ...reply, body: peeked, isCut: !isAll }, secrets);
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

/**
 * The lines of an answer, one after another; no more than one line and one chunk are held.
 * @throws LimitExceeded for a line without an end
 */
export async function* linesOf(bytes: Bytes, limits: Limits): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let pieces: string[] = [];
	let length = 0;
	for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
		const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
		pieces.push(first);
		length += first.length;
		if (length > LINE_LENGTH) throw new LimitExceeded('lineLength', limits);
		const last = others.pop();
		if (last === undefined) continue;
		yield withoutReturn(pieces.join(''));
		for (const line of others) yield withoutReturn(line);
		pieces = [last];
		length = last.length;
	}
	pieces.push(decoder.decode());
	const rest = pieces.join('');
	if (rest !== '') yield rest;
}

function withoutReturn(line: string): string {
	return line.endsWith('\r') ? line.slice(0, -1) : line;
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
