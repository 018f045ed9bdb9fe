/**
 * Who of several processes renews a token that all of them share: docs/tokens.md. Nothing but the
 * stored credential joins them, of which the last write wins.
 */
import { hasPartIn } from '../../../credentials/session/knownSessions';
import {
	type Mark,
	type Marks,
	readMark,
	THIS_PROCESS,
	writeMark,
} from '../../../credentials/session/marks';
import { readStoredSession } from '../../../credentials/session/session';
import type { Credentials } from './stored';
import { wait } from './wait';

/** The credential as all processes see it. */
export interface SharedCredential {
	read(): Promise<Credentials>;
	/** Whether the marks could be stored. Never throws. */
	mark(credentials: Credentials, marks: Marks): Promise<boolean>;
}

/** A process that has left a mark, and nothing else for so long, is taken for dead. */
const DEAD_AFTER_MS = 10_000;
/** Nobody waits longer for others. */
const MAX_WAIT_MS = 25_000;
/**
 * A claim counts when it still stands so many times later than it took to see that there was none
 * and to write it: whoever saw none either has written by then.
 */
const SETTLE_FACTOR = 3;
const MIN_SETTLE_MS = 50;
const MAX_SETTLE_MS = 3_000;
const FIRST_LOOK_MS = 60;
const MAX_LOOK_MS = 1_000;

const waiting = new Map<string, Promise<void>>();

/**
 * Resolves when a refused token is to be renewed by this process, or another one has replaced it.
 * At once for a token that this process got itself.
 */
export async function turnToRenew(
	identity: string,
	refused: string,
	shared: SharedCredential,
	cancelled?: AbortSignal,
): Promise<void> {
	if (hasPartIn(identity, refused)) return;
	const key = `${identity} ${refused}`;
	let turn = waiting.get(key);
	if (!turn) {
		turn = takeTurn(refused, shared).finally(() => waiting.delete(key));
		waiting.set(key, turn);
	}
	await (cancelled ? Promise.race([turn, abortOf(cancelled)]) : turn);
}

/**
 * One process at a time, as in Fischer's algorithm: see that nobody claims the renewal, claim it,
 * wait until all who saw the same have written, and look whose claim stands.
 * @param pause waits so many milliseconds
 */
export async function takeTurn(
	refused: string,
	shared: SharedCredential,
	{ self = THIS_PROCESS, now = Date.now, pause = pauseFor, chance = Math.random } = {},
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
		// Of two clocks that may differ, whichever runs out first.
		return waited - seen < DEAD_AFTER_MS && now() - at < DEAD_AFTER_MS;
	};

	while (waited < MAX_WAIT_MS) {
		const lookedAt = now();
		const stored = await shared.read();
		if (readStoredSession(stored)?.token !== refused) return;
		const marks = (['accessTokenRenewal', 'accessTokenClaim'] as const)
			.map((field) => readMark(stored, field, refused))
			.filter((mark) => mark !== undefined && isAlive(mark));
		const [first] = marks;
		if (first?.by === self) return;
		if (first === undefined) {
			const claim = writeMark(refused, { by: self, at: now() });
			if (!(await shared.mark(stored, { accessTokenClaim: claim }))) return;
			const took = Math.max(0, now() - lookedAt);
			await rest(Math.min(Math.max(took * SETTLE_FACTOR, MIN_SETTLE_MS), MAX_SETTLE_MS));
		} else {
			await rest(Math.round(look * (0.5 + chance())));
			look = Math.min(look * 1.5, MAX_LOOK_MS);
		}
	}
}

async function pauseFor(ms: number): Promise<void> {
	await wait(ms, undefined);
}

async function abortOf(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		if (signal.aborted) return resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
}
