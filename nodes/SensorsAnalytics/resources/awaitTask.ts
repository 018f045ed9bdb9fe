import { OperationalError } from 'n8n-workflow';

import { firstWords } from '../../../credentials/http/redact';
import { LONGEST_WAIT } from '../form/tasks';
import type { TaskState } from '../query/tasks';
import { wait } from '../transport/retry';

/** Most tasks take seconds or minutes: the longer one takes, the less often it is asked for. */
const FIRST_WAIT_MS = 1000;
const GROWTH = 1.5;
const MAX_WAIT_MS = 15_000;
const SECOND_MS = 1000;

/** Something that was started on the service. */
export interface Task<State extends TaskState> {
	/** As people are told of it: `Export 17`. */
	name: string;
	look(): Promise<State>;
	longestMs: number;
	/** What to do to go on with it later. */
	advice: string;
	/** Takes words about how far it is. */
	tell(words: string): void;
	cancelled?: AbortSignal;
}

/**
 * Waits until a task is done, in growing intervals.
 * @returns its last state
 * @throws OperationalError for one that failed, takes too long, or whose execution is cancelled; what
 * the look throws, with the advice
 */
export async function awaitTask<State extends TaskState>(
	{ name, look, longestMs, advice, tell, cancelled }: Task<State>,
	{ now = Date.now, pause = wait } = {},
): Promise<State> {
	const started = now();
	let [waited, next, told] = [0, FIRST_WAIT_MS, ''];
	// The clock may be set back meanwhile.
	const elapsed = () => Math.max(waited, now() - started);
	for (;;) {
		const state = await look().catch((error: unknown) => {
			throw withAdvice(error, `${name} goes on. ${advice}`);
		});
		if (state.phase === 'done') return state;
		if (state.phase === 'failed') throw failed(name, state);
		if (state.status !== told) {
			told = state.status;
			tell(`${name}: ${firstWords(told)}, after ${Math.round(elapsed() / SECOND_MS)} s`);
		}
		const left = longestMs - elapsed();
		if (left <= 0) throw tooLong(name, state, longestMs, advice);
		const ms = Math.min(next, left);
		await pause(ms, cancelled);
		waited += ms;
		next = Math.min(next * GROWTH, MAX_WAIT_MS);
		if (cancelled?.aborted) {
			throw new OperationalError(`The execution was cancelled. ${name} goes on`, {
				description: advice,
			});
		}
	}
}

function failed(name: string, { status, reason }: TaskState): OperationalError {
	const words = firstWords(reason ?? '');
	return new OperationalError(
		`${name} failed on Sensors Analytics: ${words === '' ? `status ${status}` : words}`,
		{
			description:
				words === ''
					? 'It gives no reason. Run this again, or ask the administrator of your Sensors Analytics.'
					: 'This is the reason that it gives. Mend it, or ask the administrator of your Sensors Analytics, then run this again.',
		},
	);
}

function tooLong(
	name: string,
	{ status }: TaskState,
	longestMs: number,
	advice: string,
): OperationalError {
	const minutes = Math.round(longestMs / 600) / 100;
	return new OperationalError(
		`${name} is not done after ${minutes} minute${minutes === 1 ? '' : 's'} (${firstWords(status)}). It goes on in Sensors Analytics`,
		{ description: `${advice} The option '${LONGEST_WAIT}' says how long to wait.` },
	);
}

/** An error that tells also what to do about a task. */
export function withAdvice(error: unknown, advice: string): unknown {
	if (error instanceof Error && 'description' in error) {
		const { description } = error as { description?: unknown };
		error.description = [description, advice].filter(Boolean).join(' ');
	}
	return error;
}
