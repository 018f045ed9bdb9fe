/** What Get Event Report asks for; numbers are checked against sums over the simulator's event list. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';
import {
	condition,
	datesFrom,
	ordersBy,
	revenue,
	sumOf,
	usersOf,
	week,
} from '../support/orders.mts';
import type { NodeRun } from '../support/engine.mts';
import { groupBy, measures, TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

// Nobody registers around the first day of a month, so midnight may pass.
const daysSince2025 = String(
	Math.floor(
		DateTime.now().setZone('Asia/Shanghai').diff(DateTime.fromISO('2025-01-01'), 'days').days,
	),
);

beforeAll(() => void withoutWaits());

describe('Get Event Report requests', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => t.takeRequests());

	const events = (from: string, to: string) => t.events(from, to, 'PayOrder');
	const total = async (form: IDataObject) =>
		(await t.report({ unit: 'total', ...week, ...form })).rows;
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
		['isTrue', condition('coupon', 'boolean', 'isTrue'), ({ properties: p }) => p.coupon === true],
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
			condition('user.registered_on', 'date', 'relativeWithin', daysSince2025),
			({ user }) => String(user.properties.registered_on) >= '2025-01-01',
		],
		[
			'relativeBefore',
			condition('user.registered_on', 'date', 'relativeBefore', daysSince2025),
			({ user }) => String(user.properties.registered_on) < '2025-01-01',
		],
	])('filter: %s', async (_name, row, passes) => {
		const rows = await total({
			measures: measures(ordersBy()),
			filter: { condition: [row] },
		});
		expect(rows).toEqual([{ orders: list().filter(passes).length }]);
		expect(list().filter(passes).length).toBeGreaterThan(0);
	});

	it('filter: joined by or, with a group, in addition to one of a measure', async () => {
		const rows = await total({
			measures: measures(
				ordersBy(),
				ordersBy({
					outputName: 'by_phone',
					isFiltered: true,
					filter: { condition: [condition('device', 'text', 'equal', 'phone')] },
				}),
			),
			options: { filterJoin: 'or' },
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
			({ properties: p }) => Number(p.amount) > 500 || (p.city === 'Beijing' && p.coupon === true),
		);
		expect(rows).toEqual([
			{
				orders: fitting.length,
				by_phone: fitting.filter(({ properties: p }) => p.device === 'phone').length,
			},
		]);
	});

	it('filter: reports a value that does not exist in manual executions', async () => {
		t.takeRequests();
		const hintsOf = async (mode: 'manual' | 'cli', value: string, credential: string) => {
			const { run, rows } = await t.report(
				{
					measures: measures(ordersBy()),
					dateRange: 'custom',
					fromDate: '2026-11-02',
					toDate: '2026-11-03',
					filter: { condition: [condition('city', 'text', 'equal', value)] },
					...(mode === 'manual'
						? { compareWith: 'previousPeriod', groupBy: { group: [{ field: 'channel' }] } }
						: {}),
				},
				{ mode, credential },
			);
			const { hints = [] } = run.data.resultData.runData['Sensors Analytics']?.[0] ?? {};
			return {
				rows: rows.length,
				requests: t.takeRequests().length,
				reported: hints.map(({ message }) => message).join(),
			};
		};
		for (const credential of ['secret', 'key']) {
			const tried = await hintsOf('manual', 'Atlantis', credential);
			expect(tried.reported).toMatch(
				/'Atlantis' isn't a value of .*city.*Existing values: .*Beijing/,
			);
			const several = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((end) => `Atlantis ${end}`);
			const all = (await hintsOf('manual', several as never, credential)).reported;
			expect(all).toMatch(/'Atlantis e' \(and 2 more\) isn't a value of/);
			// Where nothing came, dates are not what is missing.
			expect(tried.reported).not.toMatch('counterpart');
			expect((await hintsOf('manual', 'Beijing', credential)).reported).not.toMatch('a value of');
			// An execution costs no request more.
			const run = await hintsOf('cli', 'Atlantis', credential);
			expect([run.reported.includes('a value of'), run.requests]).toEqual([false, 1]);
		}
	});

	it('filter: JSON', async () => {
		const filterJson = {
			relation: 'and',
			conditions: [{ field: 'user.level', function: 'equal', params: ['gold'] }],
		};
		const rows = await total({
			measures: measures(ordersBy()),
			options: { filterJson },
		});
		expect(rows).toEqual([
			{ orders: list().filter(({ user }) => user.properties.level === 'gold').length },
		]);
	});

	it('formula', async () => {
		const rows = await total({
			measures: measures({
				aggregator: 'formula',
				expression: 'sum(event.PayOrder.amount)/count(event.PayOrder)',
				outputName: 'basket',
			}),
		});
		expect(rows[0]?.basket).toBeCloseTo(sumOf(list()) / list().length, 3);
		expect(t.takeRequests()[0]?.body).toMatchObject({ measures: [{ events: ['PayOrder'] }] });
	});

	it('number buckets', async () => {
		const rows = await total({
			measures: measures(ordersBy()),
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
			measures: measures(ordersBy({ aggregator: 'unique', outputName: 'customers' })),
			groupBy: groupBy('device'),
		});
		for (const row of rows)
			expect(row).toEqual({
				device: row.device,
				customers: usersOf(list().filter(({ properties: p }) => p.device === row.device)),
			});
	});

	it.each([
		[{ dateRange: 'last', lastCount: 7, lastUnit: 'days' }, 7, 1],
		[{ dateRange: 'last', lastCount: 7, lastUnit: 'days', includeCurrent: true }, 7, 0],
		[{ dateRange: 'today' }, 1, 0],
	])('dates: %j', async (form, count, ago) => {
		const { rows } = await t.report({ measures: measures(ordersBy()), ...form });
		expect(rows).toHaveLength(count);
		expect(rows.at(-1)?.date).toBe(
			DateTime.now().setZone('Asia/Shanghai').minus({ days: ago }).toISODate(),
		);
	});

	it('dates in a named zone', async () => {
		const { rows } = await t.report({
			measures: measures(ordersBy()),
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
			measures: measures(ordersBy(), revenue),
			...week,
			compareWith,
		});
		expect(rows).toHaveLength(7);
		rows.forEach((row, index) => {
			const [day, before] = [
				datesFrom(week.fromDate, week.toDate)[index] as string,
				datesFrom(from, to)[index] as string,
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
				((sumOf(now) - sumOf(then)) / sumOf(then)) * 100,
				1,
			);
		});
		expect(t.takeRequests()).toHaveLength(2);
	});

	it('a group that is only in the comparison is shown', async () => {
		const form = {
			measures: measures(ordersBy()),
			groupBy: groupBy('city'),
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
			measures: measures(ordersBy(), revenue),
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
					measures: measures(ordersBy({ aggregator: 'unique' })),
					unit: 'total',
					options: { sliceDays: 20 },
				})
			).error?.message,
		).toMatch(/can't be added up/);
	});

	it('slices: an answer for agents has the same totals, if they can be added up', async () => {
		const form = {
			...{ groupBy: groupBy('device'), dateRange: 'lastWeek', output: 'agent' },
			measures: measures(ordersBy(), revenue),
		};
		const answerOf = async (sliceDays?: number, own = {}) =>
			(await t.report({ ...form, ...own, options: sliceDays ? { sliceDays } : {} })).rows[0];
		const whole = await answerOf();
		expect(whole?.totals).toMatchObject({ rows: [{}, {}, {}] });
		for (const days of [2, 31]) {
			const { totals, all_groups: all } = (await answerOf(days)) as IDataObject;
			expect({ totals, all }).toEqual({ totals: whole?.totals, all: whole?.all_groups });
		}
		const users = { measures: measures(ordersBy({ aggregator: 'unique' })) };
		expect((await answerOf(31, users))?.totals).toBeDefined();
		expect(await answerOf(2, users)).not.toHaveProperty('totals');
	});

	it('options reach the service', async () => {
		await t.report({
			measures: measures(ordersBy()),
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
		const form = (topGroups: number, options = {}) => ({
			measures: measures(revenue),
			...week,
			unit: 'total',
			groupBy: { group: [{ field: 'city', topGroups }] },
			options: { orderBy: 'revenue', ...options },
		});
		const { rows, run } = await t.report(form(3));
		const cities = [
			...new Set(events(week.fromDate, week.toDate).map(({ properties }) => properties.city)),
		];
		const sums = cities
			.map((city) =>
				sumOf(
					events(week.fromDate, week.toDate).filter(({ properties }) => properties.city === city),
				),
			)
			.sort((a, b) => b - a);
		expect(rows.map((row) => row.revenue)).toEqual(sums.slice(0, 3));
		const hintsOf = ({ data }: NodeRun['run']) =>
			JSON.stringify(data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? []);
		expect(hintsOf(run)).toContain(
			`'Top Groups' leaves out ${cities.length - 3} groups, so the rows don't add up to the number of all groups.`,
		);
		for (const other of [form(3, { restInOneRow: true }), form(cities.length)])
			expect(hintsOf((await t.report(other)).run)).not.toContain('Top Groups');
		expect((await t.report({ ...week, options: { orderBy: 'nope' } })).error?.message).toMatch(
			/'Order By' doesn't name a column: 'nope'/,
		);
	});

	it('a preview sends nothing', async () => {
		const { rows } = await t.report({
			measures: measures(ordersBy()),
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
