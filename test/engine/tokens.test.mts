import { CREDENTIAL_TYPE } from '../support/engine.mts';
import { TestWorld } from '../support/world.mts';

describe('tokens', () => {
	let t: TestWorld;

	beforeEach(async () => {
		t = await TestWorld.start();
	});
	afterEach(async () => await t.stop());

	it.each(['user', 'account'])('one login serves many runs and items (%s)', async (credential) => {
		for (let i = 0; i < 10; i++) await t.report({}, { credential, items: [{}, {}, {}] });
		expect(t.takeLogins()).toBe(1);
	});

	it('executions side by side with a cold credential: one login', async () => {
		const runs = await Promise.all(
			Array.from({ length: 30 }, async () => await t.report({}, { credential: 'account' })),
		);
		expect(runs.every(({ rows }) => rows.length === 1)).toBe(true);
		expect(t.takeLogins()).toBe(1);
	});

	it('executions side by side with a refused token: one login', async () => {
		await t.report({}, { credential: 'account' });
		t.takeLogins();
		t.world.tokens.endAll(t.world.accounts.get('analyst'));
		const runs = await Promise.all(
			Array.from({ length: 30 }, async () => await t.report({}, { credential: 'account' })),
		);
		expect(runs.every(({ rows }) => rows.length === 1)).toBe(true);
		expect(t.takeLogins()).toBe(1);
	});

	it.each([
		['account', { accountName: 'viewer', password: 'viewer-pw-1' }],
		[
			'project',
			{ project: 'default', accountName: 'root', password: 'root-pw-1', isPlatformAccount: true },
		],
	])('another %s in the credential: the old token is never sent again', async (_field, change) => {
		await t.report(
			{ measures: { measure: [{ eventName: '$pageview' }] } },
			{ credential: 'account' },
		);
		const old = t.world.validTokens('analyst')[0]?.value;
		t.takeRequests();
		await t.engine.credentials.change('account', change);
		expect(
			(
				await t.report(
					{ measures: { measure: [{ eventName: '$pageview' }] } },
					{ credential: 'account' },
				)
			).rows,
		).toHaveLength(1);
		for (const { headers } of t.takeRequests()) expect(headers['sensorsdata-token']).not.toBe(old);
	});

	it('an account that the credential has again needs no other login', async () => {
		const analyst = { accountName: 'analyst', password: 'analyst-pw-1' };
		const viewer = { accountName: 'viewer', password: 'viewer-pw-1' };
		const form = { measures: { measure: [{ eventName: '$pageview' }] } };
		for (const account of [analyst, viewer, analyst, viewer, analyst]) {
			await t.engine.credentials.change('account', account);
			expect((await t.report(form, { credential: 'account' })).rows).toHaveLength(1);
		}
		expect(t.takeLogins()).toBe(2);
	});

	describe('two credentials of one account, whose tokens end between their turns', () => {
		const TURNS = ['account', 'copy', 'account', 'copy', 'account', 'copy'];
		const endAll = () => t.world.tokens.endAll(t.world.accounts.get('analyst'));

		beforeEach(async () => {
			await t.engine.credentials.save('copy', CREDENTIAL_TYPE, {
				...(await t.engine.credentials.read('account')),
			});
		});

		it('each turn is one login', async () => {
			for (const credential of TURNS) {
				expect((await t.report({}, { credential })).rows).toHaveLength(1);
				expect(t.takeLogins()).toBe(1);
				endAll();
			}
		});

		it('each turn is one login for the HTTP Request node', async () => {
			const url = `${t.simulator.url}/api/events/all`;
			for (const credential of TURNS) {
				const context = t.engine.pollContext({}, {}, { credential });
				const { httpRequestWithAuthentication: call } = context.helpers;
				const answer: unknown = await call.call(context, CREDENTIAL_TYPE, { url, json: true });
				expect(answer).toBeDefined();
				expect(t.takeLogins()).toBe(1);
				endAll();
			}
		});

		it('a token that the service still accepts is shared', async () => {
			for (const credential of TURNS)
				expect((await t.report({}, { credential })).rows).toHaveLength(1);
			expect(t.takeLogins()).toBe(1);
		});
	});

	it('says that n8n could not store the token, and signs in once', async () => {
		const { credentials } = t.engine;
		const failing = jest.spyOn(credentials, 'updateCredentials');
		failing.mockRejectedValue(
			Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:5432'), { code: 'ECONNREFUSED' }),
		);
		for (let run = 0; run < 3; run++) {
			const { error } = await t.report({}, { credential: 'account' });
			expect(error?.message).toBe("n8n couldn't store the access token in the credential");
			expect(error?.description).toMatch(/^The sign-in succeeded, but n8n sends no request until/);
		}
		failing.mockRestore();
		expect((await t.report({}, { credential: 'account' })).rows).toHaveLength(1);
		expect(t.takeLogins()).toBe(1);
	});

	it('a wrong password is tried once per run of one item, and nothing leaks', async () => {
		await t.engine.credentials.change('account', { password: 'wrong-pw-77' });
		const { run, error } = await t.report({}, { credential: 'account' });
		expect(error?.message).toMatch(
			/Sensors Analytics rejected the account or password: The account name or the password is wrong/,
		);
		expect(t.world.attempts).toEqual(['analyst']);
		expect(JSON.stringify(run)).not.toContain('wrong-pw-77');
	});

	it.each(['secret', 'user', 'account'])(
		'no secret, password or token in the record of a run that fails (%s)',
		async (credential) => {
			await t.report({}, { credential });
			const secrets = [
				t.world.secrets.of('admin'),
				'analyst-pw-1',
				...t.world.validTokens('analyst').map(({ value }) => value),
			];
			for (const change of [{}, { baseUrl: 'http://127.0.0.1:9' }]) {
				await t.engine.credentials.change(credential, change);
				const { run, error } = await t.report(
					{ measures: { measure: [{ eventName: 'Nope' }] }, options: { retries: 0 } },
					{ credential },
				);
				expect(error).toBeDefined();
				for (const secret of secrets) expect(JSON.stringify(run)).not.toContain(secret);
			}
		},
	);
});
