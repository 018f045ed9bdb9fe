import {
	addDays,
	addMonths,
	monthsBetween,
	startOfMonth,
	startOfQuarter,
	startOfWeek,
	startOfYear,
	type Weekday,
} from './calendar';
import type { ChosenRange } from './comparison';

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
): ChosenRange {
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
			return { from: week, to: today, toDate: { days: 7 } };
		case 'lastWeek':
			return { from: addDays(week, -7), to: addDays(week, -1) };
		case 'thisMonth':
			return { from: month, to: today, toDate: { months: 1 } };
		case 'lastMonth':
			return { from: addMonths(month, -1), to: addDays(month, -1) };
		case 'thisQuarter':
			return { from: quarter, to: today, toDate: { months: 3 } };
		case 'lastQuarter':
			return { from: addMonths(quarter, -3), to: addDays(quarter, -1) };
		case 'thisYear':
			return { from: year, to: today, toDate: { months: 12 } };
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
): ChosenRange {
	const current = {
		days: today,
		weeks: startOfWeek(today, firstWeekday),
		months: startOfMonth(today),
	}[unit];
	const back = (units: number) =>
		unit === 'months'
			? addMonths(current, -units)
			: addDays(current, -units * (unit === 'weeks' ? 7 : 1));
	if (!hasCurrent) return { from: back(count), to: addDays(current, -1) };
	const toDate = {
		days: undefined,
		weeks: { days: 7 * count },
		months: { months: count },
	}[unit];
	return { from: back(count - 1), to: today, ...(toDate ? { toDate } : {}) };
}

/** From a date up to today; from the first day of a month on, so many months to date. */
export function rangeSince(from: string, today: string): ChosenRange {
	const isMonths = from === startOfMonth(from);
	return {
		from,
		to: today,
		...(isMonths ? { toDate: { months: monthsBetween(from, today) + 1 } } : {}),
	};
}
