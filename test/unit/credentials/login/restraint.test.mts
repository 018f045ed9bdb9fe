import type { Answer, Failure } from '../../../../credentials/http/answer';
import {
	noteAccepted,
	noteEnd,
	noteIfUseless,
	noteLost,
	noteRefusedAtOnce,
	obtainSession,
	pauseOf,
	waitingError,
	SignInError,
} from '../../../../credentials/login';

let serial = 0;
const MINUTE_MS = 60_000;

/** What is known of a new identity; a moment is in minutes from now on. */
function known() {
	const identity = `identity ${++serial}`;
	const start = Date.now();
	return {
		identity,
		refused: (token: string, at = 0, request?: { path: string; body?: object }) => {
			const issuedAt = new Date(start + at * MINUTE_MS).toISOString();
			const session = { identity, token, validityMinutes: 30, details: {}, issuedAt };
			noteRefusedAtOnce(session, request);
		},
		/** A token that worked, and was refused at a moment, that many minutes after its login. */
		ended: (token: string, at: number, age: number, validityMinutes = 30) => {
			const issuedAt = new Date(start + (at - age) * MINUTE_MS).toISOString();
			const clock = jest.spyOn(Date, 'now').mockReturnValue(start + at * MINUTE_MS);
			noteEnd({ identity, token, validityMinutes, details: {}, issuedAt });
			clock.mockRestore();
		},
		isPausing: (at: number) => pauseOf(identity, undefined, start + at * MINUTE_MS) !== undefined,
		isPausingFor: (path: string, at: number, body?: object) =>
			pauseOf(identity, { path, body }, start + at * MINUTE_MS) !== undefined,
	};
}

describe('restraint', () => {
	it('pauses after two tokens that were refused at once, longer each time, an hour at most', () => {
		const { refused, isPausing } = known();
		refused('t0');
		expect(isPausing(0)).toBe(false);
		refused('t1');
		expect([0, 0.9, 1.1].map(isPausing)).toEqual([true, true, false]);
		refused('t2', 2);
		expect([3.9, 4.1].map(isPausing)).toEqual([true, false]);
		for (let i = 3; i < 20; i++) refused(`t${i}`, 10);
		expect([69, 71].map(isPausing)).toEqual([true, false]);
	});

	it('pauses for up to a day after refusals that may not be about the sign-in', () => {
		const { refused, isPausing, isPausingFor } = known();
		for (let i = 0; i < 14; i++) refused(`t${i}`, i * 1500, { path: '/report' });
		const last = 13 * 1500;
		expect(isPausingFor('/report', last + 1439)).toBe(true);
		expect(isPausingFor('/report', last + 1441)).toBe(false);
		expect(isPausing(last + 1)).toBe(false);
		expect(isPausingFor('/sql', last + 1)).toBe(false);
	});

	it('a new token that gets the same 403 counts, one after an expired token does not', () => {
		const { identity, isPausing, isPausingFor } = known();
		const ended: Failure = { kind: 'notSignedIn', status: 401, said: 'no' };
		const noReason: Failure = { kind: 'refused', status: 403, said: '', mayBeSignedOut: true };
		let tokens = 0;
		const note = (answer: Answer, before: Answer) => {
			const issuedAt = new Date().toISOString();
			const own = { identity, token: `t${++tokens}`, issuedAt };
			noteIfUseless(answer, { ...own, validityMinutes: 30, details: {} }, before, {
				path: '/report',
			});
		};
		note({ kind: 'success', body: {} }, ended);
		note(noReason, ended);
		note({ ...noReason, mayBeSignedOut: false }, noReason);
		note(ended, ended);
		note(noReason, noReason);
		expect(isPausingFor('/report', 0.5)).toBe(false);
		note({ ...noReason, mayBeSignedOut: false, isOfPermission: true }, noReason);
		expect(isPausingFor('/report', 0.5)).toBe(true);
		for (let i = 0; i < 12; i++) note(noReason, noReason);
		expect(isPausingFor('/report', 23 * 60)).toBe(true);
		expect(isPausing(0.5)).toBe(false);
	});

	it('starts again if a token came two hours later: the previous one may have been useful', () => {
		const { refused, isPausing } = known();
		refused('t0');
		refused('t1', 119);
		expect(isPausing(119.5)).toBe(true);
		refused('t2', 240);
		expect(isPausing(240.5)).toBe(false);
	});

	it('counts a token once', () => {
		const { refused, isPausing } = known();
		for (let i = 0; i < 9; i++) refused('t1');
		expect(isPausing(0.1)).toBe(false);
	});

	it('counts a token for each login that returned it, as a replayed answer does', () => {
		const { refused, isPausing } = known();
		refused('t1');
		refused('t1', 0.1);
		expect(isPausing(0.2)).toBe(true);
	});

	it('pauses after ten tokens in a row that ended early, longer each time, an hour at most', () => {
		const { ended, isPausing, identity } = known();
		for (let i = 0; i < 9; i++) ended(`t${i}`, i, 1);
		expect(isPausing(8.1)).toBe(false);
		ended('t9', 9, 10);
		ended('t9', 9, 10);
		expect([9, 9.9, 10.1].map(isPausing)).toEqual([true, true, false]);
		ended('t10', 20, 1);
		expect([21.9, 22.1].map(isPausing)).toEqual([true, false]);
		for (let i = 11; i < 30; i++) ended(`t${i}`, 30, 1);
		expect([89, 91].map(isPausing)).toEqual([true, false]);
		expect(pauseOf(identity, undefined, Date.now() + 31 * MINUTE_MS)?.reason).toMatch(
			/ended the last 30 tokens/,
		);
	});

	it.each([
		['lived longer', 11, 30],
		['was not used for its validity', 5, 4],
	])('counts early ends anew after a token that %s', (_, age, validity) => {
		const { ended, isPausing } = known();
		for (let i = 0; i < 9; i++) ended(`t${i}`, i, 1);
		ended('t9', 20, age, validity);
		for (let i = 10; i < 19; i++) ended(`t${i}`, i + 11, 1);
		expect(isPausing(29.1)).toBe(false);
		ended('t19', 30, 1);
		expect(isPausing(30.1)).toBe(true);
	});

	it('counts the ends of one token once for each login that returned it', () => {
		const { ended, isPausing } = known();
		for (let i = 0; i < 12; i++) ended('t', i / 2, i / 2);
		expect(isPausing(5.6)).toBe(false);
		for (let i = 0; i < 9; i++) ended('t', 6 + i, 1);
		expect(isPausing(14.1)).toBe(true);
	});

	it('counts each token once, if those of several credentials are refused in turns', () => {
		const { ended, isPausing } = known();
		for (let i = 0; i < 20; i++) ended(i % 2 ? 'one' : 'other', 5, i % 2 ? 3 : 5);
		expect(isPausing(5.1)).toBe(false);
	});

	it('says that other systems may sign in with the account', () => {
		const { ended, identity } = known();
		for (let i = 0; i < 10; i++) ended(`t${i}`, 0, 1);
		const pause = pauseOf(identity, undefined, Date.now());
		const { explanation } = waitingError(pause as NonNullable<typeof pause>);
		expect(explanation.message).toMatch(/^Too many sign-ins: next sign-in after .*Z, because Sens/);
		expect(explanation.description).toMatch(/other systems sign in with this account/);
	});

	it('a login whose answer was lost can be repeated once', () => {
		const { identity, isPausing } = known();
		noteLost(identity, 'it was cut');
		expect(isPausing(0.01)).toBe(false);
		noteLost(identity, 'it was cut again');
		expect(isPausing(0.01)).toBe(true);
		expect(pauseOf(identity)?.reason).toBe('it was cut again');
	});

	it('a refused login pauses for an hour, which a sign-in that succeeds ends', async () => {
		const identity = `identity ${++serial}`;
		const explanation = { message: 'Wrong password', description: 'Check it.' };
		let logins = 0;
		const refuse = async () => {
			logins++;
			throw new SignInError(explanation, { kind: 'notSignedIn', status: 401, said: 'no' });
		};
		await expect(obtainSession({ identity }, refuse)).rejects.toThrow('Wrong password. Check it.');
		const pause = pauseOf(identity);
		expect(pause && waitingError(pause).message).toMatch(
			/^Wrong password \(next sign-in after 20.*Z, because more attempts could lock the account\)\. Check it\. To sign in immediately with the credential's account, use 'Test' in the credential\.$/,
		);
		expect(pauseOf(identity, undefined, Date.now() + 59 * MINUTE_MS)).toBeDefined();
		expect(pauseOf(identity, undefined, Date.now() + 61 * MINUTE_MS)).toBeUndefined();

		for (const newSince of [undefined, Date.now() + 1])
			await expect(obtainSession({ identity, newSince }, refuse)).rejects.toThrow('Check it.');
		expect(logins).toBe(1);
		const session = { identity, token: 't', issuedAt: '', validityMinutes: 30, details: {} };
		await obtainSession({ identity, isTest: true }, async () => await Promise.resolve(session));
		expect(pauseOf(identity)).toBeUndefined();
	});

	it.each<[string, Pick<Failure, 'kind' | 'status'>]>([
		['a sign-in page', { kind: 'notSignedIn', status: 302 }],
		['a limit on attempts', { kind: 'throttled', status: 429 }],
	])('%s pauses logins like a lost response, and not for an hour', async (_name, failure) => {
		const { identity, isPausing } = known();
		const explanation = { message: 'No token', description: '' };
		const fail = async () => {
			throw new SignInError(explanation, { ...failure, said: 'no' });
		};
		await expect(obtainSession({ identity }, fail)).rejects.toThrow('No token');
		expect(isPausing(0.1)).toBe(false);
		await expect(obtainSession({ identity }, fail)).rejects.toThrow('No token');
		expect([0.1, 1.1].map(isPausing)).toEqual([true, false]);
	});

	it('the pause of a refused login ends with an accepted token of a later login', async () => {
		const identity = `identity ${++serial}`;
		const refuse = async () => {
			throw new SignInError({ message: 'Locked', description: '' }, { kind: 'refused', said: '' });
		};
		await expect(obtainSession({ identity }, refuse)).rejects.toThrow('Locked');
		for (const [seconds, isPausing] of [
			[-1, true],
			[1, false],
		] as const) {
			const issuedAt = new Date(Date.now() + seconds * 1000).toISOString();
			const theirs = { identity, token: 'theirs', issuedAt, validityMinutes: 30, details: {} };
			noteAccepted(theirs, { path: '/sql' });
			expect(pauseOf(identity) !== undefined).toBe(isPausing);
		}
	});

	it('ends with a token that is accepted, unless it is the one that was refused', () => {
		const { identity, refused, isPausing } = known();
		refused('t0');
		refused('t1');
		const of = (token: string) => ({
			...{ identity, token, issuedAt: new Date().toISOString() },
			...{ validityMinutes: 30, details: {} },
		});
		noteAccepted(of('t1'), { path: '/sql' });
		expect(isPausing(0.5)).toBe(true);
		noteAccepted(of('t2'), { path: '/sql' });
		expect(isPausing(0.5)).toBe(false);
	});

	it('of a request that may lack a permission ends when such a request is accepted', () => {
		const { identity, refused, isPausingFor } = known();
		for (const token of ['t0', 't1', 't2']) refused(token, 0, { path: '/report' });
		const own = { identity, token: 't2', issuedAt: new Date().toISOString() };
		for (const [path, isOver] of [
			['/sql', false],
			['/report', true],
		] as const) {
			noteAccepted({ ...own, validityMinutes: 30, details: {} }, { path });
			expect(isPausingFor('/report', 0.5)).toBe(!isOver);
		}
	});

	it('of requests about an event lasts when others with their path are accepted', () => {
		const { identity, refused, isPausingFor } = known();
		const path = '/api/events/report';
		const of = (event: string, day: string) => ({
			measures: [{ event_name: event, aggregator: 'general' }],
			by_fields: [`event.${event}.city`],
			from_date: day,
		});
		for (const [index, token] of ['t0', 't1', 't2'].entries())
			refused(token, 0, { path, body: of('Secret', `2026-11-0${index}`) });
		expect(isPausingFor(path, 0.5, of('PayOrder', '2026-11-05'))).toBe(true);
		const own = { identity, token: 't2', issuedAt: new Date().toISOString() };
		const session = { ...own, validityMinutes: 30, details: {} };
		noteAccepted(session, { path, body: of('PayOrder', '2026-11-05') });
		expect(isPausingFor(path, 0.5, of('PayOrder', '2026-11-05'))).toBe(false);
		expect(isPausingFor(path, 0.5, of('Secret', '2026-11-06'))).toBe(true);
		noteAccepted(session, { path, body: of('Secret', '2026-11-05') });
		expect(isPausingFor(path, 0.5, of('Secret', '2026-11-06'))).toBe(false);
	});

	it('does not wait for a clock that was set back', () => {
		const { refused, isPausing } = known();
		refused('t0', 1000);
		refused('t1', 1000);
		expect(isPausing(0)).toBe(false);
	});

	it('a request for a new token ends a pause, but not one that began in the same run', async () => {
		const { identity } = known();
		let logins = 0;
		const lose = async () => {
			logins++;
			throw new SignInError({ message: 'Lost', description: '' }, { kind: 'failed', said: '' });
		};
		const now = Date.now();
		const ask = async (newSince?: number) =>
			await obtainSession({ identity, newSince }, lose).catch(() => undefined);
		for (let i = 0; i < 4; i++) await ask();
		expect(logins).toBe(2);
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 1000);
		for (let i = 0; i < 4; i++) await ask(now + 900);
		clock.mockRestore();
		expect(logins).toBe(3);
	});

	it('keeps to one identity, and to the last 10,000', () => {
		const first = known();
		first.refused('t0');
		first.refused('t1');
		expect(known().isPausing(0)).toBe(false);
		for (let i = 0; i < 10_000; i++) noteLost(`other ${i}`, '');
		expect(first.isPausing(0)).toBe(false);
	});
});
