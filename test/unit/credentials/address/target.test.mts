import type { IHttpRequestOptions } from 'n8n-workflow';

import { assertDirect, toTarget } from '../../../../credentials/address';
import type { Connection } from '../../../../credentials/ways';

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

describe('a path below the installation', () => {
	it.each([
		'/one/../two',
		'/one/%2e%2e/two',
		'/one/%252e%252e/two',
		'/one/%25252e%25252e/two',
		'/one/a/..%2f..%2ftwo',
		'/one/..%5ctwo',
		'/one/..;x=1/two',
		'/one/a/..%3b/two',
		'/one/%ff',
		'/onetwo',
		'/two',
	])('is not left: %s', (path) => {
		expect(() => target('https://sa.example/one', `https://sa.example${path}`)).toThrow(
			/goes to the path/,
		);
	});

	it('is quoted up to its 100th character', () => {
		const path = `/${'x'.repeat(500)}`;
		expect(() => target('https://sa.example/one', `https://sa.example${path}`)).toThrow(
			/to the path '\/x{99}…'/,
		);
	});
});

describe('assertDirect', () => {
	const url = new URL('https://sa.example/api/x');
	const check = (options: object, of = connection('https://sa.example'), at = url) =>
		assertDirect(options as IHttpRequestOptions, at, of);

	it('accepts what changes nothing', () => {
		const options = { headers: { Host: 'SA.example' }, rejectUnauthorized: true };
		expect(() => check(options)).not.toThrow();
		expect(() => check({ proxy: 'http://proxy.example' })).not.toThrow();
		const unchecked = connection('https://sa.example', true);
		expect(() => check({ rejectUnauthorized: false }, unchecked)).not.toThrow();
	});

	it('refuses an unchecked certificate that the credential wants checked', () => {
		for (const options of [{ rejectUnauthorized: false }, { skipSslCertificateValidation: true }]) {
			expect(() => check(options)).toThrow(/'Ignore SSL Issues \(Insecure\)'/);
			expect(() => check(options, connection('https://sa.example', true))).not.toThrow();
		}
	});

	it.each(['Host', 'host', 'HOST'])('refuses another name than the address has: %s', (name) => {
		expect(() => check({ headers: { [name]: 'evil.example' } })).toThrow(
			/goes with the header 'Host: evil.example', but the credential is for 'sa.example'/,
		);
		expect(() => check({ headers: { accept: 'evil.example' } })).not.toThrow();
		expect(() => check({ headers: { [name]: 'x'.repeat(500) } })).toThrow(/'Host: x{94}…'/);
	});

	it.each([
		{ host: 'sa.example', Host: 'evil.example' },
		{ Host: 'evil.example', host: 'sa.example' },
		{ 'host ': 'evil.example' },
		{ '\tHOST': 'evil.example', Host: 'sa.example' },
	])('looks at every header that n8n sends as this name: %j', (headers) => {
		expect(() => check({ headers })).toThrow(/with the header 'Host: evil.example'/);
	});

	it('refuses headers within headers, which n8n would send as its own', () => {
		expect(() => check({ headers: { get: { Host: 'evil.example' } } })).toThrow(
			/The header 'get' is an object, .+ Enter a text for each header/,
		);
		expect(() => check({ headers: { accept: ['a', 'b'], empty: null } })).not.toThrow();
	});

	it('accepts the certificates of the HTTP Request node, and no other option of a connection', () => {
		const agentOptions = { ca: 'a', cert: 'b', key: 'c', passphrase: 'd' };
		expect(() => check({ agentOptions })).not.toThrow();
		for (const name of ['host', 'port', 'socketPath', 'servername', 'lookup']) {
			expect(() => check({ agentOptions: { ...agentOptions, [name]: 'evil' } })).toThrow(
				`The node sets the connection option '${name}', which could lead the request to another server`,
			);
		}
	});

	it('refuses a proxy that a CA of the node may vouch for, but not such a CA alone', () => {
		const agentOptions = { ca: 'any' };
		expect(() => check({ proxy: 'http://p', agentOptions })).toThrow(
			/The node uses a proxy with its own CA, which may have signed a certificate for the proxy, so the proxy could read the credential's secret, key, or token\. Remove 'Proxy' from the node, or set the credential's 'Base URL' to an https address whose certificate n8n can verify/,
		);
		expect(() => check({ agentOptions })).not.toThrow();
		expect(() => check({ agentOptions: { cert: 'any', key: 'any' } })).not.toThrow();
		expect(() => check({ agentOptions: { rejectUnauthorized: false } })).toThrow(/Ignore SSL/);
	});

	it('refuses a proxy where the credential takes any certificate', () => {
		expect(() => check({ proxy: 'http://p' }, connection('https://sa.example', true))).toThrow(
			/The node uses a proxy while 'Ignore SSL Issues \(Insecure\)' is on in the credential, so the proxy could read the credential's secret, key, or token\. Remove 'Proxy' from the node, or set the credential's 'Base URL' to an https address whose certificate n8n can verify/,
		);
	});

	it('refuses a proxy that could read along', () => {
		const plain = new URL('http://sa.example/api/x');
		expect(() => check({ proxy: 'http://p' }, connection('http://sa.example'), plain)).toThrow(
			/The node uses a proxy without encryption, so the proxy could read the credential's secret, key, or token\. Remove 'Proxy' from the node, or set the credential's 'Base URL' to an https address whose certificate n8n can verify/,
		);
	});
});
