import { addDays, daysBetween } from '../dates/calendar';
import type { DateRange } from '../query/query';
import type { Amount } from '../table/decimal';

/**
 * Days that differ from other days of their weekday (docs/usual-range.md). The holidays are data by
 * year. To add a year, read the notice of the State Council, published in November.
 */

/** Days off, and working days on weekends, from the notices of the State Council. */
const NOTICES = new Map([
	[
		'2024',
		[
			'01-01 02-10/02-17 04-04/04-06 05-01/05-05 06-10 09-15/09-17 10-01/10-07',
			'02-04 02-18 04-07 04-28 05-11 09-14 09-29 10-12',
		],
	],
	[
		'2025',
		[
			'01-01 01-28/02-04 04-04/04-06 05-01/05-05 05-31/06-02 10-01/10-08',
			'01-26 02-08 04-27 09-28 10-11',
		],
	],
	[
		'2026',
		[
			'01-01/01-03 02-15/02-23 04-04/04-06 05-01/05-05 06-19/06-21 09-25/09-27 10-01/10-07',
			'01-04 02-14 02-28 05-09 09-20 10-10',
		],
	],
] as Array<[string, [off: string, work: string]]>);
/** Days before and after days off that are unusual, too. */
const DAYS_AROUND = 2;
/**
 * For years without a notice: each festival, with the most days before and after it that any notice
 * has marked. Festivals of the lunar calendar are given by lunar month and day, and by the days
 * between which they can be, with one more day at both ends, because computed moons can be a day
 * off.
 */
const FESTIVALS: ReadonlyArray<{ on: string; to?: string; moon?: string; days: [number, number] }> =
	[
		{ on: '01-01', days: [-2, 5] },
		{ on: '01-20', to: '02-21', moon: '1/1', days: [-7, 12] },
		{ on: '04-04', days: [-2, 4] },
		{ on: '05-01', days: [-4, 10] },
		{ on: '05-27', to: '06-26', moon: '5/5', days: [-4, 5] },
		{ on: '09-06', to: '10-09', moon: '8/15', days: [-5, 5] },
		{ on: '10-01', days: [-11, 11] },
	];
/** With their presales; shops set the days each year. */
const SALES = { sale618: '05-13/06-20', double11: '10-14/11-14' };

/** What a day is marked as: around a holiday, in a season of sales, special to the user. */
export type MarkedAs = 'holiday' | keyof typeof SALES | 'own';

interface MarkedDay {
	day: string;
	as: MarkedAs;
}

export interface MarkedDays {
	hasHolidays: boolean;
	hasSales: boolean;
	/** The user's own special days. */
	own: readonly DateRange[];
}

const rangesOf = (year: string, days: string, extra = 0): DateRange[] =>
	days.split(' ').map((one) => {
		const [from = '', to = from] = one.split('/');
		return { from: addDays(`${year}-${from}`, -extra), to: addDays(`${year}-${to}`, extra) };
	});

/**
 * Returns the day of a festival; if the lunar calendar isn't available, all days on which it can
 * be.
 */
function festivalOf(year: string, { on, to, moon }: (typeof FESTIVALS)[number]): DateRange {
	const [first, last] = [`${year}-${on}`, `${year}-${to ?? on}`];
	// The format is created when it is needed, because the data of a calendar take time to load.
	const moonDate = new Intl.DateTimeFormat('en-u-ca-chinese', {
		month: 'numeric',
		day: 'numeric',
		timeZone: 'UTC',
	});
	for (let day = first; moon !== undefined && day <= last; day = addDays(day, 1)) {
		const parts = moonDate.formatToParts(new Date(`${day}T00:00:00Z`));
		const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
		if (`${part('month')}/${part('day')}` === moon) return { from: day, to: day };
	}
	return { from: first, to: last };
}

/** Returns the days that may be holidays in a year without a notice. */
export function unlistedHolidays(year: string): DateRange[] {
	return FESTIVALS.map((festival) => {
		const { from, to } = festivalOf(year, festival);
		return { from: addDays(from, festival.days[0]), to: addDays(to, festival.days[1]) };
	});
}

/** Returns the holidays of a year, with the days around them, and the working weekends. */
export function holidaysOf(year: string): DateRange[] {
	const notice = NOTICES.get(year);
	if (!notice) return unlistedHolidays(year);
	return [...rangesOf(year, notice[0], DAYS_AROUND), ...rangesOf(year, notice[1])];
}

/** Returns a function that says what a day is marked as, if it is; it caches years and days. */
export function markedDays({
	hasHolidays,
	hasSales,
	own,
}: MarkedDays): (day: string) => MarkedAs | undefined {
	type Marked = readonly [MarkedAs, readonly DateRange[]];
	const years = new Map<string, Marked[]>();
	const inYear = (year: string): Marked[] => {
		const known: Marked[] = years.get(year) ?? [
			// New Year's holiday may start in the previous year.
			[
				'holiday',
				hasHolidays ? [...holidaysOf(year), ...holidaysOf(String(Number(year) + 1))] : [],
			],
			['sale618', hasSales ? rangesOf(year, SALES.sale618) : []],
			['double11', hasSales ? rangesOf(year, SALES.double11) : []],
			['own', own],
		];
		years.set(year, known);
		return known;
	};
	const isIn = (day: string) => (range: DateRange) => range.from <= day && day <= range.to;
	const days = new Map<string, MarkedAs | undefined>();
	return (day) => {
		if (!days.has(day))
			days.set(day, inYear(day.slice(0, 4)).find(([, ranges]) => ranges.some(isIn(day)))?.[0]);
		return days.get(day);
	};
}

/**
 * The usual range of a number, from earlier values of the same weekday (hour of the week, or
 * weeks), or why there is none (docs/usual-range.md). Pure arithmetic.
 */

export type UsualUnit = 'hour' | 'day' | 'week';

export interface UsualPoint {
	/** `YYYY-MM-DD`, the first day of a week, or `YYYY-MM-DDTHH:00:00`. */
	start: string;
	/** null if there is no number. */
	value: number | null;
}

/** Why there is no range. */
export type NoRange =
	/** The day is marked as special. */
	| 'marked'
	/** There are too few earlier numbers. */
	| 'history'
	/** There would be enough earlier numbers without the marked days. */
	| 'markedBefore'
	/** The numbers are so small that they vary by chance. */
	| 'small'
	/** The earlier numbers are from a sample, or truncated, and the number is not. */
	| 'partial'
	/** The usual numbers vary too much: even 0 would be usual. */
	| 'varies'
	/** The period is not over, cut by the date range, or its data have not all arrived. */
	| 'incomplete'
	/** The dates are over, but they are no week of the project. */
	| 'weeks'
	/** The level has changed for some days: this is reported instead of a range. */
	| 'level'
	/** The request for the earlier numbers failed. */
	| 'failed';

interface UsualRange {
	low: number;
	high: number;
	median: number;
	/** Number of earlier values of the same weekday (hour, weeks). */
	values: number;
}

export interface Judged {
	range?: UsualRange;
	why?: NoRange;
	/** The first special day of the period, if this is why. */
	marked?: MarkedDay;
	/** Position of the number; undefined without a number or a range. */
	side?: 'above' | 'below' | 'within';
	/** For a changed level: since when, and in which direction. */
	level?: { since: string; side: 'above' | 'below' };
}

/** A measure at one period, over all groups. */
export interface UsualNumber extends Judged {
	/** Key of its column. */
	key: string;
	/** Date in rows; undefined for totals. */
	date?: string;
	/** Start, as in `UsualPoint`. */
	start: string;
	value: number | null;
}

/** All judged numbers in the order of time; within a period, in the order of the measures. */
export interface Usuals {
	unit: UsualUnit;
	numbers: readonly UsualNumber[];
}

/**
 * Numbers of a report over all groups, which are judged even if the history has other values for
 * these periods.
 */
export interface ShownNumbers {
	isSampled: boolean;
	/** Until when its answer has data, as dataEndOf returns it. */
	dataUntil?: string;
	/**
	 * Returns undefined if the report doesn't contain the number; the date is in the format of rows.
	 */
	at(key: string, date: string | undefined): Amount | null | undefined;
}

export function isUnusual({ side }: Judged): boolean {
	return side === 'above' || side === 'below';
}

/** Returns the numbers of the last complete period. */
export function lastNumbers({ numbers }: Usuals = { unit: 'day', numbers: [] }): UsualNumber[] {
	const complete = numbers.filter(({ why }) => why !== 'incomplete');
	const last = complete.at(-1)?.start;
	return complete.filter(({ start }) => start === last);
}

interface UsualCalendar {
	unit: UsualUnit;
	markedAs: (day: string) => MarkedAs | undefined;
}

export interface UsualHow extends UsualCalendar {
	/** Whether the number counts events, users or similar entities. */
	isCount: boolean;
	/** Whether it counts values, whose number doesn't vary by chance like that of events. */
	isDistinct?: boolean;
	/** Number of deviations that are usual. */
	deviations: number;
}

/**
 * Deviations for single numbers, and for many that are examined together: more than five measures,
 * or hours.
 */
export const DEVIATIONS = 3.5;
export const WIDE_DEVIATIONS = 5;
/** The narrow range applies to up to this many measures. */
export const MOST_NARROW = 5;

/**
 * Days of history, of which holidays and sales can leave out nine weeks in a row; maximum and
 * minimum of earlier numbers in a slot, and the minimum in all slots.
 */
const HISTORY = {
	hour: { days: 119, most: 8, least: 6, all: 35 },
	day: { days: 119, most: 8, least: 6, all: 35 },
	week: { days: 364, most: 16, least: 8, all: 8 },
};
/**
 * Days that must be known before the first one, because finding a level requires judging the
 * preceding days.
 */
export const DAYS_BEFORE = { hour: 119, day: 140, week: 364 };
const LEAST_COUNT = 20;
/** No number varies less than this. */
const LEAST_SPREAD = 0.03;
/** Factor from the median deviation to the standard deviation of a normal distribution. */
const NORMAL = 1.4826;
const DAYS_OF_LEVEL = 5;
const EPOCH = '1970-01-01';
/** Significant digits of bounds that aren't counts. */
const DIGITS = 4;
/** Significant digits that calculations don't change. */
const EXACT_DIGITS = 14;

function medianOf(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
	return ((low ?? NaN) + (high ?? NaN)) / 2;
}

/** Returns the first marked day of a period; undefined without any. */
function markedIn(start: string, { unit, markedAs }: UsualCalendar): MarkedDay | undefined {
	const days = unit === 'week' ? [0, 1, 2, 3, 4, 5, 6] : [0];
	for (const one of days) {
		const day = addDays(start.slice(0, 10), one);
		const as = markedAs(day);
		if (as) return { day, as };
	}
	return undefined;
}

/** Prepares what depends only on the dates of points, once for all numbers with these dates. */
export function usualDates(starts: readonly string[], how: UsualCalendar) {
	const marked = starts.map((start) => markedIn(start, how));
	const dayOf = starts.map((start) => daysBetween(EPOCH, start.slice(0, 10)));
	/** Indexes of points at the same time of day. */
	const lanes = new Map<string, number[]>();
	const laneOf = starts.map((start, at) => {
		const lane = lanes.get(start.slice(10)) ?? [];
		lanes.set(start.slice(10), lane);
		return { lane, place: lane.push(at) - 1 };
	});
	return { marked, dayOf, laneOf };
}

/**
 * Judges each point by the points before it, which are in order.
 * @returns `from`: index of the first point to judge
 */
export function usualJudge(
	points: readonly UsualPoint[],
	how: UsualHow,
	dates = usualDates(
		points.map(({ start }) => start),
		how,
	),
): (at: number, from?: number) => Judged {
	const { unit, isCount, isDistinct } = how;
	const { marked, dayOf, laneOf } = dates;
	const { days, most, least, all } = HISTORY[unit];
	const deviations = unit === 'hour' ? Math.max(how.deviations, WIDE_DEVIATIONS) : how.deviations;
	/**
	 * For each index, the first number from there on: zeros before an event existed are no history.
	 */
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
		const { lane, place } = laneOf[at] as (typeof laneOf)[number];
		const oldest = (dayOf[at] as number) - days;
		const begin = begins[first] as number;
		const bySlot = new Map<number, number[]>();
		let known = 0;
		const skipped = { slot: 0, all: 0 };
		for (let back = place - 1; back >= 0; back--) {
			const then = lane[back] as number;
			if (then < begin || (dayOf[then] as number) < oldest) break;
			const { value } = points[then] as UsualPoint;
			if (value === null) continue;
			const slot = slotOf(then);
			if (marked[then]) {
				skipped.all++;
				if (slot === slotOf(at)) skipped.slot++;
				continue;
			}
			known++;
			const own = bySlot.get(slot) ?? [];
			if (own.length < most) own.push(value);
			bySlot.set(slot, own);
		}
		const own = bySlot.get(slotOf(at)) ?? [];
		if (own.length < least || known < all) {
			const isEnough = own.length + skipped.slot >= least && known + skipped.all >= all;
			return { why: isEnough ? 'markedBefore' : 'history' };
		}
		const median = medianOf(own);
		if (isCount ? median < LEAST_COUNT : !(median > 0)) return { why: 'small' };
		const away = [...bySlot.values()].flatMap((numbers) => {
			const middle = medianOf(numbers);
			return middle > 0 ? numbers.map((one) => Math.abs(one / middle - 1)) : [];
		});
		const floor = Math.max(LEAST_SPREAD, isCount && !isDistinct ? 1 / Math.sqrt(median) : 0);
		const width = deviations * Math.max(NORMAL * medianOf(away), floor);
		if (width >= 1) return { why: 'varies' };
		// 100 · 1.15 is 114.99999999999999.
		const bound = (factor: number) => Number((median * factor).toPrecision(EXACT_DIGITS));
		const [low, high] = [bound(1 - width), bound(1 + width)];
		const range = isCount
			? { low: Math.ceil(low), high: Math.floor(high) }
			: { low: outward(low, Math.floor), high: outward(high, Math.ceil) };
		// Beyond the largest double, there are no bounds.
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

	/**
	 * Returns since when all days before this one are on the same side of the range, if enough of
	 * them are unmarked.
	 */
	const levelBefore = (at: number, side: 'above' | 'below'): Judged['level'] => {
		let since = '';
		let count = 0;
		for (let i = at - 1; i >= first && plainAt(i).side === side; i--) {
			if (marked[i]) continue;
			since = (points[i] as UsualPoint).start;
			count++;
		}
		return count >= DAYS_OF_LEVEL ? { since, side } : undefined;
	};

	return (at, from = 0) => {
		if (from !== first) plain.clear();
		first = from;
		if (marked[at]) return { why: 'marked', marked: marked[at] };
		const found = plainAt(at);
		if (unit !== 'day' || found.side === undefined || found.side === 'within') return found;
		const level = levelBefore(at, found.side);
		return level ? { why: 'level', level } : found;
	};
}

/** Rounds a bound outward to few digits. */
function outward(bound: number, round: (value: number) => number): number {
	const digits = DIGITS - 1 - Math.floor(Math.log10(Math.abs(bound)));
	if (!Number.isFinite(digits)) return bound;
	// Division by a power of ten gives a result without additional digits.
	const power = 10 ** Math.abs(digits);
	const scaled = digits < 0 ? bound / power : bound * power;
	return digits < 0 ? round(scaled) * power : round(scaled) / power;
}
