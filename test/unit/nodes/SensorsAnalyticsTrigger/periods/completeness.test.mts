import type { Table } from '../../../../../nodes/SensorsAnalytics/table/table';
import {
	hasArrived,
	isComplete,
	lastCompletePeriod,
	nextPeriod,
	readReach,
	settledReach,
} from '../../../../../nodes/SensorsAnalyticsTrigger/periods';

const days = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const DAY = '2026-11-10';
const resultOf = (dataUpdatedAt?: string, dataSufficientAt?: string) =>
	({ dataUpdatedAt, dataSufficientAt }) as Table;

describe('a day is complete', () => {
	it.each<[string, string | undefined, string | undefined, boolean]>([
		['T2: both times at its end', '2026-11-11 00:00:00.000', '2026-11-11 00:00:00.000', true],
		['T2: one of them before', '2026-11-11 08:00:00.000', '2026-11-10 23:59:59.000', false],
		['T2: one alone', '2026-11-11 00:00:00.000', undefined, true],
		['T2: one stays, the other a day past', '2026-11-12 00:00:00.000', '2026-11-10 22:00:00', true],
		['T2: both with an offset', '2026-11-11T00:00:00.000+0800', '2026-11-10T16:00:00Z', true],
		['T2: before its end, by an offset', '2026-11-11 00:00:00+0900', '2026-11-11 00:00:00', false],
		['T2: not quite a day past', '2026-11-11 23:59:59.000', '2026-11-10 22:00:00.000', false],
		['no data at all', '1970-01-01 08:00:00.000', '1970-01-01 08:00:00.000', false],
	])('%s', (_name, updated, sufficient, expected) => {
		const now = new Date('2026-11-20T12:00:00+08:00');
		expect(
			isComplete(days, DAY, readReach(resultOf(updated, sufficient), now, days, undefined)),
		).toBe(expected);
	});

	it('never before its end, whatever the service reports', () => {
		const now = new Date('2026-11-10T23:00:00+08:00');
		const reach = readReach(resultOf('2026-12-31 00:00:00.000'), now, days, undefined);
		expect(isComplete(days, DAY, reach)).toBe(false);
	});

	it.each([
		['2026-11-11T23:59:59+08:00', false],
		['2026-11-12T00:00:00+08:00', true],
	])('T3: a number of hours after its end at the latest: %s', (now, expected) => {
		const reach = readReach(resultOf('2026-11-10 12:00:00.000'), new Date(now), days, 24);
		expect(isComplete(days, DAY, reach)).toBe(expected);
	});

	it.each([
		['2026-11-11T23:59:59+08:00', false],
		['2026-11-12T00:00:00+08:00', true],
	])('T22: one that moved has not arrived, and waits for T3: %s', (now, expected) => {
		const settled = settledReach(new Date(now), days, 2, 24);
		expect(hasArrived(days, DAY, settled)).toBe(true);
		const reach = { ...settled, moving: new Set([DAY]) };
		expect(hasArrived(days, DAY, reach)).toBe(false);
		expect(isComplete(days, DAY, reach)).toBe(expected);
	});

	it('T22: a settled period is checked before it is given up; another is given up', () => {
		const now = new Date('2026-11-12T00:00:00+08:00');
		const unseen = new Set([DAY]);
		const settled = { ...settledReach(now, days, 2, 24), moving: unseen, unseen };
		expect(isComplete(days, DAY, settled)).toBe(false);
		const unsettled = { ...settledReach(now, days, 48, 24), moving: unseen, unseen };
		expect(isComplete(days, DAY, unsettled)).toBe(true);
	});

	it('T4: ignores invalid times', () => {
		const now = new Date('2026-11-12T00:00:00+08:00');
		expect(() => readReach(resultOf('zzzz', '9'), now, days, undefined)).toThrow(
			/The report doesn't contain the time of the last data update/,
		);
		expect(readReach(resultOf('zzzz', '2026-11-10 00:00:00'), now, days, undefined)).toMatchObject({
			sure: '2026-11-10T00:00:00',
			farthest: '2026-11-10T00:00:00',
		});
	});

	const berlin = { unit: 'hour', timeZone: 'Europe/Berlin' } as const;
	it.each<[string, string | undefined, number | undefined, string | undefined]>([
		['2026-11-11 00:00:00', undefined, undefined, '2026-11-10'],
		['2026-11-10 23:59:59', undefined, undefined, '2026-11-09'],
		['2026-11-11 00:00:00', '2026-11-05 12:00:00', undefined, '2026-11-09'],
		['2026-11-05 12:00:00', '2026-11-05 11:00:00', 24, '2026-11-18'],
		['2030-01-01 00:00:00', undefined, undefined, '2026-11-19'],
	])('the last complete day is computed: %s, %s, %s', (updated, sufficient, hours, expected) => {
		const now = new Date('2026-11-20T12:00:00+08:00');
		const reach = readReach(resultOf(updated, sufficient), now, days, hours);
		const last = lastCompletePeriod(days, reach) as string;
		expect(last).toBe(expected);
		expect([last, nextPeriod(days, last)].map((day) => isComplete(days, day, reach))).toEqual([
			true,
			false,
		]);
	});

	it('the last complete hour is computed where clocks skip one', () => {
		const now = new Date('2026-03-29T03:30:00+02:00');
		const reach = readReach(resultOf('2026-03-29 03:10:00'), now, berlin, undefined);
		expect(lastCompletePeriod(berlin, reach)).toBe('2026-03-29T01:00:00');
		expect(lastCompletePeriod(berlin, { now, nowLocal: reach.nowLocal })).toBeUndefined();
	});

	it('data of an hour have not arrived while its end is still to be shown again', () => {
		const clock = { unit: 'hour', timeZone: 'Pacific/Chatham' } as const;
		const hour = '2026-04-05T02:00:00';
		const isOver = (moment: string, updated = moment) =>
			isComplete(clock, hour, readReach(resultOf(updated), new Date(moment), clock, undefined));
		expect(isOver('2026-04-05T03:30:00+13:45')).toBe(false);
		expect(isOver('2026-04-05T04:00:00+12:45', '2026-04-05T03:30:00+13:45')).toBe(false);
		expect(isOver('2026-04-05T03:00:00+12:45')).toBe(true);
	});

	it('T4: is an error if nothing shows it', () => {
		const now = new Date();
		expect(() => readReach(resultOf(), now, days, undefined)).toThrow(
			/The report doesn't contain the time of the last data update/,
		);
		expect(readReach(resultOf(), now, days, 24).sure).toBeUndefined();
	});
});
