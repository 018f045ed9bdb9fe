import { DateTime } from 'luxon';

import {
	endMoment,
	endOfPeriod,
	lastFinishedPeriod,
	nextPeriod,
	periodLabel,
	periodOfLastWeek,
	periodsBetween,
	periodsOn,
	periodsUpTo,
	previousPeriod,
} from '../../../../../nodes/SensorsAnalyticsTrigger/periods';
import { isLong } from '../../../../support/extent.mts';

const days = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const hours = { unit: 'hour', timeZone: 'Asia/Shanghai' } as const;
const berlin = { unit: 'hour', timeZone: 'Europe/Berlin' } as const;

describe('periods', () => {
	it.each(['Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati', 'UTC'])(
		'the last finished one in %s is the one before the current',
		(zone) => {
			for (let hour = 0; hour < 24 * 400; hour += isLong ? 1 : 17) {
				const now = DateTime.fromISO('2025-12-01T00:30:00Z').plus({ hours: hour });
				const local = now.setZone(zone);
				expect(lastFinishedPeriod({ unit: 'day', timeZone: zone }, now.toJSDate())).toBe(
					local.minus({ days: 1 }).toISODate(),
				);
				// The hour that the clocks showed right before this one began.
				const start = local.startOf('hour');
				const name = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:00:00");
				let before = start.minus({ minutes: 1 });
				while (name(before) === name(local)) before = before.minus({ hours: 1 });
				expect(lastFinishedPeriod({ unit: 'hour', timeZone: zone }, now.toJSDate())).toBe(
					name(before),
				);
			}
		},
	);

	it('follow on each other', () => {
		expect(periodsBetween(days, '2026-02-27', '2026-03-02')).toEqual([
			'2026-02-28',
			'2026-03-01',
			'2026-03-02',
		]);
		expect(periodsBetween(hours, '2026-12-31T22:00:00', '2027-01-01T00:00:00')).toEqual([
			'2026-12-31T23:00:00',
			'2027-01-01T00:00:00',
		]);
		expect(periodsBetween(days, '2026-03-02', '2026-03-02')).toEqual([]);
		expect(previousPeriod(hours, '2026-01-01T00:00:00')).toBe('2025-12-31T23:00:00');
		expect(periodsUpTo(days, '2026-03-02', 2)).toEqual(['2026-03-01', '2026-03-02']);
		expect(periodsUpTo(days, '2026-03-02', 9, '2026-02-28')).toEqual(['2026-03-01', '2026-03-02']);
		expect(periodsOn(days, { from: '2026-03-01', to: '2026-03-02' })).toHaveLength(2);
		expect(periodsOn(hours, { from: '2026-03-01', to: '2026-03-02' })).toHaveLength(48);
	});

	it('end where the next one would start', () => {
		expect(endOfPeriod('day', '2026-12-31')).toBe('2027-01-01T00:00:00');
		expect(endOfPeriod('hour', '2026-12-31T23:00:00')).toBe('2027-01-01T00:00:00');
		expect(endMoment(days, '2026-12-31')).toBe(Date.parse('2027-01-01T00:00:00+08:00'));
	});

	it('T1: an hour that the clocks skip does not exist', () => {
		expect(previousPeriod(berlin, '2026-03-29T03:00:00')).toBe('2026-03-29T01:00:00');
		expect(nextPeriod(berlin, '2026-03-29T01:00:00')).toBe('2026-03-29T03:00:00');
		expect(periodsOn(berlin, { from: '2026-03-29', to: '2026-03-29' })).toHaveLength(23);
		expect(endMoment(berlin, '2026-03-29T01:00:00')).toBe(Date.parse('2026-03-29T01:00:00Z'));
	});

	it('T1: an hour of which the clocks skip half is one', () => {
		const lordHowe = { unit: 'hour', timeZone: 'Australia/Lord_Howe' } as const;
		expect(nextPeriod(lordHowe, '2026-10-04T01:00:00')).toBe('2026-10-04T02:00:00');
		expect(nextPeriod(lordHowe, '2026-10-04T02:00:00')).toBe('2026-10-04T03:00:00');
		expect(endMoment(lordHowe, '2026-10-04T01:00:00')).toBe(Date.parse('2026-10-03T15:30:00Z'));
		expect(endMoment(lordHowe, '2026-10-04T02:00:00')).toBe(Date.parse('2026-10-03T16:00:00Z'));
	});

	it.each([
		// 03:45 becomes 02:45, and 03:00 becomes 01:00.
		['Pacific/Chatham', '2026-04-04T13:50:00Z', '2026-04-05T01:00:00'],
		['Pacific/Chatham', '2026-04-04T14:14:59Z', '2026-04-05T01:00:00'],
		['Pacific/Chatham', '2026-04-04T14:15:00Z', '2026-04-05T02:00:00'],
		['Antarctica/Troll', '2026-10-25T00:30:00Z', '2026-10-25T00:00:00'],
		['Antarctica/Troll', '2026-10-25T02:00:00Z', '2026-10-25T01:00:00'],
	])('T1: an hour is over when the clocks showed its end for the last time: %s', (...given) => {
		const [timeZone, now, last] = given;
		expect(lastFinishedPeriod({ unit: 'hour', timeZone }, new Date(now))).toBe(last);
	});

	it('T1: a day is over when clocks that are set back into it show its end again', () => {
		const stJohns = { unit: 'day', timeZone: 'America/St_Johns' } as const;
		expect(lastFinishedPeriod(stJohns, new Date('2006-10-29T02:30:30Z'))).toBe('2006-10-27');
		expect(lastFinishedPeriod(stJohns, new Date('2006-10-29T03:30:00Z'))).toBe('2006-10-28');
	});

	it('T12: last week is the same hour on the clocks', () => {
		expect(periodOfLastWeek('2026-03-30T10:00:00')).toBe('2026-03-23T10:00:00');
		expect(periodOfLastWeek('2026-03-03')).toBe('2026-02-24');
		expect(periodLabel(berlin, '2026-03-30T10:00:00')).toBe('2026-03-30T10:00:00+02:00');
		expect(periodLabel(berlin, '2026-03-23T10:00:00')).toBe('2026-03-23T10:00:00+01:00');
	});
});
