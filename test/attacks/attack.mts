/** One thing that an attacker tries: the service, a proxy, the data of end users, a workflow. */
export interface Attack {
	/** What is tried, in a few words; unique within its file. */
	name: string;
	/** @returns 'held', or what the attacker got; what it throws counts as got, too */
	run(): Promise<'held' | (string & {})>;
	/**
	 * Longest time, seconds, without waits for a processor that other programs have; 10 if left out.
	 * Longer means that the attacker stopped n8n.
	 */
	seconds?: number;
	/** Memory that it may take, MB; 300 if left out. */
	megabytes?: number;
	/** Longest block of the event loop, ms; LONGEST_BLOCK_MS if left out. */
	longestBlock?: number;
	/** In a process that has just begun, or holds no more: so that no earlier attack hides its memory. */
	isAlone?: boolean;
}

/** What came of an attack. */
export interface Outcome {
	name: string;
	/** 'held', or what the attacker got. */
	result: string;
	/** Without waits for a processor. */
	milliseconds: number;
	/** The longest block of the event loop, as far as the attack watched for it. */
	blockMs: number;
	megabytes: number;
}

/** What a process that plays attacks reports to run.mts. */
export type ToRunner =
	| { isReady: true }
	/** isClean: it holds no more memory than at its start. */
	| { ended: Outcome; isClean: boolean };

export const DEFAULT_SECONDS = 10;
export const DEFAULT_MEGABYTES = 300;
/** So long nothing may hold the event loop; alone on a machine, everything is below half of it. */
export const LONGEST_BLOCK_MS = 1500;

/** 'held' if the attacker got nothing; else all that it got. */
export function heldUnless(...got: Array<string | false | undefined>): string {
	return got.filter((what) => typeof what === 'string').join('; ') || 'held';
}

/** Exit code of a process that took more memory than its attack may. */
export const OUT_OF_MEMORY = 77;
