import { PassThrough } from 'node:stream';

import type { ByteStream } from '../../../../../../credentials/http/body';
import { watchLastLine } from '../../../../../../nodes/SensorsAnalytics/transport/longAnswers';

async function read(chunks: string[]): Promise<{ text: string; last: string }> {
	const stream = new PassThrough();
	for (const chunk of chunks) stream.write(chunk);
	stream.end();
	const { bytes, lastLine } = watchLastLine(stream as unknown as ByteStream);
	let text = '';
	for await (const chunk of bytes as AsyncIterable<Uint8Array>)
		text += Buffer.from(chunk).toString();
	return { text, last: lastLine() };
}

describe('watchLastLine', () => {
	it.each<[string, string[], string]>([
		['in one piece', ['a\nb\n'], 'b'],
		['without a last end of line', ['a\n', 'b'], 'b'],
		['with empty lines behind it', ['a\nb\n', '\n\n'], 'b'],
		['cut in the middle of a character', ['a\n城'], '城'],
		['nothing at all', [], ''],
		[
			'behind much else',
			[...Array.from({ length: 40 }, () => 'x'.repeat(9_999) + '\n'), 'end\n'],
			'end',
		],
	])('passes all on, and returns the end: %s', async (_case, chunks, last) => {
		expect(await read(chunks)).toEqual({ text: chunks.join(''), last });
	});

	it('keeps the end only, and enough of it', async () => {
		const line = `{"error":"${'x'.repeat(60_000)}"}`;
		for (const size of [1_000, 7_777, 65_536]) {
			const text = `${'a'.repeat(200_000)}\n${line}`;
			const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
				text.slice(i * size, (i + 1) * size),
			);
			expect((await read(chunks)).last).toBe(line);
		}
		const { last } = await read(Array.from({ length: 30 }, () => 'x'.repeat(10_000)));
		expect(last.length).toBeGreaterThanOrEqual(64 * 1024);
		expect(last.length).toBeLessThan(64 * 1024 + 10_000);
	});

	it('handles a character that is cut between two chunks', async () => {
		const bytes = Buffer.from('a\n城市');
		const stream = new PassThrough();
		for (const part of [bytes.subarray(0, 3), bytes.subarray(3)]) stream.write(part);
		stream.end();
		const { bytes: watched, lastLine } = watchLastLine(stream as unknown as ByteStream);
		for await (const _ of watched as AsyncIterable<Uint8Array>);
		expect(lastLine()).toBe('城市');
		expect(lastLine()).toBe('');
	});

	it('returns the end of bytes that are complete', () => {
		const bytes = Buffer.from('a\n{"error":"no"}\n');
		const watched = watchLastLine(bytes);
		expect(watched.bytes).toBe(bytes);
		expect(watched.lastLine()).toBe('{"error":"no"}');
	});
});
