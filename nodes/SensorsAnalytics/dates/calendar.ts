/** Arithmetic with calendar dates `YYYY-MM-DD` (Gregorian), without a zone. */

const DAY_MS = 86_400_000;

/** Weekdays as ISO 8601 counts them: 1 = Monday … 7 = Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const MONDAY: Weekday = 1;

const toUtc = (date: string) => Date.parse(`${date}T00:00:00Z`);
const pad = (value: number) => String(value).padStart(2, '0');

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

/** Times on the clocks of a time zone, from the time zone database of the host. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Clocks and the last times that they showed: a report converts the same seconds many times. */
interface Clocks {
	format: Intl.DateTimeFormat;
	shown: Map<number, string>;
}
const MOST_SHOWN = 20;

const zones = new Map<string, Clocks>();
/** Expressions also set zones, and each spelling of one keeps 29 kB. */
const MOST_ZONES = 500;
/** From one to the other, years have four digits in every zone; beyond, the nearest offset applies. */
const [EARLIEST, LATEST] = [Date.parse('0001-01-02T00:00Z'), Date.parse('9999-12-30T00:00Z')];

/** Whether the host knows an IANA name such as `Asia/Shanghai`. */
export function isTimeZone(name: string): boolean {
	try {
		clocksOf(name);
		return true;
	} catch {
		return false;
	}
}

/** Returns `YYYY-MM-DD`. */
export function dateInZone(moment: Date, timeZone: string): string {
	return dateTimeInZone(moment, timeZone).slice(0, 10);
}

/**
 * Returns a moment in the zone, `YYYY-MM-DDTHH:mm:ss+08:00`, with fractions of a second only if
 * there are any. A moment outside the years 1 to 9999 is in UTC.
 */
export function momentInZone(moment: Date, timeZone: string): string {
	if (!(moment.getTime() >= EARLIEST && moment.getTime() <= LATEST)) return moment.toISOString();
	const local = dateTimeInZone(moment, timeZone);
	const rest = moment.getTime() % 1000;
	const ms = (rest + 1000) % 1000;
	const offset = Date.parse(`${local}Z`) - (moment.getTime() - ms);
	return `${local}${ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`}${formatOffset(offset)}`;
}

/**
 * Adds the offset to `YYYY-MM-DDTHH:mm:ss`, such as `+08:00`. If the clocks show a time twice, it
 * is the first one; if they skip it, it gets the offset from before the change.
 */
export function withOffset(local: string, timeZone: string): string {
	const before = () => formatOffset(offsetAt(Date.parse(`${local}Z`) - DAY, timeZone));
	return local + (offsetsOf(local, timeZone)[0] ?? before());
}

/**
 * Whether the clocks ever show the start or the end of a day or hour: some skip half an hour, or a
 * day.
 * @param period `YYYY-MM-DD`, or `YYYY-MM-DDTHH:00:00`
 */
export function isOnClocks(period: string, timeZone: string): boolean {
	const isDay = !period.includes('T');
	const ends = isDay ? [`${period}T00:00:00`, `${period}T23:59:59`] : [period, endOfHour(period)];
	return ends.some((local) => offsetsOf(local, timeZone).length > 0);
}

const endOfHour = (hour: string) => `${hour.slice(0, 14)}59:59`;

/**
 * Leaves out days that the clocks never show: a zone that crossed the date line has skipped one.
 */
export function daysOnClocks(days: string[], timeZone: string): string[] {
	const [first, last] = [days[0], days.at(-1)];
	if (first === undefined || last === undefined) return days;
	const before = offsetAt(Date.parse(first) - DAY, timeZone);
	const isCrossed = Math.abs(offsetAt(Date.parse(last) + 2 * DAY, timeZone) - before) > DAY / 2;
	return isCrossed ? days.filter((day) => isOnClocks(day, timeZone)) : days;
}

/**
 * Returns no offset for a time that the clocks skip, and two, the earlier moment first, for one
 * that occurs twice.
 */
export function offsetsOf(local: string, timeZone: string): string[] {
	const asUtc = Date.parse(`${local}Z`);
	// Offsets before and after any nearby change of the clocks; the larger one means the earlier
	// moment.
	const offsets = [-DAY, DAY].map((away) => offsetAt(asUtc + away, timeZone));
	const fitting = offsets.filter((offset) => offsetAt(asUtc - offset, timeZone) === offset);
	return [...new Set(fitting)].sort((a, b) => b - a).map(formatOffset);
}

/** Returns the zone's offset on a day, or undefined if clocks change around it. */
export function offsetAllDay(date: string, timeZone: string): string | undefined {
	const start = Date.parse(`${date}T00:00:00Z`);
	const [before, after] = [-DAY, 2 * DAY].map((away) => offsetAt(start + away, timeZone));
	return before === after ? formatOffset(before as number) : undefined;
}

const DAY = 24 * HOUR_MS;

/** Milliseconds that the zone is ahead of UTC at a moment. */
function offsetAt(utc: number, timeZone: string): number {
	const readable = Math.min(Math.max(utc, EARLIEST), LATEST);
	const shown = Date.parse(`${dateTimeInZone(new Date(readable), timeZone)}Z`);
	return shown - Math.floor(readable / 1000) * 1000;
}

/** Returns the wall-clock time in the zone at a moment, `YYYY-MM-DDTHH:mm:ss`. */
export function dateTimeInZone(moment: Date, timeZone: string): string {
	const clocks = clocksOf(timeZone);
	const current = Math.floor(moment.getTime() / 1000);
	const known = clocks.shown.get(current);
	if (known !== undefined) return known;
	const parts: { [type: string]: string } = {};
	for (const { type, value } of clocks.format.formatToParts(moment)) parts[type] = value;
	const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
	const shown = `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
	if (clocks.shown.size >= MOST_SHOWN) clocks.shown.clear();
	clocks.shown.set(current, shown);
	return shown;
}

/** No zone sets its clocks back by more, except to cross the date line. */
const LARGEST_STEP_BACK = 3 * HOUR_MS;

/**
 * Returns the time that the clocks have passed for good, `YYYY-MM-DDTHH:mm:ss`: if they will be set
 * back to an earlier time than they show now, it is that time.
 */
export function passedInZone(moment: Date, timeZone: string): string {
	const shown = dateTimeInZone(moment, timeZone);
	const offset = offsetAt(moment.getTime(), timeZone);
	let [before, after] = [moment.getTime(), moment.getTime() + LARGEST_STEP_BACK];
	if (offsetAt(after, timeZone) >= offset) return shown;
	while (after - before > 1000) {
		const middle = Math.floor((before + after) / 2);
		if (offsetAt(middle, timeZone) === offset) before = middle;
		else after = middle;
	}
	const setBackTo = dateTimeInZone(new Date(after), timeZone);
	return setBackTo < shown ? setBackTo : shown;
}

/** Returns the moment after the last second of an hour, milliseconds since 1970. */
export function lastMomentOf(hour: string, timeZone: string): number | undefined {
	const second = endOfHour(hour);
	const offset = offsetsOf(second, timeZone).at(-1);
	return offset === undefined ? undefined : Date.parse(second + offset) + 1000;
}

function clocksOf(timeZone: string): Clocks {
	let clocks = zones.get(timeZone);
	if (!clocks) {
		const format = new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
		});
		clocks = { format, shown: new Map<number, string>() };
		if (zones.size >= MOST_ZONES) zones.clear();
		zones.set(timeZone, clocks);
	}
	return clocks;
}

function formatOffset(ms: number): string {
	const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
	return `${ms < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[-+]\d{2}:?\d{2})$/;

/**
 * Converts to `YYYY-MM-DDTHH:mm:ss+08:00`, with fractions of a second only if there are any. A
 * moment without an offset is in the zone; other texts stay unchanged.
 */
export function formatMoment(text: string, timeZone: string): string {
	if (WITH_OFFSET.test(text)) {
		const moment = new Date(text.replace(' ', 'T'));
		return Number.isNaN(moment.getTime()) ? text : momentInZone(moment, timeZone);
	}
	const [, date, time, rest = ''] = LOCAL.exec(text) ?? [];
	if (date === undefined || Number.isNaN(Date.parse(`${date}T${time}Z`))) return text;
	const moment = withOffset(`${date}T${time}`, timeZone);
	return /[1-9]/.test(rest) ? `${moment.slice(0, 19)}.${rest}${moment.slice(19)}` : moment;
}

/**
 * Returns the date of a moment at which a day starts in the zone; undefined for any other moment.
 */
export function dayOf(moment: Date, timeZone: string): string | undefined {
	const [date, time = ''] = momentInZone(moment, timeZone).split('T');
	return /^00:00:00[-+]/.test(time) ? date : undefined;
}

/** Writes a moment from the service; null if there is none. */
export type WriteTime = (moment: string | undefined) => string | null;

export function timesIn(timeZone: string): WriteTime {
	return (moment) => (moment === undefined ? null : formatMoment(moment, timeZone));
}
