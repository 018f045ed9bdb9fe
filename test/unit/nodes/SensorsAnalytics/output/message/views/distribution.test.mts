import type { Queries } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';
import { listRows } from '../../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, digestOf, OPTIONS } from '../../../../../../support/digests.mts';
import { distributionOfDays, distributionTable } from '../../../../../../support/modelTables.mts';

describe('a distribution as people read it', () => {
	it('ranges that do not seem to overlap, of one date a row each', () => {
		const { columns, rows, chart } = digestOf(
			distributionTable([date], [[['2026-11-01'], [60, 30, 10]]]),
		);
		expect(columns.map(({ label }) => label)).toEqual(['Range', 'Users', 'Share']);
		expect(rows).toEqual([
			['under 5', '60', '60%'],
			['5 to under 10', '30', '30%'],
			['10 or more', '10', '10%'],
		]);
		expect(chart).toMatchObject({
			kind: 'bar',
			categories: ['under 5', '5 to under 10', '10 or more'],
			series: [{ values: [60, 30, 10] }],
		});
	});

	it.each([
		['sum', 'auto', 'CNY', '¥5 to under ¥10'],
		['sum', 'currency', undefined, '¥5 to under ¥10'],
		['sum', 'auto', 'kg', '5 to under 10'],
		['uniqCount', 'currency', 'CNY', '5 to under 10'],
	] as const)('ranges of money have its currency: %s, %s, %s', (aggregator, style, unit, text) => {
		const property = { of: 'event', event: 'PayOrder', name: 'amount' };
		const query = { event: 'PayOrder', of: { aggregator, property }, groupBy: [], unit: 'day' };
		const of = (layout: 'digest' | 'people') =>
			digestOf(
				distributionTable([], [[[], [30, 60, 10]]]),
				{ layout, numbers: { ...OPTIONS.numbers, style } },
				undefined,
				{ query: query as unknown as Queries['distribution'], unitOf: () => unit },
			);
		expect(of('digest').lines[0]).toContain(text);
		for (const layout of ['digest', 'people'] as const) {
			expect(of(layout).rows.map(([name]) => name)).toContain(text);
			expect(of(layout).chart?.categories).toContain(text);
		}
	});

	it('names the two of many ranges with the most users, and the others together', () => {
		const many = distributionTable([], [[[], [60, 30, 10]]]);
		const [first = []] = many.rows.toArray();
		const counts = [4, 50, 30, 10, 6];
		const rows = counts.map((count, index) => [
			...[`${index}`, index, index + 1, 100, count, count],
			...first.slice(6),
		]);
		const table = { ...many, rows: listRows(rows) };
		const [headline] = digestOf(table, { layout: 'digest' }).lines;
		expect(headline).toMatch(/, 50\.0% .+, 30\.0% .+; 20\.0% in 3 other ranges$/);
		const [chinese] = digestOf(table, {
			layout: 'digest',
			numbers: { ...OPTIONS.numbers, locale: 'zh-CN' },
		}).lines;
		expect(chinese).toMatch(/；其余 3 个区间共 20\.0%$/);
	});

	it('without users says so, of a group, too', () => {
		const subject = { events: ['PayOrder'], isChurn: false };
		const resultOf = (content: ReturnType<typeof distributionTable>, locale = 'en-US') =>
			digestOf(content, { layout: 'digest', numbers: { ...OPTIONS.numbers, locale } }, undefined, {
				subject,
			}).lines[0];
		const none = distributionTable([], [[[], [0, 0, 0]]]);
		expect(resultOf(none)).toBe('1–2 Nov: no users with “PayOrder” events');
		expect(resultOf(none, 'zh-CN')).toBe('11月1–2日，没有用户做过“PayOrder”');
		expect(resultOf(distributionTable([city], [[['Riga'], [0, 0, 0]]]))).toBe(resultOf(none));
	});

	it('is named by its event and groups', () => {
		const content = distributionTable([city], [[['Riga'], [6, 3, 1]]]);
		const { title } = digestOf(content, { title: '' }, undefined, {
			subject: { events: ['PayOrder'], isChurn: false },
		});
		expect(title).toBe('Distribution: PayOrder by city, 1–2 Nov');
	});

	it('describes and draws weeks that the dates do not cut', () => {
		const weeks = ['10-26', '11-02', '11-09', '11-16'].map((day, index): [string[], number[]] => [
			[`2026-${day}`],
			[60, 30 + index, 10],
		]);
		const month = { from: '2026-11-01', to: '2026-11-20' };
		const request = { range: month, unit: 'week' };
		const table = distributionTable([date], weeks);
		const { lines, scope, chart } = digestOf(table, { layout: 'digest' }, undefined, request);
		expect(lines[0]).toMatch(
			/^Of the 102 users between 9 and 15 Nov, 58\.8% did it fewer than 5 times, 31\.4% 5 to under 10 times, /,
		);
		expect(scope).toContain('Covers only 9–15 Nov, the last complete week of 1–20 Nov');
		expect(chart?.categories).toEqual(['2 Nov', '9 Nov']);
	});

	it('of several dates a column each, darker for more, and a line each', () => {
		const { columns, rows, chart, paints } = digestOf(distributionOfDays);
		expect(columns.map(({ label }) => label)).toEqual([
			'Date',
			'All users',
			'under 5',
			'5 to under 10',
			'10 or more',
		]);
		expect(rows[1]).toEqual(['2026-11-02', '100', '50%', '25%', '25%']);
		expect(paints[0]?.slice(2).map(({ shade }) => shade)).toEqual([1, 0.5, 1 / 6]);
		expect(chart?.series).toMatchObject([
			{ name: 'under 5', values: [60, 50] },
			{ name: '5 to under 10', values: [30, 25] },
			{ name: '10 or more', values: [10, 25] },
		]);
	});

	it.each([
		[
			'2026-11-02T14:50:00Z',
			/^Of the \d+ users on Sun 1 Nov, /,
			/^Excludes Mon 2 Nov \(not over yet\)/,
		],
		[
			'2026-11-03T14:50:00Z',
			/^Of the \d+ users on Mon 2 Nov, /,
			/^Covers only Mon 2 Nov, the last day of 1–2 Nov, because daily numbers can't be added up · /,
		],
	])('requested at %s, names the last complete date of several', (requestedAt, line, scope) => {
		const request = { requestedAt, timeZone: 'Asia/Shanghai', unit: 'day' };
		const digest = digestOf(distributionOfDays, { layout: 'digest' }, undefined, request);
		expect(digest.lines[0]).toMatch(line);
		expect(digest.scope).toMatch(scope);
		// A table has the other dates, too.
		for (const layout of ['people', 'rows'] as const) {
			const below = digestOf(distributionOfDays, { layout }, undefined, request);
			expect(below.lines[0]).toMatch(line);
			expect(below.scope).not.toContain('Covers only');
		}
	});

	it.each([
		[
			'en-US',
			'Of the 100 users between 1 and 2 Nov, 60.0% did it on fewer than 5 days, 30.0% on 5–9 days, 10.0% on 10 or more days',
		],
		['zh-CN', '100 名用户中，发生天数小于 5 天的占 60.0%，5–9 天的占 30.0%，10 天及以上的占 10.0%'],
	])('says that it counts days (%s)', (locale, sentence) => {
		const query = { of: 'periods' as const, event: { event: 'pay' }, groupBy: [], unit: 'week' };
		const { lines } = digestOf(
			distributionTable([], [[[], [60, 30, 10]]]),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
			undefined,
			{ query: query as never, unit: 'week' },
		);
		expect(lines[0]).toContain(sentence);
	});

	it('names the most common range of a group with what it counts', () => {
		const content = distributionTable([city], [[['Riga'], [60, 30, 10]]]);
		const query = {
			...{ of: 'times' as const, event: { event: 'pay' } },
			groupBy: [],
			unit: 'day',
		};
		const of = (locale: string) =>
			digestOf(content, { layout: 'digest', numbers: { ...OPTIONS.numbers, locale } }, undefined, {
				query: query as never,
			}).rows[0]?.at(-1);
		expect(of('en-US')).toBe('fewer than 5 times (60.0%)');
		expect(of('zh-CN')).toBe('小于 5 次（60.0%）');
		const tied = distributionTable([city], [[['Riga'], [40, 40, 20]]]);
		expect(
			digestOf(tied, { layout: 'digest' }, undefined, { query: query as never }).rows[0],
		).toContain('fewer than 5 times / 5–9 times (40.0% each)');
		const [ofNo] = digestOf(distributionTable([city], [[[false], [60, 30, 10]]]), {
			layout: 'digest',
		}).lines;
		expect(ofNo).toMatch(/^city: no, /);
	});

	it.each([
		[
			'the small ones',
			[
				[['Riga'], [120, 60, 20]],
				[['Oslo'], [60, 30, 10]],
				[['Rome'], [0, 0, 19]],
			],
			[
				'The differences by city could be due to chance; only the 2 groups with at least 20 users are compared',
				'按 city：各组差异不显著，仅比较人数不少于 20 的 2 组',
			],
		],
		[
			'any',
			[
				[['Riga'], [19, 0, 0]],
				[['Oslo'], [0, 19, 0]],
				[['Rome'], [0, 0, 18]],
			],
			[],
		],
		[
			'all but one',
			[
				[['Riga'], [120, 60, 20]],
				[['Rome'], [0, 0, 19]],
			],
			[],
		],
	] as const)('says nothing of groups that are not compared: %s', (_which, groups, facts) => {
		const overall = distributionTable([], [[[], [180, 90, 49]]]);
		const table = { ...distributionTable([city], groups as never), overall };
		const query = { of: 'times' as const, event: { event: 'pay' }, groupBy: [], isWhole: true };
		const found = ['en-US', 'zh-CN'].flatMap((locale) => {
			const { lines } = digestOf(
				table,
				{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
				undefined,
				{ query: query as never },
			);
			return lines.slice(1);
		});
		expect(found).toEqual(facts);
	});

	it.each([
		[
			[15, 20, 15],
			'Rome differs most from the others: of the 50 users, 30.0% did it fewer than 5 times, 40.0% 5–9 times',
		],
		[[30, 15, 5], 'The differences by city could be due to chance'],
	])('below all users names the group that differs more than chance (%p)', (counts, fact) => {
		const overall = distributionTable([], [[[], [230, 85, 25]]]);
		const groups = distributionTable(
			[city],
			[
				[['Riga'], [120, 60, 20]],
				[['Oslo'], [60, 30, 10]],
				[['Rome'], counts],
			],
		);
		const query = { of: 'times' as const, event: { event: 'pay' }, groupBy: [], isWhole: true };
		const { lines } = digestOf({ ...groups, overall }, { layout: 'digest' }, undefined, {
			query: query as never,
		});
		expect(lines[1]).toContain(fact);
		expect(lines).toHaveLength(2);
	});

	it('names the group whose share differs most, not the one that chance explains least', () => {
		const overall = distributionTable([], [[[], [500, 300, 200]]]);
		const groups = distributionTable(
			[city],
			[
				[['Riga'], [1000, 700, 300]],
				[['Oslo'], [1400, 400, 200]],
				[['Rome'], [48, 1, 1]],
			],
		);
		const query = { of: 'times' as const, event: { event: 'pay' }, groupBy: [], isWhole: true };
		const { lines } = digestOf({ ...groups, overall }, { layout: 'digest' }, undefined, {
			query: query as never,
		});
		expect(lines[1]).toMatch(/^Rome differs most from the others: of the 50 users, 96\.0% /);
	});

	it('compares the same ranges of groups, also if a range without users is missing', () => {
		const query = { of: 'times' as const, event: { event: 'pay' }, groupBy: [], isWhole: true };
		const factsOf = (change: (rows: Cell[][]) => Cell[][]) => {
			const groups = distributionTable(
				[city],
				[
					[['Riga'], [200, 500, 500]],
					[['Oslo'], [0, 500, 500]],
				],
			);
			const overall = distributionTable([], [[[], [200, 1000, 1000]]]);
			const rows = listRows(change(groups.rows.toArray()));
			return digestOf({ ...groups, rows, overall }, { layout: 'digest' }, undefined, {
				query: query as never,
			}).lines.slice(1);
		};
		const whole = factsOf((rows) => rows);
		expect(whole).toEqual([
			expect.stringMatching(/^Riga differs most from the others: of the 1,200 users, 16\.7% /),
		]);
		expect(factsOf((rows) => rows.filter((row) => row[5] !== 0))).toEqual(whole);
		const otherRanges = (rows: Cell[][]) =>
			rows.map((row, at) => (at < 4 ? row : row.with(2, 4).with(3, at === 4 ? 8 : null)));
		expect(factsOf(otherRanges)).toEqual([]);
	});

	it('has bars of several groups side by side, with numbers of users if requested', () => {
		const content = distributionTable(
			[city],
			[
				[['Riga'], [6, 3, 1]],
				[['Oslo'], [5, 0, 5]],
			],
		);
		const { chart, rows } = digestOf(content, { measures: ['users'] });
		expect(rows).toEqual([
			['Riga', '10', '6', '3', '1'],
			['Oslo', '10', '5', '0', '5'],
		]);
		expect(chart?.series.map(({ name }) => name)).toEqual(['Riga', 'Oslo']);
	});
});
