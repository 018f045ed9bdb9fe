import type { Failure, FailureKind } from '../../../../../credentials/http/answer';
import { CUT } from '../../../../../credentials/http/answer';
import { explainNoAnswer, withCode, withRequestId } from '../../../../../credentials/http/explain';

const BASE = 'https://sa.example:8107';
const told = (kind: FailureKind, more: Partial<Failure> = {}, baseUrl = BASE) =>
	explainNoAnswer({ kind, said: 'what it said', ...more }, baseUrl);
const unreachable = (code: string | undefined, baseUrl = BASE) =>
	told('unreachable', { code }, baseUrl);

const REACH =
	"Check 'Base URL' in the credential (host and port), and that this n8n can reach it (network, firewall, proxy).";

describe('explainNoAnswer: what happened, and what to do', () => {
	it('too many requests', () => {
		const description = 'Run fewer requests side by side, or run the workflow less often.';
		const message = 'Sensors Analytics gets too many requests: what it said';
		expect(told('throttled')).toEqual({ message, description });
		expect(told('throttled', { retryAfterMs: 1_001 })).toEqual({
			message,
			description: `It asks to wait 2 seconds. ${description}`,
		});
	});

	it("the service can't answer now", () => {
		const description =
			'Try again later. If it stays, ask the administrator of your Sensors Analytics.';
		const message = "Sensors Analytics can't answer now (status 503): what it said";
		expect(told('temporary', { status: 503 })).toEqual({ message, description });
		expect(told('temporary', { status: 503, retryAfterMs: 9_000 }).description).toBe(
			`It asks to wait 9 seconds. ${description}`,
		);
	});

	it('the service broke', () => {
		expect(told('failed', { status: 500, code: 'SA-R-33-12', requestId: 'r1' })).toEqual({
			message: 'Sensors Analytics broke on this request (status 500): what it said (SA-R-33-12)',
			description:
				"Try a simpler request to see what it can't compute. If all requests break, ask the administrator of your Sensors Analytics. Request ID: r1.",
		});
	});

	it('more than is read', () => {
		expect(told('tooLarge', { said: 'an answer of 300 MB' })).toEqual({
			message: 'Sensors Analytics sent an answer of 300 MB, which is more than this node reads',
			description: 'Ask for fewer groups, a longer unit or a shorter range.',
		});
	});

	it('something else than the service', () => {
		const message = `What answers at ${BASE} is not the API of Sensors Analytics (status 200): what it said`;
		expect(told('notThisService', { status: 200 })).toEqual({
			message,
			description:
				"Check 'Base URL' in the credential: it is the address at which you open Sensors Analytics in the browser.",
		});
		expect(told('notThisService', { status: 200, location: 'https://other.example/x' })).toEqual({
			message,
			description:
				"It redirects to https://other.example/x. Check 'Base URL' in the credential: scheme (http or https), host, port and path.",
		});
		expect(told('notThisService', { status: 200, isUnreadable: true })).toEqual({
			message: `What answers at ${BASE} can't be read (status 200): what it said`,
			description:
				"It is in another charset or compression than it says. If 'Base URL' in the credential is the address at which you open Sensors Analytics, ask its administrator, or the one of the proxy in front of it, to say the charset.",
		});
	});

	it('an address that is not known is named by its field', () => {
		expect(told('notThisService', { status: 200 }, '').message).toMatch(
			/^What answers at the 'Base URL' is not the API/,
		);
	});

	it('an answer that was cut off', () => {
		expect(unreachable(CUT)).toEqual({
			message: `The answer of Sensors Analytics at ${BASE} was cut off: what it said`,
			description:
				"The network, or a proxy on the way, lost the rest. Try again later; if it stays, ask for a shorter range or fewer groups, and check 'Base URL' in the credential.",
		});
	});

	it.each([
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	])('a certificate: %s', (code) => {
		expect(unreachable(code)).toEqual({
			message: `The certificate of ${BASE} can't be verified`,
			description:
				"If it is your own installation with a certificate of its own, switch on 'SSL Certificates' in the credential and enter the CA that vouches for it (n8n 1 leaves that out), or switch on 'Ignore SSL Issues (Insecure)'.",
		});
	});

	it.each(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'])('too slow: %s', (code) => {
		expect(unreachable(code)).toEqual({
			message: `Sensors Analytics at ${BASE} did not answer in time`,
			description:
				"Ask for a shorter range or fewer groups. If nothing answers at all, check 'Base URL' in the credential.",
		});
	});

	it.each([
		['ECONNREFUSED', 'the connection is refused'],
		['ECONNRESET', 'the connection was cut'],
		['EPIPE', 'the connection was cut'],
		['Z_DATA_ERROR', 'the answer could not be unpacked'],
		['HPE_INVALID_CONSTANT', 'what came is no answer in http'],
		['EPROTO', 'no encrypted connection came about'],
		['ERR_CANCELED', 'the execution was cancelled'],
		['ENOTFOUND', 'the host name is not known'],
		['EAI_AGAIN', 'the host name could not be looked up'],
		['EHOSTUNREACH', 'there is no way to the host'],
		['ENETUNREACH', 'there is no way to the network'],
		// Neither is one of those above.
		['XETIMEDOUT', 'the request ended without an answer'],
		['ETIMEDOUT_2', 'the request ended without an answer'],
		[undefined, 'the request ended without an answer'],
	])('no answer: %s', (code, words) => {
		expect(unreachable(code)).toEqual({
			message: `Sensors Analytics can't be reached at ${BASE}: ${words}`,
			description: REACH,
		});
	});

	it.each(['ECONNREFUSED', 'ETIMEDOUT', 'ECONNABORTED'])(
		"the service's own port, where none was typed and nobody answers: %s",
		(code) => {
			expect(unreachable(code, 'https://sa.example/sub').description).toMatch(
				/ Many installations answer at port 8107: try https:\/\/sa\.example:8107\/sub as 'Base URL'\.$/,
			);
			expect(unreachable(code, 'https://sa.example:444').description).not.toContain('8107');
			expect(unreachable('ENOTFOUND', 'https://sa.example').description).not.toContain('8107');
		},
	);

	it.each(['ECONNRESET', 'HPE_INVALID_CONSTANT'])('a port for https alone may do: %s', (code) => {
		expect(unreachable(code, 'http://sa.example').description).toBe(
			`${REACH} If the port answers https, change 'Base URL' to https://sa.example:80.`,
		);
		expect(unreachable('EPIPE', 'http://sa.example').description).toBe(REACH);
	});
});

describe('explainNoAnswer: http where https is spoken, and the other way round', () => {
	it('sent on to https', () => {
		const location = 'https://sa.example/api/events/report';
		expect(told('notThisService', { status: 301, location }, 'http://sa.example')).toEqual({
			message:
				"The address http://sa.example sends on to https: change 'Base URL' to https://sa.example",
			description:
				'It is in the credential. Redirects are not followed: they would decide where a secret goes.',
		});
		// Only where the answer was no refusal.
		expect(told('temporary', { status: 503, location }, 'http://sa.example').message).toMatch(
			/can't answer now/,
		);
	});

	it('answers https', () => {
		expect(told('unreachable', { speaks: 'https' }, 'http://sa.example:81')).toEqual({
			message:
				"The address http://sa.example:81 answers https, not http: change 'Base URL' to https://sa.example:81",
			description: 'It is in the credential. If https has another port, enter that one.',
		});
	});

	it('answers http', () => {
		expect(told('unreachable', { speaks: 'http' }, 'https://sa.example:8107')).toEqual({
			message:
				"The address https://sa.example:8107 answers http, not https: change 'Base URL' to http://sa.example:8107",
			description:
				'It is in the credential. If another port answers https, rather enter that one: over http the secret, the password and the token can be read on their way.',
		});
	});
});

it('codes and request IDs, where there are any', () => {
	expect(withCode({ kind: 'refused', said: '', code: 'X' })).toBe(' (X)');
	expect(withCode({ kind: 'refused', said: '' })).toBe('');
	expect(withRequestId({ kind: 'refused', said: '', requestId: 'r' })).toBe(' Request ID: r.');
	expect(withRequestId({ kind: 'refused', said: '' })).toBe('');
});
