import { sleep } from 'n8n-workflow';

import type { Answer, Failure } from '../../../credentials/http/answer';
import { isByteStream } from '../../../credentials/http/body';
import { betweenPieces } from '../../../credentials/http/slices';
import { type Connection, wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import { MAX_AT_ONCE, PUBLISHED_REQUESTS_PER_SECOND, type ServiceSettings } from './settings';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** The node honors a wait that the service requests up to this; a longer one is an error. */
const MAX_REQUESTED_WAIT_MS = 120_000;

/**
 * Returns milliseconds, or undefined if the request should not be repeated. Waits double from the
 * first attempt, and are random so that many runs don't return at the same moment, but never
 * shorter than Retry-After.
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

function isTemporary(failure: Failure): boolean {
	return (
		failure.kind === 'throttled' ||
		failure.kind === 'temporary' ||
		(failure.kind === 'unreachable' && failure.transient === true)
	);
}

const SLICE_MS = 200;

/** Waits, but only until the execution is canceled (noticed within 0.2 s). */
export async function wait(ms: number, cancelled: AbortSignal | undefined): Promise<void> {
	for (let left = ms; left > 0 && !cancelled?.aborted; left -= SLICE_MS) {
		await sleep(Math.min(left, SLICE_MS));
	}
}

/** An error with the code that n8n's request helper uses for a canceled request. */
class Canceled extends Error {
	readonly code = 'ERR_CANCELED';
}

/** Throws as soon as the signal is aborted, even if the work hangs. */
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
/** A run may keep others from starting for this long. */
const COMMON_GAP_MS = SECOND_MS / PUBLISHED_REQUESTS_PER_SECOND;

/** A clock and a timer, which tests replace. */
export interface QueueClock {
	now(): number;
	wait(ms: number, cancelled: AbortSignal | undefined): Promise<void>;
}

interface Waiting {
	gapMs: number;
	cancelled?: AbortSignal;
	/** Whether it no longer waits. */
	hasLeft: boolean;
	start(leave: () => void): void;
}

/**
 * Queues the requests of all runs of this process to one host: it limits how many run at the same
 * time, and keeps gaps between their starts. Runs take turns, one request each, so that a run with
 * many does not keep others waiting. A gap longer than the common one applies only among runs with
 * such a gap: a slow run delays no faster one.
 */
export class HostQueue {
	private active = 0;
	private lastStart = Number.NEGATIVE_INFINITY;
	/** Last start by gap, for runs with a gap longer than the common one. */
	private readonly slowStarts = new Map<number, number>();
	private isServing = false;
	/** Ends the pause before the next request may start, while there is one. */
	private wake?: AbortController;
	/** Waiting requests by run, in the order of their turns. */
	private readonly waiting = new Map<object, Waiting[]>();

	constructor(
		private readonly atOnce: number,
		private readonly clock: QueueClock = { now: () => Date.now(), wait },
	) {}

	get isIdle(): boolean {
		return this.active === 0 && this.waiting.size === 0;
	}

	/**
	 * Resolves when the request may start, or at once when its execution is canceled. Only runs
	 * with a longer gap than the common one wait for it. The returned function is called once, at
	 * the end.
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
			this.wake?.abort();
			void this.serve();
		});
	}

	/** Starts requests one after another, because the next one may have to wait. */
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
				this.wake = undefined;
				continue;
			}
			const common = Math.min(entry.gapMs, COMMON_GAP_MS) - (now - this.lastStart);
			if (common > 0) await this.clock.wait(common, entry.cancelled);
			if (entry.hasLeft) continue;
			this.remove(run, entry);
			this.lastStart = this.now();
			if (entry.gapMs > COMMON_GAP_MS) this.slowStarts.set(entry.gapMs, this.lastStart);
			this.active++;
			entry.start(() => {
				this.active--;
				void this.serve();
			});
		}
		this.isServing = false;
	}

	/** Returns the first run in turn among those that may start soonest, ignoring the common gap. */
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

	/** Returns the time. If the clock was set back, nothing must wait until the old time. */
	private now(): number {
		const now = this.clock.now();
		this.lastStart = Math.min(this.lastStart, now);
		for (const [gap, start] of this.slowStarts) this.slowStarts.set(gap, Math.min(start, now));
		return now;
	}

	/** Removes a request, and moves its run to the end, so that each other run gets a turn first. */
	private remove(run: object, entry: Waiting): void {
		entry.hasLeft = true;
		const rest = (this.waiting.get(run) ?? []).filter((other) => other !== entry);
		this.waiting.delete(run);
		if (rest.length > 0) this.waiting.set(run, rest);
		this.wake?.abort();
	}
}

const MAX_KEPT = 200;
/** Whether the requests per second of all runs are limited together. */
const IS_PACED_TOGETHER: Record<Generation, boolean> = { legacy: false, openapi: true };
const queues = new Map<string, HostQueue>();

/**
 * The limit of concurrent requests applies to all runs of this process for one host
 * (docs/service.md, "Limits"). So does the OpenAPI's limit of requests per second; with the API
 * under `/api/`, each run has its own pace. A request whose answer is a stream ends with the
 * stream.
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
		// A stream always ends, because guard applies its limits.
		if (isByteStream(body) && body.closed !== true) body.on('close', leave);
		else leave();
	}
}

/** Each generation of the API has its own limits. */
function queueOf(connection: Connection): HostQueue {
	const key = `${wayOf(connection).generation} ${connection.baseUrl.split('/')[2]}`;
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

/** Spaces out the starts of requests, by a limit of requests per second. */
export class Pace {
	private nextStart = 0;

	/** @param requestsPerSecond 0 = no limit */
	constructor(private readonly requestsPerSecond: number) {}

	async turn(cancelled: AbortSignal | undefined): Promise<void> {
		if (this.requestsPerSecond <= 0) return;
		const gap = SECOND_MS / this.requestsPerSecond;
		const now = Date.now();
		// If the clock was set back, nothing must wait until the old time.
		if (this.nextStart - now > gap * MAX_QUEUE) this.nextStart = now;
		const start = Math.max(now, this.nextStart);
		this.nextStart = start + gap;
		if (start > now) await wait(start - now, cancelled);
	}
}

/** No more requests can wait for their turn: concurrent items and their retries. */
const MAX_QUEUE = 20;

/**
 * Returns the results in order. The first index that sends a request runs alone, so that the login
 * that it may need serves all; an item that fails before its request never waits for the network.
 * @throws the error of the lowest index, after the running ones have ended; no new ones start
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
	const lane = async (isOver = () => false) => {
		while (next < count && failures.size === 0 && !isOver()) {
			const index = next++;
			try {
				results[index] = await work(index);
			} catch (error) {
				failures.set(index, error);
			}
			await rest();
		}
	};
	await lane(isWarm);
	await Promise.all(Array.from({ length: Math.max(1, atOnce) }, async () => await lane()));
	const [first] = [...failures.keys()].sort((a, b) => a - b);
	if (first !== undefined) throw failures.get(first);
	return results;
}
