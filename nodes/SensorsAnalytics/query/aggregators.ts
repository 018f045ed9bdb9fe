/** What an aggregator needs and how its results are called. */
export interface Aggregator {
	/** Name in the platform's vocabulary, shared by its wire formats (field notes 6.3). */
	value: string;
	needsProperty: boolean;
	/** How a person would say it, Title Case. */
	label: string;
	/** Part of a default output name: `<event>_<word>` or `<event>_<word>_<property>`. */
	word: string;
}

const overEvents = (value: string, label: string, word = value): Aggregator => ({
	value,
	needsProperty: false,
	label,
	word,
});
const overProperty = (value: string, label: string, word = value): Aggregator => ({
	value,
	needsProperty: true,
	label,
	word,
});

/** Known aggregators; the service may know more. Source: spec 2.6 (`SUM`), field notes 6.3. */
export const AGGREGATORS: readonly Aggregator[] = [
	overEvents('general', 'Number of Events', 'events'),
	overEvents('unique', 'Number of Users', 'users'),
	overEvents('average', 'Events per User', 'events_per_user'),
	overProperty('sum', 'Sum of a Property'),
	overProperty('avg', 'Average of a Property'),
	overProperty('max', 'Maximum of a Property'),
	overProperty('min', 'Minimum of a Property'),
	overProperty('uniqAvg', 'Sum of a Property per User', 'sum_per_user'),
	overProperty('uniqCount', 'Distinct Values of a Property', 'distinct'),
	overProperty('quantile25', '25th Percentile of a Property', 'p25'),
	overProperty('quantile50', 'Median of a Property', 'median'),
	overProperty('quantile75', '75th Percentile of a Property', 'p75'),
	overProperty('quantile90', '90th Percentile of a Property', 'p90'),
	overEvents('rollup_count', 'Cumulated Events', 'events_cumulated'),
	overEvents('rollup_uniq', 'Cumulated Users', 'users_cumulated'),
	overEvents('count_last_day_7', 'Events in the Last 7 Days', 'events_last_7_days'),
	overEvents('count_last_day_30', 'Events in the Last 30 Days', 'events_last_30_days'),
	overEvents('uniq_last_day_7', 'Users in the Last 7 Days', 'users_last_7_days'),
	overEvents('uniq_last_day_30', 'Users in the Last 30 Days', 'users_last_30_days'),
	overEvents('count_cur_month', 'Events in the Month So Far', 'events_month_so_far'),
	overEvents('uniq_cur_month', 'Users in the Month So Far', 'users_month_so_far'),
];

/** The known aggregator of that name, in any case (the spec's sample writes `SUM`). */
export function findAggregator(name: string): Aggregator | undefined {
	const wanted = name.toLowerCase();
	return AGGREGATORS.find(({ value }) => value.toLowerCase() === wanted);
}
