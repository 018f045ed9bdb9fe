import type { DateRange } from '../query/eventQuery';
import { addDays, daysBetween, type Weekday } from './calendar';
import {
	type Comparison,
	isWholeMonths,
	monthsIn,
	movedBack,
	movedOn,
	type Shift,
} from './comparison';
import type { Period } from './expected';
import { addUnits, type DayUnit, isDayUnit, monthsOf, startOf, startsIn, unitName } from './units';

/** What a period is compared with (R1, R2, R5 of docs/calendar.md). */
export interface Pair {
	/** Where its partner stands among the periods compared with; none where there is no such one. */
	partner?: number;
	/** Whether the difference of the two says anything. */
	mayChange: boolean;
}

export interface PairsAsked {
	unit: string;
	range: DateRange;
	comparison: Comparison;
	firstWeekday: Weekday;
	/** In the zone of the report, `YYYY-MM-DD`. */
	today: string;
}

const NONE: Pair = { mayChange: false };

/** The partner of each period, from the calendar alone. */
export function pairPeriods(
	now: readonly Period[],
	before: readonly Period[],
	asked: PairsAsked,
): Pair[] {
	const { comparison } = asked;
	if (comparison.range === undefined) return now.map(() => NONE);
	const unit = unitName(asked.unit);
	const places = new Map(before.map((period, index) => [keyOf(period), index]));
	const partnerStart = isDayUnit(unit) && unit !== 'day' ? startsBefore(unit, asked) : undefined;
	return now.map((period) => {
		const local = period.isOdd
			? period.local
			: partnerStart
				? partnerStart(period.local)
				: sameClock(period.local, comparison.shift);
		const partner = local === undefined ? undefined : places.get(keyOf({ ...period, local }));
		if (partner === undefined) return NONE;
		const other = before[partner] as Period;
		// An odd point is a partner of the same odd point only.
		if (other.isOdd !== period.isOdd) return NONE;
		return { partner, mayChange: mayChange(period, other, unit, asked) };
	});
}

/** The pair of two whole ranges: totals. */
export function pairTotals(now: Period, before: Period | undefined, asked: PairsAsked): Pair {
	const { comparison, range, today } = asked;
	if (comparison.range === undefined || before === undefined) return NONE;
	const isOver = range.to < today && comparison.range.to < today;
	const areMonths =
		isOver &&
		isWholeMonths(range) &&
		isWholeMonths(comparison.range) &&
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

function keyOf({ local, occurrence }: Pick<Period, 'local' | 'occurrence'>): string {
	return `${local} ${occurrence}`;
}

/** The same time by the clock on the wall, on the partner day. */
function sameClock(local: string, shift: Shift): string | undefined {
	const day = movedBack(local.slice(0, 10), shift);
	return day === undefined ? undefined : day + local.slice(10);
}

/** As many units earlier; the first with the first where the distance is no whole number of them. */
export function startsBefore(
	unit: DayUnit,
	asked: Pick<PairsAsked, 'range' | 'comparison' | 'firstWeekday'>,
): (start: string) => string {
	const { shift } = asked.comparison;
	const whole =
		'days' in shift
			? unit === 'week' && shift.days % 7 === 0
				? shift.days / 7
				: undefined
			: monthsOf(unit) !== undefined && shift.months % (monthsOf(unit) as number) === 0
				? shift.months / (monthsOf(unit) as number)
				: undefined;
	if (whole !== undefined) return (start) => addUnits(unit, start, -whole);
	const other = asked.comparison.range as DateRange;
	const first = startOf(unit, other.from, asked.firstWeekday);
	const places = new Map(
		startsIn(unit, asked.range, asked.firstWeekday).map((start, index) => [start, index]),
	);
	return (start) => addUnits(unit, first, places.get(start) ?? 0);
}

function mayChange(period: Period, other: Period, unit: string, asked: PairsAsked): boolean {
	if (!period.isPartial && !other.isPartial) return true;
	if (!isDayUnit(unit) || unit === 'day') return false;
	return isAlike(period, other, asked.comparison.shift, asked.today);
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
