import { readConnection } from '../../../../credentials/session/connection';
import { account, service, user } from '../../../support/credentialForms.mts';

describe('readConnection', () => {
	it.each([
		[
			'API Secret',
			{ ...service, authentication: 'apiSecret', apiSecret: ' s3 ' },
			{
				baseUrl: 'https://example.com',
				project: 'shop',
				skipCertificateCheck: false,
				mode: 'apiSecret',
				apiSecret: 's3',
			},
		],
		[
			'User Token via API Secret',
			{ ...user, tokenValidity: 259_200, ignoreSslIssues: true },
			{
				baseUrl: 'https://example.com',
				project: 'shop',
				skipCertificateCheck: true,
				mode: 'userToken',
				apiSecret: 's3',
				userName: 'ann',
				validityMinutes: 259_200,
			},
		],
		[
			'Account and Password; the password is not trimmed, 30 minutes are the default',
			{ ...account, isPlatformAccount: true, tokenValidity: '' },
			{
				baseUrl: 'https://example.com',
				project: 'shop',
				skipCertificateCheck: false,
				mode: 'accountPassword',
				accountName: 'ann',
				password: ' p w ',
				isPlatformAccount: true,
				validityMinutes: 30,
			},
		],
	])('%s', (_mode, filledIn, connection) => {
		expect(readConnection(filledIn)).toEqual(connection);
	});

	it.each([
		['project missing', { ...account, project: ' ' }, "'Project' is empty"],
		['secret missing', { ...user, apiSecret: '' }, "'API Secret' is empty"],
		['user missing', { ...user, userName: '' }, "'User Name' is empty"],
		['account missing', { ...account, accountName: '' }, "'Account Name' is empty"],
		['password missing', { ...account, password: '' }, "'Password' is empty"],
		['no mode', { ...account, authentication: 'oauth' }, "'Authentication' must be one of"],
		[
			'validity 0',
			{ ...account, tokenValidity: 0 },
			"'Token Validity (Minutes)' must be a whole number from 1 to 259200",
		],
		['validity too long', { ...account, tokenValidity: 259_201 }, "'Token Validity (Minutes)'"],
		['validity with a fraction', { ...account, tokenValidity: 1.5 }, "'Token Validity (Minutes)'"],
		['validity no number', { ...account, tokenValidity: 'long' }, "'Token Validity (Minutes)'"],
	])('refuses: %s', (_case, filledIn, message) => {
		expect(() => readConnection(filledIn)).toThrow(message);
	});
});
