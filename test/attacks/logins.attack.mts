/** A login and its token: replayed, sent to another account or project, slow, redirected. */
import { randomUUID } from 'node:crypto';

import { identityOf } from '../../credentials/session.ts';
import { type Attack, heldUnless } from './attack.mts';
import { isBeyond, workedMs } from './support/blocks.mts';
import { HostileServer, type Reaction, send } from './support/hostileServer.mts';

const TOKEN = 'a-token-of-somebody-else';
const ROWS = JSON.stringify({ series: ['2026-11-01 00:00:00'], rows: [{ values: [[1]] }] });
const REFUSED = JSON.stringify({ error: 'Unauthorized', error_type: 'UNAUTHORIZED' });
const PROJECT = 'production';

/** A service whose login does what an attacker wants; other requests get rows. */
async function serviceOf(login: Reaction, report: Reaction = (_, response) => response.end(ROWS)) {
	return await HostileServer.start((request, response) => {
		request.resume();
		response.setHeader('content-type', 'application/json');
		return (request.url?.includes('/auth/login') ? login : report)(request, response);
	});
}

const logins = ({ received }: HostileServer) =>
	received.filter((text) => text.includes('/auth/login')).length;

/** Lets time go by faster, as long as a login may take. */
function hurry(times: number): () => void {
	const { now } = Date;
	const { timeout } = AbortSignal;
	const started = now();
	Date.now = () => started + (now() - started) * times;
	AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / times);
	return () => Object.assign(Date, { now }) && Object.assign(AbortSignal, { timeout });
}

/** What of a credential was changed after its token was stored. */
const CHANGED = {
	'another project': { project: 'another' },
	'another account': { accountName: 'somebody' },
	'another password': { password: 'another password' },
	'another way': {
		...{ authentication: 'userToken', apiSecret: HostileServer.secret },
		...{ userName: 'analyst', validityMinutes: 30 },
	},
	'another host': { host: 'localhost' },
};

export const attacks: Attack[] = [
	...Object.entries(CHANGED).map(
		([name, { host, ...changed }]: [
			string,
			{ host?: string; [field: string]: unknown },
		]): Attack => ({
			name: `a stored token, in a credential that now has ${name}`,
			async run() {
				const service = await serviceOf((_, response) =>
					response.end(JSON.stringify({ session_id: 'the-token-of-a-login' })),
				);
				const own = {
					baseUrl: service.url,
					project: PROJECT,
					accountName: 'analyst',
					password: HostileServer.password,
				};
				const accessTokenIdentity = identityOf({
					...own,
					mode: 'accountPassword',
					skipCertificateCheck: false,
					isPlatformAccount: false,
					validityMinutes: 30,
				});
				const stored = {
					...own,
					authentication: 'accountPassword',
					accessToken: TOKEN,
					accessTokenIdentity,
				};
				try {
					await service.save('account', stored);
					await service.run({}, 'account');
					const isUsed = service.received.join().includes(TOKEN);
					service.received.length = 0;
					const baseUrl = host === undefined ? own.baseUrl : own.baseUrl.replace('127.0.0.1', host);
					await service.save('account', { ...stored, baseUrl, ...changed });
					await service.run({}, 'account');
					return heldUnless(
						!isUsed && 'the token is used nowhere',
						service.received.join().includes(TOKEN) && 'the token was sent',
					);
				} finally {
					service.stop();
				}
			},
		}),
	),
	...['never was valid', 'was valid once'].map(
		(was): Attack => ({
			name: `an old answer to a login, replayed for ever, whose token ${was}`,
			seconds: 30,
			async run() {
				let isValid = was === 'was valid once';
				const service = await serviceOf(
					(_, response) => response.end(JSON.stringify({ session_id: TOKEN })),
					(_, response) => (isValid ? response.end(ROWS) : response.writeHead(401).end(REFUSED)),
				);
				const onError = 'continueRegularOutput';
				try {
					if (isValid) await service.run({}, 'account');
					isValid = false;
					for (let run = 0; run < 5; run++)
						await service.run({}, 'account', { items: Array(5).fill({}), onError });
					return heldUnless(logins(service) > 3 && `${logins(service)} logins in place of 3`);
				} finally {
					service.stop();
				}
			},
		}),
	),
	{
		name: 'a password that is refused, for ten items',
		async run() {
			const service = await serviceOf((_, response) =>
				response.writeHead(401).end('{"error":"wrong account or password"}'),
			);
			try {
				await service.run({}, 'account', {
					items: Array(10).fill({}),
					onError: 'continueRegularOutput',
				});
				return heldUnless(logins(service) !== 1 && `${logins(service)} tries in place of 1`);
			} finally {
				service.stop();
			}
		},
	},
	{
		name: 'a login that never ends, a byte at a time',
		async run() {
			const service = await serviceOf((_, response) => {
				const timer = setInterval(() => response.write(' '), 20);
				response.on('close', () => clearInterval(timer));
			});
			const restore = hurry(100);
			try {
				const { error } = await service.run({}, 'account');
				return heldUnless(!error && 'it was no error');
			} finally {
				restore();
				service.stop();
			}
		},
	},
	...(
		[
			['long names', 1, 5000, 300],
			['names, for each of 60 accounts', 60, 400, 30],
		] as const
	).map(
		([name, accounts, count, length]): Attack => ({
			name: `a login that lists thousands of ${name}`,
			seconds: 20,
			async run() {
				const service = await serviceOf((_, response) => {
					const events = Array.from({ length: count }, (__, n) => `${n}`.padStart(length, 'e'));
					const login = { session_id: `a-token-${randomUUID()}`, event_permission: { events } };
					send(response, JSON.stringify(login));
				});
				const form = {
					...{ resource: 'accessToken', operation: 'logIn', accountSource: 'item' },
					...{ accountName: '={{ $json.name }}', password: 'of nobody else' },
				};
				const items = Array.from({ length: accounts }, (_, n) => ({ name: `user ${n}` }));
				try {
					const started = workedMs();
					const { rows } = await service.run(form, 'account', { items });
					return heldUnless(
						rows.length !== accounts && `there are ${rows.length} tokens`,
						isBeyond(workedMs() - started, 8000) && 'it took too much work',
					);
				} finally {
					service.stop();
				}
			},
		}),
	),
	...[301, 302, 307, 308].map(
		(status): Attack => ({
			name: `a login that is redirected, ${status}`,
			async run() {
				const thief = await HostileServer.start((_, response) =>
					response.end(JSON.stringify({ session_id: 'a-token-of-a-thief' })),
				);
				const service = await serviceOf((request, response) =>
					response.writeHead(status, { location: `${thief.url}${request.url}` }).end(),
				);
				try {
					await service.run({}, 'account');
					return heldUnless(
						thief.received.length > 0 && 'the login went on to another port',
						service.received.join().includes('a-token-of-a-thief') && "the thief's token was used",
					);
				} finally {
					thief.stop();
					service.stop();
				}
			},
		}),
	),
];
