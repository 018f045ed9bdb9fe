import { wait } from './wait';

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
 */
export class HostQueue {
	private active = 0;
	private lastStart = Number.NEGATIVE_INFINITY;
	private isServing = false;
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
	 * @param gapMs from the start before it to its own, at least
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
			void this.serve();
		});
	}

	/** Lets start whoever may: one after another, as the first in turn may have to wait. */
	private async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		while (this.active < this.atOnce) {
			const [run, entry] = this.first() ?? [];
			if (run === undefined || entry === undefined) break;
			const pause = this.pauseBefore(entry.gapMs);
			if (pause > 0) await this.clock.wait(pause, entry.cancelled);
			if (entry.hasLeft) continue;
			this.remove(run, entry);
			this.passTurn(run);
			this.lastStart = this.clock.now();
			this.active++;
			entry.start(this.leaveOnce());
		}
		this.isServing = false;
	}

	private first(): [object, Waiting | undefined] | undefined {
		for (const [run, entries] of this.waiting) return [run, entries[0]];
		return undefined;
	}

	private pauseBefore(gapMs: number): number {
		const since = this.clock.now() - this.lastStart;
		// A clock that was set back must not make anybody wait for the old time.
		return since < 0 ? gapMs : gapMs - since;
	}

	private remove(run: object, entry: Waiting): void {
		entry.hasLeft = true;
		const rest = (this.waiting.get(run) ?? []).filter((other) => other !== entry);
		if (rest.length > 0) this.waiting.set(run, rest);
		else this.waiting.delete(run);
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
