/** Arithmetic with calendar dates `YYYY-MM-DD` (Gregorian), without a zone. */

const DAY_MS = 86_400_000;

/** Weekdays as ISO 8601 counts them: 1 = Monday … 7 = Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const MONDAY: Weekday = 1;

const toUtc = (date: string) => Date.parse(`${date}T00:00:00Z`);
export const pad = (value: number) => String(value).padStart(2, '0');

/** Hours of a day, as points in time have them after the date. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => `T${pad(hour)}:00:00`);

/** Whether a date exists, with its time of day if it has one: not 31 February, not 24:61. */
export function exists(local: string): boolean {
	const moment = new Date(local.includes('T') ? `${local}Z` : `${local}T00:00:00Z`);
	return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(local);
}

export function addDays(date: string, days: number): string {
	return new Date(toUtc(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the earlier of two dates, or of two moments in one format. */
export function earlier(a: string, b: string): string {
	return a < b ? a : b;
}

export function later(a: string, b: string): string {
	return a > b ? a : b;
}

/** Returns the number of days between two dates; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
	return Math.round((toUtc(to) - toUtc(from)) / DAY_MS);
}

/** Returns the same day of another month, or the last day of that month if it is shorter. */
export function addMonths(date: string, months: number): string {
	const [year, month, day] = partsOf(date);
	const index = year * 12 + (month - 1) + months;
	const first = `${String(Math.floor(index / 12)).padStart(4, '0')}-${pad((((index % 12) + 12) % 12) + 1)}-01`;
	const last = partsOf(addDays(startOfMonth(addDays(first, 31)), -1))[2];
	return `${first.slice(0, 8)}${pad(Math.min(day, last))}`;
}

/** Returns the same day of another month, or undefined if that month doesn't have it. */
export function sameDayOfMonth(date: string, months: number): string | undefined {
	const moved = addMonths(date, months);
	return moved.slice(8) === date.slice(8) ? moved : undefined;
}

export function monthsBetween(from: string, to: string): number {
	const [[year, month], [otherYear, otherMonth]] = [partsOf(from), partsOf(to)];
	return (otherYear - year) * 12 + otherMonth - month;
}

export function weekdayOf(date: string): Weekday {
	return (new Date(toUtc(date)).getUTCDay() || 7) as Weekday;
}

export function startOfWeek(date: string, firstWeekday: Weekday): string {
	return addDays(date, -((weekdayOf(date) - firstWeekday + 7) % 7));
}

export function startOfMonth(date: string): string {
	return `${date.slice(0, 7)}-01`;
}

export function endOfMonth(date: string): string {
	return addDays(addMonths(startOfMonth(date), 1), -1);
}

function partsOf(date: string): [number, number, number] {
	return date.split('-').map(Number) as [number, number, number];
}

/** Units of complete days whose calendar is known. */
export type DayUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The months of a month, quarter or year. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
	['month', 1],
	['quarter', 3],
	['year', 12],
]);

/** Returns a unit, which may be pasted as `DAY`, in the spelling of this package. */
export function unitName(unit: string): string {
	return unit.toLowerCase();
}

export function isDayUnit(unit: string): unit is DayUnit {
	return ['day', 'week', 'month', 'quarter', 'year'].includes(unit);
}

export function startOf(unit: DayUnit, date: string, firstWeekday: Weekday): string {
	if (unit === 'day') return date;
	if (unit === 'week') return startOfWeek(date, firstWeekday);
	return startOfMonths(date, MONTHS.get(unit) as number);
}

/** Returns the first day of the month, quarter (3) or year (12) that contains a date. */
export function startOfMonths(date: string, months: number): string {
	const [, month] = partsOf(date);
	return `${date.slice(0, 4)}-${pad(month - ((month - 1) % months))}-01`;
}

/** Returns the first day of the unit `count` units later; earlier if it is negative. */
export function addUnits(unit: DayUnit, start: string, count: number): string {
	const months = MONTHS.get(unit);
	if (months !== undefined) return addMonths(start, months * count);
	return addDays(start, (unit === 'week' ? 7 : 1) * count);
}

/** Returns the number of units that a range touches, without listing them. */
export function countUnits(
	unit: DayUnit,
	{ from, to }: { from: string; to: string },
	firstWeekday: Weekday,
): number {
	if (from > to) return 0;
	const months = MONTHS.get(unit);
	const start = startOf(unit, from, firstWeekday);
	if (months !== undefined) return Math.floor(monthsBetween(start, to) / months) + 1;
	return Math.floor(daysBetween(start, to) / (unit === 'week' ? 7 : 1)) + 1;
}

/** Returns the first days of all units that a range touches. */
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
