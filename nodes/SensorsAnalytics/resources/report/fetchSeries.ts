import { UserError } from 'n8n-workflow';

import { inSlices, type Steps } from '../../../../credentials/http/slices';
import { countPoints } from '../../dates/points';
import { unitName } from '../../dates/units';
import { addDays, type Weekday } from '../../dates/calendar';
import { daysIn } from '../../dates/comparison';
import { type Told, weekdayShown } from '../../dates/weekStart';
import type { Span } from '../../dates/whole';
import { dateInZone } from '../../dates/zone';
import { rowUse } from '../../output/present';
import { assertRowsFit, sizeOf } from '../../output/rowGuard';
import { listColumns } from '../../query/columns';
import type { DateRange } from '../../query/eventQuery';
import { arrangeSteps } from '../../series/arrange';
import { noWholePeriod } from '../../series/notes';
import type { Series } from '../../series/series';
import { type Answers, toldOf } from '../../series/side';
import { CutPeriod } from '../../table/grid';
import { listRows } from '../../table/rowSet';
import type { Table } from '../../table/table';
import type { Ask, Wire } from '../../wire/wire';
import { assertPoints } from './assertPoints';
import { fetchAnswers, slicesOf } from './fetchReport';
import type { Fetched } from './fetched';
import type { ReportPlan } from './plan';
import type { Question } from './question';

/** Both ranges of a report, as far as they count, and what the service tells of them. */
interface Both {
	span: Span;
	firstWeekday: Weekday;
	current: Answers;
	before?: Answers;
}

type Fetch = (range: DateRange) => Promise<Answers>;

/** Both ranges; by week they depend on when the service's weeks start. */
export async function fetchSeries(
	ask: Ask,
	plan: ReportPlan,
	series: Series,
	wire: Wire,
): Promise<Fetched> {
	const fetch: Fetch = async (range) => await fetchRange(ask, plan, wire, range);
	const fetchFirst: Fetch = async (range) => {
		const answers = await fetch(range);
		assertReportFits(plan, { ...series, range }, answers);
		return answers;
	};
	const told = await weeksTold(ask, plan, series, wire);
	const both =
		series.wholeUnit === undefined
			? await fetchBoth(fetchFirst, fetch, series)
			: await fetchWhole(fetchFirst, fetch, series, told);
	const { comparison } = both?.span ?? series;
	if (!both) return { table: noTable(series, series.wholeUnit ?? ''), comparison };
	const { span, firstWeekday, current, before } = both;
	const own = { ...series, range: span.range, firstWeekday };
	const arranged = inSlices(arrangeSteps(own, { current, comparison, before }));
	return { table: await arranged.catch(withOption), comparison, range: span.range };
}

async function fetchBoth(
	fetchFirst: Fetch,
	fetch: Fetch,
	{ query, range, spanFor, firstWeekday }: Series,
): Promise<Both> {
	const current = await fetchFirst(range);
	const shown = isWeek(query.unit) ? weekdayShown(toldOf(current)) : undefined;
	const { comparison } = spanFor(shown ?? firstWeekday) ?? {};
	const before = comparison?.range && (await fetch(comparison.range));
	return { span: { range, comparison }, firstWeekday, current, before };
}

/** Answers that show another weekday than was taken for the first one are asked for anew. */
const MOST_LOOKS = 3;

/**
 * The whole periods of both ranges (P7 of docs/calendar.md); undefined where none is over.
 * @param told what is known of the weeks of the service
 */
async function fetchWhole(
	fetchFirst: Fetch,
	fetch: Fetch,
	series: Series,
	told: Told[],
): Promise<Both | undefined> {
	const isByWeek = isWeek(series.query.unit);
	const shownWith = (answers: Answers): Weekday | undefined => {
		if (isByWeek) told.push(...toldOf(answers));
		return weekdayShown(told);
	};
	let weekday = weekdayShown(told) ?? series.firstWeekday;
	for (let look = 1; ; look++) {
		const span = series.spanFor(weekday);
		// Weeks that start on another day may be whole.
		const mayShow = isByWeek && look === 1 && mayHaveWeek(series);
		if (!span && !mayShow) return undefined;
		const current = await fetchFirst(span?.range ?? series.range);
		let shown = shownWith(current) ?? weekday;
		if (!span && shown === weekday) return undefined;
		if (span && (shown === weekday || look === MOST_LOOKS)) {
			const before = span.comparison?.range && (await fetch(span.comparison.range));
			shown = (before && shownWith(before)) ?? shown;
			if (shown === weekday || look === MOST_LOOKS)
				return { span, firstWeekday: weekday, current, before };
		}
		weekday = shown;
	}
}

/** A total shows no weeks: where it is of whole ones, those are asked for first. */
async function weeksTold(ask: Ask, plan: ReportPlan, series: Series, wire: Wire): Promise<Told[]> {
	const { weeks } = plan;
	if (!weeks || !mayHaveWeek(series)) return [];
	const plain = { ...series, sliceDays: undefined, asksTotals: false };
	const own = { ...plan, series: plain, question: weeks, totals: undefined };
	return toldOf(await fetchRange(ask, own, wire, series.range));
}

/** Whether seven days of the range are over. */
function mayHaveWeek({ range, now, timeZone }: Series): boolean {
	const yesterday = addDays(dateInZone(now, timeZone), -1);
	return daysIn({ from: range.from, to: range.to < yesterday ? range.to : yesterday }) >= 7;
}

function isWeek(unit: string): boolean {
	return unitName(unit) === 'week';
}

function noTable({ columns, hasTotals }: Series, wholeUnit: string): Table {
	return {
		columns: listColumns(columns),
		rows: listRows([]),
		points: [],
		totals: hasTotals ? [] : undefined,
		partial: [],
		notes: [noWholePeriod(wholeUnit)],
		isTruncated: false,
		isSampled: false,
	};
}

async function fetchRange(
	ask: Ask,
	plan: ReportPlan,
	wire: Wire,
	range: DateRange,
): Promise<Answers> {
	const answers = await fetchAnswers(ask, plan, wire, range);
	const tables = await inSlices(tableSteps(answers, plan, plan.question, wire));
	return {
		tables: await withTotals(ask, plan, wire, range, tables),
		ranges: slicesOf(plan, range) as DateRange[],
	};
}

/** Totals that a version does not tell beside details are asked for alone. */
async function withTotals(
	ask: Ask,
	plan: ReportPlan,
	wire: Wire,
	range: DateRange,
	tables: Table[],
): Promise<Table[]> {
	const { totals } = plan;
	if (!wire.tellsTotalsAlone || !totals || tables.every((table) => table.totals)) return tables;
	const answers = await fetchAnswers(ask, plan, wire, range, totals);
	const alone = await inSlices(tableSteps(answers, plan, totals, wire));
	return tables.map((table, index) => {
		const told = alone[index] as Table;
		return {
			...table,
			totals: told.totals,
			isTruncated: table.isTruncated || told.isTruncated,
			isCutByRows: table.isCutByRows || told.isCutByRows,
			isSampled: table.isSampled || told.isSampled,
		};
	});
}

function* tableSteps(
	answers: readonly unknown[],
	{ timeZone }: ReportPlan,
	question: Question,
	wire: Wire,
): Steps<Table[]> {
	const tables: Table[] = [];
	for (const answer of answers) {
		const table = yield* question.readSteps(wire, answer);
		assertPoints(table, timeZone);
		tables.push(table);
		yield 'long';
	}
	return tables;
}

/** Before rows are made of it. @throws UserError */
function assertReportFits(
	{ options, output, limit }: ReportPlan,
	{ query, range, isFilled, ordering }: Series,
	{ tables }: Answers,
): void {
	const expected = isFilled ? countPoints(unitName(query.unit), range) : undefined;
	const told = tables.reduce((sum, { points }) => sum + points.length, 0);
	const points = Math.max(told, expected ?? 0);
	const use = rowUse(output, options.largestReport, limit);
	assertRowsFit(sizeOf(tables, points, ordering.top), use);
}

/** Whoever meets a period in two slices needs the option that made them. */
function withOption(fault: unknown): never {
	if (!(fault instanceof CutPeriod)) throw fault;
	throw new UserError(`${fault.message}. Remove the option 'Split Range (Days)'`);
}
