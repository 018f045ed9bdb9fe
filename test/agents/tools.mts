/** The tools of the example agent, run without n8n's agent around them. */
import { readFileSync } from 'node:fs';

import type { IDataObject, INode } from 'n8n-workflow';

import { TOOL_TYPE } from '../support/engine.mts';
import type { TestWorld } from '../support/world.mts';
import type { Call } from './scriptedModel.mts';

const EXAMPLE = 'examples/agent-that-answers-questions.json';

export function exampleTools(): INode[] {
	const { nodes } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { nodes: INode[] };
	return nodes.filter(({ type }) => type === TOOL_TYPE);
}

/** What a tool says to a call: its items, or its error, as n8n passes them on to a model. */
export async function callTool(
	t: TestWorld,
	{ tool, args }: Call,
	credential: string,
): Promise<string> {
	const node = exampleTools().find(({ name }) => name === tool);
	if (!node) throw new Error(`The example has no tool '${tool}'`);
	// These tests need no pauses between requests, because the pace has tests of its own.
	const quick = { ...node.parameters, options: { requestsPerSecond: 0 } };
	const { rows, error } = await t.engine.runNode(quick as never, {
		credential,
		type: TOOL_TYPE,
		// Where the agent's engine has what the model fills in.
		items: [args as IDataObject],
	});
	if (error) return [error.message, error.description].filter(Boolean).join(' ');
	return JSON.stringify(rows);
}
