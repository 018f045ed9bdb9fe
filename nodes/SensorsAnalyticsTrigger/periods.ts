import { addDays } from '../SensorsAnalytics/dates/calendar';
import type { DateRange } from '../SensorsAnalytics/query/eventQuery';
import { dateTimeInZone, isShown, withOffset } from '../SensorsAnalytics/dates/zone';

export type PeriodUnit = 'hour' | 'day';

/** Days or hours as the clocks of a zone show them (docs/trigger.md, T1). */
export interface Clock {
	unit: PeriodUnit;
	/** IANA name. */
	timeZone: string;
}

const HOUR_MS = 3_600_000;
const DAYS_PER_WEEK = 7;
const MOST_CHARACTERS = 19;
const LAST_YEAR = 9999;

/**
 * Periods are named by their first moment as reports name them: `YYYY-MM-DD`, or
 * `YYYY-MM-DDTHH:00:00` on the clocks of the zone. The names sort as the periods do.
 */
export function lastFinishedPeriod(clock: Clock, now: Date): string {
	return lastOverAt(clock, dateTimeInZone(now, clock.timeZone));
}

/** Whether a value is the name of a period, as this node writes it. */
export function isPeriod({ unit }: Clock, value: unknown): value is string {
	if (typeof value !== 'string' || value.length > MOST_CHARACTERS) return false;
	const form = unit === 'day' ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{4}-\d{2}-\d{2}T\d{2}:00:00$/;
	if (!form.test(value)) return false;
	const moment = new Date(unit === 'day' ? `${value}T00:00:00Z` : `${value}Z`);
	// The calendar and the clock have it, and the steps before and behind it stay within them.
	const year = Number(value.slice(0, 4));
	return moment.getTime() > 0 && moment.toISOString().startsWith(value) && year < LAST_YEAR;
}

/** The last period that is over when the clocks of the zone show a time, `YYYY-MM-DDTHH:mm:ss`. */
export function lastOverAt(clock: Clock, local: string): string {
	return previousPeriod(
		clock,
		clock.unit === 'day' ? local.slice(0, 10) : `${local.slice(0, 13)}:00:00`,
	);
}

export function previousPeriod(clock: Clock, period: string): string {
	return neighbour(clock, period, -1);
}

export function nextPeriod(clock: Clock, period: string): string {
	return neighbour(clock, period, 1);
}

/** The periods behind the first one, up to the last one, which is included. */
export function periodsBetween(clock: Clock, after: string, last: string): string[] {
	const periods: string[] = [];
	for (let next = nextPeriod(clock, after); next <= last; next = nextPeriod(clock, next))
		periods.push(next);
	return periods;
}

/** So many periods up to the last one, which is included; fewer if one of them is `after`. */
export function periodsUpTo(clock: Clock, last: string, count: number, after = ''): string[] {
	const periods: string[] = [];
	for (let p = last; periods.length < count && p > after; p = previousPeriod(clock, p))
		periods.push(p);
	return periods.reverse();
}

/** All periods of some days, both included. */
export function periodsOn(clock: Clock, { from, to }: DateRange): string[] {
	if (clock.unit === 'day') return periodsBetween(clock, addDays(from, -1), to);
	const before = previousPeriod(clock, `${from}T00:00:00`);
	return periodsBetween(clock, before, `${to}T23:00:00`);
}

/** The same day or hour on the clocks seven days before; it may be an hour that they skipped. */
export function periodOfLastWeek(period: string): string {
	return addDays(period.slice(0, 10), -DAYS_PER_WEEK) + period.slice(10);
}

/** The first moment behind a period, `YYYY-MM-DDTHH:mm:ss` on the clocks of the zone. */
export function endOfPeriod(unit: PeriodUnit, period: string): string {
	const next = shift(unit, period, 1);
	return unit === 'day' ? `${next}T00:00:00` : next;
}

/** The same as milliseconds since 1970. */
export function endMoment({ unit, timeZone }: Clock, period: string): number {
	return Date.parse(withOffset(endOfPeriod(unit, period), timeZone));
}

/** The name of a period for people and workflows: hours with their offset. */
export function periodLabel({ unit, timeZone }: Clock, period: string): string {
	return unit === 'day' ? period : withOffset(period, timeZone);
}

function neighbour({ unit, timeZone }: Clock, period: string, step: 1 | -1): string {
	let next = shift(unit, period, step);
	while (unit === 'hour' && isSkipped(next, timeZone)) next = shift(unit, next, step);
	return next;
}

/** Hours that the clocks skip, by day and zone; looking them up takes its time. */
const skippedHours = new Map<string, readonly string[]>();
const MOST_DAYS = 10_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00:00`);

function isSkipped(period: string, timeZone: string): boolean {
	const date = period.slice(0, 10);
	const key = `${date} ${timeZone}`;
	let skipped = skippedHours.get(key);
	if (!skipped) {
		const isPlain = offsetOf(date, timeZone) === offsetOf(addDays(date, 1), timeZone);
		skipped = isPlain ? [] : HOURS.filter((hour) => !isShown(date + hour, timeZone));
		if (skippedHours.size >= MOST_DAYS) skippedHours.clear();
		skippedHours.set(key, skipped);
	}
	return skipped.includes(period.slice(10));
}

/** Behind the first moment of a day. */
function offsetOf(date: string, timeZone: string): string {
	return withOffset(`${date}T00:00:00`, timeZone).slice(19);
}

function shift(unit: PeriodUnit, period: string, count: number): string {
	if (unit === 'day') return addDays(period, count);
	return new Date(Date.parse(`${period}Z`) + count * HOUR_MS).toISOString().slice(0, 19);
}
