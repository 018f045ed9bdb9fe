import { TOTAL, type DateRange } from '../query/eventQuery';
import { addDays, daysBetween, type Weekday } from './calendar';
import { addUnits, type DayUnit, isDayUnit, startOf, startsIn, unitName } from './units';
import type { Told } from './weekStart';
import { dateInZone, offsetAllDay, offsetsOf, withOffset } from './zone';

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

export interface PeriodsAsked {
	unit: string;
	range: DateRange;
	timeZone: string;
	now: Date;
	/** On which weeks start. */
	firstWeekday: Weekday;
	/** Further points in time, for units of which the calendar is not known. */
	more?: readonly string[];
}

export interface Periods {
	/** In the order of time. */
	periods: Period[];
	/** For each answer, where each of its points stands in `periods`. */
	places: number[][];
}

const HOUR_MS = 3_600_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00:00`);

/** The periods of a report, and the place of each point that its answers tell. */
export function periodsOf(told: readonly Told[], asked: PeriodsAsked): Periods {
	const unit = unitName(asked.unit);
	if (asked.unit === TOTAL) return { periods: [wholeRange(asked)], places: told.map(() => [0]) };
	const points = told.map((answer) => placed(answer, unit, asked.firstWeekday));
	const known = new Map<string, Period>();
	const add = (period: Period) => known.set(keyOf(period), period);
	if (isDayUnit(unit)) expectedDays(unit, asked).forEach(add);
	if (unit === 'hour') expectedHours(asked, points.flat()).forEach(add);
	const isKnownUnit = known.size > 0;
	const expected = known.size;
	const others = [
		...points.flat(),
		...(asked.more ?? []).map((local) => ({ local, occurrence: 1 })),
	];
	for (const point of others) {
		if (!known.has(keyOf(point))) add(oddPeriod(point, asked, isKnownUnit));
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
function placed({ points, range }: Told, unit: string, firstWeekday: Weekday): Point[] {
	const times = new Map<string, number>();
	return points.map((point) => {
		const isStart = point !== range.from || !isDayUnit(unit);
		const local = isStart ? point : startOf(unit, point, firstWeekday);
		const occurrence = (times.get(local) ?? 0) + 1;
		times.set(local, occurrence);
		return { local, occurrence };
	});
}

function wholeRange({ range, timeZone, now }: PeriodsAsked): Period {
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

function expectedDays(unit: DayUnit, asked: PeriodsAsked): Period[] {
	const { range, timeZone, now, firstWeekday } = asked;
	const today = dateInZone(now, timeZone);
	return startsIn(unit, range, firstWeekday).map((start) => {
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
function expectedHours({ range, timeZone, now }: PeriodsAsked, told: readonly Point[]): Period[] {
	const again = new Set(told.flatMap(({ local, occurrence }) => (occurrence === 2 ? [local] : [])));
	const days = daysBetween(range.from, range.to) + 1;
	return Array.from({ length: days }, (_, index) => addDays(range.from, index)).flatMap((day) => {
		const always = offsetAllDay(day, timeZone);
		return HOURS.flatMap((hour): Period[] => {
			const local = day + hour;
			const offsets = always === undefined ? offsetsOf(local, timeZone) : [always];
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
	{ timeZone, now }: PeriodsAsked,
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
