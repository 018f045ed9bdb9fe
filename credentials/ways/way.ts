import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';

import type { Certificates } from '../certificates';
import {
	type Answer,
	asForeign,
	type Failure,
	SPEAKS_OF_CONTENT,
	withoutNames,
} from '../http/answer';
import { explainNoAnswer, type Explanation, withCode, withRequestId } from '../http/explain';
import { isObject } from '../http/json';
import { quoted } from '../http/redact';
import type { ServiceRequest } from '../http/request';

/** The address and project that requests go to, however they are signed. */
export interface Endpoint {
	baseUrl: string;
	project: string;
	skipCertificateCheck: boolean;
	/** Certificates in addition to those that n8n trusts. */
	certificates?: Certificates;
}

/** Returns only the endpoint of a connection, without its secrets. */
export function endpointOf(connection: Endpoint): Endpoint {
	const { baseUrl, project, skipCertificateCheck, certificates } = connection;
	return { baseUrl, project, skipCertificateCheck, ...(certificates ? { certificates } : {}) };
}

/** Generations of the API: each has its own paths, answers and limits (docs/service.md). */
export type Generation = 'legacy' | 'openapi';

/** Names in a signature that are defaults: a project that the request names stays. */
export const PROJECT_PARAMETER = 'project';
export const PROJECT_HEADER = 'sensorsdata-project';

export interface Signature {
	query?: { [name: string]: string };
	headers?: { [name: Lowercase<string>]: string };
}

/** Signs and sends a request. Never throws. */
export type SendSigned = (request: ServiceRequest) => Promise<Answer>;

/** The fields of a credential as a way reads them. */
interface KnownEndpoint extends Endpoint {
	mode: string;
}

interface AnyWay<Connection extends KnownEndpoint> {
	mode: Connection['mode'];
	label: string;
	description: string;
	fields: INodeProperties[];
	generation: Generation;
	read(filledIn: ICredentialDataDecryptedObject, endpoint: Endpoint): Connection;
	/** Returns the secret, which nothing that comes from a server may repeat. */
	secretOf(connection: Connection): string;
	/** @param token only for a way with a login */
	signature(connection: Connection, token: string): Signature;
	/** Explains why a signed request was refused; `isResend`: the token was just renewed. */
	explainRefusal(failure: Failure, connection: Connection, isResend: boolean): Explanation;
}

/** A way whose secret is sent with every request. */
export interface DirectWay<Connection extends KnownEndpoint> extends AnyWay<Connection> {
	login?: undefined;
	test(ask: SendSigned, connection: Connection): Promise<void>;
}

/** A way whose requests are signed with a token, which must be obtained and may expire. */
export interface TokenWay<Connection extends KnownEndpoint> extends AnyWay<Connection> {
	login: Login<Connection>;
	/** prepareSession tests the credential: it tries the stored token, or gets one. */
	test?: undefined;
}

export type Way<Connection extends KnownEndpoint> = DirectWay<Connection> | TokenWay<Connection>;

/** How to get a token (docs/service.md, "Login"). */
export interface Login<Connection> {
	/** Key of the token in the login's answer. */
	tokenField: string;
	request(connection: Connection): ServiceRequest;
	/** If anything besides the endpoint changes that a token belongs to, it isn't sent. */
	ownerOf(connection: Connection): unknown[];
	/**
	 * Explains a login that was refused for a reason other than those that all logins share.
	 * @param said `: ` and what the service said, with the request ID, to add to a sentence
	 */
	explainRefusal(failure: Failure, connection: Connection, said: string): Explanation;
}

export function credentialText(filledIn: ICredentialDataDecryptedObject, field: string): string {
	return String(filledIn[field] ?? '').trim();
}

/** Reads a switch, which an expression can also return as text. */
export function readSwitch(value: unknown, label: string): boolean {
	const text = typeof value === 'string' ? value.trim() : String(JSON.stringify(value));
	const word = text.toLowerCase();
	if (word === 'true' || word === 'false') return word === 'true';
	throw new UserError(`${label} must be true or false, not ${quoted(text)}`);
}

/**
 * Characters of a secret or the name of its owner. The time to compile the pattern that hides a
 * secret grows with the square of its length; an email address has at most 254 characters.
 */
export const LONGEST_SECRET = 256;

/** Errors don't repeat the value, which may be a secret. */
export function required(value: string, label: string, what = 'a value'): string {
	if (value === '') throw new UserError(`'${label}' is empty. Enter ${what}`);
	if (value.length <= LONGEST_SECRET) return value;
	throw new UserError(
		`'${label}' has more than ${LONGEST_SECRET} characters. Enter ${what}, without any other text`,
	);
}

export const PROBE_PATH = '/api/events/report';
const DAY_MS = 86_400_000;

/**
 * The cheapest documented request that shows whether a sign-in is valid: the number of events of
 * yesterday, from the cache if possible (docs/service.md, "Event report" and "Sampling and cache").
 * A refusal for another reason (no permission for an event) still means "signed in".
 */
export function probeRequest(project: string): ServiceRequest {
	const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
	const body = {
		measures: [{ event_name: '$Anything', aggregator: 'general' }],
		unit: 'day',
		from_date: yesterday,
		to_date: yesterday,
		use_cache: true,
	};
	return { path: PROBE_PATH, query: { project }, body };
}

const MISSING =
	"(?:(?:does|did|do|is|was|could|can)?(?: not|n't|not) (?:exist|found|be found|known)|(?:is |was )?(?:unknown|invalid|missing|wrong|not valid|no longer valid))";
/** Words that say that a project is missing, not something in it (docs/service.md, "OpenAPI"). */
const NO_PROJECT = new RegExp(
	[
		`(?<!\\b(?:in|of|within|for|to|from) (?:the |this |your )?)(?<![\\w.$-])project(?:[ _]name)?(?![\\w.$-])[ :=]*(?:[\\w.-]{1,64} )??${MISSING}`,
		'(?:unknown|invalid|wrong|no such|non-?existent|is no|find (?:the )?|find (?:a )?) ?project(?![\\w.$-])',
		'项目(?:名称?)?.{0,8}(?:不存在|无效|未找到|找不到|不正确|有误)|(?:找不到|不存在|没有|无效的?)(?:该|此|这个)?项目',
	].join('|'),
	'i',
);
/** Words that show that a refusal isn't only about the project, or is about something in it. */
const SPEAKS_OF_ACCESS = /secret|token|\bkey\b|password|permission|access|密钥|密码|权限/i;
const MAY_BE_PROJECT = /(?<![\w.$-])projects?(?![\w.$-])|permission|项目|权限/i;

/** Whether a refusal clearly says that the project doesn't exist. */
export function refusesProject({ said }: Failure): boolean {
	const statement = withoutNames(said);
	return (
		NO_PROJECT.test(statement) &&
		!SPEAKS_OF_ACCESS.test(statement) &&
		!SPEAKS_OF_CONTENT.test(statement)
	);
}

/** Explains a project that the service does not know. */
export function explainProject(failure: Failure, project: string): Explanation {
	return {
		message: `Sensors Analytics rejected the project ${quoted(project)}: ${failure.said}${withCode(failure)}`,
		description: `Check 'Project' in the credential. Enter the English name of the project: the value of project= in the URL when the project is open.${withRequestId(failure)}`,
	};
}

/** Whether the answer is a web page or leads to one; refusals of the service are JSON. */
export function isLoginPage({ kind, status = 0, code, isUnclear }: Failure): boolean {
	return kind === 'notSignedIn' && status < 400 && code === undefined && isUnclear !== true;
}

/** Explains a sign-in page, to which wrong paths lead, too (docs/service.md, "Address"). */
export function explainLoginPage({ said }: Failure, baseUrl: string, other: string): Explanation {
	const { origin } = new URL(baseUrl);
	const retry = origin === baseUrl ? '' : ` Try ${origin} without a path.`;
	return {
		message: `${baseUrl} returned a sign-in page instead of an API response: ${said}`,
		description: `Check 'Base URL' in the credential: a wrong path, or a single sign-on (SSO) gateway in front of Sensors Analytics, leads to a sign-in page.${retry} If 'Base URL' is correct, ${other}.`,
	};
}

/** Explains a refused sign-in with the API secret: the secret or the project may be wrong. */
export function explainSecret(failure: Failure, { project, baseUrl }: Endpoint): Explanation {
	if (refusesProject(failure)) return explainProject(failure, project);
	if (isLoginPage(failure))
		return explainLoginPage(failure, baseUrl, "check 'API Secret' and 'Project'");
	const what = MAY_BE_PROJECT.test(withoutNames(failure.said))
		? 'project or API secret'
		: 'API secret';
	return {
		message: `Sensors Analytics rejected the ${what}: ${failure.said}`,
		description: `Check 'API Secret' and 'Project' in the credential. The secret changes whenever the administrator's password changes. The data import token doesn't work here.${withRequestId(failure)}`,
	};
}

/** For the credential test: throws an error that explains the probe's answer, unless it is good. */
export function assertSignedIn(
	answer: Answer,
	{ baseUrl, project }: Endpoint,
	explain: (failure: Failure) => Explanation,
): void {
	if (answer.kind === 'success') return assertReport(answer.body, baseUrl);
	if (answer.kind === 'notSignedIn' && !answer.isForeign) throw toUserError(explain(answer));
	if (answer.kind === 'refused' && (!answer.isForeign || refusesProject(answer))) {
		if (refusesProject(answer)) throw toUserError(explainProject(answer, project));
		if (!answer.mayBeSignedOut) return;
		throw new UserError(
			`Sensors Analytics denied the request (status ${answer.status}, no reason given). Check 'Project', and check the permissions of the account in the project`,
		);
	}
	throw toUserError(explainNoAnswer(asForeign(answer), baseUrl));
}

/** Other servers and gateways also answer with JSON. */
function assertReport(body: unknown, baseUrl: string): void {
	const report: unknown = Array.isArray(body) ? body[0] : body;
	if (isObject(report) && ['rows', 'series', 'detail_result'].some((key) => key in report)) return;
	throw notOfService(baseUrl, 'the JSON is not a report');
}

/** The body isn't quoted: it may contain parts of a secret. */
function notOfService(baseUrl: string, said: string): UserError {
	return toUserError(explainNoAnswer({ kind: 'notThisService', status: 200, said }, baseUrl));
}

export function toUserError({ message, description }: Explanation): UserError {
	return new UserError(`${message}. ${description}`);
}

/** Code that the ways with a token share. */

/** An endpoint whose requests need a user's token. */
export interface TokenEndpoint extends Endpoint {
	validityMinutes: number;
}

/** Maximum and default of `expired_interval`, in minutes (docs/service.md, "Tokens"). */
const MAX_VALIDITY_MINUTES = 259_200;
const DEFAULT_VALIDITY_MINUTES = 30;

export const validityField: INodeProperties = {
	displayName: 'Token Validity (Minutes)',
	name: 'tokenValidity',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_VALIDITY_MINUTES },
	default: DEFAULT_VALIDITY_MINUTES,
	description:
		'Minutes that a token stays valid without use, from 1 to 259200 (180 days). Use a value greater than the time between runs. For example, 2880 minutes (two days) lets a daily workflow keep its token.',
};

/** Returns minutes for `expired_interval`; undefined means the service's default. */
export function readValidity(typed: unknown): number {
	if (typed === undefined || typed === null || typed === '') return DEFAULT_VALIDITY_MINUTES;
	const minutes = Number(typed);
	if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_VALIDITY_MINUTES) {
		throw new UserError(
			`'Token Validity (Minutes)' must be a whole number from 1 to ${MAX_VALIDITY_MINUTES} (180 days)`,
		);
	}
	return minutes;
}

/** Signs with the token in a header (docs/service.md, "Tokens"). */
export function tokenSignature({ project }: TokenEndpoint, token: string): Signature {
	return { query: { [PROJECT_PARAMETER]: project }, headers: { 'sensorsdata-token': token } };
}

/** Explains a refused token that no other token can replace. */
export function explainToken(
	failure: Failure,
	{ project }: TokenEndpoint,
	isResend: boolean,
): Explanation {
	if (refusesProject(failure)) return explainProject(failure, project);
	return {
		message: isResend
			? `Sensors Analytics rejected the access token, and then rejected the renewed token: ${failure.said}`
			: `Sensors Analytics rejected the access token: ${failure.said}`,
		description: `Check that the account has access to project ${quoted(project)}, and that 'Base URL' points directly to Sensors Analytics.`,
	};
}

/** Header that identifies the credential test's request; it is never sent. */
export const TEST_MARK = 'x-sensors-analytics-credential-test';

/**
 * The credential test. Its mark makes signRequest request a check of the sign-in, in which
 * prepareSession explains what is wrong; the request itself only has to succeed. It uses HEAD
 * because n8n would read the body of an answer without a limit.
 */
export const testRequest: ICredentialTestRequest = {
	request: {
		method: 'HEAD',
		url: PROBE_PATH,
		headers: { [TEST_MARK]: 'yes' },
		ignoreHttpStatusErrors: true,
	},
};

/** How to use what the credential may read: notes for models, and properties for nobody. */
export interface Usage {
	notes: string;
	/** Plain names of the properties that no output may contain. */
	leftOut: ReadonlySet<string>;
}

export const LEFT_OUT_LABEL = 'Properties to Leave Out';
const LONGEST_NOTES = 1500;

export const usageFields: INodeProperties[] = [
	{
		displayName: 'Notes for AI Agents',
		name: 'agentNotes',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder:
			'e.g. Revenue is the sum of the PayOrder property amount, in CNY. Weeks start on Monday.',
		description: `Facts about the project that an AI model needs, such as the currency, the first day of the week, and business terms. Up to ${LONGEST_NOTES} characters. When an AI agent uses this node as a tool, the first response includes these notes.`,
	},
	{
		displayName: LEFT_OUT_LABEL,
		name: 'leftOutProperties',
		type: 'string',
		default: '',
		placeholder: 'e.g. phone, name, email',
		description:
			'Comma-separated names of properties, for example those that contain personal data. The node never requests these properties, and removes them from everything that it returns.',
	},
];

/** Reads the notes and the names of properties; display names would protect nothing. */
export function readUsage(filledIn: ICredentialDataDecryptedObject): Usage {
	const typed = credentialText(filledIn, 'leftOutProperties').split(/[,，\n]/);
	const names = typed.map((name) => name.trim()).filter(Boolean);
	const odd = names.find((name) => !/^[\p{L}\p{M}\p{N}_$.]+$/u.test(name));
	if (odd !== undefined) {
		throw new UserError(
			`'${LEFT_OUT_LABEL}' contains ${quoted(odd)}, which isn't the name of a property. Enter the name, for example phone_number, and not the display name`,
		);
	}
	return {
		notes: credentialText(filledIn, 'agentNotes').slice(0, LONGEST_NOTES),
		// `phone` for `user.phone` and `event.SignUp.phone`.
		leftOut: new Set(
			names.map((name) => plainName(name.split('.').at(-1) as string)).filter(Boolean),
		),
	};
}

/** Returns a name without case and accents, as the least exact databases compare names. */
export function plainName(name: string): string {
	const isAscii = /^\p{ASCII}*$/u.test(name);
	const letters = isAscii ? name : name.normalize('NFKD').replace(/\p{M}+/gu, '');
	// Java treats letters with the same capital as equal, such as `ı` and `i`.
	return isAscii
		? letters.toLowerCase()
		: letters.replace(/[ßẞ]/g, 's').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
