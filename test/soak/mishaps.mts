import type { Reaction } from '../../simulator/faults.mts';

/** What happens to a run, and what has to come of it. */
export interface Mishap {
	/** Requests that are hit, one after the other; those of the report if left out. */
	path?: RegExp;
	reactions: Reaction[];
	/** A refusal of the token though it is alive: costs a login at most. */
	refusesToken?: boolean;
	/** What the error says; the rows come if left out. */
	error?: RegExp;
	/** Seconds that the node waits for an answer; its default if left out. */
	timeout?: number;
}

const LOGIN = /\/auth\/login/;
const answer = (status: number, body: object | string, headers = {}): Reaction => ({
	answer: {
		status,
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers: {
			'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
			...headers,
		},
	},
});
const CUT_JSON = '{"series":["2026-11-01 00:00:00"],"rows":[{"values":[[7';
const LOGIN_PAGE = '<title>Log in</title><input type="password">';

const tokenRefusals: Mishap[] = [
	answer(401, { error: 'please log in' }),
	answer(401, ''),
	answer(401, '<h1>Unauthorized</h1>'),
	answer(403, { error: 'You are not logged in' }),
	answer(302, '', { location: '/login/index.html' }),
	answer(200, LOGIN_PAGE),
	answer(200, { error: 'The access token has expired' }),
	answer(200, { error: 'no', error_type: 'UNAUTHORIZED' }),
	answer(200, { error: '登录已过期，请重新登录' }),
	answer(200, { code: 'SA-D-24-1', message: 'user does not exist' }),
].map((reaction) => ({ reactions: [reaction], refusesToken: true }));

const temporary: Mishap[] = [
	answer(429, { error: 'slow down' }),
	answer(429, {}, { 'retry-after': '1' }),
	answer(200, { code: 'SA-D-14-1', message: 'too frequent' }),
	answer(200, { code: 'SA-R-21-2', message: 'queue full' }),
	answer(502, '<h1>Bad Gateway</h1>'),
	answer(503, { error: 'maintenance' }),
	answer(504, ''),
	{ cut: true } as const,
	{ truncate: CUT_JSON },
	{ truncate: '' },
	answer(200, ''),
	{ answer: { status: 200, body: CUT_JSON, headers: { 'content-type': 'application/json' } } },
	{ delayMs: 20 },
].map((reaction) => ({ reactions: [reaction] }));

/** Hit the login, if the run needs one. */
const atLogin: Mishap[] = [
	answer(503, { error: 'maintenance' }),
	{ cut: true } as const,
	{ truncate: '{"account_id":1,"sess' },
	answer(200, ''),
].map((reaction) => ({ path: LOGIN, reactions: [reaction] }));

const refusals: Mishap[] = [
	{ reactions: [answer(400, { error: 'date: out of range' })], error: /date: out of range/ },
	{ reactions: [answer(403, { error: '权限不足' })], error: /权限不足/ },
	{ reactions: [answer(200, { code: 'SA-D-24-2', message: 'no permission' })], error: /SA-D-24-2/ },
	{
		reactions: [answer(500, { code: 'SA-R-33-12', message: 'query engine failed' })],
		error: /couldn't process the request/,
	},
	{
		reactions: [answer(404, '<h1>Cannot POST</h1>')],
		error: /didn't return a Sensors Analytics API response/,
	},
	{ reactions: [answer(301, '', { location: 'https://other.example.com/' })], error: /redirects/ },
	{ reactions: [answer(200, { hello: 'world' })], error: /unexpected structure/ },
	{
		reactions: Array<Reaction>(4).fill({ cut: true }),
		error: /the connection was closed before the response was complete/,
	},
	{ reactions: Array<Reaction>(4).fill(answer(200, '')), error: /is empty/ },
];

/** Takes a third of a second each. */
export const late: Mishap = { reactions: [{ delayMs: 450 }], timeout: 0.3 };

/** One after the other: three temporary ones, which is as often as the node tries again. */
const inARow: Mishap = { reactions: temporary.slice(0, 3).flatMap(({ reactions }) => reactions) };

export const mishaps: Mishap[] = [
	...tokenRefusals,
	...temporary,
	...temporary,
	...atLogin,
	...atLogin,
	...refusals,
	inARow,
];

/** Those that may hit any of many runs side by side, and are mended. */
export const mended = [...temporary, ...atLogin];
