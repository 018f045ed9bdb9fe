import type { EventMeasure } from './query';

/** What a measure counts: events in groups of an event's property are in one group each. */
export type CountedEntity = 'events' | 'sessions' | 'users' | 'values';

export interface Aggregator {
	/** The platform's name, which all wire formats use (docs/service.md, "Aggregators"). */
	value: string;
	/** Label in Title Case. */
	label: string;
	/** Part of a default output name: `<event>_<word>` or `<event>_<word>_<property>`. */
	word: string;
	/**
	 * `sum`: numbers of different days may be added up, and are 0 if nothing happened. `count`: 0 if
	 * nothing happened, but not additive (a user counts on both days). Others are not additive, and
	 * null if nothing happened.
	 */
	nature?: 'sum' | 'count';
	/** Dates that it counts up to its own: 7, 30, or those since the first of the month or range. */
	window?: 7 | 30 | 'month' | 'range';
	/** What it counts; undefined for other numbers. */
	counts?: CountedEntity;
	description: string;
	/** The name in the platform's interface. */
	interfaceName: string;
	/** Other spellings in a query as JSON. */
	also?: readonly string[];
	needsProperty: boolean;
	/** Words for counting sessions instead of events: a session counts once. */
	ofSessions?: { label: string; word: string; description: string };
}

/** Ordered by frequency of use (docs/service.md, "Aggregators"); the service may have more. */
export const AGGREGATORS: readonly Aggregator[] = [
	{
		value: 'general',
		label: 'Number of Events',
		word: 'events',
		nature: 'sum',
		counts: 'events',
		description: 'Number of times the event happened',
		interfaceName: '总次数',
		also: ['count', 'times', 'event count', '次数'],
		needsProperty: false,
		ofSessions: {
			label: 'Number of Sessions',
			word: 'times',
			description: 'Number of sessions that contain the event',
		},
	},
	{
		value: 'unique',
		label: 'Number of Users',
		word: 'users',
		nature: 'count',
		counts: 'users',
		description: 'Number of users who performed the event',
		interfaceName: '触发用户数',
		also: ['uv', 'user count', 'unique users', 'distinct users', '人数', '用户数'],
		needsProperty: false,
	},
	{
		value: 'average',
		label: 'Events per User',
		word: 'events_per_user',
		description: 'Average number of events per user who performed the event',
		interfaceName: '人均次数',
		also: ['average', '人均'],
		needsProperty: false,
		ofSessions: {
			label: 'Sessions per User',
			word: 'times_per_user',
			description: 'Average number of these sessions per user',
		},
	},
	{
		value: 'sum',
		label: 'Sum of a Property',
		word: 'sum',
		nature: 'sum',
		description: 'Sum of all values',
		interfaceName: '总和',
		also: ['合计', '求和'],
		needsProperty: true,
	},
	{
		value: 'avg',
		label: 'Average of a Property',
		word: 'avg',
		description: 'Mean of the values',
		interfaceName: '均值',
		also: ['average', 'mean', '平均', '平均值'],
		needsProperty: true,
	},
	{
		value: 'max',
		label: 'Maximum of a Property',
		word: 'max',
		description: 'Largest value',
		interfaceName: '最大值',
		also: ['maximum', '最大'],
		needsProperty: true,
	},
	{
		value: 'min',
		label: 'Minimum of a Property',
		word: 'min',
		description: 'Smallest value',
		interfaceName: '最小值',
		also: ['minimum', '最小'],
		needsProperty: true,
	},
	{
		value: 'uniqAvg',
		label: 'Sum of a Property per User',
		word: 'sum_per_user',
		description: 'Sum of the values, divided by the number of users',
		interfaceName: '人均值',
		needsProperty: true,
	},
	{
		value: 'uniqCount',
		label: 'Distinct Values of a Property',
		word: 'distinct',
		nature: 'count',
		counts: 'values',
		description: 'Number of different values',
		interfaceName: '去重数',
		also: ['distinct count', 'count distinct', '去重'],
		needsProperty: true,
	},
	{
		value: 'quantile25',
		label: '25th Percentile of a Property',
		word: 'p25',
		description: 'Value below which 25% of the values lie',
		interfaceName: '下四分位数',
		needsProperty: true,
	},
	{
		value: 'quantile50',
		label: 'Median of a Property',
		word: 'median',
		description: 'Value below which 50% of the values lie',
		interfaceName: '中位数',
		also: ['p50'],
		needsProperty: true,
	},
	{
		value: 'quantile75',
		label: '75th Percentile of a Property',
		word: 'p75',
		description: 'Value below which 75% of the values lie',
		interfaceName: '上四分位数',
		needsProperty: true,
	},
	{
		value: 'quantile90',
		label: '90th Percentile of a Property',
		word: 'p90',
		description: 'Value below which 90% of the values lie',
		interfaceName: '90 分位数',
		needsProperty: true,
	},
	{
		value: 'rollup_count',
		label: 'Cumulative Events',
		word: 'events_cumulated',
		window: 'range',
		counts: 'events',
		description: 'Cumulative total from the first day of the date range',
		interfaceName: '累计次数',
		also: ['cumulated events'],
		needsProperty: false,
	},
	{
		value: 'rollup_uniq',
		label: 'Cumulative Users',
		word: 'users_cumulated',
		window: 'range',
		counts: 'users',
		description: 'Cumulative total from the first day of the date range',
		interfaceName: '累计用户数',
		also: ['cumulated users'],
		needsProperty: false,
	},
	{
		value: 'count_last_day_7',
		label: 'Events in the Last 7 Days',
		word: 'events_last_7_days',
		window: 7,
		counts: 'events',
		description: 'Total of the days up to and including each day',
		interfaceName: '近 7 日次数',
		needsProperty: false,
	},
	{
		value: 'count_last_day_30',
		label: 'Events in the Last 30 Days',
		word: 'events_last_30_days',
		window: 30,
		counts: 'events',
		description: 'Total of the days up to and including each day',
		interfaceName: '近 30 日次数',
		needsProperty: false,
	},
	{
		value: 'uniq_last_day_7',
		label: 'Users in the Last 7 Days',
		word: 'users_last_7_days',
		window: 7,
		counts: 'users',
		description: 'Total of the days up to and including each day',
		interfaceName: '近 7 日用户数',
		needsProperty: false,
	},
	{
		value: 'uniq_last_day_30',
		label: 'Users in the Last 30 Days',
		word: 'users_last_30_days',
		window: 30,
		counts: 'users',
		description: 'Total of the days up to and including each day',
		interfaceName: '近 30 日用户数',
		needsProperty: false,
	},
	{
		value: 'count_cur_month',
		label: 'Events in the Month So Far',
		word: 'events_month_so_far',
		window: 'month',
		counts: 'events',
		description: 'Total from the first day of the month',
		interfaceName: '当月累计次数',
		needsProperty: false,
	},
	{
		value: 'uniq_cur_month',
		label: 'Users in the Month So Far',
		word: 'users_month_so_far',
		window: 'month',
		counts: 'users',
		description: 'Total from the first day of the month',
		interfaceName: '当月累计用户数',
		needsProperty: false,
	},
];

/** Finds the known aggregator of that name, ignoring case (docs/service.md, "Aggregators"). */
export function findAggregator(name: string): Aggregator | undefined {
	const requested = name.toLowerCase();
	return AGGREGATORS.find(({ value }) => value.toLowerCase() === requested);
}

/** Returns the service's spelling of an aggregator; an unknown one stays. */
export function spelledAggregator(name: string): string {
	return findAggregator(name)?.value ?? name;
}

/** Returns the known aggregator of a measure, with the words for sessions if it counts those. */
export function aggregatorOf({
	aggregator: name,
	isOfSessions,
}: Pick<EventMeasure, 'aggregator' | 'isOfSessions'>): Aggregator | undefined {
	const known = findAggregator(name);
	if (!known || !isOfSessions) return known;
	return {
		...known,
		...known.ofSessions,
		nature: known.nature === 'sum' ? 'count' : known.nature,
		...(known.counts === 'events' ? { counts: 'sessions' } : {}),
	};
}

/** An aggregation of a dataset's column (docs/service.md, "Datasets"). */
interface DatasetAggregation {
	value: string;
	label: string;
	/** Whether it also applies to text and dates. */
	ofAll?: true;
}

export const DATASET_AGGREGATIONS: readonly DatasetAggregation[] = [
	{ value: 'SUM', label: 'Sum' },
	{ value: 'AVG', label: 'Average' },
	{ value: 'COUNT', label: 'Count', ofAll: true },
	{ value: 'UNIQ_COUNT', label: 'Count of Distinct Values', ofAll: true },
	{ value: 'MAX', label: 'Maximum', ofAll: true },
	{ value: 'MIN', label: 'Minimum', ofAll: true },
	{ value: 'APPX_MEDIAN', label: 'Median (Approximate)' },
	{ value: 'STDDEV_POP', label: 'Standard Deviation' },
	{ value: 'VAR_POP', label: 'Variance' },
];
