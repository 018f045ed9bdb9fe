import type { Answer, Reply } from '../../../credentials/http/answer';
import { charsetOf, isDecided, readAnswer, readRefusal } from '../../../credentials/http/answer';
import type { ByteStream, ResponseLimits } from '../../../credentials/http/body';
import {
	causeOf,
	countedChunks,
	guard,
	isByteStream,
	LimitExceeded,
	limitsOfFile,
	limitsOfHeld,
	limitsOfRows,
	LINE_LENGTH,
	noteRead,
	stop,
} from '../../../credentials/http/body';
import { isObject } from '../../../credentials/http/json';
import { readReply } from '../../../credentials/http/request';
import { betweenPieces } from '../../../credentials/http/slices';

/** Every successful answer has this part; a row can't, because its quotation marks are escaped. */
const SUCCESS = /"code"\s?:\s?"SUCCESS"/;
/** Matches codes of refusals, such as `COMMON-R-131-1` or `INTERNAL_SERVER_ERROR`. */
const REFUSAL_CODE = /^[A-Z]{2,20}(?:-[A-Z]{1,4}-\d{1,6}-\d{1,6}|(?:_[A-Z]{1,20}){0,5})$/;

const BEGINNING = /^\s{0,100}\{/;
const KEYS = new Set(['code', 'message', 'request_id', 'data', 'error_info']);

/**
 * Whether a line of the OpenAPI's SQL answer is a refusal instead of a row: an envelope without
 * data whose code is not SUCCESS (docs/service.md, "OpenAPI"). A row of the API under `/api/` may
 * have columns of these names and would be read as a refusal; a refusal is never read as a row.
 */
function isRefusedEnvelope(line: string): boolean {
	if (!BEGINNING.test(line) || !line.includes('"request_id"') || SUCCESS.test(line)) return false;
	try {
		const parsed = JSON.parse(line) as { [key: string]: unknown };
		const { code, request_id: requestId, data } = parsed;
		const isEmpty = Object.keys(Object(data ?? {}) as object).length === 0;
		return (
			typeof code === 'string' &&
			REFUSAL_CODE.test(code) &&
			typeof requestId === 'string' &&
			isEmpty &&
			Object.keys(parsed).every((key) => KEYS.has(key))
		);
	} catch {
		return false;
	}
}

const REFUSAL_KEYS = new Set([
	'error',
	'error_type',
	'error_info',
	'code',
	'message',
	'request_id',
]);

/** Whether a line looks like a refusal (docs/service.md, "Refusals"); a row may look so, too. */
export function isRefusalLine(line: string): boolean {
	return look(line)?.isRefusal === true;
}

/** A line that may be a refusal or a row is a refusal: an error is better than a made-up row. */
export class RowsSoFar {
	/** Column names seen so far that refusals also use. */
	private readonly columns = new Set<string>();

	hasRow(line: string): boolean {
		const seen = look(line);
		// Rows omit empty values, so a row may consist of only its column 'error'.
		const isKnown =
			this.columns.has('error') &&
			seen &&
			seen.keys.length > 0 &&
			seen.keys.every((key) => this.columns.has(key));
		return !seen?.isRefusal || isKnown === true;
	}

	note(line: string): void {
		for (const key of look(line)?.keys ?? []) if (REFUSAL_KEYS.has(key)) this.columns.add(key);
	}
}

/**
 * Whether the line before this one is a row. If this line has a column 'error', too, it is: nothing
 * follows a refusal.
 */
export function isRowBefore(next: string): boolean {
	return look(next)?.keys.includes('error') === true;
}

/** Parses only lines with an error: there may be millions of lines. */
function look(line: string): { keys: string[]; isRefusal: boolean } | undefined {
	if (isRefusedEnvelope(line)) return { keys: [], isRefusal: true };
	if (!BEGINNING.test(line) || !line.includes('"error')) return undefined;
	try {
		const parsed: unknown = JSON.parse(line);
		if (!isObject(parsed)) return undefined;
		const keys = Object.keys(parsed);
		const says = typeof parsed.error === 'string' || isObject(parsed.error_info);
		const isRefusal = says && keys.every((key) => REFUSAL_KEYS.has(key));
		return { keys, isRefusal: isRefusal && readRefusal(parsed) !== undefined };
	} catch {
		return undefined;
	}
}

/** The received part of an answer: all of it, or a stream that starts with its first byte. */
export type Bytes = Uint8Array | ByteStream;

/** A refusal is short; a longer first line is a result. */
const MAX_PEEK = 64 * 1024;
const NEWLINE = 0x0a;
const EMPTY_LINES = /\n(?:\r?\n)+/g;

/**
 * Reads the first line, or two if the first may be a row or a refusal. On success, `body` is Bytes:
 * only these lines are held, and the limits apply to the rest.
 */
export async function readStream(
	reply: Reply,
	limits: ResponseLimits,
	secrets: readonly string[],
): Promise<Answer> {
	const stream = reply.body;
	const isRows = reply.status >= 200 && reply.status < 300 && !isDecided(reply);
	if (!isByteStream(stream) || !isRows) {
		return await readReply(reply, limits, secrets);
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
 * Yields the lines of an answer that aren't empty, and holds only one line and one chunk.
 * @throws LimitExceeded for a line that is too long, TypeError for bytes that are not in the
 * charset
 */
export async function* linesOf(
	bytes: Bytes,
	limits: ResponseLimits,
	charset = 'utf-8',
): AsyncGenerator<string> {
	const decoder = new TextDecoder(charset, { fatal: true });
	const pause = betweenPieces();
	let pieces: string[] = [];
	let length = 0;
	for await (const chunk of chunksOf(bytes)) {
		// Node.js hands over up to 2 MB, in chunks, before anything else gets its turn.
		await pause();
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

/** @throws LimitExceeded, or the error of the stream */
async function* chunksOf(bytes: Bytes): AsyncGenerator<Uint8Array> {
	if (bytes instanceof Uint8Array) return yield bytes;
	try {
		yield* countedChunks(bytes);
	} catch (error) {
		throw causeOf(bytes, error);
	} finally {
		stop(bytes);
	}
}

function withoutReturn(line: string): string {
	return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Returns the first line, and the beginning of the next one that isn't empty. */
function cutLine(bytes: Buffer): { first: Buffer; next: string; isNextComplete: boolean } {
	const at = bytes.indexOf(NEWLINE);
	const end = at < 0 ? bytes.length : at;
	const [next = '', ...others] = bytes.toString('utf8', end).trimStart().split('\n', 2);
	return { first: bytes.subarray(0, end), next, isNextComplete: others.length > 0 };
}

/** Whether the received bytes, with at least the first line, show what the answer is. */
function isEnough(bytes: Buffer): boolean {
	const { first, isNextComplete } = cutLine(bytes);
	return isNextComplete || !isRefusalLine(first.toString());
}

/** Takes bytes out of the stream, at least up to the end of the first line. */
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

export interface Intake {
	limits(timeoutMs: number): ResponseLimits;
	read(reply: Reply, limits: ResponseLimits, secrets: readonly string[]): Promise<Answer>;
}

export const WHOLE: Intake = { limits: limitsOfHeld, read: readReply };
export const ROWS: Intake = { limits: limitsOfRows, read: readStream };
export const FILE: Intake = { limits: limitsOfFile, read: readStream };
