/** The rules of docs/calendar.md, by their numbers, from the form to the items. */
import type { IDataObject } from 'n8n-workflow';

import { type Answer, askReport, between, byCity } from '../../../../../support/askReport.mts';
import { daily } from '../../../../../support/daily.mts';

const RUNNING_MONTH = between('2026-11-01', '2026-11-30');
const dates = (rows: IDataObject[]) => rows.map(({ date }) => date);
const column = (rows: IDataObject[], key: string) => rows.map((row) => row[key]);
const city = (by: unknown, on: (day: string) => number) => ({ by, on });
const metaOf = (rows: IDataObject[]) => rows[0]?.meta as IDataObject;
const withMeta = (options: IDataObject = {}) => ({ options: { includeMeta: true, ...options } });
const measured = (...measure: IDataObject[]) => ({ measures: { measure } });

describe('periods', () => {
	it('P1: a period is named by its first moment', async () => {
		const months = await askReport(
			{ ...between('2026-10-01', '2026-10-31'), unit: 'month' },
			daily(),
		);
		expect(months.rows).toEqual([{ date: '2026-10-01', n: 31 }]);
		const hours = await askReport({ ...between('2026-11-19', '2026-11-19'), unit: 'hour' }, () => ({
			series: ['2026-11-19 10:00:00'],
			rows: [{ values: [[3]] }],
		}));
		expect(hours.rows[10]).toEqual({ date: '2026-11-19T10:00:00+08:00', n: 3 });
		expect(hours.rows).toHaveLength(24);
	});

	it.each([
		['of Mondays', { firstWeekday: 1 }, ['2026-10-05', '2026-10-12', '2026-10-19'], [5, 7, 2]],
		['of Sundays', { firstWeekday: 7 }, ['2026-10-04', '2026-10-11', '2026-10-18'], [4, 7, 3]],
		[
			'of Sundays, the first one called by the first day',
			{ firstWeekday: 7, isCut: true },
			['2026-10-04', '2026-10-11', '2026-10-18'],
			[4, 7, 3],
		],
	])('P2: weeks %s', async (_case, service, names, numbers) => {
		const { rows } = await askReport(
			{ ...between('2026-10-07', '2026-10-20'), unit: 'week' },
			daily(service),
		);
		expect(dates(rows)).toEqual(names);
		expect(column(rows, 'n')).toEqual(numbers);
		expect(column(rows, '_partial')).toEqual([true, undefined, true]);
	});

	it('P2: where the answer does not show the weekday, the one of the form counts', async () => {
		const form = { dateRange: 'lastWeek', unit: 'week' };
		const sundays = daily({ firstWeekday: 7 });
		expect((await askReport({ ...form, firstWeekday: 7 }, sundays)).rows).toEqual([
			{ date: '2026-11-08', n: 7 },
		]);
		expect((await askReport(form, daily())).rows).toEqual([{ date: '2026-11-09', n: 7 }]);
	});

	it('P3: the report ends at the current period', async () => {
		const { rows } = await askReport(RUNNING_MONTH, daily());
		expect([rows.length, rows.at(-1)?.date]).toEqual([21, '2026-11-21']);
		const planned = await askReport(
			RUNNING_MONTH,
			daily({ groups: [city(undefined, (day) => Number(day === '2026-11-25'))] }),
		);
		expect(dates(planned.rows).slice(-2)).toEqual(['2026-11-21', '2026-11-25']);
		const future = await askReport(between('2026-12-01', '2026-12-02'), daily());
		expect(future.rows).toEqual([]);
	});

	it('P4: a partial period is marked in rows, meta and hints', async () => {
		const request = { ...between('2026-11-19', '2026-11-21'), ...withMeta() };
		const { rows, hints } = await askReport(request, daily());
		expect(column(rows, '_partial')).toEqual([undefined, undefined, true]);
		expect(rows.map(({ meta }) => (meta as IDataObject).partial)).toEqual([
			...[['2026-11-21'], undefined, undefined],
		]);
		expect(hints).toEqual([
			'Incomplete periods (not finished, or only partly in the date range): 2026-11-21.',
		]);
	});

	it.each(['total', 'summary'])(
		'P4: %s is one period, with the name of its first day',
		async (kind) => {
			const form = kind === 'total' ? { unit: 'total' } : { output: 'summary' };
			const { rows } = await askReport({ ...RUNNING_MONTH, ...form, ...withMeta() }, daily());
			expect(rows).toHaveLength(1);
			expect(rows[0]).toMatchObject({ n: 21, _partial: true });
			expect(metaOf(rows).partial).toEqual(['2026-11-01']);
		},
	);

	const HOURS = { unit: 'hour', ...withMeta() };
	const hours = (...reported: Array<[string, number]>) => ({
		series: reported.map(([time]) => time.replace('T', ' ')),
		rows: [{ values: reported.map(([, n]) => [n]) }],
	});
	const zone = 'Europe/Berlin';

	it('P5: an odd point stays; all else is filled and compared', async () => {
		const form = { ...between('2026-03-29', '2026-03-29'), ...HOURS, compareWith: 'lastWeek' };
		const { rows } = await askReport(
			form,
			({ from_date: from }) =>
				hours([`${from}T01:00:00`, 1], [`${from}T02:00:00`, 7], [`${from}T03:00:00`, 2]),
			{ zone },
		);
		expect(rows).toHaveLength(24);
		expect(rows[2]).toMatchObject({
			date: '2026-03-29T02:00:00',
			date_previous: null,
			n: 7,
			n_previous: null,
		});
		expect(rows[3]).toMatchObject({
			date: '2026-03-29T03:00:00+02:00',
			date_previous: '2026-03-22T03:00:00+01:00',
			n: 2,
			n_previous: 2,
			n_change: 0,
		});
	});

	it('P5: no expected point is paired with an odd one', async () => {
		const form = { ...between('2026-04-05', '2026-04-05'), ...HOURS, compareWith: 'lastWeek' };
		const { rows } = await askReport(
			form,
			({ from_date: from }) => hours([`${from}T02:00:00`, 7]),
			{ zone },
		);
		expect(rows[2]).toMatchObject({ n: 7, date_previous: null, n_previous: null });
	});

	it('P6: an hour that occurs twice is two rows, in rows and Wide; otherwise one', async () => {
		const form = { ...between('2026-10-25', '2026-10-25'), unit: 'hour' };
		const twice = () => hours(['2026-10-25T02:00:00', 1], ['2026-10-25T02:00:00', 2]);
		for (const output of ['rows', 'wide']) {
			const { rows } = await askReport({ ...form, output }, twice, { zone });
			expect(rows).toHaveLength(25);
			expect(rows.slice(2, 4)).toEqual([
				{ date: '2026-10-25T02:00:00+02:00', n: 1 },
				{ date: '2026-10-25T02:00:00+01:00', n: 2 },
			]);
		}
		const once = await askReport(form, () => hours(['2026-10-25T02:00:00', 3]), { zone });
		expect(once.rows).toHaveLength(24);
		expect(once.rows[2]).toEqual({ date: '2026-10-25T02:00:00+02:00', n: 3 });
	});

	it.each(['Asia/Shanghai', 'Europe/Berlin'])(
		'P6: refuses an hour that occurs twice on any other day, in %s',
		async (other) => {
			const form = { ...between('2026-10-24', '2026-10-24'), unit: 'hour' };
			const twice = () => hours(['2026-10-24T02:00:00', 1], ['2026-10-24T02:00:00', 2]);
			for (const output of ['rows', 'wide']) {
				await expect(askReport({ ...form, output }, twice, { zone: other })).rejects.toThrow(
					`2026-10-24 02:00:00 occurs more often in the response than in the time zone ${other}`,
				);
			}
		},
	);
});

const chengdu = city('Chengdu', (day) => Number(day === '2026-11-03'));
const beijing = city('Beijing', () => 1);
const shanghai = city('Shanghai', () => 2);
const FIVE_DAYS = { ...between('2026-11-01', '2026-11-05'), ...byCity };
const perCity = (rows: IDataObject[], key = 'n') =>
	Object.fromEntries(
		[...new Set(rows.map((row) => row.city as string))].map((name) => [
			name,
			rows.filter((row) => row.city === name).map((row) => row[key]),
		]),
	);

describe('filling', () => {
	it.each([{}, { sliceDays: 2 }, { sliceDays: 1 }])(
		'F1: every group has every expected period (%j)',
		async (options) => {
			for (const isSparse of [true, false]) {
				const service = daily({ groups: [beijing, chengdu], isSparse });
				const { rows } = await askReport({ ...FIVE_DAYS, options }, service);
				expect(perCity(rows)).toEqual({ Beijing: [1, 1, 1, 1, 1], Chengdu: [0, 0, 1, 0, 0] });
			}
		},
	);

	it('F1: 0 for counts, null for averages', async () => {
		const { rows } = await askReport(
			{
				...between('2026-11-01', '2026-11-02'),
				...measured(
					{ eventName: 'A', outputName: 'n' },
					{ eventName: 'A', aggregator: 'avg', field: 'x', outputName: 'mean' },
				),
			},
			() => ({ series: ['2026-11-02 00:00:00'], rows: [{ values: [[1, 5]] }] }),
		);
		expect(rows).toEqual([
			{ date: '2026-11-01', n: 0, mean: null },
			{ date: '2026-11-02', n: 1, mean: 5 },
		]);
	});

	it.each([[{ rows: [] }], [{ series: [], rows: [] }]])(
		'F2: nothing at all: %j',
		async (answer) => {
			const form = between('2026-11-01', '2026-11-02');
			const zeros = [
				{ date: '2026-11-01', n: 0 },
				{ date: '2026-11-02', n: 0 },
			];
			expect((await askReport(form, () => answer)).rows).toEqual(zeros);
			expect((await askReport({ ...form, ...byCity }, () => answer)).rows).toEqual([]);
			const unfilled = { ...form, options: { fillMissingDates: false } };
			expect((await askReport(unfilled, () => answer)).rows).toEqual([]);
			expect((await askReport({ ...form, unit: 'total' }, () => answer)).rows).toEqual([{ n: 0 }]);
		},
	);

	const slices: IDataObject[] = [
		{},
		{ output: 'wide' },
		{ output: 'table' },
		{ compareWith: 'previousPeriod' },
		{ orderBy: 'n' },
		{ fillMissingDates: false },
		{ totals: true },
		{ topGroups: 1, restInOneRow: true, compareWith: 'lastMonth' },
	];
	it.each(slices)('F3: sliced as in one piece: %j', async ({ output, compareWith, ...options }) => {
		const groups = [chengdu, beijing, city('Xian', (day) => Number(day >= '2026-11-04'))];
		const ask = async (sliceDays: number | undefined) => {
			const form = { ...FIVE_DAYS, output: output ?? 'rows', compareWith };
			const { rows } = await askReport(
				{ ...form, options: { orderBy: 'city', includeMeta: true, ...options, sliceDays } },
				daily({ groups }),
			);
			for (const { meta } of rows as Array<{ meta: IDataObject }>) {
				delete meta.requested_at;
				// Nothing orders totals.
				(meta.totals as IDataObject[] | undefined)?.sort((a, b) =>
					String(a.city) < String(b.city) ? -1 : 1,
				);
			}
			return rows;
		};
		const whole = await ask(undefined);
		expect(whole.length).toBeGreaterThan(0);
		for (const days of [1, 2, 3]) expect(await ask(days)).toEqual(whole);
	});

	it('F3: a week that slices cut is added up; what can not be is refused', async () => {
		const form = { ...between('2026-10-04', '2026-10-17'), unit: 'week' };
		const sundays = daily({ firstWeekday: 7 });
		const sliced = { ...form, options: { sliceDays: 7 } };
		expect((await askReport(sliced, sundays)).rows).toEqual([
			{ date: '2026-10-04', n: 7 },
			{ date: '2026-10-11', n: 7 },
		]);
		const users = measured({ eventName: 'A', aggregator: 'unique', outputName: 'users' });
		await expect(askReport({ ...sliced, ...users }, sundays)).rejects.toThrow(
			"'users' can't be added up from parts of the date range, but two parts contain 2026-10-04",
		);
	});

	it('F4: what a truncated answer leaves out is unknown', async () => {
		const truncatedIn = (from: string) => (from === '2026-11-03' ? ['Beijing'] : undefined);
		const service = daily({ groups: [beijing, shanghai], truncatedIn });
		const { rows, hints } = await askReport({ ...FIVE_DAYS, options: { sliceDays: 2 } }, service);
		expect(perCity(rows)).toEqual({
			Beijing: [1, 1, 1, 1, 1],
			Shanghai: [2, 2, null, null, 2],
		});
		expect(hints).toContain(
			'Some numbers are unknown (null), because Sensors Analytics truncated the response.',
		);
	});

	it('F4: compared with a truncated answer: unknown, no −100 %', async () => {
		const truncatedIn = (from: string) => (from === '2026-11-08' ? undefined : ['Beijing']);
		const service = daily({ groups: [beijing, shanghai], truncatedIn });
		const form = { ...between('2026-11-08', '2026-11-08'), ...byCity, compareWith: 'lastWeek' };
		const { rows } = await askReport(form, service);
		expect(rows[1]).toMatchObject({ city: 'Shanghai', n: 2, n_previous: null, n_change: null });
		expect(rows[1]).toHaveProperty('_truncated', true);
	});

	it('F5: numbers as text are numbers, other texts are texts', async () => {
		const series = ['2026-11-01 00:00:00', '2026-11-02 00:00:00', '2026-11-03 00:00:00'];
		const { rows } = await askReport(between('2026-11-01', '2026-11-03'), () => ({
			series,
			rows: [{ values: [['37'], ['1,234.5'], ['12%']] }],
		}));
		expect(column(rows, 'n')).toEqual([37, 1234.5, '12%']);
	});
});

describe('what is compared with what', () => {
	it.each([
		['2026-10-01', '2026-10-31', 'day', 'previousPeriod', '2026-09-01/2026-09-30'],
		['2026-02-01', '2026-02-28', 'total', 'lastMonth', '2026-01-01/2026-01-31'],
		['2026-10-07', '2026-10-20', 'week', 'previousPeriod', '2026-09-16/2026-09-29'],
		['2026-11-16', '2026-11-22', 'week', 'lastYear', '2025-11-17/2025-11-23'],
	])('C1, C3: %s to %s by %s, %s: %s', async (from, to, unit, compareWith, meant) => {
		const { ranges } = await askReport({ ...between(from, to), unit, compareWith }, daily());
		expect(ranges).toEqual([`${from}/${to}`, meant]);
	});

	it("C1: by week the service's own weeks count", async () => {
		const form = {
			...between('2026-10-11', '2026-10-24'),
			unit: 'week',
			compareWith: 'previousPeriod',
		};
		expect((await askReport(form, daily({ firstWeekday: 7 }))).ranges[1]).toBe(
			'2026-09-27/2026-10-10',
		);
		expect((await askReport(form, daily())).ranges[1]).toBe('2026-09-20/2026-10-03');
	});

	it('C3: if no day is left, nothing is requested', async () => {
		const { rows, ranges, hints } = await askReport(
			{ ...between('2026-03-29', '2026-03-31'), compareWith: 'lastMonth', ...withMeta() },
			daily(),
		);
		expect(ranges).toHaveLength(1);
		expect(column(rows, 'n_previous')).toEqual([null, null, null]);
		expect(metaOf(rows)).toMatchObject({ compare_from: null, compare_to: null });
		expect(hints).toEqual([
			'Dates without a counterpart in the comparison period: 2026-03-29 to 2026-03-31.',
		]);
	});
});

describe('pairs', () => {
	it('R1, R2: October against September, day by day; the 31st has no partner', async () => {
		const { rows, hints } = await askReport(
			{ ...between('2026-10-01', '2026-10-31'), compareWith: 'previousPeriod', ...withMeta() },
			daily(),
		);
		expect(rows).toHaveLength(31);
		expect(rows[29]).toMatchObject({
			date: '2026-10-30',
			date_previous: '2026-09-30',
			n: 1,
			n_previous: 1,
			n_change: 0,
			n_change_percent: 0,
		});
		expect(rows[30]).toMatchObject({
			date: '2026-10-31',
			date_previous: null,
			n: 1,
			n_previous: null,
			n_change: null,
			n_change_percent: null,
		});
		const note = 'Dates without a counterpart in the comparison period: 2026-10-31';
		expect(hints).toEqual([`${note}.`]);
		expect(metaOf(rows).notes).toEqual([note]);
	});

	it('R2: 28 to 31 March against last month; February against January', async () => {
		const march = await askReport(
			{ ...between('2026-03-28', '2026-03-31'), compareWith: 'lastMonth' },
			daily(),
		);
		expect(column(march.rows, 'date_previous')).toEqual(['2026-02-28', null, null, null]);
		expect(column(march.rows, 'n_previous')).toEqual([1, null, null, null]);
		const february = await askReport(
			{ ...between('2026-02-01', '2026-02-28'), compareWith: 'lastMonth' },
			daily(),
		);
		expect(february.rows).toHaveLength(28);
		expect(february.hints).toEqual([
			'Dates of the comparison period without a counterpart: 2026-01-29 to 2026-01-31.',
		]);
	});

	it('R1: gaps change no pair, with filling or without', async () => {
		const events = ['2026-11-02', '2026-11-04', '2026-10-28'];
		const service = daily({
			groups: [city('Riga', (day) => Number(events.includes(day)))],
			isSparse: true,
		});
		const form = {
			...between('2026-11-02', '2026-11-05'),
			...byCity,
			compareWith: 'lastWeek',
		};
		const filled = await askReport(form, service);
		expect(column(filled.rows, 'n')).toEqual([1, 0, 1, 0]);
		expect(column(filled.rows, 'n_previous')).toEqual([0, 0, 1, 0]);
		const unfilled = await askReport({ ...form, options: { fillMissingDates: false } }, service);
		expect(
			unfilled.rows.map((row) => [row.date, row.date_previous, row.n, row.n_previous]),
		).toEqual([
			['2026-11-02', '2026-10-26', 1, 0],
			['2026-11-04', '2026-10-28', 1, 1],
		]);
	});

	it('R3: a group of the comparison alone has the dates of the others, and 0 now', async () => {
		const service = daily({
			groups: [
				city('Old', (day) => Number(day === '2026-10-27')),
				city('New', (day) => Number(day >= '2026-11-03' && day <= '2026-11-04')),
			],
		});
		const form = { ...between('2026-11-02', '2026-11-04'), ...byCity, compareWith: 'lastWeek' };
		const { rows } = await askReport(form, service);
		expect(perCity(rows)).toEqual({ New: [0, 1, 1], Old: [0, 0, 0] });
		expect(perCity(rows, 'n_previous')).toEqual({ New: [0, 0, 0], Old: [0, 1, 0] });
		expect(perCity(rows, 'n_change_percent')).toEqual({
			New: [null, null, null],
			Old: [null, -100, null],
		});
	});

	it.each<[string, IDataObject, unknown[], unknown[]]>([
		['1 to 30 November by month', { ...RUNNING_MONTH, unit: 'month' }, [21], [null]],
		[
			'1 to 21 November by month',
			{ ...between('2026-11-01', '2026-11-21'), unit: 'month' },
			[21],
			[0],
		],
		['today', { dateRange: 'today' }, [1], [null]],
		['today as one number', { dateRange: 'today', unit: 'total' }, [1], [null]],
		['this week as one number', { dateRange: 'thisWeek', unit: 'total' }, [6], [0]],
		['October as one number', { ...between('2026-10-01', '2026-10-31'), unit: 'total' }, [31], [1]],
		[
			'7 to 20 October by week',
			{ ...between('2026-10-07', '2026-10-20'), unit: 'week' },
			[5, 7, 2],
			[0, 0, 0],
		],
	])('R5: %s: numbers, and changes', async (_case, form, numbers, changes) => {
		const { rows } = await askReport({ ...form, compareWith: 'previousPeriod' }, daily());
		expect(column(rows, 'n')).toEqual(numbers);
		expect(column(rows, 'n_change')).toEqual(changes);
		expect(column(rows, 'n_previous').every((value) => typeof value === 'number')).toBe(true);
	});

	it('R5: totals of custom ranges are compared, and the note says how many days', async () => {
		const custom = {
			compareWith: 'custom',
			compareFromDate: '2026-10-01',
			compareToDate: '2026-10-10',
		};
		const { rows, hints } = await askReport(
			{ ...between('2026-11-01', '2026-11-05'), ...custom, unit: 'total' },
			daily(),
		);
		expect(rows).toEqual([{ n: 5, n_previous: 10, n_change: -5, n_change_percent: -50 }]);
		expect(hints).toEqual(['Totals compare 5 days with 10 days.']);
	});

	it('R5: four days are not compared with one', async () => {
		const { rows, hints } = await askReport(
			{ ...between('2026-03-28', '2026-03-31'), compareWith: 'lastMonth', unit: 'total' },
			daily(),
		);
		expect(rows).toEqual([{ n: 4, n_previous: 1, n_change: null, n_change_percent: null }]);
		expect(hints).toEqual([
			"Totals have no change, because the two periods don't match or are incomplete.",
		]);
	});

	it('R6: all keys have their place', async () => {
		const form = {
			...between('2026-11-01', '2026-11-01'),
			...measured(
				{ eventName: 'A', outputName: 'n' },
				{ eventName: 'A', outputName: 'n_previous' },
				{ eventName: 'A', outputName: 'date_previous' },
				{ eventName: 'A', outputName: '_partial' },
			),
			compareWith: 'lastWeek',
		};
		const { rows } = await askReport(form, ({ from_date: from }) => ({
			series: [from],
			rows: [{ values: [from === '2026-11-01' ? [1, 2, 3, 4] : [5, 6, 7, 8]] }],
		}));
		expect(rows[0]).toMatchObject({
			date: '2026-11-01',
			date_previous: '2026-10-25',
			n: 1,
			n_previous_2: 5,
			n_previous: 2,
			n_previous_previous: 6,
			date_previous_2: 3,
			_partial_2: 4,
		});
	});
});

describe('order', () => {
	const form = { ...between('2026-11-01', '2026-11-02'), ...byCity };
	const mean = measured({ eventName: 'A', aggregator: 'avg', field: 'x', outputName: 'n' });
	const detail = {
		series: ['2026-11-01', '2026-11-02'],
		rows: [
			{ by_values: ['twice'], values: [[6], [6]] },
			{ by_values: ['once'], values: [[10], [null]] },
			{ by_values: ['text'], values: [['12%'], [null]] },
		],
	};
	const totals = {
		rows: [
			{ by_values: ['twice'], values: [[6]] },
			{ by_values: ['once'], values: [[10]] },
			{ by_values: ['text'], values: [['12%']] },
		],
	};
	const cities = (rows: IDataObject[]) => [...new Set(column(rows, 'city'))];

	it.each(['descending', 'ascending'])(
		"O1, O3: an average is ordered by the service's own total, %s",
		async (orderDirection) => {
			const options = { orderBy: 'n', orderDirection };
			const { rows, bodies } = await askReport({ ...form, ...mean, options }, () => ({
				detail_result: detail,
				rollup_result: totals,
			}));
			const numbers = ['once', 'twice'];
			if (orderDirection === 'ascending') numbers.reverse();
			expect(cities(rows)).toEqual([...numbers, 'text']);
			expect(bodies[0]?.detail_and_rollup).toBe(true);
			expect(rows[0]).not.toHaveProperty('meta');
		},
	);

	it('O1: totals requested only for the order are not in the output', async () => {
		const options = { orderBy: 'n' };
		const { rows } = await askReport({ ...form, ...mean, options, output: 'table' }, () => ({
			detail_result: detail,
			rollup_result: totals,
		}));
		expect(rows[0]).toMatchObject({ totals: null });
	});

	it('O1: says so if the service does not return the total', async () => {
		const request = askReport({ ...form, ...mean, options: { orderBy: 'n' } }, () => detail);
		await expect(request).rejects.toThrow(
			"'Order By' uses the total of 'n' over the date range, which Sensors Analytics didn't return",
		);
	});

	it('O1: what can be added up needs no totals; compared, its total before, and the change', async () => {
		const groups = [
			city('steady', () => 5),
			city('grows', (day) => (day >= '2026-11-01' ? 3 : 1)),
			city('shrinks', (day) => (day >= '2026-11-01' ? 1 : 6)),
		];
		const ordered = async (orderBy: string, orderDirection = 'descending') => {
			const request = { ...form, compareWith: 'lastWeek', options: { orderBy, orderDirection } };
			const { rows, bodies } = await askReport(request, daily({ groups }));
			expect(bodies[0]).not.toHaveProperty('detail_and_rollup');
			return cities(rows);
		};
		expect(await ordered('n')).toEqual(['steady', 'grows', 'shrinks']);
		expect(await ordered('n_previous')).toEqual(['shrinks', 'steady', 'grows']);
		expect(await ordered('n_change')).toEqual(['grows', 'steady', 'shrinks']);
		expect(await ordered('n_change_percent', 'ascending')).toEqual(['shrinks', 'steady', 'grows']);
	});

	it('O2: by the values of a group; each keeps its dates in their order', async () => {
		const groups = ['b', '10', '9~10', null, '<9', 'a'].map((by) => city(by, () => 1));
		const { rows } = await askReport(
			{ ...form, options: { orderBy: 'city', orderDirection: 'ascending' } },
			daily({ groups }),
		);
		expect(cities(rows)).toEqual(['<9', '9~10', '10', 'a', 'b', null]);
		expect(dates(rows).slice(0, 2)).toEqual(['2026-11-01', '2026-11-02']);
	});

	it.each(['descending', 'ascending'])(
		'O1: a direction alone is that of the first measure: %s',
		async (orderDirection) => {
			const groups = [city('B', () => 4), city('A', () => 1), city('C', () => 2)];
			const { rows } = await askReport({ ...form, options: { orderDirection } }, daily({ groups }));
			const expected = ['B', 'C', 'A'];
			expect(cities(rows)).toEqual(orderDirection === 'ascending' ? expected.reverse() : expected);
		},
	);

	it('O4: the rest is one row; totals count all groups', async () => {
		const groups = [city('A', () => 1), city('B', () => 4), city('C', () => 2)];
		const options = { orderBy: 'n', topGroups: 1, restInOneRow: true, totals: true };
		const { rows } = await askReport(
			{ ...form, compareWith: 'lastWeek', options },
			daily({ groups }),
		);
		expect(perCity(rows)).toEqual({ B: [4, 4], '(other)': [3, 3] });
		expect(perCity(rows, 'n_previous')).toEqual({ B: [4, 4], '(other)': [3, 3] });
		expect(metaOf(rows).totals).toHaveLength(3);
		expect(metaOf(rows).totals_of).toBe('all groups');
	});

	it.each([
		['of now', '2026-11-01', { B: [4, 4], '(other)': [null, null] }, [3, 3]],
		['of before', '2026-10-25', { B: [4, 4], '(other)': [3, 3] }, [null, null]],
	])('O4: the rest is unknown if the answer %s is truncated', async (_of, day, now, before) => {
		const groups = [city('A', () => 1), city('B', () => 4), city('C', () => 2)];
		const options = { orderBy: 'n', topGroups: 1, restInOneRow: true, totals: true };
		const service = daily({ groups });
		const { rows } = await askReport({ ...form, compareWith: 'lastWeek', options }, (body) => ({
			...service(body),
			truncated: body.from_date === day,
		}));
		expect(perCity(rows)).toEqual(now);
		expect(perCity(rows, 'n_previous')).toMatchObject({ '(other)': before });
		expect(perCity(rows, 'n_change')).toMatchObject({ '(other)': [null, null] });
		expect(metaOf(rows)).not.toHaveProperty('totals_of');
	});

	it('O4: refuses a rest that can not be added up', async () => {
		const options = { topGroups: 1, restInOneRow: true };
		await expect(askReport({ ...form, ...mean, options }, daily())).rejects.toThrow(
			"'Combine Remaining Groups' can't add up 'n'",
		);
	});

	it('O3: refuses an order of dates, which would do nothing', async () => {
		const { groupBy, ...ungrouped } = form;
		const ask = async (orderBy: string, changes: IDataObject = {}) =>
			await askReport({ ...ungrouped, ...changes, options: { orderBy } }, daily());
		for (const output of ['rows', 'wide', 'table', 'markdown']) {
			await expect(ask('n', { output })).rejects.toThrow("'Order By' orders groups");
		}
		await expect(ask('date', { groupBy })).rejects.toThrow("'Order By' doesn't name a column");
		expect((await ask('n', { unit: 'total' })).rows).toHaveLength(1);
	});

	it('O5: a summary has one row in any order, but knows its columns', async () => {
		const ask = async (orderBy: string) =>
			(await askReport({ ...form, output: 'summary', options: { orderBy, topGroups: 1 } }, daily()))
				.rows;
		expect(await ask('city')).toMatchObject([{ n: 2 }]);
		expect(await ask('n')).toMatchObject([{ n: 2 }]);
		await expect(ask('nope')).rejects.toThrow("'Order By' doesn't name a column: 'nope'");
	});
});

describe('P7: complete periods only', () => {
	const whole = { wholePeriodsOnly: true, totals: true, includeMeta: true };
	const requestedBy = async (form: IDataObject, options: IDataObject = {}, service = daily()) =>
		await askReport({ ...form, options: { ...whole, ...options } }, service);

	it.each<[string, IDataObject, string[], number]>([
		[
			'this month by day',
			{ dateRange: 'thisMonth' },
			['2026-11-01/2026-11-20', '2026-10-01/2026-10-20'],
			20,
		],
		[
			'this month as a total',
			{ dateRange: 'thisMonth', unit: 'total' },
			['2026-11-01/2026-11-20', '2026-10-01/2026-10-20'],
			20,
		],
		[
			'the last three months by month',
			{ dateRange: 'last', lastCount: 3, lastUnit: 'months', includeCurrent: true, unit: 'month' },
			['2026-09-01/2026-10-31', '2026-06-01/2026-07-31'],
			61,
		],
		[
			'7 to 20 October by week',
			{ ...between('2026-10-07', '2026-10-20'), unit: 'week' },
			['2026-10-12/2026-10-18', '2026-09-21/2026-09-27'],
			7,
		],
		[
			'months that are over',
			between('2026-10-01', '2026-10-31'),
			['2026-10-01/2026-10-31', '2026-09-01/2026-09-30'],
			31,
		],
	])('%s: the request is cut to them', async (_case, form, ranges, total) => {
		const compared = { ...form, compareWith: 'previousPeriod' };
		const table = await requestedBy({ ...compared, output: 'table' });
		expect(table.ranges).toEqual(ranges);
		expect(table.rows[0]).toMatchObject({ totals: [{ n: total }] });
		expect(metaOf(table.rows)).toMatchObject({
			from: ranges[0]?.slice(0, 10),
			to: ranges[0]?.slice(11),
			partial: [],
		});
		const summary = await requestedBy({ ...form, output: 'summary' });
		expect(summary.rows[0]).toMatchObject({ n: total, to: ranges[0]?.slice(11) });
		expect(summary.rows[0]).not.toHaveProperty('_partial');
	});

	it('a message compares a total without today, as it does by day', async () => {
		const form = { dateRange: 'thisMonth', compareWith: 'previousPeriod', output: 'markdown' };
		for (const unit of ['day', 'total']) {
			const { rows } = await askReport({ ...form, unit, messageLanguage: 'en-US' }, daily());
			expect(rows[0]?.text).toMatch(
				/ 1–20 Nov: 20, the same as for 1–20 Oct.*Excludes Sat 21 Nov \(not over yet\) and Wed 21 Oct, the day it would be compared with/,
			);
		}
		const today = { ...form, dateRange: 'today', unit: 'total' };
		const { rows, ranges } = await askReport(today, daily());
		expect(ranges).toContain('2026-11-21/2026-11-21');
		expect(String(rows[0]?.text)).not.toMatch(/from|较/);
	});

	it('a group that only has an incomplete day is left out', async () => {
		const groups = [
			city('today', (day) => (day === '2026-11-21' ? 9 : 0)),
			city('before', (day) => Number(day < '2026-11-21')),
		];
		const form = { ...between('2026-11-19', '2026-11-21'), ...byCity };
		const { rows } = await requestedBy(form, { orderBy: 'n' }, daily({ groups }));
		expect(perCity(rows)).toEqual({ before: [1, 1] });
		expect(metaOf(rows).totals).toMatchObject([{ city: 'before', n: 2 }]);
	});

	it.each([
		[{ dateRange: 'today' }, 'day', 0],
		[{ dateRange: 'thisMonth', unit: 'month' }, 'month', 0],
		[{ dateRange: 'thisWeek', unit: 'week' }, 'week', 0],
		// Seven days may be a week of another service.
		[{ ...between('2026-11-10', '2026-11-17'), unit: 'week' }, 'week', 1],
		[{ dateRange: 'today', unit: 'total' }, 'day', 0],
		[{ ...between('2026-11-22', '2026-11-30'), unit: 'hour' }, 'hour', 0],
	])('%j: no complete %s, and nothing is made up', async (form, unit, requests) => {
		const sentence = `The date range contains no complete ${unit}`;
		for (const output of ['rows', 'summary']) {
			const { rows, hints, ranges } = await requestedBy({ ...form, output }, { whenEmpty: 'item' });
			expect(rows).toMatchObject([{ message: `The report has no rows. ${sentence}`, rows: 0 }]);
			expect(metaOf(rows).notes).toEqual([sentence]);
			const future = hints.filter((hint) => /is in the future: today is 2026-11-21/.test(hint));
			expect(hints).toEqual([...future, `${sentence}.`]);
			expect(future).toHaveLength(Number(JSON.stringify(form).includes('2026-11-22')));
			expect(ranges).toHaveLength(requests);
		}
		const { rows } = await requestedBy({ ...form, output: 'slack' }, { whenEmpty: 'item' });
		expect(JSON.stringify(rows)).toContain('No complete period of these dates is over yet');
	});

	it('weeks are those of the service, although Mondays were requested first', async () => {
		const form = { ...between('2026-11-01', '2026-11-20'), unit: 'week' };
		const { rows, ranges } = await requestedBy(form, {}, daily({ firstWeekday: 7 }));
		expect(ranges).toEqual(['2026-11-02/2026-11-15', '2026-11-01/2026-11-14']);
		expect(dates(rows)).toEqual(['2026-11-01', '2026-11-08']);
		expect(column(rows, 'n')).toEqual([7, 7]);
		const summary = await requestedBy(
			{ ...form, output: 'summary' },
			{},
			daily({ firstWeekday: 7 }),
		);
		expect(summary.ranges).toEqual(['2026-11-01/2026-11-20', '2026-11-01/2026-11-14']);
		expect(summary.rows[0]).toMatchObject({ n: 14 });
	});

	const hours: Answer = ({ from_date: day }) => {
		const series = Array.from(
			{ length: 24 },
			(_, h) => `${day} ${String(h).padStart(2, '0')}:00:00`,
		);
		return {
			detail_result: { series, rows: [{ values: series.map(() => [2]) }] },
			rollup_result: { rows: [{ values: [[48]] }] },
		};
	};

	it('of hours totals are sums of those that are over', async () => {
		const form = { dateRange: 'today', unit: 'hour', compareWith: 'lastWeek', output: 'table' };
		const { rows, hints } = await requestedBy(form, {}, hours);
		expect(rows[0]?.rows).toHaveLength(14);
		expect(rows[0]).toMatchObject({ totals: [{ n: 28, n_previous: 28, n_change: 0 }] });
		expect(hints).toEqual([]);
		const users = measured({ eventName: 'A', aggregator: 'unique', outputName: 'n' });
		const distinct = await requestedBy({ ...form, ...users }, {}, hours);
		expect(distinct.rows[0]).toMatchObject({ totals: [{ n: null, n_change: null }] });
		expect(distinct.hints.join()).toContain(
			"Totals of measures that can't be added up are unknown (null), because they would include the incomplete hour",
		);
		const byCity = { groupBy: { group: [{ field: 'event.A.city' }] } };
		const ordered = requestedBy({ ...form, ...users, ...byCity }, { orderBy: 'n' }, hours);
		await expect(ordered).rejects.toThrow(
			"'Order By' uses the total of 'n', which can't exclude the current, incomplete hour. Choose another 'Unit', or remove the option 'Complete Periods Only'",
		);
		await expect(requestedBy({ ...form, output: 'summary' }, {}, hours)).rejects.toThrow(
			"A Summary by hour can't exclude the current, incomplete hour. Choose another 'Unit', or remove the option 'Complete Periods Only'",
		);
	});

	it("Raw is the service's answer for the date range", async () => {
		const { ranges } = await requestedBy({ dateRange: 'thisMonth', output: 'raw' });
		expect(ranges).toEqual(['2026-11-01/2026-11-21']);
	});
});

describe('R7: totals compared', () => {
	const september = { ...between('2026-09-01', '2026-09-30'), compareWith: 'previousPeriod' };
	const service = daily({ groups: [city(undefined, (day) => (day < '2026-09-01' ? 2 : 1))] });

	it('a total is compared with the complete other range', async () => {
		const options = { totals: true };
		const { rows } = await askReport({ ...september, output: 'table', options }, service);
		const reported = { n: 30, n_previous: 62, n_change: -32 };
		expect(rows[0]).toMatchObject({ totals: [reported] });
		const summary = await askReport({ ...september, output: 'summary' }, service);
		expect(summary.rows[0]).toMatchObject(reported);
	});
});

describe('P2: one week alone', () => {
	it('from Sunday, requested with custom dates', async () => {
		const form = { ...between('2026-11-15', '2026-11-21'), unit: 'week' };
		const { rows, ranges } = await askReport(
			{ ...form, compareWith: 'previousPeriod' },
			daily({ firstWeekday: 7 }),
			{ now: new Date('2026-11-25T10:00:00+08:00') },
		);
		expect(ranges[1]).toBe('2026-11-08/2026-11-14');
		expect(rows).toEqual([
			{
				date: '2026-11-15',
				date_previous: '2026-11-08',
				n: 7,
				n_previous: 7,
				n_change: 0,
				n_change_percent: 0,
			},
		]);
	});
});

describe('F3, O4: what is harmless is not refused', () => {
	const users = measured({ eventName: 'A', aggregator: 'unique', outputName: 'n' });
	const days = between('2026-11-01', '2026-11-03');

	it('a range that is one slice', async () => {
		const options = { sliceDays: 3, totals: true };
		expect((await askReport({ ...days, ...users, options }, daily())).ranges).toHaveLength(1);
		const sliced = askReport({ ...days, ...users, options: { ...options, sliceDays: 2 } }, daily());
		await expect(sliced).rejects.toThrow('Split Range (Days)');
	});

	it.each([
		['no groups', {}, { topGroups: 1 }],
		['no Top Groups', byCity, {}],
	])('Combine Remaining Groups with %s', async (_case, form, more) => {
		const options = { restInOneRow: true, ...more };
		const groups = [{ by: 'groupBy' in form ? 'Riga' : undefined, on: () => 1 }];
		const { rows } = await askReport({ ...days, ...users, ...form, options }, daily({ groups }));
		expect(column(rows, 'n')).toEqual([1, 1, 1]);
	});
});

describe('a pasted query that requests totals itself', () => {
	it.each([true, 'true', 1])('detail_and_rollup: %j: Table lists them', async (flag) => {
		const queryJson = {
			measures: [{ event_name: 'A', aggregator: 'general', name: 'n' }],
			unit: 'day',
			from_date: '2026-11-01',
			to_date: '2026-11-03',
			detail_and_rollup: flag,
		};
		const form = { queryMode: 'json', queryJson, dateRange: 'asPasted', compareWith: 'none' };
		const { rows } = await askReport({ ...form, output: 'table' }, daily());
		expect(rows[0]).toMatchObject({ totals: [{ n: 3 }] });
	});
});
