import type { Answer } from '../../../credentials/http/answer';
import {
	hasReplaced,
	isReplacing,
	isUnused,
	newestSession,
	noteRefusedAtOnce,
	verdictOn,
} from '../../../credentials/login';
import {
	areStored,
	type Mark,
	marked,
	type Marks,
	NO_MARKS,
	noteMarking,
	readMark,
	readStoredSession,
	type Session,
	THIS_PROCESS,
	withMarksToStore,
	withRenewalOrder,
	writeMark,
} from '../../../credentials/session';
import { type Credentials, requestWith, type ServiceContext } from './context';
import { wait } from './queue';

/** Decides which process renews a shared token (docs/tokens.md); the last write wins. */

/** The credential as all processes see it. */
export interface SharedCredential {
	read(): Promise<Credentials>;
	/** Stores marks, and returns whether that succeeded. Never throws. */
	mark(credentials: Credentials, marks: Marks): Promise<boolean>;
}

/** A process that left a mark and nothing else for this long is considered dead. */
const DEAD_AFTER_MS = 10_000;
/** No process waits longer for others. */
const MAX_WAIT_MS = 25_000;
/**
 * A claim counts if it is still stored after a wait. The wait is the time that it took to see no
 * claim and write this one, times this factor: any process that also saw no claim has written by
 * then.
 */
const SETTLE_FACTOR = 3;
const MIN_SETTLE_MS = 50;
const MAX_SETTLE_MS = 3_000;
const FIRST_LOOK_MS = 60;
const MAX_LOOK_MS = 1_000;

const waiting = new Map<string, Promise<void>>();

/** Resolves when this process must renew a refused token, or another one has replaced it. */
export async function turnToRenew(
	identity: string,
	refused: string,
	shared: SharedCredential,
	cancelled?: AbortSignal,
): Promise<void> {
	if (hasReplaced(identity, refused)) return;
	const key = `${identity} ${refused}`;
	let turn = waiting.get(key);
	if (!turn) {
		const isOwn = newestSession(identity)?.token === refused;
		turn = takeTurn(refused, shared, { isOwn })
			// What the execution that began it can't read, each other one tries to read itself.
			.catch(() => undefined)
			.finally(() => waiting.delete(key));
		waiting.set(key, turn);
	}
	await (cancelled ? Promise.race([turn, abortOf(cancelled)]) : turn);
}

/**
 * Lets one process at a time renew, as in Fischer's algorithm: it checks that nobody claims the
 * renewal, claims it, waits until every process that saw no claim has written, and checks whose
 * claim is stored. The process that got the token only checks that no other one renews it.
 * @param isOwn whether this process got the refused token
 * @param pause waits a number of milliseconds
 */
export async function takeTurn(
	refused: string,
	shared: SharedCredential,
	{
		isOwn = false,
		self = THIS_PROCESS,
		now = Date.now,
		pause = async (ms: number) => await wait(ms, undefined),
		chance = Math.random,
	} = {},
): Promise<void> {
	let waited = 0;
	let look = FIRST_LOOK_MS;
	const rest = async (ms: number) => {
		waited += ms;
		await pause(ms);
	};
	const firstSeen = new Map<string, number>();
	const isAlive = ({ by, at }: Mark): boolean => {
		const mark = `${by} ${at}`;
		const seen = firstSeen.get(mark) ?? waited;
		firstSeen.set(mark, seen);
		// The two clocks may differ, so the earlier deadline counts.
		return waited - seen < DEAD_AFTER_MS && now() - at < DEAD_AFTER_MS;
	};

	while (waited < MAX_WAIT_MS) {
		const checkedAt = now();
		const stored = await shared.read();
		if (readStoredSession(stored)?.token !== refused) return;
		const marks = (['accessTokenRenewal', 'accessTokenClaim'] as const)
			.map((field) => readMark(stored, field, refused))
			.filter((mark) => mark !== undefined && isAlive(mark));
		const [first] = marks;
		if (first?.by === self || (isOwn && first === undefined)) return;
		if (first === undefined) {
			const claim = writeMark(refused, { by: self, at: now() });
			if (!(await shared.mark(stored, { accessTokenClaim: claim }))) return;
			const took = Math.max(0, now() - checkedAt);
			await rest(Math.min(Math.max(took * SETTLE_FACTOR, MIN_SETTLE_MS), MAX_SETTLE_MS));
		} else {
			await rest(Math.round(look * (0.5 + chance())));
			look = Math.min(look * 1.5, MAX_LOOK_MS);
		}
	}
}

async function abortOf(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		if (signal.aborted) return resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
}

interface Renewed {
	credentials: Credentials;
	/** Whether another process got the token; otherwise the next request gets it first. */
	isReplaced: boolean;
}

/** Renews the credential of an item, in turn with other processes that share it. */
export class Renewals {
	private readonly shared: SharedCredential;

	constructor(
		private readonly context: ServiceContext,
		private readonly identity: string,
		private readonly read: () => Promise<Credentials>,
	) {
		this.shared = {
			read,
			mark: async (credentials, marks) => await this.store(credentials, marks),
		};
	}

	/** Returns the credential after its token was refused, unless the execution was canceled. */
	async after(refused: string, cancelled?: AbortSignal): Promise<Renewed | undefined> {
		await turnToRenew(this.identity, refused, this.shared, cancelled);
		if (cancelled?.aborted) return undefined;
		const current = await this.read();
		if (![undefined, refused].includes(readStoredSession(current)?.token)) {
			return { credentials: current, isReplaced: true };
		}
		if (!hasReplaced(this.identity, refused)) this.announce(current, refused);
		return { credentials: withRenewalOrder(current, refused), isReplaced: false };
	}

	/**
	 * Removes the marks, so that other processes don't wait for this one. A login that a stopped
	 * execution has left goes on, and its token removes them.
	 */
	async giveUp(refused: string): Promise<void> {
		if (isReplacing(this.identity, refused)) return;
		await marked(this.identity);
		await this.store(await this.read(), NO_MARKS);
	}

	/** Shows other processes that this one is renewing, while it logs in and not earlier. */
	private announce(current: Credentials, refused: string): void {
		const mark = writeMark(refused, { by: THIS_PROCESS, at: Date.now() });
		noteMarking(this.identity, async () => {
			await this.store(current, { accessTokenRenewal: mark });
		});
	}

	/** n8n stores what preAuthentication returns, before a request that is never sent. */
	private async store(credentials: Credentials, marks: Marks): Promise<boolean> {
		const data = withMarksToStore(credentials, marks);
		try {
			await requestWith(this.context, data, { url: '/' });
		} catch {
			// The call always throws; areStored shows whether n8n stored the marks.
		}
		return areStored(data);
	}
}

/**
 * Decides whether an answer refuses the token or only this request, whatever it says. Another
 * request with the same token shows it, at a lower cost than an unnecessary login. If the token is
 * valid, the first request is sent once more, and a second refusal isn't about the token.
 * @param ask sends the other request
 */
export async function withoutDoubt(
	answer: Answer,
	session: Session | undefined,
	ask: (session: Session) => Promise<Answer>,
	resend: () => Promise<Answer>,
): Promise<Answer> {
	if (session === undefined || answer.kind === 'success') return answer;
	if (verdictOn(answer, session) !== 'refused') return answer;
	const isNew = isUnused(session);
	const other = await ask(session);
	const verdict = verdictOn(other, session);
	if (verdict === 'refused') {
		if (isNew) noteRefusedAtOnce(session);
		return answer;
	}
	if (verdict === undefined) {
		const isClear = answer.kind === 'notSignedIn' && !answer.isUnclear && !isNew;
		return isClear ? answer : other;
	}
	const again = await resend();
	return again.kind !== 'success' && verdictOn(again, session) === 'refused'
		? { ...again, kind: 'refused', mayBeSignedOut: false, isOfPermission: false }
		: again;
}
