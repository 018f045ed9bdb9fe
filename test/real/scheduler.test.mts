/** The trigger under n8n's scheduler for polls, which keeps other things than n8n does without it. */
import { setTimeout as wait } from 'node:timers/promises';

import { DateTime } from 'luxon';

import { startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { exampleKey, N8n } from './support/n8n.mts';
import { chain } from './support/workflows.mts';

const WORKFLOW = 'settledDay000001';
const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
};
/** Three polls a minute: n8n refuses only a single time that comes more often than each minute. */
const SECONDS = [0, 20, 40];
/** The publishing poll looks, one at least half a minute later looks again. */
const TOLD_MS = 240_000;
/** Two more polls. */
const QUIET_MS = 45_000;

const workflow = (credentials: object) => {
	const trigger = {
		name: 'Sensors Analytics Trigger',
		type: 'n8n-nodes-sensors-analytics.sensorsAnalyticsTrigger',
		typeVersion: 1,
		parameters: {
			pollTimes: {
				item: SECONDS.map((second) => ({
					mode: 'custom',
					cronExpression: `${second} * * * * *`,
				})),
			},
			triggerOn: 'periodComplete',
			period: 'day',
			queryMode: 'fields',
			measures: { measure: [{ eventName: { __rl: true, mode: 'list', value: 'PayOrder' } }] },
			options: { startsWithLast: true, settleHours: 0 },
		},
		credentials,
	};
	const end = { name: 'End', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return chain('Settled', [trigger, end]);
};

describe('n8n reports a day that two polls have seen, once, also after a restart,', () => {
	// Nearly all of it is waiting, so they wait together.
	it.concurrent.each<[string, Record<string, string>]>([
		['without its scheduler', {}],
		['with its scheduler', SCHEDULER],
		[
			'with its scheduler and durable cursors',
			{ ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
		],
	])(
		'%s',
		async (how, settings) => {
			const simulator = await startSimulator();
			const log = (line: string) => console.log(line);
			const n8n = await N8n.prepare({ version: '2.40', settings, log });
			try {
				const key = exampleKey(simulator.url, simulator.world.apiKeys.of('analyst'));
				await n8n.importCredentials(key);
				const sensorsAnalyticsApi = { id: key.id, name: key.name };
				await n8n.importWorkflows({ [WORKFLOW]: workflow({ sensorsAnalyticsApi }) });
				await n8n.start();
				let api = await N8nApi.signIn(n8n.url);
				const startedOn = DateTime.now();
				await api.publish(WORKFLOW);
				const published = Date.now();
				while ((await api.executions(WORKFLOW)).length === 0 && Date.now() - published < TOLD_MS)
					await wait(500);
				const reported = await api.executions(WORKFLOW);
				expect(reported).toHaveLength(1);
				const reports = () =>
					simulator.requests.filter(({ path }) => /segmentation/.test(path)).length;
				// Not by the poll that looked first, nor by one that waited.
				expect(reports()).toBeGreaterThanOrEqual(2);
				const yesterday = startedOn.setZone('Asia/Shanghai').minus({ days: 1 }).toISODate();
				expect(JSON.stringify(simulator.requests.at(-1))).toContain(yesterday);
				const sentRequests = reports();
				// The figures of docs/n8n-versions.md.
				const seconds = (from: number) => Math.round((Date.now() - from) / 1000);
				const [tellingSeconds, restarted] = [seconds(published), Date.now()];

				await n8n.stop({ keepFolder: true });
				await n8n.start();
				api = await N8nApi.signIn(n8n.url);
				await wait(QUIET_MS);
				expect(await api.executions(WORKFLOW)).toHaveLength(1);
				// The day is over and reported, so there is nothing to request.
				expect(reports()).toBe(sentRequests);
				console.log(
					`${how}: told after ${tellingSeconds} s with ${sentRequests} reports; ${seconds(restarted)} s after the restart still once`,
				);
			} finally {
				await n8n.stop();
				await simulator.close();
			}
		},
		900_000,
	);
});
