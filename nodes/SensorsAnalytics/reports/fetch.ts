import { UserError } from 'n8n-workflow';

import type { ServiceRequest } from '../../../credentials/http/request';
import { inSlices, type Steps } from '../../../credentials/http/slices';
import type { Wire } from '../api';
import { type Ask, checkedSteps, type ReportRequest, type ReportWire } from '../api/api';
import { NeedsUngroupedTable, UnexpectedShape } from '../api/rows';
import { needsKey } from '../catalog/catalog';
import { addDays, earlier, unitName, type Weekday } from '../dates/calendar';
import { type ComparisonPlan, daysIn } from '../dates/range';
import {
	countPoints,
	repeatedTooOften,
	type ReturnedDates,
	unlikeWeeks,
	weekdayShown,
} from '../dates/periods';
import { hasArrived } from '../output/message/periods';
import { assertRowsFit, assertTableFits, reportSizeSteps } from '../output/rows';
import { withoutGroups } from '../paste/payload';
import { listColumns } from '../query/columns';
import { type DateRange, FULL_SAMPLE, type Queries, type ReportModelName } from '../query/query';
import {
	type Answers,
	arrangeSteps,
	factsOf,
	type FetchedReport,
	noCompletePeriod,
	returnedDatesOf,
	type TimeSeriesPlan,
} from '../series/series';
import { CutPeriod } from '../table/grid';
import {
	dataEndOf,
	earlierData,
	keyOfGroup,
	listRows,
	type Note,
	positionsOf,
	type Table,
	withOverlap,
} from '../table/table';
import { isNameRefusal, isOfRequest } from '../transport/errors';
import { planFor, type ReportPlan, slicesOf } from './plan';
import { reports } from './registry';

export function reportOf(
	wire: Wire,
	{ model }: Pick<ReportRequest, 'model'>,
): ReportWire<Queries[ReportModelName]> {
	const report = wire.reports[model];
	if (report) return report as ReportWire<Queries[ReportModelName]>;
	const { name } = reports[model].option;
	throw needsKey(name.replace(/^Get (.+) Report$/, '$1 reports'), wire);
}

export function requestsFor(
	plan: ReportPlan,
	wire: Wire,
	range: DateRange | undefined,
): ServiceRequest[] {
	const { options, series, question } = plan;
	const how = {
		...options.computation,
		limit: options.limits[wire.limits],
		hasTotals: series?.asksTotals,
	};
	const report = reportOf(wire, question);
	return slicesOf(plan, range).map((slice) => report.request(question.input, slice, how));
}

export async function fetchAnswers(
	ask: Ask,
	plan: ReportPlan,
	wire: Wire,
	range: DateRange | undefined,
): Promise<unknown[]> {
	const answers: unknown[] = [];
	for (const request of requestsFor(plan, wire, range)) answers.push(await ask(request));
	return answers;
}

/** If a point in time occurs too often, one of its rows would be lost. */
export function assertPoints({ points }: Pick<Table, 'points'>, timeZone: string): void {
	const again = repeatedTooOften(points, timeZone);
	if (again === undefined) return;
	throw new UnexpectedShape(
		`${again.replace('T', ' ')} occurs more often in the response than in the time zone ${timeZone}. If the project uses another time zone, set the option 'Time Zone'`,
	);
}

/** The answers of both ranges of a report, the range they are for, and the weeks they have. */
interface Both extends FetchedReport {
	range: DateRange;
	firstWeekday: Weekday;
}

type Fetch = (range: DateRange) => Promise<Answers>;

/** By week, only the first answer shows the first weekday, which decides the comparison range. */
export async function fetchSeries(
	ask: Ask,
	plan: ReportPlan,
	series: TimeSeriesPlan,
	wire: Wire,
): Promise<Fetched> {
	const fetch: Fetch = async (range) => await fetchRange(ask, plan, wire, range);
	// A report that is too large is refused before its rows are made.
	const assertFits = async (range: DateRange, current: Answers, before?: Answers) => {
		const expected = series.isFilled ? countPoints(unitName(series.query.unit), range) : undefined;
		const returnedPoints = current.tables.reduce((sum, { points }) => sum + points.length, 0);
		const points = Math.max(returnedPoints, expected ?? 0);
		const tables = [...current.tables, ...(before?.tables ?? [])];
		const size = await inSlices(reportSizeSteps(tables, points, series.ordering.top));
		assertRowsFit(size, plan.use);
	};
	const fetchFirst: Fetch = async (range) => {
		const answers = await fetch(range);
		await assertFits(range, answers);
		return answers;
	};
	const isByWeek = unitName(series.query.unit) === 'week';
	// A total has no weeks: to know which ones are complete, the node requests them first.
	const weeks = plan.weeks && mayHaveWeek(series) ? plan.weeks : undefined;
	const both =
		series.completeUnit === undefined
			? await fetchBoth(fetchFirst, fetch, series)
			: await fetchComplete(
					fetchFirst,
					fetch,
					series,
					weeks
						? returnedDatesOf(await fetchRange(ask, planFor(plan, weeks), wire, series.range))
						: [],
				);
	if (!both)
		return {
			table: {
				columns: listColumns(series.columns),
				rows: listRows([]),
				points: [],
				totals: series.hasTotals ? [] : undefined,
				partial: [],
				notes: [noCompletePeriod(series.completeUnit ?? '')],
				isTruncated: false,
				isSampled: false,
			},
			comparison: series.comparison,
		};
	const { range, firstWeekday, comparison } = both;
	if (isByWeek) assertAlikeWeeks(both);
	// Groups of the dates compared with have rows, too; if dates aren't filled in, only those with numbers.
	if (both.before && series.isFilled) await assertFits(range, both.current, both.before);
	const arranged = inSlices(arrangeSteps({ ...series, range, firstWeekday }, both));
	const table = await arranged.catch(withOption);
	const until = lateBefore(
		series.today,
		both.comparison?.range,
		both.before && dataEndOf(factsOf({ current: both.before })),
		dataEndOf(table),
	);
	const hasNoTotals = [both.current, both.before].some((side) => side?.lacksTotals);
	const notes: Note[] = [
		...(table.notes ?? []),
		...(until ? [{ kind: 'lateBefore' as const, until }] : []),
		...(hasNoTotals ? [{ kind: 'noTotals' as const }] : []),
	];
	return { table: { ...table, notes }, comparison, range };
}

/**
 * Returns until when there are data, if dates compared with are over, but not in the answer, which a
 * cache may have.
 */
export function lateBefore(
	today: string,
	compared: DateRange | undefined,
	until: string | undefined,
	end: string | undefined,
): string | undefined {
	if (!compared || until === undefined || until === end) return undefined;
	const yesterday = addDays(today, -1);
	const last = earlier(compared.to, yesterday);
	return last < compared.from || hasArrived(last, 'day', until) ? undefined : until;
}

async function fetchBoth(
	fetchFirst: Fetch,
	fetch: Fetch,
	{ query, range, spanFor, firstWeekday }: TimeSeriesPlan,
): Promise<Both> {
	const current = await fetchFirst(range);
	const isByWeek = unitName(query.unit) === 'week';
	const shown = isByWeek ? weekdayShown(returnedDatesOf(current)) : undefined;
	const { comparison } = spanFor(shown ?? firstWeekday) ?? {};
	const before = comparison?.range && (await fetch(comparison.range));
	return { range, comparison, firstWeekday, current, before };
}

/** If an answer shows another first weekday than expected, the node sends its request again. */
const MOST_ATTEMPTS = 3;

/**
 * Fetches the complete periods of both ranges (P7 of docs/calendar.md); undefined if there are
 * none.
 * @param returnedDates known weeks of the service
 */
async function fetchComplete(
	fetchFirst: Fetch,
	fetch: Fetch,
	series: TimeSeriesPlan,
	returnedDates: ReturnedDates[],
): Promise<Both | undefined> {
	const isByWeek = unitName(series.query.unit) === 'week';
	const shownWith = (answers: Answers): Weekday | undefined => {
		if (isByWeek) for (const dates of returnedDatesOf(answers)) returnedDates.push(dates);
		return weekdayShown(returnedDates);
	};
	let weekday = weekdayShown(returnedDates) ?? series.firstWeekday;
	for (let attempt = 1; ; attempt++) {
		const span = series.spanFor(weekday);
		// Weeks that start on another day may be complete.
		const mayShow = isByWeek && attempt === 1 && mayHaveWeek(series);
		if (!span && !mayShow) return undefined;
		const current = await fetchFirst(span?.range ?? series.range);
		let shown = shownWith(current) ?? weekday;
		if (!span && shown === weekday) return undefined;
		if (span && (shown === weekday || attempt === MOST_ATTEMPTS)) {
			const before = span.comparison?.range && (await fetch(span.comparison.range));
			shown = (before && shownWith(before)) ?? shown;
			if (shown === weekday || attempt === MOST_ATTEMPTS)
				return { ...span, firstWeekday: weekday, current, before };
		}
		weekday = shown;
	}
}

/** Whether seven days of the range are over. */
function mayHaveWeek({ range, today }: TimeSeriesPlan): boolean {
	return daysIn({ from: range.from, to: earlier(range.to, addDays(today, -1)) }) >= 7;
}

/** @throws UnexpectedShape if the answers have weeks that start on different weekdays */
function assertAlikeWeeks({ current, before }: FetchedReport): void {
	const unlike = unlikeWeeks([
		...returnedDatesOf(current),
		...(before ? returnedDatesOf(before) : []),
	]);
	if (!unlike) return;
	throw new UnexpectedShape(
		`it has the weeks ${unlike[0]} and ${unlike[1]}, which start on different weekdays. Choose another unit`,
	);
}

/** Fetches the tables of a range, with the totals that the service returns only alone. */
export async function fetchRange(
	ask: Ask,
	plan: ReportPlan,
	wire: Wire,
	range: DateRange,
): Promise<Answers> {
	const { question, totals } = plan;
	let lacksTotals = false;
	const answers = await fetchAnswers(ask, plan, wire, range).catch(async (fault: unknown) => {
		// A message has other numbers than totals, such as the average of the dates.
		if (!plan.message || !plan.series?.asksTotals || !refusesTotals(fault)) throw fault;
		lacksTotals = true;
		const series = { ...plan.series, asksTotals: false };
		return await fetchAnswers(ask, { ...plan, series }, wire, range);
	});
	const ranges = slicesOf(plan, range) as DateRange[];
	const report = reportOf(wire, question);
	const how = plan.options.computation;
	const steps = function* (): Steps<Table[]> {
		const tables: Table[] = [];
		for (const [index, answer] of answers.entries()) {
			const table = yield* checkedSteps(report, question.input, ranges[index], answer, how);
			assertPoints(table, plan.timeZone);
			tables.push(withKnownTotals(table));
			yield 'long';
		}
		return tables;
	};
	const tables = await inSlices(steps());
	const hasAll = !totals || !wire.returnsTotalsAlone || tables.every((table) => table.totals);
	if (hasAll || lacksTotals) return { tables, ranges, lacksTotals };
	const ofTotals = { ...plan, question: totals, totals: undefined };
	const { tables: alone } = await fetchRange(ask, ofTotals, wire, range);
	const withTotals = tables.map((table, index) => {
		const own = alone[index] as Table;
		return withKnownTotals({
			...table,
			totals: own.totals,
			isTruncated: table.isTruncated || own.isTruncated,
			isCutByRows: table.isCutByRows || own.isCutByRows,
			...limitsOfBoth(table, own),
		});
	});
	return { tables: withTotals, ranges };
}

function refusesTotals(fault: unknown): boolean {
	return isNameRefusal(fault) && /rollup/i.test(fault.message);
}

/** If a group with numbers has no total, the totals are unknown, not 0. */
function withKnownTotals(table: Table): Table {
	const { rows, totals, isTruncated } = table;
	if (!totals || isTruncated) return table;
	const count = positionsOf(table).groups.length;
	const known = new Set(totals.map((row) => keyOfGroup(row.slice(0, count))));
	const isUnknown = rows.blocks?.groups.some(
		({ group, values }) =>
			!known.has(keyOfGroup(group)) &&
			values.some((cells) => cells?.some((cell) => cell !== null && cell !== 0)),
	);
	return isUnknown ? { ...table, totals: undefined } : table;
}

/** Adds advice about the option, if a chunk splits a period. */
function withOption(fault: unknown): never {
	if (!(fault instanceof CutPeriod)) throw fault;
	throw new UserError(`${fault.message}. Remove the option 'Split Range (Days)'`);
}

/** A message without the numbers of a further request is better than none. */
export function withoutNumbers(error: unknown): undefined {
	if (isOfRequest(error) || error instanceof UnexpectedShape) return undefined;
	throw error;
}

/** Returns the error of a request that the rest can do without; throws any other. */
export function faultOfOptional(error: Error): Error {
	withoutNumbers(error);
	return error;
}

/** Adds the numbers of all groups. */
export function withOverall(table: Table, overall: Table): Table {
	return { ...table, overall, ...limitsOfBoth(table, overall) };
}

/** Returns the limits of two answers whose numbers readers see together. */
function limitsOfBoth(table: Table, other: Table) {
	const factorOf = ({ samplingFactor = FULL_SAMPLE }: Table) => samplingFactor;
	return {
		isSampled: table.isSampled || other.isSampled,
		samplingFactor: Math.min(factorOf(table), factorOf(other)),
		...earlierData(table, other),
	};
}

export function withoutOverall(table: Table): Table {
	return { ...table, notes: [...(table.notes ?? []), { kind: 'noOverall' }] };
}

/** @param askForOther sends a request whose answer isn't part of the report */
export async function fetchTable(
	ask: Ask,
	askForOther: Ask,
	plan: ReportPlan,
	wire: Wire,
): Promise<Fetched> {
	const { question, range, options } = plan;
	const how = options.computation;
	const report = reportOf(wire, question);
	const [answer] = await fetchAnswers(ask, plan, wire, range);
	const ungrouped = withoutGroups(question.input);
	let answers: Promise<unknown[]> | undefined;
	const askForAll = async (input: typeof question.input) => {
		answers ??= fetchAnswers(
			askForOther,
			{ ...plan, question: { ...question, input } },
			wire,
			range,
		);
		return (await answers)[0];
	};
	const read = async (overall?: unknown) =>
		await inSlices(checkedSteps(report, question.input, range, answer, how, overall));
	const answered = await read().catch(async (fault: unknown) => {
		// If an answer with groups is ambiguous, the same report without groups may decide.
		if (!(fault instanceof NeedsUngroupedTable) || !ungrouped) throw fault;
		return await read(await askForAll(ungrouped));
	});
	assertTableFits(answered, plan.use);
	const table = plan.hasOverlap
		? { ...answered, columns: answered.columns.map(withOverlap) }
		: answered;
	if (!plan.overall || !ungrouped) return { table };
	const overall = await askForAll(ungrouped)
		.then(async (all) => await inSlices(checkedSteps(report, ungrouped, range, all, how)))
		.catch(withoutNumbers);
	if (!overall || overall.rows.length === 0)
		return { table: table.rows.length > 0 ? withoutOverall(table) : table };
	// A response that has groups anyway is not about all users.
	const groupsOf = (some: Table) => some.columns.filter(({ role }) => role === 'group').length;
	const isOfAll = groupsOf(overall) < groupsOf(table);
	return { table: isOfAll ? withOverall(table, overall) : table };
}

interface Fetched {
	table: Table;
	/** The range of the table, if incomplete periods made it shorter than the requested one. */
	range?: DateRange;
	comparison?: ComparisonPlan;
}
