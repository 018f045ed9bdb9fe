import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { addHints } from '../../../output/hints';
import { toItems } from '../../../output/items';
import { toItemJson, toRawObjects } from '../../../output/raw';
import { nameColumns } from '../../../query/columns';
import { EVENT_REPORT_PATH } from '../../../wire/legacy/writeEventReport';
import type { ItemRun } from '../../operation';
import { present } from '../present';
import { arrange } from './arrange';
import { bodiesFor, fetchAnswers, fetchTable } from './fetchReport';
import { rangesOf, type ReportPlan } from './plan';

/** Fetches what was planned, and gives it in the form that was chosen. */
export async function runEventReport(
	run: ItemRun,
	plan: ReportPlan,
	now: Date,
): Promise<INodeExecutionData[]> {
	if (plan.options.isPreview) return toItems([preview(plan)], run.itemIndex);
	if (plan.output === 'raw') {
		return toItems(toRawObjects(await fetchRaw(run, plan)), run.itemIndex);
	}

	const columns = nameColumns(plan.parts);
	const fetch = async (range: ReportPlan['range']) =>
		await fetchTable(run.service, run.itemIndex, plan, range, columns);
	const current = await fetch(plan.range);
	const before = plan.comparison && (await fetch(plan.comparison));
	const table = arrange(plan, current, before);
	addHints(run.context, table);
	const { output, options, range, comparison, timeZone, parts } = plan;
	const asked = { range, comparison, timeZone, unit: parts.unit, requestedAt: now.toISOString() };
	return toItems(present(table, output, options, asked, plan.message), run.itemIndex);
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
