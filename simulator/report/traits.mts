/** In what installations differ in the API under `/api/`; tests switch them. */
export interface ReportTraits {
	/** How one value of the whole range is told (`rollup_date`): by its first day, or without a date. */
	wholeRange: 'firstDay' | 'noDate';
	/** A row of all groups together among the totals of groups, and how it is told. */
	totalOfGroups: 'none' | 'silent' | 'empty';
	/** Which addresses of funnels there are. */
	funnels: 'older' | 'newer' | 'both';
	/** Whether a saved query is a JSON text within a JSON text. */
	nestsSavedQueries: boolean;
	/** A filter that saved charts have. */
	savedFilter?: object;
	/** Settings of dashboards and of their charts, as JSON texts; their form is not documented. */
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
