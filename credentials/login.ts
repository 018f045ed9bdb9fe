import { type IDataObject, UserError } from 'n8n-workflow';

import { type Answer, asForeign, type Failure, mayBeDone } from './http/answer';
import { explainNoAnswer, type Explanation } from './http/explain';
import { MANGLED, noteSent, redactorOf } from './http/redact';
import { type HttpRequest, sendOnce, type ServiceRequest } from './http/request';
import { inSlices } from './http/slices';
import { keepNewest } from './process';
import { detailSteps, identityOf, type Session, TOKEN } from './session';
import { loginOf, secretOf, type TokenConnection } from './ways';
import { explainProject, isLoginPage, refusesProject } from './ways/way';

const UNAVAILABLE = 503;
/** Matches codes of answers that can't be read: no HTTP, or packed in a wrong way. */
const UNREADABLE = /^(HPE_|Z_|ERR__ERROR_|ZSTD_)/;
const CAPTCHA = /captcha|verification code|验证码/i;
const DISABLED = /disabled|locked|frozen|suspended|停用|禁用|锁定|冻结/i;

/** A login that returned no token. `message` is for people and contains no secret. */
export class SignInError extends UserError {
	constructor(
		readonly explanation: Explanation,
		readonly failure: Failure,
	) {
		super(`${explanation.message}. ${explanation.description}`);
		this.name = 'SignInError';
	}

	/** Whether another attempt with the same secret can't help, and may lock the account. */
	get isRefusal(): boolean {
		return this.failure.kind === 'refused' || this.failure.kind === 'notSignedIn';
	}

	/** Whether the service may have issued a token that did not arrive. */
	get mayHaveGivenToken(): boolean {
		const { kind, status = 0, code = '', transient } = this.failure;
		const hadAnswer = kind !== 'unreachable' || transient === true || UNREADABLE.test(code);
		// Logins of forms answer with a redirect to their first page.
		if (kind === 'notThisService' && status >= 300 && status < 400) return true;
		// The login may not have reached the service; if it has, others might lock the account.
		if (isLoginPage(this.failure)) return true;
		return hadAnswer && status !== UNAVAILABLE && mayBeDone(this.failure);
	}
}

const AT_ONCE =
	"To sign in immediately with the credential's account, use 'Test' in the credential.";

/** The error of a login that isn't sent because of a pause (see pauseOf). */
export function waitingError({ until, reason, refusal, isOfEarlyEnds }: Pause): SignInError {
	const next = `next sign-in after ${until.toISOString().slice(0, 19)}Z`;
	const errorOf = (message: string, said: string, advice: string) =>
		new SignInError({ message, description: `${advice}. ${AT_ONCE}` }, { kind: 'refused', said });
	if (refusal) {
		const said = `${refusal.message} (${next}, because more attempts could lock the account)`;
		return errorOf(said, said, refusal.description.replace(/\.$/, ''));
	}
	const [what, why, check] = isOfEarlyEnds
		? [
				'Too many sign-ins',
				reason,
				'whether other systems sign in with this account, and whether a gateway limits its sessions',
			]
		: [
				'Too many sign-ins without a usable token',
				`the last sign-ins didn't help: ${reason}`,
				'that the account has access to the project, and that no proxy answers instead of Sensors Analytics',
			];
	const said = `${next}, because ${why}`;
	return errorOf(
		`${what}: ${said}`,
		said,
		`The node pauses between sign-ins, because each sign-in can sign out the account's owner. Check ${check}`,
	);
}

/** Gets a user access token with one request, without a retry (docs/service.md, "Login"). */
export async function signIn(
	httpRequest: HttpRequest,
	connection: TokenConnection,
): Promise<Session> {
	const request = loginOf(connection).request(connection);
	const answer = await sendOnce(httpRequest, connection, request, [secretOf(connection)]);
	if (answer.kind !== 'success') {
		const failure = refusesProject(answer) ? answer : asForeign(answer);
		throw new SignInError(explainRefusal(failure, connection), failure);
	}
	const { token, details } = await readLogin(answer.body, connection);
	return {
		token,
		identity: identityOf(connection),
		issuedAt: new Date().toISOString(),
		validityMinutes: connection.validityMinutes,
		details,
	};
}

async function readLogin(
	body: unknown,
	connection: TokenConnection,
): Promise<{ token: string; details: IDataObject }> {
	const { tokenField } = loginOf(connection);
	const fields = typeof body === 'object' && body !== null ? (body as IDataObject) : {};
	const token = fields[tokenField];
	// This also finds a password that is too short to be removed from an answer.
	const { isClean, data } = redactorOf([secretOf(connection)]);
	if (typeof token !== 'string' || !TOKEN.test(token) || data(token) !== token) {
		const failure: Failure = {
			kind: 'notThisService',
			status: 200,
			said: `the sign-in response doesn't contain '${tokenField}'`,
		};
		throw new SignInError(explainNoAnswer(failure, connection.baseUrl), failure);
	}
	noteSent([token], connection.baseUrl);
	return { token, details: await inSlices(detailSteps(fields, isClean)) };
}

function explainRefusal(failure: Failure, connection: TokenConnection): Explanation {
	if (failure.kind !== 'refused' && failure.kind !== 'notSignedIn') {
		return explainNoAnswer(failure, connection.baseUrl);
	}
	const trace = failure.requestId ? ` (request ID ${failure.requestId})` : '';
	const said = `${failure.said === MANGLED ? '' : `: ${failure.said}`}${trace}`;
	if (CAPTCHA.test(failure.said)) {
		return {
			message: `Sensors Analytics requires a captcha for password sign-in${said}`,
			description: "Set 'Authentication' to API Secret or User Token via API Secret",
		};
	}
	if (DISABLED.test(failure.said)) {
		return {
			message: `The account can't sign in${said}`,
			description: 'Ask an administrator of the project to enable the account',
		};
	}
	if (refusesProject(failure)) return explainProject(failure, connection.project);
	return loginOf(connection).explainRefusal(failure, connection, said);
}

/**
 * Logins of this process that did not help: they were refused, or their token was refused before its
 * first use, or was lost with their answer. Another one would not help either, and each may end a
 * colleague's session
 * (docs/tokens.md, "Logins that do not help"), so the pauses between them grow.
 */

interface LoginsInVain {
	/** Number of logins in vain since the last successful one. */
	count: number;
	at: number;
	/** What the last login led to, in words for people. */
	reason: string;
	/** The token that was refused at once, if any. */
	token?: string;
	/** Why the service refused the login itself, for example a wrong password. */
	refusal?: Explanation;
}

interface Pause extends Pick<LoginsInVain, 'at' | 'reason' | 'refusal'> {
	until: Date;
	/** Whether tokens worked, but ended too early. */
	isOfEarlyEnds?: boolean;
	/** Whether it is only about requests that may lack a permission. */
	isOfRequest?: boolean;
}

/** Pauses start at this number of logins: a single one may have failed by coincidence. */
const FIRST_PAUSE_AFTER = 2;
const MINUTE_MS = 60_000;
const MAX_PAUSE_MINUTES = 60;
/** After refusals that may be about a permission, another login helps only if that has changed. */
const DAY_MINUTES = 24 * 60;
/** By the keys of keysOf. */
const records = new Map<string, LoginsInVain>();

/** What a permission may be missing for. */
type Permitted = Pick<ServiceRequest, 'path' | 'body'>;

/**
 * Permissions are by event: requests with the same path as a refused one may be permitted, so those
 * with the same events count on their own, too.
 */
function keysOf(identity: string, request?: Permitted): string[] {
	if (request === undefined) return [identity];
	const key = `${identity} ${request.path}`;
	const events = JSON.stringify(request.body ?? {}).matchAll(EVENT);
	const names = [...new Set([...events].map(([, name, owner]) => name ?? owner))].sort();
	return names.length === 0 ? [key] : [key, `${key} ${names.join(' ')}`];
}

/** Matches an event in a request, or the owner of a property. */
const EVENT = /"event(?:_name)?":"([^"]{1,500})"|\bevent\.([\w$]{1,500})/g;

function longestPause(request?: Permitted): number {
	return request === undefined ? MAX_PAUSE_MINUTES : DAY_MINUTES;
}

/**
 * Each login counts once, even if it returns the same token as another one, as a replay does.
 * @param request the refused request, if the refusal may be about a permission for it
 */
export function noteRefusedAtOnce(
	{ identity, token, issuedAt }: Session,
	request?: Permitted,
): void {
	const at = Date.parse(issuedAt);
	for (const key of keysOf(identity, request)) {
		const known = records.get(key);
		if (known?.token === token && known.at === at) continue;
		// n8n's HTTP Request node may have used its token successfully, which isn't known here.
		const isRecent = known && at - known.at < longestPause(request) * 2 * MINUTE_MS;
		const reason = 'Sensors Analytics rejected the new token immediately';
		keep(key, { count: (isRecent ? known.count : 0) + 1, at, reason, token });
	}
}

/** Records a login that returned no token: the service may have issued one, or limits logins. */
export function noteLost(identity: string, reason: string): void {
	const { count = 0, token } = records.get(identity) ?? {};
	keep(identity, { count: count + 1, at: Date.now(), reason, token });
}

/** Records that a login was refused, or that it succeeded. */
function noteRefusal(identity: string, refusal?: Explanation): void {
	const known = records.get(identity);
	if (refusal) keep(identity, { count: 0, reason: '', ...known, at: Date.now(), refusal });
	else if (known) delete known.refusal;
}

/**
 * Records that a token was accepted for a request, which ends the pause of such requests. Of others,
 * an earlier refusal of the same token still counts, and so does one of a login, unless the token is
 * newer: another process has signed in.
 */
export function noteAccepted({ identity, token, issuedAt }: Session, request: Permitted): void {
	// Large requests take time to search.
	if (records.size === 0) return;
	for (const key of keysOf(identity, request)) records.delete(key);
	const known = records.get(identity);
	if (!known) return;
	if (known.token !== token) known.count = 0;
	if (Date.parse(issuedAt) > known.at) delete known.refusal;
}

/**
 * Returns until when logins pause, and why; undefined if a login is allowed.
 * @param request a request that may lack a permission
 */
export function pauseOf(
	identity: string,
	request?: Permitted,
	now = Date.now(),
): Pause | undefined {
	const all = pauseIn(identity, MAX_PAUSE_MINUTES, now) ?? pauseOfEarlyEnds(identity, now);
	if (all || request === undefined) return all;
	const own = keysOf(identity, request).map((key) => pauseIn(key, DAY_MINUTES, now));
	const [last] = own.sort((a, b) => Number(b?.until ?? 0) - Number(a?.until ?? 0));
	return last && { ...last, isOfRequest: true };
}

function pauseIn(key: string, mostMinutes: number, now: number): Pause | undefined {
	const { count = 0, at = 0, reason = '', refusal } = records.get(key) ?? {};
	const minutes = refusal ? MAX_PAUSE_MINUTES : growing(count - FIRST_PAUSE_AFTER, mostMinutes);
	const until = endOf(at, minutes, now);
	return until && { until, at, reason, refusal };
}

/** Returns the minutes of a pause that doubles each time, the first with 0; below 0 there is none. */
function growing(times: number, most = MAX_PAUSE_MINUTES): number {
	return times < 0 ? 0 : Math.min(2 ** times, most);
}

/** Returns the end of a pause; undefined if it is over. */
function endOf(at: number, minutes: number, now: number): Date | undefined {
	const until = at + minutes * MINUTE_MS;
	// If the time is in the future, the clock was set back.
	return at <= now && now < until ? new Date(until) : undefined;
}

function keep(key: string, record: LoginsInVain): void {
	keepNewest(records, key, record, MOST_ACCOUNTS);
}

/**
 * Tokens in a row that ended soon after their login, although they were in use: a gateway may end
 * each after one request, or accept it from one process only, or the account may have a single
 * session that another system takes back. Each login helps then, but there must not be one for
 * every request.
 */
interface EarlyEnds {
	/** Each with the time of its login, which may return the same token again. */
	tokens: Set<string>;
	/** When the last one was refused first. */
	at: number;
}

const EARLY_MS = 10 * MINUTE_MS;
/** Half of the tokens that a user can have (docs/tokens.md). */
const FIRST_PAUSE_AFTER_EARLY_ENDS = 10;
const earlyEnds = new Map<string, EarlyEnds>();

/** Records that the service refuses a token that was accepted before. */
export function noteEnd(session: Session): void {
	const { identity, token, issuedAt } = session;
	const tokens = earlyEnds.get(identity)?.tokens ?? new Set<string>();
	const ended = `${issuedAt} ${token}`;
	// Executions with the tokens of several credentials may be refused in turns.
	if (tokens.has(ended) || isUnused(session)) return;
	const at = Date.now();
	const isEarly = !mayHaveEnded(session) && at - Date.parse(issuedAt) <= EARLY_MS;
	if (!isEarly) return void earlyEnds.delete(identity);
	tokens.add(ended);
	keepNewest(earlyEnds, identity, { tokens, at }, MOST_ACCOUNTS);
}

/** Records that the service refuses a token, new or not. */
export function noteRefused(session: Session): void {
	if (isUnused(session)) noteRefusedAtOnce(session);
	else noteEnd(session);
}

/**
 * Returns the request if its refusal, taken for one of the token, may be about a permission instead,
 * which no login mends; undefined for any other refusal.
 */
export function withoutPermission(
	refusal: Answer | undefined,
	request: Permitted,
): Permitted | undefined {
	if (refusal === undefined || refusal.kind === 'success') return undefined;
	return refusal.kind === 'refused' || refusal.isOfPermission ? request : undefined;
}

/** Records a new token that didn't help: its request is refused as `before`, with the old token. */
export function noteIfUseless(
	answer: Answer,
	session: Session,
	before: Answer,
	request: Permitted,
): void {
	const isRepeated =
		answer.kind === 'refused' &&
		(answer.mayBeSignedOut || answer.isOfPermission) &&
		withoutPermission(before, request) !== undefined;
	if (isRepeated) noteRefusedAtOnce(session, request);
	else if (verdictOn(answer, session) === 'refused') noteRefusedAtOnce(session);
}

function pauseOfEarlyEnds(identity: string, now: number): Pause | undefined {
	const { tokens, at } = earlyEnds.get(identity) ?? { tokens: new Set(), at: 0 };
	const count = tokens.size;
	const until = endOf(at, growing(count - FIRST_PAUSE_AFTER_EARLY_ENDS), now);
	if (!until) return undefined;
	const reason = `Sensors Analytics ended the last ${count} tokens within ten minutes of their sign-in`;
	return { until, at, reason, isOfEarlyEnds: true };
}

/** Accounts of items: a forgotten token costs a login, a forgotten pause many. */
const MOST_ACCOUNTS = 10_000;
/** Last time that this process saw a token accepted, milliseconds since 1970. */
const lastUse = new Map<string, number>();

/**
 * Records that the service accepted the token, which restarts its validity (docs/service.md,
 * "Tokens").
 */
export function noteUse(session: Session, request: Permitted): void {
	noteAccepted(session, request);
	keepNewest(lastUse, session.token, Date.now(), MOST_ACCOUNTS);
}

/** Whether the token was accepted since its login; another login may have returned it before. */
function hasBeenUsed({ token, issuedAt }: Session): boolean {
	return (lastUse.get(token) ?? -Infinity) >= Date.parse(issuedAt);
}

/**
 * Uses by other processes extend a token, too: this is enough to believe an unclear refusal, but
 * not to renew the token in advance.
 */
export function mayHaveEnded(session: Session): boolean {
	const known = lastUseOf(session);
	const now = Date.now();
	// If the time is in the future, the clock was set back, and nothing is known.
	return known > now || now > endOfUnused(session);
}

/** Returns when the token ends if nobody uses it, milliseconds since 1970, as far as is known. */
export function endOfUnused(session: Session): number {
	return lastUseOf(session) + session.validityMinutes * MINUTE_MS;
}

function lastUseOf({ token, issuedAt }: Session): number {
	return Math.max(Date.parse(issuedAt) || 0, lastUse.get(token) ?? 0);
}

/** A missing permission is no refusal of the token, unless the token may have ended. */
export function asOfToken(answer: Answer, session: Session | undefined): Answer {
	const isOther =
		answer.kind === 'notSignedIn' && answer.isOfPermission && session && !mayHaveEnded(session);
	return isOther ? { ...answer, kind: 'refused' } : answer;
}

/**
 * Returns what an answer shows about a token, if anything: a proxy may refuse the request. A 403
 * without a reason counts only if the token may have ended.
 */
export function verdictOn(
	answer: Answer,
	session: Session | undefined,
): 'accepted' | 'refused' | undefined {
	if (answer.kind === 'success') return 'accepted';
	if (answer.kind === 'notSignedIn') return 'refused';
	if (answer.kind !== 'refused') return undefined;
	if (answer.mayBeSignedOut && session && mayHaveEnded(session)) return 'refused';
	return answer.isForeign ? undefined : 'accepted';
}

/**
 * What this process knows of sessions beyond the stored credential: the login in progress, and the
 * newest session with the tokens that it replaced. Without it, late refusals of a replaced token
 * would cause another login until the stored credential has the new one.
 */

interface CachedToken {
	session: Session;
	/** The refused tokens that `session` replaced. */
	replaced: Set<string>;
}

const MAX_REPLACED = 20;
const underWay = new Map<string, Promise<Session>>();
const newest = new Map<string, CachedToken>();

interface Wish {
	identity: string;
	/** The token that the service has just refused, if that is why a session is needed. */
	refusedToken?: string;
	/** When a run started in which a person requests a new token, milliseconds since 1970. */
	newSince?: number;
	/** Whether a person waits for the result of the credential test. */
	isTest?: boolean;
	/** The request that needs the session, if it may lack a permission. */
	request?: Permitted;
}

/** Returns a session: one login at a time per identity, none if the token was just replaced. */
export async function obtainSession(wish: Wish, login: () => Promise<Session>): Promise<Session> {
	const running = underWay.get(wish.identity);
	if (running) return await running;
	const known = newest.get(wish.identity);
	if (known && wish.newSince === undefined && canServe(known, wish.refusedToken))
		return known.session;

	const pause = wish.isTest ? undefined : pauseOf(wish.identity, wish.request);
	// A new token is worth a login in spite of earlier ones, but not of those in the same run.
	if (pause && (pause.refusal || pause.at >= (wish.newSince ?? 0))) throw waitingError(pause);

	const attempt = login();
	attempt.then(
		() => noteRefusal(wish.identity),
		(error: unknown) => {
			if (!(error instanceof SignInError)) return;
			// A limit on attempts may count from the last one.
			const isLimited = error.failure.kind === 'throttled';
			if (error.mayHaveGivenToken || isLimited) noteLost(wish.identity, error.explanation.message);
			else if (error.isRefusal) noteRefusal(wish.identity, error.explanation);
		},
	);
	underWay.set(wish.identity, attempt);
	try {
		const session = await attempt;
		remember(session, wish.refusedToken);
		return session;
	} finally {
		underWay.delete(wish.identity);
	}
}

/** Whether a login of this process is replacing the token, or has done so. */
export function isReplacing(identity: string, token: string): boolean {
	return underWay.has(identity) || hasReplaced(identity, token);
}

/** Returns the newest session that this process got for the identity. */
export function newestSession(identity: string): Session | undefined {
	return newest.get(identity)?.session;
}

/** Whether this process got the token, which can't have expired, and never saw it accepted. */
export function isUnused(session: Session): boolean {
	const isOwn = newest.get(session.identity)?.session.token === session.token;
	return isOwn && !hasBeenUsed(session) && !mayHaveEnded(session);
}

/** Whether this process has a newer session that replaced the token. */
export function hasReplaced(identity: string, token: string): boolean {
	return newest.get(identity)?.replaced.has(token) === true;
}

function canServe(known: CachedToken, refusedToken: string | undefined): boolean {
	// Without a refused token, the credential was empty: a session of this process is worth a try.
	return refusedToken === undefined || known.replaced.has(refusedToken);
}

function remember(session: Session, refusedToken: string | undefined): void {
	const replaced = new Set(newest.get(session.identity)?.replaced);
	if (refusedToken !== undefined) replaced.add(refusedToken);
	for (const oldest of [...replaced].slice(0, -MAX_REPLACED)) replaced.delete(oldest);
	replaced.delete(session.token);
	keepNewest(newest, session.identity, { session, replaced }, MOST_ACCOUNTS);
}
