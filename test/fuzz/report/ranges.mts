/** Which dates a form asks for, and which it compares with (C1 to C5 of docs/calendar.md). */
import type { Case, CompareChoice, RangeChoice } from './case.mts';
import {
	addDays,
	addMonths,
	type Day,
	dayAt,
	daysFrom,
	monthEnd,
	monthsFrom,
	monthStart,
	periodsOf,
	type Range,
	type Unit,
	weekStart,
} from './calendar.mts';

/** How the compared range lies to the report's. */
export type Move = { by: 'days' | 'months'; count: number } | { by: 'custom' };

export interface Compared {
	move: Move;
	/** None where no day is left. */
	range?: Range;
}

export interface Plan {
	range: Range;
	today: Day;
	compared?: Compared;
}

const MONTHS_A_QUARTER = 3;
const MONTHS_A_YEAR = 12;
const DAYS_A_WEEK = 7;

/** @param firstWeekday of the weeks that the answer for the range shows (C1) */
export function planOf(given: Case, firstWeekday = 1): Plan {
	const today = dayAt(Date.parse(given.now), given.zone);
	const { pasted } = given;
	const unit = given.output === 'summary' ? 'total' : given.unit;
	const range =
		given.range.preset === 'asPasted' ? pastedRange(given) : rangeOf(given.range, today);
	if (given.compare.preset !== 'asPasted') {
		return { range, today, compared: comparedOf(given.compare, range, unit, firstWeekday) };
	}
	const compared = { from: pasted?.compareFrom as Day, to: pasted?.compareTo as Day };
	if (!pasted?.compareFrom) return { range, today };
	const units = { pasted: given.unit, now: unit };
	const asPasted = comparedAsPasted(pastedRange(given), compared, range, units, firstWeekday);
	return { range, today, compared: asPasted };
}

const pastedRange = ({ pasted }: Case): Range => ({
	from: pasted?.from as Day,
	to: pasted?.to as Day,
});

function rangeOf(choice: RangeChoice, today: Day): Range {
	const { count = 1, withCurrent = false, firstWeekday = 1 } = choice;
	const week = weekStart(today, firstWeekday);
	const month = monthStart(today);
	const quarter = quarterStart(today);
	const year = `${today.slice(0, 4)}-01-01`;
	const before = (start: Day, months: number): Range => ({
		from: addMonths(start, -months) as Day,
		to: addDays(start, -1),
	});
	switch (choice.preset) {
		case 'yesterday':
			return { from: addDays(today, -1), to: addDays(today, -1) };
		case 'today':
			return { from: today, to: today };
		case 'thisWeek':
			return { from: week, to: today };
		case 'lastWeek':
			return { from: addDays(week, -DAYS_A_WEEK), to: addDays(week, -1) };
		case 'thisMonth':
			return { from: month, to: today };
		case 'lastMonth':
			return before(month, 1);
		case 'thisQuarter':
			return { from: quarter, to: today };
		case 'lastQuarter':
			return before(quarter, MONTHS_A_QUARTER);
		case 'thisYear':
			return { from: year, to: today };
		case 'lastYear':
			return before(year, MONTHS_A_YEAR);
		case 'since':
			return { from: choice.from as Day, to: today };
		case 'last':
			return lastOf(count, choice.of ?? 'days', withCurrent, today, week, month);
		default:
			return { from: choice.from as Day, to: choice.to as Day };
	}
}

function lastOf(
	count: number,
	of: string,
	withCurrent: boolean,
	today: Day,
	week: Day,
	month: Day,
): Range {
	const whole = withCurrent ? count - 1 : count;
	if (of === 'months') {
		const from = addMonths(month, -whole) as Day;
		return { from, to: withCurrent ? today : addDays(month, -1) };
	}
	const start = of === 'weeks' ? week : today;
	const from = addDays(start, -whole * (of === 'weeks' ? DAYS_A_WEEK : 1));
	return { from, to: withCurrent ? today : addDays(start, -1) };
}

function quarterStart(day: Day): Day {
	const month = monthStart(day);
	return addMonths(month, -((Number(day.slice(5, 7)) - 1) % MONTHS_A_QUARTER)) as Day;
}

export function isWholeMonths({ from, to }: Range): boolean {
	return from === monthStart(from) && to === monthEnd(to);
}

const lengthOf = ({ from, to }: Range) => daysFrom(from, to) + 1;

function comparedOf(
	choice: CompareChoice,
	range: Range,
	unit: Unit,
	firstWeekday: number,
): Compared | undefined {
	const isWeekly = unit === 'week';
	switch (choice.preset) {
		case 'none':
			return undefined;
		case 'custom':
			return { move: { by: 'custom' }, range: { from: choice.from as Day, to: choice.to as Day } };
		case 'lastWeek':
			return byDays(range, DAYS_A_WEEK);
		case 'lastMonth':
			return isWeekly ? byDays(range, 4 * DAYS_A_WEEK) : byMonths(range, 1, unit);
		case 'lastYear':
			return isWeekly ? byDays(range, 52 * DAYS_A_WEEK) : byMonths(range, MONTHS_A_YEAR, unit);
		default:
			return previousPeriod(range, unit, firstWeekday);
	}
}

/** C1 */
function previousPeriod(range: Range, unit: Unit, firstWeekday: number): Compared {
	const touched = (of: Unit) => periodsOf(range, of, 'UTC', firstWeekday).length;
	if (unit === 'week') return byDays(range, touched('week') * DAYS_A_WEEK);
	if (unit === 'month') return byMonths(range, touched('month'), unit);
	if (unit === 'quarter') return byMonths(range, touched('quarter') * MONTHS_A_QUARTER, unit);
	if (unit === 'year') return byMonths(range, touched('year') * MONTHS_A_YEAR, unit);
	if (isWholeMonths(range)) return byMonths(range, monthsFrom(range.from, range.to) + 1, unit);
	return byDays(range, lengthOf(range));
}

function byDays(range: Range, count: number): Compared {
	const moved = { from: addDays(range.from, -count), to: addDays(range.to, -count) };
	return { move: { by: 'days', count }, range: moved };
}

/** Whole months stay whole (C3); days that the other month lacks are left out. */
function byMonths(range: Range, count: number, unit: Unit): Compared {
	const start = addMonths(monthStart(range.from), -count) as Day;
	const end = addMonths(monthStart(range.to), -count) as Day;
	const endsWhole = range.to === monthEnd(range.to) && range.from <= monthStart(range.to);
	const isByMonth = ['month', 'quarter', 'year'].includes(unit);
	const isEndWhole = isByMonth ? endsWhole : isWholeMonths(range);
	const from = addMonths(range.from, -count) ?? addDays(monthEnd(start), 1);
	const to = isEndWhole ? monthEnd(end) : (addMonths(range.to, -count) ?? monthEnd(end));
	const move: Move = { by: 'months', count };
	return from <= to ? { move, range: { from, to } } : { move };
}

/** C5 */
function comparedAsPasted(
	pasted: Range,
	compared: Range,
	range: Range,
	units: { pasted: Unit; now: Unit },
	firstWeekday: number,
): Compared {
	const isSame = (other: Compared | undefined) =>
		other?.range?.from === compared.from && other.range.to === compared.to;
	const preset = ['previousPeriod', 'lastWeek', 'lastMonth', 'lastYear', 'right before'].find(
		(name) =>
			isSame(
				name === 'right before'
					? byDays(pasted, lengthOf(pasted))
					: comparedOf({ preset: name }, pasted, units.pasted, firstWeekday),
			),
	);
	const hasMoved = pasted.from !== range.from || pasted.to !== range.to;
	if (!hasMoved) {
		if (preset === 'right before') return byDays(pasted, lengthOf(pasted));
		const known = comparedOf({ preset: preset ?? 'none' }, pasted, units.pasted, firstWeekday);
		return isSame(known) && known ? known : { move: { by: 'custom' }, range: compared };
	}
	if (preset === 'right before') return previousPeriod(range, units.now, firstWeekday);
	if (preset) return comparedOf({ preset }, range, units.now, firstWeekday) as Compared;
	const from = addDays(range.from, -daysFrom(compared.from, pasted.from));
	return { move: { by: 'custom' }, range: { from, to: addDays(from, lengthOf(range) - 1) } };
}
