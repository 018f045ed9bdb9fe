import type { DateRange } from '../query/eventQuery';
import { addDays, addMonths, daysBetween, MONDAY, startOfMonth, startOfWeek } from './calendar';
import { addUnits, countUnits, isDayUnit, startOf, unitName } from './units';
import { isShown, offsetAllDay, offsetsOf } from './zone';

const HOURS = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00:00`);

/**
 * The points in time that a report over the range should have: days, Mondays, firsts of months,
 * or the hours that the zone's clocks show. Undefined for a unit of which that is not known.
 */
export function expectedPoints(
	unit: string,
	{ from, to }: DateRange,
	timeZone: string,
): string[] | undefined {
	const days = () =>
		Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
	switch (unit) {
		case 'hour':
			return days().flatMap((day) => {
				const hours = HOURS.map((hour) => day + hour);
				const isPlain = offsetAllDay(day, timeZone) !== undefined;
				return isPlain ? hours : hours.filter((time) => isShown(time, timeZone));
			});
		case 'day':
			return days();
		case 'week':
			return [...new Set(days().map((day) => startOfWeek(day)))];
		case 'month': {
			const points: string[] = [];
			for (let month = startOfMonth(from); month <= to; month = addMonths(month, 1))
				points.push(month);
			return points;
		}
		default:
			return undefined;
	}
}

/** How many of them there are, without making them; hours that clocks skip or repeat aside. */
export function countPoints(unit: string, range: DateRange): number | undefined {
	if (unit === 'hour') return HOURS.length * countUnits('day', range, MONDAY);
	if (unit !== 'day' && unit !== 'week' && unit !== 'month') return undefined;
	return countUnits(unit, range, MONDAY);
}

/**
 * A time of day that is told more often than the zone's clocks show it, which is twice where they
 * are put back (P6 of docs/calendar.md), and once else.
 */
export function toldTooOften(points: readonly string[], timeZone: string): string | undefined {
	const times = new Map<string, number>();
	return points.find((point) => {
		const count = (times.get(point) ?? 0) + 1;
		times.set(point, count);
		return count > 1 && count > offsetsOf(point, timeZone).length;
	});
}

/** The range in pieces of about so many days, none of which cuts a week, month, quarter or year in two. */
export function sliceRange({ from, to }: DateRange, days: number, unit: string): DateRange[] {
	const slices: DateRange[] = [];
	for (let start = from; start <= to; ) {
		const wanted = addDays(start, Math.max(1, days));
		const next = cutAt(unit, start, wanted);
		const end = addDays(next, -1);
		slices.push({ from: start, to: end < to ? end : to });
		start = next;
	}
	return slices;
}

/** The unit's boundary at or before the wanted day, or the first one behind the start. */
function cutAt(unit: string, start: string, wanted: string): string {
	const name = unitName(unit);
	if (!isDayUnit(name)) return wanted;
	const boundary = startOf(name, wanted, MONDAY);
	return boundary > start ? boundary : addUnits(name, startOf(name, start, MONDAY), 1);
}
