import type { DateRange } from '../query/eventQuery';
import {
	addDays,
	addMonths,
	startOfMonth,
	startOfQuarter,
	startOfWeek,
	startOfYear,
	type Weekday,
} from './calendar';

/** Ranges that follow the calendar. "This" ones end today, "last" ones are whole. */
export type CalendarPreset =
	| 'today'
	| 'yesterday'
	| 'thisWeek'
	| 'lastWeek'
	| 'thisMonth'
	| 'lastMonth'
	| 'thisQuarter'
	| 'lastQuarter'
	| 'thisYear'
	| 'lastYear';

export type RollingUnit = 'days' | 'weeks' | 'months';

/** The range that a preset means today. */
export function calendarRange(
	preset: CalendarPreset,
	today: string,
	firstWeekday: Weekday,
): DateRange {
	const week = startOfWeek(today, firstWeekday);
	const month = startOfMonth(today);
	const quarter = startOfQuarter(today);
	const year = startOfYear(today);
	switch (preset) {
		case 'today':
			return { from: today, to: today };
		case 'yesterday':
			return { from: addDays(today, -1), to: addDays(today, -1) };
		case 'thisWeek':
			return { from: week, to: today };
		case 'lastWeek':
			return { from: addDays(week, -7), to: addDays(week, -1) };
		case 'thisMonth':
			return { from: month, to: today };
		case 'lastMonth':
			return { from: addMonths(month, -1), to: addDays(month, -1) };
		case 'thisQuarter':
			return { from: quarter, to: today };
		case 'lastQuarter':
			return { from: addMonths(quarter, -3), to: addDays(quarter, -1) };
		case 'thisYear':
			return { from: year, to: today };
		case 'lastYear':
			return { from: addMonths(year, -12), to: addDays(year, -1) };
	}
}

/**
 * The last N days, whole weeks or whole months. Without the current one they end before it;
 * with it they end today, and it counts as one of the N.
 */
export function rollingRange(
	count: number,
	unit: RollingUnit,
	hasCurrent: boolean,
	today: string,
	firstWeekday: Weekday,
): DateRange {
	const current = {
		days: today,
		weeks: startOfWeek(today, firstWeekday),
		months: startOfMonth(today),
	}[unit];
	const back = (units: number) =>
		unit === 'months'
			? addMonths(current, -units)
			: addDays(current, -units * (unit === 'weeks' ? 7 : 1));
	return hasCurrent
		? { from: back(count - 1), to: today }
		: { from: back(count), to: addDays(current, -1) };
}
