import { formatMoment } from '../dates/zone';
import type { Cell } from '../table/decimal';

/** Writes a moment that the service tells; null where it tells none. */
export type WriteTime = (moment: string | undefined) => string | null;

/** As all moments are written, by the clocks of the zone. */
export function timesIn(timeZone: string): WriteTime {
	return (moment) => (moment === undefined ? null : formatMoment(moment, timeZone));
}

/** What stands for a missing value of a group. */
export const MISSING = '(none)';
/** Between the values of several groups. */
export const BETWEEN = ' / ';

/** The values of a row's groups as one text. */
export function groupLabel(
	row: readonly Cell[],
	groups: readonly number[],
	missing = MISSING,
): string {
	return groups.map((index) => String(row[index] ?? missing)).join(BETWEEN);
}
