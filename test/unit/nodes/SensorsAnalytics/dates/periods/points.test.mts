import { addDays } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import {
	countPoints,
	sliceRange,
	repeatedTooOften,
} from '../../../../../../nodes/SensorsAnalytics/dates/periods';
import { day } from '../../../../../support/calendar.mts';

describe('points and slices', () => {
	it.each([
		['day', '2026-02-27', '2026-03-02', 4],
		['week', '2026-11-01', '2026-11-09', 3],
		['month', '2026-11-15', '2027-01-15', 3],
		['hour', '2026-11-15', '2026-11-16', 48],
		['fortnight', '2026-11-01', '2026-11-09', undefined],
	])('by %s are counted', (unit, from, to, points) => {
		expect(countPoints(unit, { from, to })).toBe(points);
	});

	it.each([
		['Europe/Berlin', ['01', '02', '03'], undefined],
		['Europe/Berlin', ['02', '02', '03'], undefined],
		['Europe/Berlin', ['02', '02', '02'], '02'],
		['Europe/Berlin', ['01', '02', '01'], '01'],
		['Asia/Shanghai', ['02', '02'], '02'],
		['Asia/Shanghai', ['02', '03'], undefined],
	])('P6: on 25 October in %s, %j contains too often: %s', (zone, hours, again) => {
		const at = (hour: string) => `2026-10-25T${hour}:00:00`;
		expect(repeatedTooOften(hours.map(at), zone)).toBe(again && at(again));
	});

	it.each(['day', 'hour', 'week', 'month'])(
		'chunks by %s join to the date range, at its boundaries',
		(unit) => {
			for (const days of [1, 5, 7, 31, 400]) {
				for (const from of ['2026-01-01', '2026-02-27', '2026-11-08']) {
					const to = addDays(from, 100);
					const slices = sliceRange({ from, to }, days, unit);
					expect(slices[0]?.from).toBe(from);
					expect(slices.at(-1)?.to).toBe(to);
					slices.slice(1).forEach((slice, index) => {
						expect(slice.from).toBe(addDays(slices[index]?.to as string, 1));
						if (unit === 'week') expect(day(slice.from).weekday).toBe(1);
						if (unit === 'month') expect(day(slice.from).day).toBe(1);
					});
				}
			}
		},
	);
});
