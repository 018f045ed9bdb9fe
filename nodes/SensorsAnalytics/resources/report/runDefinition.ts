import type { INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { definitions } from '../../definition';
import type { Defined } from '../../definition/defined';
import { type Names, TypedNames } from '../../definition/names';
import { readDefinitionText } from '../../definition/text';
import type { Queries, ReportModelName } from '../../query/queries';
import type { Table } from '../../table/table';
import type { ItemRun } from '../operation';
import { isNameRefusal } from '../suggest';
import type { ReportModel } from './model';
import { explained, isEmpty } from './missingValues';
import { namesFor } from './namesFor';
import { planReport, type ReportPlan } from './plan';
import { runReport } from './runReport';

/**
 * Runs a query in JSON. All that can be judged without the service is judged before the first
 * request. Names that the service may know go out as they are; the project's lists are asked for
 * where a name can be none of its names, where the service refuses one, and where nothing was found.
 * @throws UserError that lists what a name or a word can be
 */
export async function runDefinition<Name extends ReportModelName>(
	run: ItemRun,
	model: ReportModel<Name>,
	now: Date,
): Promise<INodeExecutionData[]> {
	const definition = definitions[model.name];
	const json = readDefinitionText(run.field('queryDefinition'), definition.example);
	const planWith = (names: Names): ReportPlan =>
		planReport(
			run,
			now,
			model,
			(today): Defined<Queries[Name]> => definition.read(json, { names, now: today }),
		);
	const planKnown = async (): Promise<ReportPlan> => {
		const known = await namesFor(await run.catalog(), planWith);
		const planned = planWith(known);
		known.assertKnown();
		return planned;
	};

	const runKnown = async (known: ReportPlan): Promise<INodeExecutionData[]> =>
		await runReport(run, { ...known, look: async (table) => await explained(run, known, table) });

	const names = new TypedNames();
	const plan = planWith(names);
	if (names.needsLists) return await runKnown(await planKnown());

	let other: ReportPlan | undefined;
	const planOther = async (): Promise<ReportPlan | undefined> => {
		const known = await planKnown().catch(keepFirst);
		return known === undefined || isSame(known, plan) ? undefined : known;
	};
	const look = async (table: Table): Promise<Table> => {
		if (!isEmpty(table)) return table;
		other = await planOther();
		return other ? table : await explained(run, plan, table);
	};
	const first = await runReport(run, { ...plan, look }).then(
		(items): Outcome => ({ items }),
		(error: unknown): Outcome => ({ refusal: nameRefusal(error) }),
	);
	if (first.refusal) other = await planOther();
	return other ? await runKnown(other) : given(first);
}

interface Outcome {
	items?: INodeExecutionData[];
	/** The service's, for names that it does not know. */
	refusal?: Error;
}

/** @throws what else went wrong */
function nameRefusal(error: unknown): Error {
	if (isNameRefusal(error)) return error;
	throw error;
}

/** What the lists say of a name counts; where they can't be had, what came first. */
function keepFirst(error: unknown): undefined {
	if (error instanceof UserError) throw error;
	return undefined;
}

function given({ items, refusal }: Outcome): INodeExecutionData[] {
	if (items) return items;
	throw refusal as Error;
}

function isSame(one: ReportPlan, other: ReportPlan): boolean {
	return JSON.stringify(one.query) === JSON.stringify(other.query);
}
