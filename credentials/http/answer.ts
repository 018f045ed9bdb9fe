/**
 * The one place that decides what an answer of the service means. The body is read before the
 * status: both "4xx with an envelope" and "200 with an error" occur (field notes 4.2).
 */
import { charsetOf, decodeBody, sizeOf } from './decodeBody';
import { parseJson } from './exactJson';
import { redact } from './redact';

/** An HTTP answer as it came, redirects not followed. */
export interface Reply {
	status: number;
	headers: { [name: string]: unknown };
	/** Bytes (preferred), or text. */
	body: unknown;
}

export interface Success {
	kind: 'success';
	/** The parsed JSON. */
	body: unknown;
}

export type FailureKind =
	/** The service does not know the token or secret (any more). */
	| 'notSignedIn'
	/** Understood and declined: missing permission, unknown event, bad field. */
	| 'refused'
	/** Too many requests. */
	| 'throttled'
	/** The service is there, but can't answer now. */
	| 'temporary'
	/** The service broke on this very request; asking again would break it again. */
	| 'failed'
	/** Whatever answered, it was not the API of Sensors Analytics. */
	| 'notThisService'
	/** More than can be read at once. */
	| 'tooLarge'
	/** No answer at all. */
	| 'unreachable';

export interface Failure {
	kind: FailureKind;
	/** HTTP status; none if there was no answer. */
	status?: number;
	/** What the service (or the network) said, or what the answer began with. */
	said: string;
	/** Error code of the service, for example SA-D-24-2 (field notes 4.3). */
	code?: string;
	requestId?: string;
	/** Target of a redirect. */
	location?: string;
	/** Milliseconds, from Retry-After. */
	retryAfterMs?: number;
	/** A 403 that gives no reason: may be about the sign-in, may be about permissions. */
	mayBeSignedOut?: boolean;
	/** The request itself timed out, or the connection broke: network faults worth a retry. */
	transient?: boolean;
}

export type Answer = Success | Failure;

type JsonObject = { [key: string]: unknown };

const SIGNED_OUT_CODES = new Set(['UNAUTHORIZED', 'SA-D-12-2', 'SA-D-24-1']);
const THROTTLED_CODES = new Set(['SA-D-14-1', 'TOO_MANY_REQUESTS']);
const TEMPORARY_CODES = new Set(['SA-R-21-2', 'SERVICE_UNAVAILABLE']);
const TEMPORARY_STATUSES = new Set([502, 503, 504]);

const SAYS_SIGNED_OUT =
	/unauthori[sz]ed|unauthenticated|not (signed|logged) in|(sign|log) ?in (again|required|expired|has expired)|please (sign|log) ?in|session (is |has |was )?(expired|invalid|ended)|token (is |has |was )?(been )?(expired|invalid|not valid|ended|revoked|missing|unknown)|(invalid|expired|unknown|missing) (access |user )?(token|session|secret)|未登录|请.{0,4}登录|重新登录|登录.{0,4}(过期|失效)|(token|令牌|会话).{0,4}(过期|失效|无效)/i;
const SAYS_NO_PERMISSION = /permission|forbidden|not allowed|denied|权限/i;
const LOGIN_PAGE_ADDRESS = /(log|sign)[-_]?in|passport|\/auth\b|\/sso\b/i;
const LOGIN_PAGE = /<title>[^<]*((log|sign) ?in|登录)|type=["']?password/i;
const FIRST_WORDS = 160;
const MEBIBYTE = 1024 * 1024;
/** Parsed, it takes several times as much of n8n's memory. */
const MAX_BYTES = 256 * MEBIBYTE;

/**
 * What an answer means. Never throws.
 * @param secrets what no failure may repeat, whatever the server echoes
 */
export function readAnswer(reply: Reply, secrets: readonly string[] = []): Answer {
	const location = headerOf(reply, 'location');
	if (reply.status >= 300 && reply.status < 400) {
		return readRedirect(reply, redact(location ?? '', secrets));
	}

	const size = sizeOf(reply.body);
	if (size > MAX_BYTES) {
		const said = `an answer of ${Math.round(size / MEBIBYTE)} MB`;
		return { kind: 'tooLarge', status: reply.status, said };
	}
	const charset = charsetOf(headerOf(reply, 'content-type') ?? '');
	const text = decodeBody(reply.body, charset);
	if (text === undefined) {
		const packing = headerOf(reply, 'content-encoding');
		const said = `text that is not readable as ${charset}${packing ? ` (compressed as ${packing})` : ''}`;
		return { kind: 'notThisService', status: reply.status, said };
	}

	let parsed: unknown;
	try {
		parsed = parseJson(text);
	} catch {
		return readOtherText(reply, redact(text, secrets));
	}
	return readJson(reply, parsed, secrets);
}

function readJson(reply: Reply, parsed: unknown, secrets: readonly string[]): Answer {
	const object = isObject(parsed) ? parsed : {};
	const refusal = readRefusal(object, secrets);
	if (reply.status >= 200 && reply.status < 300 && refusal === undefined) {
		return { kind: 'success', body: parsed };
	}
	const failure = {
		status: reply.status,
		said: refusal?.said || firstWords(redact(wordsOf(parsed, reply.status), secrets)),
		code: refusal?.code,
		requestId: refusal?.requestId ?? headerOf(reply, 'x-request-id'),
		retryAfterMs: retryAfterOf(reply),
	};
	const code = refusal?.code ?? '';
	// Names in quotation marks are the user's own: an event may be called "session expired".
	const statement = (refusal?.said ?? '').replace(/(["'`「“])[^"'`」”]*(["'`」”])/g, '');

	if (SIGNED_OUT_CODES.has(code)) return { kind: 'notSignedIn', ...failure };
	if (THROTTLED_CODES.has(code) || reply.status === 429) return { kind: 'throttled', ...failure };
	if (TEMPORARY_CODES.has(code) || TEMPORARY_STATUSES.has(reply.status)) {
		return { kind: 'temporary', ...failure };
	}
	if (reply.status === 401) return { kind: 'notSignedIn', ...failure };
	if (reply.status === 403) return { ...readForbidden(statement), ...failure };
	if (reply.status < 300 && SAYS_SIGNED_OUT.test(statement)) {
		return { kind: 'notSignedIn', ...failure };
	}
	return { kind: reply.status >= 500 ? 'failed' : 'refused', ...failure };
}

function wordsOf(parsed: unknown, status: number): string {
	const text = JSON.stringify(parsed);
	return text === '{}' ? `status ${status}, without a reason` : text;
}

function readForbidden(statement: string): { kind: FailureKind; mayBeSignedOut?: boolean } {
	if (SAYS_SIGNED_OUT.test(statement)) return { kind: 'notSignedIn' };
	if (SAYS_NO_PERMISSION.test(statement)) return { kind: 'refused' };
	return { kind: 'refused', mayBeSignedOut: statement === '' };
}

/**
 * The refusal in a JSON answer, or undefined if it is none. Both forms are read: the envelope
 * `{code, message, request_id, error_info}` and the flat `{error, error_type}`
 * (field notes 4.1, 4.2, 4.4).
 */
function readRefusal(
	answer: JsonObject,
	secrets: readonly string[],
): { said: string; code?: string; requestId?: string } | undefined {
	const info = isObject(answer.error_info) ? answer.error_info : {};
	const error = answer.error;
	const hasError = (typeof error === 'string' && error !== '') || isObject(error);
	const hasCode =
		typeof answer.code === 'string' && answer.code !== '' && answer.code !== 'SUCCESS';
	if (!hasError && !hasCode && !isFilled(answer.error_type)) return undefined;

	const context = isObject(info.context) ? info.context : {};
	const causes = Array.isArray(info.error_causes) ? info.error_causes.filter(isObject) : [];
	const statements = [
		typeof error === 'string' ? error : isObject(error) ? error.message : undefined,
		answer.message,
		info.description,
		...causes.map((cause) => cause.error_cause),
		context.origin_cause,
	].filter(isFilled);
	return {
		said: firstWords(redact([...new Set(statements)].join('; '), secrets)),
		code: [info.code, answer.code, answer.error_type].find(isFilled),
		requestId: [answer.request_id, answer.requestId].find(isFilled),
	};
}

function readRedirect(reply: Reply, location: string): Failure {
	const kind = LOGIN_PAGE_ADDRESS.test(location) ? 'notSignedIn' : 'notThisService';
	const target = location.split('?')[0] ?? '';
	return {
		kind,
		status: reply.status,
		said: `redirect to ${target || 'nowhere'}`,
		location: target,
	};
}

function readOtherText(reply: Reply, text: string): Failure {
	const failure = {
		status: reply.status,
		said: firstWords(text) || 'nothing (an empty answer)',
		retryAfterMs: retryAfterOf(reply),
	};
	if (reply.status === 429) return { kind: 'throttled', ...failure };
	if (TEMPORARY_STATUSES.has(reply.status)) return { kind: 'temporary', ...failure };
	if (reply.status === 401) return { kind: 'notSignedIn', ...failure };
	if (/^\s*</.test(text) && LOGIN_PAGE.test(text)) return { kind: 'notSignedIn', ...failure };
	if (reply.status === 403) return { ...readForbidden(text), ...failure };
	return { kind: 'notThisService', ...failure };
}

/** What a request that got no answer means. Never throws. */
export function readNetworkFault(error: unknown): Failure {
	const code = faultCodeOf(error);
	const transient =
		/^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|ESOCKETTIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_BAD_RESPONSE|UND_ERR_\w+)$/.test(
			code ?? '',
		);
	// The original message is not passed on: it may hold the address with the secret in it.
	return {
		kind: 'unreachable',
		said: code ?? 'the request ended without an answer',
		code,
		transient,
	};
}

function faultCodeOf(error: unknown, depth = 0): string | undefined {
	if (!isObject(error) || depth > 4) return undefined;
	const code = error.code ?? error.errno;
	if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
	return faultCodeOf(error.cause ?? error.error, depth + 1);
}

function retryAfterOf(reply: Reply): number | undefined {
	const value = headerOf(reply, 'retry-after');
	if (value === undefined) return undefined;
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	const at = Date.parse(value);
	return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function headerOf(reply: Reply, name: string): string | undefined {
	const value = reply.headers[name];
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof first === 'string' ? first : undefined;
}

function firstWords(text: string): string {
	const line = text
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return line.length > FIRST_WORDS ? `${line.slice(0, FIRST_WORDS)}…` : line;
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFilled(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
