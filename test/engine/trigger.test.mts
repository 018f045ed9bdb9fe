import type { IDataObject } from 'n8n-workflow';

import { secondUsual } from '../support/usualRange.mts';
import { tabular } from '../support/openapiAnswer.mts';
import { withoutWaits } from '../support/waits.mts';
import { Watcher } from '../support/watcher.mts';
import { measures, TestWorld } from '../support/world.mts';

const ORDERS = {
	queryMode: 'fields',
	measures: measures({ eventName: 'PayOrder', outputName: 'orders' }),
};
const CUMULATED = measures({ eventName: 'PayOrder', aggregator: 'rollup_count' });
const OF_REQUESTS =
	/'Measures' has the aggregator Cumulative Events \(rollup_count\), which adds up from the first day of a request\..*Choose .*\(general\)/;

describe('Sensors Analytics Trigger', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => {
		t.world.dataLagMinutes = 0;
		t.simulator.faults.clear();
		t.takeRequests();
	});

	const ordersOn = (day: string) => t.events(day, day, 'PayOrder').length;

	describe('on complete numbers', () => {
		const form = { triggerOn: 'periodComplete', period: 'day', ...ORDERS };

		it('starts once per day, when the data of the day have arrived', async () => {
			const watcher = new Watcher(t, form);
			expect(await watcher.poll('2026-11-10T12:00:00')).toBeUndefined();
			t.world.dataLagMinutes = 90;
			expect(await watcher.poll('2026-11-11T00:30:00')).toBeUndefined();
			expect(await watcher.poll('2026-11-11T01:29:00')).toBeUndefined();
			expect(await watcher.poll('2026-11-11T01:31:00')).toEqual([
				{ date: '2026-11-10', orders: ordersOn('2026-11-10') },
			]);
			expect(await watcher.poll('2026-11-11T02:00:00')).toBeUndefined();
			expect(await watcher.poll('2026-11-11T23:59:00')).toBeUndefined();
			expect(await watcher.poll('2026-11-12T03:00:00')).toMatchObject([{ date: '2026-11-11' }]);
		});

		it('requests fresh numbers, and nothing while nothing can have happened', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00');
			// Publishing requests the event once, so that a wrong one is reported at once.
			expect(t.takeRequests()).toHaveLength(1);
			await watcher.poll('2026-11-10T13:00:00');
			expect(t.takeRequests()).toEqual([]);
			await watcher.poll('2026-11-11T13:00:00');
			expect(t.takeRequests().map(({ body }) => (body as IDataObject).use_cache)).toEqual([false]);
		});

		it('catches up after a downtime, each day once, up to a limit', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-02T12:00:00');
			await watcher.poll('2026-11-03T12:00:00');
			watcher.restart();
			const dates = (await watcher.poll('2026-11-07T12:00:00'))?.map(({ date }) => date);
			expect(dates).toEqual(['2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06']);
			expect(await watcher.poll('2026-11-07T13:00:00')).toBeUndefined();

			const limited = new Watcher(t, { ...form, options: { catchUp: 2 } });
			await limited.poll('2026-11-02T12:00:00');
			expect((await limited.poll('2026-11-07T12:00:00'))?.map(({ date }) => date)).toEqual([
				'2026-11-05',
				'2026-11-06',
			]);
		});

		it('refuses days of another time zone than its own', async () => {
			const query = {
				measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
				...{ time_zone_mode: 'SERVER', server_time_zone: 'UTC+01:00' },
			};
			const pasted = { ...form, queryMode: 'json', queryJson: JSON.stringify(query) };
			await expect(new Watcher(t, pasted).poll('2026-11-10T12:00:00')).rejects.toThrow(
				/UTC\+01:00.*'server_time_zone'.*UTC\+08:00/,
			);
			expect(t.takeRequests()).toEqual([]);
		});

		it('refuses a side of the threshold that the list does not have', async () => {
			const watcher = new Watcher(t, {
				...form,
				triggerOn: 'threshold',
				side: 'over',
				threshold: 9,
			});
			await expect(watcher.poll('2026-11-10T12:00:00')).rejects.toThrow(
				"'Start When the Number' can't be 'over'. Use one of: ",
			);
		});

		it('starts for each of two triggers that a program gave the same ID, polled at once', async () => {
			const [memory, early, late] = [
				{},
				new Date('2026-11-10T12:00:00+08:00'),
				new Date('2026-11-11T12:00:00+08:00'),
			];
			const polled = async (moment: Date) => {
				t.world.clock.set(moment);
				const contexts = ['One', 'Two'].map((name) =>
					t.engine.pollContext(form as never, memory, { workflowId: 'twins', name }),
				);
				return await Promise.all(contexts.map(async (one) => await t.engine.poll(one, moment)));
			};
			expect(await polled(early)).toEqual([null, null]);
			expect((await polled(late)).map((output) => output?.[0]?.length)).toEqual([1, 1]);
		});

		it('loses no day when n8n restarts before the first start of the workflow', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00');
			watcher.restart();
			t.world.dataLagMinutes = 120;
			expect(await watcher.poll('2026-11-11T01:00:00')).toBeUndefined();
			watcher.restart();
			expect(await watcher.poll('2026-11-11T03:00:00')).toMatchObject([{ date: '2026-11-10' }]);
		});

		it('loses nothing by a poll that fails', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00');
			t.simulator.faults.add({
				times: 1,
				reaction: { answer: { status: 500, body: { error: 'out of order' } } },
			});
			await expect(watcher.poll('2026-11-11T03:00:00')).rejects.toThrow(/out of order/);
			expect(await watcher.poll('2026-11-11T04:00:00')).toMatchObject([{ date: '2026-11-10' }]);
		});

		it('starts with the last finished day if requested', async () => {
			const watcher = new Watcher(t, { ...form, options: { startsWithLast: true } });
			expect(await watcher.poll('2026-11-10T12:00:00')).toMatchObject([{ date: '2026-11-09' }]);
			expect(await watcher.poll('2026-11-10T13:00:00')).toBeUndefined();
		});

		it.each([[null], ['text'], [[]]])(
			'T29: reports each day once if its memory is %j',
			async (memory) => {
				const watcher = new Watcher(t, { ...form, options: { startsWithLast: true } });
				const datesAt = async (time: string) => {
					watcher.remembered['node:Sensors Analytics'] = structuredClone(memory);
					return (await watcher.poll(time))?.map(({ date }) => date);
				};
				expect(await datesAt('2026-11-10T12:00:00')).toEqual(['2026-11-09']);
				expect(await datesAt('2026-11-10T13:00:00')).toBeUndefined();
				expect(await datesAt('2026-11-11T12:00:00')).toEqual(['2026-11-10']);
				expect(await datesAt('2026-11-11T13:00:00')).toBeUndefined();
			},
		);

		it('counts hours, with groups', async () => {
			const watcher = new Watcher(t, {
				...form,
				period: 'hour',
				groupBy: { group: [{ field: 'device' }] },
			});
			await watcher.poll('2026-11-10T12:05:00');
			const rows = await watcher.poll('2026-11-10T14:05:00');
			expect(new Set(rows?.map(({ date }) => date))).toEqual(
				new Set(['2026-11-10T12:00:00+08:00', '2026-11-10T13:00:00+08:00']),
			);
			const total = t
				.events('2026-11-10', '2026-11-10', 'PayOrder')
				.filter(({ time }) => ['12', '13'].includes(time.slice(11, 13))).length;
			expect(rows?.reduce((sum, { orders }) => sum + Number(orders), 0)).toBe(total);
		});

		it('starts again when it is set to count something else', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00');
			watcher.edit({ ...form, period: 'hour' });
			expect(await watcher.poll('2026-11-10T13:05:00')).toBeUndefined();
			expect(await watcher.poll('2026-11-10T14:05:00')).toHaveLength(1);
		});

		it('takes a pasted payload', async () => {
			const watcher = new Watcher(t, {
				triggerOn: 'periodComplete',
				period: 'day',
				queryMode: 'json',
				queryJson: JSON.stringify({
					measures: [{ event_name: 'PayOrder', aggregator: 'unique' }],
					unit: 'week',
					from_date: '2026-01-01',
					to_date: '2026-01-02',
				}),
			});
			await watcher.poll('2026-11-10T12:00:00');
			expect(await watcher.poll('2026-11-11T12:00:00')).toMatchObject([
				{ date: '2026-11-10', PayOrder_users: expect.any(Number) as number },
			]);
		});

		it('takes days from a pasted query that requests one value of its date range', async () => {
			const watcher = new Watcher(t, {
				...{ triggerOn: 'periodComplete', period: 'day', queryMode: 'json' },
				queryJson: JSON.stringify({
					measures: [{ event_name: 'PayOrder', aggregator: 'general', name: 'orders' }],
					...{ unit: 'day', rollup_date: true, rollup: 'true', limit: 1 },
				}),
			});
			await watcher.poll('2026-11-10T12:00:00');
			const days = ['2026-11-10', '2026-11-11', '2026-11-12'];
			const orders = (day: string) => t.events(day, day, 'PayOrder').length;
			expect(await watcher.poll('2026-11-13T12:00:00')).toMatchObject(
				days.map((date) => ({ date, orders: orders(date) })),
			);
		});

		it('refuses the pasted query of another report, without a field that it lacks', async () => {
			const session = { session_name: 'visit', measures: [{ event_name: 'PayOrder' }] };
			const watcher = new Watcher(t, {
				...{ triggerOn: 'periodComplete', period: 'day', queryMode: 'json' },
				queryJson: JSON.stringify(session),
			});
			await expect(watcher.poll('2026-11-10T12:00:00')).rejects.toThrow(
				/^'Report URL or JSON' is the query of the session report\. The trigger needs the query of an event report$/,
			);
		});

		it('refuses a pasted URL of another project', async () => {
			const query = 'measures[0][event_name]=PayOrder&measures[0][aggregator]=unique';
			const watcher = new Watcher(t, {
				triggerOn: 'periodComplete',
				period: 'day',
				queryMode: 'json',
				queryJson: `${t.simulator.url}/segmentation/?project=default#${query}`,
			});
			await expect(watcher.poll('2026-11-10T12:00:00')).rejects.toThrow(
				"The URL in 'Report URL or JSON' belongs to the project 'default', but the credential uses the project 'production'",
			);
		});

		it('T35: names conditions and settings of a pasted payload that it has no words for', async () => {
			const filter = {
				conditions: [{ field: 'event.PayOrder.city', function: 'equal', params: ['Beijing'] }],
			};
			const measure = {
				...{ expression: 'count(event.PayOrder)/count(event.AddToCart)', name: 'rate' },
				...{ events: ['PayOrder', 'AddToCart'], expression_filters: [filter, null] },
			};
			const watcher = new Watcher(t, {
				...{ triggerOn: 'threshold', side: 'above', threshold: 0, period: 'day' },
				queryMode: 'json',
				queryJson: JSON.stringify({ measures: [{ ...measure, split: true }], approx: true }),
			});
			const [item] = (await watcher.poll('2026-11-11T12:00:00', { mode: 'manual' as never })) ?? [];
			expect(item?.text).toMatch(
				/^试运行：【已应用筛选条件（未列出）、查询的其他设置：split】.* · ≈ 用户数为近似值$/,
			);
		});

		it('says so if the service does not report how fresh its data are', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00');
			t.simulator.faults.add({
				reaction: { answer: { body: { series: [], rows: [], truncated: false } } },
			});
			await expect(watcher.poll('2026-11-11T12:00:00')).rejects.toThrow(
				/The report doesn't contain the time of the last data update/,
			);
		});

		it('T6: reports a wrong event when the workflow is published', async () => {
			const wrong = measures({ eventName: 'PayOrders' });
			const watcher = new Watcher(t, { ...form, measures: wrong });
			await expect(watcher.poll('2026-11-10T12:00:00')).rejects.toThrow(/PayOrders/);
		});

		it('T3: reports a day whose data do not arrive after some hours at the latest', async () => {
			t.world.dataLagMinutes = 7 * 24 * 60;
			const watcher = new Watcher(t, { ...form, options: { completeAfter: 24 } });
			await watcher.poll('2026-11-10T12:00:00');
			expect(await watcher.poll('2026-11-11T23:59:00')).toBeUndefined();
			const rows = await watcher.poll('2026-11-12T00:10:00');
			expect(rows).toEqual([
				{ date: '2026-11-10', orders: expect.any(Number) as number, _incomplete: true },
			]);
		});

		it('T20: says where the service left out rows or computed from a sample', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00');
			const answer = {
				series: ['2026-11-10 00:00:00'],
				rows: [{ values: [[5]] }],
				truncated: true,
				sampling_factor: 32,
				data_update_time: '2026-11-11 00:00:00.000',
			};
			t.simulator.faults.add({ times: 1, reaction: { answer: { body: answer } } });
			expect(await watcher.poll('2026-11-11T12:00:00')).toEqual([
				{ date: '2026-11-10', orders: 5, _truncated: true, _sampled: true },
			]);
		});

		it('an answer of an unknown form names no field that this node does not have', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00');
			t.simulator.faults.add({ times: 1, reaction: { answer: { body: { table: [] } } } });
			const error = (await watcher.poll('2026-11-11T12:00:00').catch((e: unknown) => e)) as {
				message: string;
				description: string;
			};
			expect(error.message).toMatch(/The report has an unexpected structure: 'rows' is missing/);
			expect(error.description).toMatch(
				/To see the response unchanged, run the same report in the Sensors Analytics node with 'Output' set to Raw\. Open a GitHub issue, and include your Sensors Analytics version\./,
			);
		});

		it('T21: a run by hand says why it shows nothing', async () => {
			const watcher = new Watcher(t, form);
			const body = {
				series: [],
				rows: [],
				data_update_time: '1970-01-01 08:00:00.000',
				truncated: false,
			};
			t.simulator.faults.add({ times: 1, reaction: { answer: { body } } });
			const error = (await watcher
				.poll('2026-11-10T12:00:00', { mode: 'manual' as never })
				.catch((e: unknown) => e)) as { message: string; description: string };
			expect(error.message).toBe('No day is complete yet');
			expect(error.description).toMatch(
				/Sensors Analytics has complete data up to 1970-01-01 08:00:00 \(Asia\/Shanghai\)\. The workflow starts when a day that ends after publishing is complete\./,
			);
		});

		it('shows the last complete period in a manual run, and remembers nothing', async () => {
			const watcher = new Watcher(t, form);
			t.world.dataLagMinutes = 24 * 60;
			expect(await watcher.poll('2026-11-10T12:00:00', { mode: 'manual' as never })).toEqual([
				{
					date: '2026-11-08',
					orders: ordersOn('2026-11-08'),
					_example: expect.stringMatching(
						/Example from a manual run: the last complete day\. The published workflow starts once for each complete day\./,
					) as string,
				},
			]);
			expect(await watcher.poll('2026-11-10T12:00:00')).toBeUndefined();
		});

		it('uses one token for all its polls', async () => {
			const watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00', { credential: 'account' });
			t.takeLogins();
			await watcher.poll('2026-11-11T12:00:00', { credential: 'account' });
			await watcher.poll('2026-11-12T12:00:00', { credential: 'account' });
			expect(t.takeLogins()).toBeLessThanOrEqual(2);
		});
	});

	describe('T22: with an API Key, which does not report when data arrived', () => {
		const form = { triggerOn: 'periodComplete', period: 'day', ...ORDERS };
		const key = { credential: 'key' };
		const spared = withoutWaits();
		/** A request waits for its turn alone, three in a second. */
		const A_SECOND = 1000;
		/** The next answer, if it is of these days, has other numbers than those after it. */
		const pretend = (orders: { [day: string]: number }) => {
			const rows = Object.entries(orders).map(([day, number]) => [`${day} 00:00:00`, number]);
			t.simulator.faults.add({
				times: 1,
				path: /segmentation/,
				reaction: { answer: { body: tabular(['date', 'orders'], rows) } },
			});
		};
		const resultOf = (day: string) => ({ date: day, orders: ordersOn(day) });
		let watcher: Watcher;

		beforeEach(async () => {
			watcher = new Watcher(t, form);
			await watcher.poll('2026-11-10T12:00:00', key);
			t.takeRequests();
			spared.ms = 0;
		});

		it('looks in two polls, half a minute apart or more, once the time to settle is over', async () => {
			expect(await watcher.poll('2026-11-11T01:59:00', key)).toBeUndefined();
			t.takeRequests();
			expect(await watcher.poll('2026-11-11T02:01:00', key)).toBeUndefined();
			expect(await watcher.poll('2026-11-11T02:01:29', key)).toBeUndefined();
			expect(t.takeRequests()).toMatchObject([{ body: { use_cache: false } }]);
			expect(await watcher.poll('2026-11-11T02:02:00', key)).toEqual([resultOf('2026-11-10')]);
			expect(t.takeRequests()).toHaveLength(1);
			expect(await watcher.poll('2026-11-11T03:00:00', key)).toBeUndefined();
			expect(t.takeRequests()).toEqual([]);
			expect(spared.ms).toBeLessThan(A_SECOND);
		});

		it('waits as long as the form says', async () => {
			const patient = new Watcher(t, { ...form, options: { settleHours: 9 } });
			await patient.poll('2026-11-10T12:00:00', key);
			expect(await patient.poll('2026-11-11T08:58:00', key)).toBeUndefined();
			expect(await patient.poll('2026-11-11T08:59:00', key)).toBeUndefined();
			expect(await patient.poll('2026-11-11T09:01:00', key)).toBeUndefined();
			expect(await patient.poll('2026-11-11T09:02:00', key)).toEqual([resultOf('2026-11-10')]);
		});

		it('holds back a day whose numbers changed, until they are stable', async () => {
			pretend({ '2026-11-10': ordersOn('2026-11-10') - 1 });
			expect(await watcher.poll('2026-11-11T02:01:00', key)).toBeUndefined();
			expect(await watcher.poll('2026-11-11T02:06:00', key)).toBeUndefined();
			expect(await watcher.poll('2026-11-11T02:11:00', key)).toEqual([resultOf('2026-11-10')]);
		});

		it('holds back the following days, too, and reports the previous ones', async () => {
			const days = ['2026-11-10', '2026-11-11', '2026-11-12'];
			const orders = Object.fromEntries(days.map((day) => [day, ordersOn(day)]));
			pretend({ ...orders, '2026-11-11': 1 });
			expect(await watcher.poll('2026-11-13T02:01:00', key)).toBeUndefined();
			expect(await watcher.poll('2026-11-13T02:06:00', key)).toEqual([resultOf('2026-11-10')]);
			const rest = [resultOf('2026-11-11'), resultOf('2026-11-12')];
			watcher.restart();
			// n8n has stored the first numbers together with the reported ones.
			expect(await watcher.poll('2026-11-13T02:11:00', key)).toEqual(rest);
		});

		it('looks twice more where n8n has stored nothing of it', async () => {
			expect(await watcher.poll('2026-11-11T02:01:00', key)).toBeUndefined();
			watcher.restart();
			expect(await watcher.poll('2026-11-11T02:02:00', key)).toBeUndefined();
			expect(await watcher.poll('2026-11-11T02:03:00', key)).toEqual([resultOf('2026-11-10')]);
		});

		it('T3: reports a changing day at the second check if it is given up', async () => {
			const impatient = new Watcher(t, { ...form, options: { completeAfter: 24 } });
			await impatient.poll('2026-11-10T12:00:00', key);
			// The first request finds the periods that may be reported, the second one fetches those that
			// are.
			for (let request = 0; request < 2; request++) pretend({ '2026-11-10': 1 });
			expect(await impatient.poll('2026-11-12T00:30:00', key)).toBeUndefined();
			expect(await impatient.poll('2026-11-12T00:31:00', key)).toEqual([
				{ ...resultOf('2026-11-10'), _incomplete: true },
			]);
		});

		it('a run by hand looks once', async () => {
			const rows = await watcher.poll('2026-11-11T12:00:00', { ...key, mode: 'manual' as never });
			expect(rows).toMatchObject([resultOf('2026-11-10')]);
			expect(t.takeRequests()).toHaveLength(1);
		});
	});

	describe('on a number', () => {
		/** These numbers from the first of November on; of them, the days that are asked for. */
		const pretend = (numbers: number[]) => {
			t.simulator.faults.clear();
			const body = (requested: unknown) => {
				const { from_date: from, to_date: to } = requested as {
					from_date: string;
					to_date: string;
				};
				const days = numbers
					.map((number, i) => ({ number, day: `2026-11-${String(i + 1).padStart(2, '0')}` }))
					.filter(({ day }) => from <= day && day <= to);
				return {
					series: days.map(({ day }) => `${day} 00:00:00`),
					rows: [{ values: days.map(({ number }) => [number]) }],
					data_update_time: '2026-12-31 00:00:00.000',
					data_sufficient_update_time: '2026-12-31 00:00:00.000',
					truncated: false,
				};
			};
			t.simulator.faults.add({ path: /report/, reaction: { answer: { body } } });
		};
		const threshold = {
			triggerOn: 'threshold',
			period: 'day',
			side: 'below',
			threshold: 100,
			...ORDERS,
		};
		const NUMBERS = [120, 130, 90, 80, 110, 95, 105];

		it('starts once per crossing, restarts or not', async () => {
			const watcher = new Watcher(t, threshold);
			pretend(NUMBERS);
			const reported: unknown[] = [];
			for (let day = 2; day <= 8; day++) {
				const rows = await watcher.poll(`2026-11-0${day}T12:00:00`);
				reported.push(...(rows ?? []).map(({ date }) => date));
				if (day % 2) watcher.restart();
			}
			expect(reported).toEqual(['2026-11-03', '2026-11-06']);
		});

		it.each([
			[100, [120, 99.996], '99.996，较11月1日（周日）的 120 减少 20（−16.7%），低于阈值 100'],
			[99.995, [120, 99], '99，较11月1日（周日）的 120 减少 21（−17.5%），低于阈值 99.995'],
			[-15.005, [-2, -15.006], '−15.006，较11月1日（周日）的 −2 减少 13.01，低于阈值 −15.005'],
		])('writes the threshold as entered (%d)', async (limit, numbers, words) => {
			const watcher = new Watcher(t, { ...threshold, threshold: limit });
			pretend(numbers);
			await watcher.poll('2026-11-02T12:00:00');
			expect(await watcher.poll('2026-11-03T12:00:00')).toMatchObject([
				{ text: `11月2日（周一）orders ${words}` },
			]);
		});

		it('writes a formula that is a percentage, and its threshold, as percentages', async () => {
			const expression = 'count(event.PayOrder)/count(event.ViewProduct)';
			const formula = { aggregator: 'formula', expression, format: '%2p', outputName: 'rate' };
			const form = { ...threshold, threshold: 0.125, measures: measures(formula) };
			const watcher = new Watcher(t, form);
			pretend([0.1334, 0.1201]);
			await watcher.poll('2026-11-02T12:00:00');
			expect(await watcher.poll('2026-11-03T12:00:00')).toMatchObject([
				{
					text: '11月2日（周一）rate 12.01%，较11月1日（周日）的 13.34% 下降 1.33 个百分点，低于阈值 12.5%',
				},
			]);
		});

		it('reports every crossing during a downtime', async () => {
			const watcher = new Watcher(t, threshold);
			pretend(NUMBERS);
			await watcher.poll('2026-11-02T12:00:00');
			expect(await watcher.poll('2026-11-08T12:00:00')).toEqual([
				{
					date: '2026-11-03',
					measure: 'orders',
					value: 90,
					value_before: 130,
					side: 'below',
					threshold: 100,
					text: '11月3日（周二）orders 90，较11月2日（周一）的 130 减少 40（−30.8%），低于阈值 100',
				},
				{
					date: '2026-11-06',
					measure: 'orders',
					value: 95,
					value_before: 110,
					side: 'below',
					threshold: 100,
					text: '11月6日（周五）orders 95，较11月5日（周四）的 110 减少 15（−13.6%），低于阈值 100',
				},
			]);
		});

		it('starts when a number moves by more than a percentage', async () => {
			const change = {
				triggerOn: 'change',
				period: 'day',
				direction: 'either',
				percent: 20,
				comparedWith: 'before',
				...ORDERS,
			};
			const watcher = new Watcher(t, change);
			pretend([100, 110, 150, 151, 120, 90, 90]);
			await watcher.poll('2026-11-02T12:00:00');
			const rows = await watcher.poll('2026-11-08T12:00:00');
			expect(rows).toEqual([
				{
					date: '2026-11-03',
					measure: 'orders',
					value: 150,
					percent_change: 36.36,
					compared_with: '2026-11-02',
					compared_value: 110,
					text: '11月3日（周二）orders 150，较11月2日（周一）的 110 增加 40（+36.4%）',
				},
				{
					date: '2026-11-05',
					measure: 'orders',
					value: 120,
					percent_change: -20.53,
					compared_with: '2026-11-04',
					compared_value: 151,
					text: '11月5日（周四）orders 120，较11月4日（周三）的 151 减少 31（−20.5%）',
				},
			]);
		});

		it('T35: has a sentence in the names and language of the project, or of the query', async () => {
			const form = { ...threshold, measures: measures({ eventName: 'PayOrder' }) };
			const textOf = async (day: string, own: IDataObject = form, mode = 'trigger') => {
				const watcher = new Watcher(t, own);
				if (mode !== 'manual') await watcher.poll('2026-11-02T12:00:00');
				return (await watcher.poll(`2026-11-0${day}T12:00:00`, { mode: mode as never }))?.[0]?.text;
			};
			pretend(NUMBERS);
			const chinese =
				'11月3日（周二）支付订单 90 次，较11月2日（周一）的 130 次减少 40 次（−30.8%）';
			expect(await textOf('4')).toBe(`${chinese}，低于阈值 100`);
			expect(await textOf('4', form, 'manual')).toBe(`试运行：${chinese}，低于阈值 100`);
			// What isn't below the limit isn't said to be.
			expect(await textOf('4', { ...form, threshold: 90 }, 'manual')).toBe(`试运行：${chinese}`);
			const refused = { answer: { status: 403, body: {} } };
			const lists = { path: /events\/all|properties/, reaction: refused };
			t.simulator.faults.add(lists);
			const english = 'PayOrder_events Tue 3 Nov: 90, down 40 (−30.8%) from 130 on Mon 2 Nov';
			expect(await textOf('4')).toBe(`${english}; below the threshold of 100`);
			const change = { triggerOn: 'change', direction: 'up', percent: 50, comparedWith: 'before' };
			const hours = { ...form, ...change, period: 'hour' };
			const hour = (at: number) => `2026-11-03 ${String(at).padStart(2, '0')}:00:00`;
			const body = {
				series: [8, 9, 10].map(hour),
				rows: [{ values: [[0], [10], [42]] }],
				...{ data_update_time: '2026-11-03 11:00:00', data_sufficient_update_time: hour(11) },
				sampling_factor: 16,
			};
			t.simulator.faults.clear();
			t.simulator.faults.add(lists);
			t.simulator.faults.add({ path: /report/, reaction: { answer: { body } } });
			expect(await textOf('3', hours, 'manual')).toBe(
				'Trial run: PayOrder_events Tue 3 Nov 10:00–11:00: 42, up 32 (4.2 times as much) from 10 on Tue 3 Nov 09:00–10:00 · ≈ From a sample',
			);
		});

		it('T21: a run by hand shows an example, and says that it is one', async () => {
			pretend(NUMBERS);
			const shown = async (day: string) =>
				(await new Watcher(t, threshold).poll(day, { mode: 'manual' as never }))?.[0];
			expect(await shown('2026-11-02T12:00:00')).toMatchObject({
				value: 120,
				side: 'below',
				threshold: 100,
				_example: expect.stringMatching(/would not start the workflow/) as string,
			});
			expect(await shown('2026-11-04T12:00:00')).toMatchObject({
				value: 90,
				_example: expect.stringMatching(/would start the workflow/) as string,
			});
		});

		it('T7: reports nothing old after a change of the threshold', async () => {
			const watcher = new Watcher(t, { ...threshold, threshold: 50 });
			pretend(NUMBERS);
			await watcher.poll('2026-11-02T12:00:00');
			await watcher.poll('2026-11-05T12:00:00');
			watcher.restart();
			watcher.edit(threshold);
			// The 4th is below already.
			expect(await watcher.poll('2026-11-05T13:00:00')).toBeUndefined();
			expect(await watcher.poll('2026-11-06T12:00:00')).toBeUndefined();
			expect(await watcher.poll('2026-11-07T12:00:00')).toMatchObject([{ date: '2026-11-06' }]);
		});

		it('T13: what was seen counts, whatever it becomes', async () => {
			const watcher = new Watcher(t, threshold);
			pretend([120]);
			await watcher.poll('2026-11-02T12:00:00');
			pretend([90, 80]);
			expect(await watcher.poll('2026-11-03T12:00:00')).toMatchObject([
				{ date: '2026-11-02', value: 80, value_before: 90 },
			]);
		});

		it('a number that is a text is an error, not silence', async () => {
			const watcher = new Watcher(t, threshold);
			pretend(['12%'] as never);
			await expect(watcher.poll('2026-11-02T12:00:00')).rejects.toThrow(
				"The value of measure 'orders' at 2026-11-01 is text: '12%'",
			);
		});

		it('compares with last week in real numbers', async () => {
			const watcher = new Watcher(t, {
				triggerOn: 'change',
				period: 'day',
				direction: 'either',
				percent: 0,
				comparedWith: 'lastWeek',
				...ORDERS,
			});
			const [row] = (await watcher.poll('2026-11-11T12:00:00', { mode: 'manual' as never })) ?? [];
			const [now, before] = [ordersOn('2026-11-10'), ordersOn('2026-11-03')];
			expect(row).toMatchObject({
				date: '2026-11-10',
				value: now,
				compared_with: '2026-11-03',
				compared_value: before,
			});
			expect(row?.percent_change).toBeCloseTo(((now - before) / before) * 100, 1);
		});
	});

	describe('on an unusual number', () => {
		const unusual = {
			triggerOn: 'unusual',
			period: 'day',
			...ORDERS,
			options: { usualRange: 'all' },
		};
		const DAY_MS = 86_400_000;
		const dayBefore = (day: string, days: number) =>
			new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
		let facts: IDataObject = {};
		/** About 100 orders a day in each city, more at weekends, but for some days. */
		const pretend = (others: { [day: string]: number }, cities?: string[], goneFrom = '9999') => {
			t.simulator.faults.clear();
			const ordersAt = (day: string) => {
				const number = Date.parse(day) / DAY_MS;
				return others[day] ?? 100 + (number % 7 < 2 ? 40 : 0) + ((number * 5) % 7);
			};
			const body = (requested: unknown) => {
				const { from_date: from, to_date: to } = requested as {
					from_date: string;
					to_date: string;
				};
				const days: string[] = [];
				for (let day = from; day <= to; day = dayBefore(day, -1)) days.push(day);
				const own = days.map((day) => [ordersAt(day)]);
				const usual = days.map((day) => [ordersAt(dayBefore(day, -364))]);
				return {
					series: days.map((day) => `${day} 00:00:00`),
					rows: cities
						? cities
								.map((city, at) => ({ by_values: [city], values: at === 0 ? own : usual }))
								.slice(from >= goneFrom ? 1 : 0)
						: [{ values: own }],
					data_update_time: '2026-12-31 00:00:00.000',
					data_sufficient_update_time: '2026-12-31 00:00:00.000',
					truncated: false,
					...facts,
				};
			};
			t.simulator.faults.add({ path: /report/, reaction: { answer: { body } } });
		};
		const dates = (items: IDataObject[] | undefined) =>
			items?.map(({ date, side }) => `${date as string} ${side as string}`);

		it('T32: starts once when it leaves its range, restarts or not, and again after it was usual', async () => {
			const watcher = new Watcher(t, unusual);
			pretend({ '2026-11-04': 20, '2026-11-05': 25, '2026-11-07': 15, '2026-11-08': 300 });
			const reported: string[] = [];
			for (let day = 3; day <= 10; day++) {
				reported.push(
					...(dates(await watcher.poll(`2026-11-${day}T12:00:00`.replace(/-(\dT)/, '-0$1'))) ?? []),
				);
				if (day % 2) watcher.restart();
			}
			expect(reported).toEqual(['2026-11-04 below', '2026-11-07 below', '2026-11-08 above']);
		});

		it('T32: has its range, which is that of a report on this day', async () => {
			const watcher = new Watcher(t, unusual);
			pretend({ '2026-11-04': 20 });
			await watcher.poll('2026-11-04T12:00:00');
			const points = Array.from({ length: 141 }, (_, at) => {
				const start = dayBefore('2026-11-04', 140 - at);
				const number = Date.parse(start) / DAY_MS;
				const value = 100 + (number % 7 < 2 ? 40 : 0) + ((number * 5) % 7);
				return { start, value: at === 140 ? 20 : value };
			});
			const how = { unit: 'day', isCount: true, deviations: 3.5, isMarked: () => false } as const;
			const { range } = secondUsual(points, 140, how);
			const bounds = `${Math.ceil(range?.low as number)}–${Math.floor(range?.high as number)}`;
			expect(await watcher.poll('2026-11-05T12:00:00')).toEqual([
				{
					date: '2026-11-04',
					measure: 'orders',
					value: 20,
					usual_low: Math.ceil(range?.low as number),
					usual_high: Math.floor(range?.high as number),
					is_unusual: true,
					side: 'below',
					usual_median: range?.median,
					usual_values: 8,
					text: `11月4日（周三）orders 20，低于周三的常见范围（${bounds}）`,
				},
			]);
		});

		it('T35: has a sentence in the names and language of the project, or of the query', async () => {
			const byCity = {
				...unusual,
				measures: measures({ eventName: 'PayOrder' }),
				groupBy: { group: [{ field: 'city' }] },
			};
			const firstText = async (form: IDataObject, isByHand: boolean) => {
				const watcher = new Watcher(t, form);
				await watcher.poll('2026-11-04T12:00:00');
				const how = isByHand ? { mode: 'manual' as never } : {};
				const items = await watcher.poll('2026-11-05T12:00:00', how);
				return items?.[0]?.text;
			};
			pretend({ '2026-11-04': 20 }, ['Beijing', 'Shanghai']);
			const reported = /Beijing，11月4日（周三）支付订单 20 次，低于周三的常见范围（\d+–\d+ 次）$/;
			expect(await firstText(byCity, false)).toMatch(reported);
			const marked = String(await firstText(byCity, true));
			expect(marked).toMatch(reported);
			expect(marked).toMatch(/^试运行：Beijing/);
			// Where there is no range, the number alone.
			expect(await firstText({ ...byCity, options: {} }, true)).toMatch(/支付订单 20 次$/);
			// Without its filter, the number would be another one.
			const filter = {
				condition: [{ field: 'event.PayOrder.coupon', function: 'isTrue' }],
			};
			expect(await firstText({ ...byCity, filter }, false)).toMatch(
				/^【仅统计.+为“是”的事件】Beijing，11月4日/,
			);
			// What can't call anybody elsewhere can't from here.
			pretend({ '2026-11-04': 20 }, ['<!channel> @all', 'Shanghai']);
			const another = { ...byCity, options: { usualRange: 'all', settleHours: 3 } };
			expect(await firstText(another, false)).not.toMatch(/<!channel>|@all/);
			pretend({ '2026-11-04': 20 }, ['Beijing', 'Shanghai']);
			t.simulator.faults.add({
				path: /events\/all|properties/,
				reaction: { answer: { status: 403, body: {} } },
			});
			const english =
				/^Beijing: PayOrder_events Wed 4 Nov: 20; below the usual range for a Wednesday \(\d+–\d+\)$/;
			expect(await firstText(byCity, false)).toMatch(english);
		});

		it.each([
			[{ sampling_factor: 16 }, / 20 次，低于周三的常见范围（\d+–\d+ 次） · ≈ 基于抽样数据$/, {}],
			[
				{ data_update_time: '2026-11-04 12:00:00', data_sufficient_update_time: '' },
				/^11月4日（周三，数据截至 11月4日 12:00）支付订单 20 次，低于/,
				{ completeAfter: 4 },
			],
		])('T35: has in its sentence what else its answer says: %j', async (own, text, more) => {
			facts = own;
			const form = {
				...{ ...unusual, measures: measures({ eventName: 'PayOrder' }) },
				options: { ...unusual.options, ...more },
			};
			const watcher = new Watcher(t, form);
			pretend({ '2026-11-04': 20 });
			await watcher.poll('2026-11-04T12:00:00');
			const items = await watcher.poll('2026-11-05T12:00:00');
			facts = {};
			expect(items?.[0]?.text).toMatch(text);
		});

		it('T33: requests the preceding days once a day, and only when there is something to judge', async () => {
			const watcher = new Watcher(t, { ...unusual, period: 'hour' });
			const requestedBy = () =>
				t.takeRequests().map(({ body }) => {
					const { from_date: from, to_date: to } = body as { from_date: string; to_date: string };
					return `${from}..${to}`;
				});
			await watcher.poll('2026-11-10T12:05:00');
			requestedBy();
			await watcher.poll('2026-11-10T13:05:00');
			expect(requestedBy()).toEqual(['2026-11-10..2026-11-10', '2026-07-14..2026-11-09']);
			await watcher.poll('2026-11-10T14:05:00');
			expect(requestedBy()).toEqual(['2026-11-10..2026-11-10']);
			await watcher.poll('2026-11-10T14:30:00');
			expect(requestedBy()).toEqual([]);
			await watcher.poll('2026-11-11T03:05:00');
			expect(requestedBy()).toEqual(['2026-11-10..2026-11-11']);
			await watcher.poll('2026-11-11T04:05:00');
			expect(requestedBy()).toEqual(['2026-11-11..2026-11-11', '2026-07-15..2026-11-10']);
			await watcher.poll('2026-11-11T05:05:00');
			expect(requestedBy()).toEqual(['2026-11-11..2026-11-11']);
			// Another filter is another question.
			watcher.edit({ ...unusual, period: 'hour', measures: measures({ eventName: '$pageview' }) });
			await watcher.poll('2026-11-11T05:06:00');
			expect(requestedBy()).toHaveLength(2);
		});

		it('T34: judges each group, and remembers no name', async () => {
			const byCity = { ...unusual, groupBy: { group: [{ field: 'city' }] } };
			const watcher = new Watcher(t, byCity);
			pretend({ '2026-11-04': 20, '2026-11-05': 20 }, ['Beijing', 'Shanghai']);
			await watcher.poll('2026-11-04T12:00:00');
			expect(await watcher.poll('2026-11-05T12:00:00')).toMatchObject([
				{ date: '2026-11-04', measure: 'orders', city: 'Beijing', value: 20, side: 'below' },
			]);
			expect(JSON.stringify(watcher.remembered)).toMatch(/below/);
			expect(JSON.stringify(watcher.remembered)).not.toMatch(/Beijing/);
			watcher.restart();
			expect(await watcher.poll('2026-11-06T12:00:00')).toBeUndefined();
			// A city without an order has no row any more.
			pretend({}, ['Beijing', 'Shanghai']);
			expect(await watcher.poll('2026-11-07T12:00:00')).toBeUndefined();
			pretend({}, ['Beijing', 'Shanghai'], '2026-11-07');
			const gone = await watcher.poll('2026-11-08T12:00:00');
			expect(gone).toMatchObject([{ city: 'Beijing', value: 0, side: 'below' }]);
		});

		it.each<[string, IDataObject, { [day: string]: number }, string]>([
			['usual', {}, {}, 'not start the workflow: it is within its usual range.'],
			['unusual', {}, { '2026-11-04': 20 }, 'This number would start the workflow.'],
			[
				'unusual since a day',
				{},
				{ '2026-11-03': 20, '2026-11-04': 20 },
				'not start the workflow: it was already below its usual range before.',
			],
			[
				'the other way',
				{ unusualSide: 'above' },
				{ '2026-11-04': 20 },
				'not start the workflow: it is below its usual range.',
			],
			[
				'a sale',
				{ options: {} },
				{ '2026-11-04': 20 },
				"no usual range: a holiday, a sale, a working weekend, or a special day, as set in 'Usual Range' and 'Special Days'.",
			],
			[
				'a day of their own',
				{ options: { usualRange: 'all', specialDays: '2026-11-04' } },
				{ '2026-11-04': 20 },
				"no usual range: a holiday, a sale, a working weekend, or a special day, as set in 'Usual Range' and 'Special Days'.",
			],
			[
				'a range of the six Wednesdays that lie furthest back',
				{ options: { usualRange: 'all', specialDays: '2026-09-14 to 2026-11-03' } },
				{ '2026-11-04': 20 },
				'This number would start the workflow.',
			],
			[
				'a level, each day of which has a range of that kind',
				{ options: { usualRange: 'all', specialDays: '2026-09-10 to 2026-10-29' } },
				Object.fromEntries([0, 1, 2, 3, 4, 5].map((days) => [dayBefore('2026-11-04', days), 20])),
				'not start the workflow: it has been below its usual level since 2026-10-30.',
			],
		])('T21: a run by hand says why: %s', async (_case, form, others, words) => {
			pretend(others);
			const watcher = new Watcher(t, { ...unusual, ...form });
			const items = await watcher.poll('2026-11-05T12:00:00', { mode: 'manual' as never });
			expect(items).toMatchObject([
				{ date: '2026-11-04', _example: expect.stringContaining(words) as string },
			]);
		});

		it('refuses too many groups', async () => {
			const cities = Array.from({ length: 101 }, (_, at) => `city ${at}`);
			pretend({}, cities);
			const byCity = { ...unusual, period: 'hour', groupBy: { group: [{ field: 'city' }] } };
			await expect(new Watcher(t, byCity).poll('2026-11-05T12:00:00')).rejects.toThrow(
				/101 numbers \(measures × groups\), but the maximum is 100/,
			);
		});
	});

	it.each([
		[
			{ triggerOn: 'threshold', threshold: 'many' },
			/'Threshold' isn't a number: 'many'\. Enter a number such as 100/,
		],
		[
			{ triggerOn: 'change', percent: -1 },
			/'By More Than \(Percent\)' must be a number from 0 to 1,000,000/,
		],
		[{ triggerOn: 'periodComplete', measures: {} }, /'Measures' is empty/],
		[
			{ triggerOn: 'periodComplete', options: { timeZone: 'Mars' } },
			/^'Project Time Zone' isn't a time zone: 'Mars'\. Enter an IANA name such as Asia\/Shanghai/,
		],
		[{ triggerOn: 'periodComplete', measures: CUMULATED }, OF_REQUESTS],
		[{ triggerOn: 'threshold', threshold: 1000, measures: CUMULATED }, OF_REQUESTS],
		[{ triggerOn: 'change', percent: 5, measures: CUMULATED }, OF_REQUESTS],
		[{ triggerOn: 'unusual', measures: CUMULATED }, OF_REQUESTS],
		...['unusual', 'change'].map((triggerOn): [object, RegExp] => [
			{
				...{ triggerOn, percent: 5, queryMode: 'json' },
				queryJson: '{"measures":[{"event_name":"PayOrder","aggregator":"count_cur_month"}]}',
			},
			/Events in the Month So Far \(count_cur_month\), which adds up from the first day of a month, so it falls with each new month\. Choose .*\(general\)/,
		]),
		[
			{
				...{ triggerOn: 'periodComplete', queryMode: 'json' },
				queryJson: '{"measures":[{"event_name":"PayOrder","aggregator":"rollup_uniq"}]}',
			},
			/'Report URL or JSON' has the aggregator Cumulative Users \(rollup_uniq\).*Choose .*\(unique\)/,
		],
	])('names what is wrong in the form: %j', async (form, words) => {
		const watcher = new Watcher(t, { period: 'day', ...ORDERS, ...(form as IDataObject) });
		await expect(watcher.poll('2026-11-10T12:00:00')).rejects.toThrow(words);
		expect(t.takeRequests()).toEqual([]);
	});
});
