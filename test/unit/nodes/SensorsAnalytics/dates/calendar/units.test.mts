import type { DayUnit } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import {
	addUnits,
	countUnits,
	isDayUnit,
	startOf,
	startsIn,
	unitName,
} from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import { day, DAYS, iso, weekStart } from '../../../../../support/calendar.mts';
import { Differences } from '../../../../../support/differences.mts';

describe('units of complete days', () => {
	it.each(['day', 'week', 'month', 'quarter', 'year'] as const)(
		'%s: as the judge has it, from every day of a leap cycle',
		(unit: DayUnit) => {
			const differences = new Differences();
			for (const date of DAYS) {
				const start = unit === 'week' ? weekStart(day(date), 7) : day(date).startOf(unit);
				differences.note(date, startOf(unit, date, 7), iso(start));
				for (const count of [-13, 1, 2])
					differences.note(
						[date, count],
						addUnits(unit, iso(start), count),
						iso(start.plus({ [unit]: count })),
					);
			}
			differences.expectNone();
		},
	);

	it('those that a range touches', () => {
		const range = { from: '2026-11-15', to: '2027-01-15' };
		expect(startsIn('month', range, 1)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
		expect(startsIn('quarter', range, 1)).toEqual(['2026-10-01', '2027-01-01']);
		expect(startsIn('week', { from: '2026-11-08', to: '2026-11-14' }, 7)).toEqual(['2026-11-08']);
	});

	it.each(['day', 'week', 'month', 'quarter', 'year'] as const)(
		'%s: as many are counted as there are, from every day of a leap cycle',
		(unit: DayUnit) => {
			const differences = new Differences();
			for (const [index, from] of DAYS.entries()) {
				for (const firstWeekday of unit === 'week' ? ([1, 7] as const) : ([1] as const))
					for (const days of [0, 1, 6, 7, 31, ...(index % 10 === 0 ? [366] : [])]) {
						const range = { from, to: DAYS[index + days] ?? from };
						const there = startsIn(unit, range, firstWeekday).length;
						differences.note([range, firstWeekday], countUnits(unit, range, firstWeekday), there);
					}
			}
			differences.expectNone();
		},
	);

	it('those of an empty range are none, and those of a long one are computed at once', () => {
		expect(countUnits('day', { from: '2026-11-02', to: '2026-11-01' }, 1)).toBe(0);
		expect(countUnits('month', { from: '2026-11-30', to: '2026-11-01' }, 1)).toBe(0);
		const ages = { from: '0001-01-01', to: '9999-12-31' };
		expect(countUnits('day', ages, 1)).toBe(3_652_059);
		expect(countUnits('month', ages, 1)).toBe(119_988);
		expect(countUnits('year', ages, 1)).toBe(9999);
	});

	it('know their names', () => {
		expect([unitName('DAY'), isDayUnit('day'), isDayUnit('hour')]).toEqual(['day', true, false]);
	});
});
