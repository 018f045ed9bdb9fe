/** What Get Event Report gives; numbers are checked against sums over the simulator's event list. */
import type { IDataObject } from 'n8n-workflow';

import { OUTPUT_FORMS } from '../../nodes/SensorsAnalytics/output/message/forms';
import { condition, ordersBy, revenue, usersOf, week } from '../support/orders.mts';
import { groupBy, measures, TestWorld } from '../support/world.mts';

describe('Get Event Report returns', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => t.takeRequests());

	const events = (from: string, to: string) => t.events(from, to, 'PayOrder');
	const form = { measures: measures(ordersBy(), revenue), groupBy: groupBy('device'), ...week };

	it('rows under the names that the project displays', async () => {
		const own = {
			measures: measures({ eventName: 'PayOrder' }),
			groupBy: groupBy('device'),
			...week,
		};
		const { rows } = await t.report({ ...own, options: { displayNames: true } });
		const plain = await t.report(own);
		expect(Object.keys(rows[0] ?? {})).toEqual(['date', '设备', '支付订单: Number of Events']);
		expect(rows.map((row) => Object.values(row))).toEqual(
			plain.rows.map((row) => Object.values(row)),
		);
	});

	it.each([true, false])(
		'orders and notes of these names, for agents: %s',
		async (displayNames) => {
			const paid = { measures: measures({ eventName: 'PayOrder' }), ...week, output: 'agent' };
			const options = { orderBy: 'PayOrder_events', displayNames };
			const { rows: dates } = await t.report({ ...paid, options });
			const days = dates[0]?.rows as Array<[string, number]>;
			const counts = (await t.report({ ...paid, output: 'rows' })).rows
				.map((row) => row.PayOrder_events as number)
				.sort((a, b) => b - a);
			expect(days.map(([, count]) => count)).toEqual(counts);
			const { rows: groups } = await t.report({
				...{ ...paid, options, groupBy: { group: [{ field: 'city', topGroups: 1 }] } },
			});
			const key = (groups[0]?.columns as string[])[2] as string;
			expect(key === 'PayOrder_events').toBe(!displayNames);
			expect(groups[0]?.notes).toContainEqual(expect.stringContaining(` groups by ${key}`));
			const ofUsers = measures({ eventName: 'PayOrder', aggregator: 'avg', field: 'user.age' });
			const { rows: ages } = await t.report({
				...paid,
				measures: ofUsers,
				options: { displayNames },
			});
			const column = (ages[0]?.columns as string[])[1];
			expect(ages[0]?.notes).toContainEqual(expect.stringContaining(`${column}: a user property`));
		},
	);

	it('measures that differ in their filters with these, in any names', async () => {
		const condition = { field: 'city', valueKind: 'text', function: 'equal', values: 'Beijing' };
		const inCity = { eventName: 'PayOrder', isFiltered: true, filter: { condition: [condition] } };
		const own = {
			measures: measures(inCity, { eventName: 'PayOrder' }),
			...week,
			output: 'summary',
		};
		const { rows } = await t.report(own);
		expect(Object.keys(rows[0] ?? {}).slice(0, 2)).toEqual([
			'PayOrder_events (city = Beijing)',
			'PayOrder_events',
		]);
		const { rows: displayed } = await t.report({ ...own, options: { displayNames: true } });
		expect(Object.keys(displayed[0] ?? {}).slice(0, 2)).toEqual([
			'支付订单: Number of Events (城市 is Beijing)',
			'支付订单: Number of Events',
		]);
	});

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
		const { rows } = await t.report({ ...form, measures: measures(ordersBy()), output: 'wide' });
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
			measures: measures(ordersBy(), ordersBy({ aggregator: 'unique', outputName: 'customers' })),
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
				customers: usersOf(now),
				customers_previous: usersOf(then),
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
		expect((await t.report({ output: '={{ "pie" }}' })).error?.message).toContain(
			`'Output' can't be 'pie'. Use one of: ${OUTPUT_FORMS.join(', ')}`,
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
					measures: measures(ordersBy(), {
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

	it('marks truncated or sampled results in a hint and in the data', async () => {
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
			measures: measures(ordersBy()),
			groupBy: groupBy('city'),
			...week,
			filter: { condition: [condition('amount', 'number', 'less', '0')] },
		};
		expect((await t.report(nothing)).rows).toEqual([]);
		for (const output of ['rows', 'wide', 'table', 'agent', 'markdown']) {
			const options = { whenEmpty: 'nothing' };
			expect((await t.report({ ...nothing, output, options })).rows).toEqual([]);
		}
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
			measures: measures(ordersBy()),
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
