import {
	addDays,
	addUnits,
	dateTimeInZone,
	earlier,
	isDayUnit,
	later,
	MONDAY,
	startOf,
	unitName,
	type Weekday,
	weekdayOf,
} from '../../dates/calendar';
import { daysIn, within } from '../../dates/range';
import type { DateRange, FunnelQuery, Queries, ReportModelName } from '../../query/query';
import {
	type Amount,
	amountOf,
	type Cell,
	percentChange,
	subtract,
	sumOf,
} from '../../table/decimal';
import {
	canAddGroups,
	columnAt,
	type Derived,
	listRows,
	positionsOf,
	type Table,
} from '../../table/table';

export const MINUTES_PER_DAY = 1440;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Time of the request. Without it, all periods count as complete. */
export interface ReportClock {
	/** ISO 8601, UTC. */
	requestedAt?: string;
	timeZone?: string;
	/** Until when the service has data, as `YYYY-MM-DD HH:MM`. */
	dataUntil?: string;
	/** Unit of the report; default: days. */
	unit?: string;
}

/** Writes `YYYY-MM-DDTHH:MM:…` as `YYYY-MM-DD HH:MM`, the format of the service's data times. */
export function minuteOf(moment: string): string {
	return moment.slice(0, 16).replace('T', ' ');
}

/** The last clock that was read: each row of a message needs its date, and zones are slow. */
let lastRead: { clock: string; now: string } | undefined;

/** Returns the current time in the zone, as `YYYY-MM-DD HH:MM`. */
function nowOf({ requestedAt, timeZone }: ReportClock): string | undefined {
	if (requestedAt === undefined || timeZone === undefined) return undefined;
	const clock = `${requestedAt} ${timeZone}`;
	if (lastRead?.clock !== clock) {
		const now = minuteOf(dateTimeInZone(new Date(requestedAt), timeZone));
		lastRead = { clock, now };
	}
	return lastRead.now;
}

/** Returns the current date in the zone: this day isn't over. */
export function todayOf(clock: ReportClock): string | undefined {
	return nowOf(clock)?.slice(0, 10);
}

/** Returns the first day without complete data: today, or an earlier day if data are late. */
export function openDayOf(clock: ReportClock): string | undefined {
	const [today, arrived] = [todayOf(clock), arrivedUntil(clock)?.slice(0, 10)];
	return today !== undefined && arrived !== undefined ? earlier(arrived, today) : today;
}

const QUIET_MS = 2 * HOUR_MS;

/**
 * Returns until when data count as complete. A small project may have no events in the last two
 * hours of a day, and its data then end there; an hour has data in its last minute.
 */
function arrivedUntil({ dataUntil, unit }: ReportClock): string | undefined {
	if (dataUntil === undefined) return undefined;
	const isOfHours = isShort(unit);
	const moment =
		Date.parse(`${dataUntil.replace(' ', 'T')}:00Z`) + (isOfHours ? MINUTE_MS : QUIET_MS);
	const extended = minuteOf(new Date(moment).toISOString());
	if (isOfHours) return extended;
	const day = extended.slice(0, 10);
	return dataUntil < day ? `${day} 00:00` : dataUntil;
}

function isShort(unit = 'day'): boolean {
	return ['hour', 'minute'].includes(unitName(unit));
}

/** Whether data have arrived until the end of a period, by its first day or its name in rows. */
export function hasArrived(point: string, unit: string | undefined, dataUntil?: string): boolean {
	const until = arrivedUntil({ dataUntil, unit });
	if (until === undefined) return true;
	if (!point.includes('T')) return lastDayOf(point, unit) < until.slice(0, 10);
	return minuteOf(endOfPoint(point, unit)) <= until;
}

/**
 * Returns until when the service has data, if that is before the end of a day or an hour that counts
 * and is over (T2).
 */
export function arrivalOf(range: DateRange | undefined, context: Followed): string | undefined {
	const { dataUntil, requestedAt = '', timeZone = '', unit = 'day', query } = context;
	const today = todayOf(context);
	if (!range || !dataUntil || !today || range.from > today) return undefined;
	const last = lastCounted(range, query);
	const now = dateTimeInZone(new Date(requestedAt), timeZone);
	const end =
		last < today ? addDays(last, 1) : isShort(unit) ? now.slice(0, 13).replace('T', ' ') : today;
	return dataUntil < end ? dataUntil : undefined;
}

/** Returns until when the service has data, if a day that counts and is over lacks some. */
export function lateUntil(range: DateRange | undefined, context: Followed): string | undefined {
	const today = todayOf(context);
	if (!range || !today) return undefined;
	const last = lastCounted(range, context.query);
	const day = last < today ? last : addDays(today, -1);
	return isLate(day, context) ? arrivalOf(range, context) : undefined;
}

/**
 * Whether data of a period that is over have not all arrived, by its name in rows; without a name,
 * the period is the range.
 */
export function lacksData(name: Cell | undefined, context: Followed): boolean {
	const { range, unit, dataUntil } = context;
	if (typeof name !== 'string') return lateUntil(range, context) !== undefined;
	if (name.includes('T')) return isPointOver(name, context) && !hasArrived(name, unit, dataUntil);
	const to = lastDayOf(name, unit);
	const last = range && range.to < to ? range.to : to;
	return lateUntil({ from: name, to: last }, context) !== undefined;
}

/** Returns the last day that counts: users may be followed beyond the range. */
function lastCounted({ to }: DateRange, query: Followed['query']): string {
	if (!query || ('mayEndLater' in query && !query.mayEndLater)) return to;
	if ('windowMinutes' in query) return addDays(to, windowDays(query));
	return 'duration' in query ? lastDayOfPeriod(to, query.duration, query.unit) : to;
}

/** Returns the last day of a period, by its first day. */
export function lastDayOf(start: string, unit = 'day'): string {
	const name = unitName(unit);
	return isDayUnit(name) ? addDays(addUnits(name, start, 1), -1) : start.slice(0, 10);
}

/**
 * Returns the length of a point in time in milliseconds; a report has no seconds, because a day has
 * too many.
 */
function lengthOfPoint(unit = 'hour'): number {
	return unitName(unit) === 'minute' ? MINUTE_MS : HOUR_MS;
}

/** Returns the wall-clock times of the start and the end of a point in time. */
export function timesOfPoint(point: string, unit?: string): [start: string, end: string] {
	return [point.slice(11, 16), endOfPoint(point, unit).slice(11, 16)];
}

/** Returns the wall-clock time of the end of a point in time, ISO 8601. */
function endOfPoint(point: string, unit?: string): string {
	return new Date(Date.parse(`${point.slice(0, 19)}Z`) + lengthOfPoint(unit)).toISOString();
}

/** Whether a period, by its name in rows, isn't over with all of its data. */
export function isOpen(name: string, unit: string | undefined, clock: ReportClock): boolean {
	const openDay = openDayOf(clock);
	if (openDay === undefined) return false;
	if (name.includes('T'))
		return !isPointOver(name, { ...clock, unit }) || !hasArrived(name, unit, clock.dataUntil);
	return lastDayOf(name, unit) >= openDay;
}

function isPointOver(point: string, { requestedAt = '', unit }: ReportClock): boolean {
	return Date.parse(point) + lengthOfPoint(unit) <= Date.parse(requestedAt);
}

/** Whether a week or a longer period, by its name in rows, has days that are not in the range. */
export function isCutPeriod(name: string, unit: string | undefined, range?: DateRange): boolean {
	if (!range || name.includes('T') || lastDayOf(name, unit) === name) return false;
	// A month that the range cuts may have the name of another day.
	const first = unitName(unit ?? 'day') === 'month' ? startOf('month', name, MONDAY) : name;
	return first < range.from || lastDayOf(first, unit) > range.to;
}

/** Whether a range has days of several weeks, months, or other units. */
export function hasSeveralPeriods(
	{ from, to }: DateRange,
	{ unit, firstWeekday }: Pick<Followed, 'unit' | 'firstWeekday'>,
): boolean {
	return lastDayOf(startIn(from, unit, firstWeekday), unit) < to;
}

/** Returns the names of the dates in rows, in order. */
export function datesIn(rows: ReadonlyArray<readonly Cell[]>, date: number): string[] {
	return [...new Set(rows.map((row) => String(row[date])))].sort();
}

export function hasSeveralDates(table: Table): boolean {
	const { date } = positionsOf(table);
	const dates = new Set<unknown>();
	for (const row of table.rows.each()) {
		dates.add(row[date]);
		if (dates.size > 1) return date >= 0;
	}
	return false;
}

/** Tests each name once, because a report has many rows with the same one. */
function onceEach(test: (name: Cell | undefined) => boolean): (name: Cell | undefined) => boolean {
	const known = new Map<Cell | undefined, boolean>();
	return (name) => {
		const own = known.get(name) ?? test(name);
		known.set(name, own);
		return own;
	};
}

/** Returns the rows of periods that the range does not cut; all if it cuts every one. */
export function wholeRows(table: Table, { range, unit }: Followed): Table {
	const { date } = positionsOf(table);
	if (date < 0) return table;
	const isWhole = onceEach((name) => !isCutPeriod(String(name), unit, range));
	const rows = table.rows.toArray().filter((row) => isWhole(row[date]));
	return rows.length > 0 ? { ...table, rows: listRows(rows) } : table;
}

/**
 * Whether a period, by its first day, is the one before the current period: yesterday, last week.
 */
export function isPrevious(start: string, unit: string | undefined, clock: ReportClock): boolean {
	const today = todayOf(clock);
	const name = unitName(unit ?? 'day');
	if (today === undefined || start.includes('T') || !isDayUnit(name)) return false;
	// "Last week" isn't used for weeks that start on another day.
	if (name === 'week' && weekdayOf(start) !== MONDAY) return false;
	const next = addDays(lastDayOf(startOf(name, start, MONDAY), name), 1);
	return next <= today && today <= lastDayOf(next, name);
}

/** Whether a range includes the current day, or a day whose data haven't all arrived. */
export function isRangeOpen({ to }: DateRange, clock: ReportClock): boolean {
	const open = openDayOf(clock);
	return open !== undefined && to >= open;
}

/** Whether a day is over, but its data haven't all arrived. */
export function isLate(day: string, clock: ReportClock): boolean {
	const [today, open] = [todayOf(clock), openDayOf(clock)];
	return today !== undefined && open !== undefined && open <= day && day < today;
}

/**
 * Returns the last day that counts in a period of a retention, for users who started in the unit of
 * a date.
 */
function lastDayOfPeriod(start: string, period: number, unit = 'day'): string {
	const name = unitName(unit);
	if (!isDayUnit(name)) return start;
	return addDays(addUnits(name, firstDayOf(name, start), period + 1), -1);
}

/** A week has the name of its first day; a month that the range cuts may have another name. */
function firstDayOf(unit: string, name: string): string {
	return unit === 'month' ? startOf(unit, name, MONDAY) : name;
}

/** The query of a report that follows users. */
export interface Followed extends ReportClock {
	range?: DateRange;
	/** Of weeks whose rows don't name them; default: Monday. */
	firstWeekday?: Weekday;
	query?: Queries[ReportModelName];
	/** The requested dates, if the report has fewer. */
	asked?: { range: DateRange };
}

/**
 * Whether all users who started in the unit of a date had the complete period to come back.
 * @param start undefined for a row of all starts in the range
 */
export function isCohortOver(start: Cell | undefined, period: number, context: Followed): boolean {
	if (todayOf(context) === undefined) return true;
	const { range, unit, firstWeekday } = context;
	const last = typeof start === 'string' ? start : startIn(range?.to ?? '', unit, firstWeekday);
	return isTimeOver(lastDayOfPeriod(last, period, unit), context);
}

/** Returns the dates on which the users of the rows started, if only complete periods count. */
export function startRange(
	{ range, unit, isCompleteOnly }: Followed & { isCompleteOnly?: boolean },
	names: readonly unknown[],
): DateRange | undefined {
	return range && isCompleteOnly ? daysOfStarts({ range, unit }, names) : range;
}

/** Returns the days of the range from the first to the last of some days, weeks or months. */
export function daysOfStarts(
	{ range, unit }: Followed,
	names: readonly unknown[],
): DateRange | undefined {
	const days = names.filter((name) => typeof name === 'string');
	if (!range || days.length === 0) return range;
	const [first = '', last = ''] = [days.sort()[0], days.at(-1)];
	return within({ from: first, to: lastDayOf(last, unit) }, range);
}

/** The last ones of the requested start dates, and why they do not count in a period. */
interface StartsLeft {
	dates: DateRange;
	/** Its end is after the last day that counts, its data are late, or it is not over. */
	why: 'short' | 'late' | 'running';
}

/**
 * Returns the requested start dates whose users did not have the complete period; undefined if there
 * are none. What a message says of them is of the same period as its number.
 * @param names dates of rows, which show the first day of weeks
 */
export function startsLeft(
	context: Followed,
	names: readonly unknown[],
	period: number,
): StartsLeft | undefined {
	const { range, asked, unit } = context;
	const today = todayOf(context);
	if (!range || today === undefined) return undefined;
	const to = earlier(asked?.range.to ?? range.to, today);
	const [last] = names
		.filter((name) => typeof name === 'string')
		.sort()
		.reverse();
	const weekday = last === undefined ? context.firstWeekday : weekdayOf(last);
	let from: string | undefined;
	for (
		let start = startIn(to, unit, weekday);
		lastDayOf(start, unit) >= range.from && !isCohortOver(start, period, context);
		start = startIn(addDays(start, -1), unit, weekday)
	)
		from = start;
	if (from === undefined) return undefined;
	const end = lastDayOfPeriod(from, period, unit);
	const why = !isCounted(end, context) ? 'short' : isLate(end, context) ? 'late' : 'running';
	return { dates: { from: later(from, range.from), to }, why };
}

/**
 * Returns the dates of the starts whose first period is over, if there are any: a row of all starts
 * has no number of them alone.
 */
export function startsOver<Range extends DateRange>(range: Range, context: Followed): Range {
	const left = startsLeft({ ...context, range }, [], 1)?.dates.from ?? range.from;
	const to = addDays(left, -1);
	const isOver =
		to >= range.from && isCohortOver(undefined, 1, { ...context, range: { ...range, to } });
	return isOver ? { ...range, to } : range;
}

/** Returns the last complete period of a range, or the last one that is over, if there is any. */
export function lastPeriod<Range extends DateRange>(range: Range, context: Followed): Range {
	const { unit, firstWeekday } = context;
	const over: string[] = [];
	for (
		let start = startIn(range.to, unit, firstWeekday);
		lastDayOf(start, unit) >= range.from;
		start = startIn(addDays(start, -1), unit, firstWeekday)
	)
		if (!isOpen(start, unit, context)) over.push(start);
	const last = over.find((start) => !isCutPeriod(start, unit, range)) ?? over[0];
	if (last === undefined) return range;
	return { ...range, ...within({ from: last, to: lastDayOf(last, unit) }, range) };
}

/** Returns the name of the day, week or month in which users start on a day. */
function startIn(day: string, unit = 'day', firstWeekday: Weekday = MONDAY): string {
	const name = unitName(unit);
	return isDayUnit(name) ? startOf(name, day, firstWeekday) : day;
}

/**
 * Does what isCohortOver does, for many periods of the same starts. Later periods end later, so
 * periods after an incomplete one aren't computed.
 */
export function cohortsOver(
	context: Followed,
): (start: Cell | undefined, period: number) => boolean {
	const known = new Map<Cell | undefined, { over: number; open: number }>();
	return (start, period) => {
		let own = known.get(start);
		if (!own) known.set(start, (own = { over: -Infinity, open: Infinity }));
		if (period <= own.over) return true;
		if (period >= own.open) return false;
		if (!isCohortOver(start, period, context)) {
			own.open = period;
			return false;
		}
		// Periods mostly come in order: a later one that is over decides all before it.
		const next = own.open === Infinity ? 2 * period + 1 : Math.floor((period + own.open) / 2);
		const isNextOver = isCohortOver(start, next, context);
		if (!isNextOver) own.open = next;
		own.over = isNextOver ? next : period;
		return true;
	};
}

/** Does what isWindowOver does, once for each day. */
export function windowsOver(context: Followed): (day: Cell | undefined) => boolean {
	return onceEach((day) => isWindowOver(day, context));
}

/** Whether all users who started a funnel on a day had the complete window period. */
function isWindowOver(day: Cell | undefined, context: Followed): boolean {
	const { query } = context;
	if (todayOf(context) === undefined || !query || !('windowMinutes' in query)) return true;
	const start = String(day);
	return (
		hasEnded(start, minutesOf(query), context) &&
		isCounted(addDays(start, windowDays(query)), context)
	);
}

type Window = Pick<FunnelQuery, 'windowMinutes'>;
/** An unknown window counts as one that never ends. */
const ENDLESS = 36_500 * MINUTES_PER_DAY;

export function minutesOf({ windowMinutes = ENDLESS }: Window): number {
	return windowMinutes;
}

/** Returns how many days after their first one the windows of users end. */
export function windowDays(window: Window): number {
	return Math.ceil(minutesOf(window) / MINUTES_PER_DAY);
}

/**
 * Returns the last days of a range, whose users have less than the window within the range; `all` if
 * no day's users have all of it, undefined if the range is not over, or its data are not there yet.
 */
export function lateEntries(
	range: DateRange,
	window: Window,
	context: Followed,
): DateRange | 'all' | undefined {
	if (isRangeOpen(range, context) || lateUntil(range, context) !== undefined) return undefined;
	if (minutesOf(window) >= daysIn(range) * MINUTES_PER_DAY) return 'all';
	return { from: later(range.from, addDays(range.to, 1 - windowDays(window))), to: range.to };
}

/** Whether the windows of users who started on a day have ended, with all of their data. */
function hasEnded(start: string, windowMinutes: number, clock: ReportClock): boolean {
	const { dataUntil } = clock;
	const minutes = Date.parse(`${start}T00:00Z`) / MINUTE_MS + MINUTES_PER_DAY + windowMinutes;
	const end = minuteOf(new Date(minutes * MINUTE_MS).toISOString());
	return end <= (nowOf(clock) ?? '') && end <= (arrivedUntil({ dataUntil }) ?? end);
}

/**
 * Returns the first day of a funnel's range whose users still have time to convert; undefined if
 * there is none, or if steps after a range that is over don't count.
 */
export function windowOpenFrom(context: Followed): string | undefined {
	const { query, range } = context;
	const [today, open] = [todayOf(context), openDayOf(context)];
	if (!range || !query || !('windowMinutes' in query)) return undefined;
	if (today === undefined || open === undefined) return undefined;
	if (!query.mayEndLater && range.to < today) return undefined;
	const earliest = addDays(open, -windowDays(query));
	const isEnded = hasEnded(earliest, minutesOf(query), context);
	const first = isEnded ? addDays(earliest, 1) : earliest;
	const from = later(range.from, first);
	return from <= range.to && from <= today ? from : undefined;
}

/** Whether the last day is over with all of its data, and counts (G1 and G2 of docs/reports.md). */
function isTimeOver(last: string, context: Followed): boolean {
	const open = openDayOf(context);
	return open !== undefined && last < open && isCounted(last, context);
}

/** Whether a day counts: if users aren't followed beyond the range, only days up to its end do. */
function isCounted(last: string, { range, query }: Followed): boolean {
	return !isBounded(query) || last <= (range?.to ?? last);
}

function isBounded(query: Followed['query']): boolean {
	return query !== undefined && ('mayEndLater' in query ? !query.mayEndLater : 'of' in query);
}

type RowTest = (row: readonly Cell[]) => boolean;

/**
 * Returns tests for rows that aren't points in time: whether a row can still grow or the range cuts
 * its week or month, and whether it has its complete time, also within the range (G1 and G2 of
 * docs/reports.md); undefined for a report without dates.
 */
export function growthOf(
	{ columns, drawn }: Pick<Table, 'columns' | 'drawn'>,
	context: Followed,
): { isPartial: RowTest; isWhole: RowTest } | undefined {
	const { range, query, firstWeekday } = context;
	const open = openDayOf(context);
	const [period, step, bucket] = ['period', 'step', 'bucket'].map((key) =>
		columnAt(columns, key),
	) as [number, number, number];
	const { date } = positionsOf({ columns });
	if (!range || !query || open === undefined || drawn === undefined) return undefined;
	const unit = 'unit' in query ? query.unit : 'day';
	const isFollowed = 'duration' in query && period >= 0;
	const hasWindow = 'windowMinutes' in query && step >= 0;
	const isDistribution = 'of' in query && bucket >= 0;
	if (!isFollowed && !hasWindow && !isDistribution) return undefined;
	// If days after the range don't count, no row grows after its end.
	const mayGrow = !isBounded(query) || isRangeOpen(range, context);
	const undated = hasWindow ? range.to : startIn(range.to, unit, firstWeekday);
	const earliest = startIn(range.from, unit, firstWeekday);
	const startOfRow = (row: readonly Cell[]) => String(row[date] ?? undated);
	const isCut = onceEach((name) => isCutPeriod(String(name), unit, range));
	const isStartWhole = onceEach((name) => {
		const start = String(name);
		const first = date < 0 ? earliest : firstDayOf(unit, start);
		return first >= range.from && lastDayOfPeriod(start, 0, unit) <= range.to;
	});
	const areOver = cohortsOver({ ...context, unit });
	const areWindowsOver = windowsOver(context);
	const isOver = (row: readonly Cell[], isAll: boolean): boolean => {
		const start = startOfRow(row);
		if (hasWindow && (isAll || Number(row[step]) > 1)) return areWindowsOver(start);
		return areOver(start, isFollowed ? Number(row[period]) : 0);
	};
	return {
		isPartial: (row) => (date >= 0 && isCut(row[date])) || (mayGrow && !isOver(row, false)),
		isWhole: (row) => isOver(row, true) && isStartWhole(startOfRow(row)),
	};
}

/** Returns the rows of complete periods, with the totals of the range if all of it is complete. */
export function overRows(
	table: Table,
	context: ReportClock & { range?: DateRange; unit?: string },
): Table {
	const { range, unit } = context;
	if (table.drawn !== undefined || !range || !isRangeOpen(range, context)) return table;
	const { date } = positionsOf(table);
	const isOver = onceEach((name) => !isOpen(String(name), unit, context));
	const rows = listRows(table.rows.toArray().filter((row) => date >= 0 && isOver(row[date])));
	const notes = table.notes?.filter(({ kind }) => kind !== 'notShown');
	return { ...table, rows, totals: undefined, sums: undefined, notes };
}

/** Returns the indexes in rows, without the comparison if it has dates that no row has. */
export function placesInRows({ notes }: Table, places: MeasurePlaces): MeasurePlaces {
	return notes?.some(({ kind }) => kind === 'notShown') ? { index: places.index } : places;
}

/** A measure over everything in a report, and its comparison. */
interface Total {
	now: Amount;
	/** undefined if a row has no comparison period. */
	before?: Amount;
	difference?: Amount;
	percent?: number | null;
}

/** Indexes of a measure and its comparison in a row. */
export interface MeasurePlaces {
	index: number;
	previous?: number;
	difference?: number;
	percent?: number;
}

export function placesOf({ columns }: Pick<Table, 'columns'>, index: number): MeasurePlaces {
	const placeOf = (as: Derived['as']) => {
		const place = columns.findIndex(
			({ derived }) => derived?.of === columns[index]?.key && derived?.as === as,
		);
		return place < 0 ? undefined : place;
	};
	return {
		index,
		previous: placeOf('previous'),
		difference: placeOf('change'),
		percent: placeOf('percent'),
	};
}

export function countOfDates({ columns }: Pick<Table, 'columns'>): number {
	return columns.filter(({ role }) => role === 'date').length;
}

/** Returns the indexes in rows without the first columns. @param count number of these columns */
export function placesBefore(places: MeasurePlaces, count: number): MeasurePlaces {
	const shift = (place?: number) => (place === undefined ? undefined : place - count);
	return {
		index: places.index - count,
		previous: shift(places.previous),
		difference: shift(places.difference),
		percent: shift(places.percent),
	};
}

/**
 * Returns the overall number of a measure, if it is known: added up, if that is allowed and no row
 * is missing, otherwise the exact total from the service. It never guesses.
 * @param isTopped whether groups were left out here
 */
export function totalOf(
	table: Table,
	places: MeasurePlaces,
	isTopped?: boolean,
): Total | undefined {
	const rows = table.rows.toArray();
	const own = placesBefore(places, countOfDates(table));
	const column = table.columns[places.index];
	const { groups } = positionsOf(table);
	if (column?.canAddUp && (groups.length === 0 || canAddGroups(column))) {
		if (!hasAllGroups(table, isTopped)) return undefined;
		// These are sums over the date range, including days of the comparison without a partner.
		if (table.sums) return totalOfRows(table.sums, own);
		const inRows = placesInRows(table, places);
		return rows.length === 1 ? inRow(rows[0] as Cell[], inRows) : totalOfRows(rows, inRows);
	}
	const [row] = table.totals ?? [];
	// A single month has no change if the comparison dates are in two months.
	if (row && groups.length === 0) return inRow(row, own);
	const isAlone =
		rows.length === 1 &&
		(groups.length === 0 || (hasAllGroups(table, isTopped) && column?.hasOverlap !== true));
	return isAlone ? inRow(rows[0] as Cell[], placesInRows(table, places)) : undefined;
}

function inRow(row: Cell[], { index, previous, difference, percent }: MeasurePlaces) {
	const now = numberAt(row, index);
	if (now === undefined) return undefined;
	const change = numberAt(row, difference);
	if (change === undefined) return { now };
	const share = row[percent ?? -1];
	return {
		now,
		before: numberAt(row, previous),
		difference: change,
		percent: typeof share === 'number' ? share : null,
	};
}

function totalOfRows(
	rows: Cell[][],
	{ index, previous, difference }: MeasurePlaces,
): Total | undefined {
	const now = addUp(rows, index);
	if (now === undefined) return undefined;
	const isCompared = previous !== undefined && addUp(rows, difference) !== undefined;
	const before = isCompared ? addUp(rows, previous) : undefined;
	if (before === undefined) return { now };
	const change = subtract(now, before);
	return change === null
		? { now }
		: { now, before, difference: change, percent: percentChange(now, before) };
}

/** Returns the sum; undefined if a number is missing. */
export function addUp(rows: readonly Cell[][], place: number | undefined): Amount | undefined {
	return sumOf(rows.map((row) => numberAt(row, place))) ?? undefined;
}

/** Whether no group is missing. @param isTopped whether groups were left out here */
export function hasAllGroups(
	{ isTruncated, groupCount }: Table,
	isTopped: boolean = false,
): boolean {
	return !isTruncated && !isTopped && groupCount?.returned === groupCount?.total;
}

/** Returns the number in a row; undefined if it is missing, or there is no such column. */
export function numberAt(row: readonly Cell[], place: number | undefined): Amount | undefined {
	return place === undefined ? undefined : amountOf(row[place]);
}
