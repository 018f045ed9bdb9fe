import { UserError } from 'n8n-workflow';

import { isObject, toWholeNumber, WholeNumber } from '../../../../credentials/http/json';
import { addDays, addMonths } from '../../dates/calendar';
import type { ChosenRange, ComparisonPreset } from '../../dates/comparison';
import { rangeInWords, rangeSince } from '../../dates/range';
import type { FilterFunction, ValueKind } from '../../query/filterFunctions';
import { FILTER_FUNCTIONS, KIND_WORDS } from '../../query/filterFunctions';
import { asText } from '../../query/json';
import type { DateRange, Scalar } from '../../query/query';
import type { ComparisonChoice } from '../comparison';
import type { ConditionOperand } from '../condition';
import { assertOrder, readDate } from '../range';
import type { NameResolver, Operator, Today, Word } from './read';
import { meaningsOf, OPERATORS, plain, readKeys, shown } from './read';

/** Dates in words: `last 7 days`, `yesterday`, `过去7天`, `2026-11-01..2026-11-07`. */

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

interface What {
	/** Of the property's values, as far as known. */
	kind: ValueKind | undefined;
	names: NameResolver;
	/** For errors, such as `'city' in 'filter'`. */
	place: string;
}

const YES = ['true', 'yes', '是'];
const NO = ['false', 'no', '否'];
const DATE = /^\d{4}-\d{2}-\d{2}/;
const NUMBER = /^-?\d{1,400}(\.\d{1,400})?$/;
const EXAMPLES: { [kind in ValueKind]: string } = {
	text: '"Beijing"',
	number: '500',
	boolean: 'true',
	date: '"2026-11-01"',
	list: '"red"',
};

/**
 * What an operator and its values ask of a property, in the function of its kind.
 * @throws UserError for values that don't fit the operator or the kind
 */
export function readComparison(
	{ word, asks }: Operator,
	given: readonly unknown[],
	{ kind, names, place }: What,
): ConditionOperand {
	const odd = given.find((value) => !isScalar(value));
	if (odd !== undefined) {
		throw new UserError(`${place} must be a text, a number, true or false, not ${shown(odd)}`);
	}
	const values = given as readonly Scalar[];
	if (asks === 'equal' || asks === 'notEqual') {
		if (values.length === 0) {
			throw new UserError(
				`${place} has no value. Write one such as ${EXAMPLES[kind ?? 'text']}; for what has no value, {"not_set": true}`,
			);
		}
		if (kind === undefined && isOpen(values)) names.needKind();
		return equality(asks === 'notEqual', values, kind ?? kindOf(values), place);
	}
	const isDates =
		asks === 'between' && (kind === 'date' || (kind === undefined && areDates(values)));
	const asked = functionOf(isDates ? 'absoluteBetween' : asks);
	if (kind !== undefined && !asked.kinds.includes(kind)) throw misfit(word, kind, place);
	return readAsked(asked, word, values, place);
}

function readAsked(
	asked: FilterFunction,
	word: string,
	values: readonly Scalar[],
	place: string,
): ConditionOperand {
	const { value: name, takes } = asked;
	if (takes === 'none')
		return { function: withFlag(name, values, `${word} of ${place}`), values: [] };
	const counts = { one: 1, two: 2, some: Math.max(1, values.length) };
	if (values.length !== counts[takes]) {
		const wanted = { one: 'one value', two: 'two values, such as [100, 500]', some: 'a value' };
		throw new UserError(`'${word}' of ${place} takes ${wanted[takes]}`);
	}
	if (name.startsWith('relative'))
		return { function: name, values: values.map(toDays(word, place)) };
	const [kind = 'text'] = asked.kinds;
	const read = values.map((value) => toKind(value, kind, `'${word}' of ${place}`));
	if (takes === 'two') assertAscending(read, word, place);
	return { function: name, values: read };
}

/** `is_set: false` is `not_set: true`. */
function withFlag(name: string, values: readonly Scalar[], place: string): string {
	const [flag = true] = values;
	const opposite = { isSet: 'notSet', notSet: 'isSet', isTrue: 'isFalse', isFalse: 'isTrue' }[name];
	if (values.length <= 1 && asText(flag) === 'true') return name;
	if (values.length <= 1 && asText(flag) === 'false' && opposite) return opposite;
	throw new UserError(`${place} must be true or false, not ${shown(values)}`);
}

function equality(
	isNot: boolean,
	values: readonly Scalar[],
	kind: ValueKind,
	place: string,
): ConditionOperand {
	const read = values.map((value) => toKind(value, kind, place));
	const [only] = read;
	switch (kind) {
		case 'boolean': {
			if (read.length !== 1) throw new UserError(`${place} must be true or false, not both`);
			return { function: (only === true) !== isNot ? 'isTrue' : 'isFalse', values: [] };
		}
		case 'date': {
			if (isNot || read.length !== 1) {
				throw new UserError(
					`${place} is a date: write one date, {"between": ["2026-11-01", "2026-11-07"]}, {"within_days": 7} or {"before_days": 7}`,
				);
			}
			return { function: 'absoluteBetween', values: [only as Scalar, only as Scalar] };
		}
		case 'list': {
			if (isNot || read.length !== 1) {
				throw new UserError(
					`${place} is a list of texts: write one that it includes; for several, "or" with a condition each`,
				);
			}
			return { function: 'include', values: read };
		}
		default:
			return { function: isNot ? 'notEqual' : 'equal', values: read };
	}
}

/** A value of that kind, where it says the same. @throws UserError */
function toKind(value: Scalar, kind: ValueKind, place: string): Scalar {
	const text = String(value);
	switch (kind) {
		case 'number':
			if (typeof value === 'number' || value instanceof WholeNumber) return value;
			if (typeof value === 'string' && NUMBER.test(text.trim())) return toNumber(text.trim());
			break;
		case 'boolean':
			if (YES.includes(text.toLowerCase())) return true;
			if (NO.includes(text.toLowerCase())) return false;
			break;
		case 'date':
			if (typeof value === 'string' && DATE.test(text))
				return readDate(text, 'Value', 'UTC', ` of ${place}`);
			break;
		default:
			if (text.trim() !== '') return text;
	}
	throw new UserError(
		`${place} is ${KIND_WORDS[kind]}, so its value can't be ${shown(value)}. Write one such as ${EXAMPLES[kind]}`,
	);
}

/** The digits of an ID that a number can't hold go out as they are. */
function toNumber(text: string): Scalar {
	return /^-?\d+$/.test(text) ? toWholeNumber(text) : Number(text);
}

function toDays(word: string, place: string): (value: Scalar) => number {
	return (value) => {
		const text = String(value);
		if (/^\d{1,6}$/.test(text)) return Number(text);
		throw new UserError(
			`'${word}' of ${place} must be a whole number of days, such as 7, not ${shown(value)}`,
		);
	};
}

function assertAscending([low, high]: readonly Scalar[], word: string, place: string): void {
	const isDescending =
		typeof low === 'number' && typeof high === 'number'
			? low > high
			: typeof low === 'string' && low > String(high);
	if (isDescending) {
		throw new UserError(
			`'${word}' of ${place} goes from the larger to the smaller: ${shown([low, high])}. Exchange the two`,
		);
	}
}

function misfit(word: string, kind: ValueKind, place: string): UserError {
	const fitting = OPERATORS.filter(
		({ asks }) => (asks === 'between' && kind === 'date') || functionOf(asks).kinds.includes(kind),
	);
	return new UserError(
		`${place} is ${KIND_WORDS[kind]}, which '${word}' can't compare. It takes: ${fitting.map((one) => one.word).join(', ')}`,
	);
}

function functionOf(name: string): FilterFunction {
	return FILTER_FUNCTIONS.find(({ value }) => value === name) as FilterFunction;
}

/** As JSON has it. */
function kindOf(values: readonly Scalar[]): ValueKind {
	const is = (type: string) => values.every((value) => typeof value === type);
	if (is('boolean')) return 'boolean';
	return values.every((value) => typeof value === 'number' || value instanceof WholeNumber)
		? 'number'
		: 'text';
}

/** Whether a property of another kind may have these values, too: a number may stand in a text. */
function isOpen(values: readonly Scalar[]): boolean {
	return values.some((value) => {
		if (typeof value !== 'string') return typeof value !== 'boolean';
		const text = value.trim().toLowerCase();
		return NUMBER.test(text) || DATE.test(text) || YES.includes(text) || NO.includes(text);
	});
}

function areDates(values: readonly Scalar[]): boolean {
	return (
		values.length > 0 && values.every((value) => typeof value === 'string' && DATE.test(value))
	);
}

function isScalar(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value) || value instanceof WholeNumber;
}
