import type { DateRange } from '../query/query';
import type { Weekday } from './calendar';
import {
	addDays,
	addMonths,
	countUnits,
	daysBetween,
	endOfMonth,
	monthsBetween,
	monthsOf,
	sameDayOfMonth,
	startOfMonth,
	unitName,
} from './calendar';

export type ComparisonPreset = 'previousPeriod' | 'lastWeek' | 'lastMonth' | 'lastYear';

/** How far back the dates compared with are: by days, or by months to the same day of the month. */
export type Shift = { days: number } | { months: number };

/** The range of a report as it was chosen. */
export interface ChosenRange extends DateRange {
	/**
	 * How far back the same days lie that its previous period has, where it is a week, month, quarter
	 * or year to date (or several of them).
	 */
	toDate?: Shift;
}

/** What a report is compared with: C1 to C5 of docs/calendar.md. */
export interface ComparisonPlan {
	/** Dates to ask for; none where the other month has no such days. */
	range?: DateRange;
	shift: Shift;
	/** Whether both ranges were chosen by hand. */
	isCustom: boolean;
}

/** What ranges are moved by. */
interface RangeUnit {
	unit: string;
	firstWeekday: Weekday;
}

/** In the order in which a pasted comparison is tried. */
const PRESETS: ComparisonPreset[] = ['previousPeriod', 'lastWeek', 'lastMonth', 'lastYear'];

/** The comparison that a preset means for a range (C1 to C3). */
export function compareWith(
	preset: ComparisonPreset,
	range: ChosenRange,
	{ unit, firstWeekday }: RangeUnit,
): ComparisonPlan {
	const name = unitName(unit);
	switch (preset) {
		case 'previousPeriod':
			return previousPeriod(range, name, firstWeekday);
		case 'lastWeek':
			return byDays(range, 7);
		case 'lastMonth':
			return name === 'week' ? byDays(range, 28) : byMonths(range, 1, name);
		case 'lastYear':
			return name === 'week' ? byDays(range, 364) : byMonths(range, 12, name);
	}
}

function previousPeriod(range: ChosenRange, unit: string, firstWeekday: Weekday): ComparisonPlan {
	if (range.toDate) {
		return 'days' in range.toDate
			? byDays(range, range.toDate.days)
			: byMonths(range, range.toDate.months, unit);
	}
	if (unit === 'week') return byDays(range, 7 * countUnits('week', range, firstWeekday));
	const months = monthsOf(unit);
	if (months !== undefined && (unit === 'month' || unit === 'quarter' || unit === 'year'))
		return byMonths(range, months * countUnits(unit, range, firstWeekday), unit);
	return isWholeMonths(range)
		? byMonths(range, monthsIn(range), unit)
		: byDays(range, daysIn(range));
}

/** Two ranges as they are given (C4). */
export function compareCustom(range: DateRange, other: DateRange): ComparisonPlan {
	const isByMonths =
		isWholeMonths(range) && isWholeMonths(other) && monthsIn(range) === monthsIn(other);
	const shift = isByMonths
		? { months: monthsBetween(other.from, range.from) }
		: { days: daysBetween(other.from, range.from) };
	return { range: other, shift, isCustom: true };
}

/** A pasted comparison for the range wanted now (C5). */
export function compareAsPasted(
	pasted: { range?: ChosenRange; comparison: DateRange; unit: string },
	range: ChosenRange,
	by: RangeUnit,
): ComparisonPlan {
	const { range: old, comparison } = pasted;
	if (old === undefined) return compareCustom(range, comparison);
	const [first, ...others] = PRESETS.map((preset) => ({
		preset,
		means: compareWith(preset, old, { ...by, unit: pasted.unit }),
	}));
	// As many days, right before, are a previous period, too.
	const rightBefore = { preset: 'previousPeriod' as const, means: byDays(old, daysIn(old)) };
	const meant = [first, rightBefore, ...others].find((one) => isSame(one?.means.range, comparison));
	if (isSame(old, range)) return meant?.means ?? compareCustom(range, comparison);
	if (meant) return compareWith(meant.preset, range, by);
	const { range: moved } = byDays(range, daysBetween(comparison.from, old.from));
	return compareCustom(range, moved as DateRange);
}

/** The day that so far back lies before another one; undefined where its month has none. */
export function movedBack(date: string, shift: Shift): string | undefined {
	return 'days' in shift ? addDays(date, -shift.days) : sameDayOfMonth(date, -shift.months);
}

/** The same, the other way. */
export function movedOn(date: string, shift: Shift): string | undefined {
	return 'days' in shift ? addDays(date, shift.days) : sameDayOfMonth(date, shift.months);
}

export function isWholeMonths({ from, to }: DateRange): boolean {
	return from === startOfMonth(from) && to === endOfMonth(to);
}

export function monthsIn({ from, to }: DateRange): number {
	return monthsBetween(from, to) + 1;
}

export function daysIn({ from, to }: DateRange): number {
	return daysBetween(from, to) + 1;
}

function byDays({ from, to }: DateRange, days: number): ComparisonPlan {
	return {
		range: { from: addDays(from, -days), to: addDays(to, -days) },
		shift: { days },
		isCustom: false,
	};
}

/** Days that the other months do not have are left out; whole months stay whole. */
function byMonths(range: ChosenRange, months: number, unit: string): ComparisonPlan {
	const { from, to } = range;
	const shift = { months };
	// The last day of a range to date is not over: its month is not whole.
	const endsWhole =
		range.toDate === undefined &&
		(monthsOf(unit) === undefined
			? isWholeMonths(range)
			: to === endOfMonth(to) && startOfMonth(to) >= from);
	const first = sameDayOfMonth(from, -months) ?? addDays(addMonths(from, -months), 1);
	const last = addMonths(to, -months);
	const moved = { from: first, to: endsWhole ? endOfMonth(last) : last };
	return { range: moved.from <= moved.to ? moved : undefined, shift, isCustom: false };
}

function isSame(a: DateRange | undefined, b: DateRange): boolean {
	return a?.from === b.from && a.to === b.to;
}
