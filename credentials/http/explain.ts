import type { Failure } from './answer';
import { CUT, inScheme, sentToHttps, withUsualPort } from './answer';

/** Two sentences for a person: what happened, and what to do. */
export interface Explanation {
	message: string;
	description: string;
}

const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS/;
/** What a server says of the certificate that it was shown, or not. */
const CLIENT_FAULT = /^ERR_SSL_.*ALERT_(CERTIFICATE|BAD_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;
const NOBODY_THERE = /^(ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;
const TIMEOUT_FAULT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;

/** Words for a failure in which nothing about the sign-in or the query was decided. */
export function explainNoAnswer(failure: Failure, baseUrl: string): Explanation {
	const origin = baseUrl || "the 'Base URL'";
	const otherScheme = explainScheme(failure, baseUrl);
	if (otherScheme) return otherScheme;
	switch (failure.kind) {
		case 'unreachable':
			return explainUnreachable(failure, origin, baseUrl);
		case 'throttled':
			return {
				message: `Sensors Analytics gets too many requests: ${failure.said}`,
				description: `${askedWait(failure)}Run fewer requests side by side, or run the workflow less often.`,
			};
		case 'temporary':
			return {
				message: `Sensors Analytics can't answer now (status ${failure.status}): ${failure.said}`,
				description: `${askedWait(failure)}Try again later. If it stays, ask the administrator of your Sensors Analytics.`,
			};
		case 'failed':
			return {
				message: `Sensors Analytics broke on this request (status ${failure.status}): ${failure.said}${withCode(failure)}`,
				description: `Try a simpler request to see what it can't compute. If all requests break, ask the administrator of your Sensors Analytics.${withRequestId(failure)}`,
			};
		case 'tooLarge':
			return {
				message: `Sensors Analytics sent ${failure.said}, which is more than this node reads`,
				description: 'Ask for fewer groups, a longer unit or a shorter range.',
			};
		default:
			if (failure.isUnreadable) {
				return {
					message: `What answers at ${origin} can't be read (status ${failure.status}): ${failure.said}`,
					description:
						"It is in another charset or compression than it says. If 'Base URL' in the credential is the address at which you open Sensors Analytics, ask its administrator, or the one of the proxy in front of it, to say the charset.",
				};
			}
			return {
				message: `What answers at ${origin} is not the API of Sensors Analytics (status ${failure.status}): ${failure.said}`,
				description: failure.location
					? `It redirects to ${failure.location}. Check 'Base URL' in the credential: scheme (http or https), host, port and path.`
					: "Check 'Base URL' in the credential: it is the address at which you open Sensors Analytics in the browser.",
			};
	}
}

// No codes such as ECONNREFUSED in here: n8n replaces a message that holds one.
const NETWORK_WORDS: { [code: string]: string } = {
	ECONNREFUSED: 'the connection is refused',
	ECONNRESET: 'the connection was cut',
	EPIPE: 'the connection was cut',
	Z_DATA_ERROR: 'the answer could not be unpacked',
	HPE_INVALID_CONSTANT: 'what came is no answer in http',
	EPROTO: 'no encrypted connection came about',
	ERR_CANCELED: 'the execution was cancelled',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'there is no way to the host',
	ENETUNREACH: 'there is no way to the network',
};

/** " (SA-D-24-2)", or nothing. */
export function withCode({ code }: Failure): string {
	return code ? ` (${code})` : '';
}

/** " Request ID: …", with which an administrator finds the request in the logs, or nothing. */
export function withRequestId({ requestId }: Failure): string {
	return requestId ? ` Request ID: ${requestId}.` : '';
}

function askedWait({ retryAfterMs }: Failure): string {
	return retryAfterMs ? `It asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds. ` : '';
}

/** Words for https typed where http is spoken, or the other way round; undefined for the rest. */
function explainScheme(failure: Failure, baseUrl: string): Explanation | undefined {
	const secured = failure.kind === 'notThisService' && sentToHttps(failure.location, baseUrl);
	if (secured) {
		return {
			message: `The address ${baseUrl} sends on to https: change 'Base URL' to ${secured}`,
			description:
				'It is in the credential. Redirects are not followed: they would decide where a secret goes.',
		};
	}
	const right = failure.speaks && inScheme(baseUrl, failure.speaks);
	if (!right) return undefined;
	return failure.speaks === 'https'
		? {
				message: `The address ${baseUrl} answers https, not http: change 'Base URL' to ${right}`,
				description: 'It is in the credential. If https has another port, enter that one.',
			}
		: {
				message: `The address ${baseUrl} answers http, not https: change 'Base URL' to ${right}`,
				description:
					'It is in the credential. If another port answers https, rather enter that one: over http the secret, the password and the token can be read on their way.',
			};
}

function explainUnreachable(failure: Failure, origin: string, baseUrl: string): Explanation {
	const { code = '' } = failure;
	if (code === CUT) {
		return {
			message: `The answer of Sensors Analytics at ${origin} was cut off: ${failure.said}`,
			description:
				"The network, or a proxy on the way, lost the rest. Try again later; if it stays, ask for a shorter range or fewer groups, and check 'Base URL' in the credential.",
		};
	}
	if (CLIENT_FAULT.test(code)) {
		return {
			message: `${origin} does not let this n8n in without a client certificate that it knows`,
			description:
				"Switch on 'SSL Certificates' in the credential, and enter 'Client Certificate' and 'Client Private Key' as the administrator of the gateway has given them. n8n 1 leaves them out: it takes n8n 2.",
		};
	}
	if (CERTIFICATE_FAULT.test(code)) {
		return {
			message: `The certificate of ${origin} can't be verified`,
			description:
				"If it is your own installation with a certificate of its own, switch on 'SSL Certificates' in the credential and enter the CA that vouches for it (n8n 1 leaves that out), or switch on 'Ignore SSL Issues (Insecure)'.",
		};
	}
	if (TIMEOUT_FAULT.test(code)) {
		return {
			message: `Sensors Analytics at ${origin} did not answer in time`,
			description:
				"Ask for a shorter range or fewer groups. If nothing answers at all, check 'Base URL' in the credential." +
				hintAtPort(code, baseUrl),
		};
	}
	const words = NETWORK_WORDS[code] ?? 'the request ended without an answer';
	return {
		message: `Sensors Analytics can't be reached at ${origin}: ${words}`,
		description: `Check 'Base URL' in the credential (host and port), and that this n8n can reach it (network, firewall, proxy).${hintAtHttps(code, baseUrl)}${hintAtPort(code, baseUrl)}`,
	};
}

/** To http, a port for https alone may cut the connection without a word. */
function hintAtHttps(code: string, baseUrl: string): string {
	const isLikely = code === 'ECONNRESET' || code === 'HPE_INVALID_CONSTANT';
	const other = isLikely ? inScheme(baseUrl, 'https') : undefined;
	return other ? ` If the port answers https, change 'Base URL' to ${other}.` : '';
}

/** Where nothing answers, and no port was entered (docs/service.md, "Address"). */
function hintAtPort(code: string, baseUrl: string): string {
	const other = NOBODY_THERE.test(code) ? withUsualPort(baseUrl) : undefined;
	return other ? ` Many installations answer at port 8107: try ${other} as 'Base URL'.` : '';
}

/** docs/service.md, "OpenAPI". */
const MISSING_CODES = new Set(['COMMON-R-28-2', 'INTERNAL_SERVER_ERROR']);

/** Whether a refusal of the OpenAPI means that nothing is installed that could answer. */
export function isModuleMissing({ kind, status, code = '' }: Failure): boolean {
	if (kind !== 'failed' && kind !== 'refused' && kind !== 'notThisService') return false;
	return status === 404 || MISSING_CODES.has(code);
}
