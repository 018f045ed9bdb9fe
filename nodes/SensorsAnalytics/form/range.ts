import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { MONDAY, type Weekday } from '../dates/calendar';
import type { ChosenRange } from '../dates/comparison';
import {
	calendarRange,
	type CalendarPreset,
	rangeSince,
	rollingRange,
	type RollingUnit,
} from '../dates/presets';
import { rolledRange, type SavedRange } from '../dates/rangeText';
import { dateInZone, isTimeZone } from '../dates/zone';
import type { DateRange } from '../query/eventQuery';
import { BOUNDS, within } from './bounds';
import { assertOrder, readDate } from './dates';
import { noChoice, readOneOf } from './choice';
import { readWhole } from './numbers';
import { type ReadField, textOf } from './reading';
import { showWhen } from './showWhen';

/** Value of the lists' entry that takes the dates of a pasted query. */
export const AS_PASTED = 'asPasted';

/** The entry itself. */
export const asPasted: INodePropertyOptions = { name: 'As in the Query', value: AS_PASTED };
const rangeOptions: INodePropertyOptions[] = [
	{ name: 'Yesterday', value: 'yesterday' },
	{ name: 'Today', value: 'today', description: 'Today so far' },
	{ name: 'Last…', value: 'last', description: 'The last N days, weeks or months' },
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
/** A day of a range. */
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

const firstWeekday: INodeProperties = {
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

const details: INodeProperties[] = [
	...showWhen({ dateRange: ['last'] }, [
		{
			displayName: 'Number',
			name: 'lastCount',
			type: 'number',
			typeOptions: within('lastDays'),
			default: 7,
			description: 'How many days, weeks or months: 7 days are 7 days',
		},
		{
			displayName: 'Of',
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
					description: `Whether ${current.toLowerCase()}, which is not over yet, is one of them`,
				},
			]),
	),
	...showWhen({ dateRange: ['since'] }, [
		dateField('Since', 'sinceDate', 'First day of the range; it ends today'),
	]),
	...showWhen({ dateRange: ['custom'] }, [
		dateField(
			'From Date',
			'fromDate',
			'First day of the range, e.g. 2026-11-01; dates, ISO times and Luxon values from expressions are taken',
		),
		dateField('To Date', 'toDate', 'Last day of the range, e.g. 2026-11-07; it is included'),
	]),
	...showWhen({ dateRange: ['thisWeek', 'lastWeek'] }, [firstWeekday]),
	...showWhen({ dateRange: ['last'], lastUnit: ['weeks'] }, [firstWeekday]),
];
/** Dates for one way to give the query; a pasted one can keep its own. */
export function rangeFields(isPasted: boolean): INodeProperties[] {
	const first = isPasted ? AS_PASTED : 'yesterday';
	return [
		{
			displayName: 'Date Range',
			name: 'dateRange',
			type: 'options',
			// n8n asks for each date behind an expression, also for those that it does not show.
			noDataExpression: true,
			default: first,
			options: [...(isPasted ? [asPasted] : []), ...rangeOptions],
			description:
				'Follows the calendar in the time zone of the workflow, or in the one set in the options',
		},
		...details,
	];
}

/**
 * The zone in which dates are meant.
 * @param byDefault the workflow's
 * @throws UserError for a name that is no IANA zone
 */
export function readTimeZone(typed: unknown, byDefault: string): string {
	const name = textOf(typed);
	if (name === '') return byDefault;
	if (isTimeZone(name)) return name;
	throw new UserError(
		`'Time Zone' is no time zone: '${name}'. Enter an IANA name such as Asia/Shanghai`,
	);
}

/**
 * The range that the form means now.
 * @param pasted dates of a pasted or saved query; words beside them, such as 过去 7 天, roll on
 * @throws UserError that names the field
 */
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
			if (pasted) return rolledRange(pasted, today, firstWeekday) ?? inOrder(pasted);
			throw new UserError(
				"The query has no valid 'from_date' and 'to_date' of its own. Add them, or choose another 'Date Range'",
			);
		case 'custom': {
			const from = readDate(field('fromDate'), 'From Date', timeZone);
			const to = readDate(field('toDate'), 'To Date', timeZone);
			assertOrder(from, to, 'From Date', 'To Date');
			return { from, to };
		}
		case 'since': {
			const from = readDate(field('sinceDate'), 'Since', timeZone);
			assertOrder(from, today, 'Since', 'today');
			return rangeSince(from, today);
		}
		case 'last': {
			const units: RollingUnit[] = ['days', 'weeks', 'months'];
			const unit = readOneOf(field('lastUnit'), units, "'Of' of 'Date Range'");
			const [least, most] = {
				days: BOUNDS.lastDays,
				weeks: BOUNDS.lastWeeks,
				months: BOUNDS.lastMonths,
			}[unit];
			const count = readWhole(field('lastCount'), "'Number' of 'Date Range'", least, most);
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

/** @throws UserError for dates of a query that ends before it begins */
function inOrder(range: SavedRange): SavedRange {
	if (range.from <= range.to) return range;
	throw new UserError(
		`The query ends before it begins: its 'from_date' is ${range.from}, its 'to_date' ${range.to}. Correct them, or choose another 'Date Range'`,
	);
}

/** What to tell of dates that were taken from a query as they stood there, if they were. */
export function standingDates(
	field: ReadField,
	range: DateRange,
	pasted?: SavedRange,
): string | undefined {
	if (textOf(field('dateRange')) !== AS_PASTED || pasted === undefined) return undefined;
	if (range !== pasted) return undefined;
	const words = pasted.words ? ` ('${pasted.words}', which is not known to roll)` : '';
	return `The report is of the dates that stood in the query${words}: ${range.from} to ${range.to}. They stand still; choose another 'Date Range' for dates that follow the calendar.`;
}

/** The weekday on which weeks start, as the form says where it asks for it. */
export function readFirstWeekday(field: ReadField): Weekday {
	const typed = field('firstWeekday');
	if (textOf(typed) === '') return MONDAY;
	return readWhole(typed, "'First Day of the Week'", 1, 7) as Weekday;
}
