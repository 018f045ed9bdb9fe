import type { IHttpRequestOptions } from 'n8n-workflow';
import { identityOf, withMarksToStore } from '../../../credentials/session';
import { signRequest, credentialUses } from '../../../credentials/sign';
import { TEST_MARK, testRequest } from '../../../credentials/ways/way';
import { readConnection, type TokenConnection } from '../../../credentials/ways';
import { account, service, user } from '../../support/credentialForms.mts';

const KEY = `#K-${'a1B2'.repeat(8)}`;
const form = {
	baseUrl: 'https://sa.example',
	project: 'shop',
	authentication: 'apiKey',
	apiKey: KEY,
};
const sign = (options: Partial<IHttpRequestOptions>, more: object = {}) =>
	signRequest({ ...form, ...more }, { url: '/api/v3/x', ...options } as IHttpRequestOptions);

describe('a request signed by a key', () => {
	it('has it in headers, and nothing in the query', () => {
		const signed = sign({ qs: { type: 'PUBLIC' }, headers: { accept: 'json' } });
		expect(signed.headers).toEqual({
			accept: 'json',
			'api-key': KEY,
			'sensorsdata-project': 'shop',
		});
		expect(signed.qs).toEqual({ type: 'PUBLIC' });
		expect(signed.url).toBe('https://sa.example/api/v3/x');
		expect(signed.disableFollowRedirect).toBe(true);
	});

	it('acts as another account, if requested', () => {
		expect(sign({}, { actAs: '1001' }).headers).toMatchObject({ 'account-id': '1001' });
	});

	it('keeps a project of its own, but no other key or account, however they are spelled', () => {
		const { headers } = sign(
			{ headers: { 'Api-Key': 'x', 'SensorsData-Project': 'other', 'Account-ID': '2' } },
			{ actAs: '1001' },
		);
		expect(headers).toEqual({
			'SensorsData-Project': 'other',
			'api-key': KEY,
			'account-id': '1001',
		});
	});

	it.each(['https://other.example/api/v3/x', 'https://sa.example:8443/api/v3/x'])(
		'is not sent to %s',
		(url) => {
			expect(() => sign({ url })).toThrow(
				/', but the credential is for 'https:\/\/sa\.example', so n8n didn't send the request\. Use an address that starts with the credential's 'Base URL'/,
			);
		},
	);

	it("n8n's test request first requires a check, and passes after it", () => {
		const credential = { ...form };
		const options = testRequest.request as unknown as IHttpRequestOptions;
		expect(() => signRequest(credential, options)).toThrow('The sign-in is to be tested');
		expect(credentialUses.get(credential)).toBe('testing');
		credentialUses.set(credential, 'tested');
		const signed = signRequest(credential, options);
		expect(signed.headers).not.toHaveProperty(TEST_MARK);
		expect(signed.headers).toMatchObject({ 'api-key': KEY });
		// The answer doesn't matter: the lookup has decided.
		expect(signed.ignoreHttpStatusErrors).toBe(true);
	});
});

describe('a request signed by the API secret', () => {
	const secret = { ...service, authentication: 'apiSecret', apiSecret: 's3cret' };
	const signed = (options: object, more: object = {}) =>
		signRequest({ ...secret, ...more }, { url: '/api/x', ...options } as IHttpRequestOptions);

	it('has it in the query, and the project', () => {
		const { qs, headers, url } = signed({ qs: { a: '1' }, headers: { accept: 'json' } });
		expect(qs).toEqual({ a: '1', project: 'shop', token: 's3cret' });
		expect(headers).toEqual({ accept: 'json' });
		expect(url).toBe('https://example.com/api/x');
	});

	it.each([[{ qs: { project: 'other' } }], [{ url: '/api/x?project=other' }]])(
		'keeps a project of its own: %j',
		(options) => {
			const { qs, url } = signed(options);
			expect(`${url}${JSON.stringify(qs)}`).not.toContain('shop');
			expect(qs?.token).toBe('s3cret');
		},
	);

	it('follows no redirect, in the words of both helpers', () => {
		expect(signed({ followRedirect: true, maxRedirects: 5 })).toMatchObject({
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
			sendCredentialsOnCrossOriginRedirect: false,
			baseURL: undefined,
		});
	});

	it('leaves certificates unchecked only if requested', () => {
		expect(signed({})).not.toHaveProperty('skipSslCertificateValidation');
		expect(signed({})).not.toHaveProperty('rejectUnauthorized');
		expect(signed({}, { ignoreSslIssues: true })).toMatchObject({
			skipSslCertificateValidation: true,
			rejectUnauthorized: false,
		});
	});

	it('leaves its input unchanged', () => {
		const options = { url: '/api/x', headers: { a: '1' }, qs: { b: '2' } };
		signRequest(secret, options as unknown as IHttpRequestOptions);
		expect(options).toEqual({ url: '/api/x', headers: { a: '1' }, qs: { b: '2' } });
	});

	it('notes the use of a credential, and no second time', () => {
		const credential = { ...secret };
		const options = { url: '/api/x' } as IHttpRequestOptions;
		signRequest(credential, options);
		expect(credentialUses.get(credential)).toBe('sent');
		credentialUses.set(credential, 'tested');
		signRequest(credential, options);
		expect(credentialUses.get(credential)).toBe('tested');
	});
});

describe("a request signed by a user's token", () => {
	const identity = identityOf(readConnection(account) as TokenConnection);
	const stored = { ...account, accessToken: 't1', accessTokenIdentity: identity };
	const options = { url: '/api/x' } as IHttpRequestOptions;

	it('has it in a header, and the project in the query', () => {
		const { headers, qs } = signRequest(stored, options);
		expect(headers).toEqual({ 'sensorsdata-token': 't1' });
		expect(qs).toEqual({ project: 'shop' });
	});

	it.each([
		['without a token', account],
		['of another identity', { ...stored, accessTokenIdentity: 'other' }],
		['of another account', { ...stored, accountName: 'bob' }],
		['of another way to log in', { ...stored, ...user }],
	])('needs a sign-in: %s', (_case, credential) => {
		const fault = (() => {
			try {
				return signRequest(credential, options);
			} catch (error) {
				return error;
			}
		})();
		expect(fault).toMatchObject({
			message: 'The stored token belongs to another address, project or account',
			response: { status: 401 },
		});
	});

	it('where marks are to be stored nothing is sent', () => {
		const marks = { accessTokenClaim: 'x' };
		const ordered = withMarksToStore({ ...stored, accessTokenClaim: '' }, marks);
		expect(() => signRequest(ordered, options)).toThrow('Marks are to be stored');
		let fault: object = {};
		try {
			signRequest({ ...ordered, accessTokenClaim: 'x' }, options);
		} catch (error) {
			fault = error as object;
		}
		expect(fault).toBeInstanceOf(Error);
		expect(fault).not.toHaveProperty('response');
	});
});
