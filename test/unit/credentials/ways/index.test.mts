import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { MANGLED } from '../../../../credentials/http/redact';
import { askSigned, readConnection, wayOf, WAYS } from '../../../../credentials/ways';
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
			{ ...account, isPlatformAccount: 'true', ignoreSslIssues: 'false', tokenValidity: '' },
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
		[
			'secret missing',
			{ ...user, apiSecret: '' },
			"'API Secret' is empty. Enter the API secret of the project",
		],
		['user missing', { ...user, userName: '' }, "'User Name' is empty"],
		['account missing', { ...account, accountName: '' }, "'Account Name' is empty"],
		...(
			[
				[user, 'apiSecret', 'API Secret'],
				[user, 'userName', 'User Name'],
				[account, 'accountName', 'Account Name'],
				[account, 'password', 'Password'],
			] as const
		).map(([filledIn, field, label]): [string, ICredentialDataDecryptedObject, RegExp] => [
			`${field} too long`,
			{ ...filledIn, [field]: 'x'.repeat(257) },
			new RegExp(
				`^'${label}' has more than 256 characters\\. Enter [^x]+, without any other text$`,
			),
		]),
		['password missing', { ...account, password: '' }, "'Password' is empty"],
		[
			'a switch by an expression',
			{ ...account, isPlatformAccount: 1 },
			"'Platform Account' must be true or false, not '1'",
		],
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

describe('a request of our own', () => {
	async function sentBy(form: object, token?: string) {
		const sent: Array<{ [key: string]: unknown }> = [];
		const httpRequest = async (options: { [key: string]: unknown }) => {
			sent.push(options);
			return { statusCode: 400, headers: {}, body: '{"error":"no: long-secret long-token"}' };
		};
		const request = { path: '/api/x', query: { project: 'shop', a: '1' } };
		const connection = readConnection(form as never);
		const answer = await askSigned(httpRequest as never, connection, request, token);
		return { answer, sent };
	}

	it('is signed with the secret, which is not repeated', async () => {
		const form = { ...user, authentication: 'apiSecret', apiSecret: 'long-secret' };
		const { answer, sent } = await sentBy(form);
		expect(sent).toHaveLength(1);
		expect(sent[0]?.qs).toEqual({ project: 'shop', a: '1', token: 'long-secret' });
		expect(sent[0]?.headers).not.toHaveProperty('sensorsdata-token');
		expect(answer).toMatchObject({ kind: 'refused', said: 'no: *** long-token' });
	});

	it('is signed with a token, which is not repeated, as the secret of another one', async () => {
		const { answer, sent } = await sentBy(account, 'long-token');
		expect(sent[0]?.qs).toEqual({ project: 'shop', a: '1' });
		expect(sent[0]?.headers).toMatchObject({ 'sensorsdata-token': 'long-token' });
		expect(answer).toMatchObject({ kind: 'refused', said: MANGLED });
	});
});

describe('the ways', () => {
	it('are each found by what they read, and keep the names of stored credentials', () => {
		expect(WAYS.map(({ mode }) => mode)).toEqual([
			...['apiSecret', 'userToken', 'accountPassword', 'apiKey'],
		]);
		for (const way of WAYS) expect(wayOf(way)).toBe(way);
	});

	it('refuse an unknown way, and list the labels', () => {
		expect(() => readConnection({ ...account, authentication: 'oauth' })).toThrow(
			"'Authentication' must be one of API Secret, User Token via API Secret, Account and Password, API Key (OpenAPI)",
		);
	});
});
