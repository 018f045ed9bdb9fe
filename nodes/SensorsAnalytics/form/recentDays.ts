import { rollingRange } from '../dates/presets';
import { MONDAY } from '../dates/calendar';
import { dateInZone } from '../dates/zone';
import type { DateRange } from '../query/eventQuery';
import { readWhole } from './numbers';

/** So many days are looked at where nobody says how many. */
export const RECENT_DAYS = 7;
/** A year and its leap day: more is no "lately", and slow. */
const MOST_DAYS = 366;

/** The last days up to today. */
export function recentRange(days: number, timeZone: string, now: Date): DateRange {
	return rollingRange(days, 'days', true, dateInZone(now, timeZone), MONDAY);
}

/**
 * The range of the option; undefined where it is not set.
 * @throws UserError that names the option
 */
export function readRecentRange(
	value: unknown,
	label: string,
	timeZone: string,
	now: Date,
): DateRange | undefined {
	if (value === undefined || value === '') return undefined;
	return recentRange(readWhole(value, `The option '${label}'`, 1, MOST_DAYS), timeZone, now);
}
