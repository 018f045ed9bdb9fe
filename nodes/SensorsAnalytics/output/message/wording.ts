import { addDays, daysBetween } from '../../dates/calendar';
import type { DateRange } from '../../query/query';
import type { Amount } from '../../table/decimal';
import { compareAmounts, subtract } from '../../table/decimal';
import type { NumberStyle } from './options';

/** How numbers, changes and dates stand in the sentences of a digest. */

/** Below it, a change in percent says nothing. */
const SMALL_BASE = 20;
/** From here on, how many times as much is read more easily than percents. */
const TIMES_FROM = 200;
/** Counts of events that happen by themselves differ by about as much: docs/messages.md. */
const NOISE = 2;
const MINUS = '\u2212';

/** A number, and the one that it is compared with. */
export interface Compared {
	now: Amount;
	before?: Amount;
}

/** How a change is told. */
export type ChangeKind = 'same' | 'about' | 'fromZero' | 'amount' | 'times' | 'percent' | 'points';

export interface Change {
	kind: ChangeKind;
	/** 1 where it is more than before, -1 where it is less. */
	way: number;
	difference: Amount;
	/** `+13`, `−128`; points with one decimal. */
	amount: string;
	/** `+3.1%`, or how many times as much. */
	percent: string;
	before: string;
}

/** What a measure counts decides how its changes are told. */
export interface Nature {
	/** Whether it counts what happens, or users: small changes are about the same. */
	isCount: boolean;
	/** Whether it is a rate, written as a percent. */
	isRate: boolean;
}

export interface Numbers {
	write: (value: Amount) => string;
	/** Of 100, with one decimal at most. */
	share: (value: number) => string;
	change: (compared: Compared, nature: Nature) => Change | undefined;
}

export function numbersOf(style: NumberStyle, write: (value: Amount | null) => string): Numbers {
	const percents = (digits: Intl.NumberFormatOptions) =>
		new Intl.NumberFormat(style.locale, {
			useGrouping: style.hasThousands,
			style: 'percent',
			...digits,
		});
	const [rounded, fixed, small] = [
		percents({ maximumFractionDigits: 1 }),
		percents({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
		percents({ maximumSignificantDigits: 1 }),
	];
	const written = (format: Intl.NumberFormat, value: number) => {
		const text = format.format(value / 100);
		return value !== 0 && text === format.format(0) ? small.format(value / 100) : text;
	};
	const plain = new Intl.NumberFormat(style.locale, { maximumFractionDigits: 1 });
	const signed = (value: number, text: string) =>
		`${value > 0 ? '+' : value < 0 ? MINUS : ''}${text}`;
	return {
		write: (value) => write(value).replace(/^-/, MINUS),
		share: (value) => written(rounded, value),
		change({ now, before }, { isCount, isRate }) {
			const difference = before === undefined ? null : subtract(now, before);
			if (before === undefined || difference === null) return undefined;
			const [size, base] = [Math.abs(Number(difference)), Math.abs(Number(before))];
			const way = compareAmounts(difference, 0);
			const percent = ((way < 0 ? -size : size) / base) * 100;
			const kind = kindOf({ now, before }, { isCount, isRate }, percent);
			const text = write(difference).replace(/^[-\u2212]/, '');
			return {
				kind,
				way,
				difference,
				amount: signed(way, isRate ? plain.format(size * 100) : text),
				percent:
					kind === 'times'
						? plain.format(Number(now) / Number(before))
						: signed(way, written(fixed, Math.abs(percent))),
				before: write(before).replace(/^-/, MINUS),
			};
		},
	};
}

function kindOf(
	{ now, before }: Required<Compared>,
	{ isCount, isRate }: Nature,
	percent: number,
): ChangeKind {
	const [value, base] = [Number(now), Number(before)];
	if (compareAmounts(now, before) === 0) return 'same';
	if (isRate) return 'points';
	if (base === 0) return 'fromZero';
	if (base < 0 || value < 0) return 'amount';
	if (base < SMALL_BASE && isCount) return 'amount';
	if (isCount && Math.abs(value - base) < NOISE * Math.sqrt(value + base)) return 'about';
	return percent >= TIMES_FROM ? 'times' : 'percent';
}

/** Dates as people write them: `9–22 Nov`, `Sun 22 Nov`, in Chinese `11月9–22日`. */
export interface DateWords {
	range: (range: DateRange) => string;
	/** One day, with the day of the week where it is wanted. */
	day: (date: string, withWeekday?: boolean) => string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
const CHINESE_WEEKDAYS = [...'日一二三四五六'];

/** @param year the one that is not told */
export function dateWords(language: string, year: string): DateWords {
	return language === 'zh' ? chineseDates(year) : englishDates(year);
}

function partsOf(date: string) {
	const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
	const weekday = new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay();
	return { year, month: Number(month), day: Number(day), weekday };
}

function isDate(date: string): boolean {
	return /^\d{4}-\d\d-\d\d/.test(date);
}

function englishDates(thisYear: string): DateWords {
	const day = (date: string, withWeekday = false) => {
		if (!isDate(date)) return date;
		const { year, month, day: number, weekday } = partsOf(date);
		const own = `${number} ${MONTHS[month - 1]}${year === thisYear ? '' : ` ${year}`}`;
		return `${withWeekday ? `${WEEKDAYS[weekday]} ` : ''}${own}${hourOf(date)}`;
	};
	return {
		day,
		range({ from, to }) {
			if (from === to) return day(from, true);
			const [first, last] = [partsOf(from), partsOf(to)];
			if (first.year === last.year && first.month === last.month) return `${first.day}–${day(to)}`;
			if (first.year === last.year) return `${first.day} ${MONTHS[first.month - 1]}–${day(to)}`;
			return `${first.day} ${MONTHS[first.month - 1]} ${first.year}–${last.day} ${MONTHS[last.month - 1]} ${last.year}`;
		},
	};
}

function chineseDates(thisYear: string): DateWords {
	const day = (date: string, withWeekday = false) => {
		if (!isDate(date)) return date;
		const { year, month, day: number, weekday } = partsOf(date);
		const own = `${year === thisYear ? '' : `${year}年`}${month}月${number}日`;
		return `${own}${withWeekday ? `（周${CHINESE_WEEKDAYS[weekday]}）` : ''}${hourOf(date)}`;
	};
	return {
		day,
		range({ from, to }) {
			if (from === to) return day(from, true);
			const [first, last] = [partsOf(from), partsOf(to)];
			const year = first.year === thisYear && last.year === thisYear ? '' : `${first.year}年`;
			if (first.year === last.year && first.month === last.month)
				return `${year}${first.month}月${first.day}–${last.day}日`;
			const end = first.year === last.year ? '' : `${last.year}年`;
			return `${year}${first.month}月${first.day}日–${end}${last.month}月${last.day}日`;
		},
	};
}

/** Hours have the time behind the date. */
function hourOf(date: string): string {
	return date.includes('T') ? ` ${date.slice(11, 16)}` : '';
}

export function daysOf({ from, to }: DateRange): number {
	return daysBetween(from, to) + 1;
}

export function dayBefore(date: string): string {
	return addDays(date, -1);
}
