/**
 * Reports other than the event report; their numbers are computed a second time from the
 * simulator's events.
 */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';
import { sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const RANGE = { dateRange: 'custom', fromDate: '2026-11-02', toDate: '2026-11-05' };
const [FROM, TO] = ['2026-11-02', '2026-11-05'];
const picked = (value: string) => ({ __rl: true, mode: 'list', value });
const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;
const next = (day: string, count: number) =>
	DateTime.fromISO(day).plus({ days: count }).toISODate() as string;

/** n8n itself does not run a node whose required fields are empty; an expression may still give nothing. */
const EMPTY = '={{ "" }}';

describe('Reports of the other models', () => {
	const t = sharedWorld();

	const run = async (operation: string, form: IDataObject) =>
		await t.operation('report', operation, { ...RANGE, ...form });
	const usersOn = (day: string, event: string) =>
		new Set(t.events(day, day, event).map(({ user }) => user.id));

	describe('retention', () => {
		const form = {
			firstEvent: picked('$pageview'),
			secondEvent: 'PayOrder',
			unit: 'day',
			duration: 3,
		};

		it('returns a row per start day and period, as in the event list', async () => {
			const { rows, error } = await run('getRetentionReport', form);
			expect(error).toBeUndefined();
			const expected = [FROM, next(FROM, 1), next(FROM, 2), TO].flatMap((start) => {
				const initial = usersOn(start, '$pageview');
				return [0, 1, 2, 3].map((period) => {
					const came = usersOn(next(start, period), 'PayOrder');
					const users = [...initial].filter((id) => came.has(id)).length;
					return {
						date: start,
						period,
						initial_users: initial.size,
						users,
						percent: percent(users, initial.size),
					};
				});
			});
			expect(rows).toEqual(expected);
		});

		it('has no rows for periods that have not come yet', async () => {
			const today = DateTime.now().setZone('Asia/Shanghai').toISODate() as string;
			const { rows } = await run('getRetentionReport', {
				...form,
				fromDate: next(today, -1),
				toDate: today,
			});
			expect(rows.map(({ period }) => period)).toEqual([0, 1, 0]);
		});

		it('says so if nobody can have been followed to the end yet', async () => {
			const hintsOf = async (days: number, output = 'rows') => {
				const range = { dateRange: 'last', lastCount: days, lastUnit: 'days' };
				const { run: execution } = await run('getRetentionReport', {
					...form,
					...range,
					output,
				});
				const task = execution.data.resultData.runData['Sensors Analytics']?.[0];
				return (task?.hints ?? []).map(({ message }) => message).join();
			};
			const yesterday = DateTime.now().setZone('Asia/Shanghai').minus({ days: 1 }).toISODate();
			expect(await hintsOf(1)).toContain(
				`For users who start on ${yesterday}, data exists for 1 of 3 days so far. To see more, choose a 'Date Range' that starts earlier.,The last period of some start dates is incomplete. Its numbers cannot be compared with those of complete periods`,
			);
			// A message of whole periods has none of that.
			expect(await hintsOf(1, 'markdown')).toContain(
				'The message leaves it out for these start dates',
			);
			expect(await hintsOf(3)).not.toMatch(/followed/);
		});

		it('counts those who did not come back', async () => {
			const { rows } = await run('getRetentionReport', { ...form, countOf: 'churned' });
			const initial = usersOn(FROM, '$pageview');
			const came = usersOn(next(FROM, 1), 'PayOrder');
			expect(rows[1]).toMatchObject({
				period: 1,
				churned_users: [...initial].filter((id) => !came.has(id)).length,
			});
		});

		it('groups by a property of users, and returns one item per group and period', async () => {
			const { rows } = await run('getRetentionReport', {
				...form,
				groupByField: picked('user.level'),
			});
			expect(new Set(rows.map(({ level }) => level))).toEqual(
				new Set(['bronze', 'silver', 'gold']),
			);
			const gold = rows.find(({ level, period }) => level === 'gold' && period === 0);
			const days = [FROM, next(FROM, 1), next(FROM, 2), TO];
			const isGold = (day: string) =>
				new Set(
					t
						.events(day, day, '$pageview')
						.filter(({ user }) => user.properties.level === 'gold')
						.map(({ user }) => user.id),
				).size;
			expect(gold?.initial_users).toBe(days.map(isGold).reduce((a, b) => a + b, 0));
		});

		it('comes as a wide table, too: one item per day', async () => {
			const { rows } = await run('getRetentionReport', { ...form, output: 'wide' });
			expect(rows).toHaveLength(4);
			expect(rows[0]).toHaveProperty(['0 / initial_users']);
		});
	});

	describe('distribution', () => {
		it('returns a row per day and bucket, as in the event list', async () => {
			const { rows, error } = await run('getDistributionReport', {
				eventName: picked('$pageview'),
				distributionOf: 'times',
				unit: 'day',
				buckets: '2, 4',
			});
			expect(error).toBeUndefined();
			const expected = [FROM, next(FROM, 1), next(FROM, 2), TO].flatMap((day) => {
				const times = new Map<string, number>();
				for (const { user } of t.events(day, day, '$pageview'))
					times.set(user.id, (times.get(user.id) ?? 0) + 1);
				return (
					[
						['[1, 2)', 1, 2],
						['[2, 4)', 2, 4],
						['4+', 4, null],
					] as const
				).map(([bucket, low, high]) => {
					const users = [...times.values()].filter(
						(n) => n >= low && n < (high ?? Infinity),
					).length;
					return {
						date: day,
						bucket,
						bucket_from: low,
						bucket_to: high,
						total_users: times.size,
						users,
						percent: percent(users, times.size),
					};
				});
			});
			expect(rows).toEqual(expected);
		});

		it('says so if the service chose buckets that do not suit the values', async () => {
			const hintsOf = async (more: IDataObject) => {
				const { run: execution } = await run('getDistributionReport', {
					...{ eventName: 'PayOrder', distributionOf: 'sum', property: 'amount', unit: 'week' },
					...more,
				});
				const task = execution.data.resultData.runData['Sensors Analytics']?.[0];
				return (task?.hints ?? []).map(({ message }) => message).join();
			};
			const note = /All users are in one bucket.*Enter 'Buckets'/;
			expect(await hintsOf({})).toMatch(note);
			expect(await hintsOf({ buckets: '100, 300' })).not.toMatch(note);
			expect(await hintsOf({ distributionOf: 'times' })).not.toMatch(note);
		});

		it('of a sum per user, by a group with a missing value', async () => {
			const { rows } = await run('getDistributionReport', {
				eventName: 'PayOrder',
				distributionOf: 'sum',
				property: 'amount',
				unit: 'week',
				buckets: [500],
				groupByField: 'channel',
			});
			const channels = new Set(rows.map(({ channel }) => channel));
			expect(channels.has(null)).toBe(true);
			const spent = new Map<string, number>();
			for (const { user, properties } of t.events(FROM, TO, 'PayOrder')) {
				if (properties.channel === 'search')
					spent.set(user.id, (spent.get(user.id) ?? 0) + Number(properties.amount));
			}
			const search = rows.filter(({ channel }) => channel === 'search');
			expect(search.map(({ users }) => users)).toEqual([
				[...spent.values()].filter((sum) => sum < 500).length,
				[...spent.values()].filter((sum) => sum >= 500).length,
			]);
		});
	});

	describe('funnel', () => {
		const steps = {
			step: [
				{ eventName: picked('ViewProduct') },
				{ eventName: 'AddToCart' },
				{ eventName: 'PayOrder' },
			],
		};
		/** Steps that each user takes in order within the minutes, at best. */
		const levels = (minutes: number, from = FROM, to = TO) => {
			const names = ['ViewProduct', 'AddToCart', 'PayOrder'];
			const byUser = new Map<string, ShopEvent[]>();
			for (const event of t.events(from, TO))
				byUser.set(event.user.id, [...(byUser.get(event.user.id) ?? []), event]);
			return [...byUser.values()].map((events) => {
				const starts = events.filter(
					({ event, time }) => event === names[0] && time.slice(0, 10) <= to,
				);
				const reach = starts.map((start) => {
					const end = DateTime.fromSQL(start.time).plus({ minutes });
					let [level, at] = [1, events.indexOf(start)];
					for (const name of names.slice(1)) {
						at = events.findIndex(
							({ event, time }, index) =>
								index > at && event === name && DateTime.fromSQL(time) <= end,
						);
						if (at < 0) break;
						level++;
					}
					return level;
				});
				return Math.max(0, ...reach);
			});
		};

		it('returns a row per step, as in the event list', async () => {
			const { rows, error } = await run('getFunnelReport', {
				steps,
				window: 1,
				windowUnit: 'hours',
			});
			expect(error).toBeUndefined();
			const reached = levels(60);
			const users = [1, 2, 3].map((step) => reached.filter((level) => level >= step).length);
			expect(rows).toEqual(
				['ViewProduct', 'AddToCart', 'PayOrder'].map((event, index) => ({
					step: index + 1,
					event,
					users: users[index],
					percent_of_previous:
						index === 0 ? null : percent(users[index] as number, users[index - 1] as number),
					percent_of_first: percent(users[index] as number, users[0] as number),
				})),
			);
		});

		it('splits by day, and by a group', async () => {
			const byDay = await run('getFunnelReport', { steps, splitByDate: true });
			expect(new Set(byDay.rows.map(({ date }) => date)).size).toBe(4);
			expect(byDay.rows[0]).toMatchObject({ date: FROM, step: 1, event: 'ViewProduct' });
			const byLevel = await run('getFunnelReport', { steps, groupByField: 'user.level' });
			expect(byLevel.rows).toHaveLength(9);
			const first = byLevel.rows.filter(({ step }) => step === 1);
			const total = (await run('getFunnelReport', { steps })).rows[0]?.users;
			expect(first.reduce((sum, { users }) => sum + Number(users), 0)).toBe(total);
		});

		it('requests the report without groups if a user may be in several, and an entry without a group may be all of them', async () => {
			t.takeRequests();
			const { rows, error } = await run('getFunnelReport', { steps, groupByField: 'device' });
			expect(error).toBeUndefined();
			const viewersOn = new Map<unknown, Set<string>>();
			for (const { user, properties } of t.events(FROM, TO, 'ViewProduct')) {
				const users = viewersOn.get(properties.device) ?? new Set();
				viewersOn.set(properties.device, users.add(user.id));
			}
			const first = rows.filter(({ step }) => step === 1);
			expect(new Map(first.map(({ device, users }) => [device, users]))).toEqual(
				new Map([...viewersOn].map(([device, { size }]) => [device, size])),
			);
			const bodies = t.takeRequests().map(({ body }) => body as IDataObject);
			expect(bodies.map(({ by_field: field }) => field)).toEqual([
				'event.ViewProduct.device',
				undefined,
			]);
			expect({ ...bodies[0], by_field: undefined }).toEqual({ ...bodies[1], by_field: undefined });
		});

		it('filters a step', async () => {
			const only = {
				condition: [{ field: 'category', valueKind: 'text', function: 'equal', values: 'kitchen' }],
			};
			const { rows } = await run('getFunnelReport', {
				steps: {
					step: [{ eventName: 'ViewProduct', isFiltered: true, filter: only }, steps.step[1]],
				},
			});
			const viewers = t
				.events(FROM, TO, 'ViewProduct')
				.filter(({ properties }) => properties.category === 'kitchen');
			expect(rows[0]?.users).toBe(new Set(viewers.map(({ user }) => user.id)).size);
		});

		it('an empty list in place of an answer is an error, not a report without rows', async () => {
			t.simulator.faults.add({ path: /funnel/, reaction: { answer: { body: [] } } });
			const { error } = await run('getFunnelReport', { steps });
			expect(error?.message).toMatch(/^The report has an unexpected structure/);
		});

		it('passes on an answer of another form as it came, and says so', async () => {
			const answer = { table_data: { cells: [{ a: 1 }] }, truncated: false };
			t.simulator.faults.add({ path: /funnel/, reaction: { answer: { body: answer } } });
			const { rows, run: execution } = await run('getFunnelReport', { steps });
			expect(rows).toEqual([answer]);
			const task = execution.data.resultData.runData['Sensors Analytics']?.[0];
			expect(JSON.stringify(task?.hints)).toMatch(
				/\[\{"message":"The report has an unexpected structure: cell 1 has 0 steps instead of 3\. The node returned the response unchanged\. Open a GitHub issue, and include your Sensors Analytics version\.","location":"outputPane"\}\]/,
			);
		});
	});

	describe('user properties', () => {
		it('counts users by their properties', async () => {
			const { rows, error } = await run('getUserPropertyReport', {
				groupBy: { group: [{ field: picked('user.level') }, { field: 'is_member' }] },
				options: { includeMeta: false },
			});
			expect(error).toBeUndefined();
			const { users } = t.world.shopOf('production');
			expect(rows.reduce((sum, row) => sum + Number(row.users), 0)).toBe(users.length);
			const gold = rows.find(({ level, is_member: member }) => level === 'gold' && member === true);
			expect(gold?.users).toBe(
				users.filter(({ properties }) => properties.level === 'gold' && properties.is_member)
					.length,
			);
			expect(t.takeRequests()[0]?.body).not.toHaveProperty('from_date');
		});

		it('computes with a property, for users that pass a filter', async () => {
			const { rows } = await run('getUserPropertyReport', {
				aggregator: 'avg',
				property: 'user.age',
				filter: {
					condition: [
						{ field: 'user.level', valueKind: 'text', function: 'equal', values: 'gold' },
					],
				},
			});
			const ages = t.world
				.shopOf('production')
				.users.filter(({ properties }) => properties.level === 'gold')
				.map(({ properties }) => Number(properties.age));
			expect(Object.values(rows[0] as object)[0]).toBeCloseTo(
				ages.reduce((a, b) => a + b, 0) / ages.length,
			);
		});
	});

	it.each([
		[
			'getRetentionReport',
			'retentions',
			{ firstEvent: EMPTY, secondEvent: 'B' },
			/'Initial Event' is empty/,
		],
		[
			'getRetentionReport',
			'retentions',
			{ firstEvent: 'A', secondEvent: 'B', unit: 'week', duration: 46 },
			/'Number of Periods' must be a whole number from 1 to 45/,
		],
		[
			'getFunnelReport',
			'funnel',
			{ steps: { step: [{ eventName: 'A' }] } },
			/requires at least two steps/,
		],
		[
			'getFunnelReport',
			'funnel',
			{ steps: { step: [{ eventName: 'A' }, { eventName: EMPTY }] } },
			/'Event Name' of step 2 is empty/,
		],
		[
			'getDistributionReport',
			'addictions',
			{ eventName: 'A', buckets: '5, 2' },
			/'Buckets' must be/,
		],
		[
			'getUserPropertyReport',
			'user',
			{ aggregator: 'sum', property: EMPTY },
			/'Property' is empty/,
		],
		[
			'getUserPropertyReport',
			'user',
			{
				filter: {
					condition: [{ field: 'event.PayOrder.city', function: 'equal', values: 'Beijing' }],
				},
			},
			/'Filter' has a condition on the event property 'event\.PayOrder\.city', but .+ needs user properties\. .*an event report on the number of users/,
		],
	])('%s names what is wrong in the form (%s)', async (operation, _path, form, words) => {
		expect((await run(operation, form as IDataObject)).error?.message).toMatch(words);
		expect(t.takeRequests()).toEqual([]);
	});

	it('takes a pasted payload with its dates or with others, keeping all its keys', async () => {
		const payload = {
			first_event: { event_name: '$pageview' },
			second_event: { event_name: '$pageview' },
			unit: 'day',
			duration: 1,
			from_date: '2026-10-01',
			to_date: '2026-10-01',
			chartsType: 'line',
			request_id: '1:2',
		};
		const paste = { queryMode: 'json', queryJson: JSON.stringify(payload) };
		await run('getRetentionReport', { ...paste, dateRange: 'asPasted' });
		await run('getRetentionReport', paste);
		const bodies = t.takeRequests().map(({ body }) => body as IDataObject);
		expect(bodies.map(({ from_date: from, to_date: to }) => [from, to])).toEqual([
			['2026-10-01', '2026-10-01'],
			[FROM, TO],
		]);
		for (const body of bodies) {
			expect(body.chartsType).toBe('line');
			expect(body).not.toHaveProperty('request_id');
		}
	});

	it('refuses a comparison in a pasted query rather than to leave it out', async () => {
		const queryJson = JSON.stringify({
			first_event: { event_name: '$pageview' },
			second_event: { event_name: '$pageview' },
			compare_from_date: '2026-10-01',
			compare_to_date: '2026-10-02',
		});
		const { error } = await run('getRetentionReport', { queryMode: 'json', queryJson });
		expect(error?.message).toMatch(/Remove 'compare_from_date' and 'compare_to_date'/);
		expect(t.takeRequests()).toEqual([]);
	});

	it('does not pass on an answer of unknown shape as a message', async () => {
		t.simulator.faults.add({ path: /retentions/, reaction: { answer: { body: { data: [] } } } });
		const form = { firstEvent: '$pageview', secondEvent: '$pageview', output: 'markdown' };
		const { rows, error } = await run('getRetentionReport', form);
		expect(error?.message).toMatch(/The report has an unexpected structure: 'rows' is missing/);
		expect(rows).toEqual([]);
	});

	it('shows its request without sending it, and contains facts about the report', async () => {
		const form = { firstEvent: 'A', secondEvent: 'B', options: { previewRequest: true } };
		const { rows } = await run('getRetentionReport', form);
		expect(rows[0]).toMatchObject({
			requests: [{ method: 'POST', path: '/api/retentions/report', body: { from_date: FROM } }],
		});
		expect(t.takeRequests()).toEqual([]);
		const { rows: withMeta } = await run('getFunnelReport', {
			steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
			options: { includeMeta: true },
		});
		expect(withMeta[0]?.meta).toMatchObject({ from: FROM, to: TO, truncated: false });
	});
});
