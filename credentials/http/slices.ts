import { sleep } from 'n8n-workflow';

/** Work that pauses wherever it yields; `'long'` announces a long step without pauses. */
export type Steps<Result> = Generator<'long' | undefined, Result, void>;

/** Longest time without a pause, except for a single longer step. */
const SLICE_MS = 10;
/** If more time has passed than this, the work pauses before a long step. */
const LITTLE_MS = 2;

/** A timer is needed instead of a resolved promise: only then does the network get its turn. */
const nextTurn = async (): Promise<void> => await sleep(0);

/** Does the work and pauses after each time slice, so that n8n can do other work. */
export async function inSlices<Result>(
	steps: Steps<Result>,
	{ now = Date.now, pause = nextTurn } = {},
): Promise<Result> {
	for (let started = now(); ; ) {
		const { done, value } = steps.next();
		if (done) return value;
		// The clock may have been set back.
		if (Math.abs(now() - started) < (value ? LITTLE_MS : SLICE_MS)) continue;
		await pause();
		started = now();
	}
}

/** Returns a function to await between pieces of work, which pauses after each time slice. */
export function betweenPieces({ now = Date.now, pause = nextTurn } = {}): () => Promise<void> {
	let started = now();
	return async () => {
		if (Math.abs(now() - started) < SLICE_MS) return;
		await pause();
		started = now();
	};
}

/** Does the work without pauses. */
export function atOnce<Result>(steps: Steps<Result>): Result {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}
