import type { DateRange } from '../query/query';
import type { Weekday } from './calendar';
import {
	addDays,
	addMonths,
	monthsBetween,
	startOfMonth,
	startOfQuarter,
	startOfWeek,
	startOfYear,
} from './calendar';
import type { ChosenRange, Shift } from './comparison';

/** Ranges that follow the calendar. "This" ones end today, "last" ones are whole. */
export type CalendarPreset =
	| 'today'
	| 'yesterday'
	| 'thisWeek'
	| 'lastWeek'
	| 'thisMonth'
	| 'lastMonth'
	| 'thisQuarter'
	| 'lastQuarter'
	| 'thisYear'
	| 'lastYear';

export type RollingUnit = 'days' | 'weeks' | 'months';

/** The range that a preset means today. */
export function calendarRange(
	preset: CalendarPreset,
	today: string,
	firstWeekday: Weekday,
): ChosenRange {
	const week = startOfWeek(today, firstWeekday);
	const month = startOfMonth(today);
	const quarter = startOfQuarter(today);
	const year = startOfYear(today);
	switch (preset) {
		case 'today':
			return { from: today, to: today };
		case 'yesterday':
			return { from: addDays(today, -1), to: addDays(today, -1) };
		case 'thisWeek':
			return { from: week, to: today, toDate: { days: 7 } };
		case 'lastWeek':
			return { from: addDays(week, -7), to: addDays(week, -1) };
		case 'thisMonth':
			return { from: month, to: today, toDate: { months: 1 } };
		case 'lastMonth':
			return { from: addMonths(month, -1), to: addDays(month, -1) };
		case 'thisQuarter':
			return { from: quarter, to: today, toDate: { months: 3 } };
		case 'lastQuarter':
			return { from: addMonths(quarter, -3), to: addDays(quarter, -1) };
		case 'thisYear':
			return { from: year, to: today, toDate: { months: 12 } };
		case 'lastYear':
			return { from: addMonths(year, -12), to: addDays(year, -1) };
	}
}

/**
 * The last N days, whole weeks or whole months. Without the current one they end before it;
 * with it they end today, and it counts as one of the N.
 */
export function rollingRange(
	count: number,
	unit: RollingUnit,
	hasCurrent: boolean,
	today: string,
	firstWeekday: Weekday,
): ChosenRange {
	const current = {
		days: today,
		weeks: startOfWeek(today, firstWeekday),
		months: startOfMonth(today),
	}[unit];
	const back = (units: number) =>
		unit === 'months'
			? addMonths(current, -units)
			: addDays(current, -units * (unit === 'weeks' ? 7 : 1));
	if (!hasCurrent) return { from: back(count), to: addDays(current, -1) };
	const toDate = {
		days: undefined,
		weeks: { days: 7 * count },
		months: { months: count },
	}[unit];
	return { from: back(count - 1), to: today, ...(toDate ? { toDate } : {}) };
}

/** From a date up to today; from the first day of a month on, so many months to date. */
export function rangeSince(from: string, today: string): ChosenRange {
	const isMonths = from === startOfMonth(from);
	return {
		from,
		to: today,
		...(isMonths ? { toDate: { months: monthsBetween(from, today) + 1 } } : {}),
	};
}

/** A range that stood in a query, and the words that the web interface keeps beside it. */
export interface SavedRange extends DateRange {
	/**
	 * `rangeText`, such as 过去 7 天: a label of the interface, not read by the service
	 * (docs/service.md, "Dates and units").
	 */
	words?: string;
	/** Whether days that roll include the one that is not over. */
	includesToday?: boolean;
}

const PRESETS: { [words: string]: CalendarPreset | undefined } = {
	今日: 'today',
	今天: 'today',
	today: 'today',
	昨日: 'yesterday',
	昨天: 'yesterday',
	yesterday: 'yesterday',
	本周: 'thisWeek',
	'this week': 'thisWeek',
	上周: 'lastWeek',
	'last week': 'lastWeek',
	本月: 'thisMonth',
	'this month': 'thisMonth',
	上月: 'lastMonth',
	上个月: 'lastMonth',
	'last month': 'lastMonth',
	本季: 'thisQuarter',
	本季度: 'thisQuarter',
	'this quarter': 'thisQuarter',
	上季: 'lastQuarter',
	上季度: 'lastQuarter',
	'last quarter': 'lastQuarter',
	本年: 'thisYear',
	今年: 'thisYear',
	'this year': 'thisYear',
	上年: 'lastYear',
	去年: 'lastYear',
	'last year': 'lastYear',
};
const UNITS: { [word: string]: RollingUnit | undefined } = {
	天: 'days',
	日: 'days',
	day: 'days',
	周: 'weeks',
	week: 'weeks',
	月: 'months',
	个月: 'months',
	month: 'months',
};
const ROLLING = /^(?:过去|past|last)\s*(\d{1,4})\s*(天|日|周|个?月|day|week|month)s?$/;

/**
 * The range that a saved query means today.
 * @returns undefined where the words do not roll, are not known, or do not fit the dates that were
 * saved with them: better dates that stand still than ones that are made up
 */
export function rolledRange(
	saved: SavedRange,
	today: string,
	firstWeekday: Weekday,
): ChosenRange | undefined {
	const rangeOn = meaningOf(saved, firstWeekday);
	if (rangeOn === undefined) return undefined;
	// On the day it was saved, or the day after the last one, the words meant the saved dates.
	const meant = [saved.to, addDays(saved.to, 1)].map(rangeOn);
	const isSame = meant.some(({ from, to }) => from === saved.from && to === saved.to);
	return isSame ? rangeOn(today) : undefined;
}

/** What a saved range was to date on its last day, as its words say if they fit its dates. */
export function savedToDate(saved: SavedRange, firstWeekday: Weekday): Shift | undefined {
	const then = meaningOf(saved, firstWeekday)?.(saved.to);
	return then?.from === saved.from && then.to === saved.to ? then.toDate : undefined;
}

function meaningOf(
	{ words = '', includesToday = false }: SavedRange,
	firstWeekday: Weekday,
): ((day: string) => ChosenRange) | undefined {
	return rangeInWords(words, firstWeekday, includesToday);
}

/**
 * What words such as `last 7 days` or 过去 7 天 mean on a day.
 * @param includesToday whether the day, week or month that is not over is one of them
 * @returns undefined for words that are not known
 */
export function rangeInWords(
	words: string,
	firstWeekday: Weekday,
	includesToday: boolean,
): ((day: string) => ChosenRange) | undefined {
	const text = words.trim().toLowerCase();
	const preset = Object.keys(PRESETS).includes(text) ? PRESETS[text] : undefined;
	if (preset) return (day) => calendarRange(preset, day, firstWeekday);
	const [, count, word = ''] = ROLLING.exec(text) ?? [];
	const unit = UNITS[word];
	if (unit === undefined || Number(count) < 1) return undefined;
	return (day) => rollingRange(Number(count), unit, includesToday, day, firstWeekday);
}
