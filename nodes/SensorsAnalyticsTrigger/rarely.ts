import { dateTimeInZone } from '../SensorsAnalytics/dates/zone';
import type { Reach } from './completeness';
import type { Memory } from './memory';
import { type Clock, endMoment, endOfPeriod } from './periods';

/** The service is asked again after so long at the latest. */
export const MAX_WAIT_MS = 10 * 60_000;
const SHARE = 10;
/** Between two looks that have to be the same (docs/trigger.md, T22). */
const PAUSE_MS = 30_000;

/** Whether the service was asked a moment ago, and its data were late (docs/trigger.md, T18). */
export function isTooEarly({ askAgainAt: at }: Memory, now: Date): boolean {
	if (typeof at !== 'string') return false;
	const left = Date.parse(at) - now.getTime();
	// More than the longest wait: the clock of the machine was set back.
	return left > 0 && left <= MAX_WAIT_MS;
}

/** When to ask again for a finished period that is not complete yet. */
export function askAgainAt(clock: Clock, period: string, { sure, now }: Reach): Date {
	const lateMs = now.getTime() - endMoment(clock, period);
	const reached = sure ?? dateTimeInZone(new Date(0), clock.timeZone);
	const behindMs = Date.parse(`${endOfPeriod(clock.unit, period)}Z`) - Date.parse(`${reached}Z`);
	const waitMs = Math.min(MAX_WAIT_MS, Math.min(lateMs, behindMs) / SHARE);
	return new Date(now.getTime() + Math.max(0, waitMs));
}

/** When to look for the second time at what has to be seen twice. */
export function lookAgainAt(now: Date): Date {
	return new Date(now.getTime() + PAUSE_MS);
}
