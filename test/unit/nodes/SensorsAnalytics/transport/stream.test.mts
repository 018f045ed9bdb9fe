import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { limitsOfRows } from '../../../../../credentials/http/limits';
import {
	type Bytes,
	linesOf,
	readStream,
} from '../../../../../nodes/SensorsAnalytics/transport/stream';

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
	])('waits for the line that tells that the first one is a row: %s', async (_name, parts) => {
		const lines: string[] = [];
		const body = Readable.from(bytesOf(parts), { objectMode: false });
		for await (const line of linesOf(await open(body), limits)) lines.push(line);
		expect(lines.join('\n')).toBe(parts.join('').trim().replace('\n\n', '\n'));
	});

	it('takes a first line for a refusal that no row follows', async () => {
		for (const next of ['', '\n', '\n\n{"n":1}\n', '\n<html>']) {
			const body = Readable.from(bytesOf(['{"error":"no"}', next]), { objectMode: false });
			const answer = await readStream({ status: 200, headers: {}, body }, limits, []);
			expect(answer).toMatchObject({ kind: 'refused', said: 'no', isLine: true });
		}
	});

	it('takes a first line that is a refusal for one', async () => {
		const body = poured(['{"error":"no","error_type":"BAD_REQUEST"}\n']);
		const answer = await readStream({ status: 200, headers: {}, body }, limits, []);
		expect(answer.kind).toBe('refused');
	});
});
