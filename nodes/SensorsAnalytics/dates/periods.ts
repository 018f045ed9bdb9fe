import { addDays } from './calendar';
import { dateTimeInZone } from './zone';

export type PeriodUnit = 'hour' | 'day';

const HOUR_MS = 3_600_000;

/**
 * Periods are named by their first moment as reports name them: `YYYY-MM-DD`, or
 * `YYYY-MM-DDTHH:00:00` on the clocks of the zone.
 */
export function lastFinishedPeriod(unit: PeriodUnit, now: Date, timeZone: string): string {
	const local = dateTimeInZone(now, timeZone);
	const current = unit === 'day' ? local.slice(0, 10) : `${local.slice(0, 13)}:00:00`;
	return shiftPeriod(unit, current, -1);
}

/** The period so many later; earlier for a negative number. */
export function shiftPeriod(unit: PeriodUnit, period: string, count: number): string {
	if (unit === 'day') return addDays(period, count);
	return new Date(Date.parse(`${period}Z`) + count * HOUR_MS).toISOString().slice(0, 19);
}

/** The periods behind the first one, up to the last one, which is included. */
export function periodsBetween(unit: PeriodUnit, after: string, last: string): string[] {
	const periods: string[] = [];
	for (let next = shiftPeriod(unit, after, 1); next <= last; next = shiftPeriod(unit, next, 1))
		periods.push(next);
	return periods;
}

/** The first moment behind a period, `YYYY-MM-DDTHH:mm:ss`. */
export function endOfPeriod(unit: PeriodUnit, period: string): string {
	const next = shiftPeriod(unit, period, 1);
	return unit === 'day' ? `${next}T00:00:00` : next;
}
