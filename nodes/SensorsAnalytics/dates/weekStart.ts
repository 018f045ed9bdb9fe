import type { DateRange } from '../query/eventQuery';
import { addDays, MONDAY, type Weekday, weekdayOf } from './calendar';

/** Points in time that an answer tells, and the range that it was asked for. */
export interface Told {
	points: readonly string[];
	range: DateRange;
	/** Whether it is a slice that follows another one: those are cut where weeks start. */
	isLaterSlice?: boolean;
}

/** Weekdays on which weeks start somewhere: Monday, Saturday, Sunday. */
const STARTS: readonly Weekday[] = [MONDAY, 6, 7];

/**
 * The weekday on which the service's weeks start, if its answers show it (P2 of
 * docs/calendar.md). An odd point among them does not count: most decide.
 */
export function weekdayShown(told: readonly Told[]): Weekday | undefined {
	const isInside = (point: string, { range }: Told) =>
		point > addDays(range.from, -7) && point <= range.to;
	// The first day of a range may stand for a week that it cuts; that of a later slice does so only
	// where another point shows another weekday.
	return (
		mostOf(told, (point, answer) => isInside(point, answer) && point !== answer.range.from) ??
		mostOf(
			told,
			(point, { range, isLaterSlice }) => isLaterSlice === true && point === range.from,
		) ??
		firstDayShown(told)
	);
}

/**
 * Where nothing but the first day of a range is told, and it can be that of a week: whatever the
 * service calls so lies in the seven days from there on, and in none of the weeks behind them.
 */
function firstDayShown(told: readonly Told[]): Weekday | undefined {
	const days = told.flatMap(({ points, range }) =>
		points.filter((point) => point === range.from).map(weekdayOf),
	);
	return days.find((day) => STARTS.includes(day));
}

function mostOf(
	told: readonly Told[],
	counts: (point: string, answer: Told) => boolean,
): Weekday | undefined {
	const times = new Map<Weekday, number>();
	for (const answer of told) {
		for (const point of answer.points) {
			if (!counts(point, answer)) continue;
			times.set(weekdayOf(point), (times.get(weekdayOf(point)) ?? 0) + 1);
		}
	}
	return [...times].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}
