import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { limitsOfRows } from '../../../../../../credentials/http/body';
import type { Bytes } from '../../../../../../nodes/SensorsAnalytics/transport/stream';
import { linesOf, readStream } from '../../../../../../nodes/SensorsAnalytics/transport/stream';

const LINES = ['{"a":1}', '{"a":2}', '{"a":3}'];
const limits = limitsOfRows(10_000);

async function* bytesOf(chunks: string[]): AsyncGenerator<Buffer> {
	for (const chunk of chunks) {
		await setImmediate();
		yield Buffer.from(chunk);
	}
}

function poured(chunks: string[]): Readable {
	const stream = new PassThrough();
	for (const chunk of chunks) stream.write(chunk);
	stream.end();
	return stream;
}

async function open(body: Readable): Promise<Bytes> {
	const answer = await readStream({ status: 200, headers: {}, body }, limits, []);
	if (answer.kind !== 'success') throw new Error(answer.kind);
	return answer.body as Bytes;
}

describe('readStream', () => {
	/** Streams as they reach a node: the connection's own, and the one that n8n 2 puts around it. */
	const streams: Array<[string, (chunks: string[]) => Readable]> = [
		["the connection's", poured],
		['one around it', (chunks) => Readable.from(bytesOf(chunks), { objectMode: false })],
	];
	const chunks: Array<[string, string[]]> = [
		['in one piece', [`${LINES.join('\n')}\n`]],
		['a line each', LINES.map((line) => `${line}\n`)],
		['without a last end of line', [`${LINES[0]}\n${LINES[1]}\n`, LINES[2] as string]],
		['cut anywhere', ['{"a', '":1}\n{"a":2', '}\n', '{"a":3}\n']],
	];

	it.each(
		streams.flatMap(([name, make]) =>
			chunks.map(([how, parts]) => [name, how, make, parts] as const),
		),
	)('loses no line of %s, %s', async (_name, _how, make, parts) => {
		const lines: string[] = [];
		for await (const line of linesOf(await open(make(parts)), limits)) lines.push(line);
		expect(lines).toEqual(LINES);
	});

	it.each(streams)('passes every byte of %s on', async (_name, make) => {
		const bytes = await open(make(['a,b\n', '1,2\n', '3,4\n']));
		const read: Uint8Array[] = [];
		for await (const chunk of bytes as AsyncIterable<Uint8Array>) read.push(chunk);
		expect(Buffer.concat(read).toString()).toBe('a,b\n1,2\n3,4\n');
	});

	it.each([
		['at once', ['{"error":"a"}\n{"error":"b"}\n']],
		['in pieces', ['{"error":"a"}', '\n', '\n{"err', 'or":"b"}\n', '{"error":"c"}\n']],
		['without a last end of line', ['{"error":"a"}\n', '{"error":"b"', '}']],
	])('waits for the line that shows that the first one is a row: %s', async (_name, parts) => {
		const lines: string[] = [];
		const body = Readable.from(bytesOf(parts), { objectMode: false });
		for await (const line of linesOf(await open(body), limits)) lines.push(line);
		expect(lines.join('\n')).toBe(parts.join('').trim().replace('\n\n', '\n'));
	});

	it('reads a first line as a refusal if no row follows', async () => {
		for (const next of ['', '\n', '\n\n{"n":1}\n', '\n<html>']) {
			const body = Readable.from(bytesOf(['{"error":"no"}', next]), { objectMode: false });
			const answer = await readStream({ status: 200, headers: {}, body }, limits, []);
			expect(answer).toMatchObject({ kind: 'refused', said: 'no', isLine: true });
		}
	});

	it('recognizes a first line that is a refusal', async () => {
		const body = poured(['{"error":"no","error_type":"BAD_REQUEST"}\n']);
		const answer = await readStream({ status: 200, headers: {}, body }, limits, []);
		expect(answer.kind).toBe('refused');
	});
});

describe('readStream: what is no success, or no rows', () => {
	const answering = async (status: number, body: unknown, headers = {}) => {
		let cancelled = 0;
		const cancel = () => void cancelled++;
		const answer = await readStream({ status, headers, body, cancel }, limits, ['long-secret']);
		return { answer, cancelled };
	};

	it.each([199, 300, 400, 503])('status %s', async (status) => {
		const { answer } = await answering(status, poured(['{"a":1}\n{"a":2}\n']));
		expect(answer.kind).not.toBe('success');
	});

	it.each([200, 203, 299])('status %s is fine', async (status) => {
		const { answer } = await answering(status, poured(['{"a":1}\n{"a":2}\n']));
		expect(answer.kind).toBe('success');
	});

	it('text that is there already', async () => {
		expect((await answering(200, '{"a":1}')).answer).toEqual({ kind: 'success', body: { a: 1 } });
	});

	it('a web page, of which no more is fetched', async () => {
		for (const [page, said] of [
			[['<html>\n', '<p>Hello'], /^Hello/],
			[['  <html>'], /^an empty response/],
			[['  <p>\n', 'x'.repeat(200_000)], /^x+/],
		] as Array<[string[], RegExp]>) {
			const { answer, cancelled } = await answering(200, poured(page));
			expect(answer).toMatchObject({ kind: 'notThisService', status: 200 });
			expect((answer as { said: string }).said).toMatch(said);
			expect(cancelled).toBe(1);
		}
	});

	it('a page for logging in', async () => {
		const page = poured(['<title>Log in</title>\n', '<input type="password">']);
		expect((await answering(200, page)).answer.kind).toBe('notSignedIn');
	});

	it('a refusal, of which nothing more is fetched, without the secret', async () => {
		const { answer, cancelled } = await answering(200, poured(['{"error":"no long-secret"}\n']));
		expect(answer).toMatchObject({ kind: 'refused', said: 'no ***', isLine: true });
		expect(cancelled).toBe(1);
	});

	it('a long first line is a result', async () => {
		const line = `{"a":"${'x'.repeat(100_000)}"}`;
		const bytes = await open(poured([line, '\n{"a":1}\n']));
		const lines: string[] = [];
		for await (const one of linesOf(bytes, limits)) lines.push(one);
		expect(lines).toEqual([line, '{"a":1}']);
	});

	it('names the charset of the answer', async () => {
		const headers = { 'content-type': 'text/plain; charset=GBK' };
		const { answer } = await answering(200, poured(['"a"\n']), headers);
		expect(answer).toMatchObject({ kind: 'success', charset: 'gbk' });
		const { answer: other } = await answering(200, poured(['"a"\n']));
		expect(other).toMatchObject({ charset: 'utf-8' });
	});

	it('breaks off before its first line', async () => {
		const stream = new PassThrough();
		stream.write('{"a"');
		const request = answering(200, stream);
		setImmediate().then(() => stream.destroy(Object.assign(new Error(), { code: 'ECONNRESET' })));
		await expect(request).rejects.toMatchObject({ code: 'ECONNRESET' });
	});
});

describe('linesOf', () => {
	it('lets other work have its turn while the chunks are there already', async () => {
		const chunks = Array<Buffer>(40).fill(Buffer.from(`${LINES[0]}\n`));
		const body = Readable.from(chunks, { objectMode: false });
		let turns = 0;
		const timer = setInterval(() => turns++, 0);
		let lines = 0;
		for await (const _ of linesOf(body as unknown as Bytes, limits)) {
			lines++;
			for (const end = Date.now() + 12; Date.now() < end; );
		}
		clearInterval(timer);
		expect(lines).toBe(40);
		expect(turns).toBeGreaterThan(10);
	});

	const read = async (chunks: Array<string | Buffer>, charset?: string, own = limits) => {
		const lines: string[] = [];
		const body = Readable.from(
			chunks.map((chunk) => Buffer.from(chunk)),
			{ objectMode: false },
		);
		for await (const line of linesOf(body as unknown as Bytes, own, charset)) lines.push(line);
		return lines;
	};

	it.each([
		['as Windows writes them', ['a\r\nb\r\n'], ['a', 'b']],
		['cut before the end of a line', ['a\r', '\nb'], ['a', 'b']],
		['empty ones', ['a\n\n\n', '\nb\n\r\n\r\nc'], ['a', 'b', 'c']],
		['empty ones, cut', ['a\n', '\n', 'b\r\n', '\r\n', 'c'], ['a', 'b', 'c']],
		['none', [''], []],
		['a return within a line', ['a\rb\n'], ['a\rb']],
		['one that begins with a return', ['x\n\rb\n'], ['x', '\rb']],
		['in pieces', ['a', 'b', 'c\nd', 'e'], ['abc', 'de']],
	])('%s', async (_case, chunks, lines) => {
		expect(await read(chunks)).toEqual(lines);
	});

	it('a character that is cut between two chunks', async () => {
		const bytes = Buffer.from('中\n文');
		expect(await read([bytes.subarray(0, 1), bytes.subarray(1, 5), bytes.subarray(5)])).toEqual([
			'中',
			'文',
		]);
		await expect(read([bytes.subarray(0, 2)])).rejects.toMatchObject({
			name: 'TypeError',
		});
	});

	it('a line without an end', async () => {
		const most = Buffer.alloc(8 * 1024 * 1024, 0x61);
		await expect(read([most, 'a'])).rejects.toMatchObject({ limit: 'lineLength' });
		// Each line counts for itself.
		expect((await read([most, '\n', 'ab'])).map(({ length }) => length)).toEqual([most.length, 2]);
	});

	it('fetches no more when nobody continues reading', async () => {
		const body = Readable.from(bytesOf(['a\n', 'b\n', 'c\n']), { objectMode: false });
		for await (const _ of linesOf(body as unknown as Bytes, limits)) break;
		expect(body.destroyed).toBe(true);
	});
});
