/** What is compared with what (R1, R5 of docs/calendar.md). */
import {
	addDays,
	addMonths,
	type Day,
	eachDay,
	monthsFrom,
	type Period,
	type Range,
	type Unit,
} from './calendar.mts';
import { type Compared, customMove, isWholeMonths, type Plan } from './ranges.mts';
import type { Side } from './side.mts';

export interface Pairing {
	partnerOf(period: Period): Period | undefined;
	/** R5 */
	hasChange(period: Period, partner: Period): boolean;
}

export function pairingOf(
	plan: Plan,
	compared: Compared,
	side: Side,
	before: Side,
	unit: Unit,
	now: number,
): Pairing {
	const { range, today } = plan;
	const other = compared.range as Range;
	const dayBefore = (day: Day) => partnerOfDay(day, compared, other);
	const partnerOf = (period: Period): Period | undefined => {
		if (period.isOdd) return before.odd.find(({ name }) => name === period.name);
		if (unit === 'total') return before.periods[0];
		if (unit === 'hour' || unit === 'day') {
			const day = dayBefore(period.from);
			return before.periods.find(
				({ from, hour, isSecond }) =>
					from === day && hour === period.hour && isSecond === period.isSecond,
			);
		}
		const start = movedStart(period, compared, unit);
		if (start !== undefined) return before.periods.find(({ from }) => from === start);
		const position = side.expected.findIndex(({ name }) => name === period.name);
		return withBegun(before.expected[position], before);
	};
	const isUnderWay = ({ start, end }: Period) => start <= now && now < end;
	const daysIn = (period: Period, within: Range): Day[] => {
		const from = period.from > within.from ? period.from : within.from;
		const to = [period.to, within.to, today].sort()[0] as Day;
		return from <= to ? eachDay({ from, to }) : [];
	};
	const areAlike = (days: Day[], daysBefore: Day[]) => {
		if (days.join() === today) return false;
		const partners = days.map(dayBefore);
		return partners.length === daysBefore.length && partners.every((d, i) => d === daysBefore[i]);
	};
	const isWhole = (period: Period, within: Range) =>
		!isUnderWay(period) && period.from >= within.from && period.to <= within.to;
	const hasChange = (period: Period, partner: Period) => {
		if (period.isOdd) return true;
		if (unit === 'hour' || unit === 'day') return !isUnderWay(period) && !isUnderWay(partner);
		const days = daysIn(period, range);
		const daysBefore = daysIn(partner, other);
		if (unit === 'total') {
			if (compared.isCustom) return true;
			const areOver = range.to < today && other.to < today;
			const months = [range, other].map(({ from, to }) => monthsFrom(from, to));
			const areMonths = isWholeMonths(range) && isWholeMonths(other) && months[0] === months[1];
			if (areOver && areMonths) return true;
			return areAlike(days, daysBefore);
		}
		const areWhole = isWhole(period, range) && isWhole(partner, other);
		return areWhole || areAlike(days, daysBefore);
	};
	return { partnerOf, hasChange };
}

function partnerOfDay(day: Day, { move }: Compared, other: Range): Day | undefined {
	const own = move.by === 'custom' ? customMove(move.range, move.other) : move;
	const partner = own.by === 'days' ? addDays(day, -own.count) : addMonths(day, -own.count);
	return inside(partner, other);
}

const withBegun = (period: Period | undefined, { periods }: Side) =>
	periods.find(({ name }) => name === period?.name);

const inside = (day: Day | undefined, { from, to }: Range) =>
	day !== undefined && day >= from && day <= to ? day : undefined;

const MONTHS: { [unit: string]: number } = { month: 1, quarter: 3, year: 12 };

/** First day of the week, month … that is as many earlier; none where that says nothing. */
function movedStart({ from }: Period, { move }: Compared, unit: Unit): Day | undefined {
	if (move.by === 'custom') return undefined;
	const length = unit === 'week' ? 7 : MONTHS[unit];
	const isOwn = (move.by === 'days') === (unit === 'week');
	if (!isOwn || !length || move.count % length !== 0) return undefined;
	return move.by === 'days' ? addDays(from, -move.count) : addMonths(from, -move.count);
}
