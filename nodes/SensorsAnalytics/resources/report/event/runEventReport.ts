import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { inSlices } from '../../../../../credentials/slices';
import { expectedPoints } from '../../../dates/points';
import { addHints } from '../../../output/hints';
import { toItems } from '../../../output/items';
import { toItemJson, toRawObjects } from '../../../output/raw';
import { assertRowsFit, sizeOf } from '../../../output/rowGuard';
import { unitName } from '../../../dates/units';
import { weekdayShown } from '../../../dates/weekStart';
import type { DateRange } from '../../../query/eventQuery';
import { EVENT_REPORT_PATH } from '../../../wire/legacy/writeEventReport';
import type { ItemRun } from '../../operation';
import { present, rowUse } from '../present';
import { arrangeSteps } from './arrange';
import { bodiesFor, fetchAnswers, fetchTables } from './fetchReport';
import { rangesOf, type ReportPlan } from './plan';
import { type Fetched, toldOf } from './side';
import type { FetchedReport } from './sides';

/** Version of the node from which on rows of partial periods say so. */
const PARTIAL_SINCE = 1.1;

/** Fetches what was planned, and gives it in the form that was chosen. */
export async function runEventReport(
	run: ItemRun,
	plan: ReportPlan,
): Promise<INodeExecutionData[]> {
	if (plan.options.isPreview) return toItems([preview(plan)], run.itemIndex);
	if (plan.output === 'raw') {
		return toItems(toRawObjects(await fetchRaw(run, plan)), run.itemIndex);
	}

	const fetched = await fetchReport(run, plan);
	const table = await inSlices(arrangeSteps(plan, fetched));
	addHints(run.context, table);
	const { output, options, range, timeZone, parts, message } = plan;
	const { comparison } = fetched;
	const asked = {
		range,
		isCompared: comparison !== undefined,
		comparison: comparison?.range,
		timeZone,
		unit: parts.unit,
		requestedAt: plan.now.toISOString(),
		marksPartial: run.version >= PARTIAL_SINCE,
	};
	const limits = { ...options, limit: plan.limit };
	return toItems(await present(table, output, limits, asked, message), run.itemIndex);
}

/** Both ranges; by week the one compared with depends on when the service's weeks start. */
async function fetchReport(
	{ service, itemIndex }: ItemRun,
	plan: ReportPlan,
): Promise<FetchedReport> {
	const fetch = async (range: DateRange) => await fetchTables(service, itemIndex, plan, range);
	const current = await fetch(plan.range);
	assertReportFits(plan, current);
	const isByWeek = unitName(plan.parts.unit) === 'week';
	const weekday = isByWeek ? weekdayShown(toldOf(current)) : undefined;
	const comparison = weekday === undefined ? plan.comparison : plan.comparisonFor(weekday);
	const before = comparison?.range && (await fetch(comparison.range));
	return { current, comparison, before };
}

/** Before rows are made of it. @throws UserError */
function assertReportFits(
	{ parts, range, timeZone, options, output, limit }: ReportPlan,
	{ tables }: Fetched,
): void {
	const expected = options.isFilled ? expectedPoints(parts.unit, range, timeZone) : undefined;
	const told = tables.reduce((sum, { points }) => sum + points.length, 0);
	const points = Math.max(told, expected?.length ?? 0);
	const size = sizeOf(tables, points, options.ordering.top);
	assertRowsFit(size, rowUse(output, options, limit));
}

function preview(plan: ReportPlan): IDataObject {
	const bodies = rangesOf(plan)
		.flatMap((range) => bodiesFor(plan, range))
		.map(toItemJson);
	return { requests: bodies.map((body) => ({ method: 'POST', path: EVENT_REPORT_PATH, body })) };
}

async function fetchRaw({ service, itemIndex }: ItemRun, plan: ReportPlan): Promise<unknown[]> {
	const answers: unknown[] = [];
	for (const range of rangesOf(plan)) {
		answers.push(...(await fetchAnswers(service, itemIndex, plan, range)));
	}
	return answers.flat();
}
