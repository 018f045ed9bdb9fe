import { inSlices } from '../../../../credentials/http/slices';
import { rowUse } from '../../output/present';
import { assertTableFits } from '../../output/rowGuard';
import type { Table } from '../../table/table';
import { NeedsWhole } from '../../wire/rows/unknownForm';
import type { Ask, Wire } from '../../wire/wire';
import type { Fetched } from './fetched';
import { fetchAnswers } from './fetchReport';
import type { ReportPlan } from './plan';

/**
 * A report whose rows are no points in time.
 * @param askBeside for an answer that is no part of the report
 * @throws UnknownForm
 */
export async function fetchTable(
	ask: Ask,
	askBeside: Ask,
	plan: ReportPlan,
	wire: Wire,
): Promise<Fetched> {
	const [answer] = await fetchAnswers(ask, plan, wire, plan.range);
	const alone = await readAlone(plan, wire, answer);
	const table = alone instanceof Error ? await settle(alone, askBeside, plan, wire, answer) : alone;
	assertTableFits(table, rowUse(plan.output, plan.options.largestReport, plan.limit));
	return { table };
}

async function readAlone(
	{ question }: ReportPlan,
	wire: Wire,
	answer: unknown,
): Promise<Table | Error> {
	try {
		return await inSlices(question.readSteps(wire, answer));
	} catch (error) {
		return error as Error;
	}
}

/** What an answer with groups leaves open, the same report without them may tell. */
async function settle(
	fault: Error,
	ask: Ask,
	plan: ReportPlan,
	wire: Wire,
	answer: unknown,
): Promise<Table> {
	const whole = fault instanceof NeedsWhole ? plan.question.withoutGroups(wire) : undefined;
	if (!whole) throw fault;
	const [told] = await fetchAnswers(ask, plan, wire, plan.range, whole);
	return await inSlices(plan.question.readSteps(wire, answer, told));
}
