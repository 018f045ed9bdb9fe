import { sleep } from 'n8n-workflow';

/** Work that may be interrupted where it yields; `'long'` in front of what takes long as a whole. */
export type Steps<Result> = Generator<'long' | undefined, Result, void>;

/** So long others wait at most, a step that takes longer aside. */
const SLICE_MS = 10;
/** What was done before a long step is told apart from it from here on. */
const LITTLE_MS = 2;

/** A timer, not a promise that is kept already: only then the network gets its turn. */
const rest = async (): Promise<void> => await sleep(0);

/** Does the work, and lets n8n answer others whenever it has taken a slice of time. */
export async function inSlices<Result>(
	steps: Steps<Result>,
	{ now = Date.now, pause = rest } = {},
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

/** What to await between pieces of work: it lets n8n answer others whenever they took a slice of time. */
export function betweenPieces({ now = Date.now, pause = rest } = {}): () => Promise<void> {
	let started = now();
	return async () => {
		if (Math.abs(now() - started) < SLICE_MS) return;
		await pause();
		started = now();
	};
}

/** Does the work without a break. */
export function atOnce<Result>(steps: Steps<Result>): Result {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}
