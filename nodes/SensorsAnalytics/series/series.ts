import type { Weekday } from '../dates/calendar';
import type { Comparison } from '../dates/comparison';
import type { ReportColumns } from '../query/columns';
import type { DateRange, EventQuery } from '../query/eventQuery';
import type { Span } from '../dates/whole';
import type { Ordering } from '../table/order';

/** What is wanted of a report whose rows are points in time by groups (docs/calendar.md). */
export interface Series<Query extends EventQuery = EventQuery> {
	query: Query;
	columns: ReportColumns;
	range: DateRange;
	timeZone: string;
	/** The moment that all of this counts from. */
	now: Date;
	/** As far as it is known before the answer shows on which weekday weeks start. */
	comparison?: Comparison;
	/**
	 * What is left of both ranges where weeks start on a weekday; undefined where only whole periods
	 * count, and none is over.
	 */
	spanFor: (firstWeekday: Weekday) => Span | undefined;
	/** On which weeks start where the service does not show it. */
	firstWeekday: Weekday;
	ordering: Ordering;
	isFilled: boolean;
	/** The unit of the periods that have to be whole and over, where only those count. */
	wholeUnit?: string;
	/** Whether totals over the whole range come out. */
	hasTotals: boolean;
	/** Whether sums over the whole range come out, without asking for them. */
	addsUp: boolean;
	/** Whether the service is asked for them, be it for the order of groups alone. */
	asksTotals: boolean;
	/** Days per request of a range that is fetched in slices. */
	sliceDays?: number;
}
