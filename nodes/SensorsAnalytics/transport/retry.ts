import { sleep } from 'n8n-workflow';

import type { Failure } from '../../../credentials/http/answer';

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
