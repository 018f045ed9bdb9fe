const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** What is read of one answer at most; all of it holds while bytes arrive, and counts them unpacked. */
export interface Limits {
	bytes: number;
	/** Longest pause between two bytes, milliseconds. */
	silenceMs: number;
	/** Longest time from the first byte to the last, milliseconds. */
	wholeMs: number;
}

/** An answer that is held as a whole. Parsed, it takes several times as much of n8n's memory. */
export const HELD_BYTES = 128 * MEBIBYTE;
/** A stream that goes on to a file. */
const FILE_BYTES = 1024 * MEBIBYTE;
/** What is read of an answer that is no success. */
export const REFUSAL_BYTES = MEBIBYTE;
/** Characters of one line of a stream. */
export const LINE_LENGTH = 8 * MEBIBYTE;

/** Limits of an answer that is held. @param timeoutMs how long to wait for its first byte */
export function limitsOfHeld(timeoutMs: number): Limits {
	return { bytes: HELD_BYTES, silenceMs: timeoutMs, wholeMs: 2 * timeoutMs };
}

/** Limits of an answer whose lines are turned into items. */
export function limitsOfRows(timeoutMs: number): Limits {
	return { ...limitsOfFile(timeoutMs), bytes: 2 * HELD_BYTES };
}

/** Limits of an answer that goes on to a file. */
export function limitsOfFile(timeoutMs: number): Limits {
	return {
		bytes: FILE_BYTES,
		silenceMs: timeoutMs,
		wholeMs: Math.max(2 * timeoutMs, HOUR_MS),
	};
}
