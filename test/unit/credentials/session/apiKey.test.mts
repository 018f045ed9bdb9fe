import { readConnection } from '../../../../credentials/session/connection';

const KEY = `#K-${'a1B2'.repeat(8)}`;
const form = { baseUrl: 'https://sa.example', project: 'shop', authentication: 'apiKey' };
const words = (fields: object): string => {
	try {
		readConnection({ ...form, ...fields });
		return 'read';
	} catch (error) {
		return (error as Error).message;
	}
};

describe('a key of the OpenAPI', () => {
	it('is read, trimmed', () => {
		expect(readConnection({ ...form, apiKey: ` ${KEY}\n` })).toEqual({
			baseUrl: 'https://sa.example',
			project: 'shop',
			skipCertificateCheck: false,
			mode: 'apiKey',
			apiKey: KEY,
		});
		expect(readConnection({ ...form, apiKey: KEY, actAs: ' 1001 ' })).toMatchObject({
			actAs: '1001',
		});
	});

	it.each([
		['nothing', '', /^'API Key' is empty$/],
		['an API secret', 'a-secret-of-the-project-0123456789', /set 'Authentication' to API Secret/],
		['a part of it', KEY.slice(0, -1), /^'API Key' holds 34 characters, but.*35/],
		['two of them', KEY + KEY, /holds 70 characters/],
		['what no header takes', `#K-${'城'.repeat(32)}`, /has 35|holds/],
	])('%s is none, and is not repeated', (_name, apiKey, expected) => {
		const said = words({ apiKey });
		expect(said).toMatch(expected);
		if (apiKey !== '') expect(said).not.toContain(apiKey.slice(3));
	});

	it('takes the English name of the project, and the ID of an account', () => {
		expect(words({ apiKey: KEY, project: '生产' })).toMatch(/'Project' must be the English name/);
		expect(words({ apiKey: KEY, actAs: '1\r\nx: y' })).toMatch(/^'Account ID to Act As' must be/);
	});

	it('typed as API secret is told apart', () => {
		for (const authentication of ['apiSecret', 'userToken'])
			expect(words({ authentication, apiSecret: KEY, userName: 'ann' })).toMatch(
				/^'API Secret' holds a key of the OpenAPI.*Set 'Authentication' to API Key \(OpenAPI\)/,
			);
	});
});
