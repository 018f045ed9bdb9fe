import { addDays } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import {
	expectedPoints,
	sliceRange,
	repeatedTooOften as toldTooOften,
} from '../../../../../../nodes/SensorsAnalytics/dates/periods';
import { day } from '../../../../../support/calendar.mts';

describe('points and slices', () => {
	it.each([
		['day', '2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
		['week', '2026-11-01', '2026-11-09', ['2026-10-26', '2026-11-02', '2026-11-09']],
		['month', '2026-11-15', '2027-01-15', ['2026-11-01', '2026-12-01', '2027-01-01']],
		['fortnight', '2026-11-01', '2026-11-09', undefined],
	])('by %s', (unit, from, to, points) => {
		expect(expectedPoints(unit, { from, to }, 'UTC')).toEqual(points);
	});

	it.each([
		['Asia/Shanghai', '2026-03-29', 24],
		['Europe/Berlin', '2026-03-28', 24],
		['Europe/Berlin', '2026-03-29', 23],
		['Europe/Berlin', '2026-10-25', 24],
	])('by hour, those that the clocks of %s show on %s: %d', (zone, on, count) => {
		const hours = expectedPoints('hour', { from: on, to: on }, zone) ?? [];
		expect(hours).toHaveLength(count);
		expect(hours.includes(`${on}T02:00:00`)).toBe(count === 24);
		expect(hours[0]).toBe(`${on}T00:00:00`);
	});

	it.each([
		['Europe/Berlin', ['01', '02', '03'], undefined],
		['Europe/Berlin', ['02', '02', '03'], undefined],
		['Europe/Berlin', ['02', '02', '02'], '02'],
		['Europe/Berlin', ['01', '02', '01'], '01'],
		['Asia/Shanghai', ['02', '02'], '02'],
		['Asia/Shanghai', ['02', '03'], undefined],
	])('P6: on 25 October in %s, of %j is told too often: %s', (zone, hours, again) => {
		const at = (hour: string) => `2026-10-25T${hour}:00:00`;
		expect(toldTooOften(hours.map(at), zone)).toBe(again && at(again));
	});

	it.each(['day', 'hour', 'week', 'month'])(
		'slices by %s join to the whole range, at its boundaries',
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
					const points = slices.flatMap((slice) => expectedPoints(unit, slice, 'UTC') ?? []);
					expect(points).toEqual(expectedPoints(unit, { from, to }, 'UTC'));
				}
			}
		},
	);
});
