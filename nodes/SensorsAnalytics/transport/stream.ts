import { type Answer, readAnswer, type Reply } from '../../../credentials/http/answer';
import {
	type ByteStream,
	causeOf,
	counted,
	guard,
	isByteStream,
	LimitExceeded,
	noteRead,
	stop,
} from '../../../credentials/http/byteStream';
import { charsetOf } from '../../../credentials/http/decodeBody';
import { LINE_LENGTH, type Limits } from '../../../credentials/http/limits';
import { readWhole } from '../../../credentials/http/readWhole';
import { isRefusalLine, isRowBefore } from './refusalLine';

/** What has arrived of an answer: all of it, or a stream of the rest from its first byte on. */
export type Bytes = Uint8Array | ByteStream;

/** A refusal is short; a first line longer than this is a result. */
const MAX_PEEK = 64 * 1024;
const NEWLINE = 0x0a;
const EMPTY_LINES = /\n(?:\r?\n)+/g;

/**
 * What a streamed text answer means, told from its first line, or from two where the first may be a
 * row or a refusal. Of a success, `body` are its Bytes; nothing but these lines is held, and what
 * comes behind them ends at the limits.
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
	const { cancel = () => undefined } = reply;
	guard(stream, limits, cancel);
	const { peeked, isAll } = await peek(stream).catch((error: unknown) => {
		throw causeOf(stream, error);
	});
	const { first, next } = cutLine(peeked);
	const line = first.toString();
	const isRefusal = isRefusalLine(line) && !isRowBefore(next);
	const refusal = isRefusal ? readAnswer({ ...reply, body: first }, secrets) : undefined;
	if (refusal && refusal.kind !== 'success') {
		stop(stream);
		return { ...refusal, isLine: true };
	}
	if (line.trimStart().startsWith('<')) {
		stop(stream);
		return readAnswer({ ...reply, body: peeked, isCut: !isAll }, secrets);
	}
	const charset = charsetOf(String(reply.headers['content-type'] ?? ''));
	if (isAll) return { kind: 'success', body: peeked satisfies Bytes, charset };
	stream.unshift(peeked);
	return { kind: 'success', body: stream satisfies Bytes, charset };
}

/**
 * The lines of an answer that are not empty, one after another; no more than one line and one chunk are held.
 * @throws LimitExceeded for a line without an end, TypeError for bytes that are not in the charset
 */
export async function* linesOf(
	bytes: Bytes,
	limits: Limits,
	charset = 'utf-8',
): AsyncGenerator<string> {
	const decoder = new TextDecoder(charset, { fatal: true });
	let pieces: string[] = [];
	let length = 0;
	for await (const chunk of chunksOf(bytes)) {
		const text = decoder.decode(chunk, { stream: true }).replace(EMPTY_LINES, '\n');
		const [first = '', ...others] = text.split('\n');
		pieces.push(first);
		length += first.length;
		if (length > LINE_LENGTH) throw new LimitExceeded('lineLength', limits);
		const last = others.pop();
		if (last === undefined) continue;
		others.unshift(pieces.join(''));
		for (const line of others) if (line !== '' && line !== '\r') yield withoutReturn(line);
		pieces = [last];
		length = last.length;
	}
	pieces.push(decoder.decode());
	const rest = pieces.join('');
	if (rest !== '') yield rest;
}

/** @throws LimitExceeded, or what broke the stream */
async function* chunksOf(bytes: Bytes): AsyncGenerator<Uint8Array> {
	if (bytes instanceof Uint8Array) return yield bytes;
	try {
		yield* counted(bytes);
	} catch (error) {
		throw causeOf(bytes, error);
	} finally {
		stop(bytes);
	}
}

function withoutReturn(line: string): string {
	return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** The first line, and the beginning of the next one that is not empty. */
function cutLine(bytes: Buffer): { first: Buffer; next: string; isNextWhole: boolean } {
	const at = bytes.indexOf(NEWLINE);
	const end = at < 0 ? bytes.length : at;
	const [next = '', ...others] = bytes.toString('utf8', end).trimStart().split('\n', 2);
	return { first: bytes.subarray(0, end), next, isNextWhole: others.length > 0 };
}

/** Whether what has come, its first line at least, tells what an answer is. */
function isEnough(bytes: Buffer): boolean {
	const { first, isNextWhole } = cutLine(bytes);
	return isNextWhole || !isRefusalLine(first.toString());
}

/** The first line at least. It is taken out of the stream. */
async function peek(stream: ByteStream): Promise<{ peeked: Buffer; isAll: boolean }> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
		noteRead(stream, 0);
		chunks.push(chunk);
		size += chunk.length;
		const hasEnd = chunk.includes(NEWLINE);
		if (size > MAX_PEEK || (hasEnd && isEnough(Buffer.concat(chunks)))) {
			return { peeked: Buffer.concat(chunks), isAll: false };
		}
	}
	return { peeked: Buffer.concat(chunks), isAll: true };
}
