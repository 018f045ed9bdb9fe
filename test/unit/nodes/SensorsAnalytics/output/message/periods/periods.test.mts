import {
	arrivalOf,
	cohortsOver,
	isCohortOver,
	lastPeriod,
	isOpen,
	isPrevious,
	windowsOver,
} from '../../../../../../../nodes/SensorsAnalytics/output/message/periods';
import type { Queries } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';
import { city, date, digestOf, measure, tableOf } from '../../../../../../support/digests.mts';
import {
	distributionTable,
	funnelTable,
	retentionTable,
} from '../../../../../../support/modelTables.mts';

/** Sunday, 22 November 2026, 8:00 in Shanghai. */
const clock = { requestedAt: '2026-11-22T00:00:00.000Z', timeZone: 'Asia/Shanghai' };
const range = { from: '2026-11-16', to: '2026-11-22' };

it.each([
	['2026-11-22', 'day', true],
	['2026-11-21', 'day', false],
	['2026-11-16', 'week', true],
	['2026-11-09', 'week', false],
	['2026-11-01', 'month', true],
	['2026-10-01', 'month', false],
	['2026-11-22T07:00:00+08:00', 'hour', false],
	['2026-11-22T08:00:00+08:00', 'hour', true],
])('%s by %s: open is %s', (name, unit, expected) => {
	expect(isOpen(name, unit, clock)).toBe(expected);
	expect(isOpen(name, unit, {})).toBe(false);
});

it.each([
	['2026-11-21', 'day', true],
	['2026-11-20', 'day', false],
	['2026-11-22', 'day', false],
	['2026-11-09', 'week', true],
	['2026-11-02', 'week', false],
	// A week that begins on a Sunday.
	['2026-11-15', 'week', false],
	['2026-10-01', 'month', true],
	// Cut by the dates.
	['2026-10-15', 'month', true],
	['2026-09-25', 'month', false],
	['2026-11-21T07:00:00+08:00', 'hour', false],
])('%s by %s: the one before the current one is %s', (name, unit, expected) => {
	expect(isPrevious(name, unit, clock)).toBe(expected);
	expect(isPrevious(name, unit, {})).toBe(false);
});

it.each([
	['2026-11-02', 0, 'week', true],
	['2026-11-09', 0, 'week', true],
	// Its last day is today.
	['2026-11-09', 1, 'week', false],
	['2026-11-20', 1, 'day', true],
	['2026-11-20', 2, 'day', false],
	['2026-10-15', 0, 'month', true],
	['2026-10-15', 1, 'month', false],
	// All starts of the range.
	[undefined, 0, 'day', false],
	[undefined, 0, 'week', false],
])('who started on %s had all of period %s (%s): %s', (start, period, unit, expected) => {
	const query = { mayEndLater: true } as Queries['retention'];
	expect(isCohortOver(start, period, { ...clock, range, unit, query })).toBe(expected);
});

it('if later days do not count, the end of the range is the end', () => {
	const request = { ...clock, range: { from: '2026-11-01', to: '2026-11-10' } };
	const retention = (mayEndLater: boolean) => ({ mayEndLater }) as Queries['retention'];
	expect(isCohortOver('2026-11-09', 3, { ...request, query: retention(true) })).toBe(true);
	expect(isCohortOver('2026-11-09', 3, { ...request, query: retention(false) })).toBe(false);
	const funnel = (mayEndLater: boolean) =>
		({ mayEndLater, windowMinutes: 7 * 1440 }) as Queries['funnel'];
	expect(windowsOver({ ...request, query: funnel(true) })('2026-11-09')).toBe(true);
	expect(windowsOver({ ...request, query: funnel(false) })('2026-11-09')).toBe(false);
	expect(windowsOver({ ...request, query: funnel(true) })('2026-11-15')).toBe(false);
});

it('all starts of a range start in weeks and months with the names of their first days', () => {
	const query = { mayEndLater: true } as Queries['retention'];
	const request = { ...clock, requestedAt: '2026-11-25T02:00:00Z', query };
	const ofRange = (unit: string, to: string) => ({ ...request, unit, range: { from: to, to } });
	expect(isCohortOver(undefined, 1, ofRange('week', '2026-11-15'))).toBe(true);
	expect(isCohortOver(undefined, 1, ofRange('week', '2026-11-16'))).toBe(false);
	expect(isCohortOver(undefined, 0, ofRange('month', '2026-10-31'))).toBe(true);
});

it.each(['day', 'week', 'month', 'hour'])('many periods of many starts, by %s', (unit) => {
	const starts = ['2026-10-12', undefined, '2026-11-16', '2026-11-23'];
	// In an order in which no period decides about all others.
	const periods = [3, 0, 7, 1, 400, 2, 5, 4, 6];
	const query = { mayEndLater: true } as Queries['retention'];
	const request = { ...clock, range, unit, query };
	const isOver = cohortsOver(request);
	for (const period of periods)
		for (const start of starts)
			expect([start, period, isOver(start, period)]).toEqual([
				...[start, period, isCohortOver(start, period, request)],
			]);
});

describe('no sentence and no chart counts what is not over', () => {
	const orders = { ...measure('orders'), canAddUp: true };
	const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];

	it('of days', () => {
		const table = tableOf(
			[date, orders],
			days.map((day, index) => [day, [30, 20, 40, 3][index] as number]),
			{ partial: ['2026-11-22'] },
		);
		const { lines, chart, rows } = digestOf(table, {}, undefined, { ...clock, range, unit: 'day' });
		expect(lines).toEqual([
			'orders 16–21 Nov: 90',
			'Daily high: 40 (21 Nov, the last day); low: 20 (20 Nov)',
		]);
		expect(chart?.series[0]?.values).toEqual([30, 20, 40]);
		expect(rows).toHaveLength(4);
	});

	it('of weeks that the dates cut', () => {
		const weeks = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'];
		const table = tableOf(
			[date, orders],
			weeks.map((week, index) => [week, [60, 344, 315, 54][index] as number]),
			{ partial: ['2026-10-26', '2026-11-16'] },
		);
		const request = { ...clock, range: { from: '2026-11-01', to: '2026-11-20' }, unit: 'week' };
		const drawn = (own: typeof table) => digestOf(own, {}, undefined, request).chart;
		expect(drawn(table)?.series[0]?.values).toEqual([344, 315]);
		const byCity = tableOf(
			[date, city, orders],
			weeks.flatMap((week) => ['Riga', 'Oslo'].map((name) => [week, name, 5])),
		);
		expect(drawn(byCity)?.categories).toEqual(['2 Nov', '9 Nov']);
	});

	it('of a retention', () => {
		const table = retentionTable(
			[date],
			[
				[['2026-11-02'], [100, 60, 10]],
				[['2026-11-09'], [100, 2]],
				[['2026-11-16'], [100]],
			],
		);
		const { lines, chart } = digestOf(table, {}, undefined, {
			...clock,
			range: { ...range, from: '2026-11-02' },
			unit: 'week',
		});
		expect(lines).toEqual([
			'60.0% of 100 users had the event again in the following week (2–8 Nov)',
		]);
		expect(chart).toBeUndefined();
	});

	it.each([
		[1440, true, '16–20 Nov', 'between 21 and 22 Nov, because their window is not over yet'],
		[1440, false, '16–20 Nov', 'between 21 and 22 Nov, because their window is not over yet'],
		// At eight in the morning, the last window of yesterday is over.
		[30, true, '16–21 Nov', 'on Sun 22 Nov, because their window is not over yet'],
		[
			30,
			false,
			'16–21 Nov',
			'on Sun 22 Nov, who had less time because steps after 22 Nov are not counted',
		],
		[540, true, '16–20 Nov', 'between 21 and 22 Nov, because their window is not over yet'],
	])('of a funnel with a window of %d minutes (%s)', (windowMinutes, mayEndLater, dates, left) => {
		const table = funnelTable(
			[date],
			days.map((day) => [[day], [100, 50, 30]]),
		);
		const query = { windowMinutes, mayEndLater, steps: [] } as unknown as Queries['funnel'];
		const { lines, scope } = digestOf(table, {}, undefined, { ...clock, range, query });
		expect(lines[0]).toContain(`, ${dates}: `);
		expect(scope).toContain(`excludes users who started ${left}`);
	});

	it('of a funnel', () => {
		const table = funnelTable(
			[date],
			days.map((day, index) => [[day], [100, 50, [40, 30, 20, 0][index] as number]]),
		);
		const query = { windowMinutes: 1440, mayEndLater: true, steps: [] } as unknown;
		const request = { ...clock, range, query: query as Queries['funnel'] };
		const { lines } = digestOf(table, {}, undefined, request);
		expect(lines[0]).toBe(
			'ViewProduct → AddToCart → PayOrder, 16–20 Nov: 35.0% converted (70 of 200 users, counted once per start day)',
		);
	});
});

it('says so if only complete periods are requested, and there are none', () => {
	const none = tableOf([date, measure('orders')], []);
	const request = { ...clock, range, unit: 'week' };
	const said = (more: object) => digestOf(none, {}, undefined, { ...request, ...more }).summary;
	expect(said({ isCompleteOnly: true })).toBe(
		'Orders: No complete period of these dates is over yet · Shanghai time',
	);
	expect(said({})).toBe('Orders: No rows · Shanghai time');
});

it('a text in a measure stays what came', () => {
	const table = tableOf([measure('rate'), measure('orders')], [['12%', 3]]);
	expect(digestOf(table).rows).toEqual([['12%', '3']]);
});

it('the total of a range counts the days of the other one that have no partner', () => {
	const of = (as: 'previous' | 'change' | 'percent') => ({
		...measure(`orders_${as}`, { of: 'orders', as }),
	});
	const columns = [
		date,
		{ ...measure('orders'), canAddUp: true },
		of('previous'),
		of('change'),
		of('percent'),
	];
	const rows = [
		['2026-09-29', 150, 150, 0, 0],
		['2026-09-30', 150, 150, 0, 0],
	];
	const sums = [[300, 400, -100, -25]];
	const august = { from: '2026-08-01', to: '2026-08-31' };
	const request = { range: { from: '2026-09-01', to: '2026-09-30' } };
	const { lines } = digestOf(tableOf(columns, rows, { sums }), {}, august, request);
	expect(lines[0]).toBe('orders 1–30 Sep: 300, down 100 (−25.0%) from 400 for 1–31 Aug');
	const withheld = tableOf(columns, rows, { sums: [[300, 400, null, null]] });
	const unlike = digestOf(withheld, { layout: 'digest' }, august, request);
	expect(unlike.lines[0]).toBe('orders 1–30 Sep: 300');
	expect(unlike.scope).toBe('The total is not compared, because the two periods do not match');
});

describe('data that have not arrived', () => {
	const late = { ...clock, dataUntil: '2026-11-20 12:00' };

	it('leave hours and days open', () => {
		const hour = (name: string) => isOpen(`2026-11-${name}:00:00+08:00`, 'hour', late);
		expect([hour('20T11'), hour('20T12'), hour('21T01')]).toEqual([false, true, true]);
		const days = ['19', '20', '21'].map((day) => isOpen(`2026-11-${day}`, 'day', late));
		expect(days).toEqual([false, true, true]);
		expect(isOpen('2026-11-09', 'week', late)).toBe(false);
		const until = (time: string) => ({ ...late, dataUntil: `2026-11-15 ${time}` });
		expect(isOpen('2026-11-09', 'week', until('21:59'))).toBe(true);
		expect(isOpen('2026-11-09', 'week', until('22:00'))).toBe(false);
		expect(isOpen('2026-11-15T22:00:00+08:00', 'hour', until('22:30'))).toBe(true);
	});

	describe('have no verdict and no comparison', () => {
		const of = (as: 'previous' | 'change') => measure(`orders_${as}`, { of: 'orders', as });
		const columns = [
			date,
			{ ...date, key: 'before', derived: { of: 'date', as: 'previous' } as const },
			...[{ ...measure('orders'), canAddUp: true }, of('previous'), of('change')],
		];
		const tellOf = (from: number, locale = 'en-US', unit = 'day') => {
			const days = [16, 17, 18, 19, 20, 21].filter((day) => day >= from);
			const rows = days.map((day) => [
				...[`2026-11-${day}`, `2026-11-${String(day - 7).padStart(2, '0')}`],
				...(day < 20 ? [300, 200, 100] : [0, 300, -300]),
			]);
			const facts = { dataUpdatedAt: '2026-11-20 12:00:00', dataSufficientAt: '' };
			const week = (shift: number) => ({
				from: `2026-11-${String(from - shift).padStart(2, '0')}`,
				to: `2026-11-${21 - shift}`,
			});
			const numbers = { locale, style: 'auto', decimals: 2, currency: '', hasThousands: true };
			const options = { layout: 'digest', numbers } as Parameters<typeof digestOf>[1];
			return digestOf(tableOf(columns, rows, facts), options, week(7), {
				...{ ...clock, range: week(0), unit },
			});
		};

		it('in the middle of the dates', () => {
			const { lines, scope, rows } = tellOf(16);
			expect(lines).toEqual([
				'orders 16–19 Nov: 1,200, up 400 (+50.0%) from 800 for 9–12 Nov',
				'Each of these 4 days: 300',
			]);
			expect(scope).toContain(
				'has data only until 20 Nov, 12:00 · Excludes 20–21 Nov (incomplete data) and 13–14 Nov, the days it would be compared with',
			);
			expect(rows).toHaveLength(4);
			expect(tellOf(16, 'zh-CN').scope).toContain('11月20–21日数据尚未到齐，未计入；对比期');
		});

		it('as the only ones', () => {
			const { lines, scope, news } = tellOf(21);
			expect(lines).toEqual(['orders Sat 21 Nov (data until 20 Nov, 12:00): 0']);
			expect(scope).toContain('Not compared yet, because the data are incomplete');
			expect(news.percent ?? null).toBeNull();
			expect(tellOf(21, 'zh-CN').lines).toEqual([
				'11月21日（周六，数据截至 11月20日 12:00）orders 0',
			]);
		});

		it('as a total', () => {
			expect(tellOf(20, 'en-US', 'total').lines[0]).toContain('(data until 20 Nov, 12:00)');
		});
	});

	it('leave out periods of followed users', () => {
		const query = { mayEndLater: true, windowMinutes: 1440 } as unknown as Queries['funnel'];
		const over = (day: string, context = late) => windowsOver({ ...context, range, query })(day);
		expect([over('2026-11-18'), over('2026-11-19')]).toEqual([true, false]);
		expect(over('2026-11-19', { ...late, dataUntil: '2026-11-21 00:00' })).toBe(true);
		// The data may end in the last two hours of the day on which the window ends.
		expect(over('2026-11-19', { ...late, dataUntil: '2026-11-20 22:00' })).toBe(true);
		expect(over('2026-11-19', { ...late, dataUntil: '2026-11-20 21:59' })).toBe(false);
		const followed = { ...late, range, query: { mayEndLater: true } as Queries['retention'] };
		expect(isCohortOver('2026-11-18', 1, followed)).toBe(true);
		expect(isCohortOver('2026-11-18', 2, followed)).toBe(false);
	});

	const arrivedAt = (dataUpdatedAt: string) => ({ dataUpdatedAt, dataSufficientAt: '' });

	it('are the reason for leaving out a week that is over', () => {
		const weeks = [
			['2026-11-02', 40],
			['2026-11-09', 30],
		];
		const orders = { ...measure('orders'), canAddUp: true };
		const facts = arrivedAt('2026-11-15 21:00:00');
		const request = { ...clock, range: { from: '2026-11-02', to: '2026-11-15' }, unit: 'week' };
		const { scope } = digestOf(tableOf([date, orders], weeks, facts), {}, undefined, request);
		expect(scope).toContain('Excludes 9–15 Nov (incomplete data)');
		const cells = weeks.map(([day]): [Cell[], number[]] => [[day as string], [10, 5, 5]]);
		const distribution = { ...distributionTable([date], cells), ...facts };
		expect(digestOf(distribution, {}, undefined, request).scope).toContain(
			'Excludes 9–15 Nov (incomplete data)',
		);
	});

	it('are hours at the end of a day, which has no number of all its hours then', () => {
		const hours = Array.from({ length: 24 }, (_, hour) => [
			`2026-11-21T${String(hour).padStart(2, '0')}:00:00+08:00`,
			hour < 22 ? 100 : 0,
		]);
		const orders = { ...measure('orders'), canAddUp: true };
		const linesOf = (at: string, from = '2026-11-21') =>
			digestOf(tableOf([date, orders], hours, arrivedAt(at)), {}, undefined, {
				...{ ...clock, range: { from, to: '2026-11-21' }, unit: 'hour' },
			}).lines;
		expect(linesOf('2026-11-21 22:05:00')).toEqual([
			'orders Sat 21 Nov until 22:00: 2,200',
			'Each of these 22 hours: 100',
		]);
		expect(linesOf('2026-11-21 23:59:59')[0]).toBe('orders Sat 21 Nov: 2,200');
	});

	it('are in the headline of a funnel, whose later steps are not there', () => {
		const query = { windowMinutes: 1440, mayEndLater: false, steps: [] } as unknown;
		const digestAt = (at: string, mayEndLater = false) =>
			digestOf({ ...funnelTable([], [[[], [100, 50, 30]]]), ...arrivedAt(at) }, {}, undefined, {
				...{ ...clock, range: { from: '2026-11-16', to: '2026-11-21' } },
				query: { ...(query as Queries['funnel']), mayEndLater },
			});
		const late = digestAt('2026-11-20 12:00:00');
		expect(late.lines[0]).toContain(', 16–21 Nov (data until 20 Nov, 12:00): 30.0%');
		expect(late.scope).toContain('; steps after 20 Nov, 12:00 are not counted');
		const after = digestAt('2026-11-20 12:00:00', true);
		expect(after.lines[0]).toContain(', 16–21 Nov (data until 20 Nov, 12:00): 30.0%');
		const whole = digestAt('2026-11-21 22:30:00');
		expect(whole.lines[0]).toContain(', 16–21 Nov: 30.0%');
		expect(whole.scope).toContain('; steps after 21 Nov are not counted');
	});

	it('are named until the last day that counts, or the last hour', () => {
		const days = { from: '2026-11-01', to: '2026-11-10' };
		const retention = { mayEndLater: true, duration: 14, unit: 'day' };
		const until = (query: unknown) =>
			arrivalOf(days, { ...late, query: query as Queries['retention'] });
		expect(until(retention)).toBe('2026-11-20 12:00');
		expect(until({ ...retention, duration: 9 })).toBeUndefined();
		expect(until({ ...retention, mayEndLater: false })).toBeUndefined();
		expect(until({ mayEndLater: true, windowMinutes: 10 * 1440 })).toBe('2026-11-20 12:00');
		const today = { from: '2026-11-22', to: '2026-11-22' };
		const morning = { ...clock, dataUntil: '2026-11-22 06:59' };
		expect(arrivalOf(today, { ...morning, unit: 'hour' })).toBe('2026-11-22 06:59');
		expect(arrivalOf(today, { ...morning, unit: 'day' })).toBeUndefined();
		expect(arrivalOf(today, { ...late, unit: 'day' })).toBe('2026-11-20 12:00');
		const fresh = { ...clock, dataUntil: '2026-11-22 08:00', unit: 'hour' };
		expect(arrivalOf(today, fresh)).toBeUndefined();
	});
});

it.each([
	['several weeks', ['2026-11-09', '2026-11-25'], ['2026-11-16', '2026-11-22']],
	['a cut week at the end', ['2026-11-09', '2026-11-19'], ['2026-11-09', '2026-11-15']],
	['cut weeks alone', ['2026-11-12', '2026-11-18'], ['2026-11-16', '2026-11-18']],
	[
		'a cut week, and one that is not over',
		['2026-11-19', '2026-11-25'],
		['2026-11-19', '2026-11-22'],
	],
	['the current week alone', ['2026-11-23', '2026-11-25'], ['2026-11-23', '2026-11-25']],
])('the last complete period of %s', (_what, [from = '', to = ''], [first, last]) => {
	const clock = { requestedAt: '2026-11-25T02:00:00Z', timeZone: 'Asia/Shanghai', unit: 'week' };
	expect(lastPeriod({ from, to }, clock)).toEqual({ from: first, to: last });
});
