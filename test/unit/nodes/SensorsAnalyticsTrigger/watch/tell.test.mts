import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/decimal';
import type { TriggerCondition } from '../../../../../nodes/SensorsAnalyticsTrigger/condition';
import { toNumberItems, toRowItems } from '../../../../../nodes/SensorsAnalyticsTrigger/watch';
import { lookAt } from '../../../../support/looks.mts';
import { city, date, orders } from '../../../../support/tables.mts';

const days = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const hours = { unit: 'hour', timeZone: 'Asia/Shanghai' } as const;
const berlin = { unit: 'hour', timeZone: 'Europe/Berlin' } as const;
const range = { from: '2026-11-09', to: '2026-11-10' };

describe('T20: rows', () => {
	const rows: Cell[][] = [
		['2026-11-09', 'A', 1],
		['2026-11-09', 'B', 3],
	];

	it('are those of the periods, period by period, also if nothing happened', async () => {
		const seen = lookAt([date, city, orders], rows, { range });
		const ninth = [
			{ date: '2026-11-09', city: 'A', orders: 1 },
			{ date: '2026-11-09', city: 'B', orders: 3 },
		];
		const tenth = [
			{ date: '2026-11-10', city: 'A', orders: 0 },
			{ date: '2026-11-10', city: 'B', orders: 0 },
		];
		expect(await toRowItems(days, seen, ['2026-11-10'])).toEqual(tenth);
		expect(await toRowItems(days, seen, ['2026-11-09', '2026-11-10'])).toEqual([
			...ninth,
			...tenth,
		]);
	});

	it('a period without any says so', async () => {
		const seen = lookAt([date, city, orders], [], { range, isSampled: true });
		expect(await toRowItems(days, seen, ['2026-11-10'])).toEqual([
			{ date: '2026-11-10', message: 'The report has no rows', _sampled: true },
		]);
	});

	it.each([
		[{ isTruncated: true }, { _truncated: true }],
		[{ isSampled: true }, { _sampled: true }],
		[{ reach: '2026-11-10 12:00:00' }, { _incomplete: true }],
		[{ reach: '2026-11-11 00:00:00' }, {}],
	])('of a look with %j have %j', async (details, flags) => {
		const seen = lookAt([date, orders], [['2026-11-10', 7]], { range, ...details });
		expect(await toRowItems(days, seen, ['2026-11-10'])).toEqual([
			{ date: '2026-11-10', orders: 7, ...flags },
		]);
	});

	it('of hours have their offset', async () => {
		const at = { range: { from: '2026-11-10', to: '2026-11-10' } };
		const seen = lookAt([{ ...date, type: 'datetime' }, orders], [['2026-11-10T12:00:00', 7]], at);
		expect(await toRowItems(hours, seen, ['2026-11-10T12:00:00'])).toEqual([
			{ date: '2026-11-10T12:00:00+08:00', orders: 7 },
		]);
	});

	it('T1: of an hour that the clocks show twice are two', async () => {
		const rows: Cell[][] = [2, 3].map((count) => ['2026-10-25T02:00:00', count]);
		const at = { range: { from: '2026-10-25', to: '2026-10-25' } };
		const seen = lookAt([{ ...date, type: 'datetime' }, orders], rows, at);
		expect(await toRowItems(berlin, seen, ['2026-10-25T02:00:00'])).toMatchObject([
			{ date: '2026-10-25T02:00:00+02:00', orders: 2 },
			{ date: '2026-10-25T02:00:00+01:00', orders: 3 },
		]);
	});
});

describe('T20: numbers', () => {
	const threshold: TriggerCondition = { kind: 'threshold', side: 'below', limit: 100 };
	const change: TriggerCondition = {
		kind: 'change',
		direction: 'either',
		percent: 20,
		comparedWith: 'before',
	};
	const seen = lookAt([date, orders], [], { range, isTruncated: true });
	const observation = {
		measure: 'orders',
		period: '2026-11-10',
		value: 90,
		basePeriod: '2026-11-09',
		base: 120,
		states: [],
	};

	it('with their threshold', () => {
		expect(toNumberItems(days, threshold, seen, [observation], ['orders: 90'])).toEqual([
			{
				date: '2026-11-10',
				measure: 'orders',
				value: 90,
				value_before: 120,
				side: 'below',
				threshold: 100,
				text: 'orders: 90',
				_truncated: true,
			},
		]);
	});

	it.each([
		[120, -25],
		[0, null],
		[null, null],
	])('with their comparison: %s', (base, percent) => {
		expect(toNumberItems(days, change, seen, [{ ...observation, base }], ['orders: 90'])).toEqual([
			{
				date: '2026-11-10',
				measure: 'orders',
				value: 90,
				percent_change: percent,
				compared_with: '2026-11-09',
				compared_value: base,
				text: 'orders: 90',
				_truncated: true,
			},
		]);
	});

	it('of hours have their offset everywhere', () => {
		const ofHours = {
			...observation,
			period: '2026-11-10T00:00:00',
			basePeriod: '2026-11-09T23:00:00',
		};
		expect(toNumberItems(hours, change, seen, [ofHours], [])).toMatchObject([
			{ date: '2026-11-10T00:00:00+08:00', compared_with: '2026-11-09T23:00:00+08:00' },
		]);
	});
});
