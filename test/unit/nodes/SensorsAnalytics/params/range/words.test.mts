import { comparisonParam } from '../../../../../../nodes/SensorsAnalytics/params/comparison';
import { TypedNames } from '../../../../../../nodes/SensorsAnalytics/params/names';
import { jsonSource } from '../../../../../../nodes/SensorsAnalytics/params/param';
import { readRangeJson } from '../../../../../../nodes/SensorsAnalytics/params/range';
import { faultOf, TODAY } from '../../../../../support/definitions.mts';
import fc from '../../../../../support/fastCheck.mts';

const range = (value: unknown) => {
	const { from, to } = readRangeJson(value, TODAY);
	return `${from}/${to}`;
};

describe('dates in words, on Saturday, 21 November 2026', () => {
	it.each([
		[['yesterday', 'Yesterday', '昨日', '昨天'], '2026-11-20/2026-11-20'],
		[['today', '今天'], '2026-11-21/2026-11-21'],
		[['前天', 'the day before yesterday'], '2026-11-19/2026-11-19'],
		[
			[
				'last 7 days',
				'past 7 days',
				'the last 7 days',
				'previous 7 days',
				'last_7_days',
				'last-7-days',
				'过去7天',
				'过去 7 天',
				'近7天',
				'最近7日',
			],
			'2026-11-14/2026-11-20',
		],
		[
			['last 7 days including today', '过去7天（含今天）', 'past 7 days (including today)'],
			'2026-11-15/2026-11-21',
		],
		[['past 30 days'], '2026-10-22/2026-11-20'],
		[['last 1 day'], '2026-11-20/2026-11-20'],
		[['last week', 'lastWeek', 'last_week', '上周'], '2026-11-09/2026-11-15'],
		[['last 2 weeks', '过去2周'], '2026-11-02/2026-11-15'],
		[['this week', '本周'], '2026-11-16/2026-11-21'],
		[['last month', '上个月', '2026-10'], '2026-10-01/2026-10-31'],
		[['this month', '本月'], '2026-11-01/2026-11-21'],
		[['last 3 months', '过去3个月'], '2026-08-01/2026-10-31'],
		[['last quarter', '上季度'], '2026-07-01/2026-09-30'],
		[['this year', '今年', 'since 2026-01-01', '自2026-01-01起'], '2026-01-01/2026-11-21'],
		[['last year', '去年', '2025'], '2025-01-01/2025-12-31'],
		[['2024-02'], '2024-02-01/2024-02-29'],
		[['2026-11-03'], '2026-11-03/2026-11-03'],
		[
			[
				...['2026-11-01..2026-11-07', '2026-11-01 to 2026-11-07', '2026-11-01 - 2026-11-07'],
				...['2026-11-01~2026-11-07', '2026-11-01/2026-11-07', '2026-11-01至2026-11-07'],
				{ from: '2026-11-01', to: '2026-11-07' },
				{ start: '2026-11-01', end: '2026-11-07' },
				{ from_date: '2026-11-01T00:00:00', toDate: '2026-11-07' },
				['2026-11-01', '2026-11-07'],
			],
			'2026-11-01/2026-11-07',
		],
		[[{ from: '2026-11-01' }], '2026-11-01/2026-11-21'],
	])('%j', (ways: unknown[], expected) => {
		expect(ways.map(range)).toEqual(ways.map(() => expected));
	});

	it.each([
		[undefined, /^'range' is missing\. Write "last 7 days"/],
		['next week', /^'range' can't be "next week"\. Write .* "2026-11-01\.\.2026-11-07"/],
		['last week or so', /can't be/],
		// A calendar week, or seven days?
		['past week', /can't be/],
		['constructor', /can't be/],
		// Complete weeks, days, and quarters end before today.
		['last week including today', /can't be "last week including today"/],
		['上月含今天', /can't be/],
		['前天（含今天）', /can't be/],
		['last 0 days', /can't be/],
		// A sign isn't a hyphen between words.
		['last -3 days', /^'range' can't be "last -3 days"\. Write "last 7 days"/],
		['last-3 days', /can't be/],
		['last_-3_days', /can't be/],
		['过去-3天', /can't be/],
		['2026-13', /can't be/],
		[
			'2026-02-30',
			/'from' of 'range' isn't a date: '2026-02-30'\. Enter a date such as 2026-11-19/,
		],
		[
			'since 2026-12-05',
			/^'range' \(2026-12-05\) is after today \(2026-11-21\)\. Enter an earlier date/,
		],
		[
			'2026-11-07..2026-11-01',
			/'from' of 'range' \(2026-11-07\) is after 'to' of 'range' \(2026-11-01\)/,
		],
		[
			{ from: '2026-11-01', till: '2026-11-07' },
			/'range' has an unknown key: 'till'\. Its keys are from, to/,
		],
		[7, /can't be 7/],
		[{}, /'from' of 'range' is empty/],
	])('%j is an error', (value, message) => {
		expect(faultOf(() => readRangeJson(value, TODAY))).toMatch(message);
	});

	it('accepts every range of dates unchanged', () => {
		const day = fc.date({
			min: new Date('2001-01-01'),
			max: new Date('2099-12-31'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(day, day, fc.constantFrom('..', ' to ', '~', '至'), (a, b, between) => {
				const [from, to] = [a, b].map((date) => date.toISOString().slice(0, 10)).sort();
				expect(range(`${from}${between}${to}`)).toBe(`${from}/${to}`);
				expect(range({ to, from })).toBe(`${from}/${to}`);
			}),
		);
	});
});

describe('what to compare with', () => {
	const read = (compare: unknown) =>
		comparisonParam.read(
			jsonSource({ compare }, [comparisonParam], '', { names: new TypedNames(), now: TODAY }),
		);

	it.each([
		[
			['previous_period', 'Previous Period', 'previousPeriod', '环比'],
			{ kind: 'preset', preset: 'previousPeriod' },
		],
		[['last_week', 'WoW', '上周'], { kind: 'preset', preset: 'lastWeek' }],
		[['last_month'], { kind: 'preset', preset: 'lastMonth' }],
		[['last_year', '同比', 'year over year'], { kind: 'preset', preset: 'lastYear' }],
		[
			['2026-10-01..2026-10-07', { from: '2026-10-01', to: '2026-10-07' }],
			{ kind: 'custom', range: { from: '2026-10-01', to: '2026-10-07' } },
		],
		[['none', undefined, false, ''], undefined],
	])('%j', (ways: unknown[], expected) => {
		for (const way of ways) expect(read(way)).toEqual(expected);
	});

	it('lists what is allowed', () => {
		const fault = faultOf(() => read('before'));
		for (const { word } of comparisonParam.words ?? []) expect(fault).toContain(word);
		expect(faultOf(() => read(true))).toMatch(/can't be true/);
	});
});
