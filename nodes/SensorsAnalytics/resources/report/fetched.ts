import type { Comparison } from '../../dates/comparison';
import type { DateRange } from '../../query/eventQuery';
import type { Table } from '../../table/table';

/** The table of a report, as it is wanted. */
export interface Fetched {
	table: Table;
	/** The range that it is of, where that is not the one asked for: only whole periods count. */
	range?: DateRange;
	/** What it is compared with, if anything. */
	comparison?: Comparison;
}
