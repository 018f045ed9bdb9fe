import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { isObject, ownOf } from '../../../credentials/http/json';
import { quoted, stringOf } from '../../../credentials/http/redact';
import {
	addDays,
	addMonths,
	dateInZone,
	dateTimeInZone,
	exists,
	isTimeZone,
	MONDAY,
	type Weekday,
} from '../dates/calendar';
import {
	type CalendarPreset,
	calendarRange,
	type ChosenRange,
	isWithinDay,
	rangeInWords,
	rangeSince,
	rolledRange,
	rollingRange,
	type RollingUnit,
	type SavedRange,
} from '../dates/range';
import type { DateRange } from '../query/query';
import { BOUNDS, boundsOf } from './bounds';
import type { JsonSource, ParamParts, Today } from './param';
import { noChoice, type ReadField, readOneOf, readInteger, textOf } from './read';
import { hideWhen, showWhen } from './show';
import { plain, readKeys, shown } from './words';

const DATE_LENGTH = 10;
/** The end of a time with a zone or offset. */
const INSTANT = /(Z|[+-]\d{2}:?\d{2})$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})/;

/**
 * Returns `YYYY-MM-DD` for a date (`2026-11-19`, optionally with a time of day), an instant with an
 * offset (in the time zone), or a Luxon or JavaScript date from an expression.
 */
export function readDate(value: unknown, label: string, timeZone: string): string {
	const text = toText(value).trim();
	if (text === '') throw new UserError(`${label} is empty. Enter a date such as 2026-11-19`);
	const date = DATE.exec(text)?.[0];
	if (date === undefined || !exists(date) || !isRestOfDate(text.slice(date.length))) {
		throw new UserError(`${label} isn't a date: ${quoted(text)}. Enter a date such as 2026-11-19`);
	}
	return INSTANT.test(text.slice(date.length)) ? dateInZone(new Date(text), timeZone) : date;
}

/** Returns `YYYY-MM-DD HH:mm:ss` in the time zone; a date alone is an error. */
export function readDateTime(value: unknown, label: string, timeZone: string): string {
	const date = readDate(value, label, timeZone);
	const text = toText(value).trim();
	const time = /^.{10}[T ](\d{2}:\d{2})(:\d{2})?/.exec(text);
	if (!time) {
		throw new UserError(
			`${label} has no time of day: ${quoted(text)}. Enter a date and time such as 2026-11-19T09:00:00`,
		);
	}
	if (INSTANT.test(text.slice(DATE_LENGTH)))
		return dateTimeInZone(new Date(text), timeZone).replace('T', ' ');
	return `${date} ${time[1]}${time[2] ?? ':00'}`;
}

/**
 * Does what `readDate` does, for complete days: a time of day would get lost.
 * @param takesMoments whether a text with an offset means its day, as `$now` in a field does; a model
 * that writes one means the time
 * @throws UserError
 */
export function readWholeDay(
	value: unknown,
	label: string,
	timeZone: string,
	takesMoments = true,
): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const isMoment = /^.{10}[T ]\d{2}:/.test(text) && INSTANT.test(text.slice(DATE_LENGTH));
	const local = isMoment ? readDateTime(text, label, timeZone) : text;
	if (isWithinDay(local) && !(isMoment && takesMoments)) {
		throw new UserError(
			`${label} has a time of day, but dates are complete days: ${quoted(text)}. Enter a date such as 2026-11-19`,
		);
	}
	return readDate(value, label, timeZone);
}

export function assertOrder(from: string, to: string, fromLabel: string, toLabel: string): void {
	if (from > to) {
		const advice = toLabel === 'today' ? 'Enter an earlier date' : 'Swap the two dates';
		throw new UserError(`${fromLabel} (${from}) is after ${toLabel} (${to}). ${advice}`);
	}
}

export function toText(value: unknown): string {
	if (value instanceof Date)
		return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		const { toISO } = value as { toISO: unknown };
		// Luxon's DateTime, from any copy of the library.
		if (typeof toISO === 'function') return String(toISO.call(value) ?? 'Invalid DateTime');
	}
	return typeof value === 'string'
		? value
		: value === undefined || value === null
			? ''
			: stringOf(value);
}

function isRestOfDate(rest: string): boolean {
	return (
		rest === '' ||
		/^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.test(rest)
	);
}

/** Value of the choice for the dates of a pasted query. */
export const AS_PASTED = 'asPasted';

export const asPasted: INodePropertyOptions = { name: 'Same as Query', value: AS_PASTED };
const rangeOptions: INodePropertyOptions[] = [
	{ name: 'Yesterday', value: 'yesterday' },
	{ name: 'Today', value: 'today', description: 'Today so far' },
	{ name: 'Last…', value: 'last', description: 'The last N days, weeks, or months' },
	{ name: 'This Week', value: 'thisWeek', description: 'Up to today' },
	{ name: 'Last Week', value: 'lastWeek' },
	{ name: 'This Month', value: 'thisMonth', description: 'Up to today' },
	{ name: 'Last Month', value: 'lastMonth' },
	{ name: 'This Quarter', value: 'thisQuarter', description: 'Up to today' },
	{ name: 'Last Quarter', value: 'lastQuarter' },
	{ name: 'This Year', value: 'thisYear', description: 'Up to today' },
	{ name: 'Last Year', value: 'lastYear' },
	{ name: 'Since…', value: 'since', description: 'From a date up to today' },
	{ name: 'Custom', value: 'custom', description: 'From one date to another' },
];
export function dateField(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		required: true,
		placeholder: 'e.g. 2026-11-19',
		description,
	};
}

const firstWeekdayField: INodeProperties = {
	displayName: 'First Day of the Week',
	name: 'firstWeekday',
	type: 'options',
	default: 1,
	options: [
		{ name: 'Monday', value: 1 },
		{ name: 'Saturday', value: 6 },
		{ name: 'Sunday', value: 7 },
	],
};

/** Choices without dates hide the fields, because other operations share those. */
const WITHOUT_DATES = { datasetDates: ['all'], refreshMode: ['full'] };

const lengthField = (preset: number): INodeProperties => ({
	displayName: 'Range Length',
	name: 'lastCount',
	type: 'number',
	typeOptions: boundsOf('lastDays'),
	default: preset,
	description: 'Number of days, weeks, or months, up to a hundred years',
});

const details = ofQueryMode('any', [
	...showWhen({ dateRange: ['last'] }, [
		{
			displayName: 'Range Unit',
			name: 'lastUnit',
			type: 'options',
			default: 'days',
			options: [
				{ name: 'Days', value: 'days' },
				{ name: 'Weeks', value: 'weeks' },
				{ name: 'Months', value: 'months' },
			],
		},
	]),
	...Object.entries({ days: 'Today', weeks: 'This Week', months: 'This Month' }).flatMap(
		([unit, current]) =>
			showWhen({ dateRange: ['last'], lastUnit: [unit] }, [
				{
					displayName: `Include ${current}`,
					name: 'includeCurrent',
					type: 'boolean',
					default: false,
					description: `Whether the date range includes ${current.toLowerCase()}, which is still incomplete`,
				},
			]),
	),
	...showWhen({ dateRange: ['since'] }, [
		dateField('Since', 'sinceDate', 'First day of the date range, which ends today'),
	]),
	...showWhen({ dateRange: ['custom'] }, [
		dateField(
			'From Date',
			'fromDate',
			'First day of the date range, for example 2026-11-01. Accepts dates, timestamps with an offset, and Luxon values.',
		),
		dateField(
			'To Date',
			'toDate',
			'Last day of the date range (inclusive), for example 2026-11-07',
		),
	]),
	...showWhen({ dateRange: ['thisWeek', 'lastWeek'] }, [firstWeekdayField]),
	...showWhen({ dateRange: ['last'], lastUnit: ['weeks'] }, [firstWeekdayField]),
]);

/**
 * The other modes hide fields on dates, instead of their own showing them, so that operations with
 * only one mode have the same fields. A query in JSON contains its dates.
 */
export function ofQueryMode(
	mode: 'fields' | 'json' | 'any',
	fields: readonly INodeProperties[],
): INodeProperties[] {
	const others = ['fields', 'json'].filter((other) => mode !== 'any' && other !== mode);
	return hideWhen({ queryMode: [...others, 'definition'] }, fields);
}

/** What the form starts with: a range, or this number of last days. */
export type FirstRange = 'yesterday' | 'lastWeek' | number;

export function rangeFields(
	isPasted: boolean,
	firstRange: FirstRange = 'yesterday',
): INodeProperties[] {
	const lastDays = typeof firstRange === 'number' ? firstRange : undefined;
	const first = isPasted ? AS_PASTED : lastDays === undefined ? firstRange : 'last';
	return hideWhen(WITHOUT_DATES, [
		...ofQueryMode(isPasted ? 'json' : 'fields', [
			{
				displayName: 'Date Range',
				name: 'dateRange',
				type: 'options',
				// With an expression, n8n would request each date, even those that it hides.
				noDataExpression: true,
				default: first,
				options: [...(isPasted ? [asPasted] : []), ...rangeOptions],
				description:
					"Dates of the report, in the workflow's time zone or the one set in the option 'Time Zone'",
			},
		]),
		...ofQueryMode('any', showWhen({ dateRange: ['last'] }, [lengthField(lastDays ?? 7)])),
		...details,
	]);
}

/**
 * Names that mean another time zone than people expect. To JavaScript, CST is Chicago, not
 * China: yesterday would be another day. Etc/GMT+8 is west of Greenwich: its sign is reversed.
 */
const AMBIGUOUS_ZONES =
	/^(?:A[CEGRS]T|B[ES]T|C[ANST]T|E[AC]T|I[ES]T|JST|MIT|N[ES]T|P[LNRS]T|SST|VST|Etc\/GMT[+-][1-9]\d?)$/i;

/** Reads an IANA name; the default is the workflow's time zone. */
export function readTimeZone(typed: unknown, byDefault: string, label = 'Time Zone'): string {
	const name = textOf(typed);
	if (name === '') return byDefault;
	if (AMBIGUOUS_ZONES.test(name)) {
		throw new UserError(
			`'${label}' is ${quoted(name)}, which can mean another time zone than you expect. Enter a city's IANA name, such as Asia/Shanghai`,
		);
	}
	if (isTimeZone(name)) return name;
	throw new UserError(
		`'${label}' isn't a time zone: ${quoted(name)}. Enter an IANA name such as Asia/Shanghai`,
	);
}

/** @param pasted dates of a pasted or saved query; words such as 过去 7 天 keep rolling */
export function readRange(
	field: ReadField,
	timeZone: string,
	now: Date,
	pasted?: SavedRange,
): ChosenRange {
	const today = dateInZone(now, timeZone);
	const firstWeekday = readFirstWeekday(field);
	const preset = textOf(field('dateRange'));
	switch (preset) {
		case AS_PASTED:
			if (pasted) {
				assertWholeDays(pasted, "'from_date' or 'to_date'", "'Date Range'");
				return rolledRange(pasted, today, firstWeekday) ?? unchanged(pasted);
			}
			throw new UserError(
				"The query has no valid 'from_date' and 'to_date'. Add both dates, or choose another 'Date Range'",
			);
		case 'custom': {
			const from = readWholeDay(field('fromDate'), "'From Date'", timeZone);
			const to = readWholeDay(field('toDate'), "'To Date'", timeZone);
			assertOrder(from, to, "'From Date'", "'To Date'");
			return { from, to };
		}
		case 'since': {
			const from = readWholeDay(field('sinceDate'), "'Since'", timeZone);
			assertOrder(from, today, "'Since'", 'today');
			return rangeSince(from, today);
		}
		case 'last': {
			const units: RollingUnit[] = ['days', 'weeks', 'months'];
			const unit = readOneOf(field('lastUnit'), units, "'Range Unit' of 'Date Range'");
			const [least, most] = {
				days: BOUNDS.lastDays,
				weeks: BOUNDS.lastWeeks,
				months: BOUNDS.lastMonths,
			}[unit];
			const label = `'Range Length' of 'Date Range' (in ${unit})`;
			const count = readInteger(field('lastCount'), label, least, most);
			return rollingRange(count, unit, field('includeCurrent') === true, today, firstWeekday);
		}
		default: {
			const range: ChosenRange | undefined = calendarRange(
				preset as CalendarPreset,
				today,
				firstWeekday,
			);
			if (range) return range;
			const choices = rangeOptions.map(({ value }) => String(value));
			throw noChoice(preset, choices, "'Date Range'");
		}
	}
}

/** @throws UserError */
export function assertWholeDays(range: SavedRange, keys: string, choice: string): void {
	if (range.isWithinDay !== true) return;
	throw new UserError(
		`${keys} of the query has a time of day, but reports have complete days. Choose another ${choice}, or remove the time`,
	);
}

/** Returns the dates unchanged. */
function unchanged(range: SavedRange): SavedRange {
	if (range.from <= range.to) return range;
	throw new UserError(
		`The query ends before it starts: 'from_date' is ${range.from}, 'to_date' is ${range.to}. Correct the dates, or choose another 'Date Range'`,
	);
}

/** Returns a hint about dates that were taken unchanged from a query, if they were. */
export function standingDates(
	field: ReadField,
	range: DateRange,
	pasted: SavedRange,
): string | undefined {
	if (textOf(field('dateRange')) !== AS_PASTED || range !== pasted) return undefined;
	const words = pasted.words
		? ` (${quoted(pasted.words)}, which this node can't convert to a relative range)`
		: '';
	return `The report uses the fixed dates of the query${words}: ${range.from} to ${range.to}. For dates that follow the calendar, choose another 'Date Range'.`;
}

export function readFirstWeekday(field: ReadField): Weekday {
	const typed = field('firstWeekday');
	if (textOf(typed) === '') return MONDAY;
	return Number(readOneOf(typed, ['1', '6', '7'], "'First Day of the Week'")) as Weekday;
}

export const RECENT_DAYS = 7;
/** A leap year: more isn't recent, and slow. */
const MOST_DAYS = 366;

export function recentRange(days: number, timeZone: string, now: Date): DateRange {
	return rollingRange(days, 'days', true, dateInZone(now, timeZone), MONDAY);
}

export function readRecentRange(
	value: unknown,
	label: string,
	timeZone: string,
	now: Date,
): DateRange | undefined {
	if (value === undefined || value === '') return undefined;
	return recentRange(readInteger(value, `The option '${label}'`, 1, MOST_DAYS), timeZone, now);
}

/** Maximum years of a range, unless the option sets more. */
export const LONGEST_YEARS = 10;
export const LONGEST_RANGE = 'Maximum Date Range (Years)';

/** Other days have no data, and the calendar computes with years of four digits. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

/**
 * Checks the length before anything is requested.
 * @param what owner of the dates, as errors start: `The dates`
 * @param field where a shorter range is entered
 */
export function assertRangeLength(
	{ from, to }: DateRange,
	years: number,
	what = 'The dates',
	field = "'Date Range'",
): void {
	if (from < FIRST_DAY || to > LAST_DAY) {
		throw new UserError(
			`${what} ${from} to ${to} are outside the years 1900 to 2999. Correct ${field}`,
		);
	}
	if (addMonths(from, 12 * years) > to) return;
	throw new UserError(
		`${what} ${from} to ${to} span more than ${years} year${years === 1 ? '' : 's'}. Choose a shorter ${field}, or increase the option '${LONGEST_RANGE}'`,
	);
}

/** Dates in words: `last 7 days`, `yesterday`, `过去7天`, `2026-11-01..2026-11-07`. */

export const FROM_TO = { from: ['start', 'from date', 'since'], to: ['end', 'to date', 'until'] };
export const RANGE_EXAMPLE = '{"from": "2026-11-01", "to": "2026-11-07"}';
const RANGE_WORDS = [
	...['today', 'yesterday', 'this week', 'last week', 'this month', 'last month'],
	...['this quarter', 'last quarter', 'this year', 'last year'],
];
const RANGE_FORMS = `Write "last 7 days" (or weeks, months), one of ${RANGE_WORDS.join(', ')}, "2026-11-01..2026-11-07", "2026-11-03", "2026-11", or "since 2026-11-01"`;
const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/;
export const DAY_TO_DAY =
	/^(\d{4}-\d{2}-\d{2})\s{0,9}(?:\.{2,3}|~|–|—|-|\/|,|to|through|until|至|到)\s{0,9}(\d{4}-\d{2}-\d{2})$/;
const SINCE = /^(?:since|from|自)\s{0,9}(\d{4}-\d{2}-\d{2})(?:起|以来)?$/;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const YEAR = /^(?:19|20)\d{2}$/;
/** Endings of rolling days that include the current day. */
const WITH_TODAY =
	/\s{0,9}[（(,]?\s{0,9}(?:including today|incl\. today|含今天|包含今天|含今日)\s{0,9}[)）]?$/;
/** Days that have no word in other lists. */
const DAYS_AGO: { [words: string]: number | undefined } = {
	前天: 2,
	前日: 2,
	'day before yesterday': 2,
};

export function readRangeJson(value: unknown, now: Today): ChosenRange {
	if (value === undefined || value === '') {
		throw new UserError(`'range' is missing. ${RANGE_FORMS}`);
	}
	if (Array.isArray(value) && value.length === 2) return betweenDates(value[0], value[1], now);
	if (isObject(value)) {
		const { from, to } = readKeys(value, FROM_TO, "'range'", RANGE_EXAMPLE);
		const { from: first, to: last } = betweenDates(from, to ?? now.today, now);
		return to === undefined ? rangeSince(first, last) : { from: first, to: last };
	}
	const found = typeof value === 'string' ? inWords(value.trim(), now) : undefined;
	if (found) return found;
	throw new UserError(`'range' can't be ${shown(value)}. ${RANGE_FORMS}`);
}

function inWords(text: string, now: Today): ChosenRange | undefined {
	const [, from, to] = DAY_TO_DAY.exec(text) ?? [];
	if (from !== undefined) return betweenDates(from, to, now);
	const [, since] = SINCE.exec(text.toLowerCase()) ?? [];
	if (since !== undefined) {
		const label = "'range'";
		const day = readWholeDay(since, label, now.timeZone, false);
		assertOrder(day, now.today, label, 'today');
		return rangeSince(day, now.today);
	}
	if (DAY_TEXT.test(text)) return betweenDates(text, text, now);
	if (MONTH.test(text)) return monthsFrom(`${text}-01`, 1);
	if (YEAR.test(text)) return monthsFrom(`${text}-01-01`, 12);
	const hasToday = WITH_TODAY.test(text.toLowerCase());
	const words = text
		.toLowerCase()
		.replace(WITH_TODAY, '')
		.replace(/_|(?<=[a-z\d])-(?!\d+\s)/g, ' ')
		.replace(/^(?:the |in the |in )/, '')
		.replace(/^(?:最近|近)/, '过去')
		.replace(/^previous(?= \d)/, 'last');

	const ago = ownOf(DAYS_AGO, words.replace(/^the /, ''));
	if (ago !== undefined && !hasToday) {
		const day = addDays(now.today, -ago);
		return { from: day, to: day };
	}
	// Forms spell it `lastWeek`.
	const spaced = RANGE_WORDS.find((known) => plain(known) === plain(words)) ?? words;
	const found = rangeInWords(spaced, now.firstWeekday, hasToday)?.(now.today);
	// A week that is over can't include today.
	return hasToday && found?.to !== now.today ? undefined : found;
}

/** @param key of the dates in a JSON query */
export function betweenDates(
	from: unknown,
	to: unknown,
	{ timeZone }: Today,
	key = 'range',
): DateRange {
	const [first, last] = [
		readWholeDay(from, `'from' of '${key}'`, timeZone, false),
		readWholeDay(to, `'to' of '${key}'`, timeZone, false),
	];
	assertOrder(first, last, `'from' of '${key}'`, `'to' of '${key}'`);
	return { from: first, to: last };
}

function monthsFrom(first: string, count: number): DateRange {
	return { from: first, to: addDays(addMonths(first, count), -1) };
}

export const RANGE = { displayName: 'Date Range', name: 'dateRange', key: 'range' };

/** The dates of a JSON query; `readRange` reads the form's, at the moment of the run. */
export const rangeParam: ParamParts & { read(source: JsonSource): ChosenRange } = {
	fields: rangeFields(false),
	key: RANGE.key,
	also: ['date range', 'dates', 'time range'],
	schema: { examples: ['last 7 days', '2026-11', 'since 2026-11-01', '2026-11-01..2026-11-07'] },
	isRequired: true,
	read: (source) => readRangeJson(source.value(RANGE), source.now),
};
