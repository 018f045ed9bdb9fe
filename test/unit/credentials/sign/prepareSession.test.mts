import type { IDataObject } from 'n8n-workflow';

import { pauseOf } from '../../../../credentials/login';
import { identityOf, noteMarking, withMarksToStore } from '../../../../credentials/session';
import { credentialUses, prepareSession } from '../../../../credentials/sign';
import { readConnection } from '../../../../credentials/ways';
import { account as anAccount, service, user as aUser } from '../../../support/credentialForms.mts';
import { later } from '../../../support/later.mts';

const secret = { ...service, authentication: 'apiSecret', apiSecret: 's3cret-value' };
// Long enough for the service's words to be shown.
const user = { ...aUser, apiSecret: 's3cret-value' };
const account = { ...anAccount, password: 'a-long-password' };
const OPENAPI_KEY = `#K-${'a1B2'.repeat(8)}`;

/** The credential test of a form, against a service that answers all requests alike. */
async function testing(
	form: typeof secret | typeof user | typeof account,
	statusCode: number,
	body: object,
): Promise<{ message: string; sent: number }> {
	let sent = 0;
	const httpRequest = async () => {
		sent++;
		return { statusCode, headers: {}, body: JSON.stringify(body) };
	};
	const credential = { ...form };
	credentialUses.set(credential, 'testing');
	try {
		await prepareSession(httpRequest as never, credential);
		return { message: 'passed', sent };
	} catch (error) {
		return { message: (error as Error).message, sent };
	}
}

describe('the credential test distinguishes project and secret', () => {
	const NO_PROJECT = { error: 'project does not exist', error_type: 'BAD_REQUEST' };

	it.each([
		['mode 1', secret],
		['mode 2', user],
		['mode 3', account],
	])('a project that does not exist, %s', async (_mode, form) => {
		expect(await testing(form, 400, NO_PROJECT)).toEqual({
			message: expect.stringMatching(
				/^Sensors Analytics rejected the project 'shop': project does not exist \(BAD_REQUEST\)\. Check 'Project' in the credential\. Enter the English name of the project: the value of project= in the URL when the project is open\./,
			),
			sent: 1,
		});
	});

	it('a refusal for another reason still shows that the secret is right', async () => {
		const { message } = await testing(secret, 400, { error: 'the event project does not exist' });
		expect(message).toBe('passed');
	});

	it('both may be wrong', async () => {
		const { message } = await testing(secret, 401, { error: 'no access permission' });
		expect(message).toMatch(
			/^Sensors Analytics rejected the project or API secret.*'API Secret' and 'Project'/,
		);
	});

	it.each([
		['mode 1', { ...secret, apiSecret: OPENAPI_KEY }],
		['mode 2', { ...user, apiSecret: OPENAPI_KEY }],
	])('a key of the OpenAPI is never sent, %s', async (_mode, form) => {
		const { message, sent } = await testing(form, 200, {});
		expect(message).toMatch(
			/^'API Secret' contains an OpenAPI key \(#K-…\)\. Set 'Authentication' to API Key \(OpenAPI\) and enter the key there, or enter the API secret\. Administrators can find the secret under Project Settings > Basic Settings > View API Secret \(version 3\.0 and later\), System Settings > Project Settings \(2\.2 to 2\.5\), or Basic Settings > API_SECRET \(earlier than 2\.2\)/,
		);
		expect(sent).toBe(0);
	});
});

describe('a login while marks are stored', () => {
	const answer = {
		statusCode: 200,
		headers: {},
		body: JSON.stringify({ session_id: 'new-token' }),
	};
	const own = { ...account, accountName: 'marking' };
	const ordered = { ...own, accessToken: '', refusedAccessToken: 'old' };

	it('hands its token over when the marks of this process are stored, not before', async () => {
		let store = () => {};
		const identity = identityOf(readConnection(own) as never);
		noteMarking(identity, async () => await new Promise<void>((resolve) => (store = resolve)));
		let token: unknown;
		const login = prepareSession((async () => answer) as never, ordered).then((fields) => {
			token = fields.accessToken;
		});
		for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
		expect(token).toBeUndefined();
		store();
		await login;
		expect(token).toBe('new-token');
	});

	it('stores marks without a request', async () => {
		const httpRequest = jest.fn();
		const fields = await prepareSession(
			httpRequest,
			withMarksToStore({ ...account, accessToken: 'old' }, { accessTokenClaim: 'x' }),
		);
		expect({ ...fields }).toEqual({ accessTokenClaim: 'x' });
		expect(httpRequest).not.toHaveBeenCalled();
	});
});

describe('what n8n stores', () => {
	type Reply = [status: number, body: object];
	let accounts = 0;

	/** A credential of an account of its own, with a token; and the service behind it. */
	function credentialWith(accessToken: string, probe: Reply, own: object = {}, ofNew = probe) {
		const form = { ...account, accountName: `ann${++accounts}`, ...own };
		const accessTokenIdentity = identityOf(readConnection(form) as never);
		const credential = { ...form, accessToken, accessTokenIdentity };
		const sent: string[] = [];
		let tokens = 0;
		const httpRequest = async ({ url, headers }: { url: string; headers: IDataObject }) => {
			const { pathname } = new URL(url);
			sent.push(pathname);
			const isLogin = pathname.includes('auth/login');
			const ofToken = headers['sensorsdata-token'] === accessToken ? probe : ofNew;
			const token = `token-${accounts}${isLogin && ++tokens > 1 ? `-${tokens}` : ''}`;
			const [statusCode, body] = isLogin ? [200, { session_id: token, token }] : ofToken;
			return { statusCode, headers: {}, body: JSON.stringify(body) };
		};
		const prepare = async (given: object = credential) =>
			await prepareSession(httpRequest as never, given as never);
		return { credential, prepare, sent };
	}
	const FINE: Reply = [200, { rows: [] }];
	const ENDED: Reply = [401, { error: 'token has expired' }];
	const PROBE = '/api/events/report';
	const LOGIN = '/api/v2/auth/login';

	it('no login after two whose tokens were refused at once, unless a person requests one', async () => {
		const { credential, prepare, sent } = credentialWith('', ENDED);
		const first = { ...credential, ...(await prepare()) };
		credentialUses.set(first, 'sent');
		const second = { ...first, ...(await prepare(first)) };
		credentialUses.set(second, 'sent');
		await expect(prepare(second)).rejects.toThrow(
			/next sign-in after .*rejected the new token immediately/,
		);
		expect(sent).toEqual([LOGIN, PROBE, LOGIN, PROBE]);
		const tested = { ...second };
		credentialUses.set(tested, 'testing');
		await expect(prepare(tested)).rejects.toThrow(/rejected the access token/);
		expect(sent.slice(4)).toEqual([PROBE, PROBE, LOGIN, PROBE]);
	});

	it('a first token', async () => {
		const { credential, prepare, sent } = credentialWith('', FINE);
		expect(await prepare()).toEqual({
			accessToken: `token-${accounts}`,
			accessTokenIdentity: credential.accessTokenIdentity,
			accessTokenDetails: expect.stringContaining('"validityMinutes":30'),
			accessTokenClaim: '',
			accessTokenRenewal: '',
		});
		expect(sent).toEqual([LOGIN]);
	});

	it('nothing if nobody has used the token yet: it may be valid', async () => {
		const { prepare, sent } = credentialWith('old-token', ENDED);
		expect(await prepare()).toEqual({});
		expect(sent).toEqual([]);
	});

	it('nothing where a request failed and the token is still accepted', async () => {
		for (const probe of [FINE, [403, { error: 'no permission' }], [503, {}]] as Reply[]) {
			const { credential, prepare, sent } = credentialWith('old-token', probe);
			credentialUses.set(credential, 'sent');
			expect(await prepare()).toEqual({});
			expect(sent).toEqual([PROBE]);
		}
	});

	it('a new one where a request failed and the token is not accepted', async () => {
		const { credential, prepare, sent } = credentialWith('old-token', ENDED, {}, FINE);
		credentialUses.set(credential, 'sent');
		expect(await prepare()).toMatchObject({ accessToken: `token-${accounts}` });
		expect(sent).toEqual([PROBE, LOGIN]);
		// Late refusals of the old one make no login more, as long as the new one is accepted.
		credentialUses.set(credential, 'sent');
		expect(await prepare()).toMatchObject({ accessToken: `token-${accounts}` });
		expect(sent).toEqual([PROBE, LOGIN, ...[PROBE, PROBE]]);
	});

	it.each<[Reply, boolean, string[]]>([
		[[403, {}], true, [PROBE, LOGIN, PROBE]],
		[FINE, false, [PROBE]],
	])('new ones after a 403 without a reason get %j: pauses: %j', async (ofNew, pauses, then) => {
		const { credential, prepare, sent } = credentialWith('old-token', [403, {}], {}, ofNew);
		credentialUses.set(credential, 'sent');
		const next = { ...credential, ...(await prepare()) };
		credentialUses.set(next, 'sent');
		const restore = later(60);
		await prepare(next);
		const pause = pauseOf(credential.accessTokenIdentity, { path: PROBE });
		restore();
		expect(sent).toEqual([PROBE, LOGIN, PROBE, ...then]);
		expect(pause !== undefined).toBe(pauses);
	});

	it('a new one if this process knows another one, which has ended with a 403 as well', async () => {
		const { credential, prepare, sent } = credentialWith('old-token', [403, {}]);
		credentialUses.set(credential, 'sent');
		const { accessToken } = await prepare();
		const restore = later(60);
		const again = await prepare().finally(restore);
		expect(again.accessToken).not.toBe(accessToken);
		expect(sent.slice(3)).toEqual([PROBE, PROBE, LOGIN, PROBE]);
	});

	it('a new one if the stored one is of another account, without a test of it', async () => {
		const { credential, prepare, sent } = credentialWith('old-token', FINE);
		await prepare({ ...credential, accessTokenIdentity: 'other' });
		expect(sent).toEqual([LOGIN]);
	});

	it.each([
		[FINE, [LOGIN, PROBE]],
		[ENDED, [LOGIN, PROBE, LOGIN]],
	])('the one of before, if the credential has its account again: %j', async (probe, all) => {
		const { credential, prepare, sent } = credentialWith('', probe);
		const first = await prepare();
		const again = await prepare({ ...credential, accessToken: 'x', accessTokenIdentity: 'other' });
		expect(sent).toEqual(all);
		if (probe === FINE) expect(again).toEqual(first);
		else expect(again.accessToken).not.toBe(first.accessToken);
	});

	it('a new one on order, whatever this process knows', async () => {
		const { credential, prepare, sent } = credentialWith('', FINE);
		await prepare();
		await prepare({ ...credential, newTokenSince: 1 });
		expect(sent).toEqual([LOGIN, LOGIN]);
		await prepare({ ...credential, refusedAccessToken: 'one that nobody knows' });
		expect(sent).toEqual([LOGIN, LOGIN, LOGIN]);
		await prepare({ ...credential, refusedAccessToken: 'one that nobody knows' });
		expect(sent).toHaveLength(3);
	});

	it('nothing with a secret, or a key, and no request', async () => {
		const key = { authentication: 'apiKey', apiKey: OPENAPI_KEY };
		for (const own of [key, { authentication: 'apiSecret', apiSecret: 's3cret-value' }]) {
			const { prepare, sent } = credentialWith('', FINE);
			expect(await prepare({ ...service, ...own })).toEqual({});
			expect(sent).toEqual([]);
		}
	});

	describe('and what the credential test says', () => {
		const tested = async (reply: Reply, ofNew = reply) => {
			const { credential, prepare, sent } = credentialWith('a-stored-token', reply, {}, ofNew);
			credentialUses.set(credential, 'testing');
			const message = await prepare().then(
				() => 'passed',
				(error: Error) => error.message,
			);
			expect(credentialUses.get(credential)).toBe('tested');
			return { message, sent };
		};

		it.each<[string, Reply]>([
			['passed', FINE],
			['passed', [403, { error: 'no permission for it' }]],
		])('%s: %j', async (expected, reply) => {
			const { message, sent } = await tested(reply);
			expect(message).toBe(expected);
			expect(sent).toEqual([PROBE]);
		});

		it.each([[ENDED], [[403, {}] as Reply]])(
			'a token that has ended is replaced',
			async (ended) => {
				const passed = { message: 'passed', sent: [PROBE, PROBE, LOGIN, PROBE] };
				expect(await tested(ended, FINE)).toEqual(passed);
			},
		);

		it('a token that this process knows and that has ended is replaced', async () => {
			const { credential, prepare, sent } = credentialWith('', ENDED);
			await prepare();
			const again = { ...credential };
			credentialUses.set(again, 'testing');
			await expect(prepare(again)).rejects.toThrow('rejected the access token');
			expect(sent).toEqual([LOGIN, PROBE, PROBE, LOGIN, PROBE]);
		});

		it('a new token that is refused as well', async () => {
			const { message } = await tested(ENDED);
			expect(message).toMatch(/^Sensors Analytics rejected the access token: token has expired/);
		});

		it('the project', async () => {
			const { message } = await tested([400, { error: 'project does not exist' }]);
			expect(message).toMatch(
				/^Sensors Analytics rejected the project 'shop': project does not exist\. Check 'Project' in the credential\. Enter the English name of the project: the value of project= in the URL when the project is open\./,
			);
		});

		it('a refusal without a reason', async () => {
			const { message } = await tested([403, {}]);
			expect(message).toBe(
				"Sensors Analytics denied the request (status 403, no reason given). Check 'Project', and check the permissions of the account in the project",
			);
		});

		it('the service is not there', async () => {
			const { message } = await tested([503, { error: 'busy' }]);
			expect(message).toBe(
				'Sensors Analytics is temporarily unavailable (status 503): busy. Try again later. If this continues, contact your Sensors Analytics administrator.',
			);
		});

		it('a secret is tested as well, and so is a key', async () => {
			for (const [own, path] of [
				[{ authentication: 'apiSecret', apiSecret: 's3cret-value' }, PROBE],
				[{ authentication: 'apiKey', apiKey: OPENAPI_KEY }, '/api/v3/'],
			] as const) {
				const { prepare, sent } = credentialWith('', [401, { error: 'wrong' }]);
				const credential = { ...service, ...own };
				credentialUses.set(credential, 'testing');
				await expect(prepare(credential)).rejects.toThrow(
					/Sensors Analytics rejected the API (secret|key): wrong/,
				);
				expect(sent[0]).toMatch(path);
			}
		});
	});
});
