import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { DateTime } from 'luxon';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { N8n } from './support/n8n.mts';
import { Receiver, type Workflow } from './support/receiver.mts';

const WORKFLOWS = {
	whenComplete0001: 'when-yesterday-is-complete',
	alertWhenDrop001: 'alert-when-orders-drop',
};
const STARTED_MS = 180_000;
/** After a restart, n8n polls at once; what it would start shows up well within this. */
const QUIET_MS = 10_000;

describe('The trigger in n8n', () => {
	let simulator: Simulator;
	let n8n: N8n;
	let receiver: Receiver;
	const yesterday = DateTime.now().setZone('Asia/Shanghai').minus({ days: 1 });

	beforeAll(async () => {
		simulator = await startSimulator();
		const shop = simulator.world.shopOf('production');
		// Yesterday is a drop; the day before, beside a worse one, is none.
		shop.spoil(yesterday.toISODate() as string);
		shop.spoil(yesterday.minus({ days: 8 }).toISODate() as string);
		receiver = await Receiver.start();
		n8n = await N8n.prepare({ log: (line) => console.log(line) });
		await n8n.importExampleCredential(simulator.url);
		const workflows: Record<string, object> = {};
		for (const [id, file] of Object.entries(WORKFLOWS)) {
			const example = JSON.parse(await readFile(`examples/${file}.json`, 'utf8')) as Workflow;
			for (const { type, parameters } of example.nodes) {
				if (type.endsWith('.sensorsAnalyticsTrigger'))
					parameters.options = { startsWithLast: true };
			}
			workflows[id] = receiver.inPlaceOfSenders(example);
		}
		await n8n.importWorkflows(workflows);
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		receiver?.close();
	});

	const executions = async (id: string) => await (await N8nApi.signIn(n8n.url)).executions(id);

	it('starts the workflows for yesterday, and not again after a restart', async () => {
		await n8n.start();
		const api = await N8nApi.signIn(n8n.url);
		for (const id of Object.keys(WORKFLOWS)) await api.publish(id);
		for (const id of Object.keys(WORKFLOWS)) {
			const deadline = Date.now() + STARTED_MS;
			const isOver = async () =>
				(await executions(id)).some(({ status }) => !['new', 'running'].includes(status));
			while (!(await isOver()) && Date.now() < deadline) await wait(500);
			expect((await executions(id)).map(({ status }) => status)).toEqual(['success']);
		}
		const told = receiver.received.map((message) => (message as { text: string }).text);
		expect(told).toContainEqual(
			expect.stringMatching(`^orders on ${yesterday.toISODate()}: 0, that is -100% against `),
		);

		await n8n.stop({ keepFolder: true });
		const before = simulator.requests.length;
		await n8n.start();
		await wait(QUIET_MS);
		for (const id of Object.keys(WORKFLOWS)) expect(await executions(id)).toHaveLength(1);
		// Yesterday has been seen to: there was nothing to ask for.
		expect(simulator.requests.length).toBe(before);
		expect(simulator.world.logins).toHaveLength(1);
	}, 600_000);
});
