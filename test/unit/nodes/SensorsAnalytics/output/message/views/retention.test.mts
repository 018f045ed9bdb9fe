import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';
import { type Column, listRows } from '../../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, digestOf, OPTIONS } from '../../../../../../support/digests.mts';
import { retentionOfDays, retentionTable } from '../../../../../../support/modelTables.mts';

const clock = { requestedAt: '2026-11-10T02:00:00Z', timeZone: 'Asia/Shanghai' };
const zh = { numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } };

describe('a retention as people read it', () => {
	it('a row per start, a column per period, empty where it has not come yet', () => {
		const { columns, rows } = digestOf(retentionOfDays);
		expect(columns.map(({ label }) => label)).toEqual([
			'Date',
			'Users who started',
			'Start period',
			'Period 1',
			'Period 2',
		]);
		expect(rows).toEqual([
			['2026-11-01', '1,000', '100%', '40%', '20%'],
			['2026-11-02', '2,000', '100%', '50%', ''],
			['2026-11-03', '500', '100%', '', ''],
		]);
	});

	it('darker for more, next to the largest below all', () => {
		const shades = digestOf(retentionOfDays).paints.map((row) => row.map(({ shade }) => shade));
		expect(shades).toEqual([
			[undefined, undefined, 1, 0.8, 0.4],
			[undefined, undefined, 1, 1, undefined],
			[undefined, undefined, 1, undefined, undefined],
		]);
	});

	it('one curve of all starts, each period of those whose period has come', () => {
		const { chart, lines } = digestOf(retentionOfDays);
		expect(chart).toMatchObject({
			kind: 'line',
			// Everybody is there in the initial period.
			categories: ['Period 1', 'Period 2'],
			// (400 + 1000) of (1000 + 2000), 200 of 1000.
			series: [{ name: 'Retention', values: [46.7, 20] }],
		});
		expect(lines).toEqual([
			'46.7% of users had the event again in period 1 (2 daily cohorts, 1–2 Nov; 3,000 users, counted once per cohort)',
			'Period 2: 20.0% of 1,000 users; later days cover fewer cohorts, so the days are not directly comparable',
		]);
	});

	it.each([
		[139, 13],
		// 9.35% is a little less in binary.
		[2000, 187],
	])('rounds rates in the chart like those in the sentence: of %i users %i', (users, returned) => {
		const { chart, lines } = digestOf(
			retentionTable([date], [[['2026-11-01'], [users, returned, returned]]]),
			{ layout: 'digest' },
		);
		expect(lines[0]).toMatch(/^9\.4% of /);
		expect(chart?.series[0]?.values).toEqual([9.4, 9.4]);
	});

	it.each([
		['en-US', ['day', 'Day'], ['week', 'Week'], [undefined, 'Period']],
		['zh-CN', ['day', '时间']],
	])('has a heading for its periods by their unit in %s', (locale, ...units) => {
		for (const [unit, heading] of units) {
			const options = { layout: 'digest' as const, numbers: { ...OPTIONS.numbers, locale } };
			const { columns } = digestOf(retentionOfDays, options, undefined, { unit });
			expect(columns[0]?.label).toBe(heading);
		}
	});

	it('without starts says so, if a period is over', () => {
		const resultOf = (
			columns: Column[],
			starts: Array<[Cell[], number[]]>,
			locale = 'en-US',
			range = { from: '2026-11-01', to: '2026-11-02' },
		) =>
			digestOf(
				retentionTable(columns, starts),
				{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
				undefined,
				{ subject: { events: ['SignUp'], isChurn: false }, unit: 'day', range, ...clock },
			).lines[0];
		const none: Array<[Cell[], number[]]> = [[['2026-11-01'], [0, 0]]];
		expect(resultOf([date], none)).toBe('1–2 Nov: no users with “SignUp” events');
		expect(resultOf([date], none, 'zh-CN')).toBe('11月1–2日，没有用户做过“SignUp”');
		expect(resultOf([city], [[['Riga'], [0, 0]]])).toBe('1–2 Nov: no users with “SignUp” events');
		const range = { from: '2026-11-09', to: '2026-11-10' };
		expect(resultOf([date], [[['2026-11-09'], [0, 0]]], 'en-US', range)).toBe(
			'Day 1 is not over yet for users who started between 9 and 10 Nov',
		);
	});

	it('names days if the unit is known, in Chinese, too', () => {
		const { columns, title, lines } = digestOf(retentionOfDays, { ...zh, title: '' }, undefined, {
			unit: 'day',
		});
		expect(columns.map(({ label }) => label)).toEqual([
			'日期',
			'初始用户数',
			'起始当日',
			'次日',
			'第 2 日',
		]);
		expect(title).toBe('留存，11月1–2日');
		expect(lines).toEqual([
			'次日留存率为 46.7%（初始 3,000 人次，11月1–2日共 2 个起始日）',
			'留存率：第 2 日 20.0%（初始 1,000 人次）；越往后，可统计的起始日越少，各日数值不宜直接对比',
		]);
	});

	it('says of which events it is, and who stayed away', () => {
		const names = (key: string) => ({ SignUp: '注册', PayOrder: '支付订单' })[key];
		const resultOf = (isChurn: boolean, more = {}) =>
			digestOf(retentionOfDays, { title: '', ...more }, undefined, {
				unit: 'day',
				names,
				subject: { events: ['SignUp', 'PayOrder'], isChurn },
			});
		expect(resultOf(false).title).toBe('Retention: 注册 → 支付订单, 1–2 Nov');
		expect(resultOf(true).title).toBe('Churn: 注册 → 支付订单, 1–2 Nov');
		expect(resultOf(true).lines).toEqual([
			'46.7% of “注册” users had no “支付订单” events the next day (2 daily cohorts, 1–2 Nov; 3,000 users, counted once per cohort)',
			'Day 2: 20.0% of 1,000 users; later days cover fewer cohorts, so the days are not directly comparable',
		]);
		expect(resultOf(false).lines[0]).toMatch(
			/^46\.7% of “注册” users had “支付订单” events the next day /,
		);
		const again = (language: object, unit = 'day') =>
			digestOf(retentionOfDays, language, undefined, {
				...{ unit, names },
				subject: { events: ['SignUp', 'SignUp'], isChurn: false },
			}).lines[0];
		expect(again({})).toMatch(
			/^46\.7% of “注册” users had the event again the next day \(.+; 3,000 users, counted once per cohort\)/,
		);
		expect(again(zh)).toMatch(/^“注册 → 注册”次日留存率为 46\.7%/);
		expect(again(zh, 'week')).toMatch(/^“注册 → 注册”次周留存率为 46\.7%/);
		expect(resultOf(true, zh).title).toBe('流失：注册 → 支付订单，11月1–2日');
		expect(resultOf(true, zh).lines).toEqual([
			'“注册 → 支付订单”次日流失率为 46.7%（初始 3,000 人次，11月1–2日共 2 个起始日）',
			'流失率：第 2 日 20.0%（初始 1,000 人次）；越往后，可统计的起始日越少，各日数值不宜直接对比',
		]);
	});

	it('numbers of users if requested', () => {
		const { columns, rows } = digestOf(retentionOfDays, { measures: ['users'] });
		expect(columns.map(({ label }) => label)[1]).toBe('Start period');
		expect(rows[0]).toEqual(['2026-11-01', '1,000', '400', '200']);
	});

	it('a bar for each group, of a single period', () => {
		const content = retentionTable(
			[city],
			[
				[['Riga'], [10, 5]],
				[[null], [100, 20]],
			],
		);
		const { chart, rows } = digestOf(content);
		expect(rows).toEqual([
			['Riga', '10', '100%', '50%'],
			['(city not set)', '100', '100%', '20%'],
		]);
		expect(chart).toMatchObject({
			kind: 'bar',
			categories: ['(city not set)', 'Riga'],
			series: [{ name: 'Period 1', values: [20, 50] }],
		});
	});

	it('a curve for each group, with a gap instead of a missing number', () => {
		const content = retentionTable(
			[city],
			[
				[['Riga'], [10, 5]],
				[['Oslo'], [100, 20, 30]],
			],
		);
		expect(digestOf(content).chart).toMatchObject({
			kind: 'line',
			categories: ['Period 1', 'Period 2'],
			series: [
				{ name: 'Oslo', values: [20, 30] },
				{ name: 'Riga', values: [50, null] },
			],
		});
	});

	it('without a chart of one period', () => {
		expect(digestOf(retentionTable([date], [[['2026-11-01'], [10, 5]]])).chart).toBeUndefined();
	});

	it.each([
		['day', 5, [1, 2, 3, 4, 5]],
		['day', 6, [1, 3, 6]],
		['day', 15, [1, 3, 7, 14, 15]],
		['week', 7, [1, 2, 4, 7]],
		['month', 13, [1, 2, 3, 6, 13]],
	])('names the periods that people compare (%s, %d)', (unit, count, expected) => {
		const users = Array.from({ length: count + 1 }, () => 100);
		const content = retentionTable([], [[[], users]]);
		const { brief } = digestOf(content, { layout: 'digest' }, undefined, { unit });
		const named = [...brief.join(' ').matchAll(/(?:day|week|month) (\d+)/gi)];
		expect([1, ...named.map(([, period]) => Number(period))]).toEqual(expected);
	});

	describe('says of which starts the first period does not count, if others are counted', () => {
		const days = { unit: 'day', range: { from: '2026-11-08', to: '2026-11-09' } };
		const weeks = { unit: 'week', range: { from: '2026-10-25', to: '2026-11-10' } };
		const follows = (mayEndLater: boolean) => ({ duration: 1, mayEndLater }) as never;
		it.each([
			['their day 1 is not over yet', 'on Mon 9 Nov', days, ['2026-11-08', '2026-11-09']],
			['their week 1 is not over yet', 'between 1 and 10 Nov', weeks, ['2026-10-25', '2026-11-01']],
			[
				'their week 1 is not over yet',
				'between 31 Oct and 10 Nov',
				weeks,
				['2026-10-24', '2026-10-31'],
			],
			[
				'their day 1 ends after the last day of the report (8 Nov)',
				'on Sun 8 Nov',
				{ unit: 'day', range: { from: '2026-11-07', to: '2026-11-08' }, query: follows(false) },
				['2026-11-07', '2026-11-08'],
			],
			[
				'the data of their day 1 are incomplete',
				'between 7 and 8 Nov',
				{ unit: 'day', range: { from: '2026-11-06', to: '2026-11-08' }, query: follows(true) },
				['2026-11-06', '2026-11-07', '2026-11-08'],
				'2026-11-08 12:00',
			],
		])('because %s (%s)', (why, dates, request, starts, dataUpdatedAt = '') => {
			const [first = '', ...others] = starts;
			const rows: Array<[Cell[], number[]]> = [
				[[first], [100, 40]],
				...others.map((start): [Cell[], number[]] => [[start], [100, 30]]),
			];
			const table = { ...retentionTable([date], rows), dataUpdatedAt };
			const { lines, scope } = digestOf(table, { layout: 'digest' }, undefined, {
				...clock,
				...request,
			});
			expect(lines[0]).toContain('40.0% of 100 users');
			expect(scope).toContain(`Excludes users who started ${dates}, because ${why}`);
		});
	});

	it('a share of no users is a dash, not a number', () => {
		const content = retentionTable([date], [[['2026-11-01'], [0, 0]]]);
		const empty = content.rows.toArray().map((row) => [...row.slice(0, -1), null]);
		const { rows } = digestOf({ ...content, rows: listRows(empty) });
		expect(rows).toEqual([['0', '–', '–']]);
	});

	it('counts instead of a percentage if fewer than 20 users started', () => {
		const some = (users: number) => retentionTable([], [[[], [users, 4, 3]]]);
		const sharesOf = (users: number) =>
			digestOf(some(users), { layout: 'digest' }).rows.map(([, share]) => share);
		expect(sharesOf(15)).toEqual(['4/15', '3/15']);
		expect(sharesOf(20)).toEqual(['20.0%', '15.0%']);
		const scopeOf = (users: number) => digestOf(some(users), { layout: 'digest' }).scope;
		expect(scopeOf(15)).toContain('Shown as a fraction where fewer than 20 users started');
		expect(scopeOf(20)).not.toContain('fraction');
	});

	it('the rows of the report if requested', () => {
		const { columns, rows } = digestOf(retentionOfDays, { layout: 'rows' });
		expect(columns.map(({ label }) => label)).toEqual([
			'Date',
			'Period',
			'Users who started',
			'Users',
			'Share',
		]);
		expect(rows[1]).toEqual(['2026-11-01', '1', '1,000', '400', '40']);
	});
});
