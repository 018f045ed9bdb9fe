import { type DateRange, TOTAL } from '../query/query';
import {
	addDays,
	addMonths,
	addUnits,
	countUnits,
	dateInZone,
	daysBetween,
	daysOnClocks,
	type DayUnit,
	earlier,
	endOfMonth,
	HOURS,
	isDayUnit,
	isOnClocks,
	lastMomentOf,
	MONDAY,
	MONTHS,
	offsetAllDay,
	offsetsOf,
	startOf,
	startsIn,
	unitName,
	type Weekday,
	weekdayOf,
	withOffset,
} from './calendar';
import {
	type ComparisonPlan,
	isFullMonths,
	monthsIn,
	movedBack,
	movedOn,
	type Shift,
	within,
} from './range';

/** The period of one row of a report (P1 to P6 of docs/calendar.md). */
export interface Period {
	/** Name in rows: `YYYY-MM-DD`, hours `YYYY-MM-DDTHH:mm:ss+08:00`. */
	name: string;
	/** The name without the offset. */
	local: string;
	/** Number among periods of the same name: 2 for the second hour when clocks go back. */
	occurrence: number;
	/** Start in milliseconds; days as if they were UTC. */
	moment: number;
	/** The first and last day of the period that are within the range. */
	from: string;
	to: string;
	hasBegun: boolean;
	isUnderWay: boolean;
	/** Whether it is not over, or the range cuts it. */
	isPartial: boolean;
	/** Whether the service returned it although the calendar doesn't contain it. */
	isOdd: boolean;
}

export interface PeriodOptions {
	unit: string;
	range: DateRange;
	timeZone: string;
	now: Date;
	firstWeekday: Weekday;
	/** Further points in time, for units whose calendar isn't known. */
	more?: readonly string[];
}

interface Periods {
	periods: Period[];
	/** For each answer, the index in `periods` of each of its points. */
	places: number[][];
}

const HOUR_MS = 3_600_000;

/** Returns the periods of a report, and the index of each point in its answers. */
export function periodsOf(returned: readonly ReturnedDates[], options: PeriodOptions): Periods {
	const unit = unitName(options.unit);
	if (options.unit === TOTAL)
		return { periods: [wholeRange(options)], places: returned.map(() => [0]) };
	const points = returned.map((answer) => placed(answer, unit, options.firstWeekday));
	const known = new Map<string, Period>();
	const add = (period: Period) => known.set(keyOf(period), period);
	if (isDayUnit(unit)) expectedDays(unit, options).forEach(add);
	if (unit === 'hour') expectedHours(options, points.flat()).forEach(add);
	const isKnownUnit = known.size > 0;
	const expected = known.size;
	const others = [
		...points.flat(),
		...(options.more ?? []).map((local) => ({ local, occurrence: 1 })),
	];
	for (const point of others) {
		if (!known.has(keyOf(point))) add(oddPeriod(point, options, isKnownUnit));
	}
	const periods = [...known.values()];
	if (known.size > expected) periods.sort(byTime);
	const places = new Map(periods.map((period, index) => [keyOf(period), index]));
	return {
		periods,
		places: points.map((list) => list.map((point) => places.get(keyOf(point)) as number)),
	};
}

interface Point {
	local: string;
	occurrence: number;
}

function keyOf({ local, occurrence }: Point): string {
	return occurrence === 1 ? local : `${local} ${occurrence}`;
}

/** Assigns the points of an answer to the names of their periods; a name may occur twice. */
function placed({ points, range }: ReturnedDates, unit: string, firstWeekday: Weekday): Point[] {
	const times = new Map<string, number>();
	return points.map((point) => {
		const isStart = point !== range.from || !isDayUnit(unit);
		const local = isStart ? point : startOf(unit, point, firstWeekday);
		const occurrence = (times.get(local) ?? 0) + 1;
		times.set(local, occurrence);
		return { local, occurrence };
	});
}

function wholeRange({ range, timeZone, now }: PeriodOptions): Period {
	const today = dateInZone(now, timeZone);
	const isUnderWay = range.from <= today && today <= range.to;
	return {
		name: range.from,
		local: range.from,
		moment: Date.parse(range.from),
		occurrence: 1,
		...range,
		hasBegun: range.from <= today,
		isUnderWay,
		isPartial: isUnderWay,
		isOdd: false,
	};
}

function expectedDays(unit: DayUnit, options: PeriodOptions): Period[] {
	const { range, timeZone, now, firstWeekday } = options;
	const today = dateInZone(now, timeZone);
	const all = startsIn(unit, range, firstWeekday);
	const starts = unit === 'day' ? daysOnClocks(all, timeZone) : all;
	return starts.map((start) => {
		const end = addDays(addUnits(unit, start, 1), -1);
		const isUnderWay = start <= today && today <= end;
		return {
			name: start,
			local: start,
			moment: Date.parse(start),
			occurrence: 1,
			...within({ from: start, to: end }, range),
			hasBegun: start <= today,
			isUnderWay,
			isPartial: isUnderWay || start < range.from || end > range.to,
			isOdd: false,
		};
	});
}

/** Returns the hours that the clocks show; one that occurs twice is two if the answer says so. */
function expectedHours(
	{ range, timeZone, now }: PeriodOptions,
	returned: readonly Point[],
): Period[] {
	const again = new Set(
		returned.flatMap(({ local, occurrence }) => (occurrence === 2 ? [local] : [])),
	);
	const days = daysBetween(range.from, range.to) + 1;
	return Array.from({ length: days }, (_, index) => addDays(range.from, index)).flatMap((day) => {
		const always = offsetAllDay(day, timeZone);
		return HOURS.flatMap((hour): Period[] => {
			const local = day + hour;
			const atStart = always === undefined ? offsetsOf(local, timeZone) : [always];
			const isHalf = atStart.length === 0 && isOnClocks(local, timeZone);
			const offsets = isHalf ? [withOffset(local, timeZone).slice(local.length)] : atStart;
			const isTwo = offsets.length === 2 && again.has(local);
			return (isTwo ? offsets : offsets.slice(0, 1)).map((offset, place) => {
				const name = local + offset;
				const start = Date.parse(name);
				// The clocks can also show only the end of an hour twice.
				const last = isTwo || always !== undefined ? undefined : lastMomentOf(local, timeZone);
				const isUnderWay = start <= now.getTime() && now.getTime() < (last ?? start + HOUR_MS);
				return {
					name,
					local,
					moment: start,
					occurrence: place + 1,
					from: day,
					to: day,
					hasBegun: start <= now.getTime(),
					isUnderWay,
					isPartial: isUnderWay,
					isOdd: false,
				};
			});
		});
	});
}

function oddPeriod(
	{ local, occurrence }: Point,
	{ timeZone, now }: PeriodOptions,
	isOdd: boolean,
): Period {
	const hasTime = local.includes('T');
	const withOwn = hasTime ? withOffset(local, timeZone) : local;
	const day = local.slice(0, 10);
	const moment = Date.parse(withOwn);
	const hasBegun = hasTime ? moment <= now.getTime() : day <= dateInZone(now, timeZone);
	// A time that no clock shows has no offset.
	const isShown = !hasTime || offsetsOf(local, timeZone).length > 0;
	return {
		name: isShown ? withOwn : local,
		moment,
		local,
		occurrence,
		from: day,
		to: day,
		hasBegun,
		isUnderWay: false,
		isPartial: false,
		isOdd,
	};
}

function byTime(a: Period, b: Period): number {
	const byMoment = a.moment - b.moment;
	if (byMoment) return byMoment;
	return a.local < b.local ? -1 : a.local > b.local ? 1 : a.occurrence - b.occurrence;
}

/** Returns the number of points in time, ignoring hours that clocks skip or repeat. */
export function countPoints(unit: string, range: DateRange): number | undefined {
	if (unit === 'hour') return HOURS.length * countUnits('day', range, MONDAY);
	return isDayUnit(unit) ? countUnits(unit, range, MONDAY) : undefined;
}

/**
 * Returns a time that an answer contains more often than the clocks show it: twice is right only if
 * they go back (P6 of docs/calendar.md).
 */
export function repeatedTooOften(points: readonly string[], timeZone: string): string | undefined {
	const times = new Map<string, number>();
	return points.find((point) => {
		const count = (times.get(point) ?? 0) + 1;
		times.set(point, count);
		return count > 1 && count > offsetsOf(point, timeZone).length;
	});
}

/**
 * Whether a day may name a period of the range: also the period's first day before the range, for
 * any first weekday.
 */
export function mayBeOf(day: string, { from, to }: DateRange, unit: string): boolean {
	const isShort = ['second', 'minute', 'hour'].includes(unit);
	const hasStart = isDayUnit(unit) && unit !== 'week';
	const first = hasStart ? startOf(unit, from, MONDAY) : isShort ? from : addDays(from, -6);
	return first <= day && day <= to;
}

/** Splits the range into chunks of about that many days, without cutting a longer unit. */
export function sliceRange({ from, to }: DateRange, days: number, unit: string): DateRange[] {
	const slices: DateRange[] = [];
	for (let start = from; start <= to; ) {
		const requested = addDays(start, Math.max(1, days));
		const next = cutAt(unit, start, requested);
		const end = addDays(next, -1);
		slices.push({ from: start, to: earlier(end, to) });
		start = next;
	}
	return slices;
}

/** Returns the unit's boundary at or before the requested day, or the first one after the start. */
function cutAt(unit: string, start: string, requested: string): string {
	const name = unitName(unit);
	if (!isDayUnit(name)) return requested;
	const boundary = startOf(name, requested, MONDAY);
	return boundary > start ? boundary : addUnits(name, startOf(name, start, MONDAY), 1);
}

/** The points in time in an answer, and the range that was requested. */
export interface ReturnedDates {
	points: readonly string[];
	range: DateRange;
	/** Whether it is a chunk after the first: chunks are cut at the start of weeks. */
	isLaterSlice?: boolean;
}

/** First days of weeks that are in use: Monday, Saturday, Sunday. */
const STARTS: readonly Weekday[] = [MONDAY, 6, 7];

/** A point that isn't the first day of its unit, or is in the same period as another point. */
interface OddPoint {
	point: string;
	/** The other point, if each of them alone would be possible. */
	neighbor?: string;
}

/**
 * Finds a day that an answer can't contain (P5 of docs/calendar.md): each day has to be the first
 * of its unit or of the range, all weeks have to start on one weekday, and no period may occur
 * twice.
 */
export function oddPointIn(
	points: readonly string[],
	{ from }: DateRange,
	unit: string,
): OddPoint | undefined {
	if (!isDayUnit(unit)) return undefined;
	const others = points.filter((point) => point !== from);
	const [first] = others;
	if (first === undefined) return undefined;
	const weekday = weekdayOf(first);
	if (unit === 'week' && !STARTS.includes(weekday)) return { point: first };
	const point = others.find((day) => startOf(unit, day, weekday) !== day);
	if (point !== undefined) return unit === 'week' ? { point, neighbor: first } : { point };
	const neighbor = startOf(unit, from, weekday);
	const isTwice = others.length < points.length && others.includes(neighbor);
	return isTwice ? { point: from, neighbor } : undefined;
}

/** The first day of the service's weeks, if its answers show it (P2 of docs/calendar.md). */
export function weekdayShown(returned: readonly ReturnedDates[]): Weekday | undefined {
	const firstDays = returned.filter(({ points, range }) => points.includes(range.from));
	// The first day of a range may represent a week that the range cuts; that of a later chunk does
	// so only if another point shows another weekday.
	const day =
		clearStarts(returned)[0] ?? firstDays.find(({ isLaterSlice }) => isLaterSlice)?.range.from;
	if (day !== undefined) return weekdayOf(day);
	// If the only point is the first day of a range, and weeks may start on that day, it counts: the
	// named week is within the seven days from there, and not in later weeks.
	return firstDays.map(({ range }) => weekdayOf(range.from)).find((one) => STARTS.includes(one));
}

/** Returns two weeks in answers to one report that start on different weekdays. */
export function unlikeWeeks(returned: readonly ReturnedDates[]): [string, string] | undefined {
	const [first, ...others] = clearStarts(returned);
	if (first === undefined) return undefined;
	const other = others.find((day) => weekdayOf(day) !== weekdayOf(first));
	return other === undefined ? undefined : [first, other];
}

/** Returns the days that can only be the starts of weeks. */
function clearStarts(returned: readonly ReturnedDates[]): string[] {
	return returned.flatMap(({ points, range }) => points.filter((point) => point !== range.from));
}

/** The comparison period of a period (R1, R2, R5 of docs/calendar.md). */
export interface Pair {
	/** Index among the comparison periods; undefined if there is none. */
	partner?: number;
	/** Whether the difference of the two is meaningful. */
	mayChange: boolean;
}

interface PairOptions {
	unit: string;
	range: DateRange;
	comparison: ComparisonPlan;
	firstWeekday: Weekday;
	today: string;
}

const NONE: Pair = { mayChange: false };

/** Finds the comparison period of each period, by the calendar alone. */
export function pairPeriods(
	now: readonly Period[],
	before: readonly Period[],
	options: PairOptions,
): Pair[] {
	const { comparison } = options;
	if (comparison.range === undefined) return now.map(() => NONE);
	const unit = unitName(options.unit);
	const places = new Map(before.map((period, index) => [keyOf(period), index]));
	const partnerStart = isDayUnit(unit) && unit !== 'day' ? startsBefore(unit, options) : undefined;
	return now.map((period) => {
		const local = period.isOdd
			? period.local
			: partnerStart
				? partnerStart(period.local)
				: sameClock(period.local, comparison.shift);
		const partner = local === undefined ? undefined : places.get(keyOf({ ...period, local }));
		if (partner === undefined) return NONE;
		const other = before[partner] as Period;
		// An odd point is only compared with the same odd point.
		if (other.isOdd !== period.isOdd) return NONE;
		return { partner, mayChange: mayChange(period, other, unit, options) };
	});
}

/** Returns the pair of two complete ranges, for totals. */
export function pairTotals(now: Period, before: Period | undefined, options: PairOptions): Pair {
	const { comparison, range, today } = options;
	if (comparison.range === undefined || before === undefined) return NONE;
	const isOver = range.to < today && comparison.range.to < today;
	const areMonths =
		isOver &&
		isFullMonths(range) &&
		isFullMonths(comparison.range) &&
		monthsIn(range) === monthsIn(comparison.range);
	return {
		partner: 0,
		mayChange: comparison.isCustom || areMonths || isAlike(now, before, comparison.shift, today),
	};
}

/** Returns the point that is compared with this one, for units whose calendar isn't known. */
export function pointAfter(local: string, shift: Shift): string | undefined {
	const day = movedOn(local.slice(0, 10), shift);
	return day === undefined ? undefined : day + local.slice(10);
}

/** Returns the same wall-clock time on the comparison day. */
function sameClock(local: string, shift: Shift): string | undefined {
	const day = movedBack(local.slice(0, 10), shift);
	return day === undefined ? undefined : day + local.slice(10);
}

/**
 * Returns a function for the start of the comparison period: a number of units earlier or, if the
 * distance is no such number, by position from the first unit.
 */
function startsBefore(
	unit: DayUnit,
	options: Pick<PairOptions, 'range' | 'comparison' | 'firstWeekday'>,
): (start: string) => string {
	const { shift } = options.comparison;
	const months = MONTHS.get(unit);
	const overall =
		'days' in shift
			? unit === 'week' && shift.days % 7 === 0
				? shift.days / 7
				: undefined
			: months !== undefined && shift.months % months === 0
				? shift.months / months
				: undefined;
	if (overall !== undefined) return (start) => addUnits(unit, start, -overall);
	const other = options.comparison.range as DateRange;
	const first = startOf(unit, other.from, options.firstWeekday);
	const places = new Map(
		startsIn(unit, options.range, options.firstWeekday).map((start, index) => [start, index]),
	);
	return (start) => addUnits(unit, first, places.get(start) ?? 0);
}

function mayChange(period: Period, other: Period, unit: string, options: PairOptions): boolean {
	if (!period.isPartial && !other.isPartial) return true;
	if (!isDayUnit(unit) || unit === 'day') return false;
	return isAlike(period, other, options.comparison.shift, options.today);
}

/** Whether every day of one period has its comparison day in the other; future days don't count. */
function isAlike(period: Period, other: Period, shift: Shift, today: string): boolean {
	const [days, others] = [period, other].map((each) => daysSoFar(each, today));
	if (!days || !others || days.count !== others.count) return false;
	for (let index = 0; index < days.count; index++) {
		const partner = movedBack(addDays(days.from, index), shift);
		if (partner === undefined || partner < others.from || partner > others.to) return false;
	}
	return true;
}

/** Returns the days of a period until today, which counts unless it is the only day. */
function daysSoFar(
	{ from, to: last, isUnderWay }: Period,
	today: string,
): { from: string; to: string; count: number } | undefined {
	const to = earlier(last, today);
	const count = daysBetween(from, to) + 1;
	return count < 1 || (isUnderWay && from === today) ? undefined : { from, to, count };
}

export interface Span {
	range: DateRange;
	comparison?: ComparisonPlan;
}

interface SpanOptions {
	unit: string;
	firstWeekday: Weekday;
	today: string;
	/** Whether rows are totals, regardless of the unit. */
	isTotal?: boolean;
}

/**
 * Returns the complete periods of a range and of its comparison (P7 of docs/calendar.md), or
 * undefined if there are none. Hours of a range of days can't be left out.
 */
export function completeSpan({ range, comparison }: Span, options: SpanOptions): Span | undefined {
	const cut = wholePart(range, options);
	if (cut === undefined) return undefined;
	return {
		range: cut,
		comparison: comparison && cutComparison({ range, comparison }, cut, options),
	};
}

function wholePart(
	{ from, to }: DateRange,
	{ unit, firstWeekday, today }: SpanOptions,
): DateRange | undefined {
	// A total consists of days.
	const name = unit === TOTAL ? 'day' : unitName(unit);
	if (!isDayUnit(name)) return from > today ? undefined : { from, to: earlier(to, today) };
	const ends = startsIn(name, { from, to }, firstWeekday)
		.filter((start) => start >= from)
		.map((start) => ({ start, end: addDays(addUnits(name, start, 1), -1) }))
		.filter(({ end }) => end <= to && end < today);
	const [first, last] = [ends[0], ends.at(-1)];
	return first && last && { from: first.start, to: last.end };
}

function cutComparison(
	{ range, comparison }: Required<Span>,
	cut: DateRange,
	{ unit, firstWeekday, isTotal }: SpanOptions,
): ComparisonPlan {
	const { range: other, shift } = comparison;
	if (other === undefined || (cut.from === range.from && cut.to === range.to)) return comparison;
	const name = unitName(unit);
	if (isDayUnit(name) && name !== 'day' && isTotal !== true) {
		const startBefore = startsBefore(name, { range, comparison, firstWeekday });
		const from = startBefore(cut.from);
		const last = startBefore(startOf(name, cut.to, firstWeekday));
		return {
			...comparison,
			range: common({ from, to: addDays(addUnits(name, last, 1), -1) }, other),
			// Complete weeks are a number of weeks apart.
			shift: name === 'week' ? { days: daysBetween(from, cut.from) } : shift,
		};
	}
	const moved = (date: string) =>
		'days' in shift ? addDays(date, -shift.days) : addMonths(date, -shift.months);
	const to = moved(cut.to);
	const isWhole = 'months' in shift && isFullMonths(cut);
	return {
		...comparison,
		range: common({ from: moved(cut.from), to: isWhole ? endOfMonth(to) : to }, other),
	};
}

/** Returns the days that two ranges have in common, if there are any. */
function common(range: DateRange, other: DateRange): DateRange | undefined {
	const part = within(range, other);
	return part.from <= part.to ? part : undefined;
}
