import { PassThrough, Readable } from 'node:stream';

import type { ByteStream } from '../../../../../credentials/http/body';
import {
	causeOf,
	countedChunks,
	guard,
	isByteStream,
	LimitExceeded,
} from '../../../../../credentials/http/body';

const wide = { bytes: 100, silenceMs: 10_000, wholeMs: 10_000 };
const watch = (stream: Readable, limits = wide, cancel = () => undefined) => {
	const bytes = stream as unknown as ByteStream;
	guard(bytes, limits, cancel);
	return bytes;
};

/** What reading gave: the text, or the limit that ended it. */
async function read(bytes: ByteStream): Promise<string> {
	let text = '';
	try {
		for await (const chunk of countedChunks(bytes)) text += Buffer.from(chunk).toString();
		return text;
	} catch (error) {
		const cause = causeOf(bytes, error);
		return cause instanceof LimitExceeded ? cause.limit : String(cause);
	}
}

describe('guard', () => {
	it('passes on every byte within the limits', async () => {
		const stream = new PassThrough();
		const bytes = watch(stream);
		stream.write('a');
		setTimeout(() => stream.end('b'.repeat(99)), 20);
		expect(await read(bytes)).toBe(`a${'b'.repeat(99)}`);
	});

	it('ends what is too long while it arrives', async () => {
		const stream = new PassThrough();
		let cancelled = 0;
		const bytes = watch(stream, wide, () => void cancelled++);
		stream.write('x'.repeat(60));
		setTimeout(() => stream.write('x'.repeat(60)), 20);
		expect(await read(bytes)).toBe('bytes');
		expect(cancelled).toBe(1);
		expect(stream.destroyed).toBe(true);
	});

	it('ends a silence, even in a stream whose end waits for the next byte', async () => {
		async function* silent() {
			yield Buffer.from('a');
			await new Promise(() => undefined);
		}
		const bytes = watch(Readable.from(silent()), { ...wide, silenceMs: 50 });
		expect(await read(bytes)).toBe('silenceMs');
	});

	it('ends what drips for too long', async () => {
		const stream = new PassThrough();
		const timer = setInterval(() => stream.write('x'), 20);
		const bytes = watch(stream, { ...wide, silenceMs: 5000, wholeMs: 150 });
		expect(await read(bytes)).toBe('wholeMs');
		clearInterval(timer);
	});

	it('reports other errors of the stream', async () => {
		const stream = new PassThrough();
		const bytes = watch(stream);
		stream.write('a');
		setImmediate(() => stream.destroy(new Error('cut')));
		expect(await read(bytes)).toBe('Error: cut');
	});

	describe('by a clock that is moved', () => {
		let now = 0;
		let timers: Array<{ at: number; control: AbortController }> = [];
		beforeEach(() => {
			now = 1_000_000;
			timers = [];
			jest.spyOn(Date, 'now').mockImplementation(() => now);
			jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
				const control = new AbortController();
				timers.push({ at: now + ms, control });
				return control.signal;
			});
		});
		afterEach(() => jest.restoreAllMocks());

		function move(ms: number): void {
			now += ms;
			const due = timers.filter(({ at }) => at <= now);
			timers = timers.filter(({ at }) => at > now);
			for (const { control } of due) control.abort();
		}
		const limits = { ...wide, silenceMs: 1000, wholeMs: 5000 };
		const reading = (stream: PassThrough) => {
			const bytes = watch(stream, limits);
			return { bytes, text: read(bytes) };
		};
		const tick = async () => await new Promise((resolve) => setImmediate(resolve));

		/** Five letters, each behind a pause that is short enough. */
		async function drip(stream: PassThrough): Promise<void> {
			for (let pause = 0; pause < 5; pause++) {
				move(900);
				stream.write('a');
				await tick();
			}
		}

		it('a pause that ends in time is no silence, however many there are', async () => {
			const stream = new PassThrough();
			const { text } = reading(stream);
			await drip(stream);
			stream.end();
			expect(await text).toBe('aaaaa');
		});

		it('the total time ends the stream, although bytes arrived all the time', async () => {
			const stream = new PassThrough();
			const { text } = reading(stream);
			await drip(stream);
			expect(stream.destroyed).toBe(false);
			move(500);
			expect(await text).toBe('wholeMs');
		});

		it('a clock that is set back makes nothing wait until the old time', async () => {
			const stream = new PassThrough();
			const { text } = reading(stream);
			move(500);
			stream.write('a');
			await tick();
			// Timers of the machine do not know of it.
			now -= 3_600_000;
			for (const timer of timers) timer.at -= 3_600_000;
			move(500);
			move(1000);
			expect(await text).toBe('silenceMs');
		});
	});

	it('ends a stream that nobody reads, but not the process', async () => {
		const stream = new PassThrough();
		watch(stream, { ...wide, silenceMs: 20 });
		await new Promise((resolve) => stream.on('close', resolve));
		expect(stream.destroyed).toBe(true);
	});

	it('takes a timeout that is longer than any timer', async () => {
		const stream = new PassThrough();
		const bytes = watch(stream, { ...wide, silenceMs: 1e15, wholeMs: 2e15 });
		setTimeout(() => stream.end('a'), 50);
		expect(await read(bytes)).toBe('a');
	});
});

describe('isByteStream', () => {
	it.each([
		[new PassThrough(), true],
		[Buffer.from('a'), false],
		['a', false],
		[[1], false],
		[undefined, false],
		[{ error: 'no' }, false],
	])('%s → %s', (body, expected) => {
		expect(isByteStream(body)).toBe(expected);
	});
});
