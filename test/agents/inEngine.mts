/** Tools for an agent as its node gives them, without n8n's agent: the built node in n8n-core. */
import type { IDataObject } from 'n8n-workflow';

import type { Mode, TestWorld } from '../support/world.mts';
import { type Call, next, type Plan, type Said } from './model.mts';

/** Operations of the node, by the names of the tools. */
export const TOOLS: { [tool: string]: string } = {
	'event report': 'getEventReport',
	'funnel report': 'getFunnelReport',
	'retention report': 'getRetentionReport',
	'distribution report': 'getDistributionReport',
	'user property report': 'getUserPropertyReport',
};

/** A conversation by a plan, to its end. @param most calls */
export async function converse(
	world: TestWorld,
	credential: Mode,
	plan: Plan,
	most: number,
): Promise<Said[]> {
	const said: Said[] = [];
	for (let call = next(plan, said); call && said.length < most; call = next(plan, said)) {
		said.push(await ask(world, credential, call));
	}
	return said;
}

async function ask(world: TestWorld, credential: Mode, { tool, query }: Call): Promise<Said> {
	const operation = TOOLS[tool];
	if (operation === undefined) throw new Error(`There is no tool '${tool}'`);
	const form: IDataObject = {
		queryMode: 'definition',
		queryDefinition: query as IDataObject,
		output: 'agent',
	};
	const { rows, error } = await world.operation('report', operation, form, { credential });
	// As n8n tells its agents.
	const details = error?.description ? `\n\nDetails: ${error.description}` : '';
	const answer = error ? `${error.message}${details}` : JSON.stringify(rows);
	return { tool, query, answer, isError: error !== undefined };
}
