/** What an aggregator needs and how its results are called. */
export interface Aggregator {
	/** Name in the platform's vocabulary, shared by its wire formats (field notes 6.3). */
	value: string;
	needsProperty: boolean;
	/** How a person would say it, Title Case. */
	label: string;
	/** Part of a default output name: `<event>_<word>` or `<event>_<word>_<property>`. */
	word: string;
	/**
	 * `sum`: numbers of different days may be added up, and are 0 where nothing happened.
	 * `count`: 0 where nothing happened, but not to be added up (a user counts on both days).
	 * `value`: neither; there is none where nothing happened.
	 * `window`: counts days beyond its own point in time.
	 */
	nature: 'sum' | 'count' | 'value' | 'window';
}

const overEvents = (
	value: string,
	label: string,
	word: string,
	nature: Aggregator['nature'],
): Aggregator => ({
	value,
	needsProperty: false,
	label,
	word,
	nature,
});
const overProperty = (
	value: string,
	label: string,
	word: string,
	nature: Aggregator['nature'],
): Aggregator => ({
	...overEvents(value, label, word, nature),
	needsProperty: true,
});

/** Known aggregators; the service may know more. Source: spec 2.6 (`SUM`), field notes 6.3. */
export const AGGREGATORS: readonly Aggregator[] = [
	overEvents('general', 'Number of Events', 'events', 'sum'),
	overEvents('unique', 'Number of Users', 'users', 'count'),
	overEvents('average', 'Events per User', 'events_per_user', 'value'),
	overProperty('sum', 'Sum of a Property', 'sum', 'sum'),
	overProperty('avg', 'Average of a Property', 'avg', 'value'),
	overProperty('max', 'Maximum of a Property', 'max', 'value'),
	overProperty('min', 'Minimum of a Property', 'min', 'value'),
	overProperty('uniqAvg', 'Sum of a Property per User', 'sum_per_user', 'value'),
	overProperty('uniqCount', 'Distinct Values of a Property', 'distinct', 'count'),
	overProperty('quantile25', '25th Percentile of a Property', 'p25', 'value'),
	overProperty('quantile50', 'Median of a Property', 'median', 'value'),
	overProperty('quantile75', '75th Percentile of a Property', 'p75', 'value'),
	overProperty('quantile90', '90th Percentile of a Property', 'p90', 'value'),
	overEvents('rollup_count', 'Cumulated Events', 'events_cumulated', 'window'),
	overEvents('rollup_uniq', 'Cumulated Users', 'users_cumulated', 'window'),
	overEvents('count_last_day_7', 'Events in the Last 7 Days', 'events_last_7_days', 'window'),
	overEvents('count_last_day_30', 'Events in the Last 30 Days', 'events_last_30_days', 'window'),
	overEvents('uniq_last_day_7', 'Users in the Last 7 Days', 'users_last_7_days', 'window'),
	overEvents('uniq_last_day_30', 'Users in the Last 30 Days', 'users_last_30_days', 'window'),
	overEvents('count_cur_month', 'Events in the Month So Far', 'events_month_so_far', 'window'),
	overEvents('uniq_cur_month', 'Users in the Month So Far', 'users_month_so_far', 'window'),
];

/** The known aggregator of that name, in any case (the spec's sample writes `SUM`). */
export function findAggregator(name: string): Aggregator | undefined {
	const wanted = name.toLowerCase();
	return AGGREGATORS.find(({ value }) => value.toLowerCase() === wanted);
}
