import { UserError } from 'n8n-workflow';

import { arrayOrEmpty, isObject, type JsonObject } from '../../../credentials/http/json';
import { joinNames, quoted } from '../../../credentials/http/redact';
import type { ReportRequest } from '../api/api';
import {
	addDays,
	addUnits,
	countUnits,
	dateInZone,
	dateTimeInZone,
	earlier,
	isDayUnit,
	startOf,
	startOfWeek,
	unitName,
	type Weekday,
} from '../dates/calendar';
import {
	type ChosenRange,
	compareAsPasted,
	compareCustom,
	compareWith,
	type ComparisonPlan,
	daysIn,
	savedToDate,
} from '../dates/range';
import { completeSpan, countPoints, sliceRange, type Span } from '../dates/periods';
import { DAYS_BEFORE, type MarkedDays, type UsualUnit } from '../insight/usual';
import type { ItemRun } from '../item';
import { DEFAULT_CHARACTERS, isMessage, type OutputForm } from '../output/message/forms';
import type { MessageOptions } from '../output/message/options';
import { lastPeriod, startsOver } from '../output/message/periods';
import { addHint } from '../output/meta';
import { rowUse } from '../output/present';
import { assertRowsFit, type RowUse } from '../output/rows';
import { assertFewEach, MOST_POINTS } from '../params/bounds';
import { type ComparisonChoice, readComparison } from '../params/comparison';
import { topGroupsOf } from '../params/group';
import { readMessageOptions } from '../params/message';
import { readReportOptions, type ReportOptions } from '../params/options';
import { impliesUsual, readUsual, WITHOUT_USUAL } from '../params/usual';
import { readCharacters, readOutputForm } from '../params/output';
import { formSource, type Today } from '../params/param';
import { JSON_LABEL } from '../params/queryMode';
import {
	assertRangeLength,
	assertWholeDays,
	readFirstWeekday,
	readRange,
	readTimeZone,
	standingDates,
} from '../params/range';
import type { RawOptions, ReadField } from '../params/read';
import {
	type Besides,
	forOtherRows,
	assertOwnZone,
	type PageAddress,
	type PayloadQuery,
	withoutGroups,
} from '../paste/payload';
import { aggregatorOf } from '../query/aggregators';
import {
	countedBy,
	defaultName,
	isCumulated,
	listColumns,
	nameColumns,
	type NamedParts,
	natureOf,
	restarts,
	windowIn,
	type ReportColumns,
} from '../query/columns';
import type { CatalogEntry } from '../query/entities';
import { flagIn } from '../query/json';
import {
	type DateRange,
	type EventQuery,
	type Filter,
	type Fold,
	isTimeProperty,
	type Measure,
	type Property,
	type Queries,
	type ReportModelName,
	TOTAL,
	type Unit,
	USERS,
	propertyName,
} from '../query/query';
import type { TimeSeriesPlan } from '../series/series';
import { withCommas } from '../table/decimal';
import type { Ordering } from '../table/grid';
import { type Column, type Table, withOverlap } from '../table/table';
import { readPasted } from './registry';
import type { Defined, Report } from './report';

/** Whether a report follows users through the current period, whose numbers aren't final. */
export function isUnderWay(
	query: Queries[ReportModelName],
	{ from, to }: DateRange,
	today: string,
	weekday: Weekday,
): boolean {
	if (!('duration' in query) || !isDayUnit(query.unit) || from > today) return false;
	const { unit, duration } = query;
	const end = endOfFollowed(query, to, today);
	const isWhole = end < today && addUnits(unit, startOf(unit, end, weekday), 1) === addDays(end, 1);
	return !isWhole && countUnits(unit, { from: earlier(to, end), to: end }, weekday) - 1 <= duration;
}

/** Returns the last day on which users are followed: some reports count only within their dates. */
function endOfFollowed(query: Queries[ReportModelName], to: string, today: string): string {
	return 'mayEndLater' in query && !query.mayEndLater ? earlier(to, today) : today;
}

/** In another time zone, the project's date may be a day ahead, and have numbers. */
export function futureNote(
	{ today, timeZone }: Pick<ReportPlan, 'today' | 'timeZone'>,
	range: DateRange | undefined,
): string | undefined {
	if (!range || range.from <= today) return undefined;
	return `The date range is in the future: today is ${today} in the time zone ${timeZone}. Its numbers aren't final`;
}

/** Clocks of two zones differ by more; those of two hosts by less, and so does a slow answer. */
const CLOCKS_DIFFER_MS = 45 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * A hint if the data end later than now, which shows that the project has other clocks: yesterday
 * may be another day there. n8n's own time zone is New York's if nobody sets one.
 * @param until `YYYY-MM-DD HH:MM`, on the project's clocks
 */
export function otherClocksNote(
	{ now, timeZone }: Pick<ReportPlan, 'now' | 'timeZone'>,
	until: string | undefined,
): string | undefined {
	// In the hour that occurs twice, the clock of an hour ago may be ahead.
	const [here, anHourAgo] = [0, HOUR_MS].map((ago) =>
		dateTimeInZone(new Date(now.getTime() - ago), timeZone),
	) as [string, string];
	const [end, clock, clockBefore] = [until ?? '', here, anHourAgo].map((time) =>
		Date.parse(`${time.replace(' ', 'T')}Z`),
	) as [number, number, number];
	if (!(end - Math.max(clock, clockBefore) > CLOCKS_DIFFER_MS)) return undefined;
	return `Sensors Analytics has data until ${until}, but it is only ${here.slice(0, 16).replace('T', ' ')} in the time zone ${timeZone}. If the project uses another time zone, set the option 'Time Zone': dates such as yesterday can be other days there`;
}

/**
 * A hint if users are followed for some periods, and nobody in the range can have been followed for
 * all of them yet. The current period counts, because it has a row.
 */
export function notFollowedYet(
	query: Queries[ReportModelName],
	{ from, to }: DateRange,
	today: string,
	weekday: Weekday,
): string | undefined {
	if (!('duration' in query) || !isDayUnit(query.unit)) return undefined;
	const { unit, duration } = query;
	const end = endOfFollowed(query, to, today);
	const reached = Math.max(0, countUnits(unit, { from, to: end }, weekday) - 1);
	if (reached >= duration) return undefined;
	return `For users who start ${unit === 'day' ? `on ${from}` : `in the ${unit} that contains ${from}`}, data exists for ${reached} of ${duration} ${unit}s${end < today ? ' within the dates' : ' so far'}. To see more, choose a 'Date Range' that starts earlier.`;
}

function cannotAddUp(measure: Measure | undefined): boolean {
	return measure !== undefined && natureOf(measure) !== 'sum';
}

/**
 * The result of joined chunks would differ for numbers of sessions, cumulative numbers, and totals
 * that can't be added up (a user in two chunks counts once), also of the measure that ranks groups.
 */
export function assertJoinable(
	{ measures, unit }: NamedParts,
	hasTotals: boolean,
	rankedBy?: number,
): void {
	measures.forEach((measure, index) => {
		const name = nameOfMeasure(measure);
		if (measure.isOfSessions) {
			throw new UserError(
				`${name} counts sessions, which a split date range can cut in two. Remove the option 'Split Range (Days)'`,
			);
		}
		if (isCumulated(measure)) {
			throw new UserError(
				`${name} accumulates from the start of the date range, so the date range can't be split. Remove the option 'Split Range (Days)'`,
			);
		}
		const needsTotal = hasTotals || unit === TOTAL || index === rankedBy;
		if (needsTotal && cannotAddUp(measure)) {
			throw new UserError(
				`The total of ${name} can't be added up from parts of the date range. Remove the option 'Split Range (Days)', or turn off totals${index === rankedBy ? ' and the order by this measure' : ''}`,
			);
		}
	});
}

/**
 * The service totals complete days, so totals would include the current hour, also those by which
 * groups are ordered.
 */
function assertHours(
	{ measures }: NamedParts,
	isSummary: boolean,
	rankedBy: number | undefined,
): void {
	const ways = "Choose another 'Unit', or remove the option 'Complete Periods Only'";
	if (isSummary) {
		throw new UserError(`A Summary by hour can't exclude the current, incomplete hour. ${ways}`);
	}
	const measure = rankedBy === undefined ? undefined : measures[rankedBy];
	if (measure === undefined) return;
	throw new UserError(
		`'Order By' uses the total of ${nameOfMeasure(measure)}, which can't exclude the current, incomplete hour. ${ways}`,
	);
}

export function assertAddable({ measures }: NamedParts): void {
	const measure = measures.find(cannotAddUp);
	if (measure === undefined) return;
	const why = measure.isOfSessions
		? 'a session can belong to two groups'
		: 'the option supports only event counts and sums';
	throw new UserError(
		`'Combine Remaining Groups' can't add up ${nameOfMeasure(measure)}: ${why}. Remove the option or the measure`,
	);
}

function assertFoldable(
	{ measures }: EventQuery,
	foldedBy: Fold,
	output: OutputForm,
	isCompared: boolean,
): void {
	const label = `'unit' can't be '${foldedBy}'`;
	if (output !== 'agent')
		throw new UserError(`${label} in this 'Output'. Set 'Output' to Compact (for AI Agents)`);
	if (isCompared)
		throw new UserError(
			`${label} with 'compare' or 'usual_range'. Ask once for each range to compare`,
		);
	const measure = measures.find(cannotAddUp);
	if (measure === undefined) return;
	throw new UserError(
		`${label} for ${nameOfMeasure(measure)}, because the numbers of several days can't be added up: users of two days can be the same, and averages weigh differently. Ask for events or a sum (an average is the sum by the events)`,
	);
}

function nameOfMeasure(measure: Measure): string {
	const name = `${quoted(measure.name ?? defaultName(measure))}`;
	const label = measure.kind === 'event' ? aggregatorOf(measure)?.label : undefined;
	return measure.isOfSessions && label !== undefined ? `${name} (${label})` : name;
}

export function assertColumn({ by }: Ordering, columns: readonly Column[]): void {
	const named = columns.filter(({ role }) => role !== 'date');
	// Only dates without groups have an order.
	const known = named.some(({ role }) => role === 'group') ? named : columns;
	if (by === undefined || known.some(({ key }) => key === by)) return;
	const keys = named.map(({ key }) => key);
	throw new UserError(
		`'Order By' doesn't name a column: ${quoted(by)}. Use one of: ${joinNames(keys)}`,
	);
}

type When = Pick<TimeSeriesPlan, 'timeZone' | 'now' | 'today'> & { range: ChosenRange };

function planSeries<Query extends EventQuery>(
	field: ReadField,
	input: Defined<Query>,
	when: When,
	options: ReportOptions,
	output: OutputForm,
	/** Whether sentences lead with numbers of the complete dates. */
	hasSentences: boolean,
): TimeSeriesPlan<Query> {
	const { range, timeZone, today } = when;
	const choice = input.compared ?? readComparison(field, timeZone);
	const isSummary = output === 'summary';
	const query = isSummary ? { ...input.query, groupBy: [], unit: TOTAL } : input.query;
	const firstWeekday = readFirstWeekday(field);
	const comparisonFor = (weekday: Weekday) =>
		choice && resolve(choice, input, range, { unit: query.unit, firstWeekday: weekday });
	const comparison = comparisonFor(firstWeekday);
	if (comparison?.range) {
		const field = input.compared ? "'compare'" : "'Compare With'";
		assertRangeLength(comparison.range, options.longestRange, 'The comparison dates', field);
	}
	const { sliceDays } = options;
	const isSliced = [range, comparison?.range].some(
		(own) => own && sliceDays !== undefined && sliceRange(own, sliceDays, query.unit).length > 1,
	);
	// Users of two days aren't the sum of both: only the service knows the number of all dates.
	const leadsWithTotals =
		hasSentences &&
		query.unit !== TOTAL &&
		!isSliced &&
		// Those that count earlier dates have no total.
		query.measures.some((one) => cannotAddUp(one) && windowIn(one) === undefined);
	const isOpen = range.to >= today;
	const isTotal = query.unit === TOTAL;
	const completeIn = (span: Span, unit: string, weekday: Weekday) =>
		completeSpan(span, { unit, firstWeekday: weekday, today, isTotal });
	const { top, hasRest } = options.ordering;
	const isTopped = top !== undefined && query.groupBy.length > 0;
	// Today can't be left out of a total that is requested or has groups without rows, or compared
	// with a whole day.
	const needsComplete =
		(hasSentences && isTotal && comparison !== undefined) ||
		((leadsWithTotals || (hasSentences && isTopped)) && isDayUnit(unitName(query.unit)));
	// Without a complete period, the message has the number so far.
	const isCompleteOnly =
		options.isCompleteOnly ||
		(needsComplete && isOpen && completeIn({ range }, query.unit, firstWeekday) !== undefined);
	// Raw returns the answer for the complete range.
	const completeUnit = isCompleteOnly && output !== 'raw' ? input.query.unit : undefined;
	const spanFor = (weekday: Weekday) => {
		const span = { range, comparison: comparisonFor(weekday) };
		return completeUnit === undefined ? span : completeIn(span, completeUnit, weekday);
	};

	const columns = nameColumns(query, comparison !== undefined, isSummary);
	const hasTotals =
		options.hasTotals ||
		// Agents get totals, even if the option is off.
		(output === 'agent' && !(isSliced && query.measures.some(cannotAddUp))) ||
		(leadsWithTotals && (!isOpen || isDayUnit(unitName(query.unit)))) ||
		query.unit === TOTAL ||
		flagIn(input.page ?? {}, 'detail_and_rollup') === true;
	const isDirected = ((field('options') || {}) as RawOptions).orderDirection !== undefined;
	const isOrdered =
		isTopped || input.ordering !== undefined || (isDirected && query.groupBy.length > 0);
	const { by = isOrdered ? columns.measures[0]?.key : undefined } = options.ordering;
	const ordering = { ...options.ordering, by };
	if (query.foldedBy !== undefined)
		assertFoldable(
			query,
			query.foldedBy,
			output,
			input.hasUsual === true || comparison !== undefined,
		);
	const rankedBy = output === 'raw' ? undefined : checkOrdering(ordering, input.query, columns);
	const isOneLine = query.groupBy.length === 0 && query.unit !== TOTAL;
	if (isOneLine && output !== 'agent' && output !== 'raw') {
		if (input.ordering) {
			throw new UserError(
				"'order_by', 'order', and 'top' order groups, but the query has no 'group_by'. Add 'group_by', or remove them. Only the output for AI agents orders dates",
			);
		}
		if (ordering.by !== undefined) {
			throw new UserError(
				"The option 'Order By' orders groups, but the report has none. Add a group, or remove the option. Only the output for AI agents orders dates",
			);
		}
	}
	const isByHour = completeUnit !== undefined && unitName(completeUnit) === 'hour';
	if (isByHour && isOpen && range.from <= today) assertHours(query, isSummary, rankedBy);
	if (hasRest && isTopped && output !== 'raw') assertAddable(query);
	if (isSliced) assertJoinable(query, hasTotals, rankedBy);
	return {
		...when,
		query,
		columns,
		comparison,
		spanFor,
		firstWeekday,
		// A single row has no order.
		ordering: isSummary ? { isDescending: true } : ordering,
		// The averages and minimums of a message, and sums by weekday, need all dates.
		isFilled: options.isFilled || isMessage(output) || query.foldedBy !== undefined,
		completeUnit,
		hasTotals,
		addsUp: isMessage(output),
		notesTop: output !== 'agent' && !isMessage(output),
		asksTotals: hasTotals || rankedBy !== undefined,
		sliceDays,
	};
}

function resolve(
	choice: ComparisonChoice,
	{ range: saved, comparison, query }: PayloadQuery<EventQuery>,
	range: ChosenRange,
	by: { unit: string; firstWeekday: Weekday },
): ComparisonPlan | undefined {
	switch (choice.kind) {
		case 'preset':
			return compareWith(choice.preset, range, by);
		case 'custom':
			return compareCustom(range, choice.range);
		case 'asPasted':
			if (comparison && (comparison.from === '' || comparison.from > comparison.to)) {
				throw new UserError(
					"'compare_from_date' and 'compare_to_date' of the query aren't two dates in ascending order. Correct the dates, or choose another 'Compare With'",
				);
			}
			if (comparison)
				assertWholeDays(comparison, "'compare_from_date' or 'compare_to_date'", "'Compare With'");
			return (
				comparison &&
				compareAsPasted(
					{
						range: saved && { ...saved, toDate: savedToDate(saved, by.firstWeekday) },
						comparison,
						unit: query.unit,
					},
					range,
					by,
				)
			);
	}
}

/**
 * Returns the index of the measure whose total the service has to return to order the groups, if
 * any.
 */
function checkOrdering(
	ordering: Ordering,
	input: EventQuery,
	columns: ReportColumns,
): number | undefined {
	const { by } = ordering;
	if (by === undefined) return undefined;
	// A summary has no groups, but its report does.
	const overall = listColumns(nameColumns(input, columns.compared !== undefined));
	const own = listColumns(columns);
	const others = overall.filter(({ key }) => !own.some((column) => column.key === key));
	assertColumn(ordering, [...own, ...others]);
	// An order of dates, or of one row, needs no totals.
	if (columns.date === undefined || columns.groups.length === 0) return undefined;
	const measure = columns.measures.findIndex(
		({ key }, index) =>
			key === by || columns.compared?.measures[index]?.some((own) => own.key === by),
	);
	return measure >= 0 && cannotAddUp(input.measures[measure]) ? measure : undefined;
}

/** Returns the ranges of the requests for a range: one, or one per chunk. */
export function slicesOf(
	{ series }: Pick<ReportPlan, 'series'>,
	range: DateRange | undefined,
): Array<DateRange | undefined> {
	if (range === undefined || series?.sliceDays === undefined) return [range];
	return sliceRange(range, series.sliceDays, series.query.unit);
}

/** Returns the plan of another request than the report's own: one without totals and limits. */
export function planFor(plan: ReportPlan, { model, input }: ReportRequest): ReportPlan {
	const query = input.query as EventQuery;
	return {
		...plan,
		question: { model, input: { ...input, page: forOtherRows(input.page) } },
		series: plan.series && { ...plan.series, query, asksTotals: false },
		options: { ...plan.options, limits: {} },
		totals: undefined,
	};
}

/** Basis of the usual range: preceding hours, days or weeks. */
interface History {
	unit: UsualUnit;
	question: ReportRequest;
	/** Whether it isn't requested: a failed request is then no error. */
	isImplied: boolean;
}

/** Returns the unit of the rows; a total can be that of one day or week. */
function usualUnitOf(
	unit: Unit,
	{ from, to }: DateRange,
	firstWeekday: Weekday,
): UsualUnit | undefined {
	const name = unitName(unit);
	if (name === 'hour' || name === 'day' || name === 'week') return name;
	if (unit !== TOTAL) return undefined;
	if (from === to) return 'day';
	const isWeek = addDays(from, 6) === to && startOfWeek(from, firstWeekday) === from;
	return isWeek ? 'week' : undefined;
}

/** Returns the dates of a history: those of the report, and the preceding ones that it needs. */
export function historyRange(
	{ history, series, today }: Pick<ReportPlan, 'history' | 'series' | 'today'>,
	{ from, to }: DateRange,
): DateRange | undefined {
	if (!history || !series || from > today) return undefined;
	const first = history.unit === 'week' ? startOfWeek(from, series.firstWeekday) : from;
	return { from: addDays(first, -DAYS_BEFORE[history.unit]), to: earlier(to, today) };
}

export function noUsualRange(): UserError {
	return onlySeries("'If the Number Is Unusual' in 'When to Send'", 'Choose another condition');
}

export function onlySeries(what: string, advice: string): UserError {
	return new UserError(`${what} is available only for event and session reports. ${advice}`);
}

function noChangeKnown(advice: string): UserError {
	return new UserError(
		`'If the Number Changed by at Least…' in 'When to Send' requires a comparison. ${advice}`,
	);
}

export interface ReportPlan {
	report: Report;
	question: ReportRequest;
	/** The request for totals only, if the report has totals and points in time. */
	totals?: ReportRequest;
	/** The request by week, for a total of complete weeks. */
	weeks?: ReportRequest;
	/** The same request without groups, for the usual range. */
	history?: History;
	/** The request without groups, for a message with numbers that its rows do not add up to. */
	overall?: Pick<ReportPlan, 'question' | 'totals' | 'series'> & {
		/** Whether it is needed only if not all dates count, because the first groups have rows. */
		isSpare?: boolean;
	};
	query: Queries[ReportModelName];
	/** Whether an event, or a user, can be in several groups, because a group is a list. */
	hasOverlap?: boolean | 'maybe';
	/** Whether the query is the web page's, pasted or saved. */
	isFromPage: boolean;
	/** The address of the page whose URL contains the query. */
	pageAddress?: PageAddress;
	/** What changes the numbers of the page's query besides the query. */
	besides?: Besides;
	/** undefined for reports without dates. */
	range?: ChosenRange;
	/** The requested dates, of which a message may leave out the last ones. */
	asked?: ChosenRange;
	timeZone: string;
	firstWeekday: Weekday;
	now: Date;
	/** The date of `now` in the time zone. */
	today: string;
	output: OutputForm;
	message?: MessageOptions;
	options: ReportOptions;
	/** How the output uses rows. */
	use: RowUse;
	/** Maximum number of characters of an answer for an AI agent. */
	characters: number;
	/** Only for models whose rows are points in time by groups. */
	series?: TimeSeriesPlan;
	/** Days that are special, unless the usual range is turned off. */
	marks?: MarkedDays;
	/** Checks the table before items are made of it, and may add notes. */
	inspect?: (table: Table) => Promise<Table>;
}

/**
 * Reads the form of a report for one item.
 * @param now moment to which words such as "yesterday" refer
 * @param saved query that isn't in the form, or a function that reads a query with its own dates
 */
export function planReport<Name extends ReportModelName>(
	{ context, field, options: collection }: ItemRun,
	now: Date,
	report: Report<Name>,
	saved?: PayloadQuery<Queries[Name]> | ReadDefined<Queries[Name]>,
): ReportPlan {
	const output = readOutputForm(field('output'));
	const message = isMessage(output) ? readMessageOptions(field) : undefined;
	const isForUnusual = message?.sendIf?.isUnusual;
	if (isForUnusual && !report.isSeries) throw noUsualRange();
	const isForChange = message?.sendIf?.change !== undefined;
	if (isForChange && !report.isSeries)
		throw noChangeKnown('Only event and session reports can be compared. Choose another condition');
	const timeZone = readTimeZone(collection.timeZone, context.getTimezone());
	if (output === 'summary' && !report.isSeries) {
		throw onlySeries("The 'Output' Summary", 'Choose Rows or Table');
	}

	const today = dateInZone(now, timeZone);
	const firstWeekday = readFirstWeekday(field);
	const defined =
		typeof saved === 'function' ? saved({ today, timeZone, firstWeekday }) : undefined;
	const own = readReportOptions(
		{ ...collection, ...topGroupsOf(field) },
		timeZone,
		isForUnusual || defined?.hasUsual,
	);
	const options = {
		...own,
		ordering: { ...own.ordering, ...defined?.ordering },
	};
	const input =
		defined ?? (saved as PayloadQuery<Queries[Name]>) ?? readQuery(report, field, timeZone);
	if (input.page) assertFewEach(input.query);
	const range = !report.hasDates
		? undefined
		: defined
			? defined.range
			: readRange(field, timeZone, now, input.range);
	if (range)
		assertRangeLength(range, options.longestRange, 'The dates', defined ? "'range'" : undefined);
	if (range && input.range && !defined) addHint(context, standingDates(field, range, input.range));
	const rest = {
		report: report as unknown as Report,
		isFromPage: input.page !== undefined,
		pageAddress: input.address,
		besides: input.besides,
		range,
		timeZone,
		firstWeekday,
		now,
		today,
		output,
		message,
		options,
		use: rowUse(output, options.largestReport, options.limit),
		characters: output === 'agent' ? readCharacters(field('mostCharacters')) : DEFAULT_CHARACTERS,
	};
	if (!range || !report.isSeries) {
		addHint(context, range && notFollowedYet(input.query, range, today, firstWeekday));
		const chosen = report.rows?.choose(input.query, field, timeZone) ?? input.query;
		// Sentences about paths are about their links.
		const isOfLinks = message?.layout === 'digest' && 'rows' in chosen;
		const query: typeof chosen = isOfLinks ? { ...chosen, rows: 'links' } : chosen;
		const question = { model: report.name, input: { ...input, query } };
		const isDigest = message?.layout === 'digest';
		const ungrouped = message && report.leadsWithAll ? withoutGroups(question.input) : undefined;
		const overall =
			isDigest && ungrouped ? { question: { ...question, input: ungrouped } } : undefined;
		// The service has a single row of a group for all starts, or dates.
		const clock = { query, timeZone, requestedAt: now.toISOString(), firstWeekday };
		const counted = !(range && ungrouped)
			? range
			: 'duration' in query
				? startsOver(range, { ...clock, unit: query.unit })
				: isDigest && 'of' in query && !query.isWhole
					? lastPeriod(range, { ...clock, unit: query.unit })
					: range;
		return assertFetchable(
			{ ...rest, range: counted, asked: range, query, question, overall },
			defined !== undefined,
		);
	}
	const measured = input as Defined<Queries[Name] & EventQuery>;
	const series = planSeries(
		field,
		measured,
		{ range, timeZone, now, today },
		options,
		output,
		needsSentences(message),
	);
	if (isForChange && !series.comparison) throw noChangeKnown("Choose a value in 'Compare With'");
	const { query } = series;
	const questionBy = (unit: Unit, groupBy = query.groupBy): ReportRequest => ({
		model: report.name,
		input: { ...measured, query: { ...query, unit, groupBy } },
	});
	const isOnePeriod =
		range.to < today && (query.unit === TOTAL || countPoints(query.unit, range) === 1);
	const mayImplyUsual =
		impliesUsual(collection) && defined?.hasUsual === undefined && !options.usual;
	const impliedUsual = needsSentences(message) && isOnePeriod && mayImplyUsual;
	const isOff = !impliesUsual(collection) || defined?.hasUsual === false;
	const marks = options.usual ?? (isOff ? undefined : readUsual(collection, timeZone, true));
	const chosenUsual = impliedUsual ? marks : options.usual;
	// Numbers that restart have no usual range, and neither have those of several days.
	const hasNone = query.foldedBy !== undefined || query.measures.every(restarts);
	const usual = hasNone ? undefined : chosenUsual;
	const history = usual && usualUnitOf(query.unit, range, series.firstWeekday);
	const totalsOf = (groupBy = query.groupBy) =>
		series.asksTotals && query.unit !== TOTAL ? { totals: questionBy(TOTAL, groupBy) } : {};
	const plan: ReportPlan = {
		...rest,
		query,
		series,
		marks,
		question: questionBy(query.unit),
		options: { ...options, usual: history || !impliedUsual ? usual : undefined },
		...(history
			? { history: { unit: history, question: questionBy(history, []), isImplied: impliedUsual } }
			: {}),
		...totalsOf(),
		...(needsSentences(message) && (needsOverall(series) || leavesOutGroups(series))
			? {
					overall: {
						isSpare: !needsOverall(series),
						series: ungroupedSeries(series),
						question: questionBy(query.unit, []),
						...totalsOf([]),
					},
				}
			: {}),
		...(query.unit === TOTAL && unitName(series.completeUnit ?? '') === 'week'
			? { weeks: questionBy('week', []) }
			: {}),
	};
	return assertFetchable(plan, defined !== undefined);
}

/** Rows and tables have fewer sentences than a digest, but may be sent because of the same change. */
function needsSentences(message: MessageOptions | undefined): boolean {
	return message?.layout === 'digest' || message?.sendIf?.change !== undefined;
}

function leavesOutGroups({ query, ordering }: TimeSeriesPlan): boolean {
	return query.groupBy.length > 0 && ordering.top !== undefined && ordering.hasRest !== true;
}

/** Whether the sentences of a message need numbers of all groups that can't be added up. */
function needsOverall({ query, columns }: TimeSeriesPlan): boolean {
	return query.groupBy.length > 0 && columns.measures.some(({ canAddUp }) => canAddUp !== true);
}

/**
 * If one group is a list property, an event or a user is in the group of each of its values: a
 * series then requests the numbers of all groups without groups, and also if the types of properties
 * can't be read.
 */
export async function withListGroups(run: ItemRun, plan: ReportPlan): Promise<ReportPlan> {
	const { query, series, question, totals, message, output, options } = plan;
	// A preview of Compact doesn't depend on it.
	const isCompact = output === 'agent' && !options.isPreview;
	const fields = 'groupBy' in query && (message || isCompact) ? query.groupBy : [];
	const groupBy = fields
		.map((one) => ('property' in one ? one.property : one))
		.filter((property) => !isTimeProperty(property));
	if (groupBy.length === 0) return plan;
	const isList = async (
		of: Property['of'],
		list: (sought: string[]) => Promise<readonly CatalogEntry[]>,
	) => {
		const own = groupBy.filter((property) => property.of === of).map(propertyName);
		const entries = own.length > 0 ? await list(own) : [];
		return entries.some(({ name, kind }) => kind === 'list' && own.includes(name));
	};
	const readLists = async () => {
		const catalog = await run.catalog();
		const { events } = partsOf(query);
		return (
			(await isList('user', catalog.userProperties)) ||
			(await isList('event', async (own) => await catalog.eventProperties(events, own)))
		);
	};
	const hasOverlap = await readLists().catch(() => 'maybe' as const);
	if (!hasOverlap || !series) return { ...plan, hasOverlap };
	const { measures, compared } = series.columns;
	const columns: ReportColumns = {
		...series.columns,
		measures: measures.map(withOverlap),
		...(compared
			? {
					compared: { ...compared, measures: compared.measures.map((own) => own.map(withOverlap)) },
				}
			: {}),
	};
	const ofAll = ({ model, input }: ReportRequest): ReportRequest => ({
		model,
		input: { ...input, query: { ...input.query, groupBy: [] } as typeof input.query },
	});
	const overall = {
		series: ungroupedSeries(series),
		question: ofAll(question),
		...(totals ? { totals: ofAll(totals) } : {}),
	};
	return {
		...plan,
		hasOverlap,
		series: { ...series, columns },
		...(needsSentences(message) ? { overall } : {}),
	};
}

function ungroupedSeries(series: TimeSeriesPlan): TimeSeriesPlan {
	const { comparison } = series;
	const query = { ...series.query, groupBy: [] };
	return {
		...series,
		query,
		columns: nameColumns(query, comparison !== undefined),
		ordering: { isDescending: true },
	};
}

/** Reads a query that contains its dates. */
type ReadDefined<Query> = (now: Today) => Defined<Query>;

function readQuery<Name extends ReportModelName>(
	report: Report<Name>,
	field: ReadField,
	timeZone: string,
): PayloadQuery<Queries[Name]> {
	const { name, payload } = report;
	if (field('queryMode') !== 'json' || payload === undefined)
		return { query: report.read(formSource(field, timeZone)) };
	const pasted = readPasted({ name, payload }, field, timeZone);
	if (pasted.comparison && !report.isSeries) {
		throw new UserError(
			`'${JSON_LABEL}' compares two date ranges, which this node supports only for event and session reports. Remove 'compare_from_date' and 'compare_to_date', or run the report twice`,
		);
	}
	return pasted;
}

export function rangesOf({
	range,
	series,
}: Pick<ReportPlan, 'range' | 'series'>): Array<DateRange | undefined> {
	if (!series) return [range];
	const span = series.spanFor(series.firstWeekday);
	return [span?.range, span?.comparison?.range].filter((own) => own !== undefined);
}

/** At 3 requests per second, this takes some minutes. */
const MOST_REQUESTS = 1000;
const MONTH_DAYS = 31;
/** Units without a calendar here, by their number per hour. */
const FINER: { [unit: string]: number | undefined } = { minute: 60, second: 3600 };

/**
 * Refuses a range with too many chunks, or with more points in time than a request or the rows
 * support.
 */
function assertFetchable(plan: ReportPlan, hasKeys: boolean): ReportPlan {
	const { range, series, output, query, history } = plan;
	const ranges = rangesOf(plan);
	const before = history && range && historyRange(plan, range);
	const assertZone = (one: DateRange | undefined) => {
		if (one) assertOwnZone(plan.question.input.page ?? {}, one, plan.timeZone);
	};
	ranges.forEach(assertZone);
	try {
		assertZone(before);
	} catch (error) {
		if (!history?.isImplied)
			throw Object.assign(error as Error, {
				message: `${(error as Error).message}. ${WITHOUT_USUAL}`,
			});
		return assertFetchable(
			{ ...plan, history: undefined, options: { ...plan.options, usual: undefined } },
			hasKeys,
		);
	}
	const earlier = before ? slicesOf(planFor(plan, history.question), before) : [];
	const sliced = ranges.map((one) => slicesOf(plan, one));
	const requests = sliced.reduce((sum, slices) => sum + slices.length, earlier.length);
	if (requests > MOST_REQUESTS) {
		throw new UserError(
			`The report needs ${requests} requests, but the maximum is ${MOST_REQUESTS}. Choose a shorter 'Date Range', or increase the option 'Split Range (Days)'`,
		);
	}
	if (!range || !('unit' in query) || ('isWhole' in query && query.isWhole)) return plan;
	const unit = unitName(query.unit);
	const followed = 'duration' in query ? query.duration + 1 : 1;
	const pointsIn = (by: string, own: DateRange | undefined): number => {
		const finer = FINER[by];
		const count = own && countPoints(finer ? 'hour' : by, own);
		return (count ?? 0) * (finer ?? followed);
	};
	// The first chunk is as long as any other.
	const requested = sliced.reduce((sum, [first]) => sum + pointsIn(unit, first), 0);
	const most = Math.max(requested, history ? pointsIn(history.unit, earlier[0]) : 0);
	if (most > MOST_POINTS) {
		const canSplit = !hasKeys && series?.sliceDays === undefined && most === requested;
		const ways = [
			hasKeys ? "a longer 'unit'" : "a longer 'Unit'",
			hasKeys ? "a shorter 'range'" : "a shorter 'Date Range'",
			...(followed > 1 ? [hasKeys ? "fewer 'periods'" : "a smaller 'Number of Periods'"] : []),
			...(series && canSplit ? [splitAdvice(ranges)] : []),
		];
		const what = followed > 1 ? 'periods of all dates' : `${unit}s`;
		const both = most === requested && ranges.length > 1 ? ' in both ranges' : '';
		throw new UserError(
			`The report requests ${withCommas(most)} ${what}${both} at once, but the maximum is ${withCommas(MOST_POINTS)}. Choose ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)}`,
		);
	}
	const points = series?.isFilled ? countPoints(unit, range) : undefined;
	if (points !== undefined && output !== 'raw') assertRowsFit({ groups: 1, points }, plan.use);
	return plan;
}

/** Returns how many requests the option would take; they are sent one after another. */
function splitAdvice(ranges: ReadonlyArray<DateRange | undefined>): string {
	const requests = ranges.reduce(
		(sum, own) => sum + (own ? Math.ceil(daysIn(own) / MONTH_DAYS) : 0),
		0,
	);
	return `the option 'Split Range (Days)' (${MONTH_DAYS} days take ${requests} requests)`;
}

/** What the earlier dates are that a number also counts, in the words of its unit. */
const WINDOWS = {
	7: 'in the 7 days up to',
	30: 'in the 30 days up to',
	month: 'from the first day of the month to',
	range: 'from the first date of the report to',
};

/**
 * Returns what a measure counts; sums and extremes have the unit of the property.
 * @param isDerived whether the column compares, so that the row doesn't have its days
 */
function unitOfMeasure(
	measure: Measure | undefined,
	{ date, hasTimeOfDay }: ReportColumns,
	isDerived: boolean,
): string | undefined {
	if (measure?.kind !== 'event') return undefined;
	const { aggregator, isOfSessions } = measure;
	if (aggregator === 'average') return `${isOfSessions ? 'sessions' : 'events'} per user`;
	const counted = countedBy(measure);
	const unit = counted === 'values' ? 'different values' : counted;
	const window = windowIn(measure);
	if (window === undefined) return unit;
	// From when a number of an hour counts isn't documented.
	if (hasTimeOfDay) return undefined;
	if (isDerived) return unit;
	return `${unit}, ${WINDOWS[window]} the last day of the ${date === undefined ? 'report' : 'row'}`;
}

export function unitsOf(
	columns: readonly Column[],
	series: TimeSeriesPlan | undefined,
): Array<string | undefined> {
	const measured = new Map(
		series?.columns.measures.map(({ key }, index) => [key, series.query.measures[index]]),
	);
	return columns.map(({ key, role, derived }) => {
		if (role !== 'measure') return undefined;
		if (derived?.as === 'percent') return '%';
		if (series) {
			const measure = measured.get(derived?.of ?? key);
			return unitOfMeasure(measure, series.columns, derived !== undefined);
		}
		if (key.startsWith('percent')) return '%';
		// Times between two events are in seconds (docs/service.md, "OpenAPI"), although the service
		// doesn't say so.
		if (/_time(_of_users)?$/.test(key)) return 'seconds';
		return key.endsWith('users') ? 'users' : undefined;
	});
}

/** The events and properties whose names a report shows. */
export interface QueryParts {
	events: string[];
	properties: Property[];
	parts: EventPart[];
}

/** A measure, a step or another part of a query that has its own event; a formula may have several. */
export interface EventPart {
	events: readonly string[];
	filter?: Filter;
	property?: Property;
}

/** Finds events and properties in a query; in filters only if those are shown. */
export function partsOf(query: Queries[ReportModelName], withFilters = false): QueryParts {
	const events = new Set<string>();
	const properties: Property[] = [];
	const parts: EventPart[] = [];
	const visit = (value: unknown) => {
		if (Array.isArray(value)) value.forEach(visit);
		else if (isProperty(value)) properties.push(value);
		else if (isObject(value)) visitAll(value);
	};
	const visitAll = (part: JsonObject) => {
		// A formula has a list of names.
		const own = [part.event, ...arrayOrEmpty(part.events)].filter(
			(event): event is string => typeof event === 'string' && event !== USERS,
		);
		for (const event of own) events.add(event);
		// A distribution has its event, and the measure in `of`; its filter is that of the report.
		const isWhole = part === (query as object);
		const { property } = (isObject(part.of) ? part.of : part) as Pick<EventPart, 'property'>;
		if (own.length > 0)
			parts.push({ events: own, filter: isWhole ? undefined : (part.filter as Filter), property });
		for (const [key, value] of Object.entries(part))
			if (withFilters || key !== 'filter') visit(value);
	};
	visit(query);
	return { events: [...events], properties, parts };
}

const OWNERS: unknown[] = ['event', 'user', 'other'] satisfies Array<Property['of']>;

function isProperty(value: unknown): value is Property {
	return isObject(value) && OWNERS.includes(value.of);
}
