import { DateTime } from 'luxon';

import type { SeenRequest } from '../../simulator/server.mts';
import { sumOf, week } from '../support/orders.mts';
import { TestWorld, groupBy, measures } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const payOrder = (more: object) => ({ eventName: 'PayOrder', ...more });

describe('Get Event Report in the engine', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => t.takeRequests());

	/** Orders of the days from the simulator's event list, not from its reports. */
	const orders = (...days: string[]) => days.flatMap((day) => t.events(day, day, 'PayOrder'));

	describe('output', () => {
		it('is one flat item per date and group, with numbers as numbers', async () => {
			const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
			const { rows } = await t.report({
				measures: measures(
					payOrder({ outputName: 'orders' }),
					payOrder({ aggregator: 'unique' }),
					payOrder({ aggregator: 'sum', field: 'amount' }),
				),
				groupBy: groupBy('city'),
				fromDate: days[0],
				toDate: days[2],
			});
			const cities = [...new Set(orders(...days).map(({ properties }) => properties.city))];
			expect(rows).toHaveLength(cities.length * days.length);
			for (const city of cities) {
				for (const date of days) {
					const events = orders(date).filter(({ properties }) => properties.city === city);
					expect(rows).toContainEqual({
						date,
						city,
						orders: events.length,
						PayOrder_users: new Set(events.map(({ user }) => user.id)).size,
						PayOrder_sum_amount: sumOf(events),
					});
				}
			}
		});

		it('has a key for every group field, with owners if the names are equal', async () => {
			const { rows } = await t.report({ groupBy: groupBy('city', 'user.city', 'device') });
			expect(Object.keys(rows[0] ?? {})).toEqual([
				'date',
				'PayOrder_city',
				'user_city',
				'device',
				'PayOrder_events',
			]);
		});

		it.each([
			[
				'hour',
				'2026-11-01',
				'2026-11-01',
				24,
				'2026-11-01T00:00:00+08:00',
				'2026-11-01T23:00:00+08:00',
			],
			['day', '2026-10-30', '2026-11-02', 4, '2026-10-30', '2026-11-02'],
			['week', '2026-11-01', '2026-11-09', 3, '2026-10-26', '2026-11-09'],
			['month', '2026-10-15', '2026-11-15', 2, '2026-10-01', '2026-11-01'],
		])('by %s', async (unit, fromDate, toDate, count, first, last) => {
			const { rows } = await t.report({ unit, fromDate, toDate });
			expect(rows).toHaveLength(count);
			expect([rows[0]?.date, rows.at(-1)?.date]).toEqual([first, last]);
			const days: string[] = [];
			for (
				let day = DateTime.fromISO(fromDate);
				day <= DateTime.fromISO(toDate);
				day = day.plus({ days: 1 })
			)
				days.push(day.toISODate() as string);
			expect(rows.reduce((sum, row) => sum + Number(row.PayOrder_events), 0)).toBe(
				orders(...days).length,
			);
		});

		it("is yesterday in the workflow's time zone unless other dates are set", async () => {
			const { rows } = await t.report();
			expect(rows[0]?.date).toBe(
				DateTime.now().setZone('Asia/Shanghai').minus({ days: 1 }).toISODate(),
			);
		});

		it('says of which input item each row came', async () => {
			const { items } = await t.report(
				{ groupBy: groupBy('device'), fromDate: '={{ $json.day }}', toDate: '={{ $json.day }}' },
				{ items: [{ day: '2026-11-01' }, { day: '2026-11-02' }] },
			);
			expect(
				new Set(items.map(({ pairedItem, json }) => JSON.stringify([pairedItem, json.date]))),
			).toEqual(new Set(['[{"item":0},"2026-11-01"]', '[{"item":1},"2026-11-02"]']));
		});

		it('is the raw answer if requested', async () => {
			const { rows } = await t.report({ output: 'raw', groupBy: groupBy('city') });
			expect(rows).toHaveLength(1);
			expect(rows[0]).toMatchObject({
				by_fields: ['event.$Anything.city'],
				truncated: false,
				sampling_factor: 64,
			});
		});

		it('takes expressions with Luxon dates', async () => {
			const { rows } = await t.report({
				fromDate: "={{ DateTime.fromISO('2026-11-01') }}",
				toDate: "={{ DateTime.fromISO('2026-11-02') }}",
			});
			expect(rows.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02']);
		});
	});

	describe('aggregators', () => {
		const day = '2026-11-03';
		const values = (name: string) =>
			orders(day)
				.map(({ properties }) => Number(properties[name]))
				.sort((a, b) => a - b);
		const users = () => new Set(orders(day).map(({ user }) => user.id)).size;
		const total = (list: number[]) => list.reduce((sum, value) => sum + value, 0);

		it.each<[string, string | undefined, () => number]>([
			['general', undefined, () => orders(day).length],
			['unique', undefined, users],
			['average', undefined, () => orders(day).length / users()],
			['sum', 'amount', () => total(values('amount'))],
			['avg', 'amount', () => total(values('amount')) / values('amount').length],
			['max', 'amount', () => values('amount').at(-1) as number],
			['min', 'amount', () => values('amount')[0] as number],
			['uniqAvg', 'amount', () => total(values('amount')) / users()],
			[
				'uniqCount',
				'category',
				() => new Set(orders(day).map(({ properties }) => properties.category)).size,
			],
			[
				'quantile50',
				'item_count',
				() => values('item_count')[Math.ceil(values('item_count').length / 2) - 1] as number,
			],
			[
				'count_last_day_7',
				undefined,
				() =>
					orders(
						'2026-10-28',
						'2026-10-29',
						'2026-10-30',
						'2026-10-31',
						'2026-11-01',
						'2026-11-02',
						day,
					).length,
			],
		])('%s', async (aggregator, field, expected) => {
			const { rows } = await t.report({
				measures: measures(payOrder({ aggregator, field, outputName: 'value' })),
				fromDate: day,
				toDate: day,
			});
			expect(rows[0]?.value).toBeCloseTo(expected(), 4);
		});

		it('one that is not listed is sent as typed', async () => {
			const { error } = await t.report({
				measures: measures(payOrder({ aggregator: 'quantile95', field: 'amount' })),
			});
			expect(error?.message).toMatch(
				/'Aggregator' of measure 1: the aggregator "quantile95" is unknown/,
			);
		});
	});

	describe('a pasted payload', () => {
		const payload = {
			measures: [
				{ event_name: 'PayOrder', aggregator: 'unique', name: '' },
				{
					event_name: 'PayOrder',
					aggregator: 'sum',
					field: 'event.PayOrder.amount',
					name: 'revenue',
				},
			],
			unit: 'day',
			from_date: '2026-10-01',
			to_date: '2026-10-07',
			by_fields: ['event.PayOrder.device'],
			filter: {
				relation: 'and',
				conditions: [{ field: 'event.PayOrder.amount', function: 'greater', params: [100] }],
			},
			axis_config: { isNormalize: false, left: [], right: [] },
			chartsType: 'line',
			rangeText: '2026-10-01 - 2026-10-07',
			sub_task_type: 'SEGMENTATION',
			request_id: '1696118400000:123456',
			approx: false,
			sampling_factor: 64,
			time_zone_mode: '',
			server_time_zone: '',
			fromDash: { type: 'dash', id: 7 },
			bookmarkid: 7,
			tType: 'n',
			ratio: 'n',
			use_cache: true,
			limit: 100,
		};

		it('just works, with the dates of the form', async () => {
			const { rows } = await t.report({
				queryMode: 'json',
				queryJson: JSON.stringify(payload),
				fromDate: '2026-11-01',
				toDate: '2026-11-01',
			});
			const large = orders('2026-11-01').filter(
				({ properties }) => Number(properties.amount) > 100,
			);
			expect(rows.map(({ revenue }) => Number(revenue)).reduce((a, b) => a + b, 0)).toBeCloseTo(
				sumOf(large),
				2,
			);
			expect(Object.keys(rows[0] ?? {})).toEqual(['date', 'device', 'PayOrder_users', 'revenue']);
			const [request] = t.takeRequests();
			expect(request?.body).toMatchObject({
				from_date: '2026-11-01',
				to_date: '2026-11-01',
				bookmarkid: 7,
				chartsType: 'line',
			});
			expect(request?.body).not.toHaveProperty('request_id');
		});

		it('runs every day with "yesterday" without being touched', async () => {
			const { rows } = await t.report({
				queryMode: 'json',
				queryJson: JSON.stringify(payload),
				dateRange: 'yesterday',
			});
			expect(rows[0]?.date).toBe(
				DateTime.now().setZone('Asia/Shanghai').minus({ days: 1 }).toISODate(),
			);
		});

		it('keeps its own dates when they are not overridden', async () => {
			const { rows } = await t.report({
				queryMode: 'json',
				queryJson: payload,
			});
			expect(new Set(rows.map(({ date }) => date)).size).toBe(7);
		});

		it('rolls by the words with its dates, and adds a hint about fixed dates', async () => {
			const pasted = async (rangeText: string) =>
				await t.report({ queryMode: 'json', queryJson: { ...payload, rangeText } });
			const hints = ({ run: { data } }: Awaited<ReturnType<typeof pasted>>) =>
				JSON.stringify(data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? []);
			const lastDays = { queryMode: 'json', dateRange: 'last', lastCount: 7, lastUnit: 'days' };
			await t.report({ ...lastDays, queryJson: payload });
			const rolled = await pasted('过去 7 天');
			const standing = await pasted('2026-10-01 - 2026-10-07');
			const datesOf = ({ body }: SeenRequest) => {
				const { from_date: from, to_date: to } = body as Record<string, string>;
				return [from, to];
			};
			const [chosen = [], ...others] = t.takeRequests().map(datesOf);
			expect(chosen[0]).not.toBe('2026-10-01');
			expect(others).toEqual([chosen, ['2026-10-01', '2026-10-07']]);
			expect(hints(rolled)).not.toMatch('stand still');
			expect(hints(standing)).toMatch(
				/\[\{"message":"The report uses the fixed dates of the query \('2026-10-01 - 2026-10-07', which this node can't convert to a relative range\): 2026-10-01 to 2026-10-07\. For dates that follow the calendar, choose another 'Date Range'\.","location":"outputPane"\}\]/,
			);
		});

		it('may come from an expression, as an object', async () => {
			const { rows } = await t.report(
				{ queryMode: 'json', queryJson: '={{ $json }}' },
				{ items: [payload] },
			);
			expect(rows.length).toBeGreaterThan(6);
		});

		it('with totals (shape B) returns its details', async () => {
			const { rows } = await t.report({
				queryMode: 'json',
				queryJson: { ...payload, detail_and_rollup: true },
			});
			expect(new Set(rows.map(({ date }) => date)).size).toBe(7);
		});

		it('with a comparison keeps it, as columns; it moves along with other dates', async () => {
			const compared = {
				...payload,
				compare_from_date: '2026-09-24',
				compare_to_date: '2026-09-30',
			};
			const { rows } = await t.report({ queryMode: 'json', queryJson: compared });
			expect(new Set(rows.map(({ date_previous: date }) => date))).toContain('2026-09-24');
			expect(rows[0]).toHaveProperty('revenue_change_percent');
			const moved = await t.report({
				queryMode: 'json',
				queryJson: compared,
				fromDate: '2026-11-08',
			});
			// The previous period of a day is the day before.
			expect(moved.rows[0]).toMatchObject({ date: '2026-11-08', date_previous: '2026-11-07' });
		});

		it.each([
			['2026-09-30', '2026-09-24'],
			['2026-09-24', undefined],
			['last week', 'last week'],
		])(
			'with a comparison that is no range of dates needs another one: %s, %s',
			async (from, to) => {
				const compared = { ...payload, compare_from_date: from, compare_to_date: to };
				const form = { queryMode: 'json', queryJson: compared };
				t.takeRequests();
				const { error } = await t.report(form);
				expect(error?.message).toMatch(
					/^'compare_from_date' and 'compare_to_date' of the query aren't two dates in ascending order/,
				);
				expect(t.takeRequests()).toEqual([]);
				expect((await t.report({ ...form, compareWith: 'none' })).error).toBeUndefined();
			},
		);

		it('adds a hint if a limit truncated it', async () => {
			const { run, rows } = await t.report({
				queryMode: 'json',
				queryJson: { ...payload, limit: 1 },
			});
			expect(new Set(rows.map(({ device }) => device)).size).toBe(1);
			const hints = run.data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? [];
			expect(hints.map(({ message }) => message).join()).toMatch(/truncated/);
		});

		it('is equal in power', async () => {
			const queryJson = {
				measures: [{ event_name: 'PayOrder', aggregator: 'general', name: 'orders' }],
				unit: 'day',
				from_date: '2020-01-01',
				to_date: '2020-01-02',
				by_fields: ['event.PayOrder.device'],
				chartsType: 'line',
			};
			const { rows } = await t.report({
				queryMode: 'json',
				queryJson,
				...week,
				compareWith: 'lastWeek',
				output: 'summary',
				options: { includeMeta: true, useCache: false },
			});
			expect(rows).toHaveLength(1);
			expect(rows[0]).toMatchObject({
				orders: t.events('2026-11-02', '2026-11-08', 'PayOrder').length,
				orders_previous: t.events('2026-10-26', '2026-11-01', 'PayOrder').length,
				meta: { compare_from: '2026-10-26' },
			});
			expect(t.takeRequests()[0]?.body).toMatchObject({ chartsType: 'line', use_cache: false });
		});
	});

	describe('bad input names field and item, and leaves other items unharmed', () => {
		const item = (fault: object) => ({
			event: 'PayOrder',
			aggregator: 'sum',
			field: 'amount',
			unit: 'day',
			from: '2026-11-01',
			to: '2026-11-02',
			...fault,
		});
		const form = {
			measures: measures({
				eventName: '={{ $json.event }}',
				aggregator: '={{ $json.aggregator }}',
				field: '={{ $json.field }}',
			}),
			unit: '={{ $json.unit }}',
			fromDate: '={{ $json.from }}',
			toDate: '={{ $json.to }}',
		};

		it.each([
			['an empty event', item({ event: '' }), /'Event Name' of measure 1 is empty/],
			['an aggregator without its field', item({ field: '' }), /'Property' of measure 1 is empty/],
			[
				'from after to',
				item({ from: '2026-11-03' }),
				/'From Date' \(2026-11-03\) is after 'To Date' \(2026-11-02\)/,
			],
			[
				'a date that is none',
				item({ to: 'tomorrow' }),
				/'To Date' isn't a date: 'tomorrow'\. Enter a date such as 2026-11-19/,
			],
			[
				'an unknown event',
				item({ event: 'PayOrders' }),
				/'Event Name' of measure 1: the event "PayOrders" does not exist/,
			],
			[
				'an unknown field',
				item({ field: 'amounts' }),
				/'Property' of measure 1: the field "event.PayOrder.amounts" does not exist/,
			],
			[
				'a field that is no number',
				item({ field: 'channel' }),
				/"event.PayOrder.channel" is no number/,
			],
			['an unknown unit', item({ unit: 'fortnight' }), /'Unit': /],
		])('%s', async (_case, faulty, message) => {
			const alone = await t.report(form, { items: [item({}), faulty] });
			expect(alone.error?.message).toMatch(message);
			expect(alone.error?.context?.itemIndex).toBe(1);
			expect(alone.rows).toEqual([]);

			const going = await t.report(form, {
				items: [item({}), faulty, item({})],
				onError: 'continueRegularOutput',
			});
			expect(going.error).toBeUndefined();
			expect(going.items.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 0 },
				{ item: 1 },
				{ item: 2 },
				{ item: 2 },
			]);
			expect(going.rows[2]?.error).toMatch(message);
		});

		it('empty measures', async () => {
			expect((await t.report({ measures: {} })).error?.message).toMatch(/'Measures' is empty/);
		});

		it('broken JSON', async () => {
			const { error } = await t.report(
				{ queryMode: 'json', queryJson: '={{ $json.text }}' },
				{ items: [{ text: '{"measures": [' }] },
			);
			expect(error?.message).toMatch(
				/'Report URL or JSON' isn't valid JSON: Unexpected end of JSON input\. Copy the payload with "view source" in the browser's network panel/,
			);
		});

		it('goes to the error output if there is one', async () => {
			const { run, rows } = await t.report(form, {
				items: [item({}), item({ to: 'x' })],
				onError: 'continueErrorOutput',
			});
			const outputs = run.data.resultData.runData['Sensors Analytics']?.[0]?.data?.main;
			expect(rows).toHaveLength(2);
			expect(outputs?.[1]?.map(({ json }) => json.error)).toEqual([
				expect.stringMatching(/'To Date' isn't a date: 'x'\. Enter a date such as 2026-11-19/),
			]);
		});
	});
});
