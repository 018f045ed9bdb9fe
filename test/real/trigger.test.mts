import { readFile } from 'node:fs/promises';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { N8n } from './support/n8n.mts';

const WORKFLOW = 'whenComplete0001';
const STARTED_MS = 60_000;
/** After a restart, n8n polls at once; what it would start shows up well within this. */
const QUIET_MS = 10_000;

describe('The trigger in n8n', () => {
	let simulator: Simulator;
	let n8n: N8n;

	beforeAll(async () => {
		simulator = await startSimulator();
		n8n = await N8n.prepare({ log: (line) => console.log(line) });
		await n8n.importExampleCredential(simulator.url);
		const example = JSON.parse(
			await readFile('examples/when-yesterday-is-complete.json', 'utf8'),
		) as { nodes: Array<{ type: string; parameters: { options: object } }> };
		for (const { type, parameters } of example.nodes) {
			if (type.includes('Trigger')) parameters.options = { startsWithLast: true };
		}
		await n8n.importWorkflow(WORKFLOW, example);
		await n8n.publish(WORKFLOW);
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
	});

	const executions = async () => await (await N8nApi.signIn(n8n.url)).executions(WORKFLOW);

	it('starts the workflow for yesterday, and not again after a restart', async () => {
		await n8n.start();
		const deadline = Date.now() + STARTED_MS;
		while ((await executions()).length === 0 && Date.now() < deadline)
			await new Promise((resolve) => setTimeout(resolve, 500));
		expect((await executions()).map(({ status }) => status)).toEqual(['success']);

		await n8n.stop({ keepFolder: true });
		const before = simulator.requests.length;
		await n8n.start();
		await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
		expect(await executions()).toHaveLength(1);
		// Yesterday has been seen to: there was nothing to ask for.
		expect(simulator.requests.length).toBe(before);
		expect(simulator.world.logins).toHaveLength(1);
	}, 240_000);
});
