import { pad } from './calendar';

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
