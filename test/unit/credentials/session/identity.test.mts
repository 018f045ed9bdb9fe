import { identityOf } from '../../../../credentials/session';
import { readConnection } from '../../../../credentials/ways';
import { account, user } from '../../../support/credentialForms.mts';

describe('identityOf: a token belongs to all of it', () => {
	const identity = (data: object) => identityOf(readConnection(data as never) as never);

	it.each([
		['base URL', { baseUrl: 'https://other.example.com' }],
		['project', { project: 'other' }],
		['account', { accountName: 'bob' }],
		['password', { password: 'other' }],
		['platform account', { isPlatformAccount: true }],
	])('differs with the %s', (_field, change) => {
		expect(identity({ ...account, ...change })).not.toBe(identity(account));
	});

	it('differs with secret, user name and mode', () => {
		const identities = [user, { ...user, apiSecret: 'x' }, { ...user, userName: 'x' }, account].map(
			identity,
		);
		expect(new Set(identities).size).toBe(4);
	});

	it('stays with the validity and with a trailing slash', () => {
		expect(identity({ ...account, tokenValidity: 60, baseUrl: 'https://example.com' })).toBe(
			identity(account),
		);
	});

	it('does not hold the password', () => {
		expect(identity(account)).toMatch(/^[0-9a-f]{64}$/);
	});
});
