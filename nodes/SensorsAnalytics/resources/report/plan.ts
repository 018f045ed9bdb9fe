import { UserError } from 'n8n-workflow';

import { readLimit } from '../../form/listFields';
import { readMessageOptions } from '../../form/message';
import type { ChosenRange } from '../../dates/comparison';
import { countPoints } from '../../dates/points';
import { unitName } from '../../dates/units';
import { dateInZone } from '../../dates/zone';
import type { Today } from '../../definition/dates';
import type { Defined } from '../../definition/defined';
import { readCharacters, readOutputForm } from '../../form/output';
import { JSON_LABEL, readPastedJson } from '../../form/pastedJson';
import { readFirstWeekday, readRange, readTimeZone, standingDates } from '../../form/range';
import { assertRangeLength } from '../../form/rangeLength';
import type { ReadField } from '../../form/reading';
import { readReportOptions, type ReportOptions } from '../../form/reportOptions';
import type { OutputForm } from '../../output/forms';
import { addHint } from '../../output/hints';
import { rowUse } from '../../output/present';
import { assertRowsFit } from '../../output/rowGuard';
import type { MessageOptions } from '../../output/message/options';
import { type Given, pages } from '../../paste';
import { type DateRange, type EventQuery, TOTAL, type Unit } from '../../query/eventQuery';
import { isObject } from '../../query/json';
import type { Queries, ReportModelName } from '../../query/queries';
import type { Series } from '../../series/series';
import type { Table } from '../../table/table';
import type { ItemRun } from '../operation';
import { notFollowedYet } from './followed';
import type { ReportModel } from './model';
import { assertModel } from './assertModel';
import { slicesOf } from './fetchReport';
import { planSeries } from './planSeries';
import { type Question, questionOf } from './question';

/** Everything that one item asks for, dates resolved. */
export interface ReportPlan {
	model: ReportModel;
	question: Question;
	/** The same for the totals alone, where totals are wanted beside points in time. */
	totals?: Question;
	/** The same by week, where the total of whole weeks is wanted. */
	weeks?: Question;
	query: Queries[ReportModelName];
	/** Whether the query is the web page's, pasted or saved. */
	isFromPage: boolean;
	/** Whether the page's query has filters that could not be read. */
	hasUnreadFilter: boolean;
	/** None for reports without dates. */
	range?: ChosenRange;
	timeZone: string;
	/** The moment that all of this counts from. */
	now: Date;
	output: OutputForm;
	message: MessageOptions;
	options: ReportOptions;
	/** Most items, if not all are wanted. */
	limit?: number;
	/** Most characters of an answer for an AI agent. */
	characters: number;
	/** For models whose rows are points in time by groups. */
	series?: Series;
	/** Looks at the table before items are made of it, and may add to its notes. */
	look?: (table: Table) => Promise<Table>;
}

/**
 * Reads the form of a report for one item.
 * @param now the moment that "yesterday" counts from
 * @param saved the query, if it does not stand in the form; one that is read here has its own dates
 * @throws UserError that names the field as the form shows it
 */
export function planReport<Name extends ReportModelName>(
	{ context, field, options: collection }: ItemRun,
	now: Date,
	model: ReportModel<Name>,
	saved?: Given<Queries[Name]> | ReadDefined<Queries[Name]>,
): ReportPlan {
	const ownOptions = readReportOptions(collection);
	const timeZone = readTimeZone(collection.timeZone, context.getTimezone());
	const output = readOutputForm(field('output'));
	if (output === 'summary' && !model.isSeries) {
		throw new UserError(
			"The 'Output' Summary is for event and session analyses only. Choose Rows or Table",
		);
	}

	const defined = typeof saved === 'function' ? saved(nowIn(timeZone, now, field)) : undefined;
	const options = withDefined(ownOptions, output, defined);
	const given = defined ?? (saved as Given<Queries[Name]>) ?? readGiven(model, field, timeZone);
	const range = !model.hasDates
		? undefined
		: defined
			? defined.range
			: readRange(field, timeZone, now, given.range);
	if (range)
		assertRangeLength(range, options.longestRange, 'The dates', defined ? "'range'" : undefined);
	addHint(context, defined || !range ? undefined : standingDates(field, range, given.range));
	addHint(context, range && notFollowedYet(given.query, range, dateInZone(now, timeZone)));
	const rest = {
		model: model as unknown as ReportModel,
		isFromPage: given.page !== undefined,
		hasUnreadFilter: hasUnreadFilter(given),
		range,
		timeZone,
		now,
		output,
		message: readMessageOptions(field),
		options,
		limit: readLimit(field),
		characters: readCharacters(field('mostCharacters')),
	};
	if (!range || !model.isSeries) {
		const query = model.rows?.choose(given.query, field) ?? given.query;
		return { ...rest, query, question: questionOf(model.name, { ...given, query }) };
	}
	const measured = given as Defined<Queries[Name] & EventQuery>;
	const series = planSeries(field, measured, { range, timeZone, now }, options, output);
	const { query } = series;
	assertFetchable({ ...rest, series });
	const questionBy = (unit: Unit) =>
		questionOf(model.name, { ...measured, query: { ...query, unit } });
	return {
		...rest,
		query,
		series,
		question: questionBy(query.unit),
		...(series.asksTotals && query.unit !== TOTAL ? { totals: questionBy(TOTAL) } : {}),
		...(query.unit === TOTAL && unitName(series.wholeUnit ?? '') === 'week'
			? { weeks: questionBy('week') }
			: {}),
	};
}

/** Filters under keys that only the page knows, or that are not in neutral form. */
function hasUnreadFilter({ page = {}, unread }: Given<unknown>): boolean {
	const others = Object.entries(page).filter(([key]) => key !== 'filter' && /filter/i.test(key));
	return unread !== undefined || others.some(([, value]) => hasConditions(value));
}

function hasConditions(value: unknown): boolean {
	if (Array.isArray(value)) return value.length > 0;
	return isObject(value) && Object.values(value).some(hasConditions);
}

/** Reads a query that says itself for which dates it is. */
export type ReadDefined<Query> = (now: Today) => Defined<Query>;

function nowIn(timeZone: string, now: Date, field: ReadField): Today {
	return { today: dateInZone(now, timeZone), timeZone, firstWeekday: readFirstWeekday(field) };
}

/** The options, with the order that the query asks for; agents get totals, whatever is cut. */
function withDefined(
	options: ReportOptions,
	output: OutputForm,
	defined: Pick<Defined<unknown>, 'ordering'> = {},
): ReportOptions {
	const { ordering, hasTotals, sliceDays } = options;
	return {
		...options,
		ordering: { ...ordering, ...defined.ordering },
		hasTotals: hasTotals || (output === 'agent' && sliceDays === undefined),
	};
}

function readGiven<Name extends ReportModelName>(
	model: ReportModel<Name>,
	field: ReadField,
	timeZone: string,
): Given<Queries[Name]> {
	if (field('queryMode') !== 'json') return { query: model.readQuery(field) };
	const payload = readPastedJson(field('queryJson'), JSON_LABEL);
	assertModel(payload, model.name);
	const pasted = pages[model.name].read(payload, timeZone);
	if (pasted.comparison && !model.isSeries) {
		throw new UserError(
			`'${JSON_LABEL}' compares two ranges, which this node does for event and session analyses only. Remove 'compare_from_date' and 'compare_to_date' from it, or run the report twice`,
		);
	}
	return pasted;
}

/** The ranges that have to be fetched: the one asked for, and the one to compare it with. */
export function rangesOf({
	range,
	series,
}: Pick<ReportPlan, 'range' | 'series'>): Array<DateRange | undefined> {
	if (!series) return [range];
	const span = series.spanFor(series.firstWeekday);
	return [span?.range, span?.comparison?.range].filter((own) => own !== undefined);
}

/** At three in a second, some minutes. */
const MOST_REQUESTS = 1000;

/**
 * Before anything is asked.
 * @throws UserError for a range in too many slices, or with more points in time than rows may be made of
 */
function assertFetchable({
	range,
	series,
	options,
	output,
	limit,
}: Pick<ReportPlan, 'range' | 'series' | 'options' | 'output' | 'limit'>): void {
	const ranges = rangesOf({ range, series });
	const requests = ranges.reduce((sum, one) => sum + slicesOf({ series }, one).length, 0);
	if (requests > MOST_REQUESTS) {
		throw new UserError(
			`The report would take ${requests} requests, more than ${MOST_REQUESTS}. Choose a shorter 'Date Range', or more days in the option 'Split Range (Days)'`,
		);
	}
	const points =
		series?.isFilled && range ? countPoints(unitName(series.query.unit), range) : undefined;
	if (points === undefined || output === 'raw') return;
	assertRowsFit({ groups: 1, points }, rowUse(output, options.largestReport, limit));
}
