import { pauseOf } from '../../../../credentials/login';
import { identityOf } from '../../../../credentials/session';
import { probe, sessionOfOtherAccount } from '../../../../credentials/sign';
import type { TokenConnection } from '../../../../credentials/ways';
import { readConnection } from '../../../../credentials/ways';
import { account } from '../../../support/credentialForms.mts';
import { later } from '../../../support/later.mts';

type Reply = [status: number, body: object | string];
const NO_REASON: Reply = [403, {}];
const LOGIN = '/api/v2/auth/login';
let accounts = 0;

/** A service whose probe is answered so, the first ones by `probes`, and which counts logins. */
function serviceOf(
	answers: { probe?: Reply; probes?: Reply[]; login?: Reply } = {},
	token = 'token',
) {
	const connection = readConnection({
		...account,
		password: 'a long password',
		accountName: `ann${++accounts}`,
	}) as TokenConnection;
	const sent: string[] = [];
	let logins = 0;
	const httpRequest = async ({ url }: { url: string }) => {
		const path = new URL(url).pathname;
		sent.push(path);
		const made: Reply = [200, { session_id: `${token}-number-${logins + 1}` }];
		const [statusCode, body] =
			path === LOGIN ? (answers.login ?? made) : (answers.probes?.shift() ?? answers.probe!);
		if (path === LOGIN) logins++;
		return {
			statusCode,
			headers: {},
			body: typeof body === 'string' ? body : JSON.stringify(body),
		};
	};
	const ask = async (newSince?: number) =>
		await sessionOfOtherAccount(
			httpRequest as never,
			connection,
			newSince,
			async (known) => await probe(httpRequest as never, connection, known),
		);
	return { answers, ask, connection, sent };
}

describe('sessionOfOtherAccount', () => {
	it('logs in once, and uses the token as long as it is accepted', async () => {
		const { answers, ask, sent } = serviceOf();
		expect(await ask()).toMatchObject({ session: { token: 'token-number-1' }, hasSignedIn: true });
		expect(sent).toEqual([LOGIN]);
		for (const probe of [
			[200, {}],
			[403, { error: 'no permission' }],
		] as Reply[]) {
			answers.probe = probe;
			expect(await ask()).toMatchObject({
				session: { token: 'token-number-1' },
				hasSignedIn: false,
			});
		}
		expect(sent.filter((path) => path === LOGIN)).toHaveLength(1);
	});

	it('logs in again when the token has ended, and when a new one is requested', async () => {
		const { answers, ask, sent } = serviceOf({ probe: [200, {}] });
		await ask();
		await ask();
		answers.probe = [401, { error: 'token expired' }];
		expect(await ask()).toMatchObject({ session: { token: 'token-number-2' }, hasSignedIn: true });
		const before = sent.length;
		expect(await ask(1)).toMatchObject({
			session: { token: 'token-number-3' },
			hasSignedIn: true,
		});
		// Nothing is asked of a token that is not wanted any more.
		expect(sent.slice(before)).toEqual([LOGIN]);
	});

	it('a single refusal, as of a gateway, is no reason for a login', async () => {
		const { answers, ask, sent } = serviceOf({ probe: [200, {}] });
		await ask();
		for (let run = 0; run < 20; run++) {
			answers.probes = [[401, { error: 'Authorization Required' }]];
			expect(await ask()).toMatchObject({ hasSignedIn: false });
		}
		expect(sent.filter((path) => path === LOGIN)).toHaveLength(1);
	});

	it('a 403 without a reason ends a token only after its validity, however often it came', async () => {
		const { answers, ask } = serviceOf({ probe: [200, {}] });
		await ask();
		await ask();
		answers.probe = NO_REASON;
		const { now } = Date;
		const ahead = jest.spyOn(Date, 'now');
		const tokens: unknown[] = [];
		for (const minutes of [20, 40]) {
			ahead.mockImplementation(() => now() + minutes * 60_000);
			tokens.push((await ask()).session?.token);
		}
		ahead.mockRestore();
		expect(tokens).toEqual(['token-number-1', 'token-number-2']);
	});

	it.each([
		[403, true],
		[200, false],
	])(
		'tokens end with a 403 without a reason, new ones get %d: pauses: %j',
		async (status, pauses) => {
			const { answers, ask, connection } = serviceOf();
			for (let hour = 0; hour < 3; hour++) {
				answers.probes = hour === 0 ? [] : [NO_REASON, NO_REASON, [status, {}]];
				const restore = later(hour * 60);
				const { hasSignedIn } = await ask();
				const pause = pauseOf(identityOf(connection), { path: '/api/events/report' });
				restore();
				expect([hasSignedIn, pause !== undefined]).toEqual([true, pauses && hour === 2]);
			}
		},
	);

	it('while logins pause, a token is returned only within its validity', async () => {
		// The last use of a token is known by its text.
		const { ask, sent } = serviceOf({ probe: NO_REASON }, 'another');
		const loggedInAt = new Map<string, number>();
		const faults: string[] = [];
		let known = 0;
		for (let minute = 0; minute < 24 * 60; minute += 20) {
			const restore = later(minute);
			const { session, hasSignedIn, fault } = await ask();
			restore();
			if (fault) faults.push(fault.message);
			if (hasSignedIn) loggedInAt.set(session?.token ?? '', minute);
			else if (session) {
				known++;
				expect(minute - (loggedInAt.get(session.token) ?? -Infinity)).toBeLessThan(31);
			}
		}
		const logins = sent.filter((path) => path === LOGIN).length;
		expect([logins < 15, known > 8, faults.length > 30]).toEqual([true, true, true]);
		for (const fault of faults) expect(fault).toMatch(/^Too many sign-ins without a usable token/);
	});

	it('no login where the service only is not there', async () => {
		const { ask, sent } = serviceOf({ probe: [503, { error: 'busy' }] });
		await ask();
		const { session, hasSignedIn, fault } = await ask();
		expect({ session, hasSignedIn }).toEqual({ session: undefined, hasSignedIn: false });
		expect(fault?.explanation.message).toBe(
			'Sensors Analytics is temporarily unavailable (status 503): busy',
		);
		expect(fault?.failure.kind).toBe('temporary');
		expect(sent.filter((path) => path === LOGIN)).toHaveLength(1);
	});

	it('hands on why a login failed', async () => {
		const { ask } = serviceOf({ login: [400, { error: 'wrong' }] });
		const { session, hasSignedIn, fault } = await ask();
		expect({ session, hasSignedIn }).toEqual({ session: undefined, hasSignedIn: false });
		expect(fault?.message).toMatch(/^Sensors Analytics rejected the account or password: wrong/);
	});
});
