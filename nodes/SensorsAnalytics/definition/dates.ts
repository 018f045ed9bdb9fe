/** Dates in words: `last 7 days`, `yesterday`, `过去7天`, `2026-11-01..2026-11-07`. */
import { UserError } from 'n8n-workflow';

import { addDays, addMonths, type Weekday } from '../dates/calendar';
import type { ChosenRange, ComparisonPreset } from '../dates/comparison';
import { rangeSince } from '../dates/presets';
import { rangeInWords } from '../dates/rangeText';
import { assertOrder, readDate } from '../form/dates';
import type { ComparisonChoice } from '../form/comparison';
import type { DateRange } from '../query/eventQuery';
import { isObject } from '../query/json';
import { readKeys, shown } from './keys';
import { meaningsOf, plain, type Word } from './words';

/** What dates in words count from. */
export interface Today {
	/** `YYYY-MM-DD`. */
	today: string;
	firstWeekday: Weekday;
	/** IANA name. */
	timeZone: string;
}

const RANGE = { from: ['start', 'from date', 'since'], to: ['end', 'to date', 'until'] };
const RANGE_EXAMPLE = '{"from": "2026-11-01", "to": "2026-11-07"}';
/** As the schema tells them. */
export const RANGE_WORDS = [
	...['today', 'yesterday', 'this week', 'last week', 'this month', 'last month'],
	...['this quarter', 'last quarter', 'this year', 'last year'],
];
const RANGE_FORMS = `Write "last 7 days" (or weeks, months), one of ${RANGE_WORDS.join(', ')}, "2026-11-01..2026-11-07", "2026-11-03", "2026-11", or "since 2026-11-01"`;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const BETWEEN =
	/^(\d{4}-\d{2}-\d{2})\s{0,9}(?:\.{2,3}|~|–|—|-|\/|,|to|through|until|至|到)\s{0,9}(\d{4}-\d{2}-\d{2})$/;
const SINCE = /^(?:since|from|自)\s{0,9}(\d{4}-\d{2}-\d{2})(?:起|以来)?$/;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const YEAR = /^(?:19|20)\d{2}$/;
/** Words that rolling days end with where the one that is not over counts. */
const WITH_TODAY =
	/\s{0,9}[（(,]?\s{0,9}(?:including today|incl\. today|含今天|包含今天|含今日)\s{0,9}[)）]?$/;
/** A day of which no list has a word. */
const DAYS_AGO: { [words: string]: number | undefined } = {
	前天: 2,
	前日: 2,
	'day before yesterday': 2,
};

/** The dates that are meant today. @throws UserError that lists the forms */
export function readRange(value: unknown, now: Today): ChosenRange {
	if (value === undefined || value === '') {
		throw new UserError(`'range' is missing. ${RANGE_FORMS}`);
	}
	if (Array.isArray(value) && value.length === 2) return betweenDates(value[0], value[1], now);
	if (isObject(value)) {
		const { from, to } = readKeys(value, RANGE, "'range'", RANGE_EXAMPLE);
		const { from: first, to: last } = betweenDates(from, to ?? now.today, now);
		return to === undefined ? rangeSince(first, last) : { from: first, to: last };
	}
	const found = typeof value === 'string' ? inWords(value.trim(), now) : undefined;
	if (found) return found;
	throw new UserError(`'range' can't be ${shown(value)}. ${RANGE_FORMS}`);
}

function inWords(text: string, now: Today): ChosenRange | undefined {
	const [, from, to] = BETWEEN.exec(text) ?? [];
	if (from !== undefined) return betweenDates(from, to, now);
	const [, since] = SINCE.exec(text.toLowerCase()) ?? [];
	if (since !== undefined) return rangeSince(betweenDates(since, now.today, now).from, now.today);
	if (DAY.test(text)) return betweenDates(text, text, now);
	if (MONTH.test(text)) return months(`${text}-01`, 1);
	if (YEAR.test(text)) return months(`${text}-01-01`, 12);
	const hasToday = WITH_TODAY.test(text.toLowerCase());
	const words = text
		.toLowerCase()
		.replace(WITH_TODAY, '')
		.replace(/[_-]/g, ' ')
		.replace(/^(?:the |in the |in )/, '')
		.replace(/^(?:最近|近)/, '过去')
		.replace(/^previous(?= \d)/, 'last');

	const ago = DAYS_AGO[words.replace(/^the /, '')];
	if (ago !== undefined) return day(addDays(now.today, -ago));
	// `lastWeek`, as forms have it.
	const spaced = RANGE_WORDS.find((known) => plain(known) === plain(words)) ?? words;
	return rangeInWords(spaced, now.firstWeekday, hasToday)?.(now.today);
}

function betweenDates(from: unknown, to: unknown, { timeZone }: Today): DateRange {
	const [first, last] = [
		readDate(from, 'from', timeZone, " of 'range'"),
		readDate(to, 'to', timeZone, " of 'range'"),
	];
	assertOrder(first, last, 'from', 'to');
	return { from: first, to: last };
}

function months(first: string, count: number): DateRange {
	return { from: first, to: addDays(addMonths(first, count), -1) };
}

function day(date: string): DateRange {
	return { from: date, to: date };
}

/** What a report is to be compared with, in the order of the documentation. */
export const COMPARISONS: ReadonlyArray<Word<ComparisonPreset | 'none'>> = [
	{
		word: 'previous_period',
		value: 'previousPeriod',
		also: ['previous', 'prior period', '上一周期', '前一周期', '上期', '环比'],
	},
	{
		word: 'last_week',
		value: 'lastWeek',
		also: ['same days last week', 'week over week', 'wow', '上周'],
	},
	{
		word: 'last_month',
		value: 'lastMonth',
		also: ['same days last month', 'month over month', 'mom', '上月', '上个月'],
	},
	{
		word: 'last_year',
		value: 'lastYear',
		also: ['same days last year', 'year over year', 'yoy', '去年', '上年', '同比'],
	},
	{ word: 'none', value: 'none', also: ['nothing', 'no', '无'] },
];

/** @throws UserError that lists the forms */
export function readCompared(value: unknown, now: Today): ComparisonChoice | undefined {
	if (value === undefined || value === false || value === '') return undefined;
	const [word] = typeof value === 'string' ? meaningsOf(value, COMPARISONS) : [];
	if (word) return word.value === 'none' ? undefined : { kind: 'preset', preset: word.value };
	const dates = typeof value === 'string' ? BETWEEN.exec(value.trim()) : null;
	if (dates) return { kind: 'custom', range: betweenDates(dates[1], dates[2], now) };
	if (isObject(value)) {
		const { from, to } = readKeys(value, RANGE, "'compare'", RANGE_EXAMPLE);
		return { kind: 'custom', range: betweenDates(from, to, now) };
	}
	throw new UserError(
		`'compare' can't be ${shown(value)}. It must be one of: ${COMPARISONS.map((one) => one.word).join(', ')}, or ${RANGE_EXAMPLE}`,
	);
}
