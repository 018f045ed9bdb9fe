import type { Weekday } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import { addMonths, startOfWeek } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import { day, DAYS, iso, weekStart } from '../../../../../support/calendar.mts';
import { Differences } from '../../../../../support/differences.mts';

describe('the calendar on every day of a leap cycle', () => {
	it('adds months, and finds starts of weeks', () => {
		const differences = new Differences();
		for (const date of DAYS) {
			for (const months of [-25, -12, -1, 0, 1, 13]) {
				differences.note([date, months], addMonths(date, months), iso(day(date).plus({ months })));
			}
			for (const first of [1, 2, 3, 4, 5, 6, 7] as Weekday[]) {
				differences.note([date, first], startOfWeek(date, first), iso(weekStart(day(date), first)));
			}
		}
		differences.expectNone();
	});
});
