import type { Failure } from '../../../../credentials/http/answer';
import { signIn, SignInError, waitingError } from '../../../../credentials/login';
import { identityOf } from '../../../../credentials/session';
import type { TokenConnection } from '../../../../credentials/ways';
import { readConnection } from '../../../../credentials/ways';
import { account as anAccount, user as aUser } from '../../../support/credentialForms.mts';

// Long enough for the service's words to be shown.
const PASSWORD = ' a long password ';
const form = { ...anAccount, password: PASSWORD, tokenValidity: 60 };
const connectionOf = (of: typeof form) => readConnection(of) as TokenConnection;
const account = connectionOf(form);
const user = readConnection({
	...aUser,
	apiSecret: 's3cret-value',
	tokenValidity: 60,
}) as TokenConnection;

/** A login that is answered so. */
async function login(connection: TokenConnection, body: unknown, statusCode = 200) {
	const sent: Array<{ [key: string]: unknown }> = [];
	const httpRequest = async (options: { [key: string]: unknown }) => {
		sent.push(options);
		return { statusCode, headers: {}, body: JSON.stringify(body) };
	};
	const outcome = await signIn(httpRequest as never, connection).then(
		(session) => ({ session, error: undefined }),
		(error: SignInError) => ({ session: undefined, error }),
	);
	return { ...outcome, sent };
}

const refused = async (connection: TokenConnection, error: string, status = 400) => {
	const { error: fault } = await login(connection, { error, request_id: 'r1' }, status);
	return fault?.explanation;
};

describe('signIn', () => {
	it('by account and password', async () => {
		const { session, sent } = await login(account, { session_id: 't1', role: 'admin', x: 'y' });
		expect(session).toEqual({
			token: 't1',
			identity: identityOf(account),
			issuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			validityMinutes: 60,
			details: { role: 'admin' },
		});
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'POST',
			url: 'https://example.com/api/v2/auth/login',
			qs: { project: 'shop' },
			body: JSON.stringify({ account_name: 'ann', password: PASSWORD, expired_interval: 60 }),
		});
		expect(sent[0]?.qs).not.toHaveProperty('is_global');
	});

	it('by an account of the platform', async () => {
		const platform = readConnection({ ...form, isPlatformAccount: true }) as TokenConnection;
		const { sent } = await login(platform, { session_id: 't' });
		expect(sent[0]?.qs).toEqual({ project: 'shop', is_global: 'true' });
	});

	it('by the API secret, for a user', async () => {
		const { session, sent } = await login(user, { token: 't1', session_id: 'another' });
		expect(session?.token).toBe('t1');
		expect(sent[0]).toMatchObject({
			url: 'https://example.com/api/auth/login',
			qs: { token: 's3cret-value', project: 'shop' },
			body: JSON.stringify({ username: 'ann', expired_interval: 60 }),
		});
	});

	it.each([
		['without a token', { token: 't' }],
		['an empty token', { session_id: '' }],
		['no text', { session_id: 7 }],
		['what no header takes', { session_id: 'a\nb' }],
		['what no header takes at its end', { session_id: 'ab\u00e9' }],
		['a blank', { session_id: ' a' }],
		['null', null],
		['a text', 'token'],
		['too long', { session_id: 't'.repeat(4097) }],
	])('an answer that holds no token: %s', async (_case, body) => {
		const { error } = await login(account, body);
		expect(error?.failure.said).toBe("the sign-in response doesn't contain 'session_id'");
		expect(error?.explanation.message).toBe(
			"https://example.com didn't return a Sensors Analytics API response (status 200): the sign-in response doesn't contain 'session_id'",
		);
		expect(error?.isRefusal).toBe(false);
	});

	it('names the field of the other login', async () => {
		const { error } = await login(user, {});
		expect(error?.failure).toEqual({
			kind: 'notThisService',
			status: 200,
			said: "the sign-in response doesn't contain 'token'",
		});
	});

	it('the password is not repeated', async () => {
		const { error } = await login(account, { error: `no: ${PASSWORD}` }, 400);
		expect(error?.message).toContain(
			"Sensors Analytics rejected the account or password: no: ***. Check 'Account Name', 'Password', 'Project', and 'Platform Account'.",
		);
	});
});

describe('a login without a token here', () => {
	const failed = (failure: Partial<Failure>) =>
		new SignInError(
			{ message: '', description: '' },
			{ kind: 'notThisService', said: '', ...failure },
		).mayHaveGivenToken;

	it.each<Partial<Failure>>([
		{ kind: 'unreachable', code: 'ERR_BAD_RESPONSE', transient: true },
		{ kind: 'unreachable', code: 'ETIMEDOUT', transient: true },
		{ kind: 'unreachable', code: 'HPE_INVALID_CONSTANT' },
		{ kind: 'unreachable', code: 'Z_DATA_ERROR' },
		{ kind: 'unreachable', code: 'ERR__ERROR_FORMAT_PADDING_1' },
		{ kind: 'temporary', status: 502 },
		{ kind: 'temporary', status: 504 },
		{ kind: 'notThisService', status: 200 },
		{ kind: 'notThisService', status: 302 },
		{ kind: 'notThisService', status: 500 },
		{ kind: 'notThisService', status: 520 },
		{ kind: 'tooLarge' },
		{ kind: 'failed', status: 500 },
		{ kind: 'notSignedIn', status: 200 },
		{ kind: 'notSignedIn', status: 302 },
	])('may have made one: %j', (failure) => {
		expect(failed(failure)).toBe(true);
	});

	it.each<Partial<Failure>>([
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'].map((code) => ({
			...{ kind: 'unreachable' as const, code, transient: true },
		})),
		{ kind: 'unreachable', code: 'CERT_HAS_EXPIRED' },
		{ kind: 'temporary', status: 503 },
		{ kind: 'throttled', status: 429 },
		{ kind: 'refused', status: 400 },
		{ kind: 'notSignedIn', status: 401 },
		{ kind: 'notThisService', status: 404 },
	])('has not issued one: %j', (failure) => {
		expect(failed(failure)).toBe(false);
	});

	it('hands out no field that holds the password, however short', async () => {
		for (const password of ['abc1', 'hunter2hunt']) {
			const short = readConnection({ ...form, password }) as TokenConnection;
			const permission = { type: password, events: [password] };
			const echo = { session_id: 't', username: `x${password}`, account_id: 7 };
			const { session } = await login(short, { ...echo, event_permission: permission });
			expect(JSON.stringify(session?.details)).not.toContain(password);
		}
	});

	it('a pause says until when, and why', () => {
		const { message, isRefusal } = waitingError({
			at: 0,
			until: new Date(0),
			reason: 'it was cut',
		});
		expect(message).toMatch(
			/Too many sign-ins without a usable token: next sign-in after 1970-01-01T00:00:00Z, because the last sign-ins didn't help: it was cut\. The node pauses between sign-ins, because each sign-in can sign out the account's owner\. Check that the account has access to the project, and that no proxy answers instead of Sensors Analytics\. To sign in immediately with the credential's account, use 'Test' in the credential\./,
		);
		expect(isRefusal).toBe(true);
	});
});

describe('a login that is refused says what to do', () => {
	it.each(['need captcha', 'verification code wrong', '请输入验证码'])(
		'requires a verification code: %s',
		async (said) => {
			expect(await refused(account, said)).toEqual({
				message: `Sensors Analytics requires a captcha for password sign-in: ${said} (request ID r1)`,
				description: "Set 'Authentication' to API Secret or User Token via API Secret",
			});
		},
	);

	it.each(['account is disabled', 'locked', 'frozen', 'suspended', '账号已停用', '账号已锁定'])(
		'the account can not: %s',
		async (said) => {
			expect(await refused(account, said)).toEqual({
				message: `The account can't sign in: ${said} (request ID r1)`,
				description: 'Ask an administrator of the project to enable the account',
			});
		},
	);

	it('the project', async () => {
		expect((await refused(account, 'project does not exist'))?.message).toBe(
			"Sensors Analytics rejected the project 'shop': project does not exist",
		);
	});

	it('account or password', async () => {
		for (const status of [400, 401])
			expect(await refused(account, 'no', status)).toEqual({
				message: 'Sensors Analytics rejected the account or password: no (request ID r1)',
				description: "Check 'Account Name', 'Password', 'Project', and 'Platform Account'.",
			});
	});

	it("omits the service's words if they contain a short password", async () => {
		const { error } = await login(
			connectionOf({ ...form, password: 'ana' }),
			{ error: 'no analyst' },
			400,
		);
		expect(error?.explanation.message).toBe('Sensors Analytics rejected the account or password');
	});

	it('without a request ID', async () => {
		const { error } = await login(account, { error: 'no' }, 400);
		expect(error?.explanation.message).toBe(
			'Sensors Analytics rejected the account or password: no',
		);
	});

	it('the user, or the secret', async () => {
		expect(await refused(user, 'no such user')).toEqual({
			message: "Couldn't get a token for user 'ann': no such user (request ID r1)",
			description: "Check 'User Name' and 'Project'",
		});
		expect((await refused(user, 'no', 401))?.message).toBe(
			'Sensors Analytics rejected the API secret: no',
		);
	});

	it('no refusal: the service is not there', async () => {
		const { error } = await login(account, { error: 'maintenance, locked' }, 503);
		expect(error?.explanation.message).toBe(
			'Sensors Analytics is temporarily unavailable (status 503): maintenance, locked',
		);
		expect(error?.isRefusal).toBe(false);
	});

	it('is one that asking again does not help', async () => {
		for (const status of [400, 401]) {
			const { error } = await login(account, { error: 'no' }, status);
			expect(error?.isRefusal).toBe(true);
			expect(error?.name).toBe('SignInError');
			const { message, description } = error?.explanation ?? {};
			expect(error?.message).toBe(`${message}. ${description}`);
		}
	});
});
