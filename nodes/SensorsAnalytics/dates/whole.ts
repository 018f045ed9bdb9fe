import { type DateRange, TOTAL } from '../query/eventQuery';
import { addDays, addMonths, daysBetween, endOfMonth, type Weekday } from './calendar';
import { type Comparison, isWholeMonths } from './comparison';
import { startsBefore } from './pairing';
import { addUnits, isDayUnit, startOf, startsIn, unitName } from './units';

/** A range, and what it is compared with. */
export interface Span {
	range: DateRange;
	comparison?: Comparison;
}

export interface WholeAsked {
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
export function wholeSpan({ range, comparison }: Span, asked: WholeAsked): Span | undefined {
	const cut = wholePart(range, asked);
	if (cut === undefined) return undefined;
	return { range: cut, comparison: comparison && cutComparison({ range, comparison }, cut, asked) };
}

function wholePart(
	{ from, to }: DateRange,
	{ unit, firstWeekday, today }: WholeAsked,
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
	{ unit, firstWeekday, isTotal }: WholeAsked,
): Comparison {
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
	const isWhole = 'months' in shift && isWholeMonths(cut);
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
