import { sliceRange } from '../../../dates/points';
import type { ReportColumns } from '../../../query/columns';
import type { DateRange } from '../../../query/eventQuery';
import { joinTables } from '../../../table/join';
import type { Table } from '../../../table/table';
import type { Service } from '../../../transport/service';
import { readEventReport } from '../../../wire/legacy/readEventReport';
import { EVENT_REPORT_PATH, withRequestParts } from '../../../wire/legacy/writeEventReport';
import type { JsonObject } from '../../../wire/legacy/json';
import type { ReportPlan } from './plan';

/** The bodies that have to be sent for a range: one, or one per slice. */
export function bodiesFor(plan: ReportPlan, range: DateRange): JsonObject[] {
	const { sliceDays, computation } = plan.options;
	const ranges = sliceDays === undefined ? [range] : sliceRange(range, sliceDays, plan.parts.unit);
	return ranges.map((slice) => withRequestParts(plan.body, slice, computation, plan.hasTotals));
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

/** The report over a range as one table. */
export async function fetchTable(
	service: Service,
	itemIndex: number,
	plan: ReportPlan,
	range: DateRange,
	columns: ReportColumns,
): Promise<Table> {
	const answers = await fetchAnswers(service, itemIndex, plan, range);
	return joinTables(answers.map((answer) => readEventReport(answer, columns).table));
}
