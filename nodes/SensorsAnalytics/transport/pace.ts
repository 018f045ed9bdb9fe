import { wait } from './wait';

const SECOND_MS = 1000;

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
