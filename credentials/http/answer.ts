import { HELD_BYTES, LimitExceeded, LINE_LENGTH } from './body';
import {
	arrayOrEmpty,
	isObject,
	isUnfinishedJson,
	JSON_FAULTS,
	type JsonObject,
	jsonSteps,
	objectOrEmpty,
} from './json';
import { firstWords, type Redactor, redactorOf } from './redact';
import { atOnce, type Steps } from './slices';

/** Decodes an answer by its charset, or as UTF-8; undefined if the bytes aren't in that charset. */
export function decodeBody(
	body: unknown,
	charset: string | undefined,
	isCut = false,
): string | undefined {
	if (typeof body === 'string') return body;
	if (body === undefined || body === null) return '';
	if (charset === undefined) return undefined;
	try {
		if (!isBytes(body)) return JSON.stringify(body);
		return new TextDecoder(charset, { fatal: true }).decode(body, { stream: isCut });
	} catch {
		return undefined;
	}
}

/** Returns the charset that a content type names, or undefined if it is unknown. */
export function charsetOf(contentType: string): string | undefined {
	const named = /charset=["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
	try {
		return new TextDecoder(named).encoding;
	} catch {
		return undefined;
	}
}

/** `instanceof` fails for bytes from another realm than this code. */
function isBytes(body: unknown): body is Uint8Array {
	return ArrayBuffer.isView(body);
}

const MAX_CAUSES = 20;
/** The message of this code is always the same; the reason is in its context (docs/service.md, "OpenAPI"). */
const SERVICE_EXCEPTION = 'COMMON-R-131-1';

/** What a refusal says, before its secrets and size are checked. */
interface Refusal {
	said: string;
	code?: string;
	requestId?: string;
}

/**
 * Reads both shapes (docs/service.md, "Refusals"): `{code, message, request_id, error_info}` and
 * `{error, error_type}`.
 */
export function readRefusal(answer: JsonObject): Refusal | undefined {
	const info = objectOrEmpty(answer.error_info);
	const { error } = answer;
	const given = answer.code === Number(GATEWAY_CODE) ? GATEWAY_CODE : answer.code;
	const hasError = (typeof error === 'string' && error !== '') || isObject(error);
	const hasCode = isFilled(given) && given !== 'SUCCESS';
	if (!hasError && !hasCode && !isFilled(answer.error_type)) return undefined;

	const context = objectOrEmpty(info.context);
	const causes = arrayOrEmpty(info.error_causes).slice(0, MAX_CAUSES).filter(isObject);
	const code = [info.code, given, answer.error_type].find(isFilled);
	const statements = [
		[info.code, answer.code].includes(SERVICE_EXCEPTION) ? context.origin_cause : undefined,
		typeof error === 'string' ? error : isObject(error) ? error.message : undefined,
		answer.message,
		info.description,
		...causes.map((cause) => cause.error_cause),
		context.origin_cause,
	].filter(isFilled);
	return {
		said: [...new Set(statements)].join('; '),
		code,
		requestId: [answer.request_id, answer.requestId].find(isFilled),
	};
}

/** Removes names in quotation marks: an event may be called "session expired". */
export function withoutNames(statement: string): string {
	return statement.replace(/(["'`「“])[^"'`」”]*(["'`」”])/g, '');
}

function isFilled(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** The scheme that a port uses, if the base URL has the other one. */
type Scheme = 'http' | 'https';

/** OpenSSL's words for an answer that isn't encrypted, in codes and in messages. */
const NOT_ENCRYPTED = /wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long/i;
const NO_HTTP = /^HPE_/;
/** The words of nginx, Apache, Go and Tomcat. */
const WANTS_ENCRYPTION =
	/plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled server port|sent an HTTP request to an HTTPS server|combination of host and port requires TLS/i;
/** Types of TLS records (RFC 8446, 5.1): change of cipher, alert, handshake, data. */
const RECORD_TYPES = { first: 20, last: 23 };
const TLS_MAJOR = 3;
const ADDRESS = /^(https?):\/\/(\[[^\]]*\]|[^/:]+)(:\d+)?(\/.*)?$/i;
const DEFAULT_PORTS = { http: ':80', https: ':443' };

/** Returns the scheme that the port uses, if the error of a request without an answer shows it. */
export function schemeOfFault(fault: { [key: string]: unknown }): Scheme | undefined {
	const { code, message, rawPacket } = fault;
	if (NOT_ENCRYPTED.test(`${String(code)} ${String(message)}`)) return 'http';
	return NO_HTTP.test(String(code)) && isTlsRecord(rawPacket) ? 'https' : undefined;
}

/** Returns 'https' if a server's answer says that its port accepts only https. */
export function schemeOfAnswer(status: number, text: string): Scheme | undefined {
	return status === 400 && WANTS_ENCRYPTION.test(text) ? 'https' : undefined;
}

/** Returns the same host and port in the other scheme, or undefined if the URL already has it. */
export function inScheme(baseUrl: string, scheme: Scheme): string | undefined {
	const [, typed, host, port, path = ''] = ADDRESS.exec(baseUrl) ?? [];
	if (typed === undefined || typed === scheme) return undefined;
	// If no port was entered, it is the default port of the entered scheme.
	return `${scheme}://${host}${port ?? DEFAULT_PORTS[typed as Scheme]}${path}`;
}

/** Returns the URL with the default port, unless a port was entered. */
export function withUsualPort(baseUrl: string): string | undefined {
	const [, scheme, host, port, path = ''] = ADDRESS.exec(baseUrl) ?? [];
	if (scheme === undefined || port !== undefined) return undefined;
	return `${scheme}://${host}:8107${path}`;
}

/** Returns the base URL in https if a redirect leads from http to https on the same host. */
export function sentToHttps(location: string | undefined, baseUrl: string): string | undefined {
	const [, from, host, , prefix = ''] = ADDRESS.exec(baseUrl) ?? [];
	const [, to, newHost, port = ''] = ADDRESS.exec(location ?? '') ?? [];
	const isSameHost = host !== undefined && host === newHost?.toLowerCase();
	return from === 'http' && to?.toLowerCase() === 'https' && isSameHost
		? `https://${host}${port}${prefix}`
		: undefined;
}

function isTlsRecord(bytes: unknown): boolean {
	if (!(bytes instanceof Uint8Array)) return false;
	const [type = 0, major] = bytes;
	return type >= RECORD_TYPES.first && type <= RECORD_TYPES.last && major === TLS_MAJOR;
}

/**
 * Decides what an answer of the service means; no other file does. The body is read before the
 * status: both "4xx with an envelope" and "200 with an error" occur (docs/service.md, "Refusals").
 */

/** An HTTP response as received; redirects aren't followed. */
export interface Reply {
	status: number;
	headers: { [name: string]: unknown };
	/** Bytes (preferred), or text. */
	body: unknown;
	/** Whether the body is only the beginning. */
	isCut?: boolean;
	/** Ends the request if the body is a stream. */
	cancel?: () => void;
}

interface Success {
	kind: 'success';
	/** The parsed JSON. */
	body: unknown;
	/** Charset of a body that has not been read yet. */
	charset?: string;
}

export type FailureKind =
	/** The service does not accept the token or secret, or no longer does. */
	| 'notSignedIn'
	/** Understood and declined: missing permission, unknown event, bad field. */
	| 'refused'
	| 'throttled'
	/** The service is there, but can't answer now. */
	| 'temporary'
	/** The service failed on this request; sending it again would fail again. */
	| 'failed'
	/** The server that answered isn't the API of Sensors Analytics. */
	| 'notThisService'
	/** The answer is larger than can be read at once. */
	| 'tooLarge'
	| 'unreachable';

export interface Failure {
	kind: FailureKind;
	/** HTTP status; undefined if there was no answer. */
	status?: number;
	/** What the service (or the network) said, or the beginning of the answer. */
	said: string;
	/** Error code of the service, for example SA-D-24-2 (docs/service.md, "Refusals"). */
	code?: string;
	requestId?: string;
	/** Target of a redirect. */
	location?: string;
	/** The scheme that the port uses, if the answer shows that it isn't the scheme of the request. */
	speaks?: Scheme;
	retryAfterMs?: number;
	/** A 403 without a reason: the cause may be the sign-in or the permissions. */
	mayBeSignedOut?: boolean;
	/** Whether a refusal of the sign-in may mean something else: its words or code allow both. */
	isUnclear?: boolean;
	/** Whether its words may also be those of a parser, or about a session of events. */
	mayBeOfQuery?: boolean;
	/** Whether such a refusal speaks of a missing permission. */
	isOfPermission?: boolean;
	/** Whether a proxy or firewall in front of the service may have refused the request. */
	isForeign?: boolean;
	/** Whether the answer is a web page, to which the service sends who asks for a wrong path. */
	isPage?: boolean;
	/** Whether the answer is bytes that can't be decoded as text. */
	isUnreadable?: boolean;
	/** Whether it was a line where rows were expected: it may have been a row. */
	isLine?: boolean;
	/** Whether the request timed out or the connection broke: network faults worth a retry. */
	transient?: boolean;
}

export type Answer = Success | Failure;

/** Returns a refusal that may not be of the service as an answer of another server. */
export function asForeign(failure: Failure): Failure {
	const isOther = ['refused', 'notSignedIn'].includes(failure.kind) && failure.isForeign === true;
	return isOther ? { ...failure, kind: 'notThisService' } : failure;
}

export const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS/;
/** Code of a request that n8n's own protection ended. */
export const BLOCKED = 'N8N_BLOCKED';
/** Matches codes of faults that occur before a connection exists. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|N8N_BLOCKED)$/;

/** Whether the service may have done the work of a failed request: it was sent, and not declined. */
export function mayBeDone({ kind, status = 0, code = '', speaks }: Failure): boolean {
	switch (kind) {
		case 'unreachable':
			return speaks === undefined && !NEVER_SENT.test(code) && !CERTIFICATE_FAULT.test(code);
		case 'notThisService':
		case 'tooLarge':
			return status < 300 || status >= 500;
		default:
			return kind === 'failed' || kind === 'temporary';
	}
}

/** A gateway may write its status as a code. */
const GATEWAY_CODE = '401';
const SIGNED_OUT_CODES = new Set(['UNAUTHORIZED', 'SA-D-12-2', 'SA-D-24-1', GATEWAY_CODE]);
/** The service also uses the first code for a missing permission; the other one isn't its own. */
const UNCLEAR_CODES = new Set(['SA-D-12-2', GATEWAY_CODE]);
const PERMISSION_CODES = new Set(['SA-D-7-2', 'SA-D-24-2']);
const THROTTLED_CODES = new Set(['SA-D-14-1', 'TOO_MANY_REQUESTS']);
const TEMPORARY_CODES = new Set(['SA-R-21-2', 'SERVICE_UNAVAILABLE']);
const TEMPORARY_STATUSES = new Set([502, 503, 504]);
/** What the service has contents of, which a server without this path doesn't speak of. */
export const SPEAKS_OF_CONTENT =
	/event|property|properties|field|measure|dimension|column|table|user|account|dashboard|bookmark|事件|属性|字段|指标|用户|账号|分群|看板/i;
/** The server has no such path, or none with this method. */
const ADDRESS_STATUSES = new Set([404, 405]);

const SAYS_SIGNED_OUT =
	/unauthori[sz]ed|unauthenticated|not (signed|logged) in|(sign|log) ?in (again|required|expired|has expired)|please (sign|log) ?in|session (is |has |was )?(expired|invalid|ended)|token (is |has |was )?(been )?(expired|invalid|not valid|ended|revoked|missing|unknown)|(invalid|expired|unknown|missing) (access |user )?(token|session|secret)\b|未登录|请.{0,4}登录|重新登录|登录.{0,4}(过期|失效)|(token|令牌|会话).{0,4}(过期|失效|无效)/i;
/** What a parser also says of a word, and the service of a session definition. */
const MAY_SPEAK_OF_QUERY =
	/\b(invalid|unknown|missing) (token|session)\b|\b(token|session) (is |was )?(invalid|not valid|unknown|missing)/i;
/** What has names that contain such words: an event may be called session expired. */
const SPEAKS_OF_NAME = /event|propert|field|measure|事件|属性|字段|指标/i;
const SAYS_NO_PERMISSION = /permission|forbidden|not allowed|denied|权限/i;
const LOGIN_PAGE_ADDRESS = /(log|sign)[-_]?in|passport|\/auth\b|\/sso\b/i;
/** The login calls (docs/service.md, "Login") may be redirected to another scheme or host. */
const LOGIN_CALL = /\/api\/(v2\/)?auth\/login\/?$/;
const LOGIN_PAGE = /<title>[^<]*((log|sign) ?in|登录)|type=["']?password/i;
const MEBIBYTE = 1024 * 1024;
/** Only this many characters of a refusal are searched for its meaning. */
const MAX_STATEMENT = 2000;
/** Only this many characters of an unsuccessful answer are searched for its meaning. */
const MAX_SEARCHED = 256 * 1024;
const MAX_ADDRESS = 2048;
/** Depth to which the causes of an error are followed. */
const MAX_NESTED_FAULTS = 5;
/** Matches the service's error codes, such as `SA-D-24-2` or `UNAUTHORIZED` (docs/service.md, "Refusals"). */
const CODE = /^[A-Z][A-Z0-9]{0,31}(?:[-_][A-Z0-9]{1,31}){0,7}$/;
/** 32 hexadecimal digits, or an ID that the caller made (docs/service.md, "Refusals"). */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const PACKING = /^[a-z][a-z0-9-]{0,19}$/i;

/** Decides what an answer means. Never throws, and repeats no secret that the server echoes. */
export function readAnswer(reply: Reply, secrets: readonly string[]): Answer {
	return atOnce(answerSteps(reply, secrets));
}

/** Does the work of readAnswer in steps; each step goes through the text once. */
export function* answerSteps(reply: Reply, secrets: readonly string[]): Steps<Answer> {
	const redactor = redactorOf(secrets);
	if (isRedirect(reply)) return readRedirect(reply, redactor);
	if (isDecided(reply)) return lost(reply, `it has the status ${reply.status}`);

	const size = isBytes(reply.body) ? reply.body.byteLength : 0;
	if (size > HELD_BYTES) {
		const said = `a response of ${Math.round(size / MEBIBYTE)} MB`;
		return { kind: 'tooLarge', status: reply.status, said };
	}
	const charset = charsetOf(headerOf(reply, 'content-type') ?? '');
	const text = decodeBody(reply.body, charset, reply.isCut);
	if (text === undefined) {
		// A cut body may end within a character.
		const start = decodeBody(reply.body, charset, true);
		if (start !== undefined && isUnfinishedJson(start)) return brokenOff(reply, start, redactor);
		const packing = headerOf(reply, 'content-encoding') ?? '';
		const isNamed = PACKING.test(packing) && redactor.isClean(packing);
		const said = `it isn't valid ${charset?.toUpperCase() ?? 'text in the declared character set'}${isNamed ? ` (Content-Encoding: ${packing})` : ''}`;
		return { kind: 'notThisService', status: reply.status, said, isUnreadable: true };
	}
	const clean = yield* redactor.dataSteps(text);
	yield 'long';
	const parsed = yield* jsonSteps(clean);
	yield;
	if (parsed === undefined) return readOtherText(reply, text, redactor);
	if (parsed.fault === undefined) return readJson(reply, parsed.value, redactor);
	const isTooLarge = parsed.fault === 'tooManyValues' || parsed.fault === 'tooManyLongTexts';
	return {
		kind: isTooLarge ? 'tooLarge' : 'notThisService',
		status: reply.status,
		said: `${isTooLarge ? 'a response' : 'JSON'} with ${JSON_FAULTS[parsed.fault]}`,
	};
}

function isRedirect({ status }: Reply): boolean {
	return status >= 300 && status < 400;
}

/** Whether the status alone decides what an answer means: a redirect, nothing (204, 205), or a part (206). */
export function isDecided(reply: Reply): boolean {
	return isRedirect(reply) || (reply.status >= 204 && reply.status <= 206);
}

function readJson(reply: Reply, parsed: unknown, redactor: Redactor): Answer {
	const object = objectOrEmpty(parsed);
	const refusal = readRefusal(object);
	if (reply.status >= 200 && reply.status < 300 && refusal === undefined) {
		return { kind: 'success', body: parsed };
	}
	const clean = (text: string | undefined, alphabet: RegExp) =>
		text !== undefined && alphabet.test(text) && redactor.isClean(text) ? text : undefined;
	const code = refusal?.code ?? '';
	const words = refusal?.said || wordsOf(parsed, reply.status);
	const failure = {
		status: reply.status,
		said: firstWords(redactor.words(words)),
		code: clean(code, CODE),
		requestId: clean(refusal?.requestId ?? headerOf(reply, 'x-request-id'), REQUEST_ID),
		retryAfterMs: retryAfterOf(reply),
	};
	// Names are removed before the text is cut, because a cut may remove a closing quotation mark.
	const statement = firstWords(withoutNames((refusal?.said ?? '').slice(0, MAX_STATEMENT)));

	const saysSignedOut = SAYS_SIGNED_OUT.test(statement);
	const isOfPermission = !saysSignedOut && /permission|权限/i.test(statement);
	if (SIGNED_OUT_CODES.has(code)) {
		const isUnclear = UNCLEAR_CODES.has(code);
		return {
			kind: 'notSignedIn',
			...failure,
			isUnclear,
			isOfPermission: isUnclear && isOfPermission,
		};
	}
	if (THROTTLED_CODES.has(code) || reply.status === 429) {
		return { kind: 'throttled', ...failure };
	}
	if (TEMPORARY_CODES.has(code) || TEMPORARY_STATUSES.has(reply.status)) {
		return { kind: 'temporary', ...failure };
	}
	const isOther = refusal === undefined && words !== withoutReason(reply.status);
	if (reply.status === 401 && !PERMISSION_CODES.has(code)) {
		const isUnclear = refusal !== undefined && !saysSignedOut;
		return { kind: 'notSignedIn', ...failure, isUnclear, isOfPermission, isForeign: isOther };
	}
	const isForeign =
		isOther || (ADDRESS_STATUSES.has(reply.status) && !SPEAKS_OF_CONTENT.test(refusal?.said ?? ''));
	if (reply.status === 403) return { ...readForbidden(statement), ...failure, isForeign };
	const isOfName = reply.status >= 400 && SPEAKS_OF_NAME.test(statement);
	if (reply.status < 500 && saysSignedOut && !isOfName) {
		// A name without quotation marks may contain such words.
		const mayBeOfQuery = reply.status >= 400 && MAY_SPEAK_OF_QUERY.test(statement);
		return { kind: 'notSignedIn', ...failure, isUnclear: true, mayBeOfQuery, isForeign };
	}
	return { kind: reply.status >= 500 ? 'failed' : 'refused', ...failure, isForeign };
}

function wordsOf(parsed: unknown, status: number): string {
	const text = JSON.stringify(parsed);
	return text === '{}' ? withoutReason(status) : text;
}

function withoutReason(status: number): string {
	return `status ${status}, no reason given`;
}

function readForbidden(statement: string): Pick<Failure, 'kind' | 'mayBeSignedOut' | 'isUnclear'> {
	if (SAYS_SIGNED_OUT.test(statement)) return { kind: 'notSignedIn', isUnclear: true };
	if (SAYS_NO_PERMISSION.test(statement)) return { kind: 'refused' };
	return { kind: 'refused', mayBeSignedOut: statement === '' };
}

function readRedirect(reply: Reply, redactor: Redactor): Failure {
	const location = (headerOf(reply, 'location') ?? '').slice(0, MAX_ADDRESS);
	const [page = ''] = location.split('?');
	const isLoginPage = LOGIN_PAGE_ADDRESS.test(page) && !LOGIN_CALL.test(page);
	const kind = isLoginPage ? 'notSignedIn' : 'notThisService';
	const target = firstWords(redactor.words(page));
	return {
		kind,
		status: reply.status,
		said: `redirect to ${target || 'nowhere'}`,
		location: target,
	};
}

function readOtherText(reply: Reply, text: string, redactor: Redactor): Failure {
	const start = text.slice(0, MAX_SEARCHED);
	const isPage = /^\s*</.test(start);
	const failure = {
		status: reply.status,
		said: firstWords(redactor.words(text)) || 'an empty response',
		retryAfterMs: retryAfterOf(reply),
		...(isPage ? { isPage } : {}),
	};
	if (reply.status === 429) return { kind: 'throttled', ...failure };
	if (TEMPORARY_STATUSES.has(reply.status)) return { kind: 'temporary', ...failure };
	if (reply.status === 401) return { kind: 'notSignedIn', ...failure, isForeign: isPage };
	if (isPage && LOGIN_PAGE.test(start))
		return { kind: 'notSignedIn', ...failure, isForeign: reply.status >= 400 };
	if (reply.status === 403) return { ...readForbidden(start), ...failure, isForeign: isPage };
	const isFine = reply.status >= 200 && reply.status < 300;
	if (!reply.isCut && (isUnfinishedJson(text) || (isFine && text.trim() === ''))) {
		return brokenOff(reply, text, redactor);
	}
	return { kind: 'notThisService', ...failure, speaks: schemeOfAnswer(reply.status, start) };
}

/** `Z_BUF_ERROR` means that compressed data is incomplete. */
const CUT_CODES = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR']);
/** Code of an answer that started, or should have started, and then broke off. */
export const CUT = 'ERR_BAD_RESPONSE';
export const EMPTY = "it's empty";
export const LOST = 'the connection was closed before the response was complete';

/** Explains an answer whose end was lost although the connection closed normally. */
function brokenOff(reply: Reply, text: string, redactor: Redactor): Failure {
	const start = firstWords(redactor.words(text));
	return lost(reply, start === '' ? EMPTY : `it starts with ${start} … and ends too early`);
}

function lost({ status }: Reply, said: string): Failure {
	return { kind: 'unreachable', status, said, code: CUT, transient: true };
}

/** Explains what interrupted an answer. Never throws. */
export function readCut(error: unknown): Failure {
	const fault = readNetworkFault(error);
	if (!CUT_CODES.has(fault.code ?? '')) return fault;
	return { ...fault, said: LOST, code: CUT, transient: true };
}

/** Explains a request that got no answer. Never throws. */
export function readNetworkFault(error: unknown): Failure {
	const exceeded = findExceeded(error);
	if (exceeded) return readExceeded(exceeded);
	const faults = causesOf(error);
	// n8n's protection against requests to private addresses, and the credential's allowed domains.
	const block = faults.find((each) => {
		const { constructor } = each as { constructor?: { name?: unknown } };
		return /^(Ssrf|UserError$)/.test(String(constructor?.name));
	});
	if (block) {
		const said = [block.message, block.description].filter(isFilled).join('. ');
		return { kind: 'unreachable', said, code: BLOCKED, transient: false };
	}
	const code = faults.map(codeOf).find((each) => each !== undefined);
	const transient =
		/^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|ESOCKETTIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_BAD_RESPONSE|UND_ERR_\w+)$/.test(
			code ?? '',
		);
	// The original message isn't passed on: it may contain the URL with the secret.
	return {
		kind: 'unreachable',
		said: code === CUT ? LOST : (code ?? 'the request ended without a response'),
		code,
		transient,
		speaks: faults.map(schemeOfFault).find((each) => each !== undefined),
	};
}

function findExceeded(error: unknown): LimitExceeded | undefined {
	const { cause } = (error ?? {}) as { cause?: unknown };
	return [error, cause].find((each) => each instanceof LimitExceeded) as LimitExceeded | undefined;
}

function readExceeded({ limit, limits }: LimitExceeded): Failure {
	const megabytes = (bytes: number) => `${Math.round(bytes / MEBIBYTE)} MB`;
	switch (limit) {
		case 'bytes':
			return { kind: 'tooLarge', said: `a response of more than ${megabytes(limits.bytes)}` };
		case 'lineLength':
			return { kind: 'tooLarge', said: `a line of more than ${megabytes(LINE_LENGTH)}` };
		default:
			// If nothing arrived for a while, a retry may help. If bytes arrived all the time, it
			// wouldn't.
			return {
				kind: 'unreachable',
				said: "the response didn't finish in time",
				code: 'ETIMEDOUT',
				transient: limit === 'silenceMs',
			};
	}
}

function causesOf(error: unknown): Array<{ [key: string]: unknown }> {
	const found: Array<{ [key: string]: unknown }> = [];
	for (let each = error; isObject(each) && found.length < MAX_NESTED_FAULTS; ) {
		found.push(each);
		each = each.cause ?? each.error;
	}
	return found;
}

function codeOf(fault: { [key: string]: unknown }): string | undefined {
	// n8n 1's error has no cause, and has its code in httpCode.
	const code = fault.code ?? fault.errno ?? fault.httpCode;
	return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : undefined;
}

/** Longer waits are read as this: a day. */
export const LONGEST_WAIT_MS = 86_400_000;

function retryAfterOf(reply: Reply): number | undefined {
	const value = headerOf(reply, 'retry-after');
	if (value === undefined) return undefined;
	const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
	return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_WAIT_MS);
}

function headerOf(reply: Reply, name: string): string | undefined {
	const value = reply.headers[name];
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof first === 'string' ? first : undefined;
}
