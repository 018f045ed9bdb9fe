import { UserError } from 'n8n-workflow';

import { expectedPoints } from '../../dates/points';
import { unitName } from '../../dates/units';
import { weekdayShown } from '../../dates/weekStart';
import { breathe } from '../../output/breathe';
import { assertRowsFit, sizeOf } from '../../output/rowGuard';
import type { DateRange } from '../../query/eventQuery';
import { arrange } from '../../series/arrange';
import type { Series } from '../../series/series';
import { type Fetched as Answers, toldOf } from '../../series/side';
import { CutPeriod } from '../../table/grid';
import type { Ask, Wire } from '../../wire/wire';
import { fetchAnswers, slicesOf } from './fetchReport';
import type { Fetched } from './fetched';
import type { ReportPlan } from './plan';

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
	await breathe(current.tables.reduce((sum, { rows }) => sum + rows.length, 0));
	let fault: unknown;
	try {
		return { table: arrange(series, { current, comparison, before }), comparison };
	} catch (error) {
		fault = error;
	}
	if (!(fault instanceof CutPeriod)) throw fault;
	throw new UserError(`${fault.message}. Remove the option 'Split Range (Days)'`);
}

async function fetchRange(
	ask: Ask,
	plan: ReportPlan,
	wire: Wire,
	range: DateRange,
): Promise<Answers> {
	const answers = await fetchAnswers(ask, plan, wire, range);
	return {
		tables: answers.map((answer) => plan.question.read(wire, answer)),
		ranges: slicesOf(plan, range) as DateRange[],
	};
}

/** Before rows are made of it. @throws UserError */
function assertReportFits(
	{ options, output }: ReportPlan,
	{ query, range, timeZone, isFilled, ordering }: Series,
	{ tables }: Answers,
): void {
	const expected = isFilled ? expectedPoints(query.unit, range, timeZone) : undefined;
	const told = tables.reduce((sum, { points }) => sum + points.length, 0);
	const points = Math.max(told, expected?.length ?? 0);
	assertRowsFit(sizeOf(tables, points, ordering.top), options.largestReport, output === 'table');
}
