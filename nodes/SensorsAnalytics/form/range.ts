import { UserError } from 'n8n-workflow';

import { MONDAY, type Weekday } from '../dates/calendar';
import type { ComparisonPreset } from '../dates/comparison';
import {
	calendarRange,
	type CalendarPreset,
	rollingRange,
	type RollingUnit,
} from '../dates/presets';
import { rolledRange, type SavedRange } from '../dates/rangeText';
import { dateInZone, isTimeZone } from '../dates/zone';
import type { DateRange } from '../query/eventQuery';
import { assertOrder, readDate } from './dates';
import { type ReadField, textOf } from './reading';

/** Value of the lists' entry that takes the dates of a pasted query. */
export const AS_PASTED = 'asPasted';

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
		`'Time Zone' is unknown: '${name}'. Enter an IANA name such as Asia/Shanghai`,
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
): DateRange {
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
			return { from, to: today };
		}
		case 'last': {
			const count = Number(field('lastCount'));
			if (!Number.isInteger(count) || count < 1)
				throw new UserError("'Number' of 'Date Range' must be a whole number from 1");
			const unit = textOf(field('lastUnit')) as RollingUnit;
			if (!['days', 'weeks', 'months'].includes(unit))
				throw new UserError(`'Of' must be days, weeks or months, not '${unit}'`);
			return rollingRange(count, unit, field('includeCurrent') === true, today, firstWeekday);
		}
		default: {
			const range: DateRange | undefined = calendarRange(
				preset as CalendarPreset,
				today,
				firstWeekday,
			);
			if (range) return range;
			throw new UserError(`'Date Range' is unknown: '${preset}'`);
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

/** What a report is to be compared with, before the dates of it are known. */
export type ComparisonChoice =
	| { kind: 'preset'; preset: ComparisonPreset }
	| { kind: 'custom'; range: DateRange }
	| { kind: 'asPasted' };

/**
 * What to compare with, if anything.
 * @throws UserError that names the field
 */
export function readComparison(field: ReadField, timeZone: string): ComparisonChoice | undefined {
	const preset = textOf(field('compareWith'));
	switch (preset) {
		case '':
		case 'none':
			return undefined;
		case AS_PASTED:
			return { kind: 'asPasted' };
		case 'custom': {
			const from = readDate(field('compareFromDate'), 'Compare From', timeZone);
			const to = readDate(field('compareToDate'), 'Compare To', timeZone);
			assertOrder(from, to, 'Compare From', 'Compare To');
			return { kind: 'custom', range: { from, to } };
		}
		case 'previousPeriod':
		case 'lastWeek':
		case 'lastMonth':
		case 'lastYear':
			return { kind: 'preset', preset };
		default:
			throw new UserError(`'Compare With' is unknown: '${preset}'`);
	}
}

/** The weekday on which weeks start, as the form says where it asks for it. */
export function readFirstWeekday(field: ReadField): Weekday {
	return (Number(field('firstWeekday')) || MONDAY) as Weekday;
}
