/** A row for every statement of the contract that can be tested (● in docs/service.md), by its own numbers. */
import { createHash } from 'node:crypto';

import { readConnection } from '../../credentials/ways';
import { TestWorld, groupBy, measures } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const MINUTE = 60_000;

describe('the spec', () => {
	let t: TestWorld;

	beforeEach(async () => {
		t = await TestWorld.start();
	});
	afterEach(async () => await t.stop());

	const logIn = async (credential = 'account', parameters = {}) =>
		await t.engine.runNode(
			{ resource: 'accessToken', operation: 'logIn', ...parameters },
			{ credential },
		);
	const issue = async (credential = 'user', parameters = {}) =>
		await t.engine.runNode(
			{ resource: 'accessToken', operation: 'issueForUser', ...parameters },
			{ credential },
		);
	const lastRequest = () => t.simulator.requests.at(-1);

	describe('section 1: addressing', () => {
		it('1: JSON bodies over HTTP, with their content type', async () => {
			await t.report();
			expect(lastRequest()).toMatchObject({ method: 'POST', path: '/api/events/report' });
			expect(lastRequest()?.headers['content-type']).toMatch(/^application\/json/);
		});

		it('1: the address is {base_url}/api/<api_path>?token=<API_SECRET>&project=<project_name>', async () => {
			await t.report();
			expect(lastRequest()?.query).toEqual({
				token: t.world.secrets.of('admin'),
				project: 'production',
			});
		});

		it('1: HTTPS as well as HTTP; a certificate that cannot be verified needs the switch', async () => {
			const { key, cert } = await import('../support/certificate.mts').then(
				async ({ selfSigned }) => await selfSigned(),
			);
			const secure = await TestWorld.start({ https: { key, cert } });
			try {
				const refused = await secure.report();
				expect(refused.error?.message).toMatch(/certificate of https:.* can't be verified/);
				expect(refused.error?.description).toMatch(/'Ignore SSL Issues \(Insecure\)'/);
				await secure.engine.credentials.change('account', { ignoreSslIssues: true });
				expect((await secure.report({}, { credential: 'account' })).rows).toHaveLength(1);
			} finally {
				await secure.stop();
			}
		});

		it('1: a base URL may have a path prefix', async () => {
			const below = await TestWorld.start({ pathPrefix: '/sensors' });
			try {
				expect((await below.report({}, { credential: 'user' })).rows).toHaveLength(1);
			} finally {
				await below.stop();
			}
		});

		it('1: every request is scoped to one project', async () => {
			await t.saveCredential('other', {
				...t.dataOf('secret'),
				project: 'default',
				apiSecret: t.world.secrets.of('default-admin'),
			});
			const form = {
				measures: measures({
					eventName: 'PayOrder',
					aggregator: 'sum',
					field: 'amount',
					outputName: 'revenue',
				}),
			};
			const here = await t.report(form);
			const there = await t.report(form, { credential: 'other' });
			expect(lastRequest()?.query.project).toBe('default');
			expect(there.rows[0]?.revenue).not.toBe(here.rows[0]?.revenue);
		});

		it('1: the project is taken from a pasted browser address', async () => {
			await t.saveCredential('pasted', {
				...t.dataOf('secret'),
				baseUrl: `${t.simulator.url}/segmentation/?project=production`,
				project: '',
			});
			expect((await t.report({}, { credential: 'pasted' })).rows).toHaveLength(1);
		});

		it("1: a payload from the browser's network panel can be sent", async () => {
			const payload = {
				measures: [{ event_name: 'PayOrder', aggregator: 'general', name: '' }],
				unit: 'day',
				from_date: '2026-10-01',
				to_date: '2026-10-02',
				axis_config: { isNormalize: false, left: [], right: [] },
				rangeText: '',
				request_id: '1:2',
			};
			const { rows } = await t.report({
				queryMode: 'json',
				queryJson: JSON.stringify(payload),
			});
			expect(rows).toEqual([
				{ date: '2026-10-01', PayOrder_events: expect.any(Number) as number },
				{ date: '2026-10-02', PayOrder_events: expect.any(Number) as number },
			]);
		});
	});

	describe('section 2: fields', () => {
		it('2.1, 5.2.4: a token has the rights of its account', async () => {
			await t.saveCredential('viewer', { ...t.dataOf('user'), userName: 'viewer' });
			expect(
				(
					await t.report(
						{ measures: measures({ eventName: '$pageview' }) },
						{ credential: 'viewer' },
					)
				).rows,
			).toHaveLength(1);
			const refused = await t.report({}, { credential: 'viewer' });
			expect(refused.error?.message).toMatch(/lacks permission for the event "PayOrder"/);
			expect(t.takeLogins()).toBe(1);
		});

		it('2.2: username and expired_interval are sent', async () => {
			await t.engine.credentials.change('user', { tokenValidity: 1440 });
			await t.report({}, { credential: 'user' });
			expect(t.simulator.requests[0]?.body).toEqual({
				username: 'analyst',
				expired_interval: 1440,
			});
		});

		it('2.3: all fields of the answer come out', async () => {
			const { rows } = await issue();
			expect(rows).toEqual([
				{
					role: 2,
					user_id: t.world.accounts.get('analyst').id,
					token: t.world.validTokens('analyst')[0]?.value,
					username: 'analyst',
					event_permission: { type: 'ALL', events: [] },
					from_cache: false,
					valid_until_if_unused: expect.any(String) as string,
				},
			]);
		});

		it('2.4: account_name, password and expired_interval are sent', async () => {
			await t.report({}, { credential: 'account' });
			expect(t.simulator.requests[0]?.body).toEqual({
				account_name: 'analyst',
				password: 'analyst-pw-1',
				expired_interval: 30,
			});
		});

		it('2.5: all fields of the answer come out; account_name as the number that it is', async () => {
			const { rows } = await logIn();
			const { id } = t.world.accounts.get('analyst');
			expect(rows).toEqual([
				{
					account_name: id,
					account_id: id,
					session_id: t.world.validTokens('analyst')[0]?.value,
					from_cache: false,
					valid_until_if_unused: expect.any(String) as string,
				},
			]);
		});

		it.each([
			['2.2', 'user'],
			['2.4', 'account'],
		])(
			'%s: expired_interval is at most 259200: refused before anything is sent',
			async (_section, credential) => {
				await t.engine.credentials.change(credential, { tokenValidity: 259_201 });
				const { error } = await t.report({}, { credential });
				expect(error?.message).toBe(
					"'Token Validity (Minutes)' must be a whole number from 1 to 259200 (180 days)",
				);
				expect(t.takeRequests()).toEqual([]);
			},
		);

		it('2.6: measures, unit, by_fields, from_date and to_date are sent in their forms', async () => {
			await t.report({
				measures: measures({ eventName: 'PayOrder', aggregator: 'sum', field: 'amount' }),
				groupBy: groupBy('city'),
				unit: 'day',
				fromDate: '2026-11-01',
				toDate: '2026-11-02',
			});
			expect(lastRequest()?.body).toEqual({
				measures: [{ event_name: 'PayOrder', aggregator: 'SUM', field: 'event.PayOrder.amount' }],
				unit: 'day',
				by_fields: ['event.PayOrder.city'],
				from_date: '2026-11-01',
				to_date: '2026-11-02',
			});
		});
	});

	describe('section 3: the life of a token', () => {
		it('3: a login makes a valid token, which is counted', async () => {
			await t.report({}, { credential: 'account' });
			expect(t.world.validTokens('analyst')).toHaveLength(1);
		});

		it('3, 8: the 21st token ends the oldest, a browser session among them', async () => {
			const browser = t.world.browserLogin('analyst');
			for (let i = 0; i < 19; i++)
				t.world.tokens.issue(t.world.accounts.get('analyst'), 'production');
			expect(t.world.tokens.findValid(browser.value)).toBeDefined();
			await t.report({}, { credential: 'account' });
			expect(t.world.tokens.findValid(browser.value)).toBeUndefined();
			expect(t.world.validTokens('analyst')).toHaveLength(20);
		});

		it('3: many runs on one token: no other login, so that nobody is signed out', async () => {
			const browser = t.world.browserLogin('analyst');
			for (let i = 0; i < 25; i++) await t.report({}, { credential: 'account' });
			expect(t.takeLogins()).toBe(1);
			expect(t.world.tokens.findValid(browser.value)).toBeDefined();
		});

		it('3: our token ended by others is renewed by one login and one resend', async () => {
			await t.report({}, { credential: 'account' });
			for (let i = 0; i < 20; i++) t.world.browserLogin('analyst');
			t.takeLogins();
			t.takeRequests();
			expect((await t.report({}, { credential: 'account' })).rows).toHaveLength(1);
			expect(t.takeLogins()).toBe(1);
			expect(t.takeRequests().map(({ path, status }) => [path, status])).toEqual([
				['/api/events/report', 401],
				// This one shows that the token has ended.
				['/api/events/report', 401],
				['/api/v2/auth/login', 200],
				['/api/events/report', 200],
			]);
		});

		it('3: deleting the account ends its tokens; there is one clear error', async () => {
			await t.report({}, { credential: 'account' });
			t.world.deleteAccount('analyst');
			const { error } = await t.report({}, { credential: 'account' });
			expect(error?.message).toMatch(
				/Sensors Analytics rejected the account or password: The account name or the password is wrong/,
			);
			expect(error?.description).toMatch(/'Account Name', 'Password'/);
		});

		it('3: a changed password ends the tokens; with the new one in the credential requests work again', async () => {
			await t.report({}, { credential: 'account' });
			t.world.changePassword('analyst', 'new');
			expect((await t.report({}, { credential: 'account' })).error?.message).toMatch(
				/Sensors Analytics rejected the account or password: The account name or the password is wrong/,
			);
			await t.engine.credentials.change('account', { password: 'new' });
			expect((await t.report({}, { credential: 'account' })).rows).toHaveLength(1);
		});

		it('3, 8: validity counts from the last use', async () => {
			await t.report({}, { credential: 'account' });
			for (let i = 0; i < 5; i++) {
				t.world.clock.advance(29 * MINUTE);
				await t.report({}, { credential: 'account' });
			}
			expect(t.takeLogins()).toBe(1);
			t.world.clock.advance(31 * MINUTE);
			expect((await t.report({}, { credential: 'account' })).rows).toHaveLength(1);
			expect(t.takeLogins()).toBe(1);
		});
	});

	describe('section 4: endpoints', () => {
		it('4.1: secret and project in the query, then the token in the header', async () => {
			await t.report({}, { credential: 'user' });
			const [login, report] = t.takeRequests();
			expect(login).toMatchObject({
				path: '/api/auth/login',
				query: { token: t.world.secrets.of('admin'), project: 'production' },
			});
			expect(report?.query).toEqual({ project: 'production' });
			expect(report?.headers['sensorsdata-token']).toBe(t.world.validTokens('analyst')[0]?.value);
		});

		it('4.2: the project in the query, without is_global for an account of the project', async () => {
			await t.report({}, { credential: 'account' });
			const [login] = t.takeRequests();
			expect(login).toMatchObject({ path: '/api/v2/auth/login' });
			expect(login?.query).toEqual({ project: 'production' });
		});

		it('4.2: is_global=true for a platform account', async () => {
			await t.engine.credentials.change('account', {
				accountName: 'root',
				password: 'root-pw-1',
				isPlatformAccount: true,
			});
			expect((await t.report({}, { credential: 'account' })).rows).toHaveLength(1);
			expect(t.takeRequests()[0]?.query).toEqual({ project: 'production', is_global: 'true' });
		});

		it('4.2: a platform account without the switch is refused, and the error names the switch', async () => {
			await t.engine.credentials.change('account', { accountName: 'root', password: 'root-pw-1' });
			expect((await t.report({}, { credential: 'account' })).error?.description).toMatch(
				/'Platform Account'/,
			);
		});

		it.each([
			['secret', 1],
			['user', 2],
			['account', 2],
		])('4.3: the report with the credential "%s"', async (credential, requests) => {
			expect((await t.report({}, { credential })).rows).toHaveLength(1);
			expect(t.takeRequests()).toHaveLength(requests);
		});
	});

	describe('section 5: authentication', () => {
		it("5.1.3: a project administrator's secret opens only that project, a platform administrator's all", async () => {
			await t.engine.credentials.change('secret', { project: 'default' });
			expect((await t.report()).error?.message).toMatch(
				/Sensors Analytics rejected the project or API secret: The API secret is wrong or gives no access to this project/,
			);
			await t.engine.credentials.change('secret', { apiSecret: t.world.secrets.of('root') });
			expect((await t.report()).rows).toHaveLength(1);
		});

		it("5.1.4: changing the administrator's password changes the secret; the error says so", async () => {
			t.world.changePassword('admin', 'new');
			const { error } = await t.report();
			expect(error?.description).toMatch(
				/Check 'API Secret' and 'Project' in the credential\. The secret changes whenever the administrator's password changes\. The data import token doesn't work here\./,
			);
			await t.engine.credentials.change('secret', { apiSecret: t.world.secrets.of('admin') });
			expect((await t.report()).rows).toHaveLength(1);
		});

		it('5.2.1: a user token is never a query parameter', async () => {
			await t.report({}, { credential: 'account' });
			const [token] = t.world.validTokens('analyst');
			for (const request of t.takeRequests())
				expect(JSON.stringify(request.query)).not.toContain(token?.value);
		});

		it('5.2.1: the service refuses a user token as a query parameter', async () => {
			const { value } = t.world.browserLogin('analyst');
			const response = await fetch(
				`${t.simulator.url}/api/events/report?token=${value}&project=production`,
				{ method: 'POST' },
			);
			expect(response.status).toBe(401);
		});
	});

	describe('section 7: errors', () => {
		it('7: captcha: the words of the service, and the advice to use the secret', async () => {
			t.world.isCaptchaOn = true;
			const { error } = await t.report({}, { credential: 'account' });
			expect(error?.message).toMatch(/verification code is wrong or has expired/);
			expect(error?.description).toMatch(
				/Set 'Authentication' to API Secret or User Token via API Secret/,
			);
			expect((await t.report({}, { credential: 'user' })).rows).toHaveLength(1);
		});
	});

	describe('section 8: limits', () => {
		it.each([
			['the default of 30 minutes', undefined, 30],
			['the maximum of 180 days', 259_200, 259_200],
		])('8: %s', async (_what, tokenValidity, minutes) => {
			await t.engine.credentials.change(
				'account',
				tokenValidity === undefined ? {} : { tokenValidity },
			);
			const { rows } = await logIn();
			const until = new Date(String(rows[0]?.valid_until_if_unused)).getTime();
			expect(Math.abs(until - Date.now() - minutes * MINUTE)).toBeLessThan(10_000);
			t.world.clock.advance((minutes - 1) * MINUTE);
			await t.report({}, { credential: 'account' });
			expect(t.takeLogins()).toBe(1);
			t.world.clock.advance((minutes + 1) * MINUTE);
			await t.report({}, { credential: 'account' });
			expect(t.takeLogins()).toBe(1);
		});

		it('8: a user holds 20 valid tokens', () => {
			for (let i = 0; i < 30; i++) t.world.browserLogin('analyst');
			expect(t.world.validTokens('analyst')).toHaveLength(20);
		});
	});

	it('9: the password login lives under v2, the login by user name does not', async () => {
		await t.report({}, { credential: 'account' });
		await t.report({}, { credential: 'user' });
		const paths = t.takeRequests().map(({ path }) => path);
		expect(paths.filter((path) => path.includes('auth'))).toEqual([
			'/api/v2/auth/login',
			'/api/auth/login',
		]);
	});

	it('the stored credential is encrypted, and its identity holds no secret', async () => {
		await t.report({}, { credential: 'account' });
		const { accessToken, accessTokenIdentity } = await t.engine.credentials.read('account');
		expect(await t.engine.credentials.readEncrypted('account')).not.toContain(String(accessToken));
		expect(accessTokenIdentity).toMatch(/^[0-9a-f]{64}$/);
		expect(accessTokenIdentity).not.toBe(createHash('sha256').update('analyst-pw-1').digest('hex'));
		expect(readConnection(t.dataOf('account') as never).mode).toBe('accountPassword');
	});
});
