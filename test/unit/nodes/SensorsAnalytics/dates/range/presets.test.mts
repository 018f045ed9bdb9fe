import { DateTime } from 'luxon';
import { daysBetween, type Weekday } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import {
	type CalendarPreset,
	calendarRange,
	type ChosenRange,
	rangeSince,
	rollingRange,
} from '../../../../../../nodes/SensorsAnalytics/dates/range';
import { day, DAYS, range, weekStart } from '../../../../../support/calendar.mts';
import { Differences } from '../../../../../support/differences.mts';

const MEANT: Record<CalendarPreset, (today: DateTime, first: Weekday) => ChosenRange> = {
	today: (today) => range(today, today),
	yesterday: (today) => range(today.minus({ days: 1 }), today.minus({ days: 1 })),
	thisWeek: (today, first) => ({ ...range(weekStart(today, first), today), toDate: { days: 7 } }),
	lastWeek: (today, first) =>
		range(weekStart(today, first).minus({ weeks: 1 }), weekStart(today, first).minus({ days: 1 })),
	thisMonth: (today) => ({ ...range(today.startOf('month'), today), toDate: { months: 1 } }),
	lastMonth: (today) =>
		range(today.startOf('month').minus({ months: 1 }), today.startOf('month').minus({ days: 1 })),
	thisQuarter: (today) => ({ ...range(today.startOf('quarter'), today), toDate: { months: 3 } }),
	lastQuarter: (today) =>
		range(
			today.startOf('quarter').minus({ quarters: 1 }),
			today.startOf('quarter').minus({ days: 1 }),
		),
	thisYear: (today) => ({ ...range(today.startOf('year'), today), toDate: { months: 12 } }),
	lastYear: (today) =>
		range(today.startOf('year').minus({ years: 1 }), today.startOf('year').minus({ days: 1 })),
};

describe('presets on every day of a leap cycle', () => {
	it.each(Object.keys(MEANT) as CalendarPreset[])('%s', (preset) => {
		const differences = new Differences();
		for (const today of DAYS) {
			for (const first of [1, 6, 7] as Weekday[]) {
				differences.note(
					[today, first],
					calendarRange(preset, today, first),
					MEANT[preset](day(today), first),
				);
			}
		}
		differences.expectNone();
	});

	it.each([
		[7, 'days', false],
		[7, 'days', true],
		[1, 'days', false],
		[30, 'days', false],
		[4, 'weeks', false],
		[4, 'weeks', true],
		[1, 'weeks', true],
		[3, 'months', false],
		[3, 'months', true],
		[12, 'months', false],
	] as const)('the last %s %s (current one included: %s)', (count, unit, hasCurrent) => {
		const differences = new Differences();
		for (const today of DAYS) {
			const start = {
				days: day(today),
				weeks: weekStart(day(today), 1),
				months: day(today).startOf('month'),
			}[unit];
			const toDate = {
				days: {},
				weeks: { toDate: { days: 7 * count } },
				months: { toDate: { months: count } },
			};
			const meant = hasCurrent
				? { ...range(start.minus({ [unit]: count - 1 }), day(today)), ...toDate[unit] }
				: range(start.minus({ [unit]: count }), start.minus({ days: 1 }));
			const got = rollingRange(count, unit, hasCurrent, today, 1);
			differences.note(today, got, meant);
			if (unit === 'days') differences.note(today, daysBetween(got.from, got.to) + 1, count);
		}
		differences.expectNone();
	});

	it.each([
		['2026-11-01', { months: 1 }],
		['2026-09-01', { months: 3 }],
		['2026-11-02', undefined],
	])('since %s', (from, toDate) => {
		expect(rangeSince(from, '2026-11-21')).toEqual({
			from,
			to: '2026-11-21',
			...(toDate ? { toDate } : {}),
		});
	});
});
