import { PassThrough, Readable } from 'node:stream';

import {
	type ByteStream,
	causeOf,
	counted,
	guard,
	isByteStream,
	LimitExceeded,
} from '../../../../credentials/http/byteStream';

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
		for await (const chunk of counted(bytes)) text += Buffer.from(chunk).toString();
		return text;
	} catch (error) {
		const cause = causeOf(bytes, error);
		return cause instanceof LimitExceeded ? cause.limit : String(cause);
	}
}

describe('guard', () => {
	it('lets pass what is within the limits, every byte of it', async () => {
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

	it('ends a stream that nobody reads, and no process with it', async () => {
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
