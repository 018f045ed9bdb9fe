/** Who the users are: lists by filter and by report, and what a user did; numbers of the shop's events. */
import { readFileSync } from 'node:fs';

import type { IDataObject, IWorkflowBase } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';
import { internalId } from '../../simulator/openapi/userPages.mts';
import { TOOL_TYPE } from '../support/engine.mts';
import { withoutWaits } from '../support/waits.mts';
import { sharedWorld } from '../support/world.mts';

const MODEL = '/api/v3/analytics/v1/model';
const DAYS = { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-07' };
const ALL = { returnAll: true };
const STEPS = {
	steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
	...{ window: 1, windowUnit: 'days' },
	...DAYS,
};
const condition = (field: string, values: string, more = {}) => ({
	filter: { condition: [{ field, function: 'equal', values, ...more }] },
});

describe('Users', () => {
	const t = sharedWorld({ hasClock: true });
	// All of them have a key, and its pace of three requests per second.
	withoutWaits();

	const run = async (operation: string, form: IDataObject = {}, options = {}) =>
		await t.operation('user', operation, form, { credential: 'key', ...options });
	const shopUsers = () => t.world.shopOf('production').users;
	const ids = (rows: IDataObject[]) => rows.map(({ id }) => id);
	const idsOf = (names: Iterable<string>) =>
		shopUsers()
			.filter(({ id }) => new Set(names).has(id))
			.map(internalId);

	describe('a limit, and several inputs', () => {
		const hintsOf = ({ run: { data } }: Awaited<ReturnType<typeof run>>) =>
			(data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? []).map(
				({ message }) => message,
			);

		it('add hints about the number of users in the cell, and several items with the same request', async () => {
			const whole = await run('getManyFromReport', { ...STEPS, ...ALL });
			const count = whole.rows.length;
			expect(count).toBeGreaterThan(3);
			expect(whole.rows[0]).not.toHaveProperty('_total_users');
			expect(hintsOf(whole)).toEqual([]);

			const twice = await run(
				'getManyFromReport',
				{ ...STEPS, returnAll: false, limit: 3 },
				{ items: [{ n: 1 }, { n: 2 }, { n: 3 }] },
			);
			expect(ids(twice.rows)).toEqual([...Array(3)].flatMap(() => ids(whole.rows).slice(0, 3)));
			const reported = hintsOf(twice);
			expect(reported.filter((hint) => /as set in 'Limit'/.test(hint))).toHaveLength(1);
			expect(reported.filter((hint) => /^Several input items request/.test(hint))).toHaveLength(1);
			expect(reported).toHaveLength(2);
			const isCounted = reported.some((hint) => hint.includes(`returned 3 of ${count} `));
			const single = await run('getManyFromReport', { ...STEPS, returnAll: false, limit: 1 });
			expect(hintsOf(single)).toEqual([
				expect.stringMatching(isCounted ? /returned 1 of \d+ users, as/ : /returned 1 user, as/),
			]);
			const counts = twice.rows.map(({ _total_users }) => _total_users);
			expect(counts).toEqual(twice.rows.map(() => (isCounted ? count : undefined)));
		});

		it('add no hint if items request other cells', async () => {
			const form = { ...STEPS, ...ALL, fromDate: '={{ $json.day }}' };
			const items = [{ day: '2026-11-01' }, { day: '2026-11-02' }];
			expect(hintsOf(await run('getManyFromReport', form, { items }))).toEqual([]);
		});
	});

	it('of a cell that the report does not have are none, which a hint explains', async () => {
		const cell = { fromReport: 'event', measures: { measure: [{ eventName: 'PayOrder' }] } };
		const form = { ...DAYS, ...ALL, ...cell, unit: 'day', sliceDate: '2026-10-20' };
		const { rows, run: done } = await run('getManyFromReport', form);
		expect(rows).toEqual([]);
		expect(JSON.stringify(done.data.resultData)).toContain(
			'No user is in this cell. Compare its date',
		);
	});

	describe('Get Many', () => {
		it('returns all matching users, page by page, with the known facts', async () => {
			const { rows, error } = await run('getManyUsers', {
				...condition('level', 'bronze'),
				...ALL,
			});
			expect(error).toBeUndefined();
			const wanted = shopUsers().filter(({ properties }) => properties.level === 'bronze');
			expect(wanted.length).toBeGreaterThan(100);
			expect(ids(rows)).toEqual(wanted.map(internalId));
			const requests = t.takeRequests();
			expect(requests.map(({ path }) => path)).toEqual(
				Array.from({ length: Math.ceil(wanted.length / 100) }, () => `${MODEL}/user/list`),
			);
			expect(requests.at(-1)?.body).toMatchObject({
				filter: {
					relation: 'AND',
					conditions: [{ field: 'user.level', function: 'equal', params: ['bronze'] }],
				},
				page_index: requests.length,
				page_size: 100,
				limit: -1,
			});
			const [first] = wanted;
			expect(rows[0]).toMatchObject({
				id: first && internalId(first),
				first_id: `device-${first?.id}`,
				age: first?.properties.age,
				is_member: first?.properties.is_member,
				interests: first?.properties.interests,
				registered_on: first?.properties.registered_on,
			});
		});

		it('has the internal ID once', async () => {
			const { rows } = await run('getManyUsers', { limit: 1 });
			expect(Object.keys(rows[0] ?? {})).toEqual([
				...['id', 'first_id', 'second_id', 'distinct_id'],
				...['city', 'level', 'age', 'is_member', 'registered_on', 'interests'],
			]);
		});

		it('returns the number of users in the limit, in one request if that is enough', async () => {
			const { rows } = await run('getManyUsers', { limit: 7 });
			expect(ids(rows)).toEqual(shopUsers().slice(0, 7).map(internalId));
			expect(t.takeRequests().map(({ body }) => body)).toMatchObject([
				{ page_index: 1, page_size: 7, limit: 7 },
			]);
			expect((await run('getManyUsers', { limit: 130 })).rows).toHaveLength(130);
		});

		it('returns only selected properties, empty if a user has no value', async () => {
			const { rows } = await run('getManyUsers', {
				...ALL,
				userProperties: 'chosen',
				chosenProperties: { property: [{ field: 'user.city' }, { field: 'age' }] },
			});
			expect(rows.map(({ city, age }) => [city, age])).toEqual(
				shopUsers().map(({ properties }) => [properties.city, properties.age]),
			);
			expect(rows.some(({ city }) => city === null)).toBe(true);
			expect(Object.keys(rows[0] ?? {})).toEqual([
				...['id', 'first_id', 'second_id', 'distinct_id', 'city', 'age'],
			]);
		});

		it('returns only IDs', async () => {
			const { rows } = await run('getManyUsers', { limit: 2, userProperties: 'none' });
			expect(rows.map((row) => Object.keys(row).length)).toEqual([4, 4]);
			expect(t.takeRequests()[0]?.body).toMatchObject({ detail: false, profiles: ['user.$id'] });
		});

		it('lists the members of a user group', async () => {
			const form = {
				...ALL,
				filter: { condition: [{ field: 'user.user_group_over_40', function: 'isTrue' }] },
			};
			const { rows } = await run('getManyUsers', form);
			const members = shopUsers().filter(({ properties }) => Number(properties.age) > 40);
			expect(members.length).toBeGreaterThan(50);
			expect(ids(rows)).toEqual(members.map(internalId));
		});

		it('returns no items if nobody matches', async () => {
			const { rows, error } = await run('getManyUsers', condition('user.city', 'Nowhere'));
			expect([rows, error]).toEqual([[], undefined]);
		});

		it('shows the request without sending it', async () => {
			const { rows } = await run('getManyUsers', { options: { previewRequest: true } });
			expect(rows).toMatchObject([
				{ requests: [{ method: 'POST', path: `${MODEL}/user/list`, body: { page_index: 1 } }] },
			]);
			expect(t.takeRequests()).toEqual([]);
		});

		const page = (users: string[], number: number, total: number) => ({
			body: {
				code: 'SUCCESS',
				data: {
					users: users.map((id) => ({ id, profiles: { phone: '13800000000' } })),
					page: { current_page: number, page_count: 2, total },
				},
			},
		});
		it('lists nobody twice, and says that the pages changed', async () => {
			for (const answer of [page(['1', '2'], 1, 4), page(['2', '3'], 2, 4)])
				t.simulator.faults.add({ path: /user\/list/, times: 1, reaction: { answer } });
			const { rows, run: done } = await run('getManyUsers', ALL);
			const hints = done.data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? [];
			const reported = hints.map(({ message }) => message).join();
			expect(ids(rows)).toEqual(['1', '2', '3']);
			expect(reported).toMatch(
				/While the node read the pages, the users changed: 1 was returned twice and appears once; only 3 of 4 came\. Some may be missing\. Run the node again when less data arrives\./,
			);
			expect(reported).not.toContain('138');
		});

		it('says in the answer of a tool that users are missing, also with one or none', async () => {
			const asked = async (...answers: object[]) => {
				for (const answer of answers)
					t.simulator.faults.add({ path: /user\/list/, times: 1, reaction: { answer } });
				return (await run('getManyUsers', ALL, { type: TOOL_TYPE })).rows;
			};
			const missing = (count: number) => [expect.stringContaining(`only ${count} of 4 came`)];
			const several = await asked(page(['1', '2'], 1, 4), page(['3'], 2, 4));
			expect(several).toMatchObject([{ shown: '3 of 3 rows', notes: missing(3) }]);
			expect(await asked(page(['1'], 1, 4), page([], 2, 4))).toMatchObject([{ notes: missing(1) }]);
			expect(await asked(page([], 2, 4))).toMatchObject([
				{ found: 0, advice: expect.stringContaining('only 0 of 4 came') },
			]);
		});

		it('reveals nothing about a user in an error', async () => {
			const answer = page(['1', ''], 1, 2);
			t.simulator.faults.add({ path: /user\/list/, times: 1, reaction: { answer } });
			const { rows, error } = await run('getManyUsers', ALL);
			expect(error?.message).toMatch(/entry 2 of 'users' has no id/);
			expect(JSON.stringify([rows, error?.message, error?.description])).not.toContain('138');
		});

		it.each(['secret', 'user', 'account'])('says that a key is needed (%s)', async (credential) => {
			for (const [operation, form] of [
				['getManyUsers', {}],
				['getBehavior', { user: 'u1', ...DAYS }],
				['getManyFromReport', STEPS],
			] as const) {
				const { error } = await run(operation, form, { credential });
				expect(error?.message).toMatch(
					/Lists of users aren't available with the 'Authentication' of the credential, because the API doesn't offer them\. Use a credential with API Key \(OpenAPI\), or query the users table with the resource 'SQL Query'/,
				);
			}
		});

		it('refuses a filter on what users did', async () => {
			const { error } = await run('getManyUsers', condition('event.PayOrder.city', 'x'));
			expect(error?.message).toMatch(
				/'Filter' has a condition on the event property 'event\.PayOrder\.city', but this list or report needs user properties\. Choose a user property, or remove the condition\. For users who performed an event, use Get Many From Report, or filter by a user group/,
			);
			expect(t.takeRequests()).toEqual([]);
		});
	});

	describe('Get Many From Report', () => {
		const FUNNEL = {
			...DAYS,
			steps: {
				step: [{ eventName: 'ViewProduct' }, { eventName: 'AddToCart' }, { eventName: 'PayOrder' }],
			},
			window: 1,
			windowUnit: 'hours',
		};
		/** How many steps each user took at best, by our own walk through the events. */
		const levels = (isOf: (event: ShopEvent) => boolean = () => true) => {
			const best = new Map<string, number>();
			const all = t.events('2026-11-01', '2026-11-07');
			const byUser = new Map<string, ShopEvent[]>();
			for (const one of all) byUser.set(one.user.id, [...(byUser.get(one.user.id) ?? []), one]);
			const seconds = ({ time }: ShopEvent) => Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;
			for (const first of all.filter(({ event }) => event === 'ViewProduct').filter(isOf)) {
				let [level, last] = [1, first];
				for (const name of ['AddToCart', 'PayOrder']) {
					const next = byUser
						.get(first.user.id)
						?.find(
							(one) =>
								one.event === name &&
								one.time >= last.time &&
								seconds(one) <= seconds(first) + 3600,
						);
					if (!next) break;
					[level, last] = [level + 1, next];
				}
				best.set(first.user.id, Math.max(best.get(first.user.id) ?? 0, level));
			}
			return best;
		};
		const who = (best: Map<string, number>, fits: (level: number) => boolean) =>
			idsOf([...best].filter(([, level]) => fits(level)).map(([id]) => id)).sort();
		const slice = async (form: IDataObject, options: IDataObject = {}) => {
			const { rows, error } = await run('getManyFromReport', {
				...{ ...ALL, userProperties: 'none', ...form },
				options,
			});
			return { ids: ids(rows).map(String).sort(), error };
		};

		it.each([1, 2, 3])('returns the users who took step %i of a funnel', async (step) => {
			const wanted = who(levels(), (level) => level >= step);
			expect(wanted.length).toBeGreaterThan(20);
			const report = await t.operation('report', 'getFunnelReport', FUNNEL, { credential: 'key' });
			expect(report.rows[step - 1]?.users).toBe(wanted.length);
			const given = await slice({ ...FUNNEL, sliceStep: step }, { expectedUsers: wanted.length });
			expect(given).toEqual({ ids: wanted, error: undefined });
		});

		it.each([1, 2])('returns the users who stopped at step %i', async (step) => {
			const wanted = who(levels(), (level) => level === step);
			const given = await slice({ ...FUNNEL, sliceStep: step, sliceUsers: 'lost' });
			expect(given).toEqual({ ids: wanted, error: undefined });
		});

		it('returns those of a group, step and group from the row of the report', async () => {
			const grouped = { ...FUNNEL, groupByField: 'user.level' };
			const report = await t.operation('report', 'getFunnelReport', grouped, {
				credential: 'key',
			});
			const row = report.rows.find(({ step, level }) => step === 2 && level === 'silver');
			const wanted = who(
				levels(({ user }) => user.properties.level === 'silver'),
				(level) => level >= 2,
			);
			expect(row?.users).toBe(wanted.length);
			const { rows, error } = await run(
				'getManyFromReport',
				{
					...{ ...grouped, ...ALL, userProperties: 'chosen' },
					chosenProperties: { property: [{ field: 'level' }] },
					sliceStep: '={{ $json.step }}',
					sliceGroup: '={{ $json.level }}',
					options: { expectedUsers: '={{ $json.users }}' },
				},
				{ items: [row] },
			);
			expect(error).toBeUndefined();
			expect(ids(rows).sort()).toEqual(wanted);
			expect(new Set(rows.map(({ level }) => level))).toEqual(new Set(['silver']));
		});

		const RETENTION = {
			...{ ...DAYS, fromReport: 'retention', duration: 3 },
			...{ firstEvent: '$pageview', secondEvent: 'PayOrder' },
		};
		const on = (day: string, name: string) =>
			new Set(t.events(day, day, name).map(({ user }) => user.id));
		it.each([
			['returned', true],
			['churned', false],
		])('returns the users of a period of a retention (%s)', async (countOf, isBack) => {
			const came = on('2026-11-04', 'PayOrder');
			const wanted = idsOf(
				[...on('2026-11-02', '$pageview')].filter((id) => came.has(id) === isBack),
			);
			expect(wanted.length).toBeGreaterThan(3);
			const form = { ...RETENTION, countOf, sliceDate: '2026-11-02', slicePeriod: 2 };
			const given = await slice(form, { expectedUsers: wanted.length });
			expect(given).toEqual({ ids: wanted.sort(), error: undefined });
		});

		it('returns those of a group of a retention', async () => {
			const came = on('2026-11-03', 'PayOrder');
			const wanted = t
				.events('2026-11-02', '2026-11-02', '$pageview')
				.map(({ user }) => user)
				.filter(({ id, properties }) => came.has(id) && properties.level === 'bronze');
			const group = { groupByField: 'user.level', sliceGroup: 'bronze' };
			const given = await slice({
				...RETENTION,
				...group,
				sliceDate: '2026-11-02',
				slicePeriod: 1,
			});
			expect(given).toEqual({ ids: idsOf(wanted.map(({ id }) => id)).sort(), error: undefined });
		});

		describe('of an event report', () => {
			const BUYERS = {
				...DAYS,
				fromReport: 'event',
				measures: {
					measure: [{ eventName: 'PayOrder', aggregator: 'unique', outputName: 'buyers' }],
				},
				unit: 'day',
			};
			const buyers = (fits: (event: ShopEvent) => boolean) =>
				idsOf(
					t
						.events('2026-11-01', '2026-11-07', 'PayOrder')
						.filter(fits)
						.map(({ user }) => user.id),
				).sort();
			/** Of each row of the report, by the row alone, its users; their number is the row's. */
			const ofRows = async (
				report: IDataObject,
				form: IDataObject,
				isOf: (row: IDataObject, event: ShopEvent) => boolean,
				fits: (row: IDataObject) => boolean = () => true,
			) => {
				const { fromReport: _none, ...query } = { ...BUYERS, ...report };
				const { rows: all } = await t.operation('report', 'getEventReport', query, {
					credential: 'key',
				});
				const rows = all.filter(fits);
				expect(rows.length).toBeGreaterThan(2);
				for (const row of rows) {
					const wanted = buyers((event) => isOf(row, event));
					expect(row.buyers).toBe(wanted.length);
					const options = { expectedUsers: '={{ $json.buyers }}' };
					const { rows: given, error } = await run(
						'getManyFromReport',
						{ ...{ ...BUYERS, ...report, ...form, ...ALL, userProperties: 'none' }, options },
						{ items: [row] },
					);
					expect(error).toBeUndefined();
					expect(ids(given).sort()).toEqual(wanted);
				}
			};
			const DATE = { sliceDate: '={{ $json.date }}' };
			const grouped = (...fields: string[]) => ({
				groupBy: {
					group: fields.map((field) => ({
						field,
						value: `={{ $json.${field.split('.').at(-1)} }}`,
					})),
				},
			});

			it('returns those of each day', async () => {
				await ofRows({}, DATE, ({ date }, { time }) => time.startsWith(String(date)));
			});

			it('returns those of an hour', async () => {
				await ofRows(
					{ unit: 'hour', toDate: '2026-11-01' },
					DATE,
					({ date }, { time }) => time.slice(0, 13) === String(date).slice(0, 13).replace('T', ' '),
					({ date, buyers: count }) => Number(count) > 0 && /T1[4-9]/.test(String(date)),
				);
			});

			it('returns those of a day and two groups', async () => {
				await ofRows(
					{ ...grouped('user.level', 'channel'), toDate: '2026-11-02' },
					DATE,
					({ date, level, channel }, { time, user, properties }) =>
						time.startsWith(String(date)) &&
						user.properties.level === level &&
						properties.channel === channel,
					({ channel, buyers: count }) => channel !== null && Number(count) > 5,
				);
			});

			it('returns those of a group in the date range', async () => {
				await ofRows(
					{ ...grouped('user.level'), unit: 'total' },
					{},
					({ level }, { user }) => user.properties.level === level,
				);
				expect(t.takeRequests().at(-1)?.body).toMatchObject({ rollup_date: true });
			});

			it('returns those of a bucket of a number', async () => {
				const group = { field: 'amount', buckets: '100, 500', value: '={{ $json.amount }}' };
				const limits: Record<string, [number, number]> = {
					'(-∞, 100)': [-Infinity, 100],
					'[100, 500)': [100, 500],
					'[500, +∞)': [500, Infinity],
				};
				await ofRows(
					{ groupBy: { group: [group] }, unit: 'total' },
					{},
					({ amount }, { properties }) => {
						const [low, high] = limits[String(amount)] as [number, number];
						return Number(properties.amount) >= low && Number(properties.amount) < high;
					},
				);
			});

			it.each<[string, IDataObject, RegExp]>([
				[
					'two measures',
					{
						measures: {
							measure: ['PayOrder', 'SignUp'].map((eventName) => ({
								eventName,
								aggregator: 'unique',
							})),
						},
					},
					/^'Measures' must be one event/,
				],
				['a group without a value', grouped('nothing'), /^'Value' of group 1/],
			])('refuses %s', async (_case, form, words) => {
				const { error } = await slice({ ...BUYERS, ...form });
				expect(error?.message).toMatch(words);
				expect(t.takeRequests()).toEqual([]);
			});
		});

		describe('of a distribution', () => {
			const OFTEN = {
				...DAYS,
				fromReport: 'distribution',
				eventName: '$pageview',
				distributionOf: 'times',
				unit: 'day',
				buckets: '2, 4',
			};
			const CELL = {
				sliceDate: '={{ $json.date }}',
				sliceFrom: '={{ $json.bucket_from }}',
				sliceTo: '={{ $json.bucket_to }}',
			};
			/** Users by a number of theirs on a day, counted here. */
			const numbers = (
				day: string,
				numberOf: (events: ShopEvent[]) => number,
				name: string,
				fits: (event: ShopEvent) => boolean,
			) => {
				const own = new Map<string, ShopEvent[]>();
				for (const event of t.events(day, day, name).filter(fits))
					own.set(event.user.id, [...(own.get(event.user.id) ?? []), event]);
				return [...own].map(([id, events]): [string, number] => [id, numberOf(events)]);
			};
			const ofRows = async (
				change: IDataObject,
				numberOf: (events: ShopEvent[]) => number,
				fits: (row: IDataObject, event: ShopEvent) => boolean = () => true,
			) => {
				const { fromReport: _none, ...query } = { ...OFTEN, ...change };
				const { rows } = await t.operation('report', 'getDistributionReport', query, {
					credential: 'key',
				});
				expect(rows.length).toBeGreaterThan(5);
				for (const row of rows.filter(({ level }) => level !== null)) {
					const { bucket_from: from, bucket_to: to } = row;
					const day = String(row.date ?? query.fromDate);
					const wanted = idsOf(
						numbers(day, numberOf, query.eventName, (event) => fits(row, event))
							.filter(([, n]) => n >= Number(from) && (to === null || n < Number(to)))
							.map(([id]) => id),
					).sort();
					expect([row, wanted.length]).toEqual([row, row.users]);
					const { rows: given, error } = await run(
						'getManyFromReport',
						{
							...{ ...OFTEN, ...CELL, ...change, ...ALL, userProperties: 'none' },
							options: { expectedUsers: '={{ $json.users }}' },
						},
						{ items: [row] },
					);
					expect(error).toBeUndefined();
					expect(ids(given).sort()).toEqual(wanted);
				}
			};

			it('returns those of each day and bucket, also of the last one', async () => {
				await ofRows({ toDate: '2026-11-02' }, (events) => events.length);
			});

			it('returns those of a sum', async () => {
				const change = {
					...{ toDate: '2026-11-02', eventName: 'PayOrder' },
					...{ distributionOf: 'sum', property: 'amount', buckets: '100, 500' },
				};
				await ofRows(change, (events) =>
					events.reduce((sum, { properties }) => sum + Number(properties.amount), 0),
				);
			});

			it('returns those of a group, which has no date', async () => {
				const change = {
					...{ toDate: '2026-11-01', groupByField: 'user.level' },
					sliceGroup: '={{ $json.level }}',
				};
				await ofRows(
					change,
					(events) => events.length,
					({ level }, { user }) => user.properties.level === level,
				);
			});
		});

		/** What each user did of it from the 2nd to the 4th, cut where he paused for longer. */
		const stretches = (names: readonly string[] | undefined, minutes: number) => {
			const cut: ShopEvent[][] = [];
			const open = new Map<string, ShopEvent[]>();
			const minute = ({ time }: ShopEvent) => Date.parse(`${time.replace(' ', 'T')}Z`) / 60_000;
			for (const event of t.events('2026-11-02', '2026-11-04')) {
				if (names && !names.includes(event.event)) continue;
				const own = open.get(event.user.id);
				if (own && minute(event) - minute(own.at(-1) as ShopEvent) <= minutes) {
					own.push(event);
					continue;
				}
				const begun = [event];
				open.set(event.user.id, begun);
				cut.push(begun);
			}
			return cut;
		};
		const usersOf = (cut: ShopEvent[][]) =>
			idsOf(cut.map(([first]) => (first as ShopEvent).user.id)).sort();
		const SOME_DAYS = { ...DAYS, fromDate: '2026-11-02', toDate: '2026-11-04' };
		const ofRow = async (row: IDataObject, form: IDataObject, options: IDataObject = {}) => {
			const request = { ...form, ...ALL, userProperties: 'none', options };
			const { rows, error } = await run('getManyFromReport', request, { items: [row] });
			return { ids: ids(rows).map(String).sort(), error };
		};

		describe('of a session report', () => {
			const VISITS = {
				...SOME_DAYS,
				session: 'app_visit',
				measures: {
					measure: [{ eventName: 'ViewProduct', aggregator: 'unique', outputName: 'visitors' }],
				},
			};

			it.each(['day', 'hour'])('returns those of each %s and group', async (unit) => {
				const form = { ...VISITS, unit, groupBy: { group: [{ field: 'user.level' }] } };
				const report = await t.operation('report', 'getSessionReport', form, { credential: 'key' });
				const busy = report.rows.filter(
					({ visitors }) => Number(visitors) > (unit === 'day' ? 0 : 2),
				);
				expect(busy.length).toBeGreaterThan(3);
				const length = unit === 'day' ? 10 : 13;
				for (const row of busy.slice(0, 3)) {
					const wanted = usersOf(
						stretches(undefined, 30).filter(
							(events) =>
								events.some(({ event }) => event === 'ViewProduct') &&
								events[0]?.user.properties.level === row.level &&
								events[0]?.time.slice(0, length) ===
									String(row.date).slice(0, length).replace('T', ' '),
						),
					);
					const group = { group: [{ field: 'user.level', value: '={{ $json.level }}' }] };
					const cell = { fromReport: 'session', groupBy: group, sliceDate: '={{ $json.date }}' };
					const given = await ofRow(row, { ...form, ...cell }, { expectedUsers: row.visitors });
					expect(given).toEqual({ ids: wanted, error: undefined });
				}
			});

			it('requires the date of a row: without one the service uses the first day', async () => {
				t.takeRequests();
				for (const unit of ['day', 'total']) {
					const sliceDate = '={{ null }}';
					const { error } = await slice({ ...VISITS, fromReport: 'session', unit, sliceDate });
					expect(error?.message).toMatch(
						/^'Date' is empty, but users of sessions are available only by date\. Enter the 'date' of a report row, with a 'Unit' other than None/,
					);
				}
				expect(t.takeRequests()).toEqual([]);
			});
		});

		describe('of a path report', () => {
			const named = ['$pageview', 'ViewProduct', 'PayOrder'];
			const WAYS = {
				...SOME_DAYS,
				pathEvent: '$pageview',
				pathEvents: { event: named.map((eventName) => ({ eventName })) },
				...{ pathSteps: 3, pathWidth: 10, pathPause: 20 },
			};
			/** From the source on, its step first; three steps. */
			const paths = (isBackward: boolean) =>
				stretches(named, 20).flatMap((events) => {
					const all = isBackward ? [...events].reverse() : events;
					const source = isBackward ? 'PayOrder' : '$pageview';
					const start = all.findIndex(({ event }) => event === source);
					return start < 0 ? [] : [all.slice(start, start + 3)];
				});

			it.each([
				['after', '$pageview', 'from', 'to'],
				['before', 'PayOrder', 'to', 'from'],
			])(
				'returns those of each link %s an event, and of each node',
				async (direction, pathEvent, near, far) => {
					const form = { ...WAYS, pathDirection: direction, pathEvent };
					const report = await t.operation('report', 'getPathReport', form, { credential: 'key' });
					expect(report.rows.length).toBeGreaterThan(3);
					const all = paths(direction === 'before');
					for (const row of report.rows) {
						const step = Number(row.step);
						const nodes = all.filter((events) => events[step - 1]?.event === row[near]);
						const links = nodes.filter((events) => (events[step]?.event ?? null) === row[far]);
						expect(links).toHaveLength(Number(row.times));
						const cell = {
							...{ ...form, fromReport: 'path', sliceStep: '={{ $json.step }}' },
							sliceEvent: `={{ $json.${near} }}`,
						};
						const went =
							row[far] === null
								? { slicePathUsers: 'ended' }
								: { slicePathUsers: 'next', sliceNextEvent: `={{ $json.${far} }}` };
						const given = await ofRow(row, { ...cell, ...went });
						expect(given).toEqual({ ids: usersOf(links), error: undefined });
						if (row[far] !== null) continue;
						const there = await ofRow(row, { ...cell, slicePathUsers: 'all' });
						expect(there).toEqual({ ids: usersOf(nodes), error: undefined });
					}
				},
			);

			it.each<[string, IDataObject, RegExp]>([
				[
					'an event that is none of them',
					{ sliceEvent: 'SignUp' },
					/^'Step Event' is 'SignUp', which/,
				],
				['a node of several events', { sliceEvent: '={{ null }}' }, /^'Step Event' is empty/],
				['a step too far', { sliceStep: 4 }, /^'Step Number' must be a whole number from 1 to 3/],
				[
					'what comes behind the last step',
					{ slicePathUsers: 'ended', sliceStep: 3 },
					/^'Step Number' must be a whole number from 1 to 2/,
				],
			])('refuses %s', async (_case, more, words) => {
				t.takeRequests();
				const form = { ...WAYS, fromReport: 'path', sliceEvent: '$pageview', ...more };
				expect((await slice(form)).error?.message).toMatch(words);
				expect(t.takeRequests()).toEqual([]);
			});
		});

		it('returns the users of the example, by the row of its report', async () => {
			const file = readFileSync('examples/who-stopped-at-the-cart.json', 'utf8');
			const { nodes } = JSON.parse(file) as IWorkflowBase;
			const runAs = async (name: string, items: IDataObject[]) => {
				const node = nodes.find((one) => one.name === name);
				const parameters = node?.parameters as Parameters<typeof t.engine.runNode>[0];
				return await t.engine.runNode(parameters, { credential: 'key', items });
			};
			const report = await runAs('View to order', [{}]);
			const [, , third, last] = report.rows;
			const { rows, error } = await runAs('Who stopped there', [third ?? {}]);
			expect(error).toBeUndefined();
			expect(third).toMatchObject({ step: 3, event: 'AddToCart' });
			expect(rows).toHaveLength(Number(third?.users) - Number(last?.users));
			expect(Object.keys(rows[0] ?? {}).slice(-2)).toEqual(['city', 'level']);
		});

		it("returns no list of another size than the report's number", async () => {
			const all = who(levels(), () => true).length;
			const { ids: given, error } = await slice(FUNNEL, { expectedUsers: all + 1 });
			expect([given, error?.message]).toEqual([
				[],
				expect.stringContaining(`has ${all} users, and 'Expected Number of Users' is ${all + 1}`),
			]);
		});

		it.each([
			[
				'a step that is none',
				{ sliceStep: 4 },
				/^'Step Number' must be a whole number from 1 to 3/,
			],
			[
				'those lost at the end',
				{ sliceStep: 3, sliceUsers: 'lost' },
				/^'Step Number' is the last step, where users can't drop off\. Enter a step from 1 to 2, or set 'Users' to Users Who Completed the Step/,
			],
			['a group of nothing', { sliceGroup: 'x' }, /^'Group Value' has a value/],
			['no group of a split report', { groupByField: 'city' }, /^'Group Value' is empty/],
		])('refuses %s', async (_case, form, words) => {
			const { error } = await slice({ ...FUNNEL, ...form });
			expect(error?.message).toMatch(words);
			expect(t.takeRequests()).toEqual([]);
		});
	});

	describe('Get Behavior', () => {
		const busy = () => {
			const counts = new Map<string, number>();
			for (const { user } of t.events('2026-10-01', '2026-11-07'))
				counts.set(user.id, (counts.get(user.id) ?? 0) + 1);
			return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] as string;
		};
		const of = (id: string) =>
			t.events('2026-10-01', '2026-11-07').filter(({ user }) => user.id === id);
		const form = { ...DAYS, fromDate: '2026-10-01', ...ALL };
		/** Times of Shanghai, as the service writes them. */
		const moment = (time: string) => `${time.replace(' ', 'T')}+08:00`;

		it.each(['distinct', 'internal'])(
			'returns the events in their order, by %s ID',
			async (kind) => {
				const user = busy();
				const events = of(user);
				expect(events.length).toBeGreaterThan(100);
				const id = kind === 'distinct' ? user : (idsOf([user])[0] as string);
				const { rows, error } = await run('getBehavior', { ...form, user: id, userIdKind: kind });
				expect(error).toBeUndefined();
				expect(rows.map(({ time, event, properties }) => ({ time, event, properties }))).toEqual(
					events.map(({ time, event, properties }) => ({ time: moment(time), event, properties })),
				);
				expect(rows[0]).toMatchObject({ user_id: idsOf([user])[0], distinct_id: user });
			},
		);

		it('returns the newest first, up to the limit', async () => {
			const user = busy();
			const { rows } = await run('getBehavior', {
				...{ ...form, user, userIdKind: 'distinct', eventOrder: 'newest' },
				...{ returnAll: false, limit: 5 },
			});
			const newest = of(user).slice(-5).reverse();
			expect(rows.map(({ time }) => time)).toEqual(newest.map(({ time }) => moment(time)));
		});

		it('does not request an ID that has lost digits, nor repeats it', async () => {
			const { error } = await run('getBehavior', { ...form, user: '={{ 8961289991947891759 }}' });
			expect(error?.message).toMatch(
				/'User' is a number with more digits than n8n can store, so the last digits are lost\. Enter the ID as text, as in the items of this node/,
			);
			expect(error?.message).not.toMatch(/896/);
			expect(t.takeRequests()).toEqual([]);
		});
	});
});
