import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { TestWorld } from '../support/world.mts';

describe('Access Token in the engine', () => {
	let t: TestWorld;

	beforeEach(async () => {
		t = await TestWorld.start();
	});
	afterEach(async () => await t.stop());

	const run = async (
		operation: 'logIn' | 'issueForUser',
		credential: string,
		parameters: IDataObject = {},
		items: IDataObject[] = [{}],
	) =>
		await t.engine.runNode({ resource: 'accessToken', operation, ...parameters } as never, {
			credential,
			items,
		});

	it.each([
		['logIn', 'account', 'session_id'],
		['issueForUser', 'user', 'token'],
	] as const)(
		"%s uses the credential's cached token, and returns all documented fields again",
		async (operation, credential, tokenField) => {
			await t.report({}, { credential });
			const cached = await run(operation, credential);
			expect(t.takeLogins()).toBe(1);
			expect(cached.rows[0]).toMatchObject({
				from_cache: true,
				[tokenField]: t.world.validTokens('analyst')[0]?.value,
			});
			const fresh = await run(operation, credential, { requestNewToken: true });
			expect(fresh.rows[0]?.from_cache).toBe(false);
			expect(t.takeLogins()).toBe(1);
			expect(Object.keys(fresh.rows[0] ?? {})).toEqual(Object.keys(cached.rows[0] ?? {}));
		},
	);

	it('a token that is handed out is alive: a dead one is renewed first', async () => {
		await t.report({}, { credential: 'account' });
		t.world.tokens.endAll(t.world.accounts.get('analyst'));
		const { rows } = await run('logIn', 'account');
		expect(rows[0]?.from_cache).toBe(false);
		expect(t.world.tokens.findValid(String(rows[0]?.session_id))).toBeDefined();
	});

	it('a token that another process has stored meanwhile came from the cache', async () => {
		await t.report({}, { credential: 'account' });
		t.world.tokens.endAll(t.world.accounts.get('analyst'));
		const before = async () => {
			const { value } = t.world.browserLogin('analyst');
			await t.engine.credentials.change('account', { accessToken: value });
		};
		t.simulator.faults.add({ path: /report/, times: 1, reaction: { before } });
		t.takeLogins();
		expect((await run('logIn', 'account')).rows[0]?.from_cache).toBe(true);
		expect(t.takeLogins()).toBe(0);
	});

	it.each([
		['credential', {}],
		['item', { accountName: 'viewer', password: 'viewer-pw-1' }],
	])(
		"a token is not handed out if a firewall's page answers: %s",
		async (accountSource, account) => {
			const given = { accountSource, ...account };
			await run('logIn', 'account', given);
			const answer = { status: 403, body: '<html>Request blocked</html>' };
			t.simulator.faults.add({ path: /report/, reaction: { answer } });
			const { error, rows } = await run('logIn', 'account', given);
			expect([error?.message, error?.description].join()).toMatch(/proxy or firewall in front of/);
			expect(rows).toEqual([]);
		},
	);

	it('a kept token of another account is not handed out unseen when the service is away', async () => {
		const given = { accountSource: 'item', accountName: 'viewer', password: 'viewer-pw-1' };
		await run('logIn', 'account', given);
		t.simulator.faults.add({
			path: /report/,
			reaction: { answer: { status: 503, body: { error: 'maintenance' } } },
		});
		const { error, rows } = await run('logIn', 'account', given);
		expect(error?.message).toMatch(
			/Sensors Analytics is temporarily unavailable \(status 503\): maintenance/,
		);
		expect(rows).toEqual([]);
	});

	it('a new token takes the place of the cached one', async () => {
		await run('logIn', 'account');
		const { rows } = await run('logIn', 'account', { requestNewToken: true });
		t.takeRequests();
		await t.report({}, { credential: 'account' });
		expect(t.takeRequests()[0]?.headers['sensorsdata-token']).toBe(rows[0]?.session_id);
	});

	it("a new token for the credential's account has the validity of the item", async () => {
		await t.report({}, { credential: 'account' });
		const stored = t.world.validTokens('analyst')[0]?.value;
		const account = { accountName: 'analyst', password: 'analyst-pw-1' };
		const given = { accountSource: 'item', ...account, tokenValidity: 2880 };
		t.takeRequests();
		const { rows } = await run('logIn', 'account', { ...given, requestNewToken: true });
		const login = t.takeRequests().find(({ path }) => path.includes('login'));
		expect(login?.body).toMatchObject({ expired_interval: 2880 });
		const minutes = (Date.parse(String(rows[0]?.valid_until_if_unused)) - Date.now()) / 60_000;
		expect(Math.round(minutes)).toBe(2880);
		await t.report({}, { credential: 'account' });
		expect(t.takeRequests().map(({ headers }) => headers['sensorsdata-token'])).toEqual([stored]);
		expect((await run('logIn', 'account', given)).rows[0]?.session_id).toBe(stored);
	});

	it('an account from the item: one login for many items, separate from the credential', async () => {
		await t.report({}, { credential: 'account' });
		t.takeLogins();
		const given = {
			accountSource: 'item',
			accountName: '={{ $json.name }}',
			password: '={{ $json.password }}',
			tokenValidity: 60,
		};
		const viewer = { name: 'viewer', password: 'viewer-pw-1' };
		const { rows } = await run('logIn', 'account', given, [viewer, viewer, viewer]);
		expect(rows.map(({ from_cache: fromCache }) => fromCache)).toEqual([false, true, true]);
		expect(t.takeLogins()).toBe(1);
		expect((await t.engine.credentials.read('account')).accessToken).toBe(
			t.world.validTokens('analyst')[0]?.value,
		);
	});

	it('a user from the item, with an API secret credential', async () => {
		const { rows } = await run('issueForUser', 'secret', {
			userSource: 'item',
			userName: 'viewer',
		});
		expect(rows[0]).toMatchObject({
			username: 'viewer',
			role: 3,
			event_permission: { type: 'PART', events: ['$pageview'] },
		});
	});

	it.each<[string, 'logIn' | 'issueForUser', string, ICredentialDataDecryptedObject, RegExp]>([
		[
			'no account in the credential',
			'logIn',
			'secret',
			{},
			/The credential has no account and password\. Set 'Account' to Defined Below, or set 'Authentication' in the credential to Account and Password/,
		],
		[
			'no user in the credential',
			'issueForUser',
			'secret',
			{},
			/The credential has no user name\. Set 'User' to Defined Below, or set 'Authentication' in the credential to User Token via API Secret/,
		],
		[
			'no secret in the credential',
			'issueForUser',
			'account',
			{},
			/The credential has no API secret, which is required to issue tokens\. Use a credential with 'Authentication' set to API Secret or User Token via API Secret/,
		],
		[
			'empty account',
			'logIn',
			'secret',
			{ accountSource: 'item', accountName: '={{ "" }}', password: 'x' },
			/'Account Name' is empty/,
		],
		[
			'long password',
			'logIn',
			'secret',
			{ accountSource: 'item', accountName: 'viewer', password: 'wrong-pw'.repeat(200) },
			/'Password' has more than 256 characters\. Enter the password of the account, without/,
		],
		[
			'long user',
			'issueForUser',
			'secret',
			{ userSource: 'item', userName: 'bob'.repeat(200) },
			/'User Name' has more than 256 characters/,
		],
		[
			'wrong password',
			'logIn',
			'secret',
			{ accountSource: 'item', accountName: 'viewer', password: 'wrong-pw' },
			/Sensors Analytics rejected the account or password: The account name or the password is wrong/,
		],
		[
			'unknown user',
			'issueForUser',
			'secret',
			{ userSource: 'item', userName: 'nobody' },
			/Couldn't get a token for user 'nobody': username: there is no user "nobody" in this project/,
		],
		[
			'validity out of range',
			'issueForUser',
			'secret',
			{ userSource: 'item', userName: 'viewer', tokenValidity: '={{ 0 }}' },
			/'Token Validity \(Minutes\)' must be a whole number from 1 to 259200/,
		],
	])('says what is wrong: %s', async (_case, operation, credential, parameters, message) => {
		const { error } = await run(operation, credential, parameters);
		expect(error?.message).toMatch(message);
		expect(JSON.stringify(error)).not.toContain('wrong-pw');
	});
});
