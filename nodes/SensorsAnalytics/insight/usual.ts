import { addDays, daysBetween } from '../dates/calendar';
import type { Amount } from '../table/decimal';

/**
 * The usual range of a number: what the same weekday (hour of the week, or weeks) had before, or why
 * nothing is said (docs/usual-range.md). Pure arithmetic.
 */

export type UsualUnit = 'hour' | 'day' | 'week';

export interface UsualPoint {
	/** `YYYY-MM-DD`, the first day of a week, or `YYYY-MM-DDTHH:00:00`. */
	start: string;
	/** Null where there is no number. */
	value: number | null;
}

/** Why there is no range. */
export type NoRange =
	/** The day is marked. */
	| 'marked'
	/** Fewer numbers than it takes. */
	| 'history'
	/** Numbers so small that chance moves them. */
	| 'small'
	/** The numbers before are of a sample, or cut, and the number is not. */
	| 'partial'
	/** Half of the usual numbers lie so far apart that even 0 would be usual. */
	| 'varies'
	/** The level has changed for days: this is told, and no range. */
	| 'level';

interface UsualRange {
	low: number;
	high: number;
	median: number;
	/** Numbers of the same weekday (hour, weeks) that it is made of. */
	values: number;
}

export interface Judged {
	range?: UsualRange;
	why?: NoRange;
	/** Where the number lies; undefined where there is no number, or no range. */
	side?: 'above' | 'below' | 'within';
	/** Of a level that has changed: since when, and to which side. */
	level?: { since: string; side: 'above' | 'below' };
}

/** A measure at one period, over all groups. */
export interface UsualNumber extends Judged {
	/** Of its column. */
	key: string;
	/** As rows call it; none in totals. */
	date?: string;
	/** As in `UsualPoint`. */
	start: string;
	value: number | null;
}

/** All that were judged, in the order of time; of one period first all measures. */
export interface Usuals {
	unit: UsualUnit;
	numbers: readonly UsualNumber[];
}

/** The numbers that a report shows over all groups: these are judged, whatever the history says. */
export interface ShownNumbers {
	isSampled: boolean;
	/** Undefined where the report does not tell it; the date as rows have it. */
	at(key: string, date: string | undefined): Amount | null | undefined;
}

export function isUnusual({ side }: Judged): boolean {
	return side === 'above' || side === 'below';
}

/** Those of the last period. */
export function lastNumbers({ numbers }: Usuals = { unit: 'day', numbers: [] }): UsualNumber[] {
	const last = numbers.at(-1)?.start;
	return numbers.filter(({ start }) => start === last);
}

interface UsualCalendar {
	unit: UsualUnit;
	isMarked: (day: string) => boolean;
}

export interface UsualHow extends UsualCalendar {
	/** Whether events, users or the like are counted. */
	isCount: boolean;
	/** How many deviations are usual. */
	deviations: number;
}

/** Of one number, and of many that are looked at together: more than five measures, or hours. */
export const DEVIATIONS = 3.5;
export const WIDE_DEVIATIONS = 5;
/** As many measures are judged with the first of them. */
export const MOST_NARROW = 5;

/** Days of history; numbers of a slot that count, the least of them, and the least of all slots. */
const HISTORY = {
	hour: { days: 91, most: 8, least: 6, all: 35 },
	day: { days: 91, most: 8, least: 6, all: 35 },
	week: { days: 364, most: 16, least: 8, all: 8 },
};
/** Days that have to be known before the first one: levels are looked for by judging those before. */
export const DAYS_BEFORE = { hour: 91, day: 112, week: 364 };
const LEAST_COUNT = 20;
/** No number is steadier than that. */
const LEAST_SPREAD = 0.03;
/** Makes the median deviation of a normal distribution its standard deviation. */
const NORMAL = 1.4826;
const DAYS_OF_LEVEL = 5;
const EPOCH = '1970-01-01';
/** Digits of bounds that are no counts. */
const DIGITS = 4;

function medianOf(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
	return ((low ?? NaN) + (high ?? NaN)) / 2;
}

/** The first to the last day of a period. */
function isMarkedPeriod(start: string, { unit, isMarked }: UsualCalendar): boolean {
	const day = start.slice(0, 10);
	if (unit !== 'week') return isMarked(day);
	return [0, 1, 2, 3, 4, 5, 6].some((one) => isMarked(addDays(day, one)));
}

/** What depends on the dates of points alone: made once for all numbers that have these dates. */
export function usualDates(starts: readonly string[], how: UsualCalendar) {
	const marked = starts.map((start) => isMarkedPeriod(start, how));
	const dayOf = starts.map((start) => daysBetween(EPOCH, start.slice(0, 10)));
	/** Places of points at the same time of day. */
	const lanes = new Map<string, number[]>();
	const laneOf = starts.map((start, at) => {
		const lane = lanes.get(start.slice(10)) ?? [];
		lanes.set(start.slice(10), lane);
		return { lane, place: lane.push(at) - 1 };
	});
	return { marked, dayOf, laneOf };
}

/**
 * Judges each of the points by those before it, which are in their order.
 * @returns `from`: place of the first point that counts
 */
export function usualJudge(
	points: readonly UsualPoint[],
	how: UsualHow,
	dates = usualDates(
		points.map(({ start }) => start),
		how,
	),
): (at: number, from?: number) => Judged {
	const { unit, isCount } = how;
	const { marked, dayOf, laneOf } = dates;
	const { days, most, least, all } = HISTORY[unit];
	const deviations = unit === 'hour' ? Math.max(how.deviations, WIDE_DEVIATIONS) : how.deviations;
	/** From each place on, the first number: what was not there yet is no history. */
	const begins = new Array<number>(points.length);
	for (let at = points.length - 1, begin = Infinity; at >= 0; at--) {
		const { value } = points[at] as UsualPoint;
		if (value !== null && value !== 0) begin = at;
		begins[at] = begin;
	}
	const slotOf = (at: number) => (unit === 'week' ? 0 : (dayOf[at] as number) % 7);
	let first = 0;
	const plain = new Map<number, Judged>();

	const rangeAt = (at: number): Judged => {
		if (marked[at] === true) return { why: 'marked' };
		const { lane, place } = laneOf[at] as (typeof laneOf)[number];
		const oldest = (dayOf[at] as number) - days;
		const begin = begins[first] as number;
		const bySlot = new Map<number, number[]>();
		let known = 0;
		for (let back = place - 1; back >= 0; back--) {
			const then = lane[back] as number;
			if (then < begin || (dayOf[then] as number) < oldest) break;
			const { value } = points[then] as UsualPoint;
			if (value === null || marked[then] === true) continue;
			known++;
			const slot = slotOf(then);
			const own = bySlot.get(slot) ?? [];
			if (own.length < most) own.push(value);
			bySlot.set(slot, own);
		}
		const own = bySlot.get(slotOf(at)) ?? [];
		if (own.length < least || known < all) return { why: 'history' };
		const median = medianOf(own);
		if (isCount ? median < LEAST_COUNT : !(median > 0)) return { why: 'small' };
		const away = [...bySlot.values()].flatMap((numbers) => {
			const middle = medianOf(numbers);
			return middle > 0 ? numbers.map((one) => Math.abs(one / middle - 1)) : [];
		});
		const floor = Math.max(LEAST_SPREAD, isCount ? 1 / Math.sqrt(median) : 0);
		const width = deviations * Math.max(NORMAL * medianOf(away), floor);
		if (width >= 1) return { why: 'varies' };
		const [low, high] = [median * (1 - width), median * (1 + width)];
		const range = isCount
			? { low: Math.ceil(low), high: Math.floor(high) }
			: { low: outward(low, Math.floor), high: outward(high, Math.ceil) };
		// Beyond what a double holds, there are no bounds.
		if (!Number.isFinite(range.low) || !Number.isFinite(range.high)) return { why: 'varies' };
		return { range: { ...range, median, values: own.length } };
	};

	const plainAt = (at: number): Judged => {
		const known = plain.get(at);
		if (known) return known;
		const found = rangeAt(at);
		const { value } = points[at] as UsualPoint;
		const { range } = found;
		if (range && value !== null)
			found.side = value < range.low ? 'below' : value > range.high ? 'above' : 'within';
		plain.set(at, found);
		return found;
	};

	/** Since when all unmarked days before this one lie on one side, if these are some days. */
	const levelBefore = (at: number): Judged['level'] => {
		let level: Judged['level'];
		let count = 0;
		for (let i = at - 1; i >= first; i--) {
			if (marked[i] === true) continue;
			const { side } = plainAt(i);
			if ((side !== 'above' && side !== 'below') || (level && level.side !== side)) break;
			level = { since: (points[i] as UsualPoint).start, side };
			count++;
		}
		return count >= DAYS_OF_LEVEL ? level : undefined;
	};

	return (at, from = 0) => {
		if (from !== first) plain.clear();
		first = from;
		const found = plainAt(at);
		if (unit !== 'day' || found.side === undefined || found.side === 'within') return found;
		const level = levelBefore(at);
		return level?.side === found.side ? { why: 'level', level } : found;
	};
}

/** A bound with few digits, on its outer side. */
function outward(bound: number, round: (value: number) => number): number {
	const digits = DIGITS - 1 - Math.floor(Math.log10(Math.abs(bound)));
	if (!Number.isFinite(digits)) return bound;
	// Divided by a whole power of ten, the result has no more digits than it shows.
	const power = 10 ** Math.abs(digits);
	const scaled = digits < 0 ? bound / power : bound * power;
	return digits < 0 ? round(scaled) * power : round(scaled) / power;
}
