import { readConnection } from '../../../../credentials/session/connection';
import { identityOf } from '../../../../credentials/session/identity';
import { noteMarking, withMarksToStore } from '../../../../credentials/session/marks';
import { prepareSession } from '../../../../credentials/session/prepareSession';
import { usesOfCredential } from '../../../../credentials/session/signRequest';
import { account as anAccount, service, user as aUser } from '../../../support/credentialForms.mts';

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
	usesOfCredential.set(credential, 'testing');
	try {
		await prepareSession(httpRequest as never, credential);
		return { message: 'passed', sent };
	} catch (error) {
		return { message: (error as Error).message, sent };
	}
}

describe('the credential test tells project from secret', () => {
	const NO_PROJECT = { error: 'project does not exist', error_type: 'BAD_REQUEST' };

	it.each([
		['mode 1', secret],
		['mode 2', user],
		['mode 3', account],
	])('a project that does not exist, %s', async (_mode, form) => {
		expect(await testing(form, 400, NO_PROJECT)).toEqual({
			message: expect.stringMatching(
				/^Project 'shop' refused: project does not exist.*Check 'Project'/,
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
		expect(message).toMatch(/^Project or API secret refused.*'API Secret' and 'Project'/);
	});

	it.each([
		['mode 1', { ...secret, apiSecret: OPENAPI_KEY }],
		['mode 2', { ...user, apiSecret: OPENAPI_KEY }],
	])('a key of the OpenAPI is never sent, %s', async (_mode, form) => {
		const { message, sent } = await testing(form, 200, {});
		expect(message).toMatch(/^'API Secret' holds a key of the OpenAPI/);
		expect(sent).toBe(0);
	});
});

describe('a login beside marks', () => {
	const answer = {
		statusCode: 200,
		headers: {},
		body: JSON.stringify({ session_id: 'new-token' }),
	};
	const ordered = { ...account, accessToken: '', refusedAccessToken: 'old' };

	it('hands its token over when the marks of this process are stored, not before', async () => {
		let store = () => {};
		const identity = identityOf(readConnection(account) as never);
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
