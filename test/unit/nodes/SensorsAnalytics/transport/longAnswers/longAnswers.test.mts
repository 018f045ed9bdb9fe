import { PassThrough, Readable } from 'node:stream';

import type { Failure } from '../../../../../../credentials/http/answer';
import type { ServiceRequest } from '../../../../../../credentials/http/request';
import type { Line } from '../../../../../../nodes/SensorsAnalytics/transport/longAnswers';
import {
	fileFrom,
	linesFrom,
} from '../../../../../../nodes/SensorsAnalytics/transport/longAnswers';
import type { Service } from '../../../../../../nodes/SensorsAnalytics/transport/service';
import type { Bytes, Intake } from '../../../../../../nodes/SensorsAnalytics/transport/stream';
import { FILE, ROWS } from '../../../../../../nodes/SensorsAnalytics/transport/stream';

const SECRET = 's3cret-of-the-project';
const REFUSAL = '{"error":"out of memory"}';
const REQUEST: ServiceRequest = { path: '/api/sql/query' };

class Fault extends Error {
	constructor(readonly failure: Failure) {
		super(failure.said);
	}
}

/** A service whose long answer has these bytes. */
function answering(bytes: Bytes, charset?: string) {
	const requests: unknown[] = [];
	const service = {
		async open(itemIndex: number, request: ServiceRequest, intake: Intake) {
			requests.push(itemIndex, request, intake);
			return {
				bytes,
				charset,
				limits: intake.limits(1_000),
				secrets: [SECRET],
				fault: (failure: Failure) => new Fault(failure),
				itemFault: (error: unknown) => new Error(`item: ${(error as Error).message}`),
			};
		},
	};
	return { requests, service: service as unknown as Service };
}

async function rowsOf(bytes: Bytes, charset?: string) {
	const { requests, service } = answering(bytes, charset);
	const lines: Line[] = [];
	let failure: Failure | undefined;
	try {
		for await (const line of linesFrom(service, 3, REQUEST)) lines.push(line);
	} catch (error) {
		failure = (error as Fault).failure;
	}
	return { requests, failure, lines, texts: lines.map(({ text }) => text) };
}

const text = (...lines: string[]) => Buffer.from(lines.join('\n'));
/** Breaks off behind these lines. */
function broken(...lines: string[]): Readable {
	return Readable.from(
		(function* () {
			yield text(...lines, '');
			throw Object.assign(new Error('x'), { code: 'ECONNRESET' });
		})(),
		{ objectMode: false },
	);
}

describe('linesFrom', () => {
	it('yields rows one after another', async () => {
		const { requests, failure, texts } = await rowsOf(text('{"a":1}', '{"a":2}', ''));
		expect(texts).toEqual(['{"a":1}', '{"a":2}']);
		expect(failure).toBeUndefined();
		expect(requests).toEqual([3, REQUEST, ROWS]);
	});

	it('a refusal after good rows is not a row', async () => {
		const { failure, texts } = await rowsOf(text('{"a":1}', REFUSAL));
		expect(texts).toEqual(['{"a":1}']);
		expect(failure).toMatchObject({ kind: 'refused', said: 'out of memory', isLine: true });
	});

	it('a row that looks like a refusal is one, if its column comes again', async () => {
		const rows = ['{"error":"a"}', '{"error":"b"}', '{"error":"c"}'];
		const { failure, texts } = await rowsOf(text(...rows));
		expect(texts).toEqual(rows);
		expect(failure).toBeUndefined();
	});

	it('nothing after a refusal is returned', async () => {
		const { failure, texts } = await rowsOf(text('{"a":1}', REFUSAL, '{"a":2}', '{"a":3}'));
		expect(texts).toEqual(['{"a":1}']);
		expect(failure).toMatchObject({ kind: 'refused', said: 'out of memory' });
	});

	it('has no secret in it, nor in what is said of a line', async () => {
		const { lines } = await rowsOf(text(`{"a":"${SECRET}"}`));
		expect(lines[0]?.text).toBe('{"a":"***"}');
		expect(lines[0]?.quote()).toBe('{"a":"***"}');
		const refused = await rowsOf(text('{"a":1}', `{"error":"no ${SECRET}"}`));
		expect(refused.failure?.said).toBe('no ***');
	});

	it('says where the connection ended', async () => {
		const { failure, texts } = await rowsOf(broken('{"a":1}') as unknown as Bytes);
		expect(texts).toEqual(['{"a":1}']);
		expect(failure).toMatchObject({
			kind: 'unreachable',
			said: 'the connection was closed before the response was complete',
		});
	});

	it('a charset that it is not in', async () => {
		const { failure } = await rowsOf(Buffer.from([0x7b, 0xff, 0x7d]));
		expect(failure).toEqual({
			kind: 'notThisService',
			status: 200,
			said: "it isn't valid UTF-8",
			isUnreadable: true,
		});
		const other = await rowsOf(Buffer.from([0x81]), 'gb18030');
		expect(other.failure?.said).toBe("it isn't valid GB18030");
	});

	it('reads another charset', async () => {
		const { texts } = await rowsOf(Buffer.from([0x22, 0xd6, 0xd0, 0x22]), 'gbk');
		expect(texts).toEqual(['"中"']);
	});
});

describe('fileFrom', () => {
	const whole = async (bytes: Bytes): Promise<string> => {
		if (bytes instanceof Uint8Array) return Buffer.from(bytes).toString();
		const chunks: Uint8Array[] = [];
		for await (const chunk of bytes) chunks.push(chunk);
		return Buffer.concat(chunks).toString();
	};
	const stored = async (bytes: Bytes, store = whole) => {
		const { requests, service } = answering(bytes);
		return { requests, text: await fileFrom(service, 2, REQUEST, store) };
	};
	const streamed = (...lines: string[]): Bytes => {
		const stream = new PassThrough();
		stream.end(text(...lines));
		return stream as unknown as Bytes;
	};

	it('passes all bytes on, and returns what storing them gave', async () => {
		for (const bytes of [text('a,b', '1,2', ''), streamed('a,b', '1,2', '')]) {
			const { requests, text: file } = await stored(bytes);
			expect(file).toBe('a,b\n1,2\n');
			expect(requests).toEqual([2, REQUEST, FILE]);
		}
	});

	it('a refusal at the end is no end of a file', async () => {
		for (const bytes of [text('a,b', REFUSAL, ''), streamed('a,b', REFUSAL)])
			await expect(stored(bytes)).rejects.toMatchObject({
				failure: { kind: 'refused', said: 'out of memory', isLine: true },
			});
	});

	it('the error contains no secret', async () => {
		await expect(stored(text('a,b', `{"error":"no ${SECRET}"}`))).rejects.toThrow('no ***');
	});

	it('a closed connection is reported as one', async () => {
		await expect(stored(broken('a,b') as unknown as Bytes)).rejects.toMatchObject({
			failure: {
				kind: 'unreachable',
				said: 'the connection was closed before the response was complete',
			},
		});
	});

	it('an error while storing is reported as that, and the rest is not fetched', async () => {
		const bytes = streamed('a,b');
		const store = async () => await Promise.reject(new Error('disk full'));
		await expect(stored(bytes, store)).rejects.toThrow('item: disk full');
		expect((bytes as unknown as PassThrough).destroyed).toBe(true);
		await expect(stored(text('a'), store)).rejects.toThrow(/^disk full/);
	});
});
