import type { MessageOptions } from '../../../../../../nodes/SensorsAnalytics/output/message/options';
import {
	type MessagePart,
	partWriter,
} from '../../../../../../nodes/SensorsAnalytics/output/message/part';
import type { Queries } from '../../../../../../nodes/SensorsAnalytics/query/query';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Column } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { date, digestOf, measure, OPTIONS, tableOf } from '../../../../../support/digests.mts';

const NOON = '2026-11-03T04:00:00Z';
const group = (key: string) => ({ key, role: 'group', type: 'string', whenEmpty: null }) as const;
const requestedBy = (query: unknown) => ({
	range: { from: '2026-11-01', to: '2026-11-03' },
	requestedAt: '2026-11-04T08:00:00Z',
	timeZone: 'Asia/Shanghai',
	unit: 'day',
	query: query as Queries['ltv'],
});

describe('Times between two events', () => {
	const keys = ['intervals', 'users', 'min_time', 'p50_time', 'max_time', 'average_time'];
	const query = {
		first: { event: 'view' },
		second: { event: 'pay' },
		quantiles: [50],
		groupBy: [],
	};
	const resultOf = (rows: Cell[][], zh = false, more = {}) =>
		digestOf(
			tableOf([date, ...keys.map((key) => measure(key))], rows, { drawn: 'p50_time' }),
			{
				layout: 'digest',
				...(zh ? { numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } } : {}),
			},
			undefined,
			requestedBy({ ...query, ...more }),
		).lines;
	const days: Cell[][] = [
		['2026-11-01', 30, 20, 41, 60, 90_000, 7200],
		['2026-11-02', 0, 0, null, null, null, null],
		['2026-11-03', 10, 9, 59.6, 3599.7, 86_400, 3600],
	];

	it('the mean is weighted, medians are not, and days without intervals have no times', () => {
		const ends = 'Shortest interval 41 s, longest 1 d 1 h';
		expect(resultOf(days, false, { mayEndLater: true })).toEqual([
			'view → pay, 1–3 Nov: 1 h 45 min on average (40 intervals)',
			'Daily medians ranged from 1 min (1 Nov) to 1 h (3 Nov)',
			ends,
		]);
		// Intervals that end after the dates are missing on the later ones, so these have no rank.
		expect(resultOf(days).slice(1)).toEqual([
			'Intervals that ended after 3 Nov are not counted, so the true average may be higher, and the averages of the most recent days may be too low',
			ends,
		]);
		expect(resultOf(days, true)[1]).toBe(
			'11月3日之后才结束的间隔未计入，因此平均间隔可能偏短，起始日期越靠后越明显',
		);
	});

	it('of groups of a list have no number of all, which would count intervals twice', () => {
		const linesOf = (hasOverlap: boolean | 'maybe', locale = 'en-US') => {
			const table = tableOf(
				[date, group('tags'), ...keys.map((key) => measure(key))],
				[
					['2026-11-01', 'new', 30, 20, 41, 60, 90_000, 7200],
					['2026-11-01', 'sale', 40, 20, 41, 90, 90_000, 3600],
				],
				{ drawn: 'p50_time' },
			);
			const options = { layout: 'digest', numbers: { ...OPTIONS.numbers, locale } } as const;
			const { lines, scope } = digestOf(table, options, undefined, {
				...requestedBy({ ...query, mayEndLater: true }),
				hasOverlap,
			});
			return [lines[0], scope.split(' · ')[1]];
		};
		expect(linesOf(false)[0]).toContain('70 intervals');
		expect(linesOf(true)).toEqual([
			'view → pay, 1–3 Nov, median: longest for sale, 1 min 30 s (40 intervals from 20 users); shortest for new, 1 min (30 intervals from 20 users)',
			'An event can be in several groups',
		]);
		expect(linesOf(true, 'zh-CN')).toEqual([
			'11月1–3日，“view → pay”的中位数最长的是 sale：1 分钟 30 秒（20 名用户，共 40 个间隔），最短的是 new：1 分钟（20 名用户，共 30 个间隔）',
			'同一事件可能属于多个分组，各组之和可能大于总数',
		]);
		const [maybe, limit] = linesOf('maybe');
		expect(maybe).toContain('70 intervals');
		expect(limit).toBe('If a group property is a list, an event can be in several groups');
		expect(linesOf('maybe', 'zh-CN')[1]).toMatch(/^若分组属性为集合类型，同一事件可能属于多个分组/);
	});

	it('none are no time that is longer, and a week that the range cuts is none', () => {
		const on = (rows: Cell[][], from: string, mayEndLater = false) =>
			digestOf(
				tableOf([date, ...keys.map((key) => measure(key))], rows, { drawn: 'p50_time' }),
				{ layout: 'digest' },
				undefined,
				{
					...requestedBy({ ...query, mayEndLater }),
					...{ range: { from, to: '2026-11-01' }, unit: 'week' },
				},
			);
		const weeks: Cell[][] = ['2026-10-12', '2026-10-19', '2026-10-26'].map((day, index) => [
			...[day, 30, 20, 41],
			...[60 * (index + 1), 90_000, 7200],
		]);
		const { lines } = on(weeks, '2026-10-14', true);
		expect(lines[0]).toMatch(
			/weekly medians of 1 min to 3 min; the average of all 90 intervals is 2 h, pulled up by long intervals$/,
		);
		expect(lines[1]).toMatch(
			/^Weekly medians ranged from 2 min \(19–25 Oct\) to 3 min \(26 Oct–1 Nov\)$/,
		);
		const none = on([['2026-10-26', 0, 0, null, null, null, null]], '2026-10-26');
		expect([...none.lines, none.scope].join()).not.toContain('longer');
	});

	it('of today are left out, of the table, too, and the scope says so', () => {
		const on = (rows: Cell[][], requestedAt: string) =>
			digestOf(
				tableOf([date, ...keys.map((key) => measure(key))], rows, { drawn: 'p50_time' }),
				{ layout: 'digest' },
				undefined,
				{ ...requestedBy(query), requestedAt },
			);
		const today: Cell[] = ['2026-11-03', 90, 60, 1, 2, 9, 3];
		const shown = on([...days.slice(0, 1), ['2026-11-02', 10, 9, 60, 120, 180, 3600], today], NOON);
		expect(shown.lines[0]).toMatch(
			/^view → pay, 1–2 Nov: daily medians of 1 min to 2 min; the average of all 40 intervals is 1 h 45 min, pulled up by long intervals$/,
		);
		expect(shown.scope).toMatch(
			/^Excludes Tue 3 Nov \(not over yet\) · Sensors Analytics determines which events are paired; a user can have several intervals · Not compared with an earlier period/,
		);
		expect(shown.lines[1]).toMatch(/^Intervals that ended after 3 Nov are not counted/);
		expect(shown.rows.map(([day]) => day)).toEqual(['1 Nov', '2 Nov']);
		expect(shown.chart?.categories).toEqual(['1 Nov', '2 Nov']);
		expect(on([today], NOON).lines[0]).toContain('1–3 Nov (3 Nov until 12:00): 3 s');
	});

	it.each([
		[[1, 10, 30], 'd', [1, 10, 30]],
		// In days, the first one would be 0.
		[[1 / 48, 1, 2], 'h', [0.5, 24, 48]],
		[[1 / 1440, 0, 2], 'min', [1, 0, 2880]],
	])('are drawn in the largest unit in which none is 0: %j days', (medians, unit, drawn) => {
		const rows = medians.map((median, index): Cell[] => [
			...[`2026-11-0${index + 1}`, 30, 20, 0],
			...[median * 86_400, 90 * 86_400, 7200],
		]);
		const { chart } = digestOf(
			tableOf([date, ...keys.map((key) => measure(key))], rows, { drawn: 'p50_time' }),
			{ layout: 'digest' },
			undefined,
			requestedBy(query),
		);
		expect(chart?.valueName).toBe(`Median (${unit})`);
		expect(chart?.series[0]?.values).toEqual(drawn);
	});

	it('of one date: the percentiles, in Chinese, too', () => {
		expect(resultOf(days.slice(0, 1), true)).toEqual([
			'11月1–3日，“view → pay”间隔的中位数为 1 分钟，平均间隔被较长的间隔拉高到 2 小时（20 名用户，共 30 个间隔）',
			'50% 的间隔不超过 1 分钟',
			'11月3日之后才结束的间隔未计入，因此平均间隔可能偏短',
			'间隔最短 41 秒，最长 1 天 1 小时',
		]);
		expect(resultOf(days.slice(0, 1))[0]).toBe(
			'view → pay, 1–3 Nov: a median of 1 min; the average of all 30 intervals from 20 users is 2 h, pulled up by long intervals',
		);
		const near = [...(days[2] as Cell[])];
		near[7] = 170;
		expect(resultOf([near])[0]).not.toContain('pulled up');
		const cut =
			'Intervals that ended after 3 Nov are not counted, so the true average may be higher';
		expect(resultOf([near])).toContain(cut);
		expect(resultOf([near], false, { mayEndLater: true })).not.toContain(cut);
	});

	it('of groups: medians and users of one date, means of several', () => {
		const city = group('city');
		const both = (rows: Cell[][]) =>
			digestOf(
				tableOf([date, city, ...keys.map((key) => measure(key))], rows, { drawn: 'p50_time' }),
				{ layout: 'digest' },
				undefined,
				requestedBy(query),
			);
		const rows: Cell[][] = [
			['2026-11-01', 'Riga', 30, 20, 41, 60, 90_000, 7200],
			['2026-11-01', 'Oslo', 25, 25, 41, 90, 90_000, 3600],
			['2026-11-02', 'Oslo', 25, 25, 41, 90, 90_000, 3600],
		];
		const one = both(rows.slice(0, 2));
		expect(one.lines).toEqual([
			'view → pay, 1–3 Nov: 1 h 33 min on average (55 intervals)',
			'Median: longest for Oslo, 1 min 30 s (25 intervals from 25 users); shortest for Riga, 1 min (30 intervals from 20 users)',
			'Intervals that ended after 3 Nov are not counted, so the true average may be higher',
		]);
		expect(one.rows[0]).toEqual(['Oslo', '25', '1 h', '1 min 30 s']);
		const tied = [rows[0], ['2026-11-01', 'Oslo', 25, 25, 41, 60, 90_000, 7200]] as Cell[][];
		expect(both(tied).lines.join()).not.toContain('longest');
		const alike = [
			rows[0],
			['2026-11-01', 'Riga\u200b', 25, 25, 41, 600, 90_000, 7200],
		] as Cell[][];
		expect(both(alike).rows.map(([, ...numbers]) => numbers)).toEqual([
			['25', '2 h', '10 min'],
			['30', '2 h', '1 min'],
		]);
		const several = both(rows);
		expect(several.lines[1]).toBe(
			'Average time: longest for Riga, 2 h (30 intervals from 20 users); shortest for Oslo, 1 h (50 intervals)',
		);
		expect(several.rows[0]).toEqual(['Riga', '30', '2 h']);
		const few: Cell[] = ['2026-11-01', 'Bonn', 19, 14, 41, 900_000, 900_000, 900_000];
		expect(both([...rows.slice(0, 2), few]).lines[1]).toMatch(
			/shortest for Riga, .+; only the 2 groups with at least 20 intervals are compared$/,
		);
	});
});

it('a lifetime value counts starts with the complete period, each by its users', () => {
	const columns = [date, group('period'), measure('initial_users'), measure('value_per_user')];
	const rows: Cell[][] = [
		['2026-11-01', 0, 10, 1],
		['2026-11-01', 1, 10, 5],
		['2026-11-02', 0, 30, 2],
		['2026-11-02', 1, 30, 9],
		['2026-11-03', 0, 20, 4],
		['2026-11-03', 1, 20, 100],
	];
	const query = {
		start: { event: 'signup' },
		value: {
			kind: 'event',
			event: 'pay',
			aggregator: 'LTV_AVG',
			property: { of: 'event', event: 'pay', name: 'amount' },
		},
		groupBy: [],
	};
	const { lines, scope } = digestOf(
		tableOf(columns, rows, { drawn: 'value_per_user' }),
		{ layout: 'digest' },
		undefined,
		requestedBy(query),
	);
	// The second day of who started on the third is under way.
	expect(lines).toEqual([
		'Cumulative amount per user through day 1 after “signup”: 8 (2 daily cohorts, 1–2 Nov; 40 users, counted once per cohort)',
		'Cumulative value through the start day: 2.5 (60 users); later days cover fewer cohorts, so the days are not directly comparable',
	]);
	// The start day includes who started on the third.
	expect(scope).toContain(
		'Day 1: excludes users who started on Tue 3 Nov, because their day 1 is not over yet',
	);
	const linesOf = (some: Cell[][], zh = false) =>
		digestOf(
			tableOf(columns, some, { drawn: 'value_per_user' }),
			{
				layout: 'digest',
				...(zh ? { numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } } : {}),
			},
			undefined,
			requestedBy(query),
		).lines;
	const resultOf = (...of: Parameters<typeof linesOf>) => linesOf(...of)[0];
	// A last day of fewer than half of the users is no headline.
	expect(resultOf([...rows, ['2026-11-01', 2, 10, 6]], true)).toMatch(
		/后第 1 日，人均累计 amount 8/,
	);
	expect(linesOf([...rows, ['2026-11-01', 2, 30, 6]], true)[1]).toBe(
		'人均累计 amount：起始当日 2.5（初始 60 人次）、第 1 日 8（初始 40 人次）；越往后，可统计的起始日越少，各日数值不宜直接对比',
	);
	// Of many periods, those that people compare.
	const eight = [0, 1, 2, 3, 4, 5, 6, 7].map((day): Cell[] => ['2026-10-11', day, 30, day]);
	expect(linesOf(eight)[1]).toBe(
		'Cumulative value through the start day: 0 (30 users), day 1: 1 (30 users), day 3: 3 (30 users)',
	);
	// The mean of 1 and 1.05 is 1.025, of which floating point makes 1.02.
	const halves = [
		['2026-11-01', 0, 20, 1],
		['2026-11-02', 0, 20, 1.05],
	];
	expect(resultOf(halves)).toMatch(/: 1\.03 \(2 daily cohorts/);
	const none = rows.map(([day = '', period = 0]): Cell[] => [day, period, 0, 0]);
	expect(resultOf(none)).toBe('1–3 Nov: no users with “signup” events');
	expect(resultOf(none, true)).toBe('11月1–3日，没有用户做过“signup”');
	// Whoever started on the third may still come, and of an unknown number nothing is said.
	expect(resultOf([...none.slice(0, 4), ['2026-11-03', 1, 20, 0]])).toMatch(
		/^Day 1 is not over yet for users who started on Tue 3 Nov$/,
	);
	expect(resultOf([['2026-11-01', 0, null, null]])).toMatch(/^Day 1 is not over yet/);
});

it('charts say what they leave out', () => {
	const names = Array.from({ length: 25 }, (_, index) => `name ${index}`);
	const range = { from: '2026-11-01', to: '2026-11-25' };
	const chartOf = (first: Column[], keys: string[], query: object, rows: Cell[][]) =>
		digestOf(
			tableOf([...first, ...keys.map((key) => measure(key))], rows, {
				drawn: keys.at(-1) as string,
			}),
			{ layout: 'digest', hasChart: true },
			undefined,
			{ ...requestedBy(query), range, requestedAt: '2026-12-20T02:00:00Z' },
		).chart;
	const times = ['intervals', 'users', 'min_time', 'max_time', 'average_time'];
	const between = {
		first: { event: 'view' },
		second: { event: 'pay' },
		quantiles: [],
		groupBy: [],
	};
	const long = [30, 20, 1, 9, 5];
	const byDay = names.map((_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);
	const line = chartOf(
		[date],
		times,
		between,
		byDay.map((day) => [day, ...long]),
	);
	expect([line?.categories.length, line?.categories[0], line?.points]).toEqual([20, '6 Nov', 25]);
	const start = {
		start: { event: 'signup' },
		value: { kind: 'event', event: 'pay', aggregator: 'LTV_AVG' },
		groupBy: [],
	};
	const worth = ['initial_users', 'value_per_user'];
	const credit = ['touches', 'converting_touches', 'converted_users', 'conversions'];
	const touch = { touchpoints: [], target: { event: 'pay', aggregator: 'general' }, groupBy: [] };
	const bars = [
		chartOf(
			[date, group('city')],
			times,
			between,
			names.map((name) => ['2026-11-01', name, ...long]),
		),
		chartOf(
			[group('city'), group('period')],
			worth,
			start,
			names.map((name) => [name, 1, 30, 5]),
		),
		chartOf(
			[group('event')],
			credit,
			touch,
			names.map((name) => [name, 1, 1, 1, 5]),
		),
	];
	for (const bar of bars) {
		expect([bar?.categories.length, bar?.categories[0]]).toEqual([20, 'name 0']);
		expect(bar?.points).toBe(25);
	}
});

describe('a lifetime value by groups', () => {
	const keys = ['initial_users', 'value_per_user'].map((key) => measure(key));
	const ofLevels = (...periods: number[]): Cell[][] =>
		periods.flatMap((period) => [
			['gold', period, 30, 7 + period],
			['bronze', period, 40, 3 + period],
		]);
	const query = {
		start: { event: 'signup' },
		value: { kind: 'event', event: 'pay', aggregator: 'LTV_AVG' },
		groupBy: [],
	};
	const all = tableOf(
		[date, group('period'), ...keys],
		[
			['2026-11-01', 0, 70, 2],
			['2026-11-01', 1, 70, 9],
		],
		{ drawn: 'value_per_user' },
	);
	const digest = (rows: Cell[][], more: object = {}, layout: MessageOptions['layout'] = 'digest') =>
		digestOf(
			tableOf([group('level'), group('period'), ...keys], rows, {
				...{ drawn: 'value_per_user', overall: all, ...more },
			}),
			{ layout, hasChart: true, title: '' },
			undefined,
			{ ...requestedBy(query), subject: { events: ['signup', 'pay'], isChurn: false } },
		);

	it('has the period of the groups in its headline, and the number of the headline in its last row', () => {
		const early = digest(ofLevels(0));
		expect(early.lines[0]).toMatch(
			/^Cumulative pay events per user through the “signup” day: 2 \(70 users\)/,
		);
		expect(early.rows.at(-1)).toEqual(['Overall', '2', '70']);
	});

	it.each([
		[0.64, '0.31'],
		[0.6429, '0.3104'],
	])('has no more decimals than the values of its cohorts: %d', (value, mean) => {
		const rows: Cell[][] = [
			['2026-11-01', 0, 14, value],
			['2026-11-02', 0, 15, 0],
		];
		const { lines } = digest([], { ...tableOf(all.columns, rows), overall: undefined });
		expect(lines[0]).toContain(
			`: ${mean} (2 daily cohorts, 1–2 Nov; 29 users, counted once per cohort)`,
		);
	});

	it('says in Table and Rows, too, that nothing tested the differences', () => {
		for (const layout of ['people', 'rows'] as const) {
			const { lines, scope } = digest(ofLevels(0), { overall: undefined }, layout);
			expect(lines[0]).toMatch(/gold 7 .+bronze 3 /);
			expect(scope).toMatch(/ · Whether the groups differ by more than chance was not checked · /);
		}
	});

	it('draws the groups in the period of the sentence, and no incomplete one', () => {
		const { chart, columns, scope } = digest(ofLevels(0, 1, 2));
		expect(scope).toContain(
			'Not compared with an earlier period; whether the groups differ by more than chance was not checked',
		);
		expect(columns[1]?.label).toBe('Cumulative pay events per user through the start day');
		expect(chart).toMatchObject({
			...{ kind: 'bar', categories: ['gold', 'bronze'], notes: [] },
			series: [{ name: 'Value per user through the start day', values: [7, 3] }],
		});
	});

	it('has the number of all users if it is too early for groups, and no chart of groups', () => {
		const { lines, scope, chart } = digest(ofLevels(1));
		expect(lines[0]).toBe(
			'Cumulative pay events per user through day 1 after “signup”: 9 (70 users)',
		);
		expect(scope).toContain(
			'Excludes users who started on Tue 3 Nov, because their day 1 is not over yet',
		);
		expect(scope).toContain('level: no value');
		expect(chart).toMatchObject({ kind: 'line', series: [{ values: [2, 9] }] });
	});

	it('draws nothing if it is too early for all, and is named in a message of several', () => {
		const early = digest(ofLevels(1), { overall: undefined });
		expect(early.chart).toBeUndefined();
		const { parts } = partWriter.write(early, OPTIONS) as { parts: MessagePart[] };
		expect(parts[0]).toMatchObject({
			name: 'Lifetime value: signup → pay by level, 1–3 Nov',
			headline: 'Day 1 is not over yet for users who started on Tue 3 Nov',
		});
	});
});

it('an attribution by a list has no shares, and says which touchpoints count', () => {
	const keys = ['touches', 'converting_touches', 'converted_users', 'conversions', 'percent'];
	const table = tableOf(
		[group('tags'), group('event'), ...keys.map((key) => measure(key))],
		[
			['new', 'ad', 9, 8, 7, 20, 40],
			['sale', 'ad', 9, 8, 7, 30, 60],
		],
		{ drawn: 'conversions' },
	);
	const shownBy = (hasDirect: boolean, locale = 'en-US', hasOverlap: boolean | 'maybe' = true) =>
		digestOf(table, { layout: 'digest', numbers: { ...OPTIONS.numbers, locale } }, undefined, {
			...requestedBy({
				target: { kind: 'event', event: 'pay', aggregator: 'general' },
				touchpoints: [{ event: 'ad' }],
				hasDirect,
				rule: 'linear',
				lookback: { value: 7, unit: 'day' },
				groupBy: [{ of: 'event', name: 'tags' }],
			}),
			hasOverlap,
		});
	expect(shownBy(true).lines[0]).toBe('pay events 1–3 Nov: sale / ad 30, new / ad 20');
	expect(shownBy(true).scope).toContain(
		'Only touchpoints in the 7 days before a conversion count · An event can be in several groups',
	);
	expect(shownBy(true, 'zh-CN').scope).toContain('仅统计转化前 7 天内的触点');
	expect(shownBy(false).scope).not.toContain('Only touchpoints');
	expect(shownBy(false).scope).toContain(
		'without a touchpoint in the preceding 7 days are not counted',
	);
	expect(shownBy(true, 'en-US', 'maybe').scope).toContain('If a group property is a list');
});

it('an attribution has shares, what led to it, and by which rule', () => {
	const keys = ['touches', 'converting_touches', 'converted_users', 'conversions', 'percent'];
	const rows: Cell[][] = [
		['ad', 10, 1, 1, 20, 20],
		[null, null, null, null, 80, 80],
	];
	const query = {
		target: { kind: 'event', event: 'pay', aggregator: 'general' },
		touchpoints: [{ event: 'ad' }],
		hasDirect: true,
		rule: 'linear',
		lookback: { value: 7, unit: 'day' },
		groupBy: [],
	};
	const { lines, scope } = digestOf(
		tableOf([group('event'), ...keys.map((key) => measure(key))], rows, { drawn: 'conversions' }),
		{ layout: 'digest' },
		undefined,
		requestedBy(query),
	);
	expect(lines).toEqual([
		'pay events 1–3 Nov: 100, of which 20 (20.0%) had a touchpoint in the preceding 7 days. All credited to ad',
		'Converted users by touchpoint: ad 1',
	]);
	expect(scope).toBe(
		'Each occurrence of a touchpoint before a conversion gets an equal share · Not compared with an earlier period · Shanghai time',
	);
	const chinese = digestOf(
		tableOf([group('event'), ...keys.map((key) => measure(key))], rows, { drawn: 'conversions' }),
		{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } },
		undefined,
		requestedBy(query),
	).lines;
	expect(chinese).toEqual([
		'11月1–3日 pay 共 100 次，其中 20（20.0%）在转化前 7 天内有触点，全部归因于“ad”',
		'各触点的转化用户数：ad 1',
	]);
	const rowsIn = (layout: 'people' | 'rows', locale: string) =>
		digestOf(
			tableOf([group('event'), ...keys.map((key) => measure(key))], rows, { drawn: 'conversions' }),
			{ layout, numbers: { ...OPTIONS.numbers, locale } },
			undefined,
			requestedBy(query),
		).rows.map(([name]) => name);
	expect(rowsIn('people', 'zh-CN')).toEqual(['ad', '无触点']);
	expect(rowsIn('rows', 'en-US')).toEqual(['ad', 'no touchpoint']);
	const touched = (some: Cell[][]) =>
		digestOf(
			tableOf([group('event'), ...keys.map((key) => measure(key))], some, { drawn: 'conversions' }),
			{ layout: 'digest' },
			undefined,
			requestedBy({ ...query, hasDirect: false }),
		);
	const ad: Cell[] = ['ad', 10, 1, 1, 20, 25];
	expect(touched([ad, ['mail', 5, 1, 1, 60, 75]]).lines[0]).toBe(
		'1–3 Nov: 80 pay events had a touchpoint in the preceding 7 days. Credited to: mail 75.0% (60), ad 25.0% (20)',
	);
	expect(touched([ad])).toMatchObject({
		lines: expect.arrayContaining([
			'1–3 Nov: 20 pay events had a touchpoint in the preceding 7 days. All credited to ad',
		]) as string[],
		scope: expect.not.stringContaining('without a touchpoint') as string,
	});
	expect(touched([['ad', 10, 0, 0, 0, null]])).toMatchObject({
		lines: expect.arrayContaining([
			'1–3 Nov: 0 pay events had a touchpoint in the preceding 7 days',
		]) as string[],
		scope: expect.not.stringContaining('without a touchpoint') as string,
	});
	const ruledBy = (rule: string, rows: Cell[][], more = {}) =>
		digestOf(
			tableOf([group('event'), ...keys.map((key) => measure(key))], rows, { drawn: 'conversions' }),
			{ layout: 'digest', ...more },
			undefined,
			requestedBy({ ...query, hasDirect: false, rule }),
		);
	const both: Cell[][] = [ad, ['mail', 5, 1, 1, 60, 75]];
	const many = touched(Array.from({ length: 11 }, (_, at) => [`ad ${at}`, 1, 1, 1, 10 + at, 1]));
	expect(many.rows).toHaveLength(8);
	expect(many.notes(2)).toEqual(['5 more rows not shown']);
	for (const [rule, touchpoint] of [
		['first', 'First'],
		['last', 'Last'],
	] as const) {
		const of = ruledBy(rule, both);
		expect(of.lines[0]).toBe(
			`1–3 Nov: 80 pay events had a touchpoint in the preceding 7 days. ${touchpoint} touchpoint: mail 75.0% (60), ad 25.0% (20)`,
		);
		expect(of.scope).toMatch(/^Not compared/);
		expect(ruledBy(rule, [ad]).lines[0]).toMatch(
			new RegExp(
				`20 pay events had a touchpoint in the preceding 7 days\\. The ${rule} touchpoint was always ad$`,
			),
		);
	}
	const zh = { numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } };
	expect(ruledBy('last', both, zh).lines[0]).toMatch(/，按末次触点归因：mail 75\.0%（60）、ad /);
	expect(ruledBy('first', [ad], zh).lines[0]).toMatch(/，按首次触点全部归因于“ad”$/);
	const five = ['a', 'b', 'c', 'd', 'e'].map((name): Cell[] => [name, 1, 1, 1, 20, 20]);
	expect(touched(five.slice(1)).lines.slice(1)).toEqual([
		'Converted users by touchpoint: 1 each; a user can count under several',
	]);
	expect(touched(five.slice(1)).lines[0]).toMatch(/d 25\.0% \(20\), e 25\.0% \(20\)$/);
	expect(touched(five).lines[0]).toMatch(/c 20\.0% \(20\), 2 others 40\.0% \(40\)$/);
	const ofAges = digestOf(
		tableOf([group('age'), group('event'), ...keys.map((key) => measure(key))], [[47, ...ad]], {
			drawn: 'conversions',
		}),
		{ layout: 'digest' },
		undefined,
		requestedBy({ ...query, hasDirect: false }),
	);
	expect(ofAges.lines[0]).toContain('All credited to age: 47 / ad');
	const refunds: Cell[][] = [
		['ad', 10, 5, 4, 100, 200],
		['mail', 10, 5, 4, -50, -100],
	];
	const negative = digestOf(
		tableOf([group('event'), ...keys.map((key) => measure(key))], refunds, {
			drawn: 'conversions',
		}),
		{ layout: 'digest' },
		undefined,
		requestedBy(query),
	);
	expect(negative.lines[0]).toBe(
		'pay events 1–3 Nov: 50, all with a touchpoint in the preceding 7 days. Credited to: ad 100, mail −50',
	);
	expect(negative.columns).toHaveLength(2);
	// A touchpoint of a conversion of 0 had one, too.
	const free = [
		['ad', 1, 1, 1, 50, 100],
		['mail', 1, 1, 1, 0, 0],
	] satisfies Cell[][];
	const amount = { of: 'event', event: 'pay', name: 'amount' };
	const sum = {
		...query,
		target: { kind: 'event', event: 'pay', aggregator: 'sum', property: amount },
	};
	const [ofAmount] = digestOf(
		tableOf([group('event'), ...keys.map((key) => measure(key))], free, { drawn: 'conversions' }),
		{ layout: 'digest' },
		undefined,
		requestedBy(sum),
	).lines;
	expect(ofAmount).toMatch(/Credited to: ad 100% \(50\)$/);
	const thirds = ['ad', 'mail', 'shop'].map((name): Cell[] => [name, 1, 1, 1, 1 / 3, 33.3]);
	const digest = digestOf(
		tableOf([group('event'), ...keys.map((key) => measure(key))], thirds, { drawn: 'conversions' }),
		{ layout: 'digest' },
		undefined,
		requestedBy(query),
	);
	// 38.2475 came as 38.25, which is no 38.3.
	const split = [
		['ad', 1, 1, 1, 382_475, 38.25],
		['mail', 1, 1, 1, 617_525, 61.75],
	] satisfies Cell[][];
	const [headline] = digestOf(
		tableOf([group('event'), ...keys.map((key) => measure(key))], split, { drawn: 'conversions' }),
		{ layout: 'digest' },
		undefined,
		requestedBy(query),
	).lines;
	expect(headline).toContain('Credited to: mail 61.8% (617,525), ad 38.2% (382,475)');
	expect(digest.chart?.series[0]?.values).toEqual([0.33, 0.33, 0.33]);
});
