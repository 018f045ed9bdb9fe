import { type DateRange, TOTAL } from '../query/query';
import {
	addDays,
	addMonths,
	addUnits,
	countUnits,
	daysBetween,
	type DayUnit,
	endOfMonth,
	isDayUnit,
	MONDAY,
	monthsOf,
	startOf,
	startsIn,
	unitName,
	type Weekday,
	weekdayOf,
} from './calendar';
import {
	type ComparisonPlan,
	isFullMonths,
	monthsIn,
	movedBack,
	movedOn,
	type Shift,
} from './range';
import { dateInZone, daysOnClocks, isOnClocks, offsetAllDay, offsetsOf, withOffset } from './zone';

/** What one row of a report stands for (P1 to P6 of docs/calendar.md). */
export interface Period {
	/** As rows call it: `YYYY-MM-DD`, hours `YYYY-MM-DDTHH:mm:ss+08:00`. */
	name: string;
	/** The same without the offset. */
	local: string;
	/** Which one it is of those that are called so: 2 for the second hour as clocks go back. */
	occurrence: number;
	/** When it begins, in milliseconds; days as if they were those of UTC. */
	moment: number;
	/** Its first and last day within the range. */
	from: string;
	to: string;
	hasBegun: boolean;
	isUnderWay: boolean;
	/** Whether it is under way, or cut by the range. */
	isPartial: boolean;
	/** Whether the service told it, but the calendar does not have it. */
	isOdd: boolean;
}

export interface PeriodOptions {
	unit: string;
	range: DateRange;
	timeZone: string;
	now: Date;
	/** On which weeks start. */
	firstWeekday: Weekday;
	/** Further points in time, for units of which the calendar is not known. */
	more?: readonly string[];
}

interface Periods {
	/** In the order of time. */
	periods: Period[];
	/** For each answer, where each of its points stands in `periods`. */
	places: number[][];
}

const HOUR_MS = 3_600_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00:00`);

/** The periods of a report, and the place of each point that its answers tell. */
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

/** The points of an answer under the names of their periods; a name may be told again. */
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
			from: start < range.from ? range.from : start,
			to: end > range.to ? range.to : end,
			hasBegun: start <= today,
			isUnderWay,
			isPartial: isUnderWay || start < range.from || end > range.to,
			isOdd: false,
		};
	});
}

/** The hours that the clocks show; one that comes twice is two periods where it is told twice. */
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
			const hours = isTwo ? 1 : offsets.length;
			return (isTwo ? offsets : offsets.slice(0, 1)).map((offset, place) => {
				const name = local + offset;
				const start = Date.parse(name);
				const isUnderWay = start <= now.getTime() && now.getTime() < start + hours * HOUR_MS;
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

/** How many points in time a report over the range should have; hours that clocks skip or repeat aside. */
export function countPoints(unit: string, range: DateRange): number | undefined {
	if (unit === 'hour') return HOURS.length * countUnits('day', range, MONDAY);
	return isDayUnit(unit) ? countUnits(unit, range, MONDAY) : undefined;
}

/**
 * A time of day that is told more often than the zone's clocks show it, which is twice where they
 * are put back (P6 of docs/calendar.md), and once else.
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
 * Whether a day may name a period that the range touches: its first day, which may lie before the
 * range where the unit is longer than a day, on whichever weekday weeks start.
 */
export function mayBeOf(day: string, { from, to }: DateRange, unit: string): boolean {
	const isShort = ['second', 'minute', 'hour'].includes(unit);
	const hasStart = isDayUnit(unit) && unit !== 'week';
	const first = hasStart ? startOf(unit, from, MONDAY) : isShort ? from : addDays(from, -6);
	return first <= day && day <= to;
}

/** The range in pieces of about so many days, none of which cuts a week, month, quarter or year in two. */
export function sliceRange({ from, to }: DateRange, days: number, unit: string): DateRange[] {
	const slices: DateRange[] = [];
	for (let start = from; start <= to; ) {
		const requested = addDays(start, Math.max(1, days));
		const next = cutAt(unit, start, requested);
		const end = addDays(next, -1);
		slices.push({ from: start, to: end < to ? end : to });
		start = next;
	}
	return slices;
}

/** The unit's boundary at or before the wanted day, or the first one behind the start. */
function cutAt(unit: string, start: string, requested: string): string {
	const name = unitName(unit);
	if (!isDayUnit(name)) return requested;
	const boundary = startOf(name, requested, MONDAY);
	return boundary > start ? boundary : addUnits(name, startOf(name, start, MONDAY), 1);
}

/** Points in time that an answer tells, and the range that it was asked for. */
export interface ReturnedDates {
	points: readonly string[];
	range: DateRange;
	/** Whether it is a slice that follows another one: those are cut where weeks start. */
	isLaterSlice?: boolean;
}

/** Weekdays on which weeks start somewhere: Monday, Saturday, Sunday. */
const STARTS: readonly Weekday[] = [MONDAY, 6, 7];

/** A point that is no first day of its unit, or of one period with another point. */
interface OddPoint {
	point: string;
	/** The other one, where each by itself could be told. */
	neighbor?: string;
}

/**
 * What the days that an answer tells can't be (P5 of docs/calendar.md): each has to be the first
 * day of its week (month …) or of the range, weeks on one weekday, and no two of one period.
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

/** The weekday on which the service's weeks start, if its answers show it (P2 of docs/calendar.md). */
export function weekdayShown(returned: readonly ReturnedDates[]): Weekday | undefined {
	const firstDays = returned.filter(({ points, range }) => points.includes(range.from));
	// The first day of a range may stand for a week that it cuts; that of a later slice does so only
	// where another point shows another weekday.
	const day =
		clearStarts(returned)[0] ?? firstDays.find(({ isLaterSlice }) => isLaterSlice)?.range.from;
	if (day !== undefined) return weekdayOf(day);
	// Where nothing but the first day of a range is told, and it can be that of a week: whatever the
	// service calls so lies in the seven days from there on, and in none of the weeks behind them.
	return firstDays.map(({ range }) => weekdayOf(range.from)).find((one) => STARTS.includes(one));
}

/** Two weeks of answers to one report that start on different weekdays. */
export function unlikeWeeks(returned: readonly ReturnedDates[]): [string, string] | undefined {
	const [first, ...others] = clearStarts(returned);
	if (first === undefined) return undefined;
	const other = others.find((day) => weekdayOf(day) !== weekdayOf(first));
	return other === undefined ? undefined : [first, other];
}

/** Days that can't be told for anything but being those on which weeks start. */
function clearStarts(returned: readonly ReturnedDates[]): string[] {
	return returned.flatMap(({ points, range }) => points.filter((point) => point !== range.from));
}

/** What a period is compared with (R1, R2, R5 of docs/calendar.md). */
export interface Pair {
	/** Where its partner stands among the periods compared with; none where there is no such one. */
	partner?: number;
	/** Whether the difference of the two says anything. */
	mayChange: boolean;
}

interface PairOptions {
	unit: string;
	range: DateRange;
	comparison: ComparisonPlan;
	firstWeekday: Weekday;
	/** In the zone of the report, `YYYY-MM-DD`. */
	today: string;
}

const NONE: Pair = { mayChange: false };

/** The partner of each period, from the calendar alone. */
export function pairPeriods(
	now: readonly Period[],
	before: readonly Period[],
	options: PairOptions,
): Pair[] {
	const { comparison } = options;
	if (comparison.range === undefined) return now.map(() => NONE);
	const unit = unitName(options.unit);
	const places = new Map(before.map((period, index) => [pairKeyOf(period), index]));
	const partnerStart = isDayUnit(unit) && unit !== 'day' ? startsBefore(unit, options) : undefined;
	return now.map((period) => {
		const local = period.isOdd
			? period.local
			: partnerStart
				? partnerStart(period.local)
				: sameClock(period.local, comparison.shift);
		const partner = local === undefined ? undefined : places.get(pairKeyOf({ ...period, local }));
		if (partner === undefined) return NONE;
		const other = before[partner] as Period;
		// An odd point is a partner of the same odd point only.
		if (other.isOdd !== period.isOdd) return NONE;
		return { partner, mayChange: mayChange(period, other, unit, options) };
	});
}

/** The pair of two whole ranges: totals. */
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

/** The point in time of whose period this one is the partner: for units without a known calendar. */
export function pointAfter(local: string, shift: Shift): string | undefined {
	const day = movedOn(local.slice(0, 10), shift);
	return day === undefined ? undefined : day + local.slice(10);
}

function pairKeyOf({ local, occurrence }: Pick<Period, 'local' | 'occurrence'>): string {
	return `${local} ${occurrence}`;
}

/** The same time by the clock on the wall, on the partner day. */
function sameClock(local: string, shift: Shift): string | undefined {
	const day = movedBack(local.slice(0, 10), shift);
	return day === undefined ? undefined : day + local.slice(10);
}

/** As many units earlier; the first with the first where the distance is no whole number of them. */
function startsBefore(
	unit: DayUnit,
	options: Pick<PairOptions, 'range' | 'comparison' | 'firstWeekday'>,
): (start: string) => string {
	const { shift } = options.comparison;
	const overall =
		'days' in shift
			? unit === 'week' && shift.days % 7 === 0
				? shift.days / 7
				: undefined
			: monthsOf(unit) !== undefined && shift.months % (monthsOf(unit) as number) === 0
				? shift.months / (monthsOf(unit) as number)
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

/** Whether every day of the one has its partner in the other; days to come do not count. */
function isAlike(period: Period, other: Period, shift: Shift, today: string): boolean {
	const [days, others] = [period, other].map((each) => daysSoFar(each, today));
	if (!days || !others || days.count !== others.count) return false;
	for (let index = 0; index < days.count; index++) {
		const partner = movedBack(addDays(days.from, index), shift);
		if (partner === undefined || partner < others.from || partner > others.to) return false;
	}
	return true;
}

/** Today counts if it is not the only one. */
function daysSoFar(
	{ from, to: last, isUnderWay }: Period,
	today: string,
): { from: string; to: string; count: number } | undefined {
	const to = last > today ? today : last;
	const count = daysBetween(from, to) + 1;
	return count < 1 || (isUnderWay && from === today) ? undefined : { from, to, count };
}

/** A range, and what it is compared with. */
export interface Span {
	range: DateRange;
	comparison?: ComparisonPlan;
}

interface SpanOptions {
	/** Of the periods that have to be whole. */
	unit: string;
	firstWeekday: Weekday;
	/** In the zone of the report, `YYYY-MM-DD`. */
	today: string;
	/** Whether rows are totals, whatever the unit. */
	isTotal?: boolean;
}

/**
 * What is left of a range where only whole periods count, and of what it is compared with (P7 of
 * docs/calendar.md); undefined where no period is whole and over. Hours that are not over can't be
 * left out of a range of days.
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
	// Days are the parts of a total.
	const name = unit === TOTAL ? 'day' : unitName(unit);
	if (!isDayUnit(name)) return from > today ? undefined : { from, to: earlier(to, today) };
	const ends = startsIn(name, { from, to }, firstWeekday)
		.filter((start) => start >= from)
		.map((start) => ({ start, end: addDays(addUnits(name, start, 1), -1) }))
		.filter(({ end }) => end <= to && end < today);
	const [first, last] = [ends[0], ends.at(-1)];
	return first && last && { from: first.start, to: last.end };
}

/** The partners of the periods that are left. */
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
			range: within({ from, to: addDays(addUnits(name, last, 1), -1) }, other),
			// Whole weeks lie a number of weeks apart.
			shift: name === 'week' ? { days: daysBetween(from, cut.from) } : shift,
		};
	}
	const moved = (date: string) =>
		'days' in shift ? addDays(date, -shift.days) : addMonths(date, -shift.months);
	const to = moved(cut.to);
	const isWhole = 'months' in shift && isFullMonths(cut);
	return {
		...comparison,
		range: within({ from: moved(cut.from), to: isWhole ? endOfMonth(to) : to }, other),
	};
}

function within({ from, to }: DateRange, other: DateRange): DateRange | undefined {
	const part = { from: from < other.from ? other.from : from, to: earlier(to, other.to) };
	return part.from <= part.to ? part : undefined;
}

function earlier(a: string, b: string): string {
	return a < b ? a : b;
}
