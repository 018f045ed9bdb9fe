import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from '../../../../credentials/session/connection';
import { assertDirect, toTarget } from '../../../../credentials/session/target';

const connection = (baseUrl: string, skipCertificateCheck = false): Connection => ({
	mode: 'apiSecret',
	apiSecret: 'secret',
	project: 'production',
	baseUrl,
	skipCertificateCheck,
});
const target = (baseUrl: string, url: string) =>
	toTarget({ url } as IHttpRequestOptions, connection(baseUrl)).href;

describe('toTarget', () => {
	it.each([
		['https://sa.example', '/api/x?a=1', 'https://sa.example/api/x?a=1'],
		['https://sa.example', 'https://SA.example:443/api/x', 'https://sa.example/api/x'],
		['http://sa.example', 'https://sa.example/api/x', 'https://sa.example/api/x'],
		['http://sa.example:8107', 'https://sa.example:8107/x', 'https://sa.example:8107/x'],
		['https://sa.example/one', '/api/x', 'https://sa.example/one/api/x'],
		['https://sa.example/one', 'https://sa.example/one', 'https://sa.example/one'],
		[
			'https://sa.example/one',
			'/api/events/a%20b..c',
			'https://sa.example/one/api/events/a%20b..c',
		],
		['https://sa.example', '/%ff/../x', 'https://sa.example/x'],
	])('%s and %s → %s', (baseUrl, url, expected) => {
		expect(target(baseUrl, url)).toBe(expected);
	});

	it('names both places when it refuses', () => {
		expect(() => target('https://sa.example', 'http://sa.example/api')).toThrow(
			/goes to 'http:\/\/sa.example', but the credential is for 'https:\/\/sa.example'/,
		);
		expect(() => target('https://sa.example/one', '/../two')).toThrow(/goes to the path '\/two'/);
		expect(() => target('https://sa.example', 'api/x')).toThrow(/an invalid address/);
	});
});

describe('assertDirect', () => {
	const url = new URL('https://sa.example/api/x');
	const check = (options: object, of = connection('https://sa.example'), at = url) =>
		assertDirect(options as IHttpRequestOptions, at, of);

	it('lets pass what changes nothing', () => {
		const options = { headers: { Host: 'SA.example' }, rejectUnauthorized: true };
		expect(() => check(options)).not.toThrow();
		expect(() => check({ proxy: 'http://proxy.example' })).not.toThrow();
		const unchecked = connection('https://sa.example', true);
		expect(() => check({ rejectUnauthorized: false }, unchecked)).not.toThrow();
	});

	it('refuses an unchecked certificate that the credential wants checked', () => {
		expect(() => check({ rejectUnauthorized: false })).toThrow(/'Ignore SSL Issues \(Insecure\)'/);
	});

	it('refuses a proxy that could read along', () => {
		const plain = new URL('http://sa.example/api/x');
		expect(() => check({ proxy: 'http://p' }, connection('http://sa.example'), plain)).toThrow(
			/proxy would read/,
		);
	});
});
