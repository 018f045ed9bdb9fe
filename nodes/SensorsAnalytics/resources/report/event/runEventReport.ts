import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { addHints } from '../../../output/hints';
import { toItems } from '../../../output/items';
import { toRawObjects } from '../../../output/raw';
import { unitName } from '../../../dates/units';
import { weekdayShown } from '../../../dates/weekStart';
import type { DateRange } from '../../../query/eventQuery';
import { EVENT_REPORT_PATH } from '../../../wire/legacy/writeEventReport';
import type { ItemRun } from '../../operation';
import { present } from '../present';
import { arrange } from './arrange';
import { bodiesFor, fetchAnswers, fetchTables } from './fetchReport';
import { rangesOf, type ReportPlan } from './plan';
import { toldOf } from './side';
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
	const table = arrange(plan, fetched);
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
	return toItems(present(table, output, options, asked, message), run.itemIndex);
}

/** Both ranges; by week the one compared with depends on when the service's weeks start. */
async function fetchReport(
	{ service, itemIndex }: ItemRun,
	plan: ReportPlan,
): Promise<FetchedReport> {
	const fetch = async (range: DateRange) => await fetchTables(service, itemIndex, plan, range);
	const current = await fetch(plan.range);
	const isByWeek = unitName(plan.parts.unit) === 'week';
	const weekday = isByWeek ? weekdayShown(toldOf(current)) : undefined;
	const comparison = weekday === undefined ? plan.comparison : plan.comparisonFor(weekday);
	const before = comparison?.range && (await fetch(comparison.range));
	return { current, comparison, before };
}

function preview(plan: ReportPlan): IDataObject {
	const bodies = rangesOf(plan).flatMap((range) => bodiesFor(plan, range)) as IDataObject[];
	return { requests: bodies.map((body) => ({ method: 'POST', path: EVENT_REPORT_PATH, body })) };
}

async function fetchRaw({ service, itemIndex }: ItemRun, plan: ReportPlan): Promise<unknown[]> {
	const answers: unknown[] = [];
	for (const range of rangesOf(plan)) {
		answers.push(...(await fetchAnswers(service, itemIndex, plan, range)));
	}
	return answers.flat();
}
