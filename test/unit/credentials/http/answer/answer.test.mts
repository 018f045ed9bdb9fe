import { UserError } from 'n8n-workflow';

import type { Reply } from '../../../../../credentials/http/answer';
import {
	CUT,
	readAnswer as readWithout,
	readCut,
	readNetworkFault,
} from '../../../../../credentials/http/answer';
import { LimitExceeded } from '../../../../../credentials/http/body';
import { runs } from '../../../../support/extent.mts';
import fc from '../../../../support/fastCheck.mts';

const readAnswer = (reply: Reply, secrets: readonly string[] = []) => readWithout(reply, secrets);

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
		['404 of the service', json(404, { error: 'The bookmark does not exist' }), 'refused'],
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
		['empty', 200, '', "it's empty"],
		['blank', 200, ' \n', "it's empty"],
		['empty, 204', 204, '', 'it has the status 204'],
		['in a string', 200, '{"rows":[{"va', 'it starts with {"rows":[{"va … and ends too early'],
		['behind a comma', 200, '[1,2,', 'it starts with [1,2, … and ends too early'],
		['at the first bracket', 200, '{', 'it starts with { … and ends too early'],
		[
			'within a character',
			200,
			Buffer.from('{"a":"中').subarray(0, -1),
			'it starts with {"a":" … and ends too early',
		],
		['a refusal', 400, '{"error":"event', 'it starts with {"error":"event … and ends too early'],
		[
			'with the secret in it',
			200,
			'{"a":"s3cret-of-us',
			'it starts with {"a":"*** … and ends too early',
		],
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

	it('the requested beginning of an answer does not count as interrupted', () => {
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

	it('marks a 403 without a reason', () => {
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
		const inner = Object.assign(new Error('inner'), { code });
		const ofOlder = { message: 'outer', cause: undefined, httpCode: code };
		for (const error of [new Error('outer', { cause: inner }), ofOlder]) {
			const fault = readNetworkFault(error);
			expect(fault).toMatchObject({ kind: 'unreachable', code });
			expect(fault.transient || undefined).toBe(transient);
		}
	});

	it('does not pass on a message that may hold the address', () => {
		const fault = readNetworkFault(new Error('connect to http://x/?token=s3cret failed'));
		expect(JSON.stringify(fault)).not.toContain('s3cret');
	});

	it("passes on why n8n blocked it, which isn't transient", () => {
		class SsrfBlockedIpError extends UserError {}
		const description = "The target 'sa' (10.0.0.5) is not allowed.";
		const said = `It was blocked. ${description}`;
		const block = new SsrfBlockedIpError('It was blocked', { description });
		const failure = { kind: 'unreachable', code: 'N8N_BLOCKED', said, transient: false };
		expect(readNetworkFault(new Error('x', { cause: block }))).toEqual(failure);
		expect(readNetworkFault(new UserError('Domain not allowed'))).toEqual({
			...failure,
			said: 'Domain not allowed',
		});
		expect(readNetworkFault(Object.create(null)).code).toBeUndefined();
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

describe('readAnswer: what a statement says', () => {
	it.each([
		...['unauthorized', 'Unauthorised', 'unauthenticated', 'not signed in', 'not logged in'],
		...['sign in again', 'login required', 'log in expired', 'signin has expired'],
		...['please log in', 'please signin', 'session expired', 'session is invalid'],
		...['session has ended', 'session was expired', 'token expired', 'token is invalid'],
		...['token has been revoked', 'token was missing', 'token is not valid', 'token unknown'],
		...['invalid token', 'expired access token', 'unknown user session', 'missing secret'],
		...['未登录', '请登录', '请您先重新登录', '重新登录', '登录已过期', '登录失效'],
		...['token已过期', '令牌失效', '会话无效'],
	])('the sign-in: %s', (error) => {
		expect(readAnswer(json(200, { error })).kind).toBe('notSignedIn');
		expect(readAnswer(json(403, { error })).kind).toBe('notSignedIn');
		for (const status of [400, 498])
			expect(readAnswer(json(status, { error }))).toMatchObject({
				...{ kind: 'notSignedIn', isUnclear: true, isForeign: false },
			});
		expect(readAnswer(json(500, { error })).kind).toBe('failed');
		expect(readAnswer(json(404, { error }))).toMatchObject({ kind: 'notSignedIn' });
	});

	it.each([
		...['event session expired does not exist', 'invalid session_name: visits'],
		...['请检查登录事件', '事件 登录失效 不存在', 'the event "invalid token" does not exist'],
	])('not the sign-in, in a bad request: %s', (error) => {
		expect(readAnswer(json(400, { error })).kind).toBe('refused');
	});

	it.each([
		[401, { error: 'Unauthorized', error_type: 'UNAUTHORIZED' }, false],
		[401, { error: 'invalid token' }, false],
		[401, { error: 'event PayOrder does not exist' }, true],
		[401, { error: '权限不足' }, true],
		[400, { code: 'SA-D-12-2', message: 'no permission' }, true],
		[400, { code: 'SA-D-24-1', message: 'no such user' }, false],
		[200, { code: '401' }, true],
		[200, { code: 401, message: 'no' }, true],
		[200, { error: 'event session expired does not exist' }, true],
		[403, { error: '没有权限查看事件 未登录访问' }, true],
	])('%d %j may mean something else: %s', (status, body, isUnclear) => {
		const answer = readAnswer(json(status, body));
		expect(answer).toMatchObject({ kind: 'notSignedIn' });
		expect((answer as { isUnclear?: boolean }).isUnclear === true).toBe(isUnclear);
	});

	it.each([
		[400, { code: 'SA-D-12-2', message: 'no permission' }, true],
		[400, { code: 'SA-D-12-2', message: 'no permission, or the session has expired' }, false],
		[401, { error: '没有权限' }, true],
		[401, { error: 'event "permission" does not exist' }, false],
		[401, { error: 'no access permission', error_type: 'UNAUTHORIZED' }, false],
	])('%d %j speaks of a missing permission: %s', (status, body, isOfPermission) => {
		const answer = readAnswer(json(status, body)) as { isOfPermission?: boolean };
		expect(answer.isOfPermission === true).toBe(isOfPermission);
	});

	it.each(['SA-D-7-2', 'SA-D-24-2'])('401 with %s is not about the sign-in', (code) => {
		expect(readAnswer(json(401, { code, message: 'no' })).kind).toBe('refused');
	});

	it('is read without names before it is cut', () => {
		const error = `near "${'SELECT '.repeat(20)} please log in ${'x'.repeat(200)}"`;
		expect(readAnswer(json(200, { error })).kind).toBe('refused');
	});

	it.each(['no token for that', 'session of users', 'authors', 'please wait', '登录用户数'])(
		'nothing of the sign-in: %s',
		(error) => {
			expect(readAnswer(json(200, { error })).kind).toBe('refused');
		},
	);

	it.each(['no permission', 'Forbidden', 'not allowed', 'denied', '没有权限'])(
		'a permission: %s',
		(error) => {
			const answer = readAnswer(json(403, { error }));
			expect(answer.kind).toBe('refused');
			expect(answer).not.toHaveProperty('mayBeSignedOut');
		},
	);

	it('a 403 with another reason', () => {
		expect(readAnswer(json(403, { error: 'quota' }))).toMatchObject({ mayBeSignedOut: false });
		expect(readAnswer(html(403, 'Forbidden'))).toMatchObject({ kind: 'refused' });
		expect(readAnswer(html(403, 'please log in'))).toMatchObject({ kind: 'notSignedIn' });
	});

	it.each<[string, string]>([
		['SA-D-12-2', 'notSignedIn'],
		['SA-D-24-1', 'notSignedIn'],
		['UNAUTHORIZED', 'notSignedIn'],
		['SA-D-14-1', 'throttled'],
		['TOO_MANY_REQUESTS', 'throttled'],
		['SA-R-21-2', 'temporary'],
		['SERVICE_UNAVAILABLE', 'temporary'],
	])('code %s', (code, kind) => {
		expect(readAnswer(json(400, { code })).kind).toBe(kind);
	});

	it('takes no part of an answer for the answer', () => {
		for (const status of [204, 205, 206])
			expect(readAnswer(json(status, { rows: [] }))).toMatchObject({
				kind: 'unreachable',
				said: `it has the status ${status}`,
				transient: true,
			});
		expect(readAnswer(json(203, { code: 200 })).kind).toBe('success');
	});

	it.each<[number, string, string]>([
		[199, 'refused', 'notThisService'],
		[200, 'success', 'notThisService'],
		[299, 'success', 'notThisService'],
		[400, 'refused', 'notThisService'],
		[401, 'notSignedIn', 'notSignedIn'],
		[429, 'throttled', 'throttled'],
		[499, 'refused', 'notThisService'],
		[500, 'failed', 'notThisService'],
		[502, 'temporary', 'temporary'],
		[503, 'temporary', 'temporary'],
		[504, 'temporary', 'temporary'],
		[505, 'failed', 'notThisService'],
	])('status %s: %s in JSON, %s in a page', (status, ofJson, ofPage) => {
		expect(readAnswer(json(status, { rows: [] })).kind).toBe(ofJson);
		expect(readAnswer(html(status, '<h1>Hello</h1>')).kind).toBe(ofPage);
	});

	it.each([
		...['<title>Log in', '<title>The signin page', '<title>\n登录', '  <p type="password">'],
		...["<input type='password'>", '<input type=password>', '<title>Please login'],
	])('a page for logging in: %s', (page) => {
		expect(readAnswer(html(200, page))).toMatchObject({ kind: 'notSignedIn', isForeign: false });
		for (const status of [401, 403, 404])
			expect(readAnswer(html(status, page))).toMatchObject({
				...{ kind: 'notSignedIn', isForeign: true },
			});
	});

	it.each(['Log in <title>', 'x <title>Log in', '<title>Hi</title> log in', '<p>password'])(
		'no page for logging in: %s',
		(page) => {
			expect(readAnswer(html(200, page)).kind).toBe('notThisService');
		},
	);
});

describe('readAnswer: redirects', () => {
	const to = (location: unknown, status = 302) =>
		readAnswer({ status, headers: { location }, body: '' }, ['long-secret']);

	it.each([
		...['/login', '/log-in', '/sign_in/x', '/signin', '/passport/x', 'https://x/auth', '/a/sso/'],
		...['/api/v2/auth/login/page', '/auth/login'],
	])('to a page for logging in: %s', (location) => {
		expect(to(location).kind).toBe('notSignedIn');
	});

	it.each([
		...['/home', '/logs', '/author', '/ssological', 'https://x/api/auth/login'],
		...['/api/v2/auth/login?x=1', '/api/v2/auth/login/', '/api/auth/login/?x'],
		...['/home?from=/login', '/?service=https://x/sso/'],
	])('elsewhere: %s', (location) => {
		expect(to(location).kind).toBe('notThisService');
	});

	it('reports the target without its query or a secret', () => {
		for (const status of [300, 301, 399])
			expect(to('https://x/long-secret/a?token=b', status)).toEqual({
				kind: 'notThisService',
				status,
				said: 'redirect to https://x/***/a',
				location: 'https://x/***/a',
			});
		expect(to(undefined)).toMatchObject({ said: 'redirect to nowhere', location: '' });
		expect(to(['https://a', 'https://b'])).toMatchObject({ location: 'https://a' });
		expect(to([7])).toMatchObject({ said: 'redirect to nowhere' });
	});

	it('a long URL is read from its beginning', () => {
		expect(to(`https://x/${'a'.repeat(2048)}/login`).kind).toBe('notThisService');
	});
});

describe('readAnswer: what is said', () => {
	it('without a reason, the answer itself, without a secret', () => {
		expect(readAnswer(json(400, {}))).toMatchObject({ said: 'status 400, no reason given' });
		expect(readAnswer(json(400, { a: 'my long-secret' }), ['long-secret'])).toMatchObject({
			said: '{"a":"my ***"}',
		});
		expect(readAnswer(json(400, [1]))).toMatchObject({ said: '[1]' });
	});

	it('codes and IDs of the form that they have, and no secret among them', () => {
		const of = (code: string, request_id: string, secrets: string[] = []) => {
			const { code: reported, requestId } = readAnswer(
				json(400, { error: 'x', code, request_id }),
				secrets,
			) as { code?: string; requestId?: string };
			return [reported, requestId];
		};
		expect(of('SA-D-1-1', '1700000000000:12')).toEqual(['SA-D-1-1', '1700000000000:12']);
		expect(of('NOT_FOUND', 'a.b_c-d')).toEqual(['NOT_FOUND', 'a.b_c-d']);
		expect(of('lower', '<b>')).toEqual([undefined, undefined]);
		expect(of('x SA-D-1-1', ' r')).toEqual([undefined, undefined]);
		expect(of('SA-D-1-1 x', 'r s')).toEqual([undefined, undefined]);
		expect(of('SECRETCODE', 'secret-id', ['SECRETCODE', 'secret-id'])).toEqual([
			undefined,
			undefined,
		]);
		const header = { 'x-request-id': 'from-header' };
		expect(readAnswer(json(400, { error: 'x' }, header))).toMatchObject({
			requestId: 'from-header',
		});
	});

	it('an empty page, and an answer that is too long', () => {
		expect(readAnswer(html(404, ''))).toMatchObject({ said: 'an empty response' });
		const body = Buffer.alloc(129 * 1024 * 1024);
		expect(readAnswer({ status: 200, headers: {}, body })).toEqual({
			kind: 'tooLarge',
			status: 200,
			said: 'a response of 129 MB',
		});
	});

	it('JSON that would harm', () => {
		expect(readAnswer({ status: 200, headers: {}, body: '['.repeat(201) })).toEqual({
			kind: 'notThisService',
			status: 200,
			said: 'JSON with more than 200 levels',
		});
		expect(readAnswer({ status: 200, headers: {}, body: '[1e999]' })).toEqual({
			kind: 'notThisService',
			status: 200,
			said: 'JSON with a number that is too large',
		});
	});

	it('bytes that are no text: the charset, and how they are packed', () => {
		const body = Buffer.from([0x80, 0xff]);
		const of = (headers: object) =>
			readAnswer({ status: 200, headers: headers as never, body }, ['long-secret']);
		expect(of({})).toEqual({
			kind: 'notThisService',
			status: 200,
			said: "it isn't valid UTF-8",
			isUnreadable: true,
		});
		const said = (headers: object) => (of(headers) as { said: string }).said;
		expect(said({ 'content-encoding': 'zstd' })).toBe(
			"it isn't valid UTF-8 (Content-Encoding: zstd)",
		);
		for (const packing of ['a b', '<b>', 'long-secret', '-x', 'x'.repeat(21)])
			expect(said({ 'content-encoding': packing })).toBe("it isn't valid UTF-8");
		expect(said({ 'content-type': 'text/plain; charset=klingon' })).toBe(
			"it isn't valid text in the declared character set",
		);
	});

	it.each([
		['7', 7_000],
		['120', 120_000],
		['86400', 86_400_000],
		['1000000000', 86_400_000],
		['9'.repeat(400), 86_400_000],
		['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
		['7s', undefined],
		['x7', undefined],
		['soon', undefined],
		['Thu, 01 Jan 1970 00:00:00 GMT', 0],
	])('Retry-After: %s', (value, ms) => {
		for (const reply of [
			json(429, {}, { 'retry-after': value }),
			html(429, 'x', { 'retry-after': [value] }),
		])
			expect((readAnswer(reply) as { retryAfterMs?: number }).retryAfterMs).toBe(ms);
	});
});

describe('readCut and limits', () => {
	const limits = { bytes: 3 * 1024 * 1024, silenceMs: 1, wholeMs: 2 };
	const of = (limit: 'bytes' | 'lineLength' | 'silenceMs' | 'wholeMs') =>
		readNetworkFault(new LimitExceeded(limit, limits));

	it('limits say which of them', () => {
		expect(of('bytes')).toEqual({ kind: 'tooLarge', said: 'a response of more than 3 MB' });
		expect(of('lineLength')).toEqual({ kind: 'tooLarge', said: 'a line of more than 8 MB' });
		const late = {
			kind: 'unreachable',
			said: "the response didn't finish in time",
			code: 'ETIMEDOUT',
		};
		expect(of('silenceMs')).toEqual({ ...late, transient: true });
		expect(of('wholeMs')).toEqual({ ...late, transient: false });
		const wrapped = new Error('x', { cause: new LimitExceeded('bytes', limits) });
		expect(readNetworkFault(wrapped).kind).toBe('tooLarge');
	});

	it.each(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR'])(
		'an answer that broke off: %s',
		(code) => {
			expect(readCut(Object.assign(new Error(), { code }))).toMatchObject({
				kind: 'unreachable',
				said: 'the connection was closed before the response was complete',
				code: CUT,
				transient: true,
			});
		},
	);

	it('other ends are what they are', () => {
		const other = readCut(Object.assign(new Error(), { code: 'ERR_TLS' }));
		expect(other).toMatchObject({ said: 'ERR_TLS', transient: false });
		expect(readCut(new Error())).toMatchObject({
			said: 'the request ended without a response',
			transient: false,
		});
		expect(readNetworkFault(Object.assign(new Error(), { code: CUT }))).toMatchObject({
			said: 'the connection was closed before the response was complete',
			transient: true,
		});
	});

	it.each([
		...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'],
		...['EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_SOCKET', 'UND_ERR_X'],
	])('%s may pass', (code) => {
		expect(readNetworkFault(Object.assign(new Error(), { code })).transient).toBe(true);
		expect(readNetworkFault({ errno: code }).transient).toBe(true);
	});

	it.each(['XECONNRESET', 'ECONNRESET_2', 'ENOTFOUND', 'UND_ERR_', 'lower', 'A B', 7])(
		'%s does not, or is no code',
		(code) => {
			expect(readNetworkFault(Object.assign(new Error(), { code })).transient).toBe(false);
		},
	);

	it('reports only valid codes, and searches causes only to a limited depth', () => {
		const said = (error: unknown) => readNetworkFault(error).said;
		for (const code of ['lower', 'A B', 'x ECODE', 'ECODE x', 7, 'A'])
			expect(said({ code })).toBe('the request ended without a response');
		const nested = (depth: number): object =>
			depth === 0 ? { code: 'ECODE' } : { cause: nested(depth - 1) };
		expect(said(nested(4))).toBe('ECODE');
		expect(said(nested(5))).toBe('the request ended without a response');
		const circle: { cause?: unknown } = {};
		circle.cause = circle;
		expect(said(circle)).toBe('the request ended without a response');
		expect(said(undefined)).toBe('the request ended without a response');
	});
});

it.each([
	[404, { error: 'The bookmark does not exist' }, false],
	[404, { error: 'Not Found' }, true],
	[405, { error: 'Method Not Allowed' }, true],
	[400, { error: 'the event does not exist' }, false],
	[400, { message: 'no Route matched with those values' }, true],
])('whether %d may be of another server: %j', (status, body, isForeign) => {
	const reply = { status, headers: {}, body: JSON.stringify(body) };
	expect(readAnswer(reply)).toMatchObject({ isForeign });
});
