/** The trigger under n8n's scheduler for polls, which keeps other things than n8n does without it. */
import { setTimeout as wait } from 'node:timers/promises';

import { DateTime } from 'luxon';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { exampleKey, N8n } from './support/n8n.mts';
import { chain } from './support/workflows.mts';

const WORKFLOW = 'settledDay000001';
const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
};
/** The publishing poll looks, one of the next minutes looks again. */
const TOLD_MS = 240_000;
/** Two more polls. */
const QUIET_MS = 130_000;

describe.each<[string, Record<string, string>]>([
	['without its scheduler', {}],
	['with its scheduler', SCHEDULER],
	[
		'with its scheduler and durable cursors',
		{ ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
	],
])('n8n %s', (how, settings) => {
	let simulator: Simulator;
	let n8n: N8n;

	beforeAll(async () => {
		simulator = await startSimulator();
		n8n = await N8n.prepare({ version: '2.40', settings, log: (line) => console.log(line) });
		const key = exampleKey(simulator.url, simulator.world.apiKeys.of('analyst'));
		await n8n.importCredentials(key);
		const credentials = { sensorsAnalyticsApi: { id: key.id, name: key.name } };
		const trigger = {
			name: 'Sensors Analytics Trigger',
			type: 'n8n-nodes-sensors-analytics.sensorsAnalyticsTrigger',
			typeVersion: 1,
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				triggerOn: 'periodComplete',
				period: 'day',
				queryMode: 'fields',
				measures: { measure: [{ eventName: { __rl: true, mode: 'list', value: 'PayOrder' } }] },
				options: { startsWithLast: true, settleHours: 0 },
			},
			credentials,
		};
		const end = { name: 'End', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		await n8n.importWorkflows({ [WORKFLOW]: chain('Settled', [trigger, end]) });
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
	});

	it('tells a day that two polls have seen, once, also after a restart', async () => {
		await n8n.start();
		let api = await N8nApi.signIn(n8n.url);
		const yesterday = DateTime.now().setZone('Asia/Shanghai').minus({ days: 1 }).toISODate();
		await api.publish(WORKFLOW);
		const published = Date.now();
		while ((await api.executions(WORKFLOW)).length === 0 && Date.now() - published < TOLD_MS)
			await wait(500);
		const told = await api.executions(WORKFLOW);
		expect(told).toHaveLength(1);
		const reports = () => simulator.requests.filter(({ path }) => /segmentation/.test(path)).length;
		// Not by the poll that looked first, nor by one that waited.
		expect(reports()).toBeGreaterThanOrEqual(2);
		expect(JSON.stringify(simulator.requests.at(-1))).toContain(yesterday);
		const asked = reports();
		// The figures of docs/n8n-versions.md.
		const seconds = (from: number) => Math.round((Date.now() - from) / 1000);
		const [tellingSeconds, restarted] = [seconds(published), Date.now()];

		await n8n.stop({ keepFolder: true });
		await n8n.start();
		api = await N8nApi.signIn(n8n.url);
		await wait(QUIET_MS);
		expect(await api.executions(WORKFLOW)).toHaveLength(1);
		// The day is over and told: there was nothing to ask for.
		expect(reports()).toBe(asked);
		console.log(
			`${how}: told after ${tellingSeconds} s with ${asked} reports; ${seconds(restarted)} s after the restart still once`,
		);
	}, 900_000);
});
