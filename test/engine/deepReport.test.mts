/** Get Event Report in depth; numbers are checked against sums over the simulator's event list. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';
import { groupBy, measures, TestWorld } from '../support/world.mts';

const counted = (more: IDataObject = {}) => ({
	eventName: 'PayOrder',
	outputName: 'orders',
	...more,
});
const revenue = {
	eventName: 'PayOrder',
	aggregator: 'sum',
	field: 'amount',
	outputName: 'revenue',
};
const week = { dateRange: 'custom', fromDate: '2026-11-02', toDate: '2026-11-08' };
const condition = (
	field: string,
	valueKind: string,
	name: string,
	values: string | number = '',
) => ({
	field,
	valueKind,
	function: name,
	values,
});

describe('Get Event Report, in depth', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => t.takeRequests());

	const days = (from: string, to: string) => {
		const list: string[] = [];
		for (let day = DateTime.fromISO(from); day <= DateTime.fromISO(to); day = day.plus({ days: 1 }))
			list.push(day.toISODate() as string);
		return list;
	};
	const events = (from: string, to: string, name = 'PayOrder') =>
		days(from, to)
			.flatMap((day) => t.world.shopOf('production').eventsOf(day))
			.filter(({ event }) => event === name);
	const sum = (list: ShopEvent[]) =>
		Math.round(list.reduce((total, { properties }) => total + Number(properties.amount), 0) * 100) /
		100;
	const users = (list: ShopEvent[]) => new Set(list.map(({ user }) => user.id)).size;
	const total = async (form: IDataObject) =>
		(await t.report({ unit: 'total', ...week, ...form })).rows;

	describe('asking', () => {
		const list = () => events('2026-11-02', '2026-11-08');

		it.each<[string, IDataObject, (event: ShopEvent) => boolean]>([
			[
				'equal',
				condition('city', 'text', 'equal', 'Beijing, Shanghai'),
				({ properties: p }) => ['Beijing', 'Shanghai'].includes(String(p.city)),
			],
			[
				'notEqual',
				condition('city', 'text', 'notEqual', 'Beijing'),
				({ properties: p }) => p.city !== 'Beijing',
			],
			[
				'contain',
				condition('city', 'text', 'contain', 'zh'),
				({ properties: p }) => String(p.city ?? '').includes('zh'),
			],
			[
				'notContain',
				condition('city', 'text', 'notContain', 'zh'),
				({ properties: p }) => !String(p.city ?? '').includes('zh'),
			],
			[
				'rlike',
				condition('city', 'text', 'rlike', '^(S|B).*i'),
				({ properties: p }) => /^(S|B).*i/.test(String(p.city ?? '')),
			],
			[
				'less',
				condition('amount', 'number', 'less', 100),
				({ properties: p }) => Number(p.amount) < 100,
			],
			[
				'lessEqual',
				condition('item_count', 'number', 'lessEqual', '1'),
				({ properties: p }) => Number(p.item_count) <= 1,
			],
			[
				'greater',
				condition('amount', 'number', 'greater', '200.5'),
				({ properties: p }) => Number(p.amount) > 200.5,
			],
			[
				'greaterEqual',
				condition('item_count', 'number', 'greaterEqual', '2'),
				({ properties: p }) => Number(p.item_count) >= 2,
			],
			[
				'between',
				condition('amount', 'number', 'between', '100, 300'),
				({ properties: p }) => Number(p.amount) >= 100 && Number(p.amount) <= 300,
			],
			[
				'isTrue',
				condition('coupon', 'boolean', 'isTrue'),
				({ properties: p }) => p.coupon === true,
			],
			[
				'isFalse',
				condition('coupon', 'boolean', 'isFalse'),
				({ properties: p }) => p.coupon === false,
			],
			['isSet', condition('channel', 'text', 'isSet'), ({ properties: p }) => p.channel !== null],
			['notSet', condition('channel', 'text', 'notSet'), ({ properties: p }) => p.channel === null],
			[
				'include',
				condition('user.interests', 'list', 'include', 'audio'),
				({ user }) => (user.properties.interests as string[]).includes('audio'),
			],
			[
				'absoluteBetween',
				condition('user.registered_on', 'date', 'absoluteBetween', '2024-01-01, 2024-12-31'),
				({ user }) => String(user.properties.registered_on).startsWith('2024'),
			],
			[
				'relativeWithin',
				condition('user.registered_on', 'date', 'relativeWithin', '500'),
				({ user }) =>
					String(user.properties.registered_on) >=
					(DateTime.now().setZone('Asia/Shanghai').minus({ days: 500 }).toISODate() as string),
			],
			[
				'relativeBefore',
				condition('user.registered_on', 'date', 'relativeBefore', '500'),
				({ user }) =>
					String(user.properties.registered_on) <
					(DateTime.now().setZone('Asia/Shanghai').minus({ days: 500 }).toISODate() as string),
			],
		])('filter: %s', async (_name, row, passes) => {
			const rows = await total({
				measures: measures(counted()),
				filterMode: 'conditions',
				filter: { condition: [row] },
			});
			expect(rows).toEqual([{ orders: list().filter(passes).length }]);
			expect(list().filter(passes).length).toBeGreaterThan(0);
		});

		it('filter: joined by or, with a group, beside one of a measure', async () => {
			const rows = await total({
				measures: measures(
					counted(),
					counted({
						outputName: 'by_phone',
						isFiltered: true,
						filter: { condition: [condition('device', 'text', 'equal', 'phone')] },
					}),
				),
				filterMode: 'conditions',
				filterJoin: 'or',
				filter: { condition: [condition('amount', 'number', 'greater', '500')] },
				filterGroups: {
					group: [
						{
							join: 'and',
							conditions: {
								condition: [
									condition('city', 'text', 'equal', 'Beijing'),
									condition('coupon', 'boolean', 'isTrue'),
								],
							},
						},
					],
				},
			});
			const fitting = list().filter(
				({ properties: p }) =>
					Number(p.amount) > 500 || (p.city === 'Beijing' && p.coupon === true),
			);
			expect(rows).toEqual([
				{
					orders: fitting.length,
					by_phone: fitting.filter(({ properties: p }) => p.device === 'phone').length,
				},
			]);
		});

		it('filter: JSON', async () => {
			const filterJson = {
				relation: 'and',
				conditions: [{ field: 'user.level', function: 'equal', params: ['gold'] }],
			};
			const rows = await total({ measures: measures(counted()), filterMode: 'json', filterJson });
			expect(rows).toEqual([
				{ orders: list().filter(({ user }) => user.properties.level === 'gold').length },
			]);
		});

		it('formula', async () => {
			const rows = await total({
				measures: measures({
					measureType: 'formula',
					expression: 'sum(event.PayOrder.amount)/count(event.PayOrder)',
					outputName: 'basket',
				}),
			});
			expect(rows[0]?.basket).toBeCloseTo(sum(list()) / list().length, 3);
			expect(t.takeRequests()[0]?.body).toMatchObject({ measures: [{ events: ['PayOrder'] }] });
		});

		it('number buckets', async () => {
			const rows = await total({
				measures: measures(counted()),
				groupBy: { group: [{ field: 'amount', buckets: '100, 500' }] },
			});
			const count = (low: number, high: number) =>
				list().filter(({ properties: p }) => Number(p.amount) >= low && Number(p.amount) < high)
					.length;
			expect(new Map(rows.map((row) => [row.amount, row.orders]))).toEqual(
				new Map([
					['(-∞, 100)', count(0, 100)],
					['[100, 500)', count(100, 500)],
					['[500, +∞)', count(500, 1e9)],
				]),
			);
		});

		it('unit none: one total per group, distinct users counted once', async () => {
			const rows = await total({
				measures: measures(counted({ aggregator: 'unique', outputName: 'customers' })),
				groupBy: groupBy('device'),
			});
			for (const row of rows)
				expect(row).toEqual({
					device: row.device,
					customers: users(list().filter(({ properties: p }) => p.device === row.device)),
				});
		});

		it.each([
			[{ dateRange: 'last', lastCount: 7, lastUnit: 'days' }, 7, 1],
			[{ dateRange: 'last', lastCount: 7, lastUnit: 'days', includeCurrent: true }, 7, 0],
			[{ dateRange: 'today' }, 1, 0],
		])('dates: %j', async (form, count, ago) => {
			const { rows } = await t.report({ measures: measures(counted()), ...form });
			expect(rows).toHaveLength(count);
			expect(rows.at(-1)?.date).toBe(
				DateTime.now().setZone('Asia/Shanghai').minus({ days: ago }).toISODate(),
			);
		});

		it('dates in a named zone', async () => {
			const { rows } = await t.report({
				measures: measures(counted()),
				dateRange: 'today',
				options: { timeZone: 'Pacific/Kiritimati', includeMeta: true },
			});
			expect(rows[0]?.date).toBe(DateTime.now().setZone('Pacific/Kiritimati').toISODate());
			expect(rows[0]?.meta).toMatchObject({ time_zone: 'Pacific/Kiritimati' });
		});

		it.each([
			['previousPeriod', '2026-10-26', '2026-11-01'],
			['lastWeek', '2026-10-26', '2026-11-01'],
			['lastMonth', '2026-10-02', '2026-10-08'],
			['lastYear', '2025-11-02', '2025-11-08'],
		])('compared with %s', async (compareWith, from, to) => {
			const { rows } = await t.report({
				measures: measures(counted(), revenue),
				...week,
				compareWith,
			});
			expect(rows).toHaveLength(7);
			rows.forEach((row, index) => {
				const [day, before] = [
					days(week.fromDate, week.toDate)[index] as string,
					days(from, to)[index] as string,
				];
				const [now, then] = [events(day, day), events(before, before)];
				expect(row).toMatchObject({
					date: day,
					date_previous: before,
					orders: now.length,
					orders_previous: then.length,
					orders_change: now.length - then.length,
				});
				expect(row.revenue_change_percent).toBeCloseTo(
					((sum(now) - sum(then)) / sum(then)) * 100,
					4,
				);
			});
			expect(t.takeRequests()).toHaveLength(2);
		});

		it('a group that is only in the comparison is shown', async () => {
			const form = {
				measures: measures(counted()),
				groupBy: groupBy('city'),
				filterMode: 'conditions',
				unit: 'total',
			};
			const { rows } = await t.report({
				...form,
				dateRange: 'custom',
				fromDate: '2026-11-03',
				toDate: '2026-11-03',
				compareWith: 'custom',
				compareFromDate: '2026-01-01',
				compareToDate: '2026-03-01',
			});
			expect(new Set(rows.map(({ city }) => city))).toEqual(
				new Set(events('2026-01-01', '2026-03-01').map(({ properties }) => properties.city)),
			);
		});

		it('slices: the same rows as in one request', async () => {
			const form = {
				measures: measures(counted(), revenue),
				groupBy: groupBy('device'),
				dateRange: 'custom',
				fromDate: '2026-09-01',
				toDate: '2026-11-08',
				unit: 'week',
			};
			const whole = (await t.report(form)).rows;
			t.takeRequests();
			const sliced = (await t.report({ ...form, options: { sliceDays: 20 } })).rows;
			expect(t.takeRequests().length).toBeGreaterThan(3);
			const sorted = (rows: IDataObject[]) => rows.map((row) => JSON.stringify(row)).sort();
			expect(sorted(sliced)).toEqual(sorted(whole));
			expect(
				(await t.report({ ...form, unit: 'total', options: { sliceDays: 20 } })).rows.reduce(
					(a, row) => a + Number(row.orders),
					0,
				),
			).toBe(events('2026-09-01', '2026-11-08').length);
			expect(
				(
					await t.report({
						...form,
						measures: measures(counted({ aggregator: 'unique' })),
						unit: 'total',
						options: { sliceDays: 20 },
					})
				).error?.message,
			).toMatch(/can't be added up/);
		});

		it('options reach the service', async () => {
			await t.report({
				measures: measures(counted()),
				...week,
				options: {
					samplingFactor: 16,
					useCache: false,
					approximate: true,
					groupLimit: 3,
					requestId: 'r-1',
				},
			});
			expect(t.takeRequests()[0]?.body).toMatchObject({
				sampling_factor: 16,
				use_cache: false,
				approx: true,
				limit: 3,
				request_id: 'r-1',
			});
			expect((await t.report({ options: { samplingFactor: 65 } })).error?.message).toMatch(
				/'Sampling Factor' must be a whole number from 1 to 64/,
			);
		});

		it('ordered by a measure, top groups only', async () => {
			const { rows } = await t.report({
				measures: measures(revenue),
				groupBy: groupBy('city'),
				...week,
				unit: 'total',
				options: { orderBy: 'revenue', topGroups: 3 },
			});
			const cities = [
				...new Set(events(week.fromDate, week.toDate).map(({ properties }) => properties.city)),
			];
			const sums = cities
				.map((city) =>
					sum(
						events(week.fromDate, week.toDate).filter(({ properties }) => properties.city === city),
					),
				)
				.sort((a, b) => b - a);
			expect(rows.map((row) => row.revenue)).toEqual(sums.slice(0, 3));
			expect((await t.report({ ...week, options: { orderBy: 'nope' } })).error?.message).toMatch(
				/'Order By' names no column: 'nope'/,
			);
		});

		it('a preview sends nothing', async () => {
			const { rows } = await t.report({
				measures: measures(counted()),
				...week,
				compareWith: 'lastWeek',
				options: { previewRequest: true },
			});
			expect(rows).toEqual([
				{
					requests: ['2026-11-02', '2026-10-26'].map((from) => ({
						method: 'POST',
						path: '/api/events/report',
						body: {
							measures: [{ event_name: 'PayOrder', aggregator: 'general', name: 'orders' }],
							unit: 'day',
							from_date: from,
							to_date: DateTime.fromISO(from).plus({ days: 6 }).toISODate(),
						},
					})),
				},
			]);
			expect(t.takeRequests()).toEqual([]);
		});
	});

	describe('getting', () => {
		const form = { measures: measures(counted(), revenue), groupBy: groupBy('device'), ...week };

		it('table, with totals and meta', async () => {
			const { rows } = await t.report({ ...form, output: 'table', options: { totals: true } });
			const [table] = rows as [
				{ columns: object[]; rows: unknown[][]; totals: IDataObject[]; meta: IDataObject },
			];
			expect(table.columns).toEqual([
				{ name: 'date', type: 'date', role: 'date' },
				{ name: 'device', type: 'string', role: 'group' },
				{ name: 'orders', type: 'number', role: 'measure' },
				{ name: 'revenue', type: 'number', role: 'measure' },
			]);
			expect(table.rows).toHaveLength(21);
			expect(table.totals.reduce((a, row) => a + Number(row.orders), 0)).toBe(
				events(week.fromDate, week.toDate).length,
			);
			expect(table.meta).toMatchObject({
				from: week.fromDate,
				to: week.toDate,
				time_zone: 'Asia/Shanghai',
				unit: 'day',
				rows: 21,
				groups: 3,
				groups_existing: 3,
				truncated: false,
				sampled: false,
			});
			expect(table.meta).toHaveProperty('data_updated_at');
			expect(table.meta).toHaveProperty('requested_at');
		});

		it('wide', async () => {
			const { rows } = await t.report({ ...form, measures: measures(counted()), output: 'wide' });
			expect(rows).toHaveLength(7);
			for (const row of rows) {
				const day = events(String(row.date), String(row.date));
				for (const device of ['phone', 'tablet', 'computer'])
					expect(row[device]).toBe(
						day.filter(({ properties }) => properties.device === device).length,
					);
			}
		});

		it('summary: totals of everything, with changes; users counted once', async () => {
			const { rows } = await t.report({
				...form,
				measures: measures(counted(), counted({ aggregator: 'unique', outputName: 'customers' })),
				output: 'summary',
				compareWith: 'previousPeriod',
			});
			const [now, then] = [events('2026-11-02', '2026-11-08'), events('2026-10-26', '2026-11-01')];
			expect(rows).toEqual([
				expect.objectContaining({
					from: week.fromDate,
					to: week.toDate,
					orders: now.length,
					orders_previous: then.length,
					orders_change: now.length - then.length,
					customers: users(now),
					customers_previous: users(then),
				}),
			]);
		});

		it('raw: both answers of a comparison', async () => {
			const { rows } = await t.report({ ...form, output: 'raw', compareWith: 'lastWeek' });
			expect(rows.map(({ series }) => (series as string[])[0])).toEqual([
				'2026-11-02 00:00:00',
				'2026-10-26 00:00:00',
			]);
		});

		it('an output form that does not exist is refused', async () => {
			expect((await t.report({ output: '={{ "pie" }}' })).error?.message).toMatch(
				/'Output' must be one of rows, table, wide, summary, raw, slack, markdown, feishu, html, not 'pie'/,
			);
		});

		it('missing dates are filled, unless that is switched off', async () => {
			const answer = {
				series: ['2026-11-03 00:00:00'],
				rows: [{ values: [[4, 9.5]] }],
				truncated: false,
			};
			const gap = async (options: IDataObject) => {
				t.simulator.faults.add({
					path: /report/,
					times: 1,
					reaction: { answer: { body: answer } },
				});
				return (
					await t.report({
						measures: measures(counted(), {
							eventName: 'PayOrder',
							aggregator: 'avg',
							field: 'amount',
							outputName: 'mean',
						}),
						...week,
						options,
					})
				).rows;
			};
			const filled = await gap({});
			expect(filled).toHaveLength(7);
			expect(filled[0]).toEqual({ date: '2026-11-02', orders: 0, mean: null });
			expect(filled[1]).toEqual({ date: '2026-11-03', orders: 4, mean: 9.5 });
			expect(await gap({ fillMissingDates: false })).toHaveLength(1);
		});

		it('truncated or sampled is told in the editor and in the data', async () => {
			const { rows, run } = await t.report({
				...form,
				options: { groupLimit: 1, samplingFactor: 16 },
			});
			for (const row of rows) expect(row).toMatchObject({ _truncated: true, _sampled: true });
			const hints = run.data.resultData.runData['Sensors Analytics']?.[0]?.hints
				?.map(({ message }) => message)
				.join();
			expect(hints).toMatch(/truncated.*sample/);
		});

		it('no rows: nothing, or an item that says so', async () => {
			const nothing = {
				measures: measures(counted()),
				groupBy: groupBy('city'),
				...week,
				filterMode: 'conditions',
				filter: { condition: [condition('amount', 'number', 'less', '0')] },
			};
			expect((await t.report(nothing)).rows).toEqual([]);
			const { rows } = await t.report({ ...nothing, options: { whenEmpty: 'item' } });
			expect(rows).toEqual([
				{
					message: 'The report has no rows',
					rows: 0,
					meta: expect.objectContaining({ from: week.fromDate, rows: 0 }) as object,
				},
			]);
		});

		it('hours on the day of a clock change have their offsets', async () => {
			const { rows } = await t.report({
				measures: measures(counted()),
				dateRange: 'custom',
				fromDate: '2026-11-01',
				toDate: '2026-11-01',
				unit: 'hour',
				options: { timeZone: 'America/New_York' },
			});
			expect(rows).toHaveLength(24);
			expect([rows[1]?.date, rows[2]?.date]).toEqual([
				'2026-11-01T01:00:00-04:00',
				'2026-11-01T02:00:00-05:00',
			]);
		});
	});

	it('a pasted payload is equal in power', async () => {
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
			orders: events('2026-11-02', '2026-11-08').length,
			orders_previous: events('2026-10-26', '2026-11-01').length,
			meta: { compare_from: '2026-10-26' },
		});
		expect(t.takeRequests()[0]?.body).toMatchObject({ chartsType: 'line', use_cache: false });
	});
});
