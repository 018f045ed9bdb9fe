/**
 * Reports that only the OpenAPI has; their numbers are computed a second time from the simulator's
 * events.
 */
import type { IDataObject } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';
import { sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const [FROM, TO] = ['2026-11-02', '2026-11-05'];
const RANGE = { dateRange: 'custom', fromDate: FROM, toDate: TO };
const PATH = {
	pathDirection: 'after',
	pathEvents: { event: [{ eventName: 'B' }] },
	pathSteps: 3,
	pathWidth: 5,
	pathPause: 30,
};
const SECOND = 1000;
const DAY = 86_400 * SECOND;
const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;
const timeOf = ({ time }: ShopEvent) => Date.parse(`${time.replace(' ', 'T')}Z`);
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

describe('Reports of the OpenAPI alone', () => {
	const t = sharedWorld();

	const run = async (operation: string, form: IDataObject, credential = 'key') =>
		await t.operation('report', operation, { ...RANGE, ...form }, { credential });
	const rowsOf = async (operation: string, form: IDataObject) => {
		const { rows, error } = await run(operation, form);
		expect(error).toBeUndefined();
		return rows;
	};

	describe('attribution', () => {
		const form = {
			targetEvent: 'PayOrder',
			targetValue: 'sum',
			targetProperty: 'amount',
			touchpoints: { touchpoint: [{ eventName: 'ViewProduct' }, { eventName: 'SignUp' }] },
			lookbackDays: 1,
		};
		/** Orders with the touchpoints of the day before them, in their order. */
		const orders = (touchpoints: string[]) => {
			const before = t.events('2026-11-01', TO);
			return t.events(FROM, TO, 'PayOrder').map((order) => ({
				order,
				touches: before.filter(
					(event) =>
						event.user === order.user &&
						touchpoints.includes(event.event) &&
						timeOf(event) <= timeOf(order) &&
						timeOf(event) >= timeOf(order) - DAY,
				),
			}));
		};
		const amountOf = ({ properties }: ShopEvent) => Number(properties.amount);

		it.each(['last', 'first'])(
			'credits the %s touchpoint with what orders came to',
			async (rule) => {
				const rows = await rowsOf('getAttributionReport', { ...form, attributionRule: rule });
				const led = orders(['ViewProduct', 'SignUp']).filter(({ touches }) => touches.length > 0);
				const whole = sum(led.map(({ order }) => amountOf(order)));
				expect(rows.map(({ event }) => event)).toEqual(['ViewProduct', 'SignUp']);
				for (const { event, conversions, percent: share, ...row } of rows) {
					const own = led.filter(
						({ touches }) => touches.at(rule === 'last' ? -1 : 0)?.event === event,
					);
					const value = sum(own.map(({ order }) => amountOf(order)));
					expect(conversions).toBeCloseTo(value, 6);
					expect(share).toBeCloseTo(percent(value, whole), 6);
					expect(row).toEqual({
						touches: t.events(FROM, TO, String(event)).length,
						converting_touches: new Set(
							own.map(({ touches }) => touches.at(rule === 'last' ? -1 : 0)),
						).size,
						converted_users: new Set(own.map(({ order }) => order.user.id)).size,
					});
				}
			},
		);

		it('returns shares by group, and conversions without a touchpoint', async () => {
			const rows = await rowsOf('getAttributionReport', {
				...form,
				targetValue: 'general',
				touchpoints: { touchpoint: [{ eventName: 'SignUp' }] },
				attributionRule: 'linear',
				directConversion: true,
				groupByField: 'user.level',
			});
			const all = orders(['SignUp']);
			const direct = all.filter(({ touches }) => touches.length === 0).length;
			expect(rows.find(({ event }) => event === null)).toMatchObject({
				level: null,
				conversions: direct,
				percent: percent(direct, all.length),
			});
			for (const level of ['bronze', 'silver', 'gold']) {
				const own = all.filter(
					({ order, touches }) => touches.length > 0 && order.user.properties.level === level,
				).length;
				const row = rows.find((row) => row.level === level);
				expect(row?.conversions ?? 0).toBeCloseTo(own, 6);
			}
			expect(sum(rows.map((row) => Number(row.percent)))).toBeCloseTo(100, 0);
		});

		it('counts touchpoints for which conditions are met', async () => {
			const rows = await rowsOf('getAttributionReport', {
				...form,
				touchpoints: {
					touchpoint: [
						{
							eventName: 'ViewProduct',
							isFiltered: true,
							filter: {
								condition: [{ field: 'category', function: 'equal', values: 'kitchen' }],
							},
						},
					],
				},
			});
			expect(rows).toHaveLength(1);
			expect(rows[0]?.touches).toBe(
				t
					.events(FROM, TO, 'ViewProduct')
					.filter(({ properties }) => properties.category === 'kitchen').length,
			);
		});

		it('comes as a message', async () => {
			const [row] = await rowsOf('getAttributionReport', { ...form, output: 'slack' });
			expect(JSON.stringify(row?.blocks)).toContain('浏览商品');
		});
	});

	describe('lifetime value', () => {
		const form = {
			startEvent: 'SignUp',
			lifetimeValue: 'sum',
			valueEvent: 'PayOrder',
			valueProperty: 'amount',
			followedPeriods: 2,
		};
		const days = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
		const next = (day: string, count: number) =>
			new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);
		const worth = (users: Set<ShopEvent['user']>, from: string, to: string) =>
			sum(
				t
					.events(from, to, 'PayOrder')
					.filter(({ user }) => users.has(user))
					.map(({ properties }) => Number(properties.amount)),
			);

		it('adds up what the users of a day paid up to a number of days later', async () => {
			const rows = await rowsOf('getLifetimeValueReport', form);
			expect(rows).toEqual(
				days.flatMap((date) => {
					const users = new Set(t.events(date, date, 'SignUp').map(({ user }) => user));
					return [0, 1, 2].map((period) => ({
						date,
						period,
						initial_users: users.size,
						value_per_user: expect.closeTo(worth(users, date, next(date, period)) / users.size, 2),
					}));
				}),
			);
		});

		it('counts events, by group', async () => {
			const rows = await rowsOf('getLifetimeValueReport', {
				...form,
				lifetimeValue: 'events',
				valueEvent: 'ViewProduct',
				groupByField: 'user.level',
			});
			expect(rows).toHaveLength(9);
			const gold = days.map((day) => {
				const users = t.events(day, day, 'SignUp').map(({ user }) => user);
				return new Set(users.filter(({ properties }) => properties.level === 'gold'));
			});
			const initial = sum(gold.map(({ size }) => size));
			const views = days.flatMap((day, index) =>
				t.events(day, day, 'ViewProduct').filter(({ user }) => gold[index]?.has(user)),
			).length;
			expect(rows.find(({ level, period }) => level === 'gold' && period === 0)).toEqual({
				level: 'gold',
				period: 0,
				initial_users: initial,
				value_per_user: expect.closeTo(views / initial, 2),
			});
		});

		it('has no rows for days that have not come yet, and comes as a message', async () => {
			const today = { ...form, dateRange: 'today' };
			const rows = await rowsOf('getLifetimeValueReport', today);
			expect(rows.map(({ period }) => period)).toEqual([0]);
			const [row] = await rowsOf('getLifetimeValueReport', { ...form, output: 'slack' });
			expect(row?.blocks).toBeDefined();
		});

		it('runs as it was pasted', async () => {
			const queryJson = JSON.stringify({
				start_sign: { start_event: 'SignUp' },
				measures: [{ event_name: 'PayOrder', aggregator: 'average', name: 'orders' }],
				unit: 'day',
				duration: 1,
				from_date: FROM,
				to_date: TO,
			});
			const form = { queryMode: 'json', queryJson, dateRange: 'asPasted' };
			expect(await rowsOf('getLifetimeValueReport', form)).toHaveLength(8);
		});
	});

	describe('the interval between two events', () => {
		const form = { intervalFrom: 'ViewProduct', intervalTo: 'PayOrder', percentiles: '50' };

		it('is that from each first event to the next second one', async () => {
			const rows = await rowsOf('getIntervalReport', form);
			const orders = t.events(FROM, TO, 'PayOrder');
			const times = new Map<string, number[]>();
			for (const view of t.events(FROM, TO, 'ViewProduct')) {
				const order = orders.find(
					(event) => event.user === view.user && timeOf(event) > timeOf(view),
				);
				if (!order) continue;
				const day = view.time.slice(0, 10);
				times.set(day, [...(times.get(day) ?? []), (timeOf(order) - timeOf(view)) / SECOND]);
			}
			expect(rows.map(({ date }) => date)).toEqual([...times.keys()]);
			for (const { date, ...row } of rows) {
				const own = (times.get(String(date)) ?? []).sort((a, b) => a - b);
				expect(row).toMatchObject({
					intervals: own.length,
					min_time: own[0],
					p50_time: own[Math.ceil(own.length / 2) - 1],
					max_time: own.at(-1),
					average_time: expect.closeTo(sum(own) / own.length, 6),
				});
			}
		});

		it('is split by a property', async () => {
			const rows = await rowsOf('getIntervalReport', { ...form, groupByField: 'user.level' });
			const whole = await rowsOf('getIntervalReport', form);
			expect(new Set(rows.map(({ level }) => level))).toEqual(
				new Set(['bronze', 'silver', 'gold']),
			);
			const count = (list: IDataObject[]) => sum(list.map(({ intervals }) => Number(intervals)));
			expect(count(rows)).toBe(count(whole));
		});

		it('ends within the dates, which a model must know', async () => {
			const [answer] = await rowsOf('getIntervalReport', { ...form, output: 'agent' });
			expect(JSON.stringify(answer)).toContain(
				`An interval counts only if it ends by ${TO}. So times of later dates look shorter than they are`,
			);
		});
	});

	describe('sessions', () => {
		const form = {
			session: 'app_visit',
			measures: {
				measure: [
					{ eventName: 'ViewProduct', aggregator: 'general' },
					{ eventName: '$Anything', aggregator: 'unique', outputName: 'visitors' },
					{ eventName: 'PayOrder', aggregator: 'sum', field: 'amount', outputName: 'revenue' },
				],
			},
		};
		/** What users did in FROM to TO, cut where they pause for longer. */
		const sessions = (seconds: number, endsAtMidnight = false) => {
			const byUser = new Map<string, ShopEvent[]>();
			for (const event of t.events(FROM, TO)) {
				byUser.set(event.user.id, [...(byUser.get(event.user.id) ?? []), event]);
			}
			return [...byUser.values()].flatMap((events) => {
				const cut: ShopEvent[][] = [];
				events.forEach((event, index) => {
					const before = events[index - 1];
					const isNew =
						!before ||
						timeOf(event) - timeOf(before) > seconds * SECOND ||
						(endsAtMidnight && event.time.slice(0, 10) !== before.time.slice(0, 10));
					if (isNew) cut.push([event]);
					else cut.at(-1)?.push(event);
				});
				return cut;
			});
		};
		const dayOf = ([first]: ShopEvent[]) => String(first?.time.slice(0, 10));
		const has = (name: string) => (events: ShopEvent[]) =>
			events.some(({ event }) => event === name);
		const days = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];

		it('are counted once, on the day on which they start', async () => {
			const rows = await rowsOf('getSessionReport', form);
			const all = sessions(1800);
			expect(rows).toEqual(
				days.map((date) => {
					const own = all.filter((events) => dayOf(events) === date);
					const orders = own.flat().filter(({ event }) => event === 'PayOrder');
					return {
						date,
						ViewProduct_times: own.filter(has('ViewProduct')).length,
						visitors: new Set(own.map(([first]) => first?.user.id)).size,
						revenue: expect.closeTo(
							sum(orders.map(({ properties }) => Number(properties.amount))),
							6,
						),
					};
				}),
			);
			// Some viewed several products in one session.
			const views = sum(rows.map((row) => Number(row.ViewProduct_times)));
			expect(views).toBeLessThan(t.events(FROM, TO, 'ViewProduct').length);
		});

		it.each([
			['en-US', 'ViewProduct', /Sessions with .+ per user Thu 5 Nov: /],
			['en-US', '$Anything', /Sessions per user Thu 5 Nov: /],
			['zh-CN', 'ViewProduct', /含“.+”的人均 Session 数 [\d.]+/],
			['zh-CN', '$Anything', /5日（周四）人均 Session 数 [\d.]+/],
		])('have a name of their own per user: %s, %s', async (locale, eventName, words) => {
			const measures = { measure: [{ eventName, aggregator: 'average' }] };
			const dates = { fromDate: '2026-11-05', toDate: '2026-11-05' };
			const more = { ...form, ...dates, measures, output: 'markdown', message: { locale } };
			const [row] = await rowsOf('getSessionReport', more);
			expect(row?.text).toMatch(words);
		});

		it('may go on after midnight, unless that is switched off', async () => {
			const measures = { measure: [{ eventName: '$Anything', outputName: 'sessions' }] };
			const count = async (splitByDay: boolean) => {
				const more = { session: 'long_stay', measures, splitByDay, unit: 'total' };
				const [row] = await rowsOf('getSessionReport', more);
				return row?.sessions;
			};
			expect(await count(false)).toBe(sessions(43_200).length);
			expect(await count(true)).toBe(sessions(43_200, true).length);
			expect(sessions(43_200, true).length).toBeGreaterThan(sessions(43_200).length);
		});

		it('are filled, compared, ordered and summed up as event reports are', async () => {
			const { rows, error } = await run('getSessionReport', {
				...form,
				groupBy: { group: [{ field: 'user.level', topGroups: 2 }] },
				compareWith: 'previousPeriod',
				output: 'table',
				options: { totals: true, orderBy: 'visitors' },
			});
			expect(error).toBeUndefined();
			const [table] = rows as Array<{
				columns: IDataObject[];
				rows: unknown[][];
				totals: IDataObject[];
			}>;
			const { columns = [], rows: list = [], totals = [] } = table ?? {};
			const keys = columns.map(({ name }) => name);
			const level = keys.indexOf('level');
			const visitorsOf = (level: string) =>
				new Set(
					t
						.events(FROM, TO)
						.filter(({ user }) => user.properties.level === level)
						.map(({ user }) => user.id),
				).size;
			const largest = ['bronze', 'silver', 'gold']
				.map((level) => ({ level, visitors: visitorsOf(level) }))
				.sort((a, b) => b.visitors - a.visitors);
			expect(totals).toHaveLength(3);
			for (const { level, visitors: count } of largest) {
				expect(totals.find((row) => row.level === level)?.visitors).toBe(count);
			}
			expect([...new Set(list.map((cells) => cells[level]))]).toEqual(
				largest.slice(0, 2).map(({ level }) => level),
			);
			expect(list).toHaveLength(8);
			expect(keys).toContain('visitors_change_percent');
			// Totals take a request of their own, because no session report has them next to details.
			const bodies = t.takeRequests().map(({ body }) => body as IDataObject);
			expect(bodies.map(({ rollup }) => rollup)).toEqual([false, true, false, true]);
			expect(bodies.every((body) => !('detail_and_rollup' in body))).toBe(true);
		});

		it('come as a message, pasted, and not in slices', async () => {
			const [slack] = await rowsOf('getSessionReport', { ...form, output: 'slack' });
			expect(JSON.stringify(slack?.blocks)).toContain('Sessions with 浏览商品');
			const payload = {
				session_name: 'shopping',
				measures: [{ event_name: 'AddToCart', aggregator: 'general' }],
				unit: 'day',
			};
			const pasted = { queryMode: 'json', queryJson: JSON.stringify(payload) };
			const rows = await rowsOf('getSessionReport', pasted);
			expect(Object.keys(rows[0] ?? {})).toEqual(['date', 'AddToCart_times']);
			const sliced = await run('getSessionReport', { ...form, options: { sliceDays: 2 } });
			expect(sliced.error?.message).toContain(
				"'ViewProduct_times' (Number of Sessions) counts sessions, which a split date range can cut in two. Remove the option 'Split Range (Days)'",
			);
		});

		it('of a definition that does not exist are refused in the words of the service', async () => {
			const { error } = await run('getSessionReport', { ...form, session: 'nothing' });
			expect(`${error?.message} ${error?.description}`).toContain(
				'SESSION_NOT_EXISTS(session=nothing)',
			);
		});
	});

	describe('paths', () => {
		const form = {
			pathDirection: 'after',
			pathEvent: '$pageview',
			pathEvents: { event: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
			pathSteps: 3,
			pathWidth: 10,
			pathPause: 20,
		};
		const named = ['$pageview', 'ViewProduct', 'PayOrder'];
		/** What users did of it, in stretches without a longer pause. */
		const stretches = (names: string[], minutes: number) => {
			const all: string[][] = [];
			for (const { id } of t.world.shopOf('production').users) {
				let last = -Infinity;
				for (const event of t.events(FROM, TO)) {
					if (event.user.id !== id || !names.includes(event.event)) continue;
					if (timeOf(event) - last > minutes * 60 * SECOND) all.push([]);
					all.at(-1)?.push(event.event);
					last = timeOf(event);
				}
			}
			return all;
		};
		const count = (list: string[][], isMeant: (path: string[]) => boolean) =>
			list.filter(isMeant).length;

		it('are links from each step to the next one, and to their ends', async () => {
			const rows = await rowsOf('getPathReport', form);
			const paths = stretches(named, 20).flatMap((events) => {
				const start = events.indexOf('$pageview');
				return start < 0 ? [] : [events.slice(start, start + 3)];
			});
			const expected = [1, 2].flatMap((step) =>
				named.flatMap((from) =>
					[...named, null].map((to) => ({
						step,
						...{ from, to },
						times: count(paths, (path) => path[step - 1] === from && (path[step] ?? null) === to),
						whole: count(paths, (path) => path[step - 1] === from),
					})),
				),
			);
			const reported = expected.filter(({ times }) => times > 0);
			const places = rows.map(({ step, from, to, times, percent }) =>
				[step, from, to, times, percent].join(' '),
			);
			expect(new Set(places)).toEqual(
				new Set(
					reported.map(({ step, from, to, times, whole }) =>
						[step, from, to, times, percent(times, whole)].join(' '),
					),
				),
			);
			expect(rows).toHaveLength(reported.length);
			// Ready for a Sankey chart: a node of each step has a name of its own.
			const ends = rows.flatMap(({ source, target }) => [source, target]);
			expect(ends).toEqual(expect.arrayContaining(['1. $pageview', '2. $pageview', '2. (end)']));
			for (const { step, from, to, source, target } of rows)
				expect([source, target]).toEqual([
					`${String(step)}. ${String(from)}`,
					`${Number(step) + 1}. ${String(to ?? '(end)')}`,
				]);
			expect(rows.some(({ source, target }) => source === target)).toBe(false);
			const [slack] = await rowsOf('getPathReport', { ...form, output: 'slack' });
			expect(JSON.stringify(slack?.blocks)).toContain('页面浏览 → ');
			// Nodes alone don't show of which paths they are.
			for (const pathRows of ['nodes', 'both']) {
				const rows = { output: 'markdown', pathRows, message: { layout: 'rows' } };
				const [{ markdown } = {}] = await rowsOf('getPathReport', { ...form, ...rows });
				expect(markdown).toMatch(
					/^## Paths after 页面浏览, 2–5 Nov\n[^]*> Paths consist of these events only: 页面/,
				);
			}
			// Sentences are about links, whatever the rows are.
			for (const pathRows of ['nodes', 'both'])
				expect(await rowsOf('getPathReport', { ...form, output: 'slack', pathRows })).toEqual([
					slack,
				]);
		});

		it('lead to an event, as nodes and links, the most frequent ones of each step', async () => {
			const more = { ...form, pathDirection: 'before', pathEvent: 'PayOrder' };
			const paths = stretches(named, 20).flatMap((events) => {
				const end = events.lastIndexOf('PayOrder');
				return end < 0 ? [] : [events.slice(0, end + 1).reverse()];
			});
			const nodes = await rowsOf('getPathReport', { ...more, pathWidth: 1, pathRows: 'nodes' });
			const second = named
				.map((event) => ({ event, times: count(paths, (path) => path[1] === event) }))
				.sort((a, b) => b.times - a.times);
			expect(nodes).toHaveLength(3);
			expect(nodes[0]).toMatchObject({ step: 1, event: 'PayOrder', times: paths.length });
			expect(nodes[1]).toMatchObject({
				step: 2,
				...second[0],
				percent: percent(second[0]?.times ?? 0, paths.length),
			});
			const kindsAt = (step: number) => new Set(paths.flatMap((path) => path[step] ?? [])).size;
			expect(kindsAt(1) > 1 || kindsAt(2) > 1).toBe(true);
			expect(nodes.every((row) => row._truncated === true)).toBe(true);
			const both = await rowsOf('getPathReport', { ...more, pathRows: 'both' });
			expect(both[0]).toMatchObject({ kind: 'node', from: 'PayOrder', times: paths.length });
			expect(both.find(({ kind, to }) => kind === 'link' && to === 'PayOrder')).toMatchObject({
				step: 1,
				from: second[0]?.event,
				times: second[0]?.times,
			});
		});

		it('are saved and pasted ones as well; conditions hold for their event', async () => {
			const saved = { dashboard: '12', savedReport: '105', ...RANGE };
			const run = await t.operation('savedReport', 'runSavedReport', saved, { credential: 'key' });
			expect(run.error).toBeUndefined();
			expect(run.rows[0]).toMatchObject({ step: 1, from: '$pageview' });
			const payload = {
				source_type: 'initial_event',
				source_event: { event_name: 'ViewProduct' },
				event_names: ['ViewProduct', 'AddToCart'],
				single_event_with_filters: {
					ViewProduct: {
						relation: 'and',
						conditions: [
							{ field: 'event.ViewProduct.category', function: 'equal', params: ['kitchen'] },
						],
					},
				},
				...{ col_limit: 2, row_limit: 5, session_interval: 1800 },
			};
			const pasted = { queryMode: 'json', queryJson: JSON.stringify(payload), pathRows: 'nodes' };
			const [first] = await rowsOf('getPathReport', pasted);
			const views = t
				.events(FROM, TO, 'ViewProduct')
				.filter(({ properties }) => properties.category === 'kitchen').length;
			expect(first).toMatchObject({ event: 'ViewProduct', percent: 100 });
			expect(Number(first?.times)).toBeLessThanOrEqual(views);
			expect(Number(first?.times)).toBeGreaterThan(views / 2);
		});
	});

	it.each([
		[
			'getAttributionReport',
			{ targetEvent: 'A', touchpoints: { touchpoint: [{ eventName: 'B' }] } },
		],
		['getIntervalReport', { intervalFrom: 'A', intervalTo: 'B', percentiles: '50' }],
		['getPathReport', { ...PATH, pathEvent: 'A' }],
		['getSessionReport', { session: 'A', measures: { measure: [{ eventName: 'B' }] } }],
		['getLifetimeValueReport', { startEvent: 'A', lifetimeValue: 'events', valueEvent: 'B' }],
	])(
		'%s requires another way to sign in if the generation does not have it',
		async (operation, form) => {
			const { error } = await run(operation, form as IDataObject, 'secret');
			expect(error?.message).toContain(
				"reports aren't available with the 'Authentication' of the credential, because the API doesn't offer them. Use a credential with API Key (OpenAPI)",
			);
			expect(t.takeRequests()).toEqual([]);
		},
	);
});
