import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	signRequest,
	TEST_MARK,
	usesOfCredential,
} from '../../../../credentials/session/signRequest';
import { testRequest } from '../../../../credentials/session/testRequest';

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

	it('acts as another account, if that is wanted', () => {
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
			expect(() => sign({ url })).toThrow(/its secret, key or token is not sent there/);
		},
	);

	it("n8n's test request asks for a look first, and passes after it", () => {
		const credential = { ...form };
		const options = testRequest.request as unknown as IHttpRequestOptions;
		expect(() => signRequest(credential, options)).toThrow('The sign-in is to be tested');
		expect(usesOfCredential.get(credential)).toBe('testing');
		usesOfCredential.set(credential, 'tested');
		const signed = signRequest(credential, options);
		expect(signed.headers).not.toHaveProperty(TEST_MARK);
		expect(signed.headers).toMatchObject({ 'api-key': KEY });
		// Whatever is answered there: the look has told.
		expect(signed.ignoreHttpStatusErrors).toBe(true);
	});
});
