/** The neutral result: typed columns and rows, in no wire format's words. */

export type Cell = string | number | boolean | null;

export interface Column {
	key: string;
	role: 'date' | 'group' | 'measure';
}

export interface Table {
	columns: Column[];
	/** Cells in the order of the columns. Dates are ISO 8601, measures numbers. */
	rows: Cell[][];
	/** True when the service left out rows. */
	isTruncated: boolean;
	/** True when the service computed from a sample of the users. */
	isSampled: boolean;
	/** The same columns for the comparison range, if one was asked for. */
	comparison?: Table;
}
