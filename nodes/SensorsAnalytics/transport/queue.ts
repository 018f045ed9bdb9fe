import { sleep } from 'n8n-workflow';

import type { Answer, Failure } from '../../../credentials/http/answer';
import { isByteStream } from '../../../credentials/http/body';
import { betweenPieces } from '../../../credentials/http/slices';
import { type Connection, wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import { MAX_AT_ONCE, PUBLISHED_REQUESTS_PER_SECOND, type ServiceSettings } from './settings';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** A wait that the service asks for is honoured up to here; beyond it a person should know. */
const MAX_REQUESTED_WAIT_MS = 120_000;

/**
 * Milliseconds to wait before a request is sent again, or undefined if it should not be. Waits
 * double, with some chance in them so that many runs do not come back at the same moment; they
 * are never shorter than what the service asks for with Retry-After.
 * @param attempt 0 after the first request
 * @param chance from 0 to 1
 */
export function waitBeforeRetry(
	failure: Failure,
	attempt: number,
	retries: number,
	chance = Math.random(),
): number | undefined {
	if (attempt >= retries || !isTemporary(failure)) return undefined;
	const requestedMs = failure.retryAfterMs ?? 0;
	if (requestedMs > MAX_REQUESTED_WAIT_MS) return undefined;
	const growing = Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS) * (0.75 + chance / 2);
	return Math.max(requestedMs, Math.round(growing));
}

/** Faults before there was a connection. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
const DECLINED = ['throttled', 'refused', 'notSignedIn', 'notThisService'];

/**
 * Whether a request that failed has certainly started nothing: it was declined, or never sent.
 * After any other fault the service may be at work.
 */
export function hasStartedNothing({ kind, code = '' }: Failure): boolean {
	return DECLINED.includes(kind) || (kind === 'unreachable' && NEVER_SENT.has(code));
}

function isTemporary(failure: Failure): boolean {
	return (
		failure.kind === 'throttled' ||
		failure.kind === 'temporary' ||
		(failure.kind === 'unreachable' && failure.transient === true)
	);
}

const SLICE_MS = 200;

/** Waits, or until the execution is cancelled (noticed within a fifth of a second). */
export async function wait(ms: number, cancelled: AbortSignal | undefined): Promise<void> {
	for (let left = ms; left > 0 && !cancelled?.aborted; left -= SLICE_MS) {
		await sleep(Math.min(left, SLICE_MS));
	}
}

/** In the words of what sends requests. */
class Canceled extends Error {
	readonly code = 'ERR_CANCELED';
}

/**
 * What the work gives; or the error as soon as the signal is aborted, whatever hangs. Nothing
 * begins after that.
 */
export async function unlessAborted<Result>(
	signal: AbortSignal | undefined,
	work: () => Promise<Result>,
	error: () => Error = () => new Canceled(),
): Promise<Result> {
	if (signal === undefined) return await work();
	if (signal.aborted) throw error();
	let end = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		end = () => reject(error());
		signal.addEventListener('abort', end, { once: true });
	});
	try {
		return await Promise.race([work(), aborted]);
	} finally {
		signal.removeEventListener('abort', end);
	}
}

const SECOND_MS = 1000;
/** No run keeps others from starting for longer. */
const COMMON_GAP_MS = SECOND_MS / PUBLISHED_REQUESTS_PER_SECOND;

/** What tells the time, and waits. */
export interface QueueClock {
	now(): number;
	wait(ms: number, cancelled: AbortSignal | undefined): Promise<void>;
}

/** A request that wants to start. */
interface Waiting {
	gapMs: number;
	cancelled?: AbortSignal;
	/** Whether it waits no longer. */
	hasLeft: boolean;
	start(leave: () => void): void;
}

/**
 * Requests of all runs of this process to one host: so many at once at most, and apart from each
 * other. Runs take turns, one request each, so that a run with many does not keep others waiting.
 * A gap that is longer than the common one is kept to runs whose gap is as long or longer: a slow
 * run holds up no other one.
 */
export class HostQueue {
	private active = 0;
	private lastStart = Number.NEGATIVE_INFINITY;
	/** Of runs with a longer gap than the common one: by gap, the last start. */
	private readonly slowStarts = new Map<number, number>();
	private isServing = false;
	/** Ends the time in which none of those that wait may start. */
	private wake = new AbortController();
	/** By run, in the order of their turns. */
	private readonly waiting = new Map<object, Waiting[]>();

	constructor(
		private readonly atOnce: number,
		private readonly clock: QueueClock = { now: () => Date.now(), wait },
	) {}

	/** Whether nobody asks or waits here. */
	get isIdle(): boolean {
		return this.active === 0 && this.waiting.size === 0;
	}

	/**
	 * Resolves when the request may start, or at once when its execution is cancelled.
	 * @param run whose turn it takes
	 * @param gapMs from the start before it to its own, at least; up to the common one of any run
	 * @returns to be called when the request has ended; more than once does no harm
	 */
	async enter(run: object, gapMs: number, cancelled?: AbortSignal): Promise<() => void> {
		if (cancelled?.aborted) return () => undefined;
		return await new Promise((resolve) => {
			const entry: Waiting = {
				gapMs,
				cancelled,
				hasLeft: false,
				start: (leave) => {
					cancelled?.removeEventListener('abort', giveUp);
					resolve(leave);
				},
			};
			const giveUp = () => {
				this.remove(run, entry);
				entry.start(() => undefined);
			};
			cancelled?.addEventListener('abort', giveUp);
			const own = this.waiting.get(run);
			if (own) own.push(entry);
			else this.waiting.set(run, [entry]);
			this.wake.abort();
			void this.serve();
		});
	}

	/** Lets start whoever may: one after another, as the first in turn may have to wait. */
	private async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		while (this.active < this.atOnce) {
			const now = this.now();
			const first = this.first(now);
			if (first === undefined) break;
			const { run, entry, pause } = first;
			if (pause > 0) {
				this.wake = new AbortController();
				await this.clock.wait(pause, this.wake.signal);
				continue;
			}
			const common = Math.min(entry.gapMs, COMMON_GAP_MS) - (now - this.lastStart);
			if (common > 0) await this.clock.wait(common, entry.cancelled);
			if (entry.hasLeft) continue;
			this.remove(run, entry);
			this.passTurn(run);
			this.lastStart = this.now();
			if (entry.gapMs > COMMON_GAP_MS) this.slowStarts.set(entry.gapMs, this.lastStart);
			this.active++;
			entry.start(this.leaveOnce());
		}
		this.isServing = false;
	}

	/** The first in turn of those that may start soonest, but for the common gap. */
	private first(now: number): { run: object; entry: Waiting; pause: number } | undefined {
		for (const [gap, start] of this.slowStarts) if (start + gap <= now) this.slowStarts.delete(gap);
		let first: { run: object; entry: Waiting; pause: number } | undefined;
		for (const [run, [entry]] of this.waiting) {
			if (entry === undefined) continue;
			let pause = 0;
			for (const [gap, start] of this.slowStarts)
				if (gap >= entry.gapMs && entry.gapMs > COMMON_GAP_MS)
					pause = Math.max(pause, start + entry.gapMs - now);
			if (first === undefined || pause < first.pause) first = { run, entry, pause };
			if (pause === 0) break;
		}
		return first;
	}

	/** A clock that was set back must not make anybody wait for the old time. */
	private now(): number {
		const now = this.clock.now();
		this.lastStart = Math.min(this.lastStart, now);
		for (const [gap, start] of this.slowStarts) this.slowStarts.set(gap, Math.min(start, now));
		return now;
	}

	private remove(run: object, entry: Waiting): void {
		entry.hasLeft = true;
		const rest = (this.waiting.get(run) ?? []).filter((other) => other !== entry);
		if (rest.length > 0) this.waiting.set(run, rest);
		else this.waiting.delete(run);
		this.wake.abort();
	}

	/** The next request of the run comes behind one of each other run. */
	private passTurn(run: object): void {
		const rest = this.waiting.get(run);
		if (rest === undefined) return;
		this.waiting.delete(run);
		this.waiting.set(run, rest);
	}

	private leaveOnce(): () => void {
		let hasLeft = false;
		return () => {
			if (hasLeft) return;
			hasLeft = true;
			this.active--;
			void this.serve();
		};
	}
}

const MAX_KEPT = 200;
/** Whether the requests per second are counted for all runs together. */
const IS_PACED_TOGETHER: Record<Generation, boolean> = { legacy: false, openapi: true };
const queues = new Map<string, HostQueue>();

/**
 * A request in its turn (docs/service.md, "Limits"). So many at once are for all runs of this
 * process and one host together. So many per second are, too, for the OpenAPI; for the API under
 * `/api/` each run has its own pace.
 * @param pace of the run
 * @param send its answer may be a stream: the request then ends with it
 */
export async function inTurn(
	connection: Connection,
	{ keyRequestsPerSecond: perSecond }: ServiceSettings,
	pace: Pace,
	cancelled: AbortSignal | undefined,
	send: () => Promise<Answer>,
): Promise<Answer> {
	const isPacedHere = IS_PACED_TOGETHER[wayOf(connection).generation];
	if (!isPacedHere) await pace.turn(cancelled);
	const gapMs = isPacedHere && perSecond > 0 ? SECOND_MS / perSecond : 0;
	const leave = await queueOf(connection).enter(pace, gapMs, cancelled);
	let answer: Answer | undefined;
	try {
		answer = await send();
		return answer;
	} finally {
		const body = answer?.kind === 'success' ? answer.body : undefined;
		// Its limits end a stream in any case: see guard.
		if (isByteStream(body) && body.closed !== true) body.on('close', leave);
		else leave();
	}
}

/** The generations have limits of their own. */
function queueOf(connection: Connection): HostQueue {
	const key = `${wayOf(connection).generation} ${new URL(connection.baseUrl).host}`;
	const known = queues.get(key);
	if (known) return known;
	for (const [other, queue] of queues) {
		if (queues.size < MAX_KEPT) break;
		if (queue.isIdle) queues.delete(other);
	}
	const queue = new HostQueue(MAX_AT_ONCE);
	queues.set(key, queue);
	return queue;
}

/** Lets requests start one after the other, so many per second at most. */
export class Pace {
	private nextStart = 0;

	/** @param requestsPerSecond 0 = no limit */
	constructor(private readonly requestsPerSecond: number) {}

	/** Resolves when the next request may start. */
	async turn(cancelled: AbortSignal | undefined): Promise<void> {
		if (this.requestsPerSecond <= 0) return;
		const gap = SECOND_MS / this.requestsPerSecond;
		const now = Date.now();
		// A clock that was set back must not make anybody wait for the old time.
		if (this.nextStart - now > gap * MAX_QUEUE) this.nextStart = now;
		const start = Math.max(now, this.nextStart);
		this.nextStart = start + gap;
		if (start > now) await wait(start - now, cancelled);
	}
}

// No more requests than this can wait for their turn: items side by side, and their retries.
const MAX_QUEUE = 20;

/**
 * Works on all indexes, some side by side, and gives the results in their order. The first one
 * that makes a request goes alone: a login that it may need then serves all.
 * @param isWarm whether a request has been answered yet
 * @param rest lets others have their turn: what is refused before it asks waits for no network
 * @throws the failure of the lowest index, after those under way have ended; no new ones start
 */
export async function runSideBySide<Result>(
	count: number,
	atOnce: number,
	work: (index: number) => Promise<Result>,
	isWarm: () => boolean,
	rest = betweenPieces(),
): Promise<Result[]> {
	const results = new Array<Result>(count);
	const failures = new Map<number, unknown>();
	let next = 0;
	const takeOne = async () => {
		const index = next++;
		try {
			results[index] = await work(index);
		} catch (error) {
			failures.set(index, error);
		}
		await rest();
	};
	const isOver = () => next >= count || failures.size > 0;

	while (!isOver() && !isWarm()) await takeOne();
	const lane = async () => {
		while (!isOver()) await takeOne();
	};
	await Promise.all(Array.from({ length: Math.max(1, atOnce) }, lane));
	const [first] = [...failures.keys()].sort((a, b) => a - b);
	if (first !== undefined) throw failures.get(first);
	return results;
}
