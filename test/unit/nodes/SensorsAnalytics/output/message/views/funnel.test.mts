import type { Queries } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { listRows } from '../../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, digestOf, OPTIONS } from '../../../../../../support/digests.mts';
import {
	funnelOfAll,
	funnelOfCities,
	funnelTable,
} from '../../../../../../support/modelTables.mts';

const query = {
	steps: ['ViewProduct', 'AddToCart', 'PayOrder'].map((event) => ({ event })),
	windowMinutes: 1440,
	mayEndLater: false,
	groupBy: [{ of: 'event' as const, event: 'ViewProduct', name: 'city' }],
	isByDate: false,
};

describe('a funnel as people read it', () => {
	it('steps in their order, and what is lost between them', () => {
		const { columns, rows, lines, title } = digestOf(funnelOfAll, { title: '' });
		expect(title).toBe('Funnel: ViewProduct → AddToCart → PayOrder, 1–2 Nov');
		expect(columns.map(({ label }) => label)).toEqual(['Step', 'Users', '% of first step', 'Lost']);
		expect(rows).toEqual([
			['1. ViewProduct', '12,000', '100%', ''],
			['2. AddToCart', '5,000', '41.67%', '7,000 (58.33%)'],
			['3. PayOrder', '1,200', '10%', '3,800 (76%)'],
		]);
		expect(lines).toEqual([
			'ViewProduct → AddToCart → PayOrder, 1–2 Nov: 10.0% converted (1,200 of 12,000 users)',
			'41.7% went on to “AddToCart”, 24.0% of those to “PayOrder”',
		]);
	});

	it('how users count, and the steps above a table of groups', () => {
		const digest = { layout: 'digest' as const };
		const { scope, brief } = digestOf(
			{ ...funnelOfCities, overall: funnelOfAll },
			digest,
			undefined,
			{ query },
		);
		expect(scope).toContain('Each user is counted once · Not compared with an earlier period');
		expect(brief[1]).toMatch(
			/^By city of “ViewProduct”: .+; the groups differ by more than chance$/,
		);
		expect(brief[2]).toBe('41.7% went on to “AddToCart”, 24.0% of those to “PayOrder”');
		const nobody = funnelTable([], [[[], [30, 0, 0]]]);
		expect(digestOf(nobody, digest, undefined, { query }).lines.join()).not.toContain('0/0');
	});

	it.each([
		[['Oslo', '20'], 'Oslo and “20” are tied for highest at 30.0%', 'Oslo 和“20”并列最高（30.0%）'],
		[
			['Oslo', '20', 'Rome', 'Bonn'],
			'Oslo, “20” and 2 more groups are tied for highest at 30.0%',
			'Oslo、“20”等 4 组并列最高（30.0%）',
		],
	])('names groups that are tied (%p)', (tied, english, chinese) => {
		const groups = ['Riga', 'Kyiv', 'Pisa', ...tied].map((name, index) => [
			[name],
			[100, 50, Math.min(30, 10 + index * 7)],
		]);
		const table = { ...funnelTable([city], groups as never), overall: funnelOfAll };
		const factIn = (locale: string) =>
			digestOf(table, { layout: 'digest', numbers: { ...OPTIONS.numbers, locale } }, undefined, {
				query,
			}).lines[1];
		expect(factIn('en-US')).toContain(
			`: of the ${groups.length} groups, ${english}, Riga lowest at`,
		);
		expect(factIn('zh-CN')).toContain(`${groups.length} 组中 ${chinese}，Riga 最低`);
	});

	describe('a filter of a step', () => {
		const cityIs = (...values: string[]) => ({
			...{ join: 'and' as const, groups: [] },
			conditions: [
				{
					property: { of: 'event' as const, event: 'AddToCart', name: 'city' },
					...{ function: 'equal', values },
				},
			],
		});
		const digestWith = (filter: object, events: string[], options = {}) => {
			const steps = events.map((event) => ({
				event,
				...(event === 'AddToCart' ? { filter } : {}),
			}));
			const counts = events.map((_, index) => 1200 / 2 ** index);
			return digestOf(
				funnelTable([], [[[], counts]], events),
				{ layout: 'digest', title: '', ...options },
				undefined,
				{
					query: { ...query, steps } as unknown as Queries['funnel'],
					names: (key) => ({ PayOrder: '支付订单' })[key],
				},
			);
		};
		const events = ['ViewProduct', 'AddToCart', 'PayOrder'];

		it('is behind its name, in sentences, title, table and chart, and not in front of all', () => {
			const { lines, title, rows, chart } = digestWith(cityIs('Beijing'), events);
			const step = 'AddToCart (city is Beijing)';
			expect(title).toBe(`Funnel: ViewProduct → ${step} → 支付订单, 1–2 Nov`);
			expect(lines).toEqual([
				`ViewProduct → ${step} → 支付订单, 1–2 Nov: 25.0% converted (300 of 1,200 users)`,
				`50.0% went on to “${step}”, 50.0% of those to “支付订单”`,
				'“city is Beijing” applies to “AddToCart” only; users who only had other “AddToCart” events count as dropped off',
				`Largest drop-off: 600 users (50.0% of those at “ViewProduct”) before “${step}”`,
			]);
			expect(rows.map(([name]) => name)).toEqual(['1. ViewProduct', `2. ${step}`, '3. 支付订单']);
			expect(chart?.categories).toEqual(['1. ViewProduct', `2. ${step}`, '3. 支付订单']);
			const numbers = { ...OPTIONS.numbers, locale: 'zh-CN' };
			const chinese = digestWith(cityIs('Beijing'), events, { numbers });
			expect(chinese.lines[1]).toBe(
				'各步转化率：“AddToCart（city 为 Beijing）” 50.0%，“支付订单” 50.0%',
			);
		});

		it('of more than 40 characters precedes the headline', () => {
			// “city is ” has eight.
			const [short, long] = ['x'.repeat(32), 'x'.repeat(33)];
			const own = digestWith(cityIs(short), events);
			expect(own.lines[0]).toMatch(
				new RegExp(`^ViewProduct → AddToCart \\(city is ${short}\\) → `),
			);
			const { lines, title, rows } = digestWith(cityIs(long), events);
			expect(lines[0]).toMatch(
				new RegExp(`^\\[Step 2: only events where city is ${long}\\] ViewProduct → AddToCart → `),
			);
			expect(title).toBe('Funnel: ViewProduct → AddToCart → 支付订单 (filtered), 1–2 Nov');
			expect(rows[1]?.[0]).toBe('2. AddToCart');
		});

		it('of one of five steps precedes the headline, which does not name them all', () => {
			const four = digestWith(cityIs('Beijing'), [...events, 'Share']);
			expect(four.lines[0]).toMatch(/^ViewProduct → AddToCart \(city is Beijing\) → /);
			const { lines, rows } = digestWith(cityIs('Beijing'), [...events, 'Share', 'Rate']);
			expect(lines[0]).toMatch(
				/^\[Step 2: only events where city is Beijing\] ViewProduct → … → Rate, /,
			);
			expect(rows[1]?.[0]).toBe('2. AddToCart');
		});

		it('is in the scope of rows without a headline', () => {
			const { filters } = digestWith(cityIs('Beijing'), events, {
				...{ layout: 'people', hasHighlights: false },
			});
			expect(filters).toEqual(['Step 2: only events where city is Beijing']);
		});
	});

	it('bars of the steps, in their order', () => {
		expect(digestOf(funnelOfAll).chart).toMatchObject({
			kind: 'bar',
			categories: ['1. ViewProduct', '2. AddToCart', '3. PayOrder'],
			series: [{ name: 'Users', values: [12_000, 5000, 1200] }],
		});
	});

	it('groups side by side, with what each loses between the steps', () => {
		const { columns, rows, chart, lines, title } = digestOf(funnelOfCities, { title: '' });
		expect(title).toBe('Funnel: ViewProduct → AddToCart → PayOrder by city, 1–2 Nov');
		expect(lines).toEqual([
			'Conversion rate of ViewProduct → AddToCart → PayOrder, 1–2 Nov: 北京 11.4% (7,000 users), 上海 8.0% (5,000 users); the groups differ by more than chance',
		]);
		expect(columns.map(({ label }) => label)).toEqual(['Step', '北京', '上海']);
		expect(rows).toEqual([
			['1. ViewProduct', '7,000 (100%)', '5,000 (100%)'],
			['Lost before 2. AddToCart', '4,000 (57.14%)', '3,000 (60%)'],
			['2. AddToCart', '3,000 (42.86%)', '2,000 (40%)'],
			['Lost before 3. PayOrder', '2,200 (73.33%)', '1,600 (80%)'],
			['3. PayOrder', '800 (11.43%)', '400 (8%)'],
		]);
		expect(chart?.series).toMatchObject([
			{ name: '北京', values: [7000, 3000, 800] },
			{ name: '上海', values: [5000, 2000, 400] },
		]);
	});

	it('the difference may be chance in a small sample, and is more than chance of all users', () => {
		const resultOf = (samplingFactor: number) =>
			digestOf({ ...funnelOfCities, isSampled: true, samplingFactor }, {}, undefined, { query })
				.lines[0];
		expect(resultOf(32)).toMatch('; the groups differ by more than chance');
		expect(resultOf(1)).toMatch('; the differences could be due to chance');
	});

	it('a verdict names the groups that it is of, and a list the number of groups that it lacks', () => {
		const factOf = (groups: Parameters<typeof funnelTable>[1], locale: string, more = {}) =>
			digestOf(
				{
					...funnelTable([city], groups),
					overall: funnelTable([], [[[], [9000, 4000, 1999]]]),
					...more,
				},
				{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
				undefined,
				{ query },
			).lines[1];
		const three: Parameters<typeof factOf>[0] = [
			[['A'], [1000, 900, 500]],
			[['B'], [1000, 900, 480]],
			[['C'], [19, 0, 0]],
		];
		expect(factOf(three, 'en-US')).toMatch(
			/, C 0\/19; only the 2 groups with at least 20 users are compared; the differences could be due to chance$/,
		);
		expect(factOf(three, 'zh-CN')).toMatch(
			/、C 0\/19，仅比较进入漏斗人数不少于 20 的 2 组；各组差异不显著$/,
		);
		const equal: Parameters<typeof factOf>[0] = [
			...'ABCDEF'.split('').map((name) => [[name], [200, 10, 0]] as [string[], number[]]),
			[['S'], [18, 17, 17]],
		];
		expect(factOf(equal, 'en-US')).toMatch(/, D 0% \(200 users\), and 3 more groups$/);
		expect(factOf(equal, 'zh-CN')).toMatch(/、D 0%（进入漏斗 200 人），以及其余 3 组$/);
		const alone = { ...funnelTable([city], three), isTruncated: true };
		const [headline] = digestOf(alone, { layout: 'digest' }, undefined, { query }).lines;
		expect(headline).toMatch(/^\[Incomplete data\] Conversion rate .*, C 0\/19$/);
		expect(factOf(three, 'en-US', { isTruncated: true })).toMatch(
			/^\[Incomplete data\] By city.*, C 0\/19$/,
		);
	});

	it.each([
		['are parts of all', [12_000, 5000, 1200], undefined],
		['overlap', [11_000, 4800, 1150], 'A user can be in several groups'],
		[
			'have lower rates than all',
			[9000, 4800, 1200],
			"A user can be in several groups and convert in only some of them, so the overall rate is higher than any group's",
		],
		[
			'have higher rates than all',
			[11_000, 2000, 660],
			"Users who converted are in more groups than users who did not, so the overall rate is lower than any group's",
		],
	])('leads with all users, where groups %s', (_how, users, scope) => {
		const table = { ...funnelOfCities, overall: funnelTable([], [[[], users]]) };
		const { lines, scope: own } = digestOf(table, { layout: 'digest' }, undefined, { query });
		const [first = 0, , last = 0] = users;
		const percent = ((last / first) * 100).toFixed(1);
		expect(lines.slice(0, 2)).toEqual([
			`ViewProduct → AddToCart → PayOrder, 1–2 Nov: ${percent}% converted (${last.toLocaleString('en')} of ${first.toLocaleString('en')} users)`,
			'By city of “ViewProduct”: 北京 11.4% (7,000 users), 上海 8.0% (5,000 users); the groups differ by more than chance',
		]);
		expect(lines).toHaveLength(4);
		expect(own.split(' · ').find((part) => /several|more groups/.test(part))).toBe(scope);
	});

	it('does not say that all users have a higher rate than each group if a small one has a higher one', () => {
		const [cities, small] = [funnelOfCities, funnelTable([city], [[['小城'], [10, 9, 8]]])];
		const rows = listRows([...cities.rows.toArray(), ...small.rows.toArray()]);
		const table = { ...cities, rows, overall: funnelTable([], [[[], [9000, 4800, 1200]]]) };
		const { scope } = digestOf(table, { layout: 'digest' }, undefined, { query });
		expect(scope).toContain('A user can be in several groups · ');
	});

	it.each([
		[[100, 60, 25, 20], /; highest drop-off rate: 58\.3% of those at “B”, before “C”$/],
		[[100, 60, 15, 0], /before “C”$/],
		[[100, 40, 15, 0], /before “B”$/],
	])(
		'names the step with the highest drop-off rate, if no small one is higher: %j',
		(users, text) => {
			const table = funnelTable([], [[[], users]], ['A', 'B', 'C', 'D']);
			const { lines } = digestOf(table, { layout: 'digest' }, undefined, { query });
			const dropped = lines.find((line) => line.startsWith('Largest drop-off'));
			expect(dropped).toMatch(text);
		},
	);

	it.each([
		[
			[18, 16, 15],
			'Daily high: 25.0% (2 Nov); low: 20.0% (1 Nov); only the 3 days with at least 20 users are compared',
			'单日最高 25.0%（11月2日），最低 20.0%（11月1日），仅比较进入漏斗人数不少于 20 的 3 天',
		],
		[
			[0, 0, 0],
			'Daily high: 25.0% (2 Nov); low: 20.0% (1 Nov)',
			'单日最高 25.0%（11月2日），最低 20.0%（11月1日）',
		],
		[
			[100, 50, 21],
			'Daily high: 25.0% (2 Nov); low: 20.0% (1 Nov); last day: 21.0% (4 Nov)',
			'单日最高 25.0%（11月2日），最低 20.0%（11月1日），最后一天 21.0%（11月4日）',
		],
	])('says which days it compares, and names the last one alone the last: %j', (last, ...texts) => {
		const days = [[100, 50, 20], [100, 50, 25], [100, 50, 22], last];
		const table = funnelTable(
			[date],
			days.map((users, index) => [[`2026-11-0${index + 1}`], users]),
		);
		const lines = ['en-US', 'zh-CN'].map((locale) =>
			digestOf(table, { layout: 'digest', numbers: { ...OPTIONS.numbers, locale } }, undefined, {
				query: { ...query, mayEndLater: true },
				range: { from: '2026-11-01', to: '2026-11-04' },
				requestedAt: '2026-12-20T02:00:00Z',
				timeZone: 'Asia/Shanghai',
			}).lines.at(-1),
		);
		expect(lines).toEqual(texts);
	});

	it('names what is in parentheses behind a rate in Chinese', () => {
		const numbers = { ...OPTIONS.numbers, locale: 'zh-CN' };
		const { columns, rows } = digestOf(funnelOfCities, { layout: 'digest', numbers }, undefined, {
			query,
		});
		expect([columns[2]?.label, rows[0]?.[2]]).toEqual(['总转化率（完成人数）', '11.4%（800）']);
	});

	it('says nothing of one group that is all', () => {
		const [users] = [[7000, 3000, 800]];
		const one = funnelTable([city], [[['北京'], users]]);
		const { lines } = digestOf({ ...one, overall: funnelTable([], [[[], users]]) });
		expect(lines.join()).not.toContain('北京');
	});

	it('says how many groups have no room', () => {
		const groups = Array.from({ length: 11 }, (_, index): [string[], number[]] => [
			[`city ${index}`],
			[10, 5, 1],
		]);
		const { columns, notes, chart } = digestOf(funnelTable([city], groups));
		expect(columns).toHaveLength(9);
		expect(notes()).toEqual(['3 more groups not shown']);
		expect(chart?.notes.map(({ text }) => text)).toEqual([
			'The chart shows the first 6 of 11 entries',
		]);
	});

	it('a row per date, a column per step, and a line of those who took all', () => {
		const days = funnelTable(
			[date],
			[
				[['2026-11-01'], [100, 50, 10]],
				[['2026-11-02'], [200, 80, 40]],
			],
		);
		const { columns, rows, chart, lines } = digestOf(days);
		expect(lines).toEqual([
			'ViewProduct → AddToCart → PayOrder, 1–2 Nov: 16.7% converted (50 of 300 users, counted once per start day)',
			'43.3% went on to “AddToCart”, 38.5% of those to “PayOrder”',
		]);
		expect(columns.map(({ label }) => label)).toEqual([
			'Date',
			'1. ViewProduct',
			'2. AddToCart',
			'3. PayOrder',
		]);
		expect(rows[1]).toEqual(['2026-11-02', '200 (100%)', '80 (40%)', '40 (20%)']);
		expect(chart).toMatchObject({
			kind: 'line',
			categories: ['1 Nov', '2 Nov'],
			series: [{ name: 'Converted', values: [10, 20] }],
		});
	});

	it('the first and the last of many steps in the title', () => {
		const events = ['A', 'B', 'C', 'D', 'E'];
		const { title } = digestOf(funnelTable([], [[[], [5, 4, 3, 2, 1]]], events), { title: '' });
		expect(title).toBe('Funnel: A → … → E, 1–2 Nov');
	});

	it('no group is best if all are equal', () => {
		const alike = funnelTable(
			[city],
			[
				[['Riga'], [10, 5, 1]],
				[['Oslo'], [20, 8, 2]],
				[['Nowhere'], [0, 0, 0]],
			],
		);
		expect(digestOf(alike).lines).toEqual([
			'Conversion rate of ViewProduct → AddToCart → PayOrder, 1–2 Nov: Oslo 10.0% (20 users), Riga 1/10, Nowhere 0/0',
		]);
	});

	it('a group with few users is last, whatever its rate', () => {
		const groups = funnelTable(
			[city],
			[
				[['Riga'], [10, 9, 9]],
				[['Oslo'], [20, 8, 2]],
				[['Rome'], [20, 8, 4]],
			],
		);
		const { rows } = digestOf(groups, { layout: 'digest' });
		expect(rows.map(([name]) => name)).toEqual(['Rome', 'Oslo', 'Riga']);
	});

	it('steps without names, and steps without users', () => {
		const { rows, lines } = digestOf(funnelTable([], [[[], [0, 0]]], []));
		expect(rows).toEqual([
			['1.', '0', '–', ''],
			['2.', '0', '–', '0 (–)'],
		]);
		expect(lines).toEqual(['1–2 Nov: no users']);
	});

	it('events by their names in the project', () => {
		const names = (key: string) => ({ PayOrder: '支付订单' })[key];
		const { rows } = digestOf(funnelOfAll, {}, undefined, { names });
		expect(rows.map(([step]) => step)).toEqual(['1. ViewProduct', '2. AddToCart', '3. 支付订单']);
	});

	it('all but two of 10,000 users as less than 100%', () => {
		const [headline] = digestOf(funnelTable([], [[[], [10_000, 9999, 9998]]])).lines;
		expect(headline).toContain('99.98% converted (9,998 of 10,000 users)');
		const [all] = digestOf(funnelTable([], [[[], [10_000, 10_000, 10_000]]])).lines;
		expect(all).toContain('100% converted');
	});
});
