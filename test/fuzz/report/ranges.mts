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
export type Move =
	| { by: 'days' | 'months'; count: number }
	/** Two ranges as they were chosen, before anything was left out of them. */
	| { by: 'custom'; range: Range; other: Range };

export interface Compared {
	move: Move;
	isCustom?: boolean;
	/** None where no day is left. */
	range?: Range;
}

export interface Plan {
	range: Range;
	today: Day;
	compared?: Compared;
	/** No period is whole and over (P7): nothing is left. */
	isNothing?: boolean;
}

/** Days or months back to the same days of the period before, of a range to date (C1). */
type ToDate = { by: 'days' | 'months'; count: number };

const MONTHS_A_QUARTER = 3;
const MONTHS_A_YEAR = 12;
const DAYS_A_WEEK = 7;

/** @param firstWeekday of the weeks that the answer for the range shows (C1) */
export function planOf(given: Case, firstWeekday = 1): Plan {
	const plan = wholePlanOf(given, firstWeekday);
	return given.isWhole === true ? cutToWhole(given, plan, firstWeekday) : plan;
}

/** The dates, before Complete Periods Only leaves anything out. */
export function wholePlanOf(given: Case, firstWeekday = 1): Plan {
	const today = dayAt(Date.parse(given.now), given.zone);
	const { pasted } = given;
	const unit = given.output === 'summary' ? 'total' : given.unit;
	const range =
		given.range.preset === 'asPasted' ? pastedRange(given) : rangeOf(given.range, today);
	const toDate = toDateOf(given.range, range);
	if (given.compare.preset !== 'asPasted') {
		const compared = comparedOf(given.compare, range, unit, firstWeekday, toDate);
		return { range, today, compared };
	}
	const compared = { from: pasted?.compareFrom as Day, to: pasted?.compareTo as Day };
	if (!pasted?.compareFrom) return { range, today };
	const units = { pasted: given.unit, now: unit };
	const old = pastedRange(given);
	const asPasted = comparedAsPasted(old, compared, range, units, firstWeekday, toDate);
	return { range, today, compared: asPasted };
}

/** C1: which choices are weeks, months, quarters or years to date. */
function toDateOf(
	{ preset, withCurrent, of, count = 1 }: RangeChoice,
	{ from, to }: Range,
): ToDate | undefined {
	switch (preset) {
		case 'thisWeek':
			return { by: 'days', count: DAYS_A_WEEK };
		case 'thisMonth':
			return { by: 'months', count: 1 };
		case 'thisQuarter':
			return { by: 'months', count: MONTHS_A_QUARTER };
		case 'thisYear':
			return { by: 'months', count: MONTHS_A_YEAR };
		case 'since':
			return from.endsWith('-01') ? { by: 'months', count: monthsFrom(from, to) + 1 } : undefined;
		case 'last':
			if (withCurrent !== true || of === 'days' || of === undefined) return undefined;
			return of === 'weeks' ? { by: 'days', count: count * DAYS_A_WEEK } : { by: 'months', count };
		default:
			return undefined;
	}
}

/** P7 */
function cutToWhole(given: Case, plan: Plan, firstWeekday: number): Plan {
	const { range, today, compared } = plan;
	const unit = given.unit === 'total' ? 'day' : given.unit;
	let cut: Range | undefined;
	if (unit === 'hour') {
		if (range.from <= today) cut = { from: range.from, to: range.to < today ? range.to : today };
	} else {
		const whole = periodsOf(range, unit, 'UTC', firstWeekday).filter(
			({ from, to }) => from >= range.from && to <= range.to && to < today,
		);
		const [first, last] = [whole[0], whole.at(-1)];
		if (first && last) cut = { from: first.from, to: last.to };
	}
	if (!cut) return { ...plan, isNothing: true };
	const isSame = cut.from === range.from && cut.to === range.to;
	if (isSame || !compared?.range) return { ...plan, range: cut };
	const isTotal = given.output === 'summary' || given.unit === 'total';
	const isByDay = isTotal || unit === 'hour' || unit === 'day';
	const other = isByDay
		? cutByDays(compared, cut)
		: cutByPeriods(compared, range, cut, unit, firstWeekday);
	return { ...plan, range: cut, compared: other };
}

const common = (a: Range, b: Range): Range | undefined => {
	const both = { from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to };
	return both.from <= both.to ? both : undefined;
};

function cutByDays(compared: Compared, cut: Range): Compared {
	const { move, range: other } = compared as Required<Compared>;
	const own = move.by === 'custom' ? customMove(move.range, move.other) : move;
	if (own.by === 'days') {
		const moved = { from: addDays(cut.from, -own.count), to: addDays(cut.to, -own.count) };
		return { ...compared, range: common(moved, other) };
	}
	const near = (day: Day) =>
		addMonths(day, -own.count) ?? monthEnd(addMonths(monthStart(day), -own.count) as Day);
	const to = isWholeMonths(cut) ? monthEnd(near(cut.to)) : near(cut.to);
	return { ...compared, range: common({ from: near(cut.from), to }, other) };
}

/** How far two chosen ranges lie apart. */
export function customMove(range: Range, other: Range): ToDate {
	const months = monthsFrom(range.from, range.to);
	const areMonths =
		isWholeMonths(range) && isWholeMonths(other) && months === monthsFrom(other.from, other.to);
	return areMonths
		? { by: 'months', count: monthsFrom(other.from, range.from) }
		: { by: 'days', count: daysFrom(other.from, range.from) };
}

/** From the partner of the first period to that of the last one. */
function cutByPeriods(
	compared: Compared,
	range: Range,
	cut: Range,
	unit: Unit,
	firstWeekday: number,
): Compared {
	const other = compared.range as Range;
	const periods = periodsOf(range, unit, 'UTC', firstWeekday);
	const move = compared.move.by === 'custom' ? customMove(range, other) : compared.move;
	const length = { week: DAYS_A_WEEK, month: 1, quarter: 3, year: 12 }[unit as string] as number;
	const isOwn = (move.by === 'days') === (unit === 'week') && move.count % length === 0;
	const partners = isOwn
		? periodsOf(
				{
					from:
						move.by === 'days'
							? addDays(cut.from, -move.count)
							: (addMonths(cut.from, -move.count) as Day),
					to:
						move.by === 'days'
							? addDays(cut.to, -move.count)
							: (addMonths(monthStart(cut.to), -move.count) as Day),
				},
				unit,
				'UTC',
				firstWeekday,
			)
		: byPosition(periods, cut, other, unit, firstWeekday);
	const [first, last] = [partners[0], partners.at(-1)];
	if (!first || !last) return { ...compared, range: undefined };
	const isWeek = unit === 'week';
	return {
		...compared,
		range: common({ from: first.from, to: last.to }, other),
		// Whole weeks lie a number of weeks apart.
		...(isWeek ? { move: { by: 'days' as const, count: daysFrom(first.from, cut.from) } } : {}),
	};
}

/** The first with the first, also behind the end of the other range. */
function byPosition(
	periods: ReturnType<typeof periodsOf>,
	cut: Range,
	other: Range,
	unit: Unit,
	firstWeekday: number,
) {
	const long = { from: other.from, to: addDays(other.to, 4000) };
	const others = periodsOf(long, unit, 'UTC', firstWeekday);
	return others.filter((_other, index) => {
		const own = periods[index];
		return own !== undefined && own.from >= cut.from && own.to <= cut.to;
	});
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
	toDate?: ToDate,
): Compared | undefined {
	const isWeekly = unit === 'week';
	switch (choice.preset) {
		case 'none':
			return undefined;
		case 'custom':
			return custom(range, { from: choice.from as Day, to: choice.to as Day });
		case 'lastWeek':
			return byDays(range, DAYS_A_WEEK);
		case 'lastMonth':
			return isWeekly ? byDays(range, 4 * DAYS_A_WEEK) : byMonths(range, 1, unit, toDate);
		case 'lastYear':
			return isWeekly
				? byDays(range, 52 * DAYS_A_WEEK)
				: byMonths(range, MONTHS_A_YEAR, unit, toDate);
		default:
			return previousPeriod(range, unit, firstWeekday, toDate);
	}
}

const custom = (range: Range, other: Range): Compared => ({
	move: { by: 'custom', range, other },
	isCustom: true,
	range: other,
});

/** C1 */
function previousPeriod(range: Range, unit: Unit, firstWeekday: number, toDate?: ToDate): Compared {
	if (toDate?.by === 'days') return byDays(range, toDate.count);
	if (toDate) return byMonths(range, toDate.count, unit, toDate);
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
function byMonths(range: Range, count: number, unit: Unit, toDate?: ToDate): Compared {
	const start = addMonths(monthStart(range.from), -count) as Day;
	const end = addMonths(monthStart(range.to), -count) as Day;
	const endsWhole = range.to === monthEnd(range.to) && range.from <= monthStart(range.to);
	const isByMonth = ['month', 'quarter', 'year'].includes(unit);
	// The last day of a range to date is not over.
	const isEndWhole = !toDate && (isByMonth ? endsWhole : isWholeMonths(range));
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
	toDate: ToDate | undefined,
): Compared {
	const isSame = (other: Compared | undefined) =>
		other?.range?.from === compared.from && other.range.to === compared.to;
	const preset = ['previousPeriod', 'right before', 'lastWeek', 'lastMonth', 'lastYear'].find(
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
		return isSame(known) && known ? known : custom(range, compared);
	}
	if (preset === 'right before') return previousPeriod(range, units.now, firstWeekday, toDate);
	if (preset) return comparedOf({ preset }, range, units.now, firstWeekday, toDate) as Compared;
	const from = addDays(range.from, -daysFrom(compared.from, pasted.from));
	return custom(range, { from, to: addDays(from, lengthOf(range) - 1) });
}
