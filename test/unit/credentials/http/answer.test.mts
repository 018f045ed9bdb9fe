import fc from 'fast-check';

import { readAnswer, readNetworkFault, type Reply } from '../../../../credentials/http/answer';
import { runs } from '../../../support/extent.mts';

const json = (status: number, body: unknown, headers = {}): Reply => ({
	status,
	headers: { 'content-type': 'application/json', ...headers },
	body: Buffer.from(JSON.stringify(body)),
});

const html = (status: number, body: string, headers = {}): Reply => ({
	status,
	headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
	body: Buffer.from(body),
});

describe('readAnswer decides what an answer means; the body counts before the status', () => {
	it.each<[string, Reply, string]>([
		['200 with a report', json(200, { series: [], rows: [] }), 'success'],
		['200 with a list', json(200, [1, 2]), 'success'],
		['200 with an envelope', json(200, { code: 'SUCCESS', data: {} }), 'success'],
		['200 with error: null', json(200, { error: null, rows: [] }), 'success'],
		[
			'401 of the service',
			json(401, { error: 'login', error_type: 'UNAUTHORIZED' }),
			'notSignedIn',
		],
		['401 without a body', { status: 401, headers: {}, body: '' }, 'notSignedIn'],
		[
			'200 that says the token has expired',
			json(200, { error: 'token has expired' }),
			'notSignedIn',
		],
		['200 that says so in Chinese', json(200, { error: '登录已过期，请重新登录' }), 'notSignedIn'],
		[
			'200 with error_type UNAUTHORIZED',
			json(200, { error: 'no', error_type: 'UNAUTHORIZED' }),
			'notSignedIn',
		],
		['403 that says not logged in', json(403, { error: 'not logged in' }), 'notSignedIn'],
		[
			'403 for lack of permission',
			json(403, { error: 'no permission', code: 'SA-D-24-2' }),
			'refused',
		],
		['403 that says nothing', json(403, {}), 'refused'],
		[
			'redirect to a login page',
			{ status: 302, headers: { location: '/login/index.html' }, body: '' },
			'notSignedIn',
		],
		[
			'redirect to elsewhere',
			{ status: 301, headers: { location: 'https://other.example.com/' }, body: '' },
			'notThisService',
		],
		[
			'HTML of a login page',
			html(200, '<title>Log in</title><input type="password">'),
			'notSignedIn',
		],
		['HTML of another page', html(200, '<title>Welcome</title>'), 'notThisService'],
		['404 in HTML', html(404, '<h1>Not found</h1>'), 'notThisService'],
		['unknown event', json(400, { error: 'the event does not exist' }), 'refused'],
		[
			'an event that is called like a lost session',
			json(200, { error: 'the event "session expired" does not exist' }),
			'refused',
		],
		[
			'200 with a code',
			json(200, { code: 'SA-D-32-19', message: 'event does not exist' }),
			'refused',
		],
		['500 with a code', json(500, { code: 'SA-R-33-12' }), 'failed'],
		[
			'more than can be read at once',
			{ status: 200, headers: {}, body: Buffer.alloc(257 * 1024 * 1024) },
			'tooLarge',
		],
		['429', json(429, { error: 'slow down' }), 'throttled'],
		['throttled by code', json(200, { code: 'SA-D-14-1' }), 'throttled'],
		['502 in HTML', html(502, '<h1>Bad gateway</h1>'), 'temporary'],
		['503 in JSON', json(503, { error: 'maintenance' }), 'temporary'],
		['empty', { status: 200, headers: {}, body: Buffer.alloc(0) }, 'unreachable'],
		['empty, and not found', { status: 404, headers: {}, body: Buffer.alloc(0) }, 'notThisService'],
		[
			'cut-off JSON',
			{ status: 200, headers: {}, body: Buffer.from('{"rows":[{"va') },
			'unreachable',
		],
		[
			'bytes that are no UTF-8',
			{ status: 200, headers: {}, body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
			'notThisService',
		],
		[
			'an unknown charset',
			{
				status: 200,
				headers: { 'content-type': 'text/plain; charset=klingon' },
				body: Buffer.from('{}'),
			},
			'notThisService',
		],
	])('%s', (_case, reply, kind) => {
		expect(readAnswer(reply).kind).toBe(kind);
	});

	it.each([
		['empty', 200, '', 'it is empty'],
		['blank', 200, ' \n', 'it is empty'],
		['empty, 204', 204, '', 'it is empty'],
		['in a string', 200, '{"rows":[{"va', 'it begins with {"rows":[{"va'],
		['behind a comma', 200, '[1,2,', 'it begins with [1,2,'],
		['at the first bracket', 200, '{', 'it begins with {'],
		['within a character', 200, Buffer.from('{"a":"中').subarray(0, -1), 'it begins with {"a":"'],
		['a refusal', 400, '{"error":"event', 'it begins with {"error":"event'],
		['with the secret in it', 200, '{"a":"s3cret-of-us', 'it begins with {"a":"***'],
	])('an answer that breaks off: %s', (_case, status, body, said) => {
		const answer = readAnswer({ status, headers: {}, body: Buffer.from(body) }, ['s3cret-of-us']);
		const code = 'ERR_BAD_RESPONSE';
		expect(answer).toEqual({ kind: 'unreachable', status, said, code, transient: true });
	});

	it.each([
		['no JSON', 200, 'hello'],
		['something in braces', 200, '{hello}'],
		['braces without a name', 200, '{ margin: 0;'],
		['JSON with more behind it', 200, '{"a":1} and more'],
		['a web page', 200, '<p>{"a":'],
		['empty, and no success', 500, ''],
	])('an answer that does not break off: %s', (_case, status, body) => {
		const { kind } = readAnswer({ status, headers: {}, body: Buffer.from(body) });
		expect(kind).toBe('notThisService');
	});

	it('the beginning that was wanted is none that breaks off', () => {
		const body = Buffer.from('{"error":"a long ref');
		const { kind } = readAnswer({ status: 404, headers: {}, body, isCut: true });
		expect(kind).toBe('notThisService');
	});

	it('reads another charset', () => {
		const body = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xd6, 0xd0, 0x22, 0x7d]);
		const reply = {
			status: 200,
			headers: { 'content-type': 'application/json; charset=GBK' },
			body,
		};
		expect(readAnswer(reply)).toEqual({ kind: 'success', body: { a: '中' } });
	});

	it("keeps the service's words, code and request ID", () => {
		const answer = readAnswer(
			json(400, {
				code: 'COMMON-D-27-1',
				request_id: 'r-1',
				error_info: {
					code: 'SA-D-32-1',
					description: 'unit is wrong',
					error_causes: [{ error_cause: 'null' }],
				},
			}),
		);
		expect(answer).toMatchObject({
			said: 'unit is wrong; null',
			code: 'SA-D-32-1',
			requestId: 'r-1',
		});
	});

	it('marks a 403 that gives no reason', () => {
		expect(readAnswer(json(403, {}))).toMatchObject({ mayBeSignedOut: true });
	});

	it('reads Retry-After in seconds and as a date', () => {
		expect(readAnswer(json(429, {}, { 'retry-after': '7' }))).toMatchObject({ retryAfterMs: 7000 });
		const soon = new Date(Date.now() + 60_000).toUTCString();
		const { retryAfterMs } = readAnswer(json(503, {}, { 'retry-after': soon })) as {
			retryAfterMs: number;
		};
		expect(retryAfterMs).toBeGreaterThan(50_000);
		expect(retryAfterMs).toBeLessThanOrEqual(60_000);
	});

	it.each([
		[
			'an HTML page that echoes the address',
			html(404, `<pre>${'x'.repeat(150)}/api?token=s3cret%26key</pre>`),
		],
		['an error that echoes it', json(400, { error: 'bad token s3cret&key' })],
		[
			'a redirect that holds it',
			{ status: 302, headers: { location: 'https://x/s3cret&key' }, body: '' },
		],
	])('never repeats a secret: %s', (_case, reply) => {
		const text = JSON.stringify(readAnswer(reply, ['s3cret&key']));
		expect(text).not.toMatch(/s3cret|3cret/);
	});
});

describe('readNetworkFault', () => {
	it.each([
		['ECONNREFUSED', true],
		['ETIMEDOUT', true],
		['ENOTFOUND', undefined],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined],
	])('%s', (code, transient) => {
		const fault = readNetworkFault(
			new Error('outer', { cause: Object.assign(new Error('inner'), { code }) }),
		);
		expect(fault).toMatchObject({ kind: 'unreachable', code });
		expect(fault.transient || undefined).toBe(transient);
	});

	it('does not pass on a message that may hold the address', () => {
		const fault = readNetworkFault(new Error('connect to http://x/?token=s3cret failed'));
		expect(JSON.stringify(fault)).not.toContain('s3cret');
	});

	it('does not pass on the request, which n8n hangs on the error', () => {
		const config = { headers: { 'sensorsdata-token': 's3cret' }, params: { token: 's3cret' } };
		const inner = Object.assign(new Error('s3cret'), { code: 'ECONNRESET', config });
		for (const error of [inner, new Error('outer', { cause: inner }), { error: inner, config }]) {
			expect(JSON.stringify(readNetworkFault(error))).toBe(
				'{"kind":"unreachable","said":"ECONNRESET","code":"ECONNRESET","transient":true}',
			);
		}
	});
});

describe('any answer', () => {
	it('any bytes with any status: a meaning, never a crash', () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ maxLength: 200 }),
				fc.integer({ min: 100, max: 599 }),
				fc.constantFrom(
					'application/json',
					'text/html; charset=gbk',
					'text/plain; charset=nonsense',
					'',
				),
				(body, status, contentType) => {
					const answer = readAnswer({ status, headers: { 'content-type': contentType }, body });
					if (answer.kind !== 'success') expect(typeof answer.said).toBe('string');
					else expect(status).toBeLessThan(300);
				},
			),
			runs(2000),
		);
	});

	it('any JSON as an answer: success only without an error in it', () => {
		fc.assert(
			fc.property(fc.json(), fc.integer({ min: 200, max: 599 }), (body, status) => {
				const answer = readAnswer({ status, headers: {}, body: Buffer.from(body) });
				if (status >= 400) expect(answer.kind).not.toBe('success');
			}),
			runs(2000),
		);
	});
});
