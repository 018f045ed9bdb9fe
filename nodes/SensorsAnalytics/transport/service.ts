import { createHash } from 'crypto';

import {
	type IN8nHttpFullResponse,
	type NodeApiError,
	OperationalError,
	UserError,
} from 'n8n-workflow';

import {
	type Answer,
	type Failure,
	mayBeDone,
	readNetworkFault,
} from '../../../credentials/http/answer';
import type { ResponseLimits } from '../../../credentials/http/body';
import { noteSent, redactorOf } from '../../../credentials/http/redact';
import {
	type HttpRequest,
	RequestEnd,
	type ServiceRequest,
	toHttpOptions,
	withOwnEnd,
} from '../../../credentials/http/request';
import { inSlices } from '../../../credentials/http/slices';
import {
	asOfToken,
	isUnused,
	newestSession,
	noteEnd,
	noteIfUseless,
	noteUse,
	pauseOf,
	verdictOn,
	waitingError,
	withoutPermission,
} from '../../../credentials/login';
import { keepNewest } from '../../../credentials/process';
import {
	detailSteps,
	identityOf,
	readStoredSession,
	type Session,
	withRenewalOrder,
} from '../../../credentials/session';
import { isUnstored, probe, sessionOfOtherAccount, signingFaults } from '../../../credentials/sign';
import { readUsage, type Usage } from '../../../credentials/ways/way';
import {
	type Connection,
	hasToken,
	readConnection,
	secretOf,
	type TokenConnection,
} from '../../../credentials/ways/index';
import {
	cancelSignalOf,
	CREDENTIAL_TYPE,
	type Credentials,
	isTool,
	requestWith,
	secretsOf,
	type ServiceContext,
} from './context';
import { answerError, findSignInFault, itemError, signInError, unstoredError } from './errors';
import { assertGroupsKept, assertNotLeftOut } from './leftOut';
import { inTurn, Pace, unlessAborted, wait, waitBeforeRetry } from './queue';
import type { ServiceSettings } from './settings';
import { Renewals, withoutDoubt } from './renewal';
import { type Bytes, type Intake, WHOLE } from './stream';

const NO_SUCH_ADDRESS = [404, 405];

/**
 * Whether the service may have no such address: it sends wrong paths to its sign-in page
 * (docs/service.md, "Address"). A refused token is none of that.
 */
function hasNoAddress(
	{ kind, status = 0, isPage = false }: Failure,
	connection: Connection,
): boolean {
	if (kind === 'notSignedIn' && hasToken(connection)) return false;
	const isElsewhere = isPage ? status < 400 : status >= 300 && status < 400;
	return NO_SUCH_ADDRESS.includes(status) || isElsewhere;
}

/** A refused token is replaced twice at most: by another process's, and by one from a login. */
const MAX_RESENDS = 2;
const LONGEST_OPTIONAL_MS = 60_000;
/** Credentials of this many items are kept, far more than items are processed concurrently. */
const MOST_CREDENTIALS = 100;

export interface Opened {
	bytes: Bytes;
	charset?: string;
	limits: ResponseLimits;
	secrets: readonly string[];
	/** Returns the item's error for what comes instead of the rest. */
	fault(failure: Failure): NodeApiError;
	/** Returns the item's error for a fault of this process while it reads the answer. */
	itemFault(error: unknown): Error;
}

/** What decides how often a request is repeated. */
type Repeated = Pick<ServiceRequest, 'isOptional' | 'startsWork'>;

interface Exchange {
	answer: Answer;
	connection: Connection;
	/** undefined if the way to authenticate has no token. */
	session?: Session;
	/** Whether the request needed a login. */
	hasSignedIn: boolean;
	/** Whether the first answer refused the token. */
	isResend: boolean;
}

/** Everything of a credential but its token. */
const connectionText = (stored: Credentials) => JSON.stringify(readConnection(stored));

/** n8n accepts a compressed answer that ends too early: rows would be missing without notice. */
const UNCOMPRESSED = { 'Accept-Encoding': 'identity' };

/** The service for one run of the node: every request of the node uses this class. */
export class Service {
	private readonly pace: Pace;
	private answers = 0;
	private readonly startedAt = Date.now();
	/** Settings of items whose timeout or retries aren't those of the run. */
	private readonly ofItems = new Map<number, ServiceSettings>();
	private readonly kept = new Map<string, Promise<unknown>>();
	private readonly credentials = new Map<number, { stored: Credentials; isUsed: boolean }>();
	private readonly request: HttpRequest = async (options) =>
		await this.context.helpers.httpRequest(options);

	constructor(
		private readonly context: ServiceContext,
		readonly settings: ServiceSettings,
		/** Ends all requests of a poll, for which n8n has no signal. */
		readonly ends?: AbortSignal,
	) {
		this.pace = new Pace(settings.requestsPerSecond);
	}

	/** Applies the item's own timeout and retries; its pace is that of the run. */
	applySettings(itemIndex: number, { timeoutMs, retries }: ServiceSettings): void {
		const { settings } = this;
		if (timeoutMs !== settings.timeoutMs || retries !== settings.retries)
			this.ofItems.set(itemIndex, { ...settings, timeoutMs, retries });
	}

	private settingsOf(itemIndex: number, { isOptional }: Repeated): ServiceSettings {
		const own = this.ofItems.get(itemIndex) ?? this.settings;
		const timeoutMs = Math.min(own.timeoutMs, LONGEST_OPTIONAL_MS);
		return isOptional ? { ...own, timeoutMs, retries: Math.min(own.retries, 1) } : own;
	}

	get hasAnswered(): boolean {
		return this.answers > 0;
	}

	async usageOf(itemIndex: number): Promise<Usage> {
		return readUsage(await this.knownCredential(itemIndex));
	}

	get isTool(): boolean {
		return isTool(this.context);
	}

	async connectionOf(itemIndex: number): Promise<Connection> {
		return readConnection(await this.knownCredential(itemIndex));
	}

	/** Returns the JSON of an answer; NodeApiErrors contain no secret. */
	async call(itemIndex: number, request: ServiceRequest): Promise<unknown> {
		const { elsewhere, ...own } = request;
		const { answer, connection, isResend } = await this.exchange(itemIndex, own);
		if (answer.kind === 'success') {
			assertGroupsKept(answer.body, (await this.usageOf(itemIndex)).leftOut);
			return answer.body;
		}
		if (elsewhere && hasNoAddress(answer, connection)) return await this.call(itemIndex, elsewhere);
		const isDoubtful = request.startsWork === true && mayBeDone(answer);
		throw this.fault(itemIndex, answer, connection, isResend, isDoubtful);
	}

	/** The key depends on the credential and the properties left out, and reveals no secret. */
	async keyOf(itemIndex: number, requested: object): Promise<string> {
		const stored = await this.readCredential(itemIndex);
		const key = JSON.stringify([connectionText(stored), [...readUsage(stored).leftOut], requested]);
		return createHash('sha256').update(key).digest('hex');
	}

	/** Does what call does, once per run, for lists, which don't change during it. */
	async callOnce(itemIndex: number, request: ServiceRequest): Promise<unknown> {
		const key = await this.keyOf(itemIndex, request);
		const call = async () =>
			await this.call(itemIndex, request).catch((error: unknown) => {
				this.kept.delete(key);
				throw error;
			});
		return await this.once(key, call);
	}

	/** Does the work once per run for all items with this key; all have its fault if it fails. */
	async once<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		const done = this.kept.get(key) ?? work();
		this.kept.set(key, done);
		return (await done) as Result;
	}

	/** Does what call does for a long text answer, without holding all of it (longAnswers.ts). */
	async open(itemIndex: number, request: ServiceRequest, intake: Intake): Promise<Opened> {
		const headers = { ...request.headers, ...UNCOMPRESSED };
		const { answer, connection, session, isResend } = await this.exchange(
			itemIndex,
			{ ...request, headers },
			{},
			intake,
		);
		// The SQL may select a column of that name.
		const mayBeRow = /\berror\b/i.test(JSON.stringify(request.form ?? {}));
		const fault = (failure: Failure, isSecond = false) =>
			this.fault(
				itemIndex,
				{ ...failure, isLine: failure.isLine && mayBeRow },
				connection,
				isSecond,
			);
		if (answer.kind !== 'success') throw fault(answer, isResend);
		return {
			bytes: answer.body as Bytes,
			charset: answer.charset,
			limits: intake.limits(this.settingsOf(itemIndex, request).timeoutMs),
			secrets: [session?.token ?? '', secretOf(connection)],
			fault,
			itemFault: (error) => itemError(this.context.getNode(), itemIndex, error),
		};
	}

	private fault(
		itemIndex: number,
		failure: Failure,
		connection: Connection,
		isResend: boolean,
		isDoubtful = false,
	): NodeApiError {
		const how = { isResend, isDoubtful };
		return answerError(this.context.getNode(), itemIndex, failure, connection, how);
	}

	/**
	 * Sends one request with the item's credential, and repeats it after temporary faults. A refused
	 * token is replaced by one that another process has stored, or else by one login; then the
	 * request is sent once more.
	 */
	async exchange(
		itemIndex: number,
		request: ServiceRequest,
		{ isNewTokenRequested = false } = {},
		intake = WHOLE,
	): Promise<Exchange> {
		const stored = await this.unusedCredential(itemIndex);
		assertNotLeftOut(request, readUsage(stored).leftOut);
		const connection = readConnection(stored);
		let known = readStoredSession(stored)?.token;
		const send = async (signed: Credentials) =>
			await this.sendPatiently(
				itemIndex,
				connection,
				request,
				async (ms) => await this.send(itemIndex, signed, connection, request, intake, ms),
			);
		let credentials = isNewTokenRequested ? withRenewalOrder(stored, this.startedAt) : stored;
		let answer = await send(credentials);
		let refusal: Answer | undefined;
		if (!hasToken(connection)) {
			// Without a token, such words are about the query, or the secret.
			if (answer.kind === 'notSignedIn' && answer.mayBeOfQuery) answer.kind = 'refused';
			return { answer, connection, hasSignedIn: false, isResend: false };
		}

		const read = async () => await this.readCredential(itemIndex, true);
		const identity = identityOf(connection);
		const renewals = new Renewals(this.context, identity, read);
		const { cancelled } = this;
		const { isOptional } = request;
		const ask = async (used: Session) =>
			await this.probe(itemIndex, connection, used, { isOptional });
		let resends = 0;
		for (let isLast = false; resends < MAX_RESENDS && !isLast; resends++) {
			const used = readStoredSession(credentials);
			const resend = async () => await send(credentials);
			answer = await withoutDoubt(answer, used, ask, resend);
			if (verdictOn(answer, used) !== 'refused') break;
			refusal = answer;
			if (used) noteEnd(used);
			let pause = pauseOf(identity, withoutPermission(answer, request));
			// Another process may have got a token.
			if (pause && readStoredSession(await read())?.token !== used?.token) pause = undefined;
			if (pause?.refusal || pause?.isOfEarlyEnds)
				throw signInError(this.context.getNode(), itemIndex, waitingError(pause));
			if (pause?.isOfRequest) answer = { ...(answer as Failure), kind: 'refused' };
			if (pause) return { answer, connection, hasSignedIn: false, isResend: true };
			const refused = used?.token ?? '';
			const renewed = await renewals.after(refused, cancelled);
			if (renewed === undefined) break;
			credentials = renewed.credentials;
			if (renewed.isReplaced) known = readStoredSession(credentials)?.token;
			const before = newestSession(identity)?.token;
			answer = renewed.isReplaced
				? await send(credentials)
				: await this.renew(send, credentials, renewals, refused);
			const got = readStoredSession(credentials);
			// A token that this process got for another credential may have ended, too.
			const isNew = got === undefined || got.token !== before || isUnused(got);
			isLast = !renewed.isReplaced && isNew;
		}
		const session = readStoredSession(credentials);
		const hasSignedIn = session !== undefined && session.token !== known;
		if (hasSignedIn && refusal) noteIfUseless(answer, session, refusal, request);
		// A new token has not ended.
		if (hasSignedIn && answer.kind === 'refused') {
			answer.mayBeSignedOut = false;
			answer.isOfPermission = false;
		}
		return { answer, connection, session, hasSignedIn, isResend: resends > 0 };
	}

	/** Sends a request that logs in first; if that fails, removes the marks for other processes. */
	private async renew(
		send: (signed: Credentials) => Promise<Answer>,
		ordered: Credentials,
		renewals: Renewals,
		refused: string,
	): Promise<Answer> {
		try {
			return await send(ordered);
		} finally {
			if (readStoredSession(ordered) === undefined) await renewals.giveUp(refused);
		}
	}

	async sessionOf(
		itemIndex: number,
		account: TokenConnection,
		isNewTokenRequested: boolean,
	): Promise<{ session: Session; hasSignedIn: boolean }> {
		const stored = await this.knownCredential(itemIndex);
		const connection = readConnection(stored);
		const { session, fault, hasSignedIn } = await unlessAborted(
			this.cancelled,
			async () =>
				await sessionOfOtherAccount(
					this.request,
					account,
					isNewTokenRequested ? this.startedAt : undefined,
					async (known) => await this.probe(itemIndex, account, known),
				),
		);
		if (session) {
			this.answers++;
			// The server may also know the secret of the credential.
			const own = redactorOf(secretsOf(stored, connection));
			if (redactorOf([secretOf(connection)]).data(session.token) !== session.token)
				throw new OperationalError("The sign-in response doesn't contain a token of the account");
			const details = await inSlices(detailSteps(session.details, own.isClean));
			return { session: { ...session, details }, hasSignedIn };
		}
		throw signInError(this.context.getNode(), itemIndex, fault);
	}

	/** Sends the probe of a token like other requests. Never throws. */
	private async probe(
		itemIndex: number,
		connection: TokenConnection,
		session: Session,
		how: Repeated = {},
	): Promise<Answer> {
		const ask: HttpRequest = async (options) => {
			const signals = [options.abortSignal as AbortSignal | undefined, this.cancelled];
			const abortSignal = AbortSignal.any(signals.filter((signal) => signal !== undefined));
			return await this.request({ ...options, abortSignal });
		};
		const send = async (ms: number) =>
			await unlessAborted(this.cancelled, async () => await probe(ask, connection, session, ms));
		// An answer that comes after Stop is none, so that no login follows it.
		return await this.sendPatiently(
			itemIndex,
			connection,
			how,
			async (ms) => await send(ms).catch(readNetworkFault),
		);
	}

	/** @param send gets the timeout of an attempt, milliseconds */
	private async sendPatiently(
		itemIndex: number,
		connection: Connection,
		request: Repeated,
		send: (timeoutMs: number) => Promise<Answer>,
	): Promise<Answer> {
		const { cancelled } = this;
		const settings = this.settingsOf(itemIndex, request);
		let { timeoutMs } = settings;
		for (let attempt = 0; ; attempt++) {
			let sentAt = Date.now();
			const answer = await inTurn(connection, settings, this.pace, cancelled, async () => {
				sentAt = Date.now();
				return await send(timeoutMs);
			});
			if (answer.kind === 'success') return answer;
			const isFinal = cancelled?.aborted || (request.startsWork && mayBeDone(answer));
			const pause = isFinal ? undefined : waitBeforeRetry(answer, attempt, settings.retries);
			// Both attempts of an optional request share its timeout.
			if (request.isOptional) timeoutMs -= Date.now() - sentAt + (pause ?? 0);
			if (pause === undefined || timeoutMs <= 0) return answer;
			await wait(pause, cancelled);
			if (cancelled?.aborted) return answer;
		}
	}

	/** Sends a request. n8n updates `credentials` if it gets a new session first. */
	private async send(
		itemIndex: number,
		credentials: Credentials,
		connection: Connection,
		request: ServiceRequest,
		intake: Intake,
		timeoutMs: number,
	): Promise<Answer> {
		const limits = intake.limits(timeoutMs);
		const end = new RequestEnd(limits, this.ends);
		try {
			const options = { ...toHttpOptions(request), timeout: timeoutMs };
			// A login may serve other executions as well, so this one only stops waiting for it.
			const { statusCode, headers, body } = await unlessAborted(
				this.cancelled,
				async () =>
					(await end.response(
						requestWith(this.context, credentials, withOwnEnd(options, end)),
					)) as IN8nHttpFullResponse,
			);
			this.answers++;
			const reply = { status: statusCode, headers, body, cancel: end.cancel };
			const secrets = secretsOf(credentials, connection);
			noteSent(secrets, connection.baseUrl);
			const answer = await intake.read(reply, limits, secrets);
			const session = readStoredSession(credentials);
			if (answer.kind === 'success' && session) noteUse(session, request);
			return asOfToken(answer, session);
		} catch (error) {
			const fault = findSignInFault(error, signingFaults.get(credentials));
			const isOfStore = isUnstored(credentials) && this.cancelled?.aborted !== true;
			if (fault === undefined && isOfStore) throw unstoredError(this.context.getNode(), itemIndex);
			if (fault === undefined) return readNetworkFault(error);
			if (fault.failure && !fault.isRefusal) return fault.failure;
			throw signInError(this.context.getNode(), itemIndex, fault);
		}
	}

	private get cancelled(): AbortSignal | undefined {
		return this.ends ?? cancelSignalOf(this.context);
	}

	/** n8n would query its database each time, and only the session changes during an item. */
	private async knownCredential(itemIndex: number): Promise<Credentials> {
		return this.credentials.get(itemIndex)?.stored ?? (await this.readCredential(itemIndex));
	}

	/** The first request uses the reading that planned it; the session may change afterwards. */
	private async unusedCredential(itemIndex: number): Promise<Credentials> {
		const known = this.credentials.get(itemIndex);
		if (!known || known.isUsed) return await this.readCredential(itemIndex, true);
		known.isUsed = true;
		return known.stored;
	}

	private async readCredential(itemIndex: number, isUsed = false): Promise<Credentials> {
		const stored = await this.context.getCredentials<Credentials>(CREDENTIAL_TYPE, itemIndex);
		const before = this.credentials.get(itemIndex)?.stored;
		// Numbers of two projects or accounts would be in one report.
		if (before && connectionText(before) !== connectionText(stored)) {
			throw new UserError('The credential was changed while the node used it. Run the node again');
		}
		keepNewest(this.credentials, itemIndex, { stored, isUsed }, MOST_CREDENTIALS);
		return stored;
	}
}
