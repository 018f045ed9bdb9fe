import type { EventMeasure } from './query';

/** An aggregator: what it needs, and the words for its results. */
export interface Aggregator {
	/** The platform's name, which all wire formats use (docs/service.md, "Aggregators"). */
	value: string;
	needsProperty: boolean;
	/** Label in Title Case. */
	label: string;
	/** What it means. */
	description: string;
	/** The name in the platform's interface. */
	interfaceName: string;
	/** Part of a default output name: `<event>_<word>` or `<event>_<word>_<property>`. */
	word: string;
	/**
	 * `sum`: numbers of different days may be added up, and are 0 if nothing happened. `count`: 0 if
	 * nothing happened, but not additive (a user counts on both days). `value`: not additive, and
	 * null if nothing happened. `window`: counts days beyond its own point in time.
	 */
	nature: 'sum' | 'count' | 'value' | 'window';
	/** Words for counting sessions instead of events: a session counts once. */
	ofSessions?: { label: string; word: string; description: string };
}

const overEvents = (
	value: string,
	label: string,
	word: string,
	nature: Aggregator['nature'],
	description: string,
	interfaceName: string,
): Aggregator => ({
	value,
	needsProperty: false,
	label,
	description,
	interfaceName,
	word,
	nature,
});
const overProperty = (...parts: Parameters<typeof overEvents>): Aggregator => ({
	...overEvents(...parts),
	needsProperty: true,
});

/**
 * Known aggregators, ordered by frequency of use; the service may know more. Source:
 * docs/service.md, "Aggregators".
 */
export const AGGREGATORS: readonly Aggregator[] = [
	{
		...overEvents(
			'general',
			'Number of Events',
			'events',
			'sum',
			'Number of times the event happened',
			'总次数',
		),
		ofSessions: {
			label: 'Number of Sessions',
			word: 'times',
			description: 'Number of sessions that contain the event',
		},
	},
	overEvents(
		'unique',
		'Number of Users',
		'users',
		'count',
		'Number of users who performed the event',
		'触发用户数',
	),
	{
		...overEvents(
			'average',
			'Events per User',
			'events_per_user',
			'value',
			'Average number of events per user who performed the event',
			'人均次数',
		),
		ofSessions: {
			label: 'Sessions per User',
			word: 'times_per_user',
			description: 'Average number of these sessions per user',
		},
	},
	overProperty('sum', 'Sum of a Property', 'sum', 'sum', 'Sum of all values', '总和'),
	overProperty('avg', 'Average of a Property', 'avg', 'value', 'Mean of the values', '均值'),
	overProperty('max', 'Maximum of a Property', 'max', 'value', 'Largest value', '最大值'),
	overProperty('min', 'Minimum of a Property', 'min', 'value', 'Smallest value', '最小值'),
	overProperty(
		'uniqAvg',
		'Sum of a Property per User',
		'sum_per_user',
		'value',
		'Sum of the values, divided by the number of users',
		'人均值',
	),
	overProperty(
		'uniqCount',
		'Distinct Values of a Property',
		'distinct',
		'count',
		'Number of different values',
		'去重数',
	),
	overProperty(
		'quantile25',
		'25th Percentile of a Property',
		'p25',
		'value',
		'Value below which 25% of the values lie',
		'下四分位数',
	),
	overProperty(
		'quantile50',
		'Median of a Property',
		'median',
		'value',
		'Value below which 50% of the values lie',
		'中位数',
	),
	overProperty(
		'quantile75',
		'75th Percentile of a Property',
		'p75',
		'value',
		'Value below which 75% of the values lie',
		'上四分位数',
	),
	overProperty(
		'quantile90',
		'90th Percentile of a Property',
		'p90',
		'value',
		'Value below which 90% of the values lie',
		'90 分位数',
	),
	overEvents(
		'rollup_count',
		'Cumulative Events',
		'events_cumulated',
		'window',
		'Cumulative total from the first day of the date range',
		'累计次数',
	),
	overEvents(
		'rollup_uniq',
		'Cumulative Users',
		'users_cumulated',
		'window',
		'Cumulative total from the first day of the date range',
		'累计用户数',
	),
	overEvents(
		'count_last_day_7',
		'Events in the Last 7 Days',
		'events_last_7_days',
		'window',
		'Total of the days up to and including each day',
		'近 7 日次数',
	),
	overEvents(
		'count_last_day_30',
		'Events in the Last 30 Days',
		'events_last_30_days',
		'window',
		'Total of the days up to and including each day',
		'近 30 日次数',
	),
	overEvents(
		'uniq_last_day_7',
		'Users in the Last 7 Days',
		'users_last_7_days',
		'window',
		'Total of the days up to and including each day',
		'近 7 日用户数',
	),
	overEvents(
		'uniq_last_day_30',
		'Users in the Last 30 Days',
		'users_last_30_days',
		'window',
		'Total of the days up to and including each day',
		'近 30 日用户数',
	),
	overEvents(
		'count_cur_month',
		'Events in the Month So Far',
		'events_month_so_far',
		'window',
		'Total from the first day of the month',
		'当月累计次数',
	),
	overEvents(
		'uniq_cur_month',
		'Users in the Month So Far',
		'users_month_so_far',
		'window',
		'Total from the first day of the month',
		'当月累计用户数',
	),
];

/** Finds the known aggregator of that name, ignoring case (docs/service.md, "Aggregators"). */
export function findAggregator(name: string): Aggregator | undefined {
	const requested = name.toLowerCase();
	return AGGREGATORS.find(({ value }) => value.toLowerCase() === requested);
}

/** Returns the known aggregator of a measure, with the words for sessions if it counts those. */
export function aggregatorOf({
	aggregator: name,
	isOfSessions,
}: Pick<EventMeasure, 'aggregator' | 'isOfSessions'>): Aggregator | undefined {
	const known = findAggregator(name);
	if (!known || !isOfSessions) return known;
	return { ...known, ...known.ofSessions, nature: known.nature === 'sum' ? 'count' : known.nature };
}

/** An aggregation of a dataset's column (docs/service.md, "Datasets"). */
interface DatasetAggregation {
	/** The platform's name. */
	value: string;
	label: string;
	/** The name in the platform's interface. */
	interfaceName: string;
	/** Whether it also applies to text and dates. */
	ofAll?: true;
}

export const DATASET_AGGREGATIONS: readonly DatasetAggregation[] = [
	{ value: 'SUM', label: 'Sum', interfaceName: '求和' },
	{ value: 'AVG', label: 'Average', interfaceName: '平均数' },
	{ value: 'COUNT', label: 'Count', interfaceName: '计数', ofAll: true },
	{
		value: 'UNIQ_COUNT',
		label: 'Count of Distinct Values',
		interfaceName: '去重计数',
		ofAll: true,
	},
	{ value: 'MAX', label: 'Maximum', interfaceName: '最大值', ofAll: true },
	{ value: 'MIN', label: 'Minimum', interfaceName: '最小值', ofAll: true },
	{ value: 'APPX_MEDIAN', label: 'Median (Approximate)', interfaceName: '中位数' },
	{ value: 'STDDEV_POP', label: 'Standard Deviation', interfaceName: '标准差' },
	{ value: 'VAR_POP', label: 'Variance', interfaceName: '方差' },
];
