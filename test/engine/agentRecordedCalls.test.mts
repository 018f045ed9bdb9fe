/** The sixty questions of docs/agents.md once more, by the calls that answered them. */
import { readFileSync } from 'node:fs';

import type { INode } from 'n8n-workflow';

import { RECORDED_CALLS } from '../agents/recordedCalls.mts';
import { callTool, exampleTools } from '../agents/tools.mts';
import { TOOL_TYPE } from '../support/engine.mts';
import { withoutWaits } from '../support/waits.mts';
import { TestWorld } from '../support/world.mts';

beforeAll(() => void withoutWaits());

// n8n starts no workflow with a credential that is named and not there.
it.each(['agent-that-answers-questions', 'agent-with-five-tools', 'tools-by-mcp'])(
	'tools of %s name a credential where they are connected, and only there',
	(name) => {
		const { nodes, connections } = JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as {
			nodes: INode[];
			connections: object;
		};
		const tools = nodes.filter(({ type }) => type === TOOL_TYPE);
		const named = tools.filter(({ credentials }) => credentials).map((tool) => tool.name);
		const connected = tools.filter((tool) => tool.name in connections).map((tool) => tool.name);
		expect(connected.length).toBeGreaterThan(4);
		expect(named).toEqual(connected);
	},
);

describe('Queries that a model wrote', () => {
	let t: TestWorld;
	beforeAll(async () => {
		t = await TestWorld.start();
		t.setClock();
	});
	afterAll(async () => await t.stop());

	it('are the calls of sixty questions', () => expect(RECORDED_CALLS).toHaveLength(60));

	it('is answered with the numbers of the events', async () => {
		const needsKey = new Set(
			exampleTools().flatMap(({ name, credentials }) => (credentials ? [] : [name])),
		);
		const wrong: unknown[] = [];
		for (const { truth, ...request } of RECORDED_CALLS) {
			const answer = await callTool(t, request, needsKey.has(request.tool) ? 'key' : 'account');
			const isRight =
				truth instanceof RegExp
					? truth.test(answer)
					: truth.every((number) => numbersIn(answer).some((own) => isClose(own, number)));
			if (!isRight) wrong.push({ ...request, truth: String(truth), answer: answer.slice(0, 500) });
		}
		expect(wrong).toEqual([]);
	}, 60_000);
});

/** Among rows, whatever else an answer says. */
function numbersIn(answer: string): number[] {
	const [reported] = JSON.parse(answer) as Array<{ rows?: unknown[][] }>;
	return (reported?.rows ?? []).flat().filter((cell) => typeof cell === 'number');
}

function isClose(own: number, truth: number): boolean {
	return Math.abs(own - truth) < 0.006;
}
