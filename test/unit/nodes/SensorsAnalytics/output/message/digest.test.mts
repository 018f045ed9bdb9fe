import type { MessageOptions } from '../../../../../../nodes/SensorsAnalytics/output/message/options';
import { numberWriter } from '../../../../../../nodes/SensorsAnalytics/output/message/numbers';
import type { Queries } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { type Column, listRows } from '../../../../../../nodes/SensorsAnalytics/table/table';
import {
	city,
	compared,
	date,
	digestOf,
	hours,
	measure,
	OPTIONS,
	tableOf,
	twoDays,
} from '../../../../../support/digests.mts';
import { funnelOfCities } from '../../../../../support/modelTables.mts';

describe('what a message says', () => {
	it.each(['rows', 'people', 'digest'] as const)('no advice on the query: %s', (layout) => {
		const table = { ...twoDays, rows: tableOf(twoDays.columns, []).rows };
		const note = { kind: 'noSuchValue' as const, property: 'user.x', missing: ['1'] };
		const notes = [{ ...note, known: ['2'], more: 0 }, { kind: 'totalNotAlike' as const }];
		const reported = digestOf({ ...table, notes }, { layout }).notes();
		const others = layout === 'digest' ? [] : [expect.stringContaining('Totals have no change')];
		expect(reported).toEqual(others);
	});

	it('only once that the response was truncated: in the scope, or in the notes', () => {
		const table = { ...twoDays, isTruncated: true, notes: [{ kind: 'unknown' as const }] };
		const said = /Incomplete: Sensors Analytics returned only part of the data/;
		const { scope, notes } = digestOf(table, { layout: 'digest' });
		expect([scope, notes()]).toEqual([expect.stringMatching(said), []]);
		expect(digestOf(table, { layout: 'rows' }).notes()).toEqual([expect.stringMatching(said)]);
	});

	it('dates, groups, numbers as people write them', () => {
		const digest = digestOf(twoDays);
		expect(digest.columns.map(({ label }) => label)).toEqual(['Date', 'city', 'orders', 'revenue']);
		expect(digest.rows[0]).toEqual(['2026-11-01', 'Beijing', '1,234', '5,678.9']);
		expect(digest.rows[2]).toEqual(['2026-11-01', '(city not set)', '12', '100.46']);
		expect(digest.subtitle).toBe('2026-11-01 – 2026-11-02');
	});

	it('whether there are numbers, where limits of buckets are none', () => {
		const columns = ['bucket_from', 'bucket_to', 'total_users', 'users', 'percent'].map((key) =>
			measure(key),
		);
		const of = (users: number) => ({
			...tableOf([city, ...columns], [['Riga', 1, null, users, users, null]]),
			drawn: 'users',
		});
		expect([of(0), of(3)].map((table) => digestOf(table).news.hasData)).toEqual([false, true]);
	});

	it('long names of groups that begin alike, so that each can be recognized', () => {
		const page = (end: string) => `https://shop.example.com/products/summer-sale/${end}`;
		const long = ['1', '2'].map((page) => `${page}/${'x'.repeat(60)}.html`);
		const names = [...long, 'shoes', 'shirts'];
		const rows = names.map((end, index) => [page(end), 9 - index]);
		const shown = [
			'https://shop.example…xxxxxxxxxxxxxx.html',
			'https://shop.example…xxxxxxxxxxxxxx.html (2)',
			'https://shop.example…s/summer-sale/shoes',
		];
		const digest = digestOf(tableOf([city, measure('orders')], rows), { layout: 'digest' });
		expect(digest.lines.join(' ')).toContain(
			shown.map((name, index) => `${name} ${9 - index}`).join(', '),
		);
		const { columns } = funnelOfCities;
		const steps = names.slice(0, 3).flatMap((end) => [
			[page(end), 1, 'A', 900, null, 100],
			[page(end), 2, 'B', 300, 33.3, 33.3],
		]);
		const funnel = digestOf({ ...funnelOfCities, rows: tableOf(columns, steps).rows });
		for (const name of shown) expect(funnel.lines.join(' ')).toContain(name);
	});

	it('users of groups over several days as means of the days, in sentence and table', () => {
		const rows = [
			['2026-11-01', 'Riga', 4, 10],
			['2026-11-02', 'Riga', 7, 20],
			['2026-11-02', 'Oslo', 3, 5],
		];
		const orders = { ...measure('orders'), canAddUp: true };
		const columns = [date, city, measure('users'), orders];
		const options = { layout: 'digest' as const, measures: ['users'] };
		const alone = digestOf(tableOf(columns, rows), options);
		expect(alone.lines[0]).toBe('users (daily average) 1–2 Nov: Riga 5.5, Oslo 1.5');
		const both = digestOf(tableOf(columns, rows), { ...options, measures: [] });
		expect(both.lines).toContain('users (daily average): Riga 5.5, Oslo 1.5');
		expect(both.columns.map(({ label }) => label).at(-1)).toBe('users (daily average)');
		expect(both.rows[0]).toEqual(['Riga', '30', '5.5']);
		// What is missing in a truncated answer is not known.
		const cut = digestOf(tableOf(columns, rows, { isTruncated: true }), options);
		expect(cut.lines[0]).toBe('users Mon 2 Nov: Riga 7, Oslo 3');
		expect(cut.scope).toContain('Covers only Mon 2 Nov, the last day of 1–2 Nov');
		// Rows have all dates, and a sentence names its own.
		const means = tableOf(
			[date, measure('mean')],
			[
				['2026-11-01', 2.5],
				['2026-11-02', 3.5],
			],
		);
		for (const table of [tableOf(columns, rows, { isTruncated: true }), means])
			for (const layout of ['people', 'rows'] as const)
				expect(digestOf(table, { layout }).scope).not.toMatch(/covers only/i);
		// Not if the service returned the number of all users on these days.
		const overall = tableOf([measure('users')], [[9]]);
		const all = digestOf(tableOf(columns, rows, { isTruncated: true, overall }), options);
		expect(all.lines).toEqual(['users 1–2 Nov: 9', 'users Mon 2 Nov: Riga 7, Oslo 3']);
		expect(all.scope).not.toContain('Covers only');
	});

	it('the comparison of a change, also if the headline has none', () => {
		const named = (key: string) => [
			measure(key),
			measure(`${key}_previous`, { of: key, as: 'previous' }),
			measure(`${key}_change`, { of: key, as: 'change' }),
		];
		const before = { ...date, key: 'before', derived: { of: 'date', as: 'previous' as const } };
		const [users, carts] = [named('users'), named('carts')];
		const columns = [date, before, ...users, { ...carts[0], canAddUp: true }, ...carts.slice(1)];
		const rows = [
			['2026-08-01', '2025-08-01', 220, null, null, 579, 560, 19],
			['2026-09-01', '2025-09-01', 198, null, null, 502, 492, 10],
		];
		const range = { from: '2026-08-01', to: '2026-09-30' };
		const request = { range, unit: 'month', requestedAt: '2026-11-05T02:00:00Z' };
		const then = { from: '2025-08-01', to: '2025-09-30' };
		const resultOf = (locale: string, measures: string[]) =>
			digestOf(
				tableOf(columns as Column[], rows),
				{ layout: 'digest', measures, numbers: { ...OPTIONS.numbers, locale } },
				then,
				{ ...request, timeZone: 'Asia/Shanghai' },
			);
		const english = resultOf('en-US', ['users', 'carts']);
		expect(english.lines).toEqual([
			'users 1 Aug–30 Sep: 209.0 a month on average',
			'carts: 1,081 (up 29, within normal variation)',
		]);
		expect(english.scope).toContain('Compared with 1 Aug–30 Sep 2025');
		expect(english.columns[0]?.label).toBe('Month (vs. 12 months earlier)');
		expect(english.rows.map(([month]) => month)).toEqual(['Aug', 'Sep', 'Overall']);
		const chinese = resultOf('zh-CN', ['carts']);
		expect(chinese.lines[0]).toMatch(/^8月1日–9月30日 carts 1,081，较2025年8月1日–9月30日的 1,052/);
		expect(chinese.scope).not.toContain('对比期');
		expect(chinese.columns.map(({ label }) => label)).toEqual(['月份', 'carts（较去年同期）']);
		expect(chinese.rows.map(([month]) => month)).toEqual(['8月', '9月']);
	});

	it.each([
		['month', '11月（1–3日）尚未结束，未计入'],
		['week', '11月2–3日这一周尚未结束，未计入'],
	])('the %s that is not over by its dates so far', (unit, said) => {
		const starts = { month: ['2026-10-01', '2026-11-01'], week: ['2026-10-26', '2026-11-02'] };
		const rows = starts[unit as 'month'].map((start) => [start, 7]);
		const range = { from: starts[unit as 'month'][0] as string, to: '2026-11-03' };
		const { scope } = digestOf(
			tableOf([date, measure('orders')], rows),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } },
			undefined,
			{ range, unit, requestedAt: '2026-11-03T02:00:00Z', timeZone: 'Asia/Shanghai' },
		);
		expect(scope).toContain(said);
	});

	it('the groups that any measure has on the days that are over', () => {
		const rows = [
			...['Riga', 'Oslo', 'Rome', 'Bern'].map((name, at) => ['2026-11-01', name, 9 - at * 3, 30]),
			...['Kyiv', 'Riga'].map((name) => ['2026-11-02', name, 5, 5]),
		];
		const [orders, carts] = ['orders', 'carts'].map((key) => ({ ...measure(key), canAddUp: true }));
		const { lines } = digestOf(
			tableOf([date, city, orders as Column, carts as Column], rows),
			{ layout: 'digest', measures: ['orders', 'carts'] },
			undefined,
			{ unit: 'day', requestedAt: '2026-11-02T02:00:00Z', timeZone: 'Asia/Shanghai' },
		);
		expect(lines[1]).toBe('Riga 9 (50.0%), Oslo 6 (33.3%), Rome 3 (16.7%), Bern 0 (0%)');
	});

	it('who has no city as a group, and not as a city', () => {
		const resultOf = (cities: Array<string | null>) =>
			digestOf(
				tableOf(
					[city, { ...measure('orders'), canAddUp: true }],
					cities.map((name, index) => [name, 90 - index]),
				),
				{ layout: 'digest' },
			).lines[1];
		expect(resultOf(['Riga', 'Oslo', 'Rome', 'Bern', 'Kyiv'])).toMatch(
			/; the other 2 groups combined: 173 \(39\.3%\)$/,
		);
		expect(resultOf(['Riga', 'Oslo', 'Rome', 'Bern', null])).toMatch(
			/; the other 2 groups combined: 173 \(39\.3%\)$/,
		);
		expect(resultOf(['Riga', null, 'Rome', 'Bern', 'Kyiv'])).toMatch(
			/; the other 2 groups combined: 173 \(39\.3%\)$/,
		);
	});

	it('a change next to its number, and nothing if there is none', () => {
		const digest = digestOf(compared);
		expect(digest.columns.map(({ label }) => label)).toEqual(['Date', 'orders']);
		expect(digest.rows.map(([, orders]) => orders)).toEqual([
			'110 ▲ 10% (100)',
			'90 ▼ 25% (120)',
			'5 new (0)',
		]);
	});

	it('a change with a sign if arrows are switched off, without the previous number', () => {
		const { rows } = digestOf(compared, { hasArrows: false, hasBefore: false });
		expect(rows.map(([, orders]) => orders)).toEqual(['110 +10%', '90 -25%', '5 new']);
	});

	it.each([
		['within', 'en-US', /from 100 on Sun 25 Oct; within the usual range for a Sunday/],
		['below', 'en-US', /down 10 from 100 on \S+ 25 Oct; below the usual range for a Sunday/],
		['below', 'zh-CN', /减少 10，低于周日的常见范围/],
	] as const)('a number %s its usual range, and its change (%s)', (side, locale, said) => {
		const range = { low: 95, high: 120, median: 100, values: 8 };
		const number = { key: 'orders', date: '2026-11-01', start: '2026-11-01', value: 90 };
		const table = tableOf(compared.columns, [['2026-11-01', '2026-10-25', 90, 100, -10, -10]], {
			usual: { unit: 'day', numbers: [{ ...number, range, side }] },
		});
		const day = (date: string) => ({ from: date, to: date });
		const numbers = { ...OPTIONS.numbers, locale };
		const { lines } = digestOf(table, { numbers }, day('2026-10-25'), { range: day('2026-11-01') });
		expect(lines[0]).toMatch(said);
		if (side === 'below') expect(lines.join()).not.toMatch(/within normal variation|正常波动/);
	});

	it('the usual range after its number, and after no other', () => {
		const range = { low: 95, high: 120, median: 100, values: 8 };
		const own = { key: 'orders', date: '2026-11-01', start: '2026-11-01', value: 90 };
		const numbers = [{ ...own, range, side: 'below' as const }];
		const resultOf = (now: number) =>
			digestOf(
				tableOf([date, measure('orders')], [['2026-11-01', now]], {
					usual: { unit: 'day', numbers },
				}),
				{ layout: 'digest' },
				undefined,
				{ range: { from: '2026-11-01', to: '2026-11-01' } },
			).lines;
		const below = 'orders Sun 1 Nov: 90; below the usual range for a Sunday (95–120)';
		expect(resultOf(90)).toEqual([below]);
		expect(resultOf(70)).toEqual(['orders Sun 1 Nov: 70', below]);
	});

	it('a single date is above, not in every row', () => {
		const digest = digestOf(tableOf([date, measure('orders')], [['2026-11-01', 7]]));
		expect(digest.columns.map(({ label }) => label)).toEqual(['orders']);
		expect(digest.summary).toBe('Orders: orders 1–2 Nov: 7');
	});

	it('some measures, some rows, and how many more there are', () => {
		const digest = digestOf(twoDays, { measures: ['revenue'], maxRows: 3 });
		expect(digest.columns.map(({ label }) => label)).toEqual(['Date', 'city', 'revenue']);
		// Of the older date, one row would have room, and no row shows a part of its groups.
		expect(digest.rows).toHaveLength(2);
		expect(digest.notes()).toEqual(['2 more rows not shown']);
		expect(digest.notes(2)).toEqual(['4 more rows not shown']);
	});

	it('the first rows in one line, as a notification shows them, if there is no headline', () => {
		const keys = ['step', 'event', 'times', 'percent', 'id'];
		const nodes = tableOf(
			keys.map((key) => measure(key)),
			[1, 2, 3, 4].map((step) => [step, `e${step}`, 9, 90, `${step}. e${step}`]),
			{ drawn: 'times' },
		);
		const query = { isBackward: false, steps: 4 } as unknown as Queries['path'];
		expect(digestOf(nodes, {}, undefined, { query }).summary).toMatch(
			/^Orders: Step 1, Event e1, Times 9, Share 90, id 1\. e1; Step 2, [^;]+; Step 3, [^;]+; 1 more row not shown/,
		);
	});

	it('hours without the offset, a missing number as a dash', () => {
		const { rows } = digestOf(hours, { maxRows: 90 });
		expect(rows[2]).toEqual(['2026-11-01 00:00', 'now and then', '–']);
	});

	it('the newest dates first if not all rows fit, each with its groups in their order', () => {
		const { rows, notes } = digestOf(hours);
		expect(rows.slice(2, 4).map((row) => row.slice(0, 2))).toEqual([
			['2026-11-02 05:00', 'now and then'],
			['2026-11-02 04:00', 'A very long name of a city'],
		]);
		expect(notes()).toEqual(['70 more rows not shown']);
		// By groups, each with its dates, only the newest dates are left, with all their groups.
		const all = hours.rows.toArray();
		const byGroup = [...new Set(all.map(([, name]) => name))].flatMap((name) =>
			all.filter((row) => row[1] === name),
		);
		const newest = digestOf({ ...hours, rows: listRows(byGroup) });
		expect(newest.rows).toHaveLength(18);
		expect(newest.rows.filter((_row, index) => index % 6 === 0)).toEqual([
			['2026-11-02 00:00', 'A very long name of a city', '924'],
			['2026-11-02 00:00', 'A very long name of another city', '476'],
			['2026-11-02 00:00', 'now and then', '–'],
		]);
		expect(newest.notes()).toEqual(['72 more rows not shown']);
		// Rows in another order stay in it.
		const byNumber = [...hours.rows.toArray()].sort((a, b) => Number(b[2]) - Number(a[2]));
		const first = digestOf({ ...hours, rows: listRows(byNumber) }).rows[0];
		expect(first?.[2]).toBe('929');
		const last = digestOf({ ...hours, rows: listRows([...byNumber].reverse()) }).rows[0];
		expect(last?.[1]).toBe('now and then');
	});

	it.each([
		['Etc/GMT-8', 'UTC+8 time'],
		['Etc/GMT+5', 'UTC\u22125 time'],
		['Etc/GMT', 'GMT time'],
		['America/New_York', 'New York time'],
	])('the zone %s as %s', (timeZone, zone) => {
		expect(digestOf(twoDays, {}, undefined, { timeZone }).zone).toBe(zone);
	});

	it('its own words in Chinese for Chinese readers', () => {
		const table = { ...compared, isTruncated: true };
		const digest = digestOf(
			table,
			{ title: '', maxRows: 1, numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } },
			{ from: '2026-10-30', to: '2026-10-31' },
		);
		expect(digest.title).toBe('Orders，11月1–2日');
		expect(digest.subtitle).toBe(
			'2026-11-01 – 2026-11-02（对比期：2026-10-30 – 2026-10-31，括号内为对比期数值）',
		);
		expect(digest.notes()).toEqual(['另有 2 行未显示', '结果已截断：神策分析仅返回部分数据']);
		expect(digest.chart?.series.map(({ name }) => name)).toEqual([
			'orders',
			'orders（10月30–31日）',
		]);
	});

	it('names of the project instead of keys', () => {
		const known = new Map([
			['orders', '订单数'],
			['city', '城市'],
		]);
		const names = (key: string) => known.get(key);
		const { columns, chart, title } = digestOf(twoDays, { title: '' }, undefined, { names });
		expect(columns.map(({ label }) => label)).toEqual(['Date', '城市', '订单数', 'revenue']);
		expect(chart?.valueName).toBe('订单数');
		expect(title).toBe('订单数 and revenue by 城市, 1–2 Nov');
	});

	it.each([
		[{ by: 'change', green: 10, red: -20 }, ['good', 'bad', undefined]],
		[{ by: 'change', red: -25 }, [undefined, 'bad', undefined]],
		[{ by: 'value', green: 90 }, ['good', 'good', undefined]],
		// Where less is better.
		[{ by: 'value', green: 5, red: 100 }, ['bad', undefined, 'good']],
	] as const)('cells are coloured by limits: %j', (limits, tones) => {
		const { paints, rows } = digestOf(compared, { limits });
		expect(paints.map(([, paint]) => paint?.tone)).toEqual(tones);
		const signs = { good: '🟢 ', bad: '🔴 ' };
		rows.forEach(([, cell], index) => {
			const tone = tones[index];
			expect(cell?.startsWith(tone ? signs[tone] : '')).toBe(true);
			expect(/^\p{N}/u.test(cell ?? '')).toBe(tone === undefined);
		});
	});

	it('a sentence and totals above, as requested', () => {
		const columns = [
			city,
			{ ...measure('orders'), canAddUp: true },
			{ ...measure('sum'), canAddUp: true },
		];
		const rows = [
			['a', 1, 10],
			['b', 2, 20],
		];
		const content = tableOf(columns, rows, { groupCount: { total: 2, returned: 2 } });
		const sentence = ['orders 1–2 Nov: 3', 'b 2 (66.7%), a 1 (33.3%)'];
		const total = 'Total: orders 3, sum 30';
		expect(digestOf(content).lines).toEqual([...sentence, total]);
		expect(digestOf(content, { hasTotals: false }).lines).toEqual(sentence);
		expect(digestOf(content, { hasHighlights: false }).lines).toEqual([sentence[0], total]);
		expect(digestOf(content, { measures: ['orders'] }).lines).toEqual(sentence);
		expect(digestOf(content, { measures: ['orders'], hasHighlights: false }).lines).toEqual(
			sentence.slice(0, 1),
		);
	});

	it('a measure that the report does not have is an error that names those it has', () => {
		expect(() => digestOf(twoDays, { measures: ['orders', 'revenues'] })).toThrow(
			"'Measures' of the message names 'revenues', which the report does not have. Enter output names of it: orders, revenue",
		);
	});

	it('that numbers are incomplete, if they are', () => {
		const { notes } = digestOf({ ...twoDays, isTruncated: true, isSampled: true });
		expect(notes().join()).toMatch(/only part of the data.*sample/s);
	});

	it.each([
		[{ style: 'auto' }, '1,234.57'],
		[{ style: 'integer' }, '1,235'],
		[{ style: 'decimal', decimals: 1 }, '1,234.6'],
		[{ style: 'decimal', hasThousands: false }, '1234.57'],
		[{ style: 'percent', decimals: 0 }, '123,457%'],
		[{ style: 'currency' }, '¥1,234.57'],
		[{ style: 'currency', locale: 'zh-CN' }, '¥1,234.57'],
		[{ style: 'currency', currency: 'JPY' }, 'JPY\u00a01,234.57'],
		[{ style: 'auto', locale: 'de-DE' }, '1.234,57'],
	])('numbers in the style %j', (style, written) => {
		expect(numberWriter({ ...OPTIONS.numbers, ...(style as object) })(1234.567)).toBe(written);
	});

	it.each(['rows', 'people'] as const)(
		'changes are in the colors of the good direction: %s',
		(layout) => {
			const tones = (options: Partial<MessageOptions>) =>
				digestOf(compared, { layout, ...options }).paints.map((row) => row.at(-1)?.tone);
			expect(tones({ goodWay: 'up' })).toEqual(['good', 'bad', 'good']);
			expect(tones({ goodWay: 'down' })).toEqual(['bad', 'good', 'bad']);
			const limits = { by: 'change', red: -20 } as const;
			expect(tones({ goodWay: 'down', limits })).toEqual([undefined, 'bad', undefined]);
		},
	);

	it('long texts cut, and without invisible characters', () => {
		const long = 'x'.repeat(11_000);
		const digest = digestOf(
			tableOf(
				[date, city, measure(long)],
				[
					['2026-11-01', long, 1],
					['2026-11-02', 'a\u202eb\nc\u0000', 1],
					['2026-11-02', false, 1],
				],
			),
			{ title: long },
		);
		const lengths = [digest.title, digest.rows[0]?.[1], digest.columns[2]?.label];
		expect(lengths.map((text) => text?.length)).toEqual([200, 200, 100]);
		const many = Array.from({ length: 20 }, (_, index) => measure(`${index}${long}`));
		const wide = tableOf(many, [many.map(() => 1)]);
		const { summary } = digestOf(wide);
		expect(summary.length).toBeLessThanOrEqual(500);
		expect(summary).toMatch(/…: 1$/);
		expect(digest.rows.slice(1).map(([, name]) => name)).toEqual(['ab c', 'no']);
	});
});

describe('a retention as rows', () => {
	const columns = [
		date,
		...['period', 'initial_users', 'users', 'percent'].map((key) => measure(key)),
	];
	const rows = [
		['2026-11-02', 0, 100, 60, 60],
		['2026-11-02', 1, 100, 50, 50],
		['2026-11-02', 2, 100, 40, 40],
		['2026-11-09', 0, 100, 58, 58],
		['2026-11-09', 1, 100, 12, 12],
		['2026-11-09', 2, 100, 9, 9],
	];
	const query = { duration: 2, mayEndLater: true };

	it('draws the curve of its weeks that are over', () => {
		const { chart } = digestOf(
			tableOf(columns, rows, { drawn: 'percent' }),
			{ layout: 'rows' },
			undefined,
			{
				range: { from: '2026-11-02', to: '2026-11-15' },
				unit: 'week',
				query: query as never,
				requestedAt: '2026-11-24T00:00:00.000Z',
				timeZone: 'Asia/Shanghai',
			},
		);
		expect(chart?.series.map(({ values }) => values)).toEqual([[31, 40]]);
	});
});

it('lists the groups of a measure that has no sum of them', () => {
	const buyers = measure('buyers');
	const table = tableOf(
		[city, { ...measure('orders'), canAddUp: true }, buyers],
		[
			['Beijing', 8, 5],
			['Shanghai', 4, 3],
		],
	);
	const { lines } = digestOf(table, { layout: 'digest' }, undefined, { unit: 'total' });
	expect(lines).toContain('buyers: Beijing 5, Shanghai 3');
});
