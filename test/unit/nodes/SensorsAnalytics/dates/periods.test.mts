import { DateTime } from 'luxon';

import {
	endOfPeriod,
	lastFinishedPeriod,
	periodsBetween,
	shiftPeriod,
} from '../../../../../nodes/SensorsAnalytics/dates/periods';

describe('periods', () => {
	it.each(['Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati', 'UTC'])(
		'the last finished one in %s is the one before the current',
		(zone) => {
			for (let hour = 0; hour < 24 * 400; hour += 7) {
				const now = DateTime.fromISO('2025-12-01T00:30:00Z').plus({ hours: hour });
				const local = now.setZone(zone);
				expect(lastFinishedPeriod('day', now.toJSDate(), zone)).toBe(
					local.minus({ days: 1 }).toISODate(),
				);
				// By the clocks on the wall, as the service names its hours.
				const wall = DateTime.fromISO(local.toFormat("yyyy-MM-dd'T'HH:00:00"), { zone: 'utc' });
				expect(lastFinishedPeriod('hour', now.toJSDate(), zone)).toBe(
					wall.minus({ hours: 1 }).toFormat("yyyy-MM-dd'T'HH:mm:ss"),
				);
			}
		},
	);

	it('follow on each other', () => {
		expect(periodsBetween('day', '2026-02-27', '2026-03-02')).toEqual([
			'2026-02-28',
			'2026-03-01',
			'2026-03-02',
		]);
		expect(periodsBetween('hour', '2026-12-31T22:00:00', '2027-01-01T00:00:00')).toEqual([
			'2026-12-31T23:00:00',
			'2027-01-01T00:00:00',
		]);
		expect(periodsBetween('day', '2026-03-02', '2026-03-02')).toEqual([]);
		expect(shiftPeriod('hour', '2026-01-01T00:00:00', -1)).toBe('2025-12-31T23:00:00');
		expect(endOfPeriod('day', '2026-12-31')).toBe('2027-01-01T00:00:00');
		expect(endOfPeriod('hour', '2026-12-31T23:00:00')).toBe('2027-01-01T00:00:00');
	});
});
