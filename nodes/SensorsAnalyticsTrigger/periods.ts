import { OperationalError } from 'n8n-workflow';

import {
	addDays,
	formatMoment,
	HOURS,
	isOnClocks,
	passedInZone,
	withOffset,
} from '../SensorsAnalytics/dates/calendar';
import type { DateRange } from '../SensorsAnalytics/query/query';
import type { Table } from '../SensorsAnalytics/table/table';

export type PeriodUnit = 'hour' | 'day';

/** Days or hours on the clocks of a zone (docs/trigger.md, T1). */
export interface Clock {
	unit: PeriodUnit;
	/** IANA name. */
	timeZone: string;
}

const HOUR_MS = 3_600_000;
const DAYS_PER_WEEK = 7;
const TIME_LENGTH = 19;
const LAST_YEAR = 9999;

/**
 * Returns the last finished period. Periods have the names of their first moments, as in reports:
 * `YYYY-MM-DD`, or `YYYY-MM-DDTHH:00:00` in the zone. The names sort in the order of time.
 */
export function lastFinishedPeriod(clock: Clock, now: Date): string {
	return lastOverAt(clock, passedInZone(now, clock.timeZone));
}

/** Whether a value is the name of a period in this node's format. */
export function isPeriod({ unit }: Clock, value: unknown): value is string {
	if (typeof value !== 'string' || value.length > TIME_LENGTH) return false;
	const form = unit === 'day' ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{4}-\d{2}-\d{2}T\d{2}:00:00$/;
	if (!form.test(value)) return false;
	const moment = new Date(unit === 'day' ? `${value}T00:00:00Z` : `${value}Z`);
	// The calendar and the clock contain it, and its neighbors.
	const year = Number(value.slice(0, 4));
	return moment.getTime() > 0 && moment.toISOString().startsWith(value) && year < LAST_YEAR;
}

/** Returns the last period that is over at a wall-clock time, `YYYY-MM-DDTHH:mm:ss`. */
function lastOverAt(clock: Clock, local: string): string {
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

/** Returns the periods after the first one, up to and including the last one. */
export function periodsBetween(clock: Clock, after: string, last: string): string[] {
	const periods: string[] = [];
	for (let next = nextPeriod(clock, after); next <= last; next = nextPeriod(clock, next))
		periods.push(next);
	return periods;
}

/** Returns up to `count` periods that end with the last one, but only those after `after`. */
export function periodsUpTo(clock: Clock, last: string, count: number, after = ''): string[] {
	const periods: string[] = [];
	for (let p = last; periods.length < count && p > after; p = previousPeriod(clock, p))
		periods.push(p);
	return periods.reverse();
}

/** Returns all periods of some days, both inclusive. */
export function periodsOn(clock: Clock, { from, to }: DateRange): string[] {
	if (clock.unit === 'day') return periodsBetween(clock, addDays(from, -1), to);
	const before = previousPeriod(clock, `${from}T00:00:00`);
	return periodsBetween(clock, before, `${to}T23:00:00`);
}

/**
 * Returns the same day or hour seven days earlier, which may be an hour that the clocks skipped.
 */
export function periodOfLastWeek(period: string): string {
	return addDays(period.slice(0, 10), -DAYS_PER_WEEK) + period.slice(10);
}

/** Returns the first moment after a period, `YYYY-MM-DDTHH:mm:ss` in the zone. */
export function endOfPeriod(unit: PeriodUnit, period: string): string {
	const next = shift(unit, period, 1);
	return unit === 'day' ? `${next}T00:00:00` : next;
}

/** Returns that moment as milliseconds since 1970. */
export function endMoment({ unit, timeZone }: Clock, period: string): number {
	return Date.parse(withOffset(endOfPeriod(unit, period), timeZone));
}

/** Returns the name of a period for people and workflows: hours have their offset. */
export function periodLabel({ unit, timeZone }: Clock, period: string): string {
	return unit === 'day' ? period : withOffset(period, timeZone);
}

function neighbour({ unit, timeZone }: Clock, period: string, step: 1 | -1): string {
	let next = shift(unit, period, step);
	while (isSkipped(next, timeZone)) next = shift(unit, next, step);
	return next;
}

/**
 * Hours that the clocks skip, maybe of a complete day, by day and zone; they are cached because
 * finding them takes time.
 */
const skippedHours = new Map<string, readonly string[]>();
const MOST_DAYS = 10_000;

function isSkipped(period: string, timeZone: string): boolean {
	const date = period.slice(0, 10);
	const key = `${date} ${timeZone}`;
	let skipped = skippedHours.get(key);
	if (!skipped) {
		const isPlain = offsetOf(date, timeZone) === offsetOf(addDays(date, 1), timeZone);
		skipped = isPlain ? [] : HOURS.filter((hour) => !isOnClocks(date + hour, timeZone));
		if (skippedHours.size >= MOST_DAYS) skippedHours.clear();
		skippedHours.set(key, skipped);
	}
	return period === date ? skipped.length === HOURS.length : skipped.includes(period.slice(10));
}

/** Returns the offset at the first moment of a day. */
function offsetOf(date: string, timeZone: string): string {
	return withOffset(`${date}T00:00:00`, timeZone).slice(19);
}

function shift(unit: PeriodUnit, period: string, count: number): string {
	if (unit === 'day') return addDays(period, count);
	return new Date(Date.parse(`${period}Z`) + count * HOUR_MS).toISOString().slice(0, 19);
}

/**
 * Zone in which installations in China count days and report times (docs/service.md, "Dates and
 * units").
 */
export const SERVICE_ZONE = 'Asia/Shanghai';

/** A time without a zone. */
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

/** When the data end, in the zone: `YYYY-MM-DDTHH:mm:ss`. */
export interface Reach {
	/** The earlier of the reported times; undefined if there is none. */
	sure?: string;
	/** The later of the reported times. */
	farthest?: string;
	now: Date;
	/** What the clocks of the zone have passed for good. */
	nowLocal: string;
	/**
	 * Whether nothing shows when data arrived: periods that ended before `sure` must then be checked
	 * twice (docs/trigger.md, T22).
	 */
	isOnlySettled?: boolean;
	/** Periods that no earlier poll has checked. */
	unseen?: ReadonlySet<string>;
	/** Those, and periods whose numbers have changed. */
	moving?: ReadonlySet<string>;
	/** Periods that ended before this are complete whatever the service reports; in the zone. */
	givenUpBefore?: string;
}

/**
 * Returns when the data end if the service never reports it: some hours before now
 * (docs/trigger.md, T22).
 */
export function settledReach(
	now: Date,
	{ timeZone }: Clock,
	settleHours: number,
	latestAfterHours: number | undefined,
): Reach {
	const sure = hoursBefore(now, timeZone, settleHours);
	return { sure, isOnlySettled: true, ...clockOf(now, timeZone, latestAfterHours) };
}

function clockOf(
	now: Date,
	timeZone: string,
	latestAfterHours: number | undefined,
): Pick<Reach, 'now' | 'nowLocal' | 'givenUpBefore'> {
	const nowLocal = hoursBefore(now, timeZone, 0);
	if (latestAfterHours === undefined) return { now, nowLocal };
	return { now, nowLocal, givenUpBefore: hoursBefore(now, timeZone, latestAfterHours) };
}

function hoursBefore(now: Date, timeZone: string, hours: number): string {
	return passedInZone(new Date(now.getTime() - hours * HOUR_MS), timeZone);
}

/** Returns what the clocks have passed at a moment with an offset; texts without one stay. */
function passedAt(moment: string, timeZone: string): string {
	const time = moment.length > TIME_LENGTH ? Date.parse(moment) : NaN;
	return Number.isNaN(time) ? moment : passedInZone(new Date(time), timeZone);
}

/** @throws OperationalError if nothing shows when a period is complete (docs/trigger.md, T4) */
export function readReach(
	{ dataUpdatedAt, dataSufficientAt }: Table,
	now: Date,
	{ timeZone }: Clock,
	latestAfterHours: number | undefined,
): Reach {
	const times = [dataUpdatedAt, dataSufficientAt]
		.filter((time) => time !== undefined)
		.map((time) => passedAt(formatMoment(time, timeZone), timeZone))
		.filter((time) => TIME.test(time))
		.sort();
	if (times.length > 0 || latestAfterHours !== undefined) {
		const [sure, farthest] = [times[0], times.at(-1)];
		return { sure, farthest, ...clockOf(now, timeZone, latestAfterHours) };
	}
	throw new OperationalError("The report doesn't contain the time of the last data update", {
		description:
			"The trigger needs this time to determine when data is complete. Add the option 'Maximum Wait for Data (Hours)', or use a Schedule Trigger with the Sensors Analytics node.",
	});
}

/** Whether the data of a finished period have arrived, as far as known (T2, T22). */
export function hasArrived(clock: Clock, period: string, reach: Reach): boolean {
	const { sure, farthest, moving } = reach;
	if (moving?.has(period)) return false;
	const end = endOfPeriod(clock.unit, period);
	const dayLater = addDays(end.slice(0, 10), 1) + end.slice(10);
	return (sure !== undefined && end <= sure) || (farthest !== undefined && dayLater <= farthest);
}

/**
 * Whether a period is complete: it has ended, and its data have arrived or had enough time (T2,
 * T3). A period that can be checked twice is not complete before that (T22).
 */
export function isComplete(clock: Clock, period: string, reach: Reach): boolean {
	const end = endOfPeriod(clock.unit, period);
	if (end > reach.nowLocal) return false;
	const { givenUpBefore, sure, isOnlySettled, unseen } = reach;
	if (hasArrived(clock, period, reach)) return true;
	const isToBeSeen =
		isOnlySettled === true && sure !== undefined && end <= sure && unseen?.has(period) === true;
	return !isToBeSeen && givenUpBefore !== undefined && end <= givenUpBefore;
}

/**
 * Returns the last complete period, not counting second checks: all periods before it are complete,
 * and none after it. It is computed instead of searched for, because the data may be very late.
 */
export function lastCompletePeriod(clock: Clock, reach: Reach): string | undefined {
	const { sure, farthest, givenUpBefore, nowLocal } = reach;
	const dayBefore = farthest && addDays(farthest.slice(0, 10), -1) + farthest.slice(10);
	const reached = [sure, dayBefore, givenUpBefore].filter((time) => time !== undefined).sort();
	const last = reached.at(-1);
	return last === undefined ? undefined : lastOverAt(clock, last < nowLocal ? last : nowLocal);
}
