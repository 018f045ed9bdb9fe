import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { assertDirect, toTarget } from './address';
import { type Answer, asForeign, type Failure } from './http/answer';
import { explainNoAnswer } from './http/explain';
import { type HttpRequest, takeSignal } from './http/request';
import {
	asOfToken,
	mayHaveEnded,
	newestSession,
	noteIfUseless,
	noteRefused,
	noteUse,
	obtainSession,
	pauseOf,
	signIn,
	SignInError,
	verdictOn,
	withoutPermission,
} from './login';
import {
	areStored,
	identityOf,
	marked,
	readMarksToStore,
	readRenewalOrder,
	readStoredSession,
	type Session,
	toMarkFields,
	toStoredFields,
} from './session';
import {
	askSigned,
	type Connection,
	hasToken,
	readConnection,
	type TokenConnection,
	wayOf,
} from './ways';
import {
	assertSignedIn,
	PROBE_PATH,
	probeRequest,
	PROJECT_HEADER,
	PROJECT_PARAMETER,
	type SendSigned,
	type Signature,
	TEST_MARK,
} from './ways/way';

/**
 * What has happened to a credential object from n8n within one call of a helper: `testing`: the
 * credential test needs its sign-in checked; `tested`: it was checked; `sent`: another request was to
 * be signed with it. n8n passes the same object to preAuthentication.
 */
type Use = 'testing' | 'tested' | 'sent';

export const credentialUses = new WeakMap<object, Use>();

/** Credentials whose new token n8n is storing: it signs a request with them afterwards. */
const storing = new WeakSet<object>();

/** Whether n8n failed to store the token of a sign-in. */
export function isUnstored(credentials: object): boolean {
	return storing.has(credentials);
}

/** The error that ended the signing of a request, by credentials: n8n 1's error has no cause. */
export const signingFaults = new WeakMap<object, unknown>();

export async function withFaultKept<Result>(
	credentials: object,
	work: () => Result | Promise<Result>,
): Promise<Result> {
	const done = (async () => await work())();
	done.catch((error: unknown) => signingFaults.set(credentials, error));
	return await done;
}

/** Makes n8n get a session and sign again: its helper takes status 401 for a refusal. */
class SignInNeeded extends Error {
	readonly response = { status: 401 };
}

/** Ends a request that was only made to store marks, after they are stored. */
class MarksStored extends Error {}

/**
 * No redirect is followed: the server that answers would choose where the secret goes. Both of
 * n8n's request helpers have their own names for this; the HTTP Request node uses the older one.
 */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/**
 * Signs a request by the credential's way to authenticate, and completes a path to a URL.
 * @throws SignInNeeded if the stored token belongs to another identity
 * @throws MarksStored if the request was only made to store marks
 */
export function signRequest(
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	storing.delete(credentials);
	const connection = readConnection(credentials);
	if (readMarksToStore(credentials)) {
		if (areStored(credentials)) throw new MarksStored();
		throw new SignInNeeded('Marks are to be stored');
	}
	const headers = { ...options.headers };
	if (TEST_MARK in headers) {
		delete headers[TEST_MARK];
		if (credentialUses.get(credentials) !== 'tested') {
			credentialUses.set(credentials, 'testing');
			throw new SignInNeeded('The sign-in is to be tested');
		}
	}

	const url = toTarget(options, connection);
	assertDirect(options, url, connection);
	if (!credentialUses.has(credentials)) credentialUses.set(credentials, 'sent');
	const signed: IHttpRequestOptions = {
		...options,
		...NO_REDIRECT,
		url: url.href,
		baseURL: undefined,
		headers,
		qs: { ...options.qs },
	};
	const signature = wayOf(connection).signature(connection, tokenFor(connection, credentials));
	addSignature(signed, url, signature);
	if (connection.skipCertificateCheck) {
		signed.skipSslCertificateValidation = true;
		// The HTTP Request node still uses the older name of this option.
		Object.assign(signed, { rejectUnauthorized: false });
	}
	const { certificates } = connection;
	if (certificates) signed.agentOptions = { ...signed.agentOptions, ...certificates };
	return Object.assign(signed, takeSignal(options));
}

/** Returns the stored token, or an empty text if the way has none. @throws SignInNeeded */
function tokenFor(connection: Connection, credentials: ICredentialDataDecryptedObject): string {
	if (!hasToken(connection)) return '';
	const session = readStoredSession(credentials);
	if (session?.identity === identityOf(connection)) return session.token;
	throw new SignInNeeded('The stored token belongs to another address, project or account');
}

/** Adds the signature; a project that the request names stays, however its name is spelled. */
function addSignature(signed: IHttpRequestOptions, url: URL, signature: Signature): void {
	const query = { ...signature.query };
	const hasProject =
		url.searchParams.has(PROJECT_PARAMETER) || signed.qs?.[PROJECT_PARAMETER] !== undefined;
	if (hasProject) delete query[PROJECT_PARAMETER];
	const own = { ...signature.headers };
	const others = Object.entries(signed.headers ?? {});
	if (others.some(([name]) => name.toLowerCase() === PROJECT_HEADER)) delete own[PROJECT_HEADER];
	const kept = others.filter(([name]) => !(name.toLowerCase() in own));
	signed.qs = { ...signed.qs, ...query };
	signed.headers = { ...Object.fromEntries(kept), ...own };
}

/** Permissions that it lacks count for all requests with its path. */
const PROBE = { path: PROBE_PATH };

/** Sends the cheapest request with the token, and notes what the answer shows. Never throws. */
export async function probe(
	httpRequest: HttpRequest,
	connection: TokenConnection,
	session: Session,
	timeoutMs?: number,
): Promise<Answer> {
	const request = probeRequest(connection.project);
	const own = await askSigned(httpRequest, connection, request, session.token, timeoutMs);
	const answer = asOfToken(own, session);
	const isUnclear = answer.kind === 'refused' && (answer.mayBeSignedOut || answer.isOfPermission);
	const verdict = verdictOn(answer, session);
	if (verdict === 'accepted' && !isUnclear) noteUse(session, PROBE);
	return answer;
}

/** A gateway may refuse a single request, so only a second refusal shows that a token has ended. */
async function askTwice(
	ask: (session: Session) => Promise<Answer>,
	session: Session,
): Promise<Answer> {
	const answer = await ask(session);
	return verdictOn(answer, session) === 'refused' ? await ask(session) : answer;
}

/**
 * n8n calls this if the stored token is empty, if a request with it failed, and in every credential
 * test. It logs in only if no token can be valid: a failure need not be about the sign-in, and
 * every unnecessary login may end a colleague's browser session (docs/service.md, "Tokens"). An
 * empty object means that nothing changes.
 */
export async function prepareSession(
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const connection = readConnection(credentials);
	const use = credentialUses.get(credentials);
	if (use === 'testing') credentialUses.set(credentials, 'tested');

	if (!hasToken(connection)) {
		const ask: SendSigned = async (request) => await askSigned(httpRequest, connection, request);
		if (use === 'testing') await wayOf(connection).test?.(ask, connection);
		return {};
	}

	const marks = readMarksToStore(credentials);
	if (marks) return toMarkFields(marks, credentials.accessToken);

	const identity = identityOf(connection);
	const stored = readStoredSession(credentials);
	const isOwn = stored?.identity === identity;
	// n8n signs in before it says for whom, and only 'Test' signs in during a pause.
	if (use === undefined && (isOwn || pauseOf(identity))) return {};
	// The credential may have had this account before it had another one.
	const known = isOwn ? stored : stored && newestSession(identity);
	const send = async (session: Session) => await probe(httpRequest, connection, session);
	const isTest = use === 'testing';
	const ask = async (session: Session, before?: Answer) => {
		// Before a login outside the test, another request was refused.
		const answer = isTest && !before ? await askTwice(send, session) : await send(session);
		const isRefused = verdictOn(answer, session) === 'refused';
		if (before) noteIfUseless(answer, session, before, PROBE);
		else if (isRefused) noteRefused(session);
		return { answer, isRefused };
	};
	const check = (answer: Answer) => {
		if (!isTest) return;
		assertSignedIn(answer, connection, (failure) =>
			wayOf(connection).explainRefusal(failure, connection, false),
		);
	};
	let refusal: Answer | undefined;
	if (known) {
		const { answer, isRefused } = await ask(known);
		if (!isRefused) {
			check(answer);
			return isOwn ? {} : toStore(credentials, known);
		}
		refusal = answer;
	}
	const ordered = readRenewalOrder(credentials);
	const { newSince, refusedToken = known?.token } = ordered;
	const refused = withoutPermission(refusal, PROBE);
	const obtain = async (token?: string) =>
		await obtainSession(
			{ identity, newSince, isTest, refusedToken: token, request: refused },
			async () => {
				const session = await signIn(httpRequest, connection);
				await marked(identity);
				return session;
			},
		);
	const before = newestSession(identity);
	let session = await obtain(refusedToken);
	// It may have ended, too; the node finds that out in turn with other processes.
	const isDoubtful = session === before && ordered.refusedToken === undefined;
	if (isTest || isDoubtful || refused) {
		let asked = await ask(session, session === before ? undefined : refusal);
		// This process knew it, and it has ended.
		if (asked.isRefused && session === before) {
			session = await obtain(session.token);
			asked = await ask(session, asked.answer);
		}
		check(asked.answer);
	}
	return toStore(credentials, session);
}

function toStore(credentials: object, session: Session): IDataObject {
	storing.add(credentials);
	return toStoredFields(session);
}

type OtherSession =
	| { session: Session; hasSignedIn: boolean; fault?: undefined }
	| { session?: undefined; hasSignedIn: false; fault: SignInError };

/**
 * Returns a session of another account, kept in memory as long as the service accepts it.
 * @param ask sends the probe of a token
 */
export async function sessionOfOtherAccount(
	httpRequest: HttpRequest,
	connection: TokenConnection,
	newSince: number | undefined,
	ask: (known: Session) => Promise<Answer>,
): Promise<OtherSession> {
	const identity = identityOf(connection);
	const known = newestSession(identity);
	let refusal: Answer | undefined;
	if (known && newSince === undefined) {
		const answer = await askTwice(ask, known);
		const verdict = verdictOn(answer, known);
		if (verdict === 'accepted') return { session: known, hasSignedIn: false };
		if (verdict === undefined) {
			const failure = asForeign(answer as Failure);
			const fault = new SignInError(explainNoAnswer(failure, connection.baseUrl), failure);
			return { hasSignedIn: false, fault };
		}
		noteRefused(known);
		refusal = answer;
	}
	const refused = withoutPermission(refusal, PROBE);
	// A login may not help, and the token may be valid for other requests.
	if (known && !mayHaveEnded(known) && pauseOf(identity, refused)?.isOfRequest)
		return { session: known, hasSignedIn: false };
	try {
		const session = await obtainSession(
			{ identity, newSince, refusedToken: known?.token, request: refused },
			async () => await signIn(httpRequest, connection),
		);
		if (refusal && refused) noteIfUseless(await ask(session), session, refusal, refused);
		return { session, hasSignedIn: true };
	} catch (error) {
		return { hasSignedIn: false, fault: error as SignInError };
	}
}
