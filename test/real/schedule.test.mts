import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { rowsOf } from './support/executions.mts';
import { N8n } from './support/n8n.mts';
import {
	chain,
	everySeconds,
	manualTrigger,
	reportParameters,
	sensorsAnalytics,
} from './support/workflows.mts';

const BY_HAND = 'reportByHand0001';
const SCHEDULED = 'scheduledReport1';
const FIRST_RUN_MS = 180_000;
const REPORT = 'Sensors Analytics';

describe('A schedule in n8n', () => {
	let simulator: Simulator;
	let n8n: N8n;

	beforeAll(async () => {
		simulator = await startSimulator();
		n8n = await N8n.prepare({ log: (line) => console.log(line) });
		await n8n.importExampleCredential(simulator.url);
		const report = sensorsAnalytics(reportParameters());
		await n8n.importWorkflows({
			[BY_HAND]: chain('By hand', [manualTrigger(), report]),
			[SCHEDULED]: chain('Scheduled', [everySeconds(5), report]),
		});
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
	});

	it('starts the report by itself in a cold process, with the stored token', async () => {
		expect(rowsOf(await n8n.execute(BY_HAND), REPORT).length).toBeGreaterThan(3);
		expect(simulator.world.logins).toHaveLength(1);
		const token = simulator.world.validTokens('analyst')[0]?.value;
		const before = simulator.requests.length;

		await n8n.start();
		const api = await N8nApi.signIn(n8n.url);
		await api.publish(SCHEDULED);
		const deadline = Date.now() + FIRST_RUN_MS;
		const finished = async () =>
			(await api.executions(SCHEDULED)).filter(({ status }) => status !== 'running');
		while ((await finished()).length < 2 && Date.now() < deadline)
			await new Promise((resolve) => setTimeout(resolve, 500));

		const statuses = (await finished()).map(({ status }) => status);
		expect(statuses.length).toBeGreaterThanOrEqual(2);
		expect(new Set(statuses)).toEqual(new Set(['success']));
		expect(simulator.world.logins).toHaveLength(1);
		const sent = simulator.requests
			.slice(before)
			.map(({ headers }) => headers['sensorsdata-token']);
		expect(new Set(sent)).toEqual(new Set([token]));
	}, 600_000);
});
