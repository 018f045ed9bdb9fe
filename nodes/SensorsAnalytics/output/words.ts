import { formatMoment } from '../dates/zone';
import type { Cell } from '../table/decimal';

/** Writes a moment from the service; null if there is none. */
export type WriteTime = (moment: string | undefined) => string | null;

/** Returns a function that writes moments in the zone, in the common format. */
export function timesIn(timeZone: string): WriteTime {
	return (moment) => (moment === undefined ? null : formatMoment(moment, timeZone));
}

/** Text for a missing value of a group. */
export const MISSING = '(none)';
/** Separator of the values of several groups. */
export const BETWEEN = ' / ';

/** Returns the values of a row's groups as one text. */
export function groupLabel(
	row: readonly Cell[],
	groups: readonly number[],
	missing = MISSING,
): string {
	return groups.map((index) => String(row[index] ?? missing)).join(BETWEEN);
}
