import { gzipSync } from 'node:zlib';

import { measures, type TestWorld } from '../../support/world.mts';
import { byKey } from './byKey.mts';
import type { Scenario } from './scenario.mts';
import { wrongCredential } from './wrongCredential.mts';

const html = (status: number, body: string) => ({
	answer: { status, body, headers: { 'content-type': 'text/html' } },
});
const json = (status: number, body: object, headers: Record<string, string> = {}) => ({
	answer: {
		status,
		body: JSON.stringify(body),
		headers: { 'content-type': 'application/json', ...headers },
	},
});
const rows = (body: string | Buffer, headers: Record<string, string>) => ({
	answer: { body, headers },
});
const LOGIN_PAGE = '<html><title>Log in</title><form><input type="password"></form></html>';
/** A report in place of the service's own one, of a day that has to be requested. */
const REPORT = { series: ['2026-11-01 00:00:00'], rows: [{ values: [[3]] }] };
const CUT_JSON = '{"series":["2026-11-01 00:00:00"],"rows":[{"val';
const ofReport = {
	form: { fromDate: '2026-11-01' },
	expect: { sees: 1, first: { date: '2026-11-01', PayOrder_events: 3 } },
};
const LOGIN = /\/auth\/login/;

const endTokens = (t: TestWorld) => t.world.tokens.endAll(t.world.accounts.get('analyst'));
/** The report, another request that shows that the token has ended, a login, and the report. */
const renewed = { sees: 1, requests: 4, logins: 1 };
const untouched = { requests: 1, logins: 0 };

/** Refusals of the token, in every form that says so: one login, one resend. */
const signedOut: Scenario[] = [
	{ name: 'Token expired: 401', prepare: endTokens, expect: renewed },
	{
		name: 'Token expired: 401 (user token mode)',
		mode: 'user',
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '20 browser sign-ins invalidated the token',
		prepare: (t) => {
			for (let i = 0; i < 20; i++) t.world.browserLogin('analyst');
		},
		expect: renewed,
	},
	{
		name: 'Token past its validity',
		prepare: (t) => t.world.clock.advance(31 * 60_000),
		expect: renewed,
	},
	{
		name: '401 with an empty body',
		reaction: { answer: { status: 401 } },
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '401 as an HTML page',
		reaction: html(401, '<h1>Unauthorized</h1>'),
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '403 that says not signed in',
		reaction: json(403, { error: 'You are not logged in' }),
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '401 for one request, but the token holds',
		reaction: { answer: { status: 401 } },
		expect: { ...renewed, requests: 3, logins: 0 },
	},
	{
		name: '302 to a sign-in page',
		reaction: { answer: { status: 302, headers: { location: '/login/index.html?from=report' } } },
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '200 with the HTML of a sign-in page',
		reaction: html(200, LOGIN_PAGE),
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '200: token has expired',
		reaction: json(200, { error: 'The access token has expired' }),
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '200: token has expired, but it holds',
		reaction: json(200, { error: 'The access token has expired' }),
		expect: { ...renewed, requests: 3, logins: 0 },
	},
	{
		name: '401 for a missing permission',
		reaction: json(401, { code: 'SA-D-24-2', message: 'no permission' }),
		path: /\/api\/sql/,
		times: 99,
		sql: 'SELECT 1',
		isWarm: false,
		prepare: async (t) => void (await t.report({}, { credential: 'account' })),
		expect: {
			sees: /Sensors Analytics rejected the request: no permission \(SA-D-24-2\)/,
			todo: 'permission',
			...untouched,
		},
	},
	{
		name: '200: UNAUTHORIZED',
		reaction: json(200, { error: 'no', error_type: 'UNAUTHORIZED' }),
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '200: 登录已过期',
		reaction: json(200, { error: '登录已过期，请重新登录' }),
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '200: SA-D-24-1 in an envelope',
		reaction: json(200, { code: 'SA-D-24-1', message: 'user does not exist' }),
		prepare: endTokens,
		expect: renewed,
	},
	{
		name: '403 without a reason, token past its validity',
		reaction: json(403, {}),
		times: 2,
		prepare: async (t) => await makeOld(t),
		expect: renewed,
	},
	{
		name: '403 without a reason, token past its validity, but it holds',
		reaction: json(403, {}),
		prepare: async (t) => await makeOld(t),
		expect: { ...renewed, requests: 3, logins: 0 },
	},
	{
		name: 'Every token is rejected',
		reaction: json(401, { error: 'go away' }),
		times: 99,
		expect: {
			sees: /Sensors Analytics rejected the access token, and then rejected the renewed token: go away/,
			todo: 'access',
			requests: 4,
			logins: 1,
		},
	},
	{
		name: 'Another process stored a new token in the meantime',
		prepare: replaceMeanwhile,
		expect: { sees: 1, requests: 3, logins: 0 },
	},
	{ name: 'No token yet', isWarm: false, expect: { sees: 1, requests: 2, logins: 1 } },
];

/** Refusals that are not about the sign-in: no login. */
const refused: Scenario[] = [
	{
		name: '403 without a reason, token fresh',
		reaction: json(403, {}),
		expect: {
			sees: /Sensors Analytics rejected the request: status 403, no reason given/,
			todo: 'permission',
			...untouched,
		},
	},
	{
		name: 'No permission: 403',
		prepare: (t) => {
			t.world.accounts.get('analyst').events = ['$pageview'];
		},
		expect: { sees: /lacks permission for the event "PayOrder"/, todo: 'permission', ...untouched },
	},
	{
		name: 'No permission: 权限不足',
		reaction: json(403, { error: '权限不足' }),
		expect: {
			sees: /^Sensors Analytics rejected the request: 权限不足\./,
			todo: 'permission',
			...untouched,
		},
	},
	{
		name: 'No permission: 200 with a code',
		reaction: json(200, { code: 'SA-D-24-2', message: 'no permission' }),
		expect: { sees: /no permission \(SA-D-24-2\)/, todo: 'permission', ...untouched },
	},
	{
		name: 'Unknown event',
		form: { measures: measures({ eventName: 'Nope' }) },
		expect: {
			sees: /'Event Name' of measure 1: the event "Nope" does not exist/,
			todo: 'names',
			...untouched,
			requests: 2,
		},
	},
	{
		name: 'Unknown event with a misleading name',
		form: { measures: measures({ eventName: 'token expired, please log in' }) },
		expect: {
			sees: /'Event Name' of measure 1: the event "token expired, please log in" does not exist/,
			todo: 'names',
			...untouched,
		},
	},
	{
		name: 'Unknown event with a misleading name: 200',
		reaction: json(200, { error: 'event "session expired" is unknown' }),
		expect: { sees: /event "session expired" is unknown/, todo: 'names', ...untouched },
	},
	{
		name: 'Bad field',
		form: { measures: measures({ eventName: 'PayOrder', aggregator: 'sum', field: 'nope' }) },
		expect: {
			sees: /^Sensors Analytics rejected the request: 'Property' of measure 1: the field "event.PayOrder.nope" does not exist/,
			todo: 'names',
			...untouched,
			requests: 3,
		},
	},
	{
		name: 'Engine failure: 500 with an envelope',
		reaction: json(500, {
			code: 'SA-R-33-12',
			request_id: 'req-77',
			message: 'query engine failed',
		}),
		expect: {
			sees: /Sensors Analytics couldn't process the request \(status 500\): query engine failed \(SA-R-33-12\).*Request ID: req-77/,
			todo: 'simplify',
			...untouched,
		},
	},
	{
		name: 'Engine failure: 500, request ID in a header',
		reaction: json(500, { error: 'broken' }, { 'x-request-id': 'req-78' }),
		expect: { sees: /broken.*Request ID: req-78/, todo: 'simplify', ...untouched },
	},
];

/** Logins that fail: once each, with what to do. */
const noLogin: Scenario[] = [
	{
		name: 'Password changed at the service',
		prepare: (t) => t.world.changePassword('analyst', 'other'),
		expect: {
			sees: /Sensors Analytics rejected the account or password: The account name or the password is wrong.*Check 'Account Name', 'Password'/,
			todo: 'account',
			requests: 3,
			logins: 0,
			refusedAttempts: 1,
		},
	},
	{
		name: 'Password changed, in the credential too',
		prepare: async (t) => {
			t.world.changePassword('analyst', 'other-pw');
			await t.engine.credentials.change('account', { password: 'other-pw' });
		},
		expect: { sees: 1, requests: 2, logins: 1 },
	},
	{
		name: 'Account deleted',
		prepare: (t) => t.world.deleteAccount('analyst'),
		expect: {
			sees: /Sensors Analytics rejected the account or password: The account name or the password is wrong/,
			todo: 'account',
			requests: 3,
			logins: 0,
			refusedAttempts: 1,
		},
	},
	{
		name: 'Account disabled',
		prepare: (t) => {
			endTokens(t);
			t.world.accounts.get('analyst').isDisabled = true;
		},
		expect: {
			sees: /The account can't sign in: The account is disabled/,
			todo: 'enable',
			requests: 3,
			logins: 0,
			refusedAttempts: 1,
		},
	},
	{
		name: 'Captcha',
		prepare: (t) => {
			endTokens(t);
			t.world.isCaptchaOn = true;
		},
		expect: {
			sees: /^Sensors Analytics requires a captcha for password sign-in: The verification code is wrong/,
			todo: 'otherWay',
			requests: 3,
			logins: 0,
		},
	},
	{
		name: 'Wrong password, 5 items',
		isWarm: false,
		prepare: async (t) => await t.engine.credentials.change('account', { password: 'wrong-pw' }),
		run: { items: [{}, {}, {}, {}, {}], onError: 'continueRegularOutput' },
		expect: { sees: 5, requests: 1, logins: 0, refusedAttempts: 1 },
	},
	{
		name: 'Secret changed (secret mode)',
		mode: 'secret',
		prepare: (t) => t.world.changePassword('admin', 'other'),
		expect: {
			sees: /^Sensors Analytics rejected the project or API secret/,
			todo: 'secret',
			...untouched,
		},
	},
	{
		name: 'Secret changed, user token still valid',
		mode: 'user',
		prepare: (t) => t.world.changePassword('admin', 'other'),
		expect: { sees: 1, ...untouched },
	},
	{
		name: 'Secret changed, user token expired',
		mode: 'user',
		prepare: (t) => {
			t.world.changePassword('admin', 'other');
			endTokens(t);
		},
		expect: {
			sees: /Sensors Analytics rejected the project or API secret: The API secret is wrong or gives no access to this project/,
			todo: 'secret',
			requests: 3,
			logins: 0,
		},
	},
	{
		name: 'User deleted (user token mode)',
		mode: 'user',
		prepare: (t) => t.world.deleteAccount('analyst'),
		expect: {
			sees: /Couldn't get a token for user 'analyst': username: there is no user "analyst" in this project/,
			todo: 'user',
			requests: 3,
			logins: 0,
		},
	},
	{
		name: 'Sign-in response without a token',
		isWarm: false,
		path: LOGIN,
		reaction: json(200, { account_id: 1 }),
		expect: {
			sees: /the sign-in response doesn't contain 'session_id'.*Check 'Base URL' in the credential/,
			todo: 'baseUrl',
			requests: 1,
			logins: 0,
		},
	},
	{
		name: 'Sign-in returns a web page',
		isWarm: false,
		path: LOGIN,
		reaction: html(200, '<title>Hello</title>'),
		expect: {
			sees: /didn't return a Sensors Analytics API response.*Check 'Base URL' in the credential/,
			todo: 'baseUrl',
			requests: 1,
			logins: 0,
		},
	},
	{
		name: 'Sign-in: 503 once',
		isWarm: false,
		path: LOGIN,
		reaction: json(503, { error: 'maintenance' }),
		expect: { sees: 1, requests: 3, logins: 1 },
	},
	{
		name: 'Sign-in: 500',
		isWarm: false,
		path: LOGIN,
		reaction: json(500, { error: 'broken' }),
		expect: {
			sees: /^Sensors Analytics couldn't process the request \(status 500\): broken/,
			todo: 'simplify',
			requests: 1,
			logins: 0,
		},
	},
];

/** Temporary faults: sent again, within limits. */
const temporary: Scenario[] = [
	{
		name: '429 once',
		reaction: json(429, { error: 'slow down' }),
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: '429 with Retry-After: 1',
		reaction: json(429, {}, { 'retry-after': '1' }),
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: '429 with Retry-After: 600',
		reaction: json(429, { error: 'slow down' }, { 'retry-after': '600' }),
		expect: {
			sees: /^Sensors Analytics rate limit reached: slow down\. Wait 600 seconds\. Lower /,
			todo: 'slower',
			...untouched,
		},
	},
	{
		name: 'Throttled by code: 200',
		reaction: json(200, { code: 'SA-D-14-1', message: 'too frequent' }),
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: 'Queue full: 200',
		reaction: json(200, { code: 'SA-R-21-2', message: 'queue full' }),
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: '502 as an HTML page, twice',
		reaction: html(502, '<h1>Bad Gateway</h1>'),
		times: 2,
		expect: { sees: 1, requests: 3, logins: 0 },
	},
	{
		name: '503 once',
		reaction: json(503, { error: 'maintenance' }),
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: 'Permanent 504',
		reaction: html(504, '<h1>Gateway Time-out</h1>'),
		times: 99,
		options: { retries: 1 },
		expect: {
			sees: /Sensors Analytics is temporarily unavailable \(status 504\): Gateway Time-out/,
			todo: 'later',
			requests: 2,
			logins: 0,
		},
	},
	{
		name: '503 with retries turned off',
		reaction: json(503, { error: 'maintenance' }),
		options: { retries: 0 },
		expect: {
			sees: /^Sensors Analytics is temporarily unavailable \(status 503\): maintenance/,
			todo: 'later',
			...untouched,
		},
	},
	{
		name: 'Connection cut once',
		reaction: { cut: true },
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: 'Connection always cut',
		reaction: { cut: true },
		times: 99,
		options: { retries: 1 },
		expect: {
			sees: /can't be reached at .*: the connection was closed before the response was complete/,
			todo: 'https',
			requests: 2,
			logins: 0,
		},
	},
	{
		name: 'Response truncated once',
		reaction: { truncate: '{"series":["2026-11-01 00:00:00"],"rows":[{"values":[[3]]}]' },
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: 'Response always truncated',
		reaction: { truncate: '{"series":[],"rows":[]}' },
		times: 99,
		options: { retries: 1 },
		expect: {
			sees: /is incomplete: the connection was closed before the response was complete/,
			todo: 'again',
			requests: 2,
			logins: 0,
		},
	},
	{
		name: 'Response empty once',
		reaction: { answer: { status: 200 } },
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: 'Response always empty',
		reaction: { answer: { status: 200 } },
		times: 99,
		options: { retries: 1 },
		expect: {
			sees: /^The response from Sensors Analytics at http:.* is empty\. /,
			todo: 'again',
			requests: 2,
			logins: 0,
		},
	},
	{
		name: 'JSON incomplete once',
		reaction: rows(CUT_JSON, { 'content-type': 'application/json' }),
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: 'JSON always incomplete',
		reaction: rows(CUT_JSON, { 'content-type': 'application/json' }),
		times: 99,
		options: { retries: 1 },
		expect: { sees: /is incomplete: it starts with/, todo: 'again', requests: 2, logins: 0 },
	},
	{
		name: 'Compressed response incomplete once',
		reaction: rows(gzipSync(JSON.stringify(REPORT)).subarray(0, -12), {
			'content-type': 'application/json',
			'content-encoding': 'gzip',
		}),
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: 'Sign-in response incomplete once',
		isWarm: false,
		path: LOGIN,
		reaction: rows('{"account_id":1,"sess', { 'content-type': 'application/json' }),
		expect: { sees: 1, requests: 3, logins: 1 },
	},
	{
		name: 'Sign-in response empty once',
		isWarm: false,
		path: LOGIN,
		reaction: { answer: { status: 200 } },
		expect: { sees: 1, requests: 3, logins: 1 },
	},
	{
		name: 'Response times out once',
		reaction: { delayMs: 700 },
		options: { timeout: 0.3 },
		expect: { sees: 1, requests: 2, logins: 0 },
	},
	{
		name: 'Every response times out',
		reaction: { delayMs: 700 },
		times: 99,
		options: { timeout: 0.3, retries: 1 },
		expect: {
			sees: /^Sensors Analytics at http:.* didn't respond before the timeout/,
			todo: 'timeout',
			requests: 2,
			logins: 0,
		},
	},
	{
		name: 'Nothing listens at the address',
		prepare: async (t) =>
			await t.engine.credentials.change('secret', { baseUrl: 'http://127.0.0.1:9' }),
		mode: 'secret',
		options: { retries: 1 },
		expect: {
			sees: /can't be reached at http:\/\/127\.0\.0\.1:9: the host refused the connection/,
			todo: 'host',
			requests: 0,
			logins: 0,
		},
	},
	{
		name: 'Host name unknown',
		prepare: async (t) =>
			await t.engine.credentials.change('secret', { baseUrl: 'http://nowhere.invalid' }),
		mode: 'secret',
		options: { retries: 0 },
		expect: {
			sees: /can't be reached at http:\/\/nowhere\.invalid/,
			todo: 'host',
			requests: 0,
			logins: 0,
		},
	},
	{
		name: 'Token expired, then 503: recovers from both',
		prepare: endTokens,
		path: LOGIN,
		reaction: json(503, {}),
		expect: { sees: 1, requests: 5, logins: 1 },
	},
];

/** Answers that are no report: never taken for data. */
const noReport: Scenario[] = [
	{
		name: '404 as an HTML page',
		reaction: html(404, '<h1>Cannot POST</h1>'),
		expect: {
			sees: /didn't return a Sensors Analytics API response.*Check 'Base URL' in the credential/,
			todo: 'baseUrl',
			...untouched,
		},
	},
	{
		name: '200 with another web page',
		reaction: html(200, '<title>Welcome to my shop</title>'),
		expect: { sees: /Welcome to my shop.*Check 'Base URL'/, todo: 'baseUrl', ...untouched },
	},
	{
		name: 'Redirect to another site',
		reaction: {
			answer: {
				status: 301,
				headers: { location: 'https://other.example.com/api/events/report?token=x' },
			},
		},
		expect: {
			sees: /The address redirects to https:\/\/other\.example\.com\/api\/events\/report/,
			todo: 'redirect',
			...untouched,
		},
	},
	{
		name: 'JSON with another structure',
		reaction: json(200, { hello: 'world' }),
		expect: {
			sees: /The report has an unexpected structure: 'rows' is missing/,
			todo: 'raw',
			...untouched,
		},
	},
	{
		name: 'JSON that is only a number',
		reaction: rows('42', { 'content-type': 'application/json' }),
		expect: {
			sees: /The report has an unexpected structure: it is not an object/,
			todo: 'raw',
			...untouched,
		},
	},
	{
		name: 'Fewer values than dates',
		reaction: json(200, {
			series: ['2026-11-01 00:00:00', '2026-11-02 00:00:00'],
			rows: [{ values: [[3]] }],
		}),
		expect: {
			sees: /the number of values in row 1 \(1\) doesn't match the number of dates \(2\)/,
			todo: 'raw',
			...untouched,
		},
	},
	{
		name: 'GBK text, charset declared',
		form: ofReport.form,
		reaction: rows(
			Buffer.concat([
				Buffer.from('{"series":["2026-11-01 00:00:00"],"note":"'),
				Buffer.from([0xd6, 0xd0]),
				Buffer.from('","rows":[{"values":[[3]]}]}'),
			]),
			{ 'content-type': 'application/json; charset=gbk' },
		),
		expect: { ...ofReport.expect, ...untouched },
	},
	{
		name: 'GBK text, charset not declared',
		reaction: rows(
			Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xd6, 0xd0]), Buffer.from('"}')]),
			{ 'content-type': 'application/json' },
		),
		expect: {
			sees: /^The response from http:.* can't be decoded \(status 200\): it isn't valid UTF-8/,
			todo: 'headers',
			...untouched,
		},
	},
	{
		name: 'UTF-8 byte order mark (BOM) before the JSON',
		form: ofReport.form,
		reaction: rows(
			Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(REPORT))]),
			{ 'content-type': 'application/json' },
		),
		expect: { ...ofReport.expect, ...untouched },
	},
	{
		name: 'Compressed',
		form: ofReport.form,
		reaction: rows(gzipSync(JSON.stringify(REPORT)), {
			'content-type': 'application/json',
			'content-encoding': 'gzip',
		}),
		expect: { ...ofReport.expect, ...untouched },
	},
	{
		name: 'Compressed, but broken',
		reaction: rows(Buffer.from('this is not gzip'), {
			'content-type': 'application/json',
			'content-encoding': 'gzip',
		}),
		expect: {
			sees: /^The response from http:.* couldn't be decompressed/,
			todo: 'headers',
			...untouched,
		},
	},
	{
		name: 'Unknown compression method',
		reaction: rows(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xff]), {
			'content-type': 'application/json',
			'content-encoding': 'unheard-of',
		}),
		expect: {
			sees: /it isn't valid UTF-8 \(Content-Encoding: unheard-of\)/,
			todo: 'headers',
			...untouched,
		},
	},
	{
		name: 'A large web page',
		reaction: html(200, `<p>${'shop '.repeat(2_000_000)}</p>`),
		expect: {
			sees: /^http:.* didn't return a Sensors Analytics API response \(status 200\): (shop )+…/,
			todo: 'baseUrl',
			...untouched,
		},
	},
];

/** Servers that repeat what they were sent. */
const echoes: Scenario[] = [
	{
		name: 'HTML page that shows the address with the secret',
		mode: 'secret',
		prepare: (t) =>
			echo(t, (secret) => html(404, `<pre>Cannot POST /api/events/report?token=${secret}</pre>`)),
		expect: {
			sees: /Cannot POST \/api\/events\/report\?token=\*\*\*/,
			todo: 'baseUrl',
			...untouched,
		},
	},
	{
		name: 'Error that shows the secret where it is cut off',
		mode: 'secret',
		prepare: (t) => echo(t, (secret) => json(400, { error: `${'x'.repeat(150)}${secret}` })),
		expect: {
			sees: /^Sensors Analytics rejected the request: x+\*\*\*\./,
			todo: 'names',
			...untouched,
		},
	},
	{
		name: 'Redirect that contains the secret',
		mode: 'secret',
		prepare: (t) =>
			echo(t, (secret) => ({
				answer: { status: 302, headers: { location: `https://other.example.com/${secret}` } },
			})),
		expect: { sees: /other\.example\.com\/\*\*\*/, todo: 'redirect', ...untouched },
	},
	{
		name: 'Error that shows the token',
		prepare: (t) =>
			t.simulator.faults.add({
				path: /report/,
				times: 1,
				reaction: json(400, { error: `bad header ${t.world.validTokens('analyst')[0]?.value}` }),
			}),
		expect: {
			sees: /^Sensors Analytics rejected the request: bad header \*\*\*/,
			todo: 'names',
			...untouched,
		},
	},
	{
		name: 'Sign-in error that shows the password',
		isWarm: false,
		path: LOGIN,
		reaction: json(400, { error: 'analyst/analyst-pw-1 is wrong' }),
		expect: { sees: /analyst\/\*\*\* is wrong/, todo: 'account', requests: 1, logins: 0 },
	},
];

export const scenarios: Scenario[] = [
	...signedOut,
	...refused,
	...noLogin,
	...temporary,
	...noReport,
	...echoes,
	...wrongCredential,
	...byKey,
];

function echo(t: TestWorld, reaction: (secret: string) => NonNullable<Scenario['reaction']>): void {
	t.simulator.faults.add({
		path: /report/,
		times: 1,
		reaction: reaction(t.world.secrets.of('admin')),
	});
}

/** The stored token was issued so long ago that it may have ended; this process knows of no use. */
async function makeOld(t: TestWorld): Promise<void> {
	const fresh = t.world.browserLogin('analyst');
	const { accessTokenDetails } = await t.engine.credentials.read('account');
	const details = {
		...JSON.parse(String(accessTokenDetails)),
		issuedAt: '2026-01-01T00:00:00.000Z',
	} as object;
	await t.engine.credentials.change('account', {
		accessToken: fresh.value,
		accessTokenDetails: JSON.stringify(details),
	});
}

/** While our request is refused, another process stores the token that it has just got. */
function replaceMeanwhile(t: TestWorld): void {
	endTokens(t);
	t.simulator.faults.add({
		path: /report/,
		times: 1,
		reaction: {
			before: async () => {
				const { value } = t.world.browserLogin('analyst');
				await t.engine.credentials.change('account', { accessToken: value });
			},
		},
	});
}
