import type { Answer } from '../../../../../credentials/http/answer';
import {
	inScheme,
	readAnswer,
	readNetworkFault,
	schemeOfAnswer,
	schemeOfFault,
	sentToHttps,
} from '../../../../../credentials/http/answer';
import type { Explanation } from '../../../../../credentials/http/explain';
import { explainNoAnswer } from '../../../../../credentials/http/explain';

const HTTP = 'http://sensors.example.com:8107';
const HTTPS = 'https://sensors.example.com:8107';

function explain(answer: Answer, baseUrl: string): Explanation {
	if (answer.kind === 'success') throw new Error('A success');
	return explainNoAnswer(answer, baseUrl);
}

/** As n8n's helpers hand it on: in errors of their own. */
const fault = (code: string, message: string, more = {}) =>
	readNetworkFault(
		new Error('outer', { cause: Object.assign(new Error(message), { code, ...more }) }),
	);

describe('https typed where http is spoken', () => {
	it.each([
		[
			'OpenSSL 3.0',
			'EPROTO',
			'write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:x.c:350:',
		],
		[
			'OpenSSL 3.2 and above',
			'EPROTO',
			'write EPROTO 80:error:0A0000C6:SSL routines:tls_get_more_records:packet length too long:',
		],
		['by its code', 'ERR_SSL_WRONG_VERSION_NUMBER', 'x'],
		['by its other code', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'x'],
	])('%s', (_case, code, message) => {
		const { message: said, description } = explain(fault(code, message), HTTPS);
		expect(said).toBe(
			`The server at ${new URL(HTTPS).host} uses HTTP, but 'Base URL' starts with https. Change 'Base URL' in the credential to ${HTTP}`,
		);
		expect(description).toMatch(
			/If HTTPS is available on another port, use that port instead\. HTTP exposes the secret, password, and token\./,
		);
	});

	it('is not claimed of a server that speaks TLS of another version', () => {
		const answer = fault('EPROTO', 'SSL routines:ssl3_read_bytes:tlsv1 alert protocol version');
		const { message, description } = explain(answer, HTTPS);
		expect(message).toMatch(
			/Sensors Analytics can't be reached at https:\/\/sensors\.example\.com:8107: an encrypted connection couldn't be established/,
		);
		expect(`${message}${description}`).not.toContain('http://');
	});
});

describe('http typed where https is spoken', () => {
	const right = `The server at ${new URL(HTTP).host} uses HTTPS, but 'Base URL' starts with http. Change 'Base URL' in the credential to ${HTTPS}`;

	it.each([
		['nginx', '<center>The plain HTTP request was sent to HTTPS port</center>'],
		['Apache', "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />"],
		['Go', 'Client sent an HTTP request to an HTTPS server.\n'],
		['Tomcat', 'Bad Request\r\nThis combination of host and port requires TLS.\r\n'],
	])('%s says so', (_server, body) => {
		expect(explain(readAnswer({ status: 400, headers: {}, body }, []), HTTP).message).toBe(right);
	});

	it('a TLS alert instead of an answer', () => {
		const rawPacket = Buffer.from([21, 3, 1, 0, 2, 2, 70]);
		const answer = fault('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/', { rawPacket });
		expect(explain(answer, HTTP).message).toBe(right);
	});

	it('another protocol is not mistaken for it', () => {
		const rawPacket = Buffer.from('SSH-2.0-OpenSSH_9.6\r\n');
		const answer = fault('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/', { rawPacket });
		expect(explain(answer, HTTP).message).toMatch(
			/Sensors Analytics can't be reached at http:\/\/sensors\.example\.com:8107: the response isn't valid HTTP/,
		);
	});

	it('a cut connection: only a hint, and no hint for https', () => {
		const cut = fault('ECONNRESET', 'socket hang up');
		expect(explain(cut, HTTP).message).toMatch(
			/the connection was closed before the response was complete$/,
		);
		expect(explain(cut, HTTP).description).toMatch(
			/In the credential, check the host and port in 'Base URL'\. Also check that n8n can reach the host \(network, firewall, proxy\)\. If the port uses HTTPS, change 'Base URL' to https:\/\/sensors\.example\.com:8107\.$/,
		);
		expect(explain(cut, HTTPS).description).not.toContain('http://');
	});

	it('a redirect to https at the same host is named as one, at a login too', () => {
		for (const path of ['/api/events/report', '/api/auth/login', '/api/v2/auth/login']) {
			const answer = readAnswer(
				{
					status: 301,
					headers: { location: `https://sensors.example.com${path}?token=x` },
					body: '',
				},
				[],
			);
			expect(explain(answer, `${HTTP}/sensors`).message).toBe(
				`${HTTP}/sensors redirects to HTTPS. Change 'Base URL' in the credential to https://sensors.example.com/sensors`,
			);
		}
	});

	it('an https proxy that says so does not reverse the advice', () => {
		const body = 'The plain HTTP request was sent to HTTPS port';
		const { message } = explain(readAnswer({ status: 400, headers: {}, body }, []), HTTPS);
		expect(message).toMatch(
			/https:\/\/sensors\.example\.com:8107 didn't return a Sensors Analytics API response \(status 400\): The plain HTTP request was sent to HTTPS port/,
		);
	});
});

describe('inScheme', () => {
	it.each([
		['https://host', 'http', 'http://host:443'],
		['http://host/sensors', 'https', 'https://host:80/sensors'],
		['http://[::1]:81/a', 'https', 'https://[::1]:81/a'],
		['http://host', 'http', undefined],
	] as const)('%s in %s', (baseUrl, scheme, expected) => {
		expect(inScheme(baseUrl, scheme)).toBe(expected);
	});
});

describe('sentToHttps', () => {
	it.each([
		['http://host:80', 'https://HOST:8443/x', 'https://host:8443'],
		['http://host', 'https://other/x', undefined],
		['http://host', 'http://host/login', undefined],
		['https://host', 'https://host/x', undefined],
		['http://host', undefined, undefined],
	])('%s to %s', (baseUrl, location, expected) => {
		expect(sentToHttps(location, baseUrl)).toBe(expected);
	});
});

describe('what a port speaks', () => {
	it('only a refusal says that it wants https', () => {
		const words = 'The plain HTTP request was sent to HTTPS port';
		expect([schemeOfAnswer(400, words), schemeOfAnswer(200, words)]).toEqual(['https', undefined]);
		expect(schemeOfAnswer(400, 'bad request')).toBeUndefined();
	});

	it.each([
		[[20, 3], 'https'],
		[[23, 3], 'https'],
		[[19, 3], undefined],
		[[24, 3], undefined],
		[[21, 4], undefined],
		[[], undefined],
	])('bytes %j: %s', (bytes, scheme) => {
		expect(schemeOfFault({ code: 'HPE_X', rawPacket: Uint8Array.from(bytes) })).toBe(scheme);
	});

	it('bytes count where an answer in http could not be read', () => {
		const rawPacket = Uint8Array.from([21, 3]);
		expect(schemeOfFault({ code: 'XHPE_', rawPacket })).toBeUndefined();
		expect(schemeOfFault({ code: 'HPE_X', rawPacket: [21, 3] })).toBeUndefined();
	});

	it('an address of another form has no other scheme', () => {
		expect(inScheme('x http://host', 'https')).toBeUndefined();
		expect(inScheme('', 'https')).toBeUndefined();
		expect(sentToHttps('https://host/x', 'x http://host')).toBeUndefined();
		expect(sentToHttps('', '')).toBeUndefined();
		expect(sentToHttps('https:///x', '')).toBeUndefined();
	});
});
