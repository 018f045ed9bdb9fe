import { setTimeout as pause } from 'node:timers/promises';

import { writeMark } from '../../credentials/session';
import { measures, TestWorld } from '../support/world.mts';

/** Marks and tokens of other processes are only in the stored credential. */
describe.each([
	['n8n 2', false],
	['n8n 1', true],
])('a token that another process has got, %s', (_version, writesAll) => {
	let t: TestWorld;
	let token: string;

	beforeEach(async () => {
		t = await TestWorld.start();
		t.engine.credentials.writesAll = writesAll;
		await t.report({}, { credential: 'account' });
		token = t.world.browserLogin('analyst').value;
		await t.engine.credentials.change('account', { accessToken: token });
		t.takeLogins();
		t.takeRequests();
		t.engine.credentials.writes = 0;
	});
	afterEach(async () => await t.stop());

	const end = () => t.world.tokens.endAll(t.world.accounts.get('analyst'));
	const stored = async () => await t.engine.credentials.read('account');
	const run = async () => await t.report({}, { credential: 'account' });

	it('is used: nothing is written', async () => {
		expect((await run()).rows).toHaveLength(1);
		expect(t.takeLogins()).toBe(0);
		expect(t.engine.credentials.writes).toBe(0);
	});

	it.each([
		{ error: 'Unauthorized', error_type: 'UNAUTHORIZED' },
		'<title>401 Authorization Required</title>',
	])('is refused for one request only, by %j: no login', async (body) => {
		t.simulator.faults.add({ path: /sql/, reaction: { answer: { status: 401, body } } });
		const query = { sql: 'SELECT 1 AS n', output: 'items' };
		const how = { credential: 'account' };
		const { error } = await t.operation('sqlQuery', 'runSqlQuery', query, how);
		expect(error).toBeDefined();
		expect(t.takeLogins()).toBe(0);
		expect(t.engine.credentials.writes).toBe(0);
		expect((await run()).rows).toHaveLength(1);
	});

	it('ends: one login, and nothing else is sent; no mark stays', async () => {
		end();
		const runs = await Promise.all(Array.from({ length: 10 }, run));
		expect(runs.map(({ rows }) => rows.length)).toEqual(runs.map(() => 1));
		expect(t.takeLogins()).toBe(1);
		expect(new Set(t.takeRequests().map(({ path }) => path))).toEqual(
			new Set(['/api/events/report', '/api/v2/auth/login']),
		);
		expect(await stored()).toMatchObject({ accessTokenClaim: '', accessTokenRenewal: '' });
		expect((await stored()).accessToken).toBe(t.world.validTokens('analyst')[0]?.value);
	});

	it.each(['accessTokenClaim', 'accessTokenRenewal'])(
		'ends while another process has its %s there: waits for its token, no login',
		async (field) => {
			end();
			const mark = writeMark(token, { by: 'other', at: Date.now() });
			await t.engine.credentials.change('account', { [field]: mark });
			const running = run();
			await new Promise((resolve) => setTimeout(resolve, 150));
			const { value } = t.world.browserLogin('analyst');
			await t.engine.credentials.change('account', { accessToken: value, [field]: '' });
			expect((await running).rows).toHaveLength(1);
			expect(t.takeLogins()).toBe(0);
			expect(t.engine.credentials.writes).toBe(0);
		},
	);

	it('a mark about an earlier token does not count', async () => {
		end();
		const mark = writeMark('earlier', { by: 'other', at: Date.now() });
		await t.engine.credentials.change('account', { accessTokenRenewal: mark });
		expect((await run()).rows).toHaveLength(1);
		expect(t.takeLogins()).toBe(1);
	});

	it('was replaced by one that has ended as well: a login', async () => {
		end();
		const ended = t.world.browserLogin('analyst').value;
		end();
		t.simulator.faults.add({
			path: /report/,
			times: 1,
			reaction: {
				before: async () => await t.engine.credentials.change('account', { accessToken: ended }),
			},
		});
		expect((await run()).rows).toHaveLength(1);
		expect(t.takeLogins()).toBe(1);
		expect(t.takeRequests().map(({ status }) => status)).toEqual([
			...[401, 401, 401, 401],
			...[200, 200],
		]);
	});

	it('a login that is refused leaves no mark: others need not wait', async () => {
		end();
		t.world.changePassword('analyst', 'other-pw');
		expect((await run()).error?.message).toMatch(
			/Sensors Analytics rejected the account or password: The account name or the password is wrong/,
		);
		expect(await stored()).toMatchObject({
			accessToken: token,
			accessTokenClaim: '',
			accessTokenRenewal: '',
		});
		expect(t.world.attempts).toHaveLength(2);
	});

	it('a stopped execution leaves the mark of its login, until the token is stored', async () => {
		end();
		const form = { measures: measures({ eventName: 'PayOrder' }) };
		const running = t.engine.startNode(form, { credential: 'account' });
		const marks: unknown[] = [];
		const before = async () => {
			await pause(100);
			running.cancel();
			await running;
			await pause(200);
			marks.push((await stored()).accessTokenRenewal);
		};
		t.simulator.faults.add({ path: /login/, times: 1, reaction: { before } });
		await running;
		while ((await stored()).accessToken === token) await pause(10);
		expect(marks).toEqual([expect.stringMatching(/ \d{13}$/)]);
		expect((await stored()).accessTokenRenewal).toBe('');
	});

	it('an own token: it is marked while the login runs, and the new token is kept', async () => {
		end();
		await run();
		t.engine.credentials.writes = 0;
		end();
		const marks: unknown[] = [];
		t.simulator.faults.add({
			path: /login/,
			times: 1,
			reaction: {
				before: async () => {
					await new Promise((resolve) => setTimeout(resolve, 50));
					marks.push((await stored()).accessTokenRenewal);
				},
			},
		});
		expect((await run()).rows).toHaveLength(1);
		expect(marks).toEqual([expect.stringMatching(/^[0-9a-f]{12} [0-9a-f]{12} \d{13}$/)]);
		expect(t.engine.credentials.writes).toBe(2);
		expect((await stored()).accessToken).toBe(t.world.validTokens('analyst').at(-1)?.value);
	});
});
