import { sleep } from 'n8n-workflow';

const SLICE_MS = 200;

/** Waits, or until the execution is cancelled (noticed within a fifth of a second). */
export async function wait(ms: number, cancelled: AbortSignal | undefined): Promise<void> {
	for (let left = ms; left > 0 && !cancelled?.aborted; left -= SLICE_MS) {
		await sleep(Math.min(left, SLICE_MS));
	}
}
