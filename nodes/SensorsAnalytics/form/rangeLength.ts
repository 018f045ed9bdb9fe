import { UserError } from 'n8n-workflow';

import { addMonths } from '../dates/calendar';
import type { DateRange } from '../query/eventQuery';

/** Years of a range, unless the option says more. */
export const LONGEST_YEARS = 10;
/** Name of the option, as errors call it. */
export const LONGEST_RANGE = 'Longest Range (Years)';

/** No data are of other days, and the calendar computes with years of four digits. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

/**
 * Judges a range by the calendar alone, before anything is made of it or asked for it.
 * @param what whose dates they are, as errors begin: `The dates`
 * @param field where a shorter range is chosen
 * @throws UserError that says what to do
 */
export function assertRangeLength(
	{ from, to }: DateRange,
	years: number,
	what = 'The dates',
	field = "'Date Range'",
): void {
	if (from < FIRST_DAY || to > LAST_DAY) {
		throw new UserError(
			`${what} ${from} to ${to} are outside of the years 1900 to 2999. Correct ${field}`,
		);
	}
	if (addMonths(from, 12 * years) > to) return;
	throw new UserError(
		`${what} ${from} to ${to} are more than ${years} year${years === 1 ? '' : 's'}. Choose a shorter ${field}, or raise the option '${LONGEST_RANGE}'`,
	);
}
