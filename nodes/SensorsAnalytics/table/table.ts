/** The neutral result: typed columns and rows, in no wire format's words. */
import type { Cell } from './cell';
import type { RowSet } from './rowSet';

export type { Cell };

/** What a comparison adds to a column. */
export interface Derived {
	/** Key of the column that is compared. */
	of: string;
	as: 'previous' | 'change' | 'percent';
}

export interface Column {
	key: string;
	role: 'date' | 'group' | 'measure';
	/** Of its cells; any cell may be null. */
	type: 'date' | 'datetime' | 'string' | 'number';
	/** What stands for "nothing happened". */
	whenEmpty: 0 | null;
	/** Whether its numbers may be added up, over periods and groups. */
	canAddUp?: boolean;
	derived?: Derived;
}

export interface Table {
	columns: Column[];
	/** Cells in the order of the columns. Dates are ISO 8601, measures numbers. */
	rows: RowSet;
	/** Points in time, in their order, whether or not there are rows; none for totals. */
	points: string[];
	/** Totals over the whole range, one row per group, without the date; if asked for. */
	totals?: Cell[][];
	/**
	 * The same for messages, of all groups: as the service tells them, or added up. Only for measures
	 * that can be added up, where the service was not asked.
	 */
	sums?: Cell[][];
	/**
	 * Key of the measure that charts draw, where rows have an order of their own (steps, periods,
	 * buckets) which charts keep.
	 */
	drawn?: string;
	/** True when the service left out rows. */
	isTruncated: boolean;
	/** Whether it left out any rows, and not whole groups: what is not in here is unknown. */
	isCutByRows?: boolean;
	/** True when the service computed from a sample of the users. */
	isSampled: boolean;
	/** Groups that exist, and groups that are in here. */
	groupCount?: { total: number; returned: number };
	/** Names of the periods in here that are cut by the range or not over yet. */
	partial?: readonly string[];
	/** What readers have to know to take the numbers for what they are. */
	notes?: readonly Note[];
	/** When the service's data were last changed, as it says so (its own zone, no offset). */
	dataUpdatedAt?: string;
	/** When they last changed noticeably: up to then they can be taken for complete. */
	dataSufficientAt?: string;
}

/** Something about a report that its rows do not show. */
export type Note =
	/** Periods that are cut by the range or not over yet. */
	| { kind: 'partial'; periods: readonly string[] }
	/** Periods that have no partner in the dates compared with. */
	| { kind: 'noPartner'; periods: readonly string[] }
	/** Periods compared with that no row stands beside. */
	| { kind: 'notShown'; periods: readonly string[] }
	/** Periods without a change, as they or their partners are partial. */
	| { kind: 'noChange'; periods: readonly string[] }
	/** A total has no change, as its dates and those compared with are not alike. */
	| { kind: 'totalNotAlike' }
	/** Totals of custom ranges, of so many days each. */
	| { kind: 'daysDiffer'; days: number; daysBefore: number }
	/** Numbers are null, as a truncated answer left them out. */
	| { kind: 'unknown' }
	/** Only whole periods count, and the range has none that is over. */
	| { kind: 'noWholePeriod'; unit: string }
	/** Of hours that are over, what can't be added up has no total. */
	| { kind: 'hoursNotTotalled' }
	/** Users are followed through a period that is not over yet. */
	| { kind: 'underWay' }
	/** Who started a funnel on this day (`YYYY-MM-DD`) or later still has time to take its other steps. */
	| { kind: 'windowOpen'; from: string }
	/** A condition asks for values that a property never has, and it found nothing. */
	| {
			kind: 'noSuchValue';
			/** As an expression of the platform: `event.PayOrder.city`. */
			property: string;
			missing: readonly string[];
			/** Values that there are, the likeliest first, and how many more. */
			known: readonly string[];
			more: number;
			/** Dates in which the property has those; now, if there are none. */
			range?: { from: string; to: string };
	  };

/** Where the columns of each role stand in a row. */
export function positionsOf(table: Pick<Table, 'columns'>): {
	date: number;
	groups: number[];
	measures: number[];
} {
	const of = (role: Column['role']) =>
		table.columns.flatMap((column, index) => (column.role === role ? [index] : []));
	return { date: of('date')[0] ?? -1, groups: of('group'), measures: of('measure') };
}

/** A text that is the same for rows of the same group. */
export function groupKey(row: readonly Cell[], groups: readonly number[]): string {
	return keyOfGroup(groups.map((index) => row[index] as Cell));
}

/** As groupKey, of the group's values alone. */
export function keyOfGroup(group: readonly Cell[]): string {
	return group.length === 1 ? `${typeof group[0]}${String(group[0])}` : JSON.stringify(group);
}
