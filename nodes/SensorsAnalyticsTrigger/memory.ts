import type { IDataObject } from 'n8n-workflow';

import type { KnownAlarms } from './alarms/firings';
import type { State } from './crossing';

/** What was seen of each measure. */
export type States = { [measure: string]: State[] };

/** The states as they were after a period. */
export interface Seen {
	period: string;
	states: States;
}

/**
 * What a workflow remembers between polls. n8n keeps it when the workflow is published and after
 * every poll that starts it (docs/trigger.md, T15). Values are replaced, never changed in place.
 */
export interface Memory {
	/** What is watched; anything else begins anew. */
	counting?: string;
	/** The last period that is not told any more. */
	lastPeriod?: string;
	/** None where only complete periods count, or nothing has been seen yet. */
	seen?: Seen;
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
}

/** @param counting what is watched */
export function recall(memory: Memory, counting: string): Remembered | undefined {
	const { lastPeriod, seen } = memory;
	if (lastPeriod === undefined || memory.counting !== counting) return undefined;
	return { lastPeriod, seen: readSeen(seen) };
}

export function remember(
	memory: Memory,
	counting: string,
	{ lastPeriod, seen }: Remembered,
	askAgainAt: Date | undefined,
): void {
	replace(memory, { counting, lastPeriod, seen, askAgainAt: askAgainAt?.toISOString() });
}

/** Remembers this, and nothing of before. */
export function replace(memory: Memory, next: Omit<Memory, 'asking'>): void {
	for (const key of ['counting', 'lastPeriod', 'seen', 'alarms', 'askAgainAt'] as const) {
		if (next[key] === undefined) delete memory[key];
		else (memory as IDataObject)[key] = next[key] as unknown as IDataObject[string];
	}
}

/** A copy: n8n watches the objects that it keeps. */
function readSeen(seen: Seen | undefined): Seen | undefined {
	if (seen === undefined) return undefined;
	const states: States = {};
	for (const [measure, list] of Object.entries(seen.states)) states[measure] = [...list];
	return { period: seen.period, states };
}
