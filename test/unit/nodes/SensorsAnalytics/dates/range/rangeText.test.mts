import { rolledRange, savedToDate } from '../../../../../../nodes/SensorsAnalytics/dates/range';

const TODAY = '2026-11-19';

describe('rolledRange', () => {
	it.each<[string, string, string, string, string]>([
		['过去 7 天', '2026-10-01', '2026-10-07', '2026-11-12', '2026-11-18'],
		[' Last 1 Day ', '2026-10-07', '2026-10-07', '2026-11-18', '2026-11-18'],
		['1 day', '2026-10-07', '2026-10-07', '2026-11-18', '2026-11-18'],
		['7 day', '2026-10-01', '2026-10-07', '2026-11-12', '2026-11-18'],
		['过去7日', '2026-10-01', '2026-10-07', '2026-11-12', '2026-11-18'],
		['Past 30 days', '2026-09-01', '2026-09-30', '2026-10-20', '2026-11-18'],
		['昨日', '2026-10-07', '2026-10-07', '2026-11-18', '2026-11-18'],
		['今日', '2026-10-07', '2026-10-07', TODAY, TODAY],
		['本周', '2026-10-05', '2026-10-07', '2026-11-16', TODAY],
		['上周', '2026-09-28', '2026-10-04', '2026-11-09', '2026-11-15'],
		['本月', '2026-10-01', '2026-10-07', '2026-11-01', TODAY],
		// Saved with the whole month.
		['本月', '2026-10-01', '2026-10-31', '2026-11-01', TODAY],
		['上月', '2026-09-01', '2026-09-30', '2026-10-01', '2026-10-31'],
		['上季度', '2026-07-01', '2026-09-30', '2026-07-01', '2026-09-30'],
		['去年', '2024-01-01', '2024-12-31', '2025-01-01', '2025-12-31'],
		['过去 2 个月', '2026-08-01', '2026-09-30', '2026-09-01', '2026-10-31'],
	])('%s, saved as %s to %s', (words, savedFrom, savedTo, from, to) => {
		expect(rolledRange({ from: savedFrom, to: savedTo, words }, TODAY, 1)).toMatchObject({
			from,
			to,
		});
	});

	it('includes today where the query says so', () => {
		const saved = { from: '2026-10-01', to: '2026-10-07', words: '过去 7 天', includesToday: true };
		expect(rolledRange(saved, TODAY, 1)).toEqual({ from: '2026-11-13', to: TODAY });
	});

	it.each([
		['not known', '最近很久', '2026-10-01', '2026-10-07'],
		['words around them', '大约过去 7 天', '2026-10-01', '2026-10-07'],
		['words behind them', '过去 7 天内', '2026-10-01', '2026-10-07'],
		['no words', '', '2026-10-01', '2026-10-07'],
		['dates', '2026-10-01 至 2026-10-07', '2026-10-01', '2026-10-07'],
		['other dates than the words mean', '过去 7 天', '2026-10-01', '2026-10-09'],
		['a number alone', '7', '2026-10-01', '2026-10-07'],
		['days that are not the saved ones', '7 day', '2026-10-01', '2026-10-09'],
		['no days', '过去 0 天', '2026-10-01', '2026-10-07'],
		['a name of objects', 'constructor', '2026-10-01', '2026-10-07'],
	])('stays fixed: %s', (_case, words, from, to) => {
		expect(rolledRange({ from, to, words }, TODAY, 1)).toBeUndefined();
	});
});

describe('savedToDate', () => {
	it.each([
		['本月', '2026-10-01', '2026-10-07', { months: 1 }],
		['本季', '2026-10-01', '2026-10-07', { months: 3 }],
		['this week', '2026-10-05', '2026-10-07', { days: 7 }],
		['本月', '2026-10-02', '2026-10-07', undefined],
		['过去 7 天', '2026-10-01', '2026-10-07', undefined],
		['', '2026-10-01', '2026-10-07', undefined],
	])('%s, saved as %s to %s', (words, from, to, meant) => {
		expect(savedToDate({ from, to, words }, 1)).toEqual(meant);
	});
});
