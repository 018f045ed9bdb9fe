/**
 * The judge's calendar, by luxon, which the node does not use. Days are texts `yyyy-MM-dd`; a
 * period knows the days that it lies in and its first and last moment in a zone.
 */
import { DateTime } from 'luxon';

export type Day = string;
export interface Range {
	from: Day;
	to: Day;
}

export const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year', 'total'] as const;
export type Unit = (typeof UNITS)[number];

export interface Period {
	/** As the node must call it (P1). */
	name: string;
	/** As the service writes it. */
	wall: string;
	from: Day;
	to: Day;
	/** Milliseconds, the end not included. */
	start: number;
	end: number;
	/** Of an hour: 0 to 23, and whether the clocks show it for the second time that day. */
	hour?: number;
	isSecond?: boolean;
	/** None of the calendar's (P5). */
	isOdd?: boolean;
}

/** luxon is exact and slow: what it said once counts. */
function remember<Given extends Array<string | number>, Result>(
	ask: (...given: Given) => Result,
): (...given: Given) => Result {
	const known = new Map<string, Result>();
	return (...given) => {
		const key = given.join(' ');
		if (!known.has(key)) known.set(key, ask(...given));
		return known.get(key) as Result;
	};
}

const utc = remember((day: Day) => DateTime.fromISO(day, { zone: 'utc' }));
const text = (moment: DateTime) => moment.toFormat('yyyy-MM-dd');

export const isDay = (value: unknown): value is Day =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && utc(value).isValid;
export const addDays = remember((day: Day, days: number): Day => text(utc(day).plus({ days })));
export const daysFrom = remember(
	(from: Day, to: Day): number => utc(to).diff(utc(from), 'days').days,
);
export const weekdayOf = remember((day: Day): number => utc(day).weekday);
export const monthStart = remember((day: Day): Day => text(utc(day).startOf('month')));
export const monthEnd = remember((day: Day): Day => text(utc(day).endOf('month')));
export const weekStart = (day: Day, first: number): Day =>
	addDays(day, -((weekdayOf(day) - first + 7) % 7));
export const monthsFrom = (from: Day, to: Day): number =>
	(utc(to).year - utc(from).year) * 12 + utc(to).month - utc(from).month;

/** The same day of another month, if that has it. */
export const addMonths = remember((day: Day, months: number): Day | undefined => {
	const moved = utc(day).plus({ months });
	return moved.day === utc(day).day ? text(moved) : undefined;
});

export function eachDay({ from, to }: Range): Day[] {
	const days: Day[] = [];
	for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
	return days;
}

export const dayAt = remember(
	(moment: number, zone: string): Day => text(DateTime.fromMillis(moment, { zone })),
);

const QUARTER_HOUR = 15 * 60 * 1000;
/** First moment of a day; where midnight is left out, the first one that there is. */
const startOfDay = remember((day: Day, zone: string): number => {
	let start = DateTime.fromISO(day, { zone }).startOf('day').toMillis();
	// Of a midnight that comes twice, luxon gives the second.
	while (dayAt(start - QUARTER_HOUR, zone) === day) start -= QUARTER_HOUR;
	return start;
});

/** The hours that the clocks of a zone show on a day, in their order. */
export const hoursOf = remember((day: Day, zone: string): Period[] => {
	const end = startOfDay(addDays(day, 1), zone);
	const hours: Period[] = [];
	let before: DateTime | undefined;
	for (let at = startOfDay(day, zone); at < end; at += QUARTER_HOUR) {
		const moment = DateTime.fromMillis(at, { zone });
		const isBack = before !== undefined && before.hour * 60 + before.minute > minuteOf(moment);
		// Clocks that go back by half an hour within an hour make it longer, and no second one.
		const isNew = before?.hour !== moment.hour || (isBack && moment.minute === 0);
		const last = hours.at(-1);
		if (isNew && !(isBack && moment.minute !== 0)) {
			if (last) last.end = at;
			hours.push({
				name: `${day}T${moment.toFormat('HH:mm:ssZZ')}`,
				wall: `${day} ${moment.toFormat('HH')}:00:00`,
				from: day,
				to: day,
				start: at,
				end,
				hour: moment.hour,
				isSecond: hours.some(({ hour }) => hour === moment.hour),
			});
		}
		before = moment;
	}
	return hours;
});

const minuteOf = (moment: DateTime) => moment.hour * 60 + moment.minute;

/** The hours of the clock that a day does not have. */
export const skippedHours = remember((day: Day, zone: string): string[] => {
	const shown = new Set(hoursOf(day, zone).map(({ hour }) => hour));
	return Array.from({ length: 24 }, (_, hour) => hour)
		.filter((hour) => !shown.has(hour))
		.map((hour) => `${day} ${String(hour).padStart(2, '0')}:00:00`);
});

/** First and last day of the period that a day lies in. */
const boundsOf = remember((day: Day, unit: Unit, firstWeekday: number): Range => {
	if (unit === 'day') return { from: day, to: day };
	if (unit === 'week') {
		const from = weekStart(day, firstWeekday);
		return { from, to: addDays(from, 6) };
	}
	const moment = utc(day);
	const of = unit as 'month' | 'quarter' | 'year';
	return { from: text(moment.startOf(of)), to: text(moment.endOf(of)) };
});

/** All periods that a range touches, in the order of time; weeks and months are whole ones. */
export function periodsOf(range: Range, unit: Unit, zone: string, firstWeekday = 1): Period[] {
	if (unit === 'hour') return eachDay(range).flatMap((day) => hoursOf(day, zone));
	const periods: Period[] = [];
	for (let day = range.from; day <= range.to; ) {
		const bounds = unit === 'total' ? range : boundsOf(day, unit, firstWeekday);
		periods.push({
			name: bounds.from,
			wall: `${bounds.from} 00:00:00`,
			...bounds,
			start: startOfDay(bounds.from, zone),
			end: startOfDay(addDays(bounds.to, 1), zone),
		});
		day = addDays(bounds.to, 1);
	}
	return periods;
}

/** A point in time that the service returns and the calendar doesn't have. */
export function oddPeriod(wall: string, zone: string): Period {
	const day = wall.slice(0, 10);
	const isDayAlone = wall.endsWith('00:00:00') && DateTime.fromSQL(wall, { zone }).hour === 0;
	// luxon moves an hour that the clocks leave out behind the gap.
	const start = DateTime.fromSQL(wall, { zone }).toMillis() - 1;
	const name = isDayAlone ? day : wall.replace(' ', 'T');
	return { name, wall, from: day, to: day, start, end: start, isOdd: true };
}
