import type { Cell } from '../table/table';

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
