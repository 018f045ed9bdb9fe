/** The part of a Node.js stream that this package uses. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	iterator(options: { destroyOnReturn: boolean }): AsyncIterableIterator<Uint8Array>;
	unshift(chunk: Uint8Array): void;
	readonly closed?: boolean;
	destroy(error?: Error): void;
	emit(event: 'error', error: Error): void;
	on(event: 'data', listener: (chunk: Uint8Array) => void): void;
	on(event: 'error', listener: (error: unknown) => void): void;
	on(event: 'close', listener: () => void): void;
}

/** Passes the bytes of a Node.js stream through a filter. */
export function composed<Stream extends AsyncIterable<Uint8Array>>(
	stream: Stream,
	filter: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Stream {
	return (stream as unknown as { compose(through: typeof filter): Stream }).compose(filter);
}

/** Longest time that a timer accepts: a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Thrown when an answer exceeds one of its limits. */
export class LimitExceeded extends Error {
	constructor(
		readonly limit: keyof ResponseLimits | 'lineLength',
		readonly limits: ResponseLimits,
	) {
		super(`Limit of an answer: ${limit}`);
		this.name = 'LimitExceeded';
	}
}

export function isByteStream(body: unknown): body is ByteStream {
	const { iterator, unshift } = (body ?? {}) as Partial<ByteStream>;
	return typeof iterator === 'function' && typeof unshift === 'function';
}

interface Watch {
	cancel: () => void;
	/** Adds to the number of bytes read. */
	note: (length: number) => void;
	exceeded?: LimitExceeded;
}
const guarded = new WeakMap<ByteStream, Watch>();

/** Returns why reading a stream failed: its exceeded limit, or else the reader's error. */
export function causeOf(stream: ByteStream, error: unknown): unknown {
	return guarded.get(stream)?.exceeded ?? error;
}

/** Ends the request of a guarded stream; the unread rest isn't fetched. */
export function stop(stream: ByteStream): void {
	// n8n 2 returns a stream that wraps the connection's, and ends it only at the next byte.
	guarded.get(stream)?.cancel();
	stream.destroy();
}

/** Yields and counts the bytes. A 'data' listener would lose bytes after its reader has left. */
export async function* countedChunks(stream: ByteStream): AsyncGenerator<Uint8Array> {
	for await (const chunk of stream) {
		noteRead(stream, chunk.length);
		yield chunk;
	}
}

/** Counts bytes of a guarded stream: 0 for bytes that are put back, which only end a pause. */
export function noteRead(stream: ByteStream, length: number): void {
	guarded.get(stream)?.note(length);
}

/**
 * Ends a stream as soon as it exceeds its limits, even if nobody reads it; n8n's helper has no such
 * limits. The reader gets an error, whose reason `causeOf` returns.
 */
export function guard(stream: ByteStream, limits: ResponseLimits, cancel: () => void): void {
	const started = Date.now();
	let last = started;
	let size = 0;
	const end = (limit: keyof ResponseLimits) => {
		const error = new LimitExceeded(limit, limits);
		guarded.set(stream, { cancel, note, exceeded: error });
		stop(stream);
		stream.emit('error', error);
	};
	const note = (length: number) => {
		last = Date.now();
		size += length;
		if (size > limits.bytes) end('bytes');
	};
	guarded.set(stream, { cancel, note });
	// A reader gets the error as well; without this listener, it would end the process.
	stream.on('error', () => undefined);

	let timer: AbortSignal | undefined;
	const check = () => {
		const now = Date.now();
		// If the clock was set back, nothing must wait until the old time.
		if (now < last) last = now;
		const left = Math.min(started + limits.wholeMs, last + limits.silenceMs) - now;
		if (left <= 0) return end(now - started >= limits.wholeMs ? 'wholeMs' : 'silenceMs');
		timer = AbortSignal.timeout(Math.min(Math.ceil(left), MAX_TIMER_MS));
		timer.addEventListener('abort', check);
	};
	stream.on('close', () => timer?.removeEventListener('abort', check));
	check();
}

const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Limits of one answer. They apply while bytes arrive, and count the decompressed bytes. */
export interface ResponseLimits {
	bytes: number;
	/** Longest pause between two bytes, milliseconds. */
	silenceMs: number;
	/** Longest time from the first byte to the last, milliseconds. */
	wholeMs: number;
}

/** Limit of an answer that is held in memory. Parsed, it takes several times as much. */
export const HELD_BYTES = 128 * MEBIBYTE;
const FILE_BYTES = 1024 * MEBIBYTE;
/** Limit of an unsuccessful answer. */
export const REFUSAL_BYTES = MEBIBYTE;
/** Longest line of a stream, in characters. */
export const LINE_LENGTH = 8 * MEBIBYTE;

/** Limits of an answer that is held in memory. @param timeoutMs longest wait for its first byte */
export function limitsOfHeld(timeoutMs: number): ResponseLimits {
	return { bytes: HELD_BYTES, silenceMs: timeoutMs, wholeMs: 2 * timeoutMs };
}

export function limitsOfRows(timeoutMs: number): ResponseLimits {
	return { ...limitsOfFile(timeoutMs), bytes: 2 * HELD_BYTES };
}

export function limitsOfFile(timeoutMs: number): ResponseLimits {
	return {
		bytes: FILE_BYTES,
		silenceMs: timeoutMs,
		wholeMs: Math.max(2 * timeoutMs, HOUR_MS),
	};
}
