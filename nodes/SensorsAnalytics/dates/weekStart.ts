import type { DateRange } from '../query/eventQuery';
import { addDays, type Weekday, weekdayOf } from './calendar';

/** Points in time that an answer tells, and the range that it was asked for. */
export interface Told {
	points: readonly string[];
	range: DateRange;
}

/**
 * The weekday on which the service's weeks start, if its answers show it (P2 of
 * docs/calendar.md). An odd point among them does not count: most decide.
 */
export function weekdayShown(told: readonly Told[]): Weekday | undefined {
	const counts = new Map<Weekday, number>();
	for (const { points, range } of told) {
		for (const point of points) {
			// The first day of a range may stand for a week that it cuts; others are no week of it.
			const isOutside = point <= addDays(range.from, -7) || point > range.to;
			if (point === range.from || isOutside) continue;
			const weekday = weekdayOf(point);
			counts.set(weekday, (counts.get(weekday) ?? 0) + 1);
		}
	}
	return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}
