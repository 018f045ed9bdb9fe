import {
	BLOCKED,
	CERTIFICATE_FAULT,
	CUT,
	EMPTY,
	type Failure,
	inScheme,
	LONGEST_WAIT_MS,
	LOST,
	sentToHttps,
	withUsualPort,
} from './answer';

/** Two sentences for people: what happened, and what to do. */
export interface Explanation {
	message: string;
	description: string;
}

const CERTIFICATE_ADVICE: { [code: string]: string } = {
	CERT_HAS_EXPIRED:
		'The certificate has expired. Ask the administrator of the server to renew the certificate.',
	CERT_NOT_YET_VALID: "The certificate isn't valid yet. Check the clock of the n8n server.",
	ERR_TLS_CERT_ALTNAME_INVALID:
		"The certificate is for another host. In the credential, check the host in 'Base URL'. If the certificate can't be replaced, turn on 'Ignore SSL Issues (Insecure)'.",
};
/** A server's words about a client certificate that it rejected or didn't get. */
const CLIENT_FAULT = /^ERR_SSL_.*ALERT_(CERTIFICATE|BAD_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;
const NOBODY_THERE = /^(ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;
const TIMEOUT_FAULT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;

/** Explains a failure that decided nothing about the sign-in or the query. */
export function explainNoAnswer(failure: Failure, baseUrl: string): Explanation {
	const origin = baseUrl || "the 'Base URL'";
	const otherScheme = explainScheme(failure, baseUrl);
	if (otherScheme) return otherScheme;
	switch (failure.kind) {
		case 'unreachable':
			return explainUnreachable(failure, origin, baseUrl);
		case 'throttled':
			return {
				message: `Sensors Analytics rate limit reached: ${failure.said}`,
				description: `${requestedWait(failure)}Lower 'Concurrent Items' or 'Requests per Second', or run the workflow less often.`,
			};
		case 'temporary':
			return {
				message: `Sensors Analytics is temporarily unavailable (status ${failure.status}): ${failure.said}`,
				description: `${requestedWait(failure)}Try again later. If this continues, contact your Sensors Analytics administrator.`,
			};
		case 'failed':
			return {
				message: `Sensors Analytics couldn't process the request (status ${failure.status}): ${failure.said}${withCode(failure)}`,
				description: `If only this query fails, simplify it to find the unsupported part. If every request fails, contact your Sensors Analytics administrator.${withRequestId(failure)}`,
			};
		case 'tooLarge':
			return {
				message: `Sensors Analytics returned ${failure.said}, which is more than the node can read`,
				description: "Use fewer groups, a longer 'Unit', or a shorter date range.",
			};
		default:
			if (failure.isUnreadable) {
				return {
					message: `The response from ${origin} can't be decoded (status ${failure.status}): ${failure.said}`,
					description: HEADERS_DIFFER,
				};
			}
			return {
				message: `${origin} didn't return a Sensors Analytics API response (status ${failure.status})${failure.location ? `. The address redirects to ${failure.location}` : `: ${failure.said}`}`,
				description: failure.location
					? "In the credential, check the scheme (http or https), host, port, and path in 'Base URL'."
					: adviceOnServer(failure) ||
						"Check 'Base URL' in the credential. Enter the URL that you use to open Sensors Analytics.",
			};
	}
}

/** What to do if a server in front of the service may have refused the request, or ''. */
export function adviceOnServer({ isForeign, status }: Failure): string {
	if (status === 413 || status === 414)
		return "The request is too large for Sensors Analytics or for a proxy in front of it. Use fewer values in filters or a shorter query, or ask the proxy's administrator to increase its limit.";
	if (!isForeign) return '';
	return status === 403
		? "A proxy or firewall in front of Sensors Analytics might have rejected the request. Ask its administrator whether it lets n8n's requests through."
		: "Check the host, port, and path of 'Base URL' in the credential. Another server or a proxy might have answered.";
}

const HEADERS_DIFFER =
	"The character set or compression of the response doesn't match its headers. If 'Base URL' is correct, ask your Sensors Analytics or proxy administrator to correct the headers.";

// The words contain no codes such as ECONNREFUSED: n8n replaces a message that contains one.
const NETWORK_WORDS: { [code: string]: string } = {
	ECONNREFUSED: 'the host refused the connection',
	ECONNRESET: LOST,
	EPIPE: LOST,
	HPE_INVALID_CONSTANT: "the response isn't valid HTTP",
	EPROTO: "an encrypted connection couldn't be established",
	ERR_CANCELED: 'the execution was canceled',
	ENOTFOUND: 'the host name is unknown',
	EAI_AGAIN: "the host name couldn't be resolved",
	EHOSTUNREACH: "the host isn't reachable from n8n",
	ENETUNREACH: "the network isn't reachable from n8n",
};

/** Returns " (SA-D-24-2)", or an empty text. */
export function withCode({ code }: Failure): string {
	return code ? ` (${code})` : '';
}

/** Returns " Request ID: …", by which an administrator finds the request in the logs, or ''. */
export function withRequestId({ requestId }: Failure): string {
	return requestId ? ` Request ID: ${requestId}.` : '';
}

function requestedWait({ retryAfterMs }: Failure): string {
	if (!retryAfterMs) return '';
	if (retryAfterMs >= LONGEST_WAIT_MS) return 'Wait for a day or longer. ';
	return `Wait ${Math.ceil(retryAfterMs / 1000)} seconds. `;
}

/** Explains https entered for an http port, or the reverse. */
function explainScheme(failure: Failure, baseUrl: string): Explanation | undefined {
	const secured = failure.kind === 'notThisService' && sentToHttps(failure.location, baseUrl);
	if (secured) {
		return {
			message: `${baseUrl} redirects to HTTPS. Change 'Base URL' in the credential to ${secured}`,
			description: "The node doesn't follow redirects, to protect your secret.",
		};
	}
	const right = failure.speaks && inScheme(baseUrl, failure.speaks);
	if (!right) return undefined;
	const server = `The server at ${new URL(baseUrl).host}`;
	return failure.speaks === 'https'
		? {
				message: `${server} uses HTTPS, but 'Base URL' starts with http. Change 'Base URL' in the credential to ${right}`,
				description: 'If HTTPS uses another port, enter that port.',
			}
		: {
				message: `${server} uses HTTP, but 'Base URL' starts with https. Change 'Base URL' in the credential to ${right}`,
				description:
					'If HTTPS is available on another port, use that port instead. HTTP exposes the secret, password, and token.',
			};
}

function explainUnreachable(failure: Failure, origin: string, baseUrl: string): Explanation {
	const { code = '' } = failure;
	if (code === CUT) {
		return {
			message: `The response from Sensors Analytics at ${origin} is ${failure.said === EMPTY ? 'empty' : `incomplete: ${failure.said}`}`,
			description:
				"A proxy or a network fault might be the cause. Try again. If this continues, use a shorter date range or fewer groups, and check 'Base URL' in the credential.",
		};
	}
	if (code === 'Z_DATA_ERROR') {
		return {
			message: `The response from ${origin} couldn't be decompressed`,
			description: HEADERS_DIFFER,
		};
	}
	if (CLIENT_FAULT.test(code)) {
		return {
			message: `${origin} requires a client certificate that it trusts`,
			description:
				"Turn on 'SSL Certificates' in the credential. Enter 'Client Certificate' and 'Client Private Key' from the administrator of the gateway. Client certificates require n8n 2.",
		};
	}
	if (code === BLOCKED)
		return { message: `n8n blocked the request to ${origin}`, description: failure.said };
	if (CERTIFICATE_FAULT.test(code)) {
		return {
			message: `The certificate of ${origin} can't be verified`,
			description:
				CERTIFICATE_ADVICE[code] ??
				"Ask your IT department for the root certificate of your company as PEM text. In the credential, turn on 'SSL Certificates' and enter it in 'CA Certificate' (requires n8n 2). If there is none, turn on 'Ignore SSL Issues (Insecure)'.",
		};
	}
	if (TIMEOUT_FAULT.test(code)) {
		return {
			message: `Sensors Analytics at ${origin} didn't respond before the timeout`,
			description:
				"Use a shorter date range or fewer groups, or increase 'Timeout (Seconds)'. If no request succeeds, check 'Base URL' in the credential." +
				hintAtPort(code, baseUrl),
		};
	}
	const words = NETWORK_WORDS[code] ?? 'the request ended without a response';
	return {
		message: `Sensors Analytics can't be reached at ${origin}: ${words}`,
		description: `In the credential, check the host and port in 'Base URL'. Also check that n8n can reach the host (network, firewall, proxy).${hintAtHttps(code, baseUrl)}${hintAtPort(code, baseUrl)}`,
	};
}

/** A port that accepts only https may close an http connection without an answer. */
function hintAtHttps(code: string, baseUrl: string): string {
	const isLikely = code === 'ECONNRESET' || code === 'HPE_INVALID_CONSTANT';
	const other = isLikely ? inScheme(baseUrl, 'https') : undefined;
	return other ? ` If the port uses HTTPS, change 'Base URL' to ${other}.` : '';
}

/** Suggests the default port if nothing answers and no port was entered. */
function hintAtPort(code: string, baseUrl: string): string {
	const other = NOBODY_THERE.test(code) ? withUsualPort(baseUrl) : undefined;
	return other ? ` Many installations use port 8107. Try ${other} as 'Base URL'.` : '';
}

/** Codes for a module that isn't installed (docs/service.md, "OpenAPI"). */
const MISSING_CODES = new Set(['COMMON-R-28-2', 'INTERNAL_SERVER_ERROR']);

/** Whether a refusal of the OpenAPI means that the module for this request isn't installed. */
export function isModuleMissing({ kind, status, code = '' }: Failure): boolean {
	if (kind !== 'failed' && kind !== 'refused' && kind !== 'notThisService') return false;
	return status === 404 || MISSING_CODES.has(code);
}
