/**
 * For how long work holds the event loop at a stretch: so long n8n answers nobody. What the main
 * thread works counts, as far as the system counts it: a busy machine makes it wait, not work.
 */
import { readFileSync } from 'node:fs';

const TICK_MS = 5;
const NANOSECONDS = 1e6;
/** The work of `slowness` on the machine of the bounds. */
const REFERENCE_MS = 150;
/** Slower machines are too slow for a judgement. */
const MOST_SLOW = 4;

let longest = 0;

/** Milliseconds of the longest block that was seen since it was asked for last. */
export function takeLongestBlock(): number {
	const taken = longest;
	longest = 0;
	return taken;
}

/** Runs it, and notes the longest block meanwhile. */
export async function watched<Result>(run: () => Promise<Result>): Promise<Result> {
	let last = workedMs();
	const look = () => {
		const now = workedMs();
		longest = Math.max(longest, now - last);
		last = now;
	};
	const timer = setInterval(look, TICK_MS);
	try {
		return await run();
	} finally {
		look();
		clearInterval(timer);
	}
}

/** As watched, for work without a break. */
export function watchedWork<Result>(work: () => Result): Result {
	const before = workedMs();
	try {
		return work();
	} finally {
		longest = Math.max(longest, workedMs() - before);
	}
}

/** Time that this thread has worked so far; the clock's time if the system doesn't count it. */
export function workedMs(): number {
	return scheduled(process.pid)?.workedMs ?? performance.now();
}

/**
 * If work took longer than its bound. The bound is of the work: where this machine takes longer for
 * work that never changes, the bound is longer by as much.
 */
export function isBeyond(milliseconds: number, bound: number): boolean {
	return milliseconds > bound && milliseconds > bound * slowness();
}

/** How many times longer than the machine of the bounds this one takes at the moment, at least 1. */
function slowness(): number {
	const once = () => {
		const before = workedMs();
		const text = JSON.stringify(Array.from({ length: 100_000 }, (_, n) => [`city ${n}`, n / 7]));
		const names = new Map(
			(JSON.parse(text) as Array<[string, number]>).map((one) => [one[0], one]),
		);
		[...names.keys()].sort();
		return workedMs() - before;
	};
	const took = Array.from({ length: 5 }, once).sort((a, b) => a - b);
	return Math.min(MOST_SLOW, Math.max(1, (took[2] as number) / REFERENCE_MS));
}

/**
 * Time that the main thread of a process has waited for a processor so far, because other programs
 * had it; 0 if the system doesn't count it, or the process has ended.
 */
export function waitedMs(pid: number): number {
	return scheduled(pid)?.waitedMs ?? 0;
}

function scheduled(pid: number): { workedMs: number; waitedMs: number } | undefined {
	try {
		const text = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1');
		const [worked = 0, waited = 0] = text.split(' ').map((part) => Number(part) / NANOSECONDS);
		return { workedMs: worked, waitedMs: waited };
	} catch {
		return undefined;
	}
}
