import type { IDataObject } from 'n8n-workflow';

import type { KnownAlarms } from './alarms/firings';
import type { State } from './crossing';
import { type Clock, isPeriod, lastFinishedPeriod } from './periods';
import { isMark, isSalt } from './marks';
import { addDays } from '../SensorsAnalytics/dates/calendar';

/** What was seen of each measure. */
export type States = { [measure: string]: State[] };

/** The states as they were after a period. */
export interface Seen {
	period: string;
	states: States;
}

/** What settled periods looked like that are not told yet (docs/trigger.md, T22). */
export interface Looks {
	salt: string;
	/** Marks of their rows, by period. */
	marks: { [period: string]: string };
}

/**
 * What a workflow remembers between polls. n8n keeps it at moments of its own (docs/trigger.md,
 * T15), and people can change it: what is read of it is read as foreign data (T29).
 */
export interface Memory {
	/** What is watched; anything else begins anew. */
	counting?: string;
	/** The last period that is not told any more. */
	lastPeriod?: string;
	/** None where only complete periods count, or nothing has been seen yet. */
	seen?: Seen;
	/** None where the service tells when data arrived, or nothing waits for a second look. */
	looks?: Looks;
	/** Where alarms are watched, in place of periods. */
	alarms?: KnownAlarms;
	/** Until then the service is not asked (T18); ISO 8601. */
	askAgainAt?: string;
	/** Mark of the poll that asks right now (T16). */
	asking?: string;
}

/** What is remembered, as far as it counts for what is watched. */
export interface Remembered {
	lastPeriod: string;
	seen?: Seen;
	looks?: Looks;
}

/** Entries of one part of a memory; the largest number of periods to catch up has as many. */
export const MOST_ENTRIES = 1000;
/** What is remembered of days so far ahead is no memory: clocks are set back by less. */
const MOST_DAYS_AHEAD = 31;
const STATES: readonly unknown[] = ['above', 'below', 'up', 'down'];

/**
 * What is remembered of periods; undefined where it is not of what is watched, or no memory that
 * this node can have written.
 */
export function recall(
	memory: Memory,
	counting: string,
	clock: Clock,
	now: Date,
): Remembered | undefined {
	const { lastPeriod, seen, looks } = memory;
	if (memory.counting !== counting || !isPeriod(clock, lastPeriod)) return undefined;
	const farthest = addDays(lastFinishedPeriod(clock, now).slice(0, 10), MOST_DAYS_AHEAD);
	if (lastPeriod.slice(0, 10) > farthest) return undefined;
	const known: Remembered = { lastPeriod };
	if (isSeen(seen, clock)) known.seen = { period: seen.period, states: copyOf(seen.states) };
	if (isLooks(looks, clock)) known.looks = { salt: looks.salt, marks: { ...looks.marks } };
	return known;
}

/** The memory of periods. */
export function memoryOf(
	counting: string,
	known: Remembered,
	askAgainAt: Date | undefined,
): Memory {
	return { counting, ...known, askAgainAt: askAgainAt?.toISOString() };
}

/** Remembers this, and nothing of before. */
export function replace(memory: Memory, next: Omit<Memory, 'asking'>): void {
	for (const key of ['counting', 'lastPeriod', 'seen', 'looks', 'alarms', 'askAgainAt'] as const) {
		if (next[key] === undefined) delete memory[key];
		else (memory as IDataObject)[key] = next[key] as unknown as IDataObject[string];
	}
}

/** Whether a value is an object of no more entries than a memory has. */
export function isSmallObject(value: unknown): value is { [key: string]: unknown } {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		Object.keys(value).length <= MOST_ENTRIES
	);
}

function isSeen(seen: unknown, clock: Clock): seen is Seen {
	if (!isSmallObject(seen) || !isPeriod(clock, seen.period)) return false;
	if (!isSmallObject(seen.states)) return false;
	return Object.values(seen.states).every(
		(list) =>
			Array.isArray(list) &&
			list.length <= STATES.length &&
			list.every((state) => STATES.includes(state)),
	);
}

function isLooks(looks: unknown, clock: Clock): looks is Looks {
	if (!isSmallObject(looks) || !isSalt(looks.salt) || !isSmallObject(looks.marks)) return false;
	return Object.entries(looks.marks).every(
		([period, mark]) => isPeriod(clock, period) && isMark(mark),
	);
}

/** Measures may be called as every object has something: `constructor`. */
export function copyOf(states: States): States {
	const copy = Object.create(null) as States;
	for (const [measure, list] of Object.entries(states)) copy[measure] = [...list];
	return copy;
}
