import { addDays, MONDAY } from '../../dates/calendar';
import { countUnits, isDayUnit } from '../../dates/units';
import type { DateRange } from '../../query/eventQuery';
import type { Queries, ReportModelName } from '../../query/queries';

/**
 * Whether a report follows users through the period under way, whose numbers are not final.
 * @param today `YYYY-MM-DD`
 */
export function isUnderWay(
	query: Queries[ReportModelName],
	{ from, to }: DateRange,
	today: string,
): boolean {
	if (!('duration' in query) || !isDayUnit(query.unit) || from > today) return false;
	const last = to < today ? to : today;
	return countUnits(query.unit, { from: last, to: today }, MONDAY) - 1 <= query.duration;
}

const MINUTES_PER_DAY = 1440;

/**
 * The first day of a funnel's range whose users still have time to convert; undefined where all
 * had their time.
 * @param today `YYYY-MM-DD`
 */
export function windowOpenFrom(
	query: Queries[ReportModelName],
	{ from, to }: DateRange,
	today: string,
): string | undefined {
	if (!('windowMinutes' in query)) return undefined;
	// Steps after the range do not count: when it is over, nothing grows.
	if (!query.mayEndLater && to < today) return undefined;
	const days = Math.ceil(query.windowMinutes / MINUTES_PER_DAY);
	const first = addDays(today, -days);
	const open = from > first ? from : first;
	return open <= to && open <= today ? open : undefined;
}

/**
 * What to tell where a report follows users for some periods, and nobody in its range can have been
 * followed for all of them yet. The period under way counts: it has a row.
 * @param today `YYYY-MM-DD`
 */
export function notFollowedYet(
	query: Queries[ReportModelName],
	{ from }: DateRange,
	today: string,
): string | undefined {
	if (!('duration' in query) || !isDayUnit(query.unit)) return undefined;
	const { unit, duration } = query;
	const reached = Math.max(0, countUnits(unit, { from, to: today }, MONDAY) - 1);
	if (reached >= duration) return undefined;
	return `Users who start on ${from} can have been followed for ${reached} of ${duration} ${unit}s so far. Choose a 'Date Range' that begins earlier to see more of them.`;
}
