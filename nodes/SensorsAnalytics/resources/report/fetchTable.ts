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
	const table = readAlone(plan, wire, answer);
	const settled =
		table instanceof NeedsWhole ? await settle(table, askBeside, plan, wire, answer) : table;
	assertTableFits(settled, rowUse(plan.output, plan.options.largestReport, plan.limit));
	return { table: settled };
}

function readAlone({ question }: ReportPlan, wire: Wire, answer: unknown): Table | NeedsWhole {
	try {
		return question.read(wire, answer);
	} catch (error) {
		if (error instanceof NeedsWhole) return error;
		throw error;
	}
}

/** What an answer with groups leaves open, the same report without them may tell. */
async function settle(
	open: NeedsWhole,
	ask: Ask,
	plan: ReportPlan,
	wire: Wire,
	answer: unknown,
): Promise<Table> {
	const whole = plan.question.withoutGroups(wire);
	if (!whole) throw open;
	const [told] = await fetchAnswers(ask, plan, wire, plan.range, whole);
	return plan.question.read(wire, answer, told);
}
