import { readConnection } from '../../../../credentials/ways';
import { readSecret } from '../../../../credentials/ways/apiSecret';
import { service, user } from '../../../support/credentialForms.mts';

const KEY = `#K-${'a1B2'.repeat(8)}`;

describe('a key of the OpenAPI as API secret', () => {
	it.each([
		['API Secret', { ...service, authentication: 'apiSecret', apiSecret: ` ${KEY} ` }],
		['User Token via API Secret', { ...user, apiSecret: KEY }],
	])('is recognised in %s, with where the secret is found, and not repeated', (_mode, form) => {
		let message = '';
		try {
			readConnection(form);
		} catch (error) {
			({ message } = error as Error);
		}
		expect(message).toMatch(
			/^'API Secret' contains an OpenAPI key \(#K-…\)\. Set 'Authentication' to API Key \(OpenAPI\) and enter the key there, or enter the API secret\. Administrators can find the secret under Project Settings > Basic Settings > View API Secret \(version 3\.0 and later\), System Settings > Project Settings \(2\.2 to 2\.5\), or Basic Settings > API_SECRET \(earlier than 2\.2\)/,
		);
		expect(message).toContain('under Project Settings > Basic Settings > View API Secret');
		expect(message).not.toContain(KEY.slice(3));
	});

	it.each([KEY.slice(0, -1), `${KEY}x`, KEY.slice(3), KEY.toLowerCase()])(
		'is not seen in %s',
		(typed) => expect(readSecret(typed)).toBe(typed),
	);

	it('reports an empty one first', () => {
		expect(() => readSecret('')).toThrow(
			"'API Secret' is empty. Enter the API secret of the project",
		);
	});
});
