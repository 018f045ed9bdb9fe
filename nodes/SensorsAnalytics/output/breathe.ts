import { sleep } from 'n8n-workflow';

/** From so many rows on, steps of the work are told apart: each takes a noticeable time. */
const MANY_ROWS = 20_000;

/** Lets n8n answer others between two steps of work on a large report. */
export async function breathe(rows: number): Promise<void> {
	if (rows >= MANY_ROWS) await sleep(0);
}
