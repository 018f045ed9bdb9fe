import { addDays } from '../../../../../nodes/SensorsAnalytics/dates/calendar';
import { comparisonRange, moveRange } from '../../../../../nodes/SensorsAnalytics/dates/comparison';
import { day, DAYS, range } from '../../../../support/calendar.mts';
import { Differences } from '../../../../support/differences.mts';

describe('comparisons on every day of a leap cycle', () => {
	it.each(['previousPeriod', 'lastWeek', 'lastMonth', 'lastYear'] as const)(
		'compared with %s',
		(preset) => {
			const differences = new Differences();
			for (const from of DAYS) {
				const to = addDays(from, 6);
				const meant = {
					previousPeriod: range(day(from).minus({ days: 7 }), day(from).minus({ days: 1 })),
					lastWeek: range(day(from).minus({ weeks: 1 }), day(to).minus({ weeks: 1 })),
					lastMonth: range(day(from).minus({ months: 1 }), day(to).minus({ months: 1 })),
					lastYear: range(day(from).minus({ years: 1 }), day(to).minus({ years: 1 })),
				}[preset];
				differences.note(from, comparisonRange(preset, { from, to }), meant);
			}
			differences.expectNone();
		},
	);
});

describe('a range that moves', () => {
	it('a range that moves takes its comparison along', () => {
		const [old, compared] = [
			{ from: '2026-10-01', to: '2026-10-07' },
			{ from: '2026-09-24', to: '2026-09-30' },
		];
		expect(moveRange(compared, old, { from: '2026-11-01', to: '2026-11-02' })).toEqual({
			from: '2026-10-25',
			to: '2026-10-26',
		});
		expect(moveRange({ from: '2025-10-01', to: '2025-10-31' }, old, old)).toEqual({
			from: '2025-10-01',
			to: '2025-10-31',
		});
	});
});
