import { UserError } from 'n8n-workflow';

import { inSlices, type Steps } from '../../../../credentials/http/slices';
import { expectedPoints } from '../../dates/points';
import { unitName } from '../../dates/units';
import { weekdayShown } from '../../dates/weekStart';
import { rowUse } from '../../output/present';
import { assertRowsFit, sizeOf } from '../../output/rowGuard';
import type { DateRange } from '../../query/eventQuery';
import { arrangeSteps } from '../../series/arrange';
import type { Series } from '../../series/series';
import { type Answers, toldOf } from '../../series/side';
import { CutPeriod } from '../../table/grid';
import type { Table } from '../../table/table';
import type { Ask, Wire } from '../../wire/wire';
import { assertPoints } from './assertPoints';
import { fetchAnswers, slicesOf } from './fetchReport';
import type { Fetched } from './fetched';
import type { ReportPlan } from './plan';
import type { Question } from './question';

/** Both ranges; by week the one compared with depends on when the service's weeks start. */
export async function fetchSeries(
	ask: Ask,
	plan: ReportPlan,
	series: Series,
	wire: Wire,
): Promise<Fetched> {
	const fetch = async (range: DateRange) => await fetchRange(ask, plan, wire, range);
	const current = await fetch(series.range);
	assertReportFits(plan, series, current);
	const isByWeek = unitName(series.query.unit) === 'week';
	const weekday = isByWeek ? weekdayShown(toldOf(current)) : undefined;
	const comparison = weekday === undefined ? series.comparison : series.comparisonFor(weekday);
	const before = comparison?.range && (await fetch(comparison.range));
	const arranged = inSlices(arrangeSteps(series, { current, comparison, before }));
	return { table: await arranged.catch(withOption), comparison };
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
	{ query, range, timeZone, isFilled, ordering }: Series,
	{ tables }: Answers,
): void {
	const expected = isFilled ? expectedPoints(query.unit, range, timeZone) : undefined;
	const told = tables.reduce((sum, { points }) => sum + points.length, 0);
	const points = Math.max(told, expected?.length ?? 0);
	const use = rowUse(output, options.largestReport, limit);
	assertRowsFit(sizeOf(tables, points, ordering.top), use);
}

/** Whoever meets a period in two slices needs the option that made them. */
function withOption(fault: unknown): never {
	if (!(fault instanceof CutPeriod)) throw fault;
	throw new UserError(`${fault.message}. Remove the option 'Split Range (Days)'`);
}
