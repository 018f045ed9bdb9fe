/** A user holds 20 tokens, and one more ends the oldest: what makes the node log in in vain. */
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../support/engine.mts';
import { later } from '../support/later.mts';
import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

type Said = [status: number, body: unknown, headers?: { [name: string]: string }];

const COOKIE = { location: '/index.html', 'set-cookie': 'sensorsdata-token=abc' };

const TOKEN_HEADER = 'sensorsdata-token';
const UNAUTHORIZED: Said = [401, { error: 'Unauthorized', error_type: 'UNAUTHORIZED' }];
const SERIES: Said = [200, { series: ['2026-11-01 00:00:00'], rows: [{ values: [[1]] }] }];
const SQL = { resource: 'sqlQuery', operation: 'runSqlQuery', sql: 'SELECT 1', output: 'items' };
const REPORT = {
	measures: { measure: [{ eventName: 'PayOrder' }] },
	dateRange: 'custom',
	fromDate: '2026-11-01',
	toDate: '2026-11-01',
};

/** Refusals, some of which speak of the sign-in and none of which a login mends. */
const REFUSALS: { [name: string]: Said } = {
	'a refusal of every token': [401, { error: 'Unauthorized', error_type: 'UNAUTHORIZED' }],
	'a page of a proxy': [401, '<title>401 Authorization Required</title>nginx'],
	'a page for logging in': [200, '<title>Login</title><input type="password">'],
	'a redirect to a page for logging in': [302, '', { location: '/login' }],
	'403 without a reason': [403, {}],
	'a missing permission': [401, { code: 'SA-D-24-2', message: 'no permission' }],
	'an unknown event': [401, { code: 'SA-D-1-1', error: 'event PayOrder does not exist' }],
	'a wrong field': [401, { code: 'SA-D-7-1', message: 'amount is not a number' }],
	'words about a permission': [401, { error: '权限不足' }],
	'a code of two meanings': [400, { code: 'SA-D-12-2', message: 'no permission' }],
	'a permission for an event that is called so': [403, { error: '没有权限查看事件 未登录访问' }],
	'an event that is called so': [200, { error: 'event session expired does not exist' }],
	'a text that is called so, cut': [
		200,
		{ error: `near "${'SELECT '.repeat(9)}'please log in' ${', city'.repeat(30)}"` },
	],
};

/** Refusals that may be about a token that has ended, again and again. */
const UNCLEAR = ['403 without a reason', 'words about a permission', 'a code of two meanings'];

/** Answers to a login that may have made a token, and do not hand it over. */
const LOST: { [name: string]: Said } = {
	'an empty answer': [200, ''],
	'an answer that is cut': [200, '{"session_id":"abcdefghijk'],
	'an answer without a token': [200, {}],
	'a token that no header takes': [200, { session_id: 'two words' }],
	'a page': [200, '<html>hi</html>'],
	'a proxy that waits no longer': [504, 'Gateway Timeout'],
	'a proxy whose server went away': [502, 'Bad Gateway'],
	'a page of a proxy': [520, '<html>hi</html>'],
	'a page of a fault': [500, '<html>hi</html>'],
	'a fault': [500, { error: 'broken' }],
	'a redirect to the first page': [302, '', COOKIE],
	'a redirect for ever': [301, '', COOKIE],
	'a redirect of the request': [307, '', COOKIE],
	'a limit on attempts': [429, { error: 'too many failed login attempts' }],
	'a limit on attempts, by its code': [400, { code: 'SA-D-14-1', message: 'too many requests' }],
	'nothing new': [304, '', COOKIE],
	'bytes that are no brotli': [200, 'no brotli', { 'content-encoding': 'br' }],
	'bytes that are no gzip': [200, 'no gzip', { 'content-encoding': 'gzip' }],
};

/** Accepts each token for a number of requests. */
function acceptedFor(requests: number): (path: string, token: string) => Said {
	const used = new Map<string, number>();
	return (_, token) => {
		used.set(token, (used.get(token) ?? 0) + 1);
		return (used.get(token) as number) > requests ? UNAUTHORIZED : SERIES;
	};
}

/** The logins that a service met, of which `most` are what it takes. */
function counted(
	name: string,
	most: number,
	answer: (path: string, token: string, body: string) => Said,
	work: (run: (form: object, items?: number) => Promise<unknown>) => Promise<unknown>,
	login?: Said,
): Attack {
	return {
		name,
		seconds: 30,
		async run() {
			let logins = 0;
			const hostile = await HostileServer.start(async (request, response) => {
				const isLogin = request.url?.includes('/auth/login') === true;
				if (isLogin) logins++;
				const token: Said = [200, { session_id: `a-token-${randomUUID()}` }];
				const path = request.url?.split('?')[0] ?? '';
				const requested = await text(request);
				const [status, body, headers] = isLogin
					? (login ?? token)
					: answer(path, String(request.headers[TOKEN_HEADER]), requested);
				response.writeHead(status, { 'content-type': 'application/json', ...headers });
				response.end(typeof body === 'string' ? body : JSON.stringify(body));
			});
			try {
				await work(async (form, items = 1) =>
					hostile.engine.runNode(
						{ ...REPORT, ...form, options: { requestsPerSecond: 0, retries: 1 } } as never,
						{ items: Array<IDataObject>(items).fill({}), onError: 'continueRegularOutput' },
					),
				);
				return heldUnless(logins > most && `${logins} logins in place of ${most}`);
			} finally {
				hostile.stop();
			}
		},
	};
}

/** Does something once an hour for a day. */
async function hourly(work: () => Promise<unknown>): Promise<void> {
	for (let hours = 0; hours < 24; hours++) {
		const restore = later(hours * 60 + 1);
		await work().finally(restore);
	}
}

async function fiveTimes(work: () => Promise<unknown>): Promise<void> {
	for (let i = 0; i < 5; i++) await work();
}

/** n8n's HTTP Request node signs in again after any error, and so does its older helper. */
const ofHttpRequest = (
	name: string,
	most: number,
	helper: 'requestWithAuthentication' | 'httpRequestWithAuthentication',
	{ login, answer = [401, {}] as Said, repeat = fiveTimes } = {} as {
		login?: Said;
		answer?: Said;
		repeat?: typeof hourly;
	},
): Attack => ({
	name: `${name}, met by n8n's HTTP Request node (${helper})`,
	async run() {
		let logins = 0;
		const hostile = await HostileServer.start((request, response) => {
			const isLogin = request.url?.includes('/auth/login') === true;
			if (isLogin) logins++;
			const token: Said = [200, { session_id: `a-token-${randomUUID()}` }];
			const [status, body] = isLogin ? (login ?? token) : answer;
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		});
		const url = `${hostile.url}/api/events/all`;
		try {
			await repeat(async () => {
				const context = hostile.engine.pollContext({}, {}, { credential: 'account' });
				await context.helpers[helper]
					.call(context, CREDENTIAL_TYPE, { uri: url, url, method: 'GET' } as never)
					.catch(() => undefined);
			});
			return heldUnless(logins > most && `${logins} logins in place of ${most}`);
		} finally {
			hostile.stop();
		}
	},
});

/** A platform account has one password, and a credential for each project. */
const inProjects = (
	name: string,
	refused: RegExp,
	most: { refused: number; logins: number },
	errors: number,
): Attack => ({
	name: `${name}, of a platform account in eight projects`,
	async run() {
		let refusals = 0;
		let logins = 0;
		const hostile = await HostileServer.start(async ({ url = '' }, response) => {
			const isLogin = url.includes('/auth/login');
			if (isLogin) logins++;
			const isRefused = isLogin && refused.test(url);
			if (isRefused) refusals++;
			if (isLogin) await delay(20);
			const [status, body] = isRefused ? WRONG_PASSWORD : SERIES;
			response
				.writeHead(status)
				.end(JSON.stringify({ session_id: `a-token-${randomUUID()}`, ...(body as object) }));
		});
		const projects = Array.from({ length: 8 }, (_, n) => `project${n}`);
		try {
			for (const project of projects) {
				await hostile.save(project, {
					...{ baseUrl: hostile.url, project, authentication: 'accountPassword' },
					...{ accountName: 'root', password: 'of root alone', isPlatformAccount: true },
				});
			}
			const run = async (project: string) => (await hostile.run({}, project)).error;
			await Promise.all([...projects, ...projects, ...projects].map(run));
			const later = [];
			for (const project of projects) later.push(await run(project));
			const failed = later.filter(Boolean).length;
			return heldUnless(
				refusals > most.refused && `the refused password was sent ${refusals} times`,
				logins > most.logins && `there were ${logins} logins`,
				failed !== errors && `${failed} of 8 runs failed`,
			);
		} finally {
			hostile.stop();
		}
	},
});

const WRONG_PASSWORD: Said = [401, { error: 'wrong account or password' }];

export const attacks: Attack[] = [
	...Object.entries(REFUSALS).flatMap(([name, refusal]) => [
		counted(
			`${name}, for ten items`,
			2,
			() => refusal,
			async (run) => run({}, 10),
		),
		counted(
			`${name}, in one execution after another`,
			2,
			() => refusal,
			async (run) => {
				for (let i = 0; i < 5; i++) await run({});
			},
		),
		counted(
			`${name}, of one operation among others that work`,
			1,
			(path) => (path.includes('/sql') ? refusal : SERIES),
			async (run) => {
				for (let i = 0; i < 5; i++) {
					await run({});
					await run(SQL);
				}
			},
		),
	]),
	...[
		[401, { code: 'SA-D-24-2', message: 'no permission' }] satisfies Said,
		[401, { error: '权限不足' }] satisfies Said,
		[400, { code: 'SA-D-12-2', message: 'no permission' }] satisfies Said,
	].map((refusal) =>
		counted(
			`a permission for no event (${JSON.stringify(refusal)}), beside queries that work`,
			1,
			(path) => (path.includes('/sql') ? SERIES : refusal),
			async (run) => {
				for (let i = 0; i < 3; i++) {
					await run({});
					await run(SQL);
				}
			},
		),
	),
	counted(
		'403 without a reason to all reports of a day',
		// The first login replaces no token, so it does not count as one in vain.
		13,
		() => [403, {}],
		async (run) => {
			for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
				const restore = later(minutes);
				await run({}).finally(restore);
			}
		},
	),
	...UNCLEAR.map((name) =>
		counted(
			`${name}, to tokens that are returned every hour of a day`,
			12,
			() => REFUSALS[name] as Said,
			async (run) => {
				const form = { resource: 'accessToken', operation: 'logIn', accountSource: 'item' };
				await hourly(async () => run({ ...form, accountName: 'carol', password: 'of carol' }));
			},
		),
	),
	...[
		{ name: 'report', form: {} },
		{
			name: 'small report for a token of the item',
			form: {
				...{ resource: 'accessToken', operation: 'logIn', accountSource: 'item' },
				...{ accountName: 'dave', password: 'of dave' },
			},
		},
	].map(({ name, form }) =>
		counted(
			`a proxy that refuses every other ${name}`,
			1,
			(() => {
				let requests = 0;
				return () => (requests++ % 2 === 0 ? SERIES : [401, '<title>401</title>nginx']);
			})(),
			async (run) => {
				for (let i = 0; i < 12; i++) await run(form);
			},
		),
	),
	...[1, 2, 5].map((requests) =>
		counted(
			`tokens that end after ${requests} requests, in one execution after another`,
			10,
			acceptedFor(requests),
			async (run) => {
				for (let i = 0; i < 15 * requests; i++) await run({});
			},
		),
	),
	counted('tokens that end after a request, in one execution', 10, acceptedFor(1), async (run) =>
		run({}, 40),
	),
	counted(
		'tokens that end after a request, every 5 minutes of a day',
		// Ten, then those between pauses of 1, 2, 4 … minutes, and one an hour.
		10 + 6 + 24,
		acceptedFor(1),
		async (run) => {
			for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
				const restore = later(minutes);
				await run({}).finally(restore);
			}
		},
	),
	counted(
		'tokens that end after a request, one returned for each execution',
		10,
		acceptedFor(1),
		async (run) => {
			const form = { resource: 'accessToken', operation: 'logIn', accountSource: 'item' };
			for (let i = 0; i < 40; i++) await run({ ...form, accountName: 'bob', password: 'of bob' });
		},
	),
	...[
		{ accountSource: 'credential' },
		{ accountSource: 'item', accountName: 'bob', password: 'of bob alone' },
	].flatMap((account) => {
		const form = {
			...{ resource: 'accessToken', operation: 'logIn', requestNewToken: true },
			...account,
		};
		const newTokens = (what: string, most: number, answer: Said, login?: Said, more = {}) =>
			counted(
				`Log In with a new token for 20 items of one account (${account.accountSource}${what})`,
				most,
				() => answer,
				async (run) => run({ ...form, ...more }, 20),
				login,
			);
		return [
			newTokens('', 1, SERIES),
			newTokens(', a service that is away', 1, [503, {}]),
			...Object.entries(LOST).map(([name, lost]) =>
				newTokens(`, each lost by ${name}`, 2, SERIES, lost),
			),
			newTokens(', of several validities, each lost', 2, SERIES, LOST['a page'], {
				tokenValidity: '={{ 1 + $itemIndex }}',
			}),
			...Object.entries(REFUSALS).map(([name, refusal]) => newTokens(`, ${name}`, 2, refusal)),
		];
	}),
	...Object.entries(LOST).map(([name, lost]) =>
		counted(
			`a login that is lost by ${name}`,
			2,
			() => SERIES,
			async (run) => run({}, 6),
			lost,
		),
	),
	counted(
		'a wrong password, in one execution after another',
		1,
		() => SERIES,
		async (run) => {
			for (let i = 0; i < 5; i++) await run({}, 3);
		},
		WRONG_PASSWORD,
	),
	...UNCLEAR.flatMap((name) => [
		counted(
			`${name}, every hour of a day`,
			12,
			() => REFUSALS[name] as Said,
			async (run) => await hourly(async () => await run({})),
		),
		counted(
			`${name}, to reports on one event, every hour of a day in which others work`,
			12,
			(_path, _token, body) => (/Secret|\$Anything/.test(body) ? (REFUSALS[name] as Said) : SERIES),
			async (run) =>
				await hourly(async () => {
					await run({ measures: { measure: [{ eventName: 'Secret' }] } });
					await run({ measures: { measure: [{ eventName: 'PayOrder' }] } });
				}),
		),
	]),
	// A refusal can be about the project (docs/tokens.md).
	inProjects('a wrong password', /project=/, { refused: 8, logins: 8 }, 8),
	inProjects('a project that is refused', /project=project0/, { refused: 1, logins: 8 }, 1),
	inProjects('a right password', /project=none/, { refused: 0, logins: 8 }, 0),
	...(['requestWithAuthentication', 'httpRequestWithAuthentication'] as const).flatMap((helper) => [
		ofHttpRequest('a refusal of every token', 2, helper),
		ofHttpRequest('a wrong password', 1, helper, { login: WRONG_PASSWORD }),
		ofHttpRequest('a login that is lost by a page', 2, helper, { login: LOST['a page'] }),
		...UNCLEAR.map((name) =>
			ofHttpRequest(`${name}, every hour of a day`, 12, helper, {
				answer: REFUSALS[name],
				repeat: hourly,
			}),
		),
	]),
];
