import type { Limits } from './limits';

/** The part of a Node.js stream that is used here. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	iterator(options: { destroyOnReturn: boolean }): AsyncIterableIterator<Uint8Array>;
	unshift(chunk: Uint8Array): void;
	pause(): void;
	destroy(error?: Error): void;
	on(event: 'data', listener: (chunk: Uint8Array) => void): void;
	on(event: 'error', listener: (error: unknown) => void): void;
	on(event: 'close', listener: () => void): void;
}

/** Longest time that a timer takes: a longer one would be over at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** An answer went beyond what is read of one. */
export class LimitExceeded extends Error {
	constructor(
		readonly limit: keyof Limits | 'lineLength',
		readonly limits: Limits,
	) {
		super(`Limit of an answer: ${limit}`);
		this.name = 'LimitExceeded';
	}
}

export function isByteStream(body: unknown): body is ByteStream {
	const { iterator, unshift } = (body ?? {}) as Partial<ByteStream>;
	return typeof iterator === 'function' && typeof unshift === 'function';
}

/**
 * Ends a stream as soon as it goes beyond its limits, whoever reads it, and even if nobody does.
 * The reader gets LimitExceeded. n8n's request helper has a limit for none of them: its timeout
 * ends with the first byte.
 */
export function guard(stream: ByteStream, limits: Limits): void {
	const started = Date.now();
	let last = started;
	let size = 0;
	const end = (limit: keyof Limits) => stream.destroy(new LimitExceeded(limit, limits));

	// Paused, a stream passes what is read through this listener, too, and does not start to flow.
	stream.pause();
	stream.on('data', (chunk) => {
		last = Date.now();
		size += chunk.length;
		if (size > limits.bytes) end('bytes');
	});
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
