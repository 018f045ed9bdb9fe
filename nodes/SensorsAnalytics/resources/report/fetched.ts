import type { Comparison } from '../../dates/comparison';
import type { Table } from '../../table/table';

/** The table of a report, as it is wanted. */
export interface Fetched {
	table: Table;
	/** What it is compared with, if anything. */
	comparison?: Comparison;
}
