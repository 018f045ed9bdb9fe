import {
	hasReplaced,
	isReplacing,
	newestSession,
	obtainSession,
} from '../../../../credentials/login';
import type { Session } from '../../../../credentials/session';

let serial = 0;

const freshIdentity = () => `identity ${++serial}`;

/** A login that counts its calls and gives tokens t1, t2 … */
function loginFor(identity: string) {
	let calls = 0;
	const login = async (): Promise<Session> => {
		calls++;
		const token = `t${calls}`;
		await new Promise((resolve) => setImmediate(resolve));
		return { token, identity, issuedAt: '', validityMinutes: 30, details: {} };
	};
	return { login, calls: () => calls };
}

describe('obtainSession', () => {
	it('many callers at once: one login', async () => {
		const identity = freshIdentity();
		const { login, calls } = loginFor(identity);
		const sessions = await Promise.all(
			Array.from({ length: 50 }, () => obtainSession({ identity }, login)),
		);
		expect(new Set(sessions.map(({ token }) => token))).toEqual(new Set(['t1']));
		expect(calls()).toBe(1);
	});

	it('thousands of accounts in turn: one login each', async () => {
		const accounts = Array.from({ length: 3000 }, () => {
			const identity = freshIdentity();
			return { identity, ...loginFor(identity) };
		});
		for (const round of [1, 2]) {
			for (const { identity, login } of accounts) await obtainSession({ identity }, login);
			expect([round, accounts.filter(({ calls }) => calls() !== 1)]).toEqual([round, []]);
		}
	});

	it('a late refusal of a token that has just been replaced: no login', async () => {
		const identity = freshIdentity();
		const { login, calls } = loginFor(identity);
		await obtainSession({ identity }, login);
		await obtainSession({ identity, refusedToken: 't1' }, login);
		const late = await obtainSession({ identity, refusedToken: 't1' }, login);
		expect(late.token).toBe('t2');
		expect(calls()).toBe(2);
	});

	it('a refusal of the newest token: a login', async () => {
		const identity = freshIdentity();
		const { login, calls } = loginFor(identity);
		await obtainSession({ identity }, login);
		await obtainSession({ identity, refusedToken: 't1' }, login);
		expect((await obtainSession({ identity, refusedToken: 't2' }, login)).token).toBe('t3');
		expect(calls()).toBe(3);
	});

	it('a refusal of a token that another process got: a login, not an older token', async () => {
		const identity = freshIdentity();
		const { login, calls } = loginFor(identity);
		await obtainSession({ identity }, login);
		expect(
			(await obtainSession({ identity, refusedToken: 'of another process' }, login)).token,
		).toBe('t2');
		expect(calls()).toBe(2);
	});

	it('a new one on demand', async () => {
		const identity = freshIdentity();
		const { login } = loginFor(identity);
		await obtainSession({ identity }, login);
		expect((await obtainSession({ identity, newSince: 0 }, login)).token).toBe('t2');
	});

	it('other identities have nothing to do with it', async () => {
		const [a, b] = [freshIdentity(), freshIdentity()];
		const [loginA, loginB] = [loginFor(a), loginFor(b)];
		await Promise.all([
			obtainSession({ identity: a }, loginA.login),
			obtainSession({ identity: b }, loginB.login),
		]);
		expect([loginA.calls(), loginB.calls()]).toEqual([1, 1]);
	});

	it('all waiting callers get a failure, which is then forgotten', async () => {
		const identity = freshIdentity();
		let calls = 0;
		const failing = async () => {
			calls++;
			await new Promise((resolve) => setImmediate(resolve));
			throw new Error('refused');
		};
		const results = await Promise.allSettled([
			obtainSession({ identity }, failing),
			obtainSession({ identity }, failing),
		]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(calls).toBe(1);
		const { login } = loginFor(identity);
		expect((await obtainSession({ identity }, login)).token).toBe('t1');
	});
});

describe('what this process knows of a token', () => {
	const known = async (identity: string, tokens: number) => {
		const { login } = loginFor(identity);
		await obtainSession({ identity }, login);
		for (let i = 1; i < tokens; i++)
			await obtainSession({ identity, refusedToken: `t${i}` }, login);
		return login;
	};

	it('one that a login is replacing, and has replaced', async () => {
		const identity = freshIdentity();
		const { login } = loginFor(identity);
		await obtainSession({ identity }, login);
		const seen = [isReplacing(identity, 't1')];
		const running = obtainSession({ identity, refusedToken: 't1' }, login);
		seen.push(isReplacing(identity, 't1'));
		await running;
		seen.push(isReplacing(identity, 't1'), isReplacing(identity, 't2'));
		expect(seen).toEqual([false, true, true, false]);
	});

	it('its own, and those that it has replaced, all of them', async () => {
		const identity = freshIdentity();
		expect(hasReplaced(identity, 't1')).toBe(false);
		await known(identity, 3);
		expect(['t1', 't2', 't3'].map((token) => hasReplaced(identity, token))).toEqual([
			...[true, true, false],
		]);
		expect(newestSession(identity)?.token).toBe('t3');
		expect(newestSession(freshIdentity())).toBeUndefined();
	});

	it('late refusals of any of them make no login', async () => {
		const identity = freshIdentity();
		const login = await known(identity, 3);
		for (const refusedToken of ['t1', 't2', undefined])
			expect((await obtainSession({ identity, refusedToken }, login)).token).toBe('t3');
	});

	it('the last 20 that were replaced', async () => {
		const identity = freshIdentity();
		await known(identity, 22);
		expect([hasReplaced(identity, 't1'), hasReplaced(identity, 't2')]).toEqual([false, true]);
	});

	it('a first login replaces nothing', async () => {
		const identity = freshIdentity();
		await known(identity, 1);
		expect(hasReplaced(identity, 'undefined')).toBe(false);
	});

	it('the last 10,000 identities', async () => {
		const identities = Array.from({ length: 10_001 }, freshIdentity);
		for (const identity of identities) await known(identity, 1);
		expect(newestSession(identities[0] as string)).toBeUndefined();
		expect(newestSession(identities[1] as string)?.token).toBe('t1');
	});
});
