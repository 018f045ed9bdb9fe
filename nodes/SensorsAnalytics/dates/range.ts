import { ownOf } from '../../../credentials/http/json';
import type { DateRange } from '../query/query';
import {
	addDays,
	addMonths,
	countUnits,
	daysBetween,
	earlier,
	endOfMonth,
	later,
	monthsBetween,
	MONTHS,
	sameDayOfMonth,
	startOfMonth,
	startOfMonths,
	startOfWeek,
	unitName,
	type Weekday,
	weekdayOf,
} from './calendar';

export type ComparisonPreset = 'previousPeriod' | 'lastWeek' | 'lastMonth' | 'lastYear';

/** Distance to the comparison dates: in days, or in months to the same day of the month. */
export type Shift = { days: number } | { months: number };

export interface ChosenRange extends DateRange {
	/** Distance to the previous period's same days, if the range is a number of periods to date. */
	toDate?: Shift;
}

/** The comparison of a report: C1 to C5 of docs/calendar.md. */
export interface ComparisonPlan {
	/** Dates to request; undefined if the other month doesn't have such days. */
	range?: DateRange;
	shift: Shift;
	isCustom: boolean;
}

interface RangeUnit {
	unit: string;
	firstWeekday: Weekday;
}

/** Presets in the order in which a pasted comparison is matched with them. */
const COMPARISONS: ComparisonPreset[] = ['previousPeriod', 'lastWeek', 'lastMonth', 'lastYear'];

/** Returns the comparison that a preset means for a range (C1 to C3). */
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
	const months = MONTHS.get(unit);
	if (months !== undefined && (unit === 'month' || unit === 'quarter' || unit === 'year'))
		return byMonths(range, months * countUnits(unit, range, firstWeekday), unit);
	return isFullMonths(range)
		? byMonths(range, monthsIn(range), unit)
		: byDays(range, daysIn(range));
}

/** Returns the comparison of two custom ranges (C4 of docs/calendar.md). */
export function compareCustom(range: DateRange, other: DateRange): ComparisonPlan {
	const isByMonths =
		isFullMonths(range) && isFullMonths(other) && monthsIn(range) === monthsIn(other);
	const shift = isByMonths
		? { months: monthsBetween(other.from, range.from) }
		: { days: daysBetween(other.from, range.from) };
	return { range: other, shift, isCustom: true };
}

/** Applies a pasted comparison to the current range (C5 of docs/calendar.md). */
export function compareAsPasted(
	pasted: { range?: ChosenRange; comparison: DateRange; unit: string },
	range: ChosenRange,
	by: RangeUnit,
): ComparisonPlan {
	const { range: old, comparison } = pasted;
	if (old === undefined) return compareCustom(range, comparison);
	const [first, ...others] = COMPARISONS.map((preset) => ({
		preset,
		means: compareWith(preset, old, { ...by, unit: pasted.unit }),
	}));
	// The same number of days immediately before is also a previous period.
	const rightBefore = { preset: 'previousPeriod' as const, means: byDays(old, daysIn(old)) };
	const meant = [first, rightBefore, ...others].find((one) => isSame(one?.means.range, comparison));
	if (isSame(old, range)) return meant?.means ?? compareCustom(range, comparison);
	if (meant) return compareWith(meant.preset, range, by);
	const { range: moved } = byDays(range, daysBetween(comparison.from, old.from));
	return compareCustom(range, moved as DateRange);
}

/** Returns the comparison day of a date, or undefined if its month doesn't have that day. */
export function movedBack(date: string, shift: Shift): string | undefined {
	return 'days' in shift ? addDays(date, -shift.days) : sameDayOfMonth(date, -shift.months);
}

/** Returns the date whose comparison day this is, if its month has that day. */
export function movedOn(date: string, shift: Shift): string | undefined {
	return 'days' in shift ? addDays(date, shift.days) : sameDayOfMonth(date, shift.months);
}

export function isFullMonths({ from, to }: DateRange): boolean {
	return from === startOfMonth(from) && to === endOfMonth(to);
}

export function monthsIn({ from, to }: DateRange): number {
	return monthsBetween(from, to) + 1;
}

export function daysIn({ from, to }: DateRange): number {
	return daysBetween(from, to) + 1;
}

/** A week or more has all days of the week, and dates of one day are written with theirs. */
const MOST_OTHER_WEEKDAYS = 6;

/** Whether a few days are compared with other days of the week, of which each has its own level. */
export function areOtherWeekdays(now: DateRange, before: DateRange): boolean {
	const days = daysIn(now);
	const isFew = days > 1 && days <= MOST_OTHER_WEEKDAYS && days === daysIn(before);
	return isFew && weekdayOf(now.from) !== weekdayOf(before.from);
}

export function haveSharedDays(one: DateRange, other: DateRange): boolean {
	return one.to >= other.from && one.from <= other.to;
}

/** Whether ranges differ in length or days of the week, so that their numbers differ by more than chance. */
export function areUnlikeRanges(now: DateRange, before: DateRange): boolean {
	return daysIn(now) !== daysIn(before) || areOtherWeekdays(now, before);
}

/** Returns the days of a range that are in another one; all of them if there is no other one. */
export function within(range: DateRange, other: DateRange = range): DateRange {
	return { from: later(range.from, other.from), to: earlier(range.to, other.to) };
}

function byDays({ from, to }: DateRange, days: number): ComparisonPlan {
	return {
		range: { from: addDays(from, -days), to: addDays(to, -days) },
		shift: { days },
		isCustom: false,
	};
}

/** Leaves out days that the other months don't have; complete months stay complete. */
function byMonths(range: ChosenRange, months: number, unit: string): ComparisonPlan {
	const { from, to } = range;
	const shift = { months };
	// The last day of a range to date isn't over, so its month isn't complete.
	const endsWhole =
		range.toDate === undefined &&
		(MONTHS.get(unit) === undefined
			? isFullMonths(range)
			: to === endOfMonth(to) && startOfMonth(to) >= from);
	const first = sameDayOfMonth(from, -months) ?? addDays(addMonths(from, -months), 1);
	const last = addMonths(to, -months);
	const moved = { from: first, to: endsWhole ? endOfMonth(last) : last };
	return { range: moved.from <= moved.to ? moved : undefined, shift, isCustom: false };
}

export function daysOf(range: DateRange): string[] {
	return Array.from({ length: daysIn(range) }, (_, index) => addDays(range.from, index));
}

/** Joins consecutive days; hours and other periods stay alone. */
export function runsOf(points: readonly string[]): DateRange[] {
	const runs: DateRange[] = [];
	for (const point of points) {
		const last = runs.at(-1);
		if (last && point.length === 10 && daysBetween(last.to, point) === 1) last.to = point;
		else runs.push({ from: point, to: point });
	}
	return runs;
}

function isSame(a: DateRange | undefined, b: DateRange): boolean {
	return a?.from === b.from && a.to === b.to;
}

/** Ranges that follow the calendar. "This" ranges end today, "last" ranges are complete. */
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

export function calendarRange(
	preset: CalendarPreset,
	today: string,
	firstWeekday: Weekday,
): ChosenRange {
	switch (preset) {
		case 'today':
			return { from: today, to: today };
		case 'yesterday':
			return daysBefore(today, 1);
		case 'thisWeek':
			return { from: startOfWeek(today, firstWeekday), to: today, toDate: { days: 7 } };
		case 'lastWeek':
			return daysBefore(startOfWeek(today, firstWeekday), 7);
		case 'thisMonth':
			return { from: startOfMonth(today), to: today, toDate: { months: 1 } };
		case 'lastMonth':
			return monthsBefore(startOfMonth(today), 1);
		case 'thisQuarter':
			return { from: startOfMonths(today, 3), to: today, toDate: { months: 3 } };
		case 'lastQuarter':
			return monthsBefore(startOfMonths(today, 3), 3);
		case 'thisYear':
			return { from: startOfMonths(today, 12), to: today, toDate: { months: 12 } };
		case 'lastYear':
			return monthsBefore(startOfMonths(today, 12), 12);
	}
}

function daysBefore(day: string, days: number): DateRange {
	return { from: addDays(day, -days), to: addDays(day, -1) };
}

function monthsBefore(day: string, months: number): DateRange {
	return { from: addMonths(day, -months), to: addDays(day, -1) };
}

/**
 * Returns the last N days, complete weeks or complete months. Without the current one, they end
 * before it; with it, they end today, and it counts as one of the N.
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

/** Returns the range until today: from the first day of a month, it is a number of months to date. */
export function rangeSince(from: string, today: string): ChosenRange {
	const isMonths = from === startOfMonth(from);
	return {
		from,
		to: today,
		...(isMonths ? { toDate: { months: monthsBetween(from, today) + 1 } } : {}),
	};
}

/** Whether a text has a time of the clock that is no end of a day: complete days would lose it. */
export function isWithinDay(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}[T ](?!00:00|23:59)\d{2}:/.test(text);
}

/** The range of a saved query, and the words that the web interface keeps with it. */
export interface SavedRange extends DateRange {
	/** Words such as 过去 7 天, which the service doesn't read (docs/service.md, "Dates and units"). */
	words?: string;
	/** Whether rolling days include the current one. */
	includesToday?: boolean;
	/** Whether it starts or ends within a day; reports have complete days. */
	isWithinDay?: boolean;
}

const WORDED: { [words: string]: CalendarPreset | undefined } = {
	今日: 'today',
	今天: 'today',
	today: 'today',
	昨日: 'yesterday',
	昨天: 'yesterday',
	yesterday: 'yesterday',
	本周: 'thisWeek',
	'this week': 'thisWeek',
	上周: 'lastWeek',
	'last week': 'lastWeek',
	本月: 'thisMonth',
	'this month': 'thisMonth',
	上月: 'lastMonth',
	上个月: 'lastMonth',
	'last month': 'lastMonth',
	本季: 'thisQuarter',
	本季度: 'thisQuarter',
	'this quarter': 'thisQuarter',
	上季: 'lastQuarter',
	上季度: 'lastQuarter',
	'last quarter': 'lastQuarter',
	本年: 'thisYear',
	今年: 'thisYear',
	'this year': 'thisYear',
	上年: 'lastYear',
	去年: 'lastYear',
	'last year': 'lastYear',
};
const UNITS: { [word: string]: RollingUnit | undefined } = {
	天: 'days',
	日: 'days',
	day: 'days',
	周: 'weeks',
	week: 'weeks',
	月: 'months',
	个月: 'months',
	month: 'months',
};
const ROLLING = /^(?:过去|past|last)\s*(\d{1,4})\s*(天|日|周|个?月|day|week|month)s?$/;

/**
 * Returns undefined if the words don't roll, are unknown, or don't fit the dates saved with them:
 * fixed dates are better than made-up ones.
 */
export function rolledRange(
	saved: SavedRange,
	today: string,
	firstWeekday: Weekday,
): ChosenRange | undefined {
	const rangeOn = meaningOf(saved, firstWeekday);
	if (rangeOn === undefined) return undefined;
	// On the day it was saved, or the day after its last day, the words meant the saved dates.
	const meant = [saved.to, addDays(saved.to, 1)].map(rangeOn);
	const isSame = meant.some(({ from, to }) => from === saved.from && to === saved.to);
	return isSame ? rangeOn(today) : undefined;
}

/** Returns the distance of a saved range to date on its last day, if its words fit its dates. */
export function savedToDate(saved: SavedRange, firstWeekday: Weekday): Shift | undefined {
	const then = meaningOf(saved, firstWeekday)?.(saved.to);
	return then?.from === saved.from && then.to === saved.to ? then.toDate : undefined;
}

function meaningOf(
	{ words = '', includesToday = false }: SavedRange,
	firstWeekday: Weekday,
): ((day: string) => ChosenRange) | undefined {
	// Newer saved queries have only `1 day` (docs/service.md, "Dates and units").
	const all = /^\s*\d/.test(words) ? `past ${words.trim()}` : words;
	return rangeInWords(all, firstWeekday, includesToday);
}

/**
 * Understands words such as `last 7 days` or 过去 7 天.
 * @param includesToday whether the current day, week or month is one of them
 */
export function rangeInWords(
	words: string,
	firstWeekday: Weekday,
	includesToday: boolean,
): ((day: string) => ChosenRange) | undefined {
	const text = words.trim().toLowerCase();
	const preset = ownOf(WORDED, text);
	if (preset) return (day) => calendarRange(preset, day, firstWeekday);
	const [, count, word = ''] = ROLLING.exec(text) ?? [];
	const unit = ownOf(UNITS, word);
	if (unit === undefined || Number(count) < 1) return undefined;
	return (day) => rollingRange(Number(count), unit, includesToday, day, firstWeekday);
}
