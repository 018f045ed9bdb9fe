import { PassThrough, Readable } from 'node:stream';

import { REFUSAL_BYTES } from '../../../../../credentials/http/body';
import { readReply } from '../../../../../credentials/http/request';

const LIMITS = { bytes: 4 * REFUSAL_BYTES, silenceMs: 10_000, wholeMs: 10_000 };
const HEADERS = { 'content-type': 'application/json' };

/** An answer that arrives in these parts; with an error it breaks off behind them. */
function arriving(parts: Array<Buffer | string>, error?: Error): PassThrough {
	const stream = new PassThrough();
	for (const part of parts) stream.write(part);
	if (error) setImmediate(() => setImmediate(() => stream.destroy(error)));
	else stream.end();
	return stream;
}

async function read(status: number, body: unknown, { headers = {}, limits = LIMITS } = {}) {
	let cancelled = 0;
	const cancel = () => void cancelled++;
	const reply = { status, headers: { ...HEADERS, ...headers }, body, cancel };
	const answer = await readReply(reply, limits, ['s3cret-of-the-project']);
	return { answer, cancelled };
}

const fault = (code: string) => Object.assign(new Error('broken'), { code });

describe('readReply', () => {
	it('puts the parts together, though a character is cut between them', async () => {
		const bytes = Buffer.from('{"a":"中"}');
		const { answer, cancelled } = await read(
			200,
			arriving([bytes.subarray(0, 7), bytes.subarray(7)]),
		);
		expect(answer).toEqual({ kind: 'success', body: { a: '中' } });
		expect(cancelled).toBe(0);
	});

	it('takes what is no stream as it is', async () => {
		expect((await read(200, Buffer.from('{"a":1}'))).answer).toMatchObject({ body: { a: 1 } });
	});

	it('takes secrets out of what is said', async () => {
		const body = arriving(['{"error":"no s3cret-of-the-project"}']);
		const { answer } = await read(400, body);
		expect(answer.kind).toBe('refused');
		expect(JSON.stringify(answer)).not.toContain('s3cret');
	});

	it('reads the beginning of a long refusal, and fetches no more', async () => {
		const body = arriving(['<h1>Not here</h1>', 'x'.repeat(REFUSAL_BYTES), 'x']);
		const { answer, cancelled } = await read(404, body);
		expect(answer).toMatchObject({ kind: 'notThisService', status: 404 });
		expect(JSON.stringify(answer)).toContain('Not here');
		expect(cancelled).toBe(1);
	});

	it('reads a long success completely', async () => {
		const list = Array.from({ length: 300_000 }, (_, i) => i);
		const { answer } = await read(200, arriving([JSON.stringify(list)]));
		expect(answer).toEqual({ kind: 'success', body: list });
	});

	it('does not fetch the body of a redirect', async () => {
		const body = new PassThrough();
		const { answer, cancelled } = await read(302, body, { headers: { location: '/login' } });
		expect(answer).toMatchObject({ kind: 'notSignedIn', location: '/login' });
		expect(cancelled).toBe(1);
		expect(body.destroyed).toBe(true);
	});

	it('reports an answer that is too long', async () => {
		const limits = { ...LIMITS, bytes: 10 };
		const { answer } = await read(200, arriving(['x'.repeat(11)]), { limits });
		expect(answer.kind).toBe('tooLarge');
	});

	it('reports a pause, even if the stream waits for its next byte', async () => {
		async function* silent() {
			yield Buffer.from('{');
			await new Promise(() => undefined);
		}
		const limits = { ...LIMITS, silenceMs: 50 };
		const { answer } = await read(200, Readable.from(silent()), { limits });
		expect(answer).toMatchObject({ kind: 'unreachable', code: 'ETIMEDOUT', transient: true });
	});

	it.each([
		[
			'ECONNRESET',
			'ERR_BAD_RESPONSE',
			'the connection was closed before the response was complete',
			true,
		],
		[
			'EPIPE',
			'ERR_BAD_RESPONSE',
			'the connection was closed before the response was complete',
			true,
		],
		[
			'ERR_STREAM_PREMATURE_CLOSE',
			'ERR_BAD_RESPONSE',
			'the connection was closed before the response was complete',
			true,
		],
		['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT', true],
		['Z_DATA_ERROR', 'Z_DATA_ERROR', 'Z_DATA_ERROR', false],
		[
			'Z_BUF_ERROR',
			'ERR_BAD_RESPONSE',
			'the connection was closed before the response was complete',
			true,
		],
	])('reports an interrupted answer: %s', async (raised, code, said, transient) => {
		const { answer } = await read(200, arriving(['{"a":'], fault(raised)));
		expect(answer).toEqual({ kind: 'unreachable', said, code, transient });
	});
});
