import type { Failure, FailureKind } from '../../../../../credentials/http/answer';
import { CUT } from '../../../../../credentials/http/answer';
import { explainNoAnswer, withCode, withRequestId } from '../../../../../credentials/http/explain';

const BASE = 'https://sa.example:8107';
const resultOf = (kind: FailureKind, more: Partial<Failure> = {}, baseUrl = BASE) =>
	explainNoAnswer({ kind, said: 'what it said', ...more }, baseUrl);
const unreachable = (code: string | undefined, baseUrl = BASE) =>
	resultOf('unreachable', { code }, baseUrl);

const REACH =
	"In the credential, check the host and port in 'Base URL'. Also check that n8n can reach the host (network, firewall, proxy).";

describe('explainNoAnswer: what happened, and what to do', () => {
	it('too many requests', () => {
		const description =
			"Lower 'Concurrent Items' or 'Requests per Second', or run the workflow less often.";
		const message = 'Sensors Analytics rate limit reached: what it said';
		expect(resultOf('throttled')).toEqual({ message, description });
		expect(resultOf('throttled', { retryAfterMs: 1_001 })).toEqual({
			message,
			description: `Wait 2 seconds. ${description}`,
		});
		expect(resultOf('throttled', { retryAfterMs: 86_400_000 }).description).toBe(
			`Wait for a day or longer. ${description}`,
		);
	});

	it("the service can't answer now", () => {
		const description =
			'Try again later. If this continues, contact your Sensors Analytics administrator.';
		const message = 'Sensors Analytics is temporarily unavailable (status 503): what it said';
		expect(resultOf('temporary', { status: 503 })).toEqual({ message, description });
		expect(resultOf('temporary', { status: 503, retryAfterMs: 9_000 }).description).toBe(
			`Wait 9 seconds. ${description}`,
		);
	});

	it('the service broke', () => {
		expect(resultOf('failed', { status: 500, code: 'SA-R-33-12', requestId: 'r1' })).toEqual({
			message:
				"Sensors Analytics couldn't process the request (status 500): what it said (SA-R-33-12)",
			description:
				'If only this query fails, simplify it to find the unsupported part. If every request fails, contact your Sensors Analytics administrator. Request ID: r1.',
		});
	});

	it('more than is read', () => {
		expect(resultOf('tooLarge', { said: 'a response of 300 MB' })).toEqual({
			message:
				'Sensors Analytics returned a response of 300 MB, which is more than the node can read',
			description: "Use fewer groups, a longer 'Unit', or a shorter date range.",
		});
	});

	it('something else than the service', () => {
		const message = `${BASE} didn't return a Sensors Analytics API response (status 200): what it said`;
		expect(resultOf('notThisService', { status: 200 })).toEqual({
			message,
			description:
				"Check 'Base URL' in the credential. Enter the URL that you use to open Sensors Analytics.",
		});
		expect(
			resultOf('notThisService', { status: 200, location: 'https://other.example/x' }),
		).toEqual({
			message: `${BASE} didn't return a Sensors Analytics API response (status 200). The address redirects to https://other.example/x`,
			description:
				"In the credential, check the scheme (http or https), host, port, and path in 'Base URL'.",
		});
		expect(resultOf('notThisService', { status: 200, isUnreadable: true })).toEqual({
			message: `The response from ${BASE} can't be decoded (status 200): what it said`,
			description:
				"The character set or compression of the response doesn't match its headers. If 'Base URL' is correct, ask your Sensors Analytics or proxy administrator to correct the headers.",
		});
	});

	it('an address that is not known is named by its field', () => {
		expect(resultOf('notThisService', { status: 200 }, '').message).toMatch(
			/^the 'Base URL' didn't return a Sensors Analytics API response \(status 200\): what it said/,
		);
	});

	it('an answer that was cut off', () => {
		expect(unreachable(CUT)).toEqual({
			message: `The response from Sensors Analytics at ${BASE} is incomplete: what it said`,
			description:
				"A proxy or a network fault might be the cause. Try again. If this continues, use a shorter date range or fewer groups, and check 'Base URL' in the credential.",
		});
	});

	it.each([
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'CERT_REVOKED',
	])('a certificate: %s', (code) => {
		expect(unreachable(code)).toEqual({
			message: `The certificate of ${BASE} can't be verified`,
			description:
				"Ask your IT department for the root certificate of your company as PEM text. In the credential, turn on 'SSL Certificates' and enter it in 'CA Certificate' (requires n8n 2). If there is none, turn on 'Ignore SSL Issues (Insecure)'.",
		});
	});

	it.each([
		[
			'CERT_HAS_EXPIRED',
			'The certificate has expired. Ask the administrator of the server to renew the certificate.',
		],
		['CERT_NOT_YET_VALID', "The certificate isn't valid yet. Check the clock of the n8n server."],
		[
			'ERR_TLS_CERT_ALTNAME_INVALID',
			"The certificate is for another host. In the credential, check the host in 'Base URL'. If the certificate can't be replaced, turn on 'Ignore SSL Issues (Insecure)'.",
		],
	])('a certificate with another fault: %s', (code, description) => {
		expect(unreachable(code)).toEqual({
			message: `The certificate of ${BASE} can't be verified`,
			description,
		});
	});

	it("a request that n8n's protection blocked", () => {
		expect(unreachable('N8N_BLOCKED')).toEqual({
			message: `n8n blocked the request to ${BASE}`,
			description: 'what it said',
		});
	});

	it('compressed, but broken', () => {
		expect(unreachable('Z_DATA_ERROR')).toEqual({
			message: `The response from ${BASE} couldn't be decompressed`,
			description:
				"The character set or compression of the response doesn't match its headers. If 'Base URL' is correct, ask your Sensors Analytics or proxy administrator to correct the headers.",
		});
	});

	it.each(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'])('too slow: %s', (code) => {
		expect(unreachable(code)).toEqual({
			message: `Sensors Analytics at ${BASE} didn't respond before the timeout`,
			description:
				"Use a shorter date range or fewer groups, or increase 'Timeout (Seconds)'. If no request succeeds, check 'Base URL' in the credential.",
		});
	});

	it.each([
		['ECONNREFUSED', 'the host refused the connection'],
		['ECONNRESET', 'the connection was closed before the response was complete'],
		['EPIPE', 'the connection was closed before the response was complete'],
		['HPE_INVALID_CONSTANT', "the response isn't valid HTTP"],
		['EPROTO', "an encrypted connection couldn't be established"],
		['ERR_CANCELED', 'the execution was canceled'],
		['ENOTFOUND', 'the host name is unknown'],
		['EAI_AGAIN', "the host name couldn't be resolved"],
		['EHOSTUNREACH', "the host isn't reachable from n8n"],
		['ENETUNREACH', "the network isn't reachable from n8n"],
		// Neither is one of those above.
		['XETIMEDOUT', 'the request ended without a response'],
		['ETIMEDOUT_2', 'the request ended without a response'],
		[undefined, 'the request ended without a response'],
	])('no answer: %s', (code, words) => {
		expect(unreachable(code)).toEqual({
			message: `Sensors Analytics can't be reached at ${BASE}: ${words}`,
			description: REACH,
		});
	});

	it.each(['ECONNREFUSED', 'ETIMEDOUT', 'ECONNABORTED'])(
		"suggests the service's default port if no port was entered and nothing answers: %s",
		(code) => {
			expect(unreachable(code, 'https://sa.example/sub').description).toMatch(
				/ Many installations use port 8107\. Try https:\/\/sa\.example:8107\/sub as 'Base URL'\.$/,
			);
			expect(unreachable(code, 'https://sa.example:444').description).not.toContain('8107');
			expect(unreachable('ENOTFOUND', 'https://sa.example').description).not.toContain('8107');
		},
	);

	it.each(['ECONNRESET', 'HPE_INVALID_CONSTANT'])('a port for https alone may do: %s', (code) => {
		expect(unreachable(code, 'http://sa.example').description).toBe(
			`${REACH} If the port uses HTTPS, change 'Base URL' to https://sa.example:80.`,
		);
		expect(unreachable('EPIPE', 'http://sa.example').description).toBe(REACH);
	});
});

describe('explainNoAnswer: http where https is spoken, and the other way round', () => {
	it('sent on to https', () => {
		const location = 'https://sa.example/api/events/report';
		expect(resultOf('notThisService', { status: 301, location }, 'http://sa.example')).toEqual({
			message:
				"http://sa.example redirects to HTTPS. Change 'Base URL' in the credential to https://sa.example",
			description: "The node doesn't follow redirects, to protect your secret.",
		});
		// Only where the answer was no refusal.
		expect(resultOf('temporary', { status: 503, location }, 'http://sa.example').message).toMatch(
			/Sensors Analytics is temporarily unavailable \(status 503\): what it said/,
		);
	});

	it('answers https', () => {
		expect(resultOf('unreachable', { speaks: 'https' }, 'http://sa.example:81')).toEqual({
			message:
				"The server at sa.example:81 uses HTTPS, but 'Base URL' starts with http. Change 'Base URL' in the credential to https://sa.example:81",
			description: 'If HTTPS uses another port, enter that port.',
		});
	});

	it('answers http', () => {
		expect(resultOf('unreachable', { speaks: 'http' }, 'https://sa.example:8107')).toEqual({
			message:
				"The server at sa.example:8107 uses HTTP, but 'Base URL' starts with https. Change 'Base URL' in the credential to http://sa.example:8107",
			description:
				'If HTTPS is available on another port, use that port instead. HTTP exposes the secret, password, and token.',
		});
	});
});

it('codes and request IDs, where there are any', () => {
	expect(withCode({ kind: 'refused', said: '', code: 'X' })).toBe(' (X)');
	expect(withCode({ kind: 'refused', said: '' })).toBe('');
	expect(withRequestId({ kind: 'refused', said: '', requestId: 'r' })).toBe(' Request ID: r.');
	expect(withRequestId({ kind: 'refused', said: '' })).toBe('');
});
