/** Differences between installations in the API under `/api/`; tests switch them. */
export interface ReportTraits {
	/**
	 * Format of one value for the date range (`rollup_date`): with its first day, or without a date.
	 */
	wholeRange: 'firstDay' | 'noDate';
	/** Whether totals of groups have a row of all groups together, and its format. */
	totalOfGroups: 'none' | 'silent' | 'empty';
	/** Existing addresses of funnels. */
	funnels: 'older' | 'newer' | 'both';
	/** Whether a saved query is a JSON text within a JSON text. */
	nestsSavedQueries: boolean;
	/** A filter in saved charts. */
	savedFilter?: object;
	/** Settings of dashboards and of their charts, as JSON texts in an undocumented format. */
	config: { dashboards: string; charts: string };
}

export function defaultReportTraits(): ReportTraits {
	return {
		wholeRange: 'firstDay',
		totalOfGroups: 'none',
		funnels: 'both',
		nestsSavedQueries: false,
		config: { dashboards: '{}', charts: '{}' },
	};
}
