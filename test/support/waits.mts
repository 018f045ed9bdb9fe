import { createRequire } from 'node:module';
import { join } from 'node:path';

type Sleep = (ms: number) => Promise<void>;

/**
 * Counts from now on how long the package waits on purpose, in milliseconds. It waits by a
 * function of n8n-workflow, as n8n's rules demand.
 */
export function waitedOnPurpose(): { ms: number } {
	const waited = { ms: 0 };
	replaceSleep((sleep) => async (ms) => {
		waited.ms += ms;
		await sleep(ms);
	});
	return waited;
}

/**
 * From now on the package does not wait where it does so on purpose.
 * @param onWait is called in place of each wait
 * @returns how long it would have waited, in milliseconds
 */
export function withoutWaits(onWait?: (ms: number) => void): { ms: number } {
	const spared = { ms: 0 };
	replaceSleep(() => async (ms) => {
		spared.ms += ms;
		await new Promise((resolve) => setImmediate(resolve));
		onWait?.(ms);
	});
	return spared;
}

/** From now on it waits again, as long as it wants. */
export function withWaits(): void {
	if (original) replaceSleep(() => original as Sleep);
}

let original: Sleep | undefined;
let current: Sleep;

/** The package takes the function when it is loaded: what that one calls is replaced from then on. */
function replaceSleep(write: (sleep: Sleep) => Sleep): void {
	if (original === undefined) {
		const load = createRequire(join(process.cwd(), 'package.json'));
		const exported = load('n8n-workflow') as { sleep: Sleep };
		current = original = exported.sleep;
		const value: Sleep = async (ms) => await current(ms);
		Object.defineProperty(exported, 'sleep', { configurable: true, value });
	}
	current = write(current);
}
