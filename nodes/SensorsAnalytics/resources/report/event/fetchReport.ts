import { sliceRange } from '../../../dates/points';
import type { DateRange } from '../../../query/eventQuery';
import type { Table } from '../../../table/table';
import type { Service } from '../../../transport/service';
import { inSlices } from '../../../../../credentials/slices';
import { eventReportSteps } from '../../../wire/legacy/readEventReport';
import { EVENT_REPORT_PATH, withRequestParts } from '../../../wire/legacy/writeEventReport';
import type { JsonObject } from '../../../wire/legacy/json';
import type { ReportPlan } from './plan';
import type { Fetched } from './side';

/** The bodies that have to be sent for a range: one, or one per slice. */
export function bodiesFor(plan: ReportPlan, range: DateRange): JsonObject[] {
	const { body, options, asksTotals } = plan;
	return slicesOf(plan, range).map((slice) =>
		withRequestParts(body, slice, options.computation, asksTotals),
	);
}

/** The answers for a range as they came. */
export async function fetchAnswers(
	service: Service,
	itemIndex: number,
	plan: ReportPlan,
	range: DateRange,
): Promise<unknown[]> {
	const answers: unknown[] = [];
	for (const body of bodiesFor(plan, range)) {
		answers.push(await service.call(itemIndex, { path: EVENT_REPORT_PATH, body }));
	}
	return answers;
}

/** The tables of a range, one or one per slice. */
export async function fetchTables(
	service: Service,
	itemIndex: number,
	plan: ReportPlan,
	range: DateRange,
): Promise<Fetched> {
	const answers = await fetchAnswers(service, itemIndex, plan, range);
	const tables: Table[] = [];
	for (const answer of answers)
		tables.push((await inSlices(eventReportSteps(answer, plan.columns))).table);
	return { tables, ranges: slicesOf(plan, range) };
}

function slicesOf({ options, parts }: ReportPlan, range: DateRange): DateRange[] {
	const { sliceDays } = options;
	return sliceDays === undefined ? [range] : sliceRange(range, sliceDays, parts.unit);
}
