/**
 * Messages of all targets; their numbers are computed a second time from the simulator's events.
 */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { dingtalkBody, feishuBody, teamsBody, wecomBody } from '../support/robots.mts';
import { groupBy, measures, sharedWorld, TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const DAY = '2026-11-05';
const BEFORE = '2026-11-04';
const zh = { locale: 'zh-CN' };

const AVERAGE = {
	measures: measures({ eventName: 'PayOrder', aggregator: 'average', property: 'amount' }),
};
const BOTH = measures({ eventName: 'ViewProduct' }, { eventName: 'PayOrder' });

describe('A message', () => {
	const t = sharedWorld({ hasClock: true });

	const compared = {
		measures: measures({ eventName: 'PayOrder' }),
		groupBy: groupBy('city'),
		dateRange: 'custom',
		fromDate: DAY,
		toDate: DAY,
		compareWith: 'previousPeriod',
	};
	it.each(['secret', 'key'])(
		'whose request for all users is refused, is sent, and says so: %s',
		async (credential) => {
			t.refuseSecondReport(403);
			const users = { eventName: 'PayOrder', aggregator: 'unique' };
			const form = {
				...{ measures: measures(users), groupBy: groupBy('city'), output: 'markdown' },
				...{ dateRange: 'yesterday', options: { usualRange: 'none' } },
			};
			const { rows, error, run } = await t.report(form, { credential });
			expect(error).toBeUndefined();
			expect(rows[0]?.markdown).toContain('Shanghai');
			expect(rows[0]?.markdown).toContain(
				'Sensors Analytics returned no number for all groups together',
			);
			expect(hintsOf(run)).toContain(
				'Sensors Analytics returned no number for all groups together.',
			);
		},
	);

	const change = { ...compared, messageChange: 1, options: { usualRange: 'none' } };
	it.each<[string, string, IDataObject, number]>([
		['change', 'secret', change, 2],
		['change', 'key', change, 2],
		['change', 'secret', { ...change, message: { layout: 'rows' } }, 2],
		['change', 'key', { ...change, message: { layout: 'people' } }, 2],
		['unusual', 'secret', { ...compared, compareWith: 'none' }, 1],
		['unusual', 'key', { ...compared, compareWith: 'none' }, 1],
	])(
		'with a condition is an error if the request for its number fails: %s, %s, %j',
		async (messageWhen, credential, own, before) => {
			const users = measures({ eventName: 'PayOrder', aggregator: 'unique' });
			const form = { ...own, measures: users, output: 'markdown', messageWhen };
			const sent = await t.report(form, { credential });
			expect([sent.error, sent.rows.length]).toEqual([undefined, messageWhen === 'change' ? 1 : 0]);
			for (const answer of [
				{ status: 403, body: { error: 'no' } },
				{ status: 429, body: { error: 'slow' } },
				{ status: 500, body: { error: 'broken' } },
				{ body: '<html>other</html>' },
				{ body: {} },
			]) {
				const { faults } = t.simulator;
				faults.add({ path: /report$/, times: before, reaction: { before: () => undefined } });
				faults.add({ path: /report$/, reaction: { answer } });
				const { rows, error } = await t.report(form, { credential });
				faults.clear();
				expect([answer, rows, error?.message]).toEqual([answer, [], expect.any(String)]);
			}
		},
	);

	// Users changed by +32.5%, orders by +20%.
	it.each([
		['digest', 20, true],
		['digest', 33, false],
		['rows', 20, true],
		['rows', 33, false],
		['people', 30, true],
	])(
		'by group judges the number of all users in each layout: %s, %i',
		async (layout, messageChange, isSent) => {
			const both = measures(
				{ eventName: 'PayOrder', aggregator: 'unique' },
				{ eventName: 'PayOrder' },
			);
			const form = { ...change, measures: both, messageWhen: 'change', messageChange };
			const { rows } = await t.report({ ...form, output: 'markdown', message: { layout } });
			expect(rows.map(({ text }) => text)).toEqual(
				isSent ? [expect.stringContaining('53, up 13')] : [],
			);
		},
	);

	const week = { dateRange: 'lastWeek', unit: 'day' };
	it.each<[string, IDataObject]>([
		[
			'users by day',
			{ ...week, ...{ measures: measures({ eventName: 'PayOrder', aggregator: 'unique' }) } },
		],
		['an average by day and group', { ...week, ...AVERAGE, groupBy: groupBy('city') }],
		['the month so far', { ...AVERAGE, dateRange: 'thisMonth', unit: 'total' }],
		['one day, and the usual range of its measures', { dateRange: 'yesterday', measures: BOTH }],
	])('judges the same number in each layout: %s', async (_what, own) => {
		const form = { ...own, compareWith: 'previousPeriod', output: 'markdown' };
		const when = { messageWhen: 'change', messageChange: 10_000 };
		const hints = [];
		for (const layout of ['digest', 'rows', 'people'])
			hints.push(hintsOf((await t.report({ ...form, ...when, message: { layout } })).run).at(-1));
		expect(hints[0]).toMatch(/^The number changed by [+-]\d/);
		expect(new Set(hints).size).toBe(1);
	});

	it.each(['secret', 'key'])(
		'on any event names properties as the project does: %s',
		async (own) => {
			const form = {
				...{ measures: measures({ eventName: '$Anything' }), groupBy: groupBy('city') },
				...{ dateRange: 'yesterday', output: 'markdown', options: { usualRange: 'none' } },
			};
			const { rows, error } = await t.report(form, { credential: own });
			expect(error).toBeUndefined();
			expect(rows[0]?.markdown).toContain('城市');
		},
	);

	it.each(['day', 'week', 'month'])(
		'of the first groups has the number of all, if today is one of its dates: by %s',
		async (unit) => {
			const form = {
				...{ measures: measures({ eventName: 'PayOrder' }), unit, output: 'markdown' },
				groupBy: { group: [{ field: 'city', topGroups: 1 }] },
				...{ dateRange: 'custom', fromDate: '2026-10-01', toDate: '2026-11-23' },
			};
			const compared = { compareWith: 'custom', compareFromDate: '2026-08-01' };
			const change = { messageWhen: 'change', messageChange: 1, compareToDate: '2026-09-23' };
			const { rows } = await t.report({ ...form, ...compared, ...change });
			const last = unit === 'month' ? '2026-10-31' : '2026-11-22';
			const first = unit === 'week' ? '2026-10-05' : '2026-10-01';
			const orders = t.events(first, last, 'PayOrder').length.toLocaleString('en');
			expect(rows[0]?.text).toContain(`: ${orders}, `);
		},
	);

	it.each(['secret', 'key'])(
		'of a funnel whose request for all users is refused, is sent, and says so: %s',
		async (credential) => {
			t.refuseSecondReport(403);
			const form = {
				steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
				...{ groupByField: 'user.level', dateRange: 'yesterday', output: 'markdown' },
			};
			const { rows, error } = await t.operation('report', 'getFunnelReport', form, { credential });
			expect(error).toBeUndefined();
			expect(rows[0]?.markdown).toContain(
				'Sensors Analytics returned no number for all groups together',
			);
		},
	);

	it.each(['secret', 'key'])(
		'fails if the token of its request for all users is refused: %s',
		async (credential) => {
			t.refuseSecondReport(401);
			const users = { eventName: 'PayOrder', aggregator: 'unique' };
			const form = {
				...{ measures: measures(users), groupBy: groupBy('city'), output: 'markdown' },
				...{ dateRange: 'yesterday', options: { usualRange: 'none' } },
			};
			const { error } = await t.report(form, { credential });
			expect(error?.message).toContain('Sensors Analytics rejected the API');
		},
	);

	it.each(['secret', 'key'])('whose totals are refused, has averages: %s', async (credential) => {
		const answer = { status: 400, body: { error: 'detail_and_rollup: rollup unsupported' } };
		t.simulator.faults.add({ path: /report$/, times: 1, reaction: { answer } });
		const users = { eventName: 'PayOrder', aggregator: 'unique' };
		const form = { measures: measures(users), dateRange: 'lastWeek', output: 'markdown' };
		const { rows, error } = await t.report(form, { credential });
		expect(error).toBeUndefined();
		expect(rows[0]?.markdown).toContain('a day on average');
		expect(rows[0]?.markdown).toContain('Sensors Analytics returned no totals over all dates');
	});

	const ordersOn = (day: string) => {
		const byCity = new Map<string, number>();
		for (const { properties } of t.events(day, day, 'PayOrder')) {
			const city = String(properties.city);
			byCity.set(city, (byCity.get(city) ?? 0) + 1);
		}
		return byCity;
	};
	const sum = (byCity: Map<string, number>) => [...byCity.values()].reduce((a, b) => a + b, 0);

	const orders = { measures: measures({ eventName: 'PayOrder' }), output: 'markdown' };

	it('says that a month to date by weeks is not compared, and leaves out no date of the comparison', async () => {
		const form = { dateRange: 'thisMonth', unit: 'week', compareWith: 'previousPeriod' };
		const text = String((await t.report({ ...orders, ...form })).rows[0]?.markdown);
		expect(text).toContain('The total is not compared, because the two periods do not match');
		expect(text).not.toMatch(/compared with|up |down /);
		expect(text).toMatch(/\| Sun 1 Nov \(part of a week\) \| \d+ \|\n\| 2–8 Nov \| /);
	});

	it('says of rows by groups that only their total is not compared', async () => {
		const { rows } = await t.report({
			...orders,
			...{ dateRange: 'custom', fromDate: '2026-10-28', toDate: '2026-10-31', unit: 'day' },
			...{ compareWith: 'lastMonth', groupBy: groupBy('city'), message: { layout: 'rows' } },
		});
		expect(rows[0]?.markdown).toMatch(/[▲▼] [\d.]+%/);
		expect(rows[0]?.markdown).toContain('The total is not compared');
	});

	it('names the dates that groups are ranked by, if rows have a day that is not over', async () => {
		t.setClock(new Date('2026-11-23T14:00:00+08:00'));
		const ranked = async (layout: string) => {
			const { rows } = await t.report({
				...orders,
				...{ dateRange: 'custom', fromDate: '2026-11-21', toDate: '2026-11-23', unit: 'day' },
				...{
					groupBy: { group: [{ field: 'city', topGroups: 2 }] },
					message: { layout },
				},
			});
			return String(rows[0]?.markdown);
		};
		expect(await ranked('rows')).toMatch(/Top 2 of \d+ groups by .+ 21–23 Nov/);
		expect(await ranked('digest')).not.toContain('21–23 Nov');
		t.setClock();
	});

	it('compares the complete dates of a month to its end with their own', async () => {
		const form = { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-30' };
		const { rows } = await t.report({ ...orders, ...form, unit: 'day', compareWith: 'lastMonth' });
		expect(String(rows[0]?.markdown)).toMatch(
			/1–22 Nov: .* for 1–22 Oct.*\n[^]*> Excludes Mon 23 Nov \(not over yet\) and 23–31 Oct,/,
		);
	});

	const users = measures({ eventName: 'PayOrder', aggregator: 'unique' });

	it.each([
		['digest', undefined],
		['rows', undefined],
		['rows', 'city'],
	])("doesn't compare users of a day with one of eight days: %s by %s", async (layout, city) => {
		const { rows } = await t.report({
			...{ measures: users, unit: 'day', output: 'markdown', message: { layout } },
			...(city === undefined ? {} : { groupBy: groupBy(city) }),
			...{ dateRange: 'custom', fromDate: DAY, toDate: DAY, compareWith: 'custom' },
			...{ compareFromDate: '2026-10-20', compareToDate: '2026-10-27' },
		});
		const text = String(rows[0]?.markdown);
		expect(text).toContain('Not compared, because the two periods do not match');
		expect(text).not.toMatch(/ (up|down|from|vs\.) /);
	});

	it('has the number of users so far if no period of its dates is complete', async () => {
		const { rows } = await t.report({
			measures: users,
			...{ unit: 'month', dateRange: 'thisMonth', output: 'markdown', messageWhen: 'data' },
		});
		const of = { measures: users, dateRange: 'thisMonth', unit: 'total' };
		const [total] = (await t.report({ ...of, output: 'rows' })).rows;
		expect(total?.PayOrder_users).toBeGreaterThan(100);
		expect(String(rows[0]?.markdown)).toContain(`: ${Number(total?.PayOrder_users)}**`);
	});

	it('names what is left out of a number of users', async () => {
		const of = async (form: IDataObject) => {
			const all = { measures: users, output: 'markdown', ...form };
			return String((await t.report(all)).rows[0]?.markdown);
		};
		const week = { dateRange: 'last', lastCount: 7, lastUnit: 'days', includeCurrent: true };
		expect(await of({ ...week, unit: 'day', compareWith: 'lastWeek' })).toMatch(
			/> Excludes .* \(not over yet\) and .*, the day it would be compared with/,
		);
		const cut = { dateRange: 'custom', fromDate: '2026-10-28', toDate: '2026-11-23' };
		expect(await of({ ...cut, unit: 'week' })).toMatch(
			/> Excludes 28 Oct–1 Nov \(not a whole week\) · Excludes .* \(this week is not over yet\)/,
		);
	});

	it.each(['secret', 'key'])(
		'has the rate of each group, of the starts whose first period is over: %s',
		async (credential) => {
			const of = async (toDate: string, by = 'user.level') => {
				const form = {
					...{ firstEvent: '$pageview', secondEvent: 'PayOrder', unit: 'day', duration: 2 },
					...{ groupByField: by, dateRange: 'custom', fromDate: '2026-11-18', toDate },
				};
				const { rows } = await t.operation(
					'report',
					'getRetentionReport',
					{ ...form, output: 'markdown' },
					{ credential },
				);
				const [head = '', scope = ''] = String(rows[0]?.markdown).split('> ');
				return { head, scope };
			};
			// Day 1 of those who start on the 22nd is the 23rd, which isn't over.
			const [all, over] = [await of('2026-11-22'), await of('2026-11-21')];
			expect(all.head).toBe(over.head);
			expect(all.head).toMatch(/\| gold \| \d+ \| [\d.]+%/);
			const left = 'Excludes users who started on Sun 22 Nov, because their day 1 is not over yet';
			expect(all.scope).toContain(`Day 1 is the day after the start day · ${left} · `);
			expect(over.scope).not.toContain('not over yet');
		},
	);

	it.each(['people', 'rows'])(
		'has in its rows of groups the starts of its scope alone: %s',
		async (layout) => {
			const form = {
				...{ firstEvent: '$pageview', secondEvent: 'PayOrder', unit: 'day', duration: 2 },
				...{ groupByField: 'user.level', dateRange: 'custom', fromDate: '2026-11-18' },
				...{ toDate: '2026-11-22', output: 'markdown', message: { layout } },
			};
			const { rows } = await t.operation('report', 'getRetentionReport', form);
			const text = String(rows[0]?.markdown);
			expect(text).toMatch(/had “.+” events the next day: \w+ [\d.]+%/);
			expect(text).toContain('Start dates 18–21 Nov');
			expect(text).toContain('Excludes users who started on Sun 22 Nov');
			const startsOf = (some: string) =>
				[
					...some.matchAll(
						layout === 'rows' ? /^\| gold \| 1 \| (\d+) \|/gm : /^\| gold \| (\d+) \|/gm,
					),
				].map(([, users]) => users);
			const over = await t.operation('report', 'getRetentionReport', {
				...{ ...form, toDate: '2026-11-21' },
			});
			expect(startsOf(text)).toHaveLength(1);
			expect(startsOf(text)).toEqual(startsOf(String(over.rows[0]?.markdown)));
			// The note would be about the numbers that are left out.
			expect(text).not.toContain('last period of some start dates is incomplete');
			// The last start has no day 2 yet.
			if (layout === 'rows') expect(text).toMatch(/^\| gold \| 2 \| \d+ \| – \| – \|$/m);
			else expect(text).not.toContain('| Day 2 |');
		},
	);

	it.each(['people', 'rows'])(
		'has no lifetime values by groups of periods that not all starts have had, in the layout %s',
		async (layout) => {
			const form = {
				...{ startEvent: 'SignUp', lifetimeValue: 'sum', valueEvent: 'PayOrder' },
				...{ valueProperty: 'amount', unit: 'week', followedPeriods: 2, dateRange: 'custom' },
				...{ fromDate: '2026-10-19', toDate: '2026-11-15', groupByField: 'user.level' },
				...{ output: 'markdown', message: { layout } },
			};
			const credential = { credential: 'key' } as const;
			const { rows } = await t.operation('report', 'getLifetimeValueReport', form, credential);
			const text = String(rows[0]?.markdown);
			expect(text).toMatch(/^\| bronze \| 1 \| \d+ \| [\d,.]+ \|$/m);
			expect(text).toMatch(/^\| bronze \| 2 \| \d+ \| – \|$/m);
		},
	);

	it('has the last complete week of a distribution by groups, with all users', async () => {
		const of = async (fromDate: string, toDate: string, groupByField: string) => {
			const form = { eventName: 'PayOrder', distributionOf: 'times', buckets: '2, 3' };
			const dates = { dateRange: 'custom', fromDate, toDate, unit: 'week' };
			const { rows } = await t.operation('report', 'getDistributionReport', {
				...{ ...form, ...dates, groupByField, output: 'markdown' },
			});
			return String(rows[0]?.markdown);
		};
		const headline = (text: string) => /\*\*(.+)\*\*/.exec(text)?.[1];
		const [groups, all] = [
			await of('2026-11-12', '2026-11-23', 'user.level'),
			await of('2026-11-16', '2026-11-22', ''),
		];
		expect(headline(groups)).toBe(headline(all));
		expect(groups).toContain('- The differences by 会员等级 could');
		expect(groups).toContain(
			'> Covers only 16–22 Nov, the last complete week of 12–23 Nov, because weekly numbers',
		);
		expect(groups).toContain('Excludes Mon 23 Nov (this week is not over yet)');
		expect(await of('2026-11-16', '2026-11-22', 'user.level')).not.toContain('Covers only');
	});

	it('counts users of one week once in weeks that start on a Sunday, too', async () => {
		const week = { dateRange: 'lastWeek', unit: 'week', groupByField: 'user.level' };
		const textOf = async (operation: string, form: IDataObject) =>
			JSON.stringify((await t.operation('report', operation, { ...week, ...form })).rows);
		const distribution = { eventName: 'PayOrder', distributionOf: 'times', buckets: '2, 3' };
		const rows = { output: 'markdown', message: { layout: 'rows' } };
		const retention = { firstEvent: 'SignUp', secondEvent: 'PayOrder', duration: 1 };
		for (const firstWeekday of [7, 1]) {
			const message = { ...distribution, ...rows, firstWeekday };
			expect(await textOf('getDistributionReport', message)).not.toContain('once per week');
			const agent = { ...retention, output: 'agent', firstWeekday };
			expect(await textOf('getRetentionReport', agent)).not.toContain('once for each week');
		}
	});

	it('says that a few days are compared with other days of the week', async () => {
		const of = async (fromDate: string, toDate: string, messageLanguage = 'en-US') => {
			const form = { dateRange: 'custom', compareWith: 'previousPeriod', output: 'markdown' };
			const days = { fromDate, toDate, unit: 'day', messageLanguage };
			return String((await t.report({ ...orders, ...form, ...days })).rows[0]?.markdown);
		};
		expect(await of('2026-11-16', '2026-11-17')).toContain('for Sat–Sun 14–15 Nov');
		expect(await of('2026-11-16', '2026-11-17', 'zh-CN')).toContain(
			'> 两期星期不同 · 未判断支付订单次数的变化是否正常 · 对比期中的11月14日（周六）处于双11大促期间，可能影响对比 ·',
		);
		// Dates of one day have their weekdays, and a week has all of them.
		for (const toDate of ['2026-11-09', '2026-11-15'])
			expect(await of('2026-11-09', toDate)).not.toContain('days of the week');
	});

	it('has the start dates of complete periods, if others are left out', async () => {
		const { rows } = await t.operation('report', 'getRetentionReport', {
			...{ firstEvent: 'SignUp', secondEvent: 'PayOrder', unit: 'week', duration: 1 },
			...{ dateRange: 'custom', fromDate: '2026-10-01', toDate: '2026-10-31', output: 'markdown' },
			options: { wholePeriodsOnly: true },
		});
		expect(rows[0]?.title).toMatch(/, 5–25 Oct$/);
		expect(String(rows[0]?.markdown)).toContain('(3 weekly cohorts, 5–25 Oct; ');
	});

	const steps = { step: [{ eventName: '$pageview' }, { eventName: 'PayOrder' }] };
	it.each<[string, string, IDataObject]>([
		[
			'Retention: 页面浏览 → 支付订单',
			'Retention',
			{ firstEvent: '$pageview', secondEvent: 'PayOrder' },
		],
		[
			'Distribution: 支付订单 by 会员等级',
			'Distribution',
			{ eventName: 'PayOrder', groupByField: 'user.level' },
		],
		['Funnel: 页面浏览 → 支付订单', 'Funnel', { steps }],
		[
			'Paths after 页面浏览',
			'Path',
			{ pathEvent: '$pageview', pathEvents: { event: [{ eventName: 'PayOrder' }] } },
		],
	])('has the title "%s" also without rows', async (title, name, form) => {
		const { rows, error } = await t.operation(
			'report',
			`get${name}Report`,
			{
				...form,
				filter: { condition: [{ field: 'user.city', function: 'equal', values: 'Atlantis' }] },
				dateRange: 'custom',
				fromDate: DAY,
				toDate: DAY,
				output: 'markdown',
				messageLanguage: 'en-US',
			},
			{ credential: 'key' },
		);
		expect(error).toBeUndefined();
		expect(rows[0]?.title).toBe(`${title} (filtered), Thu 5 Nov`);
	});

	it('is in the language of the project by default', async () => {
		const of = async (more: IDataObject) => {
			const form = { ...compared, output: 'markdown', messageLanguage: undefined, ...more };
			return String((await t.report(form)).rows[0]?.markdown);
		};
		expect(await of({})).toMatch(/支付订单 \d+ 次，较/);
		expect(await of({ message: { names: 'query' } })).toMatch(/events Thu 5 Nov: \d+, /);
		const price = 'sum(event.PayOrder.amount)/count(event.PayOrder)|%2f';
		const formula = measures({ aggregator: 'formula', expression: price });
		const reported = of({ measures: formula, groupBy: undefined });
		expect(await reported).toMatch(
			/^## 订单金额 ÷ 支付订单次数，11月5日（周四）\n\n\*\*[^次]+次数 [\d,.]+，较/,
		);
	});

	it.each(['%2p', '%1p'])(
		'writes a formula in the format %s as percentages, and what it is',
		async (format) => {
			const expression = 'count(event.PayOrder)/count(event.ViewProduct)';
			const formula = { aggregator: 'formula', expression, format, outputName: 'rate' };
			const form = { ...compared, groupBy: undefined, measures: measures(formula) };
			const { rows } = await t.report({ ...form, output: 'markdown', messageLanguage: 'en-US' });
			const text = String(rows[0]?.markdown).replaceAll('\\', '');
			const digits = Number(format[1]);
			const inPercent = (day: string) =>
				(100 * t.events(day, day, 'PayOrder').length) / t.events(day, day, 'ViewProduct').length;
			const [now, before] = [DAY, BEFORE].map((day) => inPercent(day).toFixed(digits));
			// The points are the difference of the written percentages.
			const points = Number((Number(now) - Number(before)).toFixed(digits));
			expect(text).toContain(
				`: ${now}%, ${points > 0 ? 'up' : 'down'} ${Math.abs(points)} points from ${before}% on `,
			);
			expect(text).toContain('rate = 支付订单 events ÷ 浏览商品 events');
			// Rows are written alike, and an axis that measures share has plain numbers.
			const both = { ...form, measures: measures({ eventName: 'PayOrder' }, formula), unit: 'day' };
			const dates = { dateRange: 'last', lastCount: 7, lastUnit: 'days' };
			const english = { output: 'html', messageLanguage: 'en-US' };
			const listed = await t.report({ ...both, ...dates, ...english, message: { layout: 'rows' } });
			const html = String(listed.rows[0]?.html);
			expect(html).toMatch(new RegExp(`>[\\d.]+\\.\\d{${digits}}%`));
			expect(html).not.toMatch(/>\s*0\.\d+\s*[<▲▼]/);
		},
	);

	it('names two properties that the project displays alike by their columns, too', async () => {
		const form = { ...compared, groupBy: groupBy('city', 'user.city'), output: 'markdown' };
		const text = String((await t.report({ ...form, message: zh })).rows[0]?.markdown);
		expect(text.replaceAll('\\', '')).toContain('| 城市 (PayOrder_city) / 城市 (user_city) |');
	});

	it('contains total, change, and the largest increase and decrease, in the names of the project', async () => {
		const { rows, run } = await t.report({ ...compared, output: 'markdown', message: zh });
		const [now, then] = [ordersOn(DAY), ordersOn(BEFORE)];
		const [all, before] = [sum(now), sum(then)];
		const text = String(rows[0]?.markdown).replaceAll('\\', '');
		expect(text).toMatch(/^## 支付订单次数（按城市），11月5日（周四）\n/);
		expect(text).toContain('| 城市 | 支付订单次数（较11月4日） |');

		const headline = text.split('\n').find((line) => line.startsWith('**')) ?? '';
		expect(headline).toContain(`11月5日（周四）支付订单 ${all} 次，`);
		expect(headline).toContain('11月4日（周三）');
		expect(headline).toContain(
			`的 ${before} 次${all > before ? '增加' : '减少'} ${Math.abs(all - before)} 次，属正常波动**`,
		);
		for (const [city, count] of now) expect(text).toMatch(new RegExp(`\\| ${city} \\| ${count}（`));
		expect(hintsOf(run)).toEqual([]);

		const kept = {
			...compared,
			groupBy: { group: [{ field: 'city', topGroups: 2 }] },
			options: { orderBy: 'PayOrder_events' },
		};
		const top = await t.report({ ...kept, output: 'markdown', message: zh });
		expect(top.rows[0]?.markdown).toContain(`支付订单 ${all} 次`);
		// Groups that only the day before has are groups, too; those that are not wanted are one.
		const groups = new Set([...now.keys(), ...then.keys()]);
		expect(top.rows[0]?.markdown).toContain(
			`仅列支付订单次数排名前 2 的分组（共 ${groups.size} 组）`,
		);
		const wanted = [...now.keys()].sort((a, b) => (now.get(b) ?? 0) - (now.get(a) ?? 0));
		for (const city of wanted.slice(2)) expect(top.rows[0]?.markdown).not.toContain(city);
		const rest = await t.report({
			...kept,
			output: 'markdown',
			message: zh,
			options: { ...kept.options, restInOneRow: true },
		});
		expect(rest.rows[0]?.markdown).toContain(`支付订单 ${all} 次`);
	});

	it('requests names once, whatever the number of items, and not if they are switched off', async () => {
		const items = [{}, {}, {}];
		await t.report({ ...compared, output: 'slack' }, { items });
		expect(t.takeRequests().filter(({ path }) => !path.endsWith('/report'))).toHaveLength(2);
		const message = { names: 'query' };
		const plain = { ...compared, groupBy: {}, output: 'markdown', message };
		await t.report(plain);
		expect(t.takeRequests().every(({ path }) => path.endsWith('/report'))).toBe(true);
		// Properties can be lists, whose groups don't add up.
		const { rows } = await t.report({ ...compared, output: 'markdown', message });
		const others = t.takeRequests().filter(({ path }) => !path.endsWith('/report'));
		expect(others.map(({ path }) => path)).toEqual([expect.stringMatching(/propert/)]);
		expect(rows[0]?.markdown).toContain('PayOrder\\_events');
	});

	it('comes without names, and says so, if the project does not return them', async () => {
		t.simulator.faults.add({
			path: /metadata|propert|event_groups|events\/all/,
			times: 9,
			reaction: { answer: { status: 403, body: { error: 'no permission' } } },
		});
		const { rows, error, run } = await t.report({ ...compared, output: 'markdown' });
		expect(error).toBeUndefined();
		expect(rows[0]?.markdown).toContain('PayOrder\\_events');
		expect(hintsOf(run).join()).toMatch(
			/^The node used the names in the query, because it couldn't read the display names: /,
		);
	});

	it.each([
		['dingtalk', dingtalkBody],
		['wecom', wecomBody],
		['teams', teamsBody],
		['feishu', feishuBody],
	])('for %s is a request that it takes, of every report', async (output, body) => {
		const dates = { dateRange: 'custom', fromDate: '2026-11-02', toDate: DAY, output };
		const reports = [
			await t.report({ ...compared, output }),
			await t.operation('report', 'getRetentionReport', {
				...dates,
				firstEvent: '$pageview',
				secondEvent: 'PayOrder',
				unit: 'day',
				duration: 3,
			}),
			await t.operation('report', 'getFunnelReport', {
				...dates,
				steps: {
					step: ['ViewProduct', 'AddToCart', 'PayOrder'].map((eventName) => ({ eventName })),
				},
				window: 1,
				windowUnit: 'days',
			}),
			await t.operation('report', 'getDistributionReport', {
				...dates,
				eventName: 'PayOrder',
				distributionOf: 'times',
				unit: 'day',
			}),
			await t.operation('report', 'getUserPropertyReport', {
				output,
				groupByProperties: { property: [{ field: 'user.level' }] },
			}),
		];
		for (const { rows, error } of reports) {
			expect(error).toBeUndefined();
			expect(() => body.parse(rows[0])).not.toThrow();
		}
	});

	describe('of starts by week of which the dates cut the first', () => {
		const sentencesOf = async (operation: string, form: IDataObject) => {
			t.setClock(new Date('2026-11-29T12:00:00+08:00'));
			const dates = { dateRange: 'custom', fromDate: '2026-11-15', toDate: '2026-11-28' };
			const { rows, error } = await t.operation(
				'report',
				operation,
				{ ...dates, unit: 'week', output: 'markdown', ...form },
				{ credential: 'key' },
			);
			t.setClock();
			if (error) throw new Error(error.message);
			return String(rows[0]?.markdown);
		};
		const users = (from: string, to: string) =>
			new Set(t.events(from, to, 'SignUp').map(({ user }) => user.id)).size;

		it('says which of its days count, and counts users of a single week once', async () => {
			const form = { firstEvent: 'SignUp', secondEvent: '$pageview', duration: 2 };
			const text = await sentencesOf('getRetentionReport', form);
			expect(text).toContain('Of the week of 9–15 Nov, only Sun 15 Nov counts');
			expect(text).toContain(`| ${users('2026-11-15', '2026-11-15')} | 1 |`);
			expect(text).not.toMatch(/counts? once per/);
			const whole = { ...form, fromDate: '2026-11-09' };
			expect(await sentencesOf('getRetentionReport', whole)).not.toContain('only');
			const chinese = { ...form, messageLanguage: 'zh-CN' };
			expect(await sentencesOf('getRetentionReport', chinese)).toContain(
				'11月9–15日这一周仅计入11月15日（周日）',
			);
		});

		it.each([
			['people', 'getDistributionReport'],
			['rows', 'getDistributionReport'],
			['people', 'getIntervalReport'],
			['rows', 'getIntervalReport'],
		])('says below the weeks of the layout %s which are cut (%s)', async (layout, operation) => {
			const form = {
				...{ eventName: 'PayOrder', distributionOf: 'times', buckets: '2, 3' },
				...{ intervalFrom: 'ViewProduct', intervalTo: 'PayOrder', message: { layout } },
			};
			const text = await sentencesOf(operation, form);
			expect(text).toMatch(/^\| Week \|/m);
			expect(text).toContain('only partly in the date range): 2026-11-09, 2026-11-23');
			const chinese = await sentencesOf(operation, { ...form, messageLanguage: 'zh-CN' });
			expect(chinese).toMatch(/^\| 周 \|/m);
			expect(chinese).toContain('未被日期范围完整覆盖）：2026-11-09、2026-11-23');
		});

		it('says of a lifetime value what its first week may include, and which weeks differ', async () => {
			const text = await sentencesOf('getLifetimeValueReport', {
				...{ startEvent: 'SignUp', lifetimeValue: 'sum', valueEvent: 'PayOrder' },
				...{ valueProperty: 'amount', followedPeriods: 3 },
			});
			expect(text).toContain(
				`| ${users('2026-11-15', '2026-11-15') + users('2026-11-16', '2026-11-22')} | 2 |`,
			);
			expect(text).toContain(
				'The start week, and therefore all cumulative numbers, may include what users did earlier that week, before “注册”',
			);
			expect(text).toContain('Later weeks cover fewer cohorts');
		});
	});

	it('of days says if each is compared with a different day of the week', async () => {
		const textOf = async (compareWith: string, layout = 'digest', more: IDataObject = {}) => {
			const { rows } = await t.operation('report', 'getEventReport', {
				...{ dateRange: 'custom', fromDate: '2026-11-16', toDate: '2026-11-22', compareWith },
				...{ measures: measures({ eventName: 'PayOrder' }), output: 'markdown' },
				...{ message: { layout }, ...more },
			});
			return String(rows[0]?.markdown);
		};
		const different = 'Each date is compared with a different day of the week';
		for (const layout of ['digest', 'rows', 'people'])
			expect(await textOf('lastYear', layout)).toContain(different);
		const [city, longer] = [{ groupBy: groupBy('city') }, { fromDate: '2026-11-01' }];
		for (const more of [city, longer])
			expect(await textOf('lastYear', 'rows', more)).toContain(different);
		const acrossMonths = { fromDate: '2026-10-28', toDate: '2026-11-05' };
		expect(await textOf('lastMonth', 'rows', acrossMonths)).toContain(different);
		expect(await textOf('previousPeriod', 'rows')).not.toContain(different);
		expect(await textOf('previousPeriod')).not.toContain(different);
	});

	it('names the days of the week of dates that are not over, if others are compared', async () => {
		t.setClock(new Date('2026-11-23T14:00:00+08:00'));
		const { rows } = await t.operation('report', 'getEventReport', {
			...{ dateRange: 'custom', fromDate: '2026-11-20', toDate: '2026-11-23' },
			...{ compareWith: 'previousPeriod', measures: measures({ eventName: 'PayOrder' }) },
			output: 'markdown',
		});
		t.setClock();
		expect(rows[0]?.markdown).toContain('Fri–Sun 20–22 Nov');
		expect(rows[0]?.markdown).toContain('for Mon–Wed 16–18 Nov');
		expect(rows[0]?.markdown).toContain('Different days of the week are compared');
	});

	it('says of several weeks together whether they count or are an average', async () => {
		const of = async (aggregator: string) => {
			const { rows } = await t.operation('report', 'getEventReport', {
				...{ dateRange: 'custom', fromDate: '2026-11-09', toDate: '2026-11-22', unit: 'week' },
				...{ messageLanguage: 'zh-CN', output: 'markdown' },
				measures: measures({ eventName: 'PayOrder', aggregator }),
			});
			return /；11月9–22日(\S+) [\d.]+ [次人]\*\*/.exec(String(rows[0]?.markdown))?.[1];
		};
		expect(await Promise.all(['general', 'unique', 'average'].map(of))).toEqual([
			'共',
			'共',
			'整体',
		]);
	});

	it('has the verdict of each measure above their table', async () => {
		const all = ['general', 'unique'].map((aggregator) => ({ eventName: 'PayOrder', aggregator }));
		const { rows } = await t.operation('report', 'getEventReport', {
			...{ dateRange: 'custom', fromDate: '2026-11-16', toDate: '2026-11-22', unit: 'week' },
			...{ compareWith: 'previousPeriod', output: 'markdown', message: { layout: 'digest' } },
			measures: { measure: [...all, { eventName: '$pageview', aggregator: 'general' }] },
		});
		const sentences = String(rows[0]?.markdown).split('| Measure')[0] ?? '';
		expect(sentences.match(/ the usual range for a week/g)).toHaveLength(3);
	});

	describe('of hours of which the last are not over', () => {
		const NOW = '2026-11-23T07:40:00+08:00';
		const inHours = (from: string, to: string, event: string) =>
			t
				.events(from, to, event)
				.filter(({ time }) => time.slice(0, 10) < to || time.slice(11) < '07');
		const sentence = async (form: IDataObject) => {
			t.setClock(new Date(NOW));
			const { rows, error } = await t.operation('report', 'getEventReport', {
				...{ unit: 'hour', compareWith: 'lastWeek', output: 'markdown' },
				...form,
			});
			t.setClock();
			if (error) throw new Error(error.message);
			return String(rows[0]?.markdown);
		};
		const views = measures({ eventName: '$pageview' });

		it.each([
			['2026-11-23', '2026-11-16', 'on Mon 16 Nov until 07:00'],
			['2026-11-22', '2026-11-15', 'for 15–16 Nov (16 Nov until 07:00)'],
		])('compares those that are over with the same ones: from %s', async (from, before, then) => {
			const form = { dateRange: 'custom', fromDate: from, toDate: '2026-11-23', measures: views };
			const [now, past] = [
				inHours(from, '2026-11-23', '$pageview').length,
				inHours(before, '2026-11-16', '$pageview').length,
			];
			const move =
				now === past
					? 'the same as'
					: `${now > past ? 'up' : 'down'} ${Math.abs(now - past)} from ${past}`;
			for (const groups of [{}, { groupBy: groupBy('channel') }]) {
				const text = await sentence({ ...form, ...groups });
				expect(text).toContain(
					`until 07:00${from === '2026-11-23' ? '' : ')'}: ${now}, ${move} ${then}`,
				);
				expect(text).not.toContain('not compared');
			}
		});

		it('compares the mean of their users', async () => {
			const meanOn = (day: string) => {
				const own = inHours(day, day, '$pageview');
				const hours = Array.from({ length: 7 }, (_, hour) => {
					const inHour = own.filter(({ time }) => Number(time.slice(11, 13)) === hour);
					return new Set(inHour.map(({ user }) => user.id)).size;
				});
				return hours.reduce((sum, count) => sum + count, 0) / 7;
			};
			const text = await sentence({
				...{ dateRange: 'today', compareWith: 'previousPeriod' },
				measures: measures({ eventName: '$pageview', aggregator: 'unique' }),
			});
			expect(text).toContain('| Hour | 页面浏览 users (vs. 1 day earlier) |');
			const [, now, past] =
				/: ([\d.]+) an hour on average, .+? from ([\d.]+) on Sun 22 Nov until/.exec(
					text,
				) as unknown as string[];
			expect(Math.abs(Number(now) - meanOn('2026-11-23'))).toBeLessThanOrEqual(0.051);
			expect(Math.abs(Number(past) - meanOn('2026-11-22'))).toBeLessThanOrEqual(0.051);
		});

		it('compares no hours with other ones, where clocks change', async () => {
			t.setClock(new Date('2026-03-08T13:00:00-04:00'));
			const { rows } = await t.operation('report', 'getEventReport', {
				...{ unit: 'hour', compareWith: 'lastWeek', output: 'markdown', dateRange: 'today' },
				...{ measures: views, options: { timeZone: 'America/New_York' } },
			});
			t.setClock();
			expect(rows[0]?.markdown).toMatch(/not compared/i);
			expect(rows[0]?.markdown).not.toContain(' from ');
		});
	});

	it('of a retention has days, and the shares of those who came back', async () => {
		const { rows } = await t.operation('report', 'getRetentionReport', {
			dateRange: 'custom',
			fromDate: '2026-11-02',
			toDate: '2026-11-03',
			firstEvent: '$pageview',
			secondEvent: 'PayOrder',
			unit: 'day',
			duration: 2,
			output: 'markdown',
		});
		const usersOn = (day: string, event: string) =>
			new Set(t.events(day, day, event).map(({ user }) => user.id));
		const came = (first: string, later: string) => {
			const paid = usersOn(later, 'PayOrder');
			return [...usersOn(first, '$pageview')].filter((id) => paid.has(id)).length;
		};
		expect(rows[0]?.title).toMatch(/^Retention: .+ → 支付订单, 2–3 Nov$/);
		const text = String(rows[0]?.markdown);
		expect(text).toContain('| Day | Retention | Users who started | Cohorts |');
		const starts = ['2026-11-02', '2026-11-03'];
		const initial = starts.reduce((sum, day) => sum + usersOn(day, '$pageview').size, 0);
		[1, 2].forEach((period) => {
			const returned = starts.reduce((sum, day) => {
				const later = DateTime.fromISO(day).plus({ days: period }).toISODate() as string;
				return sum + came(day, later);
			}, 0);
			const share = Math.round((returned / initial) * 1000) / 10;
			expect(text).toContain(`| Day ${period} | ${share.toFixed(1)}% | ${initial} | 2 |`);
		});
	});

	it('of a funnel says until when steps count', async () => {
		const steps = { step: [{ eventName: '$pageview' }, { eventName: 'PayOrder' }] };
		const notesOf = async (dateRange: object) => {
			const { rows } = await t.operation('report', 'getFunnelReport', {
				steps,
				...dateRange,
				output: 'markdown',
			});
			return String(rows[0]?.markdown);
		};
		const today = await notesOf({ dateRange: 'today' });
		expect(today).toMatch(/ so far: /);
		expect(today).toMatch(/7-day conversion window; steps after .+ are not counted/);
		const yesterday = await notesOf({ dateRange: 'yesterday' });
		expect(yesterday).toMatch(/7-day conversion window; steps after .+ are not counted/);
		const past = { dateRange: 'custom', fromDate: '2026-10-01', toDate: '2026-10-01' };
		expect(await notesOf(past)).toContain('steps after 1 Oct are not counted');
	});

	it('of a retention says that the last period still grows', async () => {
		const form = { firstEvent: '$pageview', secondEvent: 'PayOrder', unit: 'day', duration: 7 };
		const notesOf = async (dateRange: object) => {
			const { rows } = await t.operation('report', 'getRetentionReport', {
				...form,
				...dateRange,
				output: 'markdown',
				message: { ...zh, layout: 'people' },
			});
			return String(rows[0]?.markdown);
		};
		expect(await notesOf({ dateRange: 'yesterday' })).toContain('最后一个周期不完整');
		const past = { dateRange: 'custom', fromDate: '2026-10-01', toDate: '2026-10-01' };
		expect(await notesOf(past)).not.toContain('最后一个周期');
	});

	it('as a chart is a file in addition to its text', async () => {
		const { run, error } = await t.report({ ...compared, output: 'chart' });
		expect(error).toBeUndefined();
		const [item] = run.data.resultData.runData['Sensors Analytics']?.[0]?.data?.main?.[0] ?? [];
		expect(item?.binary?.data).toMatchObject({ fileName: 'chart.svg', mimeType: 'image/svg+xml' });
		const content = Buffer.from(item?.binary?.data?.data ?? '', 'base64').toString();
		expect(content).toBe((item?.json as IDataObject).svg);
		const { error: alone } = await t.report({ output: 'chart', fromDate: DAY });
		expect(alone?.message).toMatch(/There is nothing to draw/);
	});
});

function hintsOf(run: Awaited<ReturnType<TestWorld['report']>>['run']): string[] {
	const hints = run.data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? [];
	return hints.map(({ message }) => message);
}

describe('A message is true of groups', () => {
	const t = sharedWorld({ hasClock: true });
	const sentencesOf = async (
		operation: string,
		query: IDataObject,
		more: IDataObject = {},
		credential: 'secret' | 'key' = 'secret',
	) => {
		const form = {
			queryMode: 'definition',
			queryDefinition: JSON.stringify(query),
			output: 'markdown',
			messageLanguage: 'en-US',
			...more,
		};
		const { rows, error } = await t.operation('report', operation, form, { credential });
		if (error) throw new Error(error.message);
		return String(rows[0]?.markdown).replaceAll('\\', '');
	};
	const level = { group_by: ['user.level'] };

	it.each([
		[
			'getRetentionReport',
			{ first: 'SignUp', returning: 'PayOrder', ...level },
			/^\*\*[\d.]+% of “.+” users had “.+” events the next day \([^;]+; \d+ users, counted once per cohort\)/m,
		],
		[
			'getFunnelReport',
			{ steps: ['ViewProduct', 'PayOrder'], within: '1 day', ...level },
			/^\*\*.+ converted/m,
		],
	])('%s starts with all users', async (operation, query, all) => {
		const text = await sentencesOf(operation, { ...query, range: '2026-10-05..2026-10-18' });
		expect(text).toMatch(all);
		expect(text).toMatch(/^- By 会员等级/m);
	});

	it('a lifetime value starts with all users, and says which cohorts it includes', async () => {
		const value = { event: 'PayOrder', aggregate: 'sum', property: 'amount' };
		const query = { start: 'SignUp', value, periods: 7, ...level };
		const text = await sentencesOf(
			'getLifetimeValueReport',
			{ ...query, range: '2026-10-05..2026-10-11' },
			{},
			'key',
		);
		const [headline, fact] = text.split('\n').filter((line) => /^(\*\*|- )/.test(line));
		expect(headline).toMatch(
			/^\*\*Cumulative 订单金额 per user through day 7 after “注册”: ¥[\d.]+ \(/,
		);
		expect(fact).toMatch(/^- By 会员等级: /);
		const recent = { ...query, range: 'last 7 days' };
		// The last row has the number of the headline.
		expect(await sentencesOf('getLifetimeValueReport', recent, {}, 'key')).toMatch(
			/through day 1 after “注册”: (¥[\d.]+) \([\s\S]+\n\| Overall \| \1 \|/,
		);
	});

	it.each([
		[
			'getRetentionReport',
			{ firstEvent: 'SignUp', secondEvent: 'PayOrder' },
			/had “.+” events the next day/,
		],
		[
			'getLifetimeValueReport',
			{ startEvent: 'SignUp', lifetimeValue: 'events', valueEvent: 'PayOrder' },
			/ through day \d/,
		],
	])(
		'%s has a number with the dates that the form starts with',
		async (operation, form, number) => {
			const message = { ...form, output: 'markdown', messageLanguage: 'en-US' };
			const { rows } = await t.operation('report', operation, message, { credential: 'key' });
			expect(rows[0]?.title).toMatch(/, 9–2\d Nov$/);
			expect(String(rows[0]?.markdown).replaceAll('\\', '')).toMatch(number);
		},
	);

	it('of dates that have not begun is an error, except of the day that has begun elsewhere', async () => {
		const of = (day: string) => ({ dateRange: 'custom', fromDate: day, toDate: day });
		const form = { measures: { measure: [{ eventName: 'PayOrder' }] }, output: 'markdown' };
		const { error } = await t.report({ ...form, ...of('2027-02-14') });
		expect(error?.message).toBe(
			"The date range starts on 2027-02-14, but today is 2026-11-23 in the time zone Asia/Shanghai. A message can't have numbers of days that haven't begun. Choose earlier dates",
		);
		expect((await t.report({ ...form, ...of('2026-11-24') })).error).toBeUndefined();
		expect(
			(await t.report({ ...form, ...of('2027-02-14'), output: 'rows' })).error,
		).toBeUndefined();
	});

	it('a distribution over several days or weeks is of the last one, or says that users count once for each', async () => {
		const query = {
			event: 'PayOrder',
			of: 'times',
			unit: 'day',
			range: '2026-10-05..2026-10-11',
			...level,
		};
		expect(await sentencesOf('getDistributionReport', query)).toMatch(
			/^\*\*Of the \d+ users with “.+” events on Sun 11 Oct, [^]+> Covers only Sun 11 Oct, the last day of 5–11 Oct, /m,
		);
		const inRows = { layout: 'rows' };
		expect(await sentencesOf('getDistributionReport', query, { message: inRows })).toMatch(
			/^bronze, of the \d+ users with “.+” events \(counted once per day\) between 5 and 11 Oct, /m,
		);
		const byWeek = await sentencesOf('getDistributionReport', { ...query, unit: 'week' });
		expect(byWeek).toMatch(/^\*\*Of the \d+ users with “.+” events between 5 and 11 Oct, /m);
		expect(byWeek).toMatch(/^- The differences by 会员等级 could be due to chance$/m);
		const range = '2026-10-07..2026-10-13';
		expect(await sentencesOf('getDistributionReport', { ...query, unit: 'week', range })).toMatch(
			/^\*\*Of the \d+ users with “.+” events between 12 and 13 Oct, [^]+> Covers only 12–13 Oct, the last week of 7–13 Oct, /m,
		);
	});

	it('a funnel by day has a rate, too, if the dates cut every conversion window', async () => {
		const query = { steps: ['ViewProduct', 'PayOrder'], within: '7 days', by_date: true };
		const text = await sentencesOf('getFunnelReport', {
			...query,
			range: '2026-10-05..2026-10-11',
		});
		expect(text).toMatch(
			/^\*\*.+, 5–11 Oct: [\d.]+% converted \(\d+ of \d+ users, counted once per start day\)/m,
		);
		expect(text).toContain('steps after 11 Oct are not counted, so no user had the full window');
		expect(text).not.toContain('Daily high');
		const noDays =
			'No daily rates, because the conversion window of each day ends after these dates';
		expect(text).toContain(noDays);
		const inRows = await sentencesOf(
			'getFunnelReport',
			{ ...query, range: '2026-10-05..2026-10-11' },
			{ message: { layout: 'rows' } },
		);
		expect(inRows).toMatch(/^\| 2026-10-05 /m);
		expect(inRows).not.toContain(noDays);
		const ask = async (range: string) =>
			await t.operation('report', 'getFunnelReport', {
				queryMode: 'definition',
				queryDefinition: JSON.stringify({ ...query, range }),
				output: 'rows',
			});
		const hintsOf = async (range: string) => {
			const { data } = (await ask(range)).run;
			return JSON.stringify(data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? []);
		};
		const advice = "Choose a longer 'Date Range', or a shorter 'Window Period'.";
		expect(await hintsOf('2026-10-05..2026-10-11')).toContain(advice);
		expect(await hintsOf('2026-10-05..2026-10-12')).not.toContain(advice);
		expect(await hintsOf('2026-10-05')).not.toContain(advice);
	});

	it.each([
		[
			'en-US',
			'; steps after 11 Oct are not counted, so users who started in the last hour of Sun 11 Oct had less time, ',
		],
		[
			'zh-CN',
			'；10月11日之后完成的步骤不计入，10月11日（周日）最后 1 小时进入漏斗的用户观察时间较短，',
		],
	])(
		'a funnel has its users at the end of the last day if its window is shorter than a day (%s)',
		async (locale, words) => {
			const query = {
				steps: ['ViewProduct', 'PayOrder'],
				within: '1 hour',
				range: '2026-10-05..2026-10-11',
			};
			const more = { messageLanguage: locale };
			expect(await sentencesOf('getFunnelReport', query, more)).toContain(words);
		},
	);

	it("has the service's number of all dates if numbers of days can't be added up", async () => {
		const average = { event: 'PayOrder', aggregate: 'avg', property: 'amount' };
		const range = '2026-10-05..2026-10-11';
		const query = { group_by: ['event.PayOrder.city'], top: 2, range };
		const text = await sentencesOf('getEventReport', { measures: [average], ...query });
		const { rows } = await t.operation('report', 'getEventReport', {
			queryMode: 'definition',
			queryDefinition: JSON.stringify({ measures: [average], ...query, unit: 'total' }),
			output: 'rows',
		});
		const groups = rows.map(
			(row) => `${String(row.city)} ${Number(Object.values(row)[1]).toFixed(2)}`,
		);
		expect(text).toMatch(/^\*\*Average 订单金额 5–11 Oct: [\d.]+\*\*$/m);
		expect(groups).toHaveLength(2);
		expect(text).toContain(`- ${groups.join(', ')}\n`);
		expect(text).toContain(
			'Top 2 of 7 groups by Average 订单金额; the overall number covers all groups',
		);
		const users = { event: 'PayOrder', aggregate: 'unique' };
		const month = { measures: [users], range: '2026-11-01..2026-12-31' };
		// The dates include the current day.
		expect(await sentencesOf('getEventReport', month)).toMatch(/users 1–\d+ Nov: \d+\*\*$/m);
	});

	it('has no highest day of cumulated numbers', async () => {
		const range = '2026-10-05..2026-10-11';
		const rolling = { event: 'PayOrder', aggregate: 'events_last_7_days' };
		expect(await sentencesOf('getEventReport', { measures: [rolling], range })).not.toContain(
			'high:',
		);
	});

	it('has the totals of other measures next to numbers that have none', async () => {
		const range = '2026-10-05..2026-10-11';
		const ofPayments = (aggregate: string, property?: string) => ({
			...{ event: 'PayOrder', aggregate },
			...(property === undefined ? {} : { property }),
		});
		const measures = [ofPayments('avg', 'amount'), ofPayments('events_last_7_days')];
		const text = await sentencesOf('getEventReport', { measures, range });
		expect(text).toMatch(/^\*\*Average 订单金额 5–11 Oct: [\d.]+\*\*$/m);
		expect(text).toMatch(/^\| Overall \| [\d.]+ \| – \|$/m);
		// Of two measures that only differ in their filters, each has its own.
		const inCity = { event: 'PayOrder', filter: { city: 'Beijing' } };
		const both = await sentencesOf('getEventReport', { measures: [inCity, 'PayOrder'], range });
		expect(both).toMatch(/^\*\*支付订单 events \(城市 is Beijing\) 5–11 Oct: \d+\*\*$/m);
		const apart = { measures: [{ ...inCity, aggregate: 'unique' }, 'PayOrder'], range };
		const lines = await sentencesOf('getEventReport', apart);
		expect(lines).toMatch(/支付订单 users \(城市 is Beijing\)(?: 5–11 Oct)?: \d+/);
	});

	it('calls numbers of users by their property, as events are', async () => {
		const headline = async (messageLanguage: string) => {
			const { rows } = await t.operation('report', 'getUserPropertyReport', {
				...{ output: 'markdown', messageLanguage, queryMode: 'definition' },
				queryDefinition: { aggregate: 'avg', property: 'age', group_by: ['level'] },
			});
			return String(rows[0]?.markdown);
		};
		expect(await headline('en-US')).toMatch(/\*\*Average 年龄 of users as of /);
		expect(await headline('zh-CN')).toMatch(/，用户平均年龄为 /);
	});

	it.each([
		['en-US', /^\*\*\[Only users whose User Group “黄金会员” is true\] Events /m],
		['zh-CN', /^\*\*【仅统计分群“黄金会员”为“是”的用户】10月5–11日任意事件 \d+ 次/m],
	])('names any event and user groups as the form does (%s)', async (messageLanguage, all) => {
		const query = { measures: ['$Anything'], filter: { 'user.user_group_gold_members': true } };
		const range = '2026-10-05..2026-10-11';
		const text = await sentencesOf('getEventReport', { ...query, range }, { messageLanguage });
		expect(text).toMatch(all);
	});

	it('about any event alone is in the language of the project', async () => {
		const query = { measures: ['$Anything'], range: '2026-10-05..2026-10-11' };
		const text = await sentencesOf('getEventReport', query, { messageLanguage: 'project' });
		expect(text).toMatch(/^\*\*10月5–11日任意事件 [\d,]+ 次/m);
	});

	it('names values that say nothing alone', async () => {
		const of = async (property: string) =>
			await sentencesOf('getEventReport', {
				measures: ['PayOrder'],
				group_by: [property],
				range: '2026-10-05..2026-10-11',
			});
		expect(await of('event.PayOrder.coupon')).toMatch(/^- 使用优惠券: no \d+ /m);
		expect(await of('user.age')).toMatch(/^- Highest: “\d+” \d+ \(/m);
	});
});
