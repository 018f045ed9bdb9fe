import { addDays, addUnits, isDayUnit, MONDAY, startOf, unitName } from '../../dates/calendar';
import { dateInZone } from '../../dates/zone';
import type { DateRange, Queries, ReportModelName } from '../../query/query';
import type { Cell } from '../../table/decimal';
import type { Table } from '../../table/table';
import { listRows, positionsOf } from '../../table/table';

const MINUTES_PER_DAY = 1440;
const HOUR_MS = 3_600_000;

/** When a report was asked for. Without a moment, everything in it counts as over. */
export interface Clock {
	/** ISO 8601, UTC. */
	requestedAt?: string;
	timeZone?: string;
}

/** The date of the clock in its zone: this day is not over. */
export function todayOf({ requestedAt, timeZone }: Clock): string | undefined {
	return requestedAt === undefined || timeZone === undefined
		? undefined
		: dateInZone(new Date(requestedAt), timeZone);
}

/** The last day of a period, by its first one. */
export function lastDayOf(start: string, unit = 'day'): string {
	const name = unitName(unit);
	return isDayUnit(name) ? addDays(addUnits(name, start, 1), -1) : start.slice(0, 10);
}

/** Whether a period, called as rows call it, is not over yet. */
export function isOpen(name: string, unit: string | undefined, clock: Clock): boolean {
	const today = todayOf(clock);
	if (today === undefined) return false;
	if (name.includes('T')) {
		const end = Date.parse(name) + HOUR_MS;
		return Number.isNaN(end) || end > Date.parse(clock.requestedAt as string);
	}
	return lastDayOf(name, unit) >= today;
}

/** Whether a range reaches the day under way. */
export function isRangeOpen({ to }: DateRange, clock: Clock): boolean {
	const today = todayOf(clock);
	return today !== undefined && to >= today;
}

/**
 * The last day on which somebody may count in a period of a retention, who started in the unit of
 * a date.
 */
export function lastDayOfPeriod(start: string, period: number, unit = 'day'): string {
	const name = unitName(unit);
	if (!isDayUnit(name)) return start;
	// A week is called by its first day; a month that the range cuts may be called by another one.
	const first = name === 'week' ? start : startOf(name, start, MONDAY);
	return addDays(addUnits(name, first, period + 1), -1);
}

/** What a report that follows users was asked. */
export interface Followed extends Clock {
	range?: DateRange;
	unit?: string;
	query?: Queries[ReportModelName];
}

/**
 * Whether everybody who started in the unit of a date had the whole of a period to come back.
 * @param start none for a row of all starts of the range
 */
export function isCohortOver(start: Cell | undefined, period: number, asked: Followed): boolean {
	const today = todayOf(asked);
	if (today === undefined) return true;
	const { range, unit, query } = asked;
	const last = lastDayOfPeriod(String(start ?? range?.to), period, unit);
	return last < today && (mayEndLater(query) || last <= (range?.to ?? last));
}

/** Whether everybody who started a funnel on a day had the whole time to convert. */
export function isWindowOver(day: Cell | undefined, asked: Followed): boolean {
	const today = todayOf(asked);
	const { range, query } = asked;
	if (today === undefined || !query || !('windowMinutes' in query)) return true;
	const days = Math.ceil(query.windowMinutes / MINUTES_PER_DAY);
	const last = addDays(String(day), days);
	return last < today && (query.mayEndLater || last <= (range?.to ?? last));
}

function mayEndLater(query: Followed['query']): boolean {
	return query === undefined || !('mayEndLater' in query) || query.mayEndLater;
}

/** The rows whose period is over, with the totals of the range where all of it is. */
export function overRows(table: Table, asked: Clock & { range?: DateRange; unit?: string }): Table {
	const { range, unit } = asked;
	if (table.drawn !== undefined || !range || !isRangeOpen(range, asked)) return table;
	const { date } = positionsOf(table);
	const isOver = (row: readonly Cell[]) => date >= 0 && !isOpen(String(row[date]), unit, asked);
	const rows = listRows(table.rows.toArray().filter(isOver));
	return { ...table, rows, totals: undefined, sums: undefined };
}
