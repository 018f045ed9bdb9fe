/** The part of a Node.js stream that is used here. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	iterator(options: { destroyOnReturn: boolean }): AsyncIterableIterator<Uint8Array>;
	unshift(chunk: Uint8Array): void;
	readonly closed?: boolean;
	pause(): void;
	destroy(error?: Error): void;
	emit(event: 'error', error: Error): void;
	on(event: 'data', listener: (chunk: Uint8Array) => void): void;
	on(event: 'error', listener: (error: unknown) => void): void;
	on(event: 'close', listener: () => void): void;
}

/** Longest time that a timer takes: a longer one would be over at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** An answer went beyond what is read of one. */
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
	/** So many bytes have been read. */
	note: (length: number) => void;
	exceeded?: LimitExceeded;
}
const guarded = new WeakMap<ByteStream, Watch>();

/** Why reading a stream failed: its limit, or else what the reader got. */
export function causeOf(stream: ByteStream, error: unknown): unknown {
	return guarded.get(stream)?.exceeded ?? error;
}

/** Ends the request of a guarded stream; what has not been read is not fetched. */
export function stop(stream: ByteStream): void {
	// n8n 2 hands out a stream around the connection's, whose end waits for the next byte.
	guarded.get(stream)?.cancel();
	stream.destroy();
}

/**
 * The bytes of a guarded stream as they are read, counted. Not by a listener: a stream that
 * somebody has stopped to read flows on into its listeners, and what flows there is lost.
 */
export async function* counted(stream: ByteStream): AsyncGenerator<Uint8Array> {
	for await (const chunk of stream) {
		noteRead(stream, chunk.length);
		yield chunk;
	}
}

/** So many bytes of a guarded stream have been read; 0 for what is put back: it is no silence. */
export function noteRead(stream: ByteStream, length: number): void {
	guarded.get(stream)?.note(length);
}

/**
 * Ends a stream as soon as it goes beyond its limits, if it is read by `counted`, or by nobody; the
 * reader gets an error, of which `causeOf` tells more. n8n's request helper has a limit for
 * none of them: its timeout ends with the first byte.
 * @param cancel ends the request
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
	// A reader gets the error as well; without one it would end the process.
	stream.on('error', () => undefined);

	let timer: AbortSignal | undefined;
	const check = () => {
		const now = Date.now();
		// A clock that was set back must not make anybody wait for the old time.
		if (now < last) last = now;
		const left = Math.min(started + limits.wholeMs, last + limits.silenceMs) - now;
		if (left > 0) return watch(left);
		end(now - started >= limits.wholeMs ? 'wholeMs' : 'silenceMs');
	};
	const watch = (ms: number) => {
		timer = AbortSignal.timeout(Math.min(Math.ceil(ms), MAX_TIMER_MS));
		timer.addEventListener('abort', check);
	};
	stream.on('close', () => timer?.removeEventListener('abort', check));
	check();
}

const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** What is read of one answer at most; all of it holds while bytes arrive, and counts them unpacked. */
export interface ResponseLimits {
	bytes: number;
	/** Longest pause between two bytes, milliseconds. */
	silenceMs: number;
	/** Longest time from the first byte to the last, milliseconds. */
	wholeMs: number;
}

/** An answer that is held as a whole. Parsed, it takes several times as much of n8n's memory. */
export const HELD_BYTES = 128 * MEBIBYTE;
/** A stream that goes on to a file. */
const FILE_BYTES = 1024 * MEBIBYTE;
/** What is read of an answer that is no success. */
export const REFUSAL_BYTES = MEBIBYTE;
/** Characters of one line of a stream. */
export const LINE_LENGTH = 8 * MEBIBYTE;

/** Limits of an answer that is held. @param timeoutMs how long to wait for its first byte */
export function limitsOfHeld(timeoutMs: number): ResponseLimits {
	return { bytes: HELD_BYTES, silenceMs: timeoutMs, wholeMs: 2 * timeoutMs };
}

/** Limits of an answer whose lines are turned into items. */
export function limitsOfRows(timeoutMs: number): ResponseLimits {
	return { ...limitsOfFile(timeoutMs), bytes: 2 * HELD_BYTES };
}

/** Limits of an answer that goes on to a file. */
export function limitsOfFile(timeoutMs: number): ResponseLimits {
	return {
		bytes: FILE_BYTES,
		silenceMs: timeoutMs,
		wholeMs: Math.max(2 * timeoutMs, HOUR_MS),
	};
}
