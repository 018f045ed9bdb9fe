import {
	addDays,
	addMonths,
	daysBetween,
	monthsBetween,
	startOfMonth,
	startOfQuarter,
	startOfWeek,
	startOfYear,
	type Weekday,
} from './calendar';

/** Units of whole days of which the calendar is known. */
export type DayUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const MONTHS = new Map([
	['month', 1],
	['quarter', 3],
	['year', 12],
]);

/** A unit as it may be pasted (`DAY`), in the words used here. */
export function unitName(unit: string): string {
	return unit.toLowerCase();
}

export function isDayUnit(unit: string): unit is DayUnit {
	return ['day', 'week', 'month', 'quarter', 'year'].includes(unit);
}

/** Months of a month, quarter or year; undefined for other units. */
export function monthsOf(unit: string): number | undefined {
	return MONTHS.get(unit);
}

/** The first day of the unit in which a date lies. */
export function startOf(unit: DayUnit, date: string, firstWeekday: Weekday): string {
	switch (unit) {
		case 'day':
			return date;
		case 'week':
			return startOfWeek(date, firstWeekday);
		case 'month':
			return startOfMonth(date);
		case 'quarter':
			return startOfQuarter(date);
		case 'year':
			return startOfYear(date);
	}
}

/** The first day of the unit so many later; earlier for a negative number. */
export function addUnits(unit: DayUnit, start: string, count: number): string {
	const months = monthsOf(unit);
	if (months !== undefined) return addMonths(start, months * count);
	return addDays(start, (unit === 'week' ? 7 : 1) * count);
}

/** How many units a range touches: computed, however long it is. */
export function countUnits(
	unit: DayUnit,
	{ from, to }: { from: string; to: string },
	firstWeekday: Weekday,
): number {
	if (from > to) return 0;
	const months = monthsOf(unit);
	const start = startOf(unit, from, firstWeekday);
	if (months !== undefined) return Math.floor(monthsBetween(start, to) / months) + 1;
	return Math.floor(daysBetween(start, to) / (unit === 'week' ? 7 : 1)) + 1;
}

/** First days of all units that a range touches. */
export function startsIn(
	unit: DayUnit,
	{ from, to }: { from: string; to: string },
	firstWeekday: Weekday,
): string[] {
	const starts: string[] = [];
	for (let start = startOf(unit, from, firstWeekday); start <= to; start = addUnits(unit, start, 1))
		starts.push(start);
	return starts;
}
