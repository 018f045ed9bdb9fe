import type { ServiceRequest } from '../../../../credentials/http/request';
import { sliceRange } from '../../dates/points';
import type { DateRange } from '../../query/eventQuery';
import type { Ask, Wire } from '../../wire/wire';
import type { ReportPlan } from './plan';

/** The ranges of the requests that a range takes: one, or one per slice. */
export function slicesOf(
	{ series }: Pick<ReportPlan, 'series'>,
	range: DateRange | undefined,
): Array<DateRange | undefined> {
	if (range === undefined || series?.sliceDays === undefined) return [range];
	return sliceRange(range, series.sliceDays, series.query.unit);
}

/** The requests that a range takes. @throws UserError */
export function requestsFor(
	plan: ReportPlan,
	wire: Wire,
	range: DateRange | undefined,
	question = plan.question,
): ServiceRequest[] {
	const { options, series } = plan;
	const how = {
		...options.computation,
		limit: options.limits[wire.limits],
		hasTotals: series?.asksTotals,
	};
	return slicesOf(plan, range).map((slice) => question.request(wire, slice, how));
}

/** The answers for a range as they came. */
export async function fetchAnswers(
	ask: Ask,
	plan: ReportPlan,
	wire: Wire,
	range: DateRange | undefined,
	question = plan.question,
): Promise<unknown[]> {
	const answers: unknown[] = [];
	for (const request of requestsFor(plan, wire, range, question)) answers.push(await ask(request));
	return answers;
}
