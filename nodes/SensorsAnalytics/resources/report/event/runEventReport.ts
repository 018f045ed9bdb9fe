import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { expectedPoints } from '../../../dates/points';
import { breathe } from '../../../output/breathe';
import { addHints } from '../../../output/hints';
import { toItems } from '../../../output/items';
import { toRawObjects } from '../../../output/raw';
import { assertRowsFit, sizeOf } from '../../../output/rowGuard';
import { nameColumns } from '../../../query/columns';
import type { Table } from '../../../table/table';
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
	assertReportFits(plan, current);
	const before = plan.comparison && (await fetch(plan.comparison));
	const { length } = current.rows;
	await breathe(length);
	const table = arrange(plan, current, before);
	addHints(run.context, table);
	await breathe(length);
	const { output, options, range, comparison, timeZone, parts } = plan;
	const asked = { range, comparison, timeZone, unit: parts.unit, requestedAt: now.toISOString() };
	const objects = present(table, output, options, asked, plan.message);
	await breathe(length);
	return toItems(objects.slice(0, plan.limit), run.itemIndex);
}

/** Before rows are made of it. @throws UserError */
function assertReportFits({ parts, range, timeZone, options, output }: ReportPlan, table: Table) {
	const expected = options.isFilled ? expectedPoints(parts.unit, range, timeZone) : undefined;
	const points = Math.max(table.points.length, expected?.length ?? 0);
	const size = sizeOf(table.rows, points, options.ordering.top);
	assertRowsFit(size, options.largestReport, output === 'table');
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
