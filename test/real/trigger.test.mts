import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { DateTime } from 'luxon';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { rowsOf } from './support/executions.mts';
import { N8n } from './support/n8n.mts';
import { Receiver, type Workflow } from './support/receiver.mts';
import { chain, everySeconds, reportParameters, sensorsAnalytics } from './support/workflows.mts';

const UNUSUAL = 'alertUnusual0001';
const WORKFLOWS = {
	whenComplete0001: 'when-yesterday-is-complete',
	alertWhenDrop001: 'alert-when-orders-drop',
	[UNUSUAL]: 'alert-when-orders-are-unusual',
};
const BY_HAND = 'unusualByHand001';
const SCHEDULED = 'scheduledReport1';
/** n8n refuses only a single time that comes more often than each minute. */
const EVERY_5_SECONDS = Array.from({ length: 12 }, (_, at) => ({
	mode: 'custom',
	cronExpression: `${at * 5} * * * * *`,
}));
const STARTED_MS = 180_000;
/**
 * After a restart, n8n polls at once, and the unusual number every five seconds; what it would start
 * shows up well within this.
 */
const QUIET_MS = 10_000;

describe('What n8n starts by itself', () => {
	let simulator: Simulator;
	let n8n: N8n;
	let receiver: Receiver;
	const yesterday = DateTime.now().setZone('Asia/Shanghai').minus({ days: 1 });

	beforeAll(async () => {
		simulator = await startSimulator();
		const shop = simulator.world.shopOf('production');
		// Yesterday is a drop; the day before isn't, compared with a worse one.
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
					// No day is marked, so that any day can run this.
					parameters.options = { startsWithLast: true, usualRange: 'all' };
				if (id === UNUSUAL && parameters.pollTimes)
					parameters.pollTimes = { item: EVERY_5_SECONDS };
			}
			workflows[id] = receiver.inPlaceOfSenders(example);
		}
		workflows[BY_HAND] = workflows[UNUSUAL] as object;
		const report = sensorsAnalytics(reportParameters());
		workflows[SCHEDULED] = chain('Scheduled', [everySeconds(5), report]);
		await n8n.importWorkflows(workflows);
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		receiver?.close();
	});

	/** Finished executions of a workflow, as soon as there are this many. */
	const untilOver = async (api: N8nApi, id: string, count: number) => {
		const deadline = Date.now() + STARTED_MS;
		const over = async () =>
			(await api.executions(id)).filter(({ status }) => !['new', 'running'].includes(status));
		while ((await over()).length < count && Date.now() < deadline) await wait(500);
		return (await over()).map(({ status }) => status);
	};

	const texts = () => receiver.received.map((message) => (message as { text: string }).text);
	/** Down to 0, from the number of the same day of last week. */
	const explained = /^orders [^:]+: 0, down (\d+) \([^)]+\) from \1 on /;

	it('is the trigger for yesterday, and not again after a restart; then a schedule, with the stored token', async () => {
		await n8n.start();
		let api = await N8nApi.signIn(n8n.url);
		const byHand = await api.run(BY_HAND, 'Orders are unusual');
		expect(byHand.data.resultData.error).toBeUndefined();
		const [item] = rowsOf(byHand, 'Orders are unusual');
		expect(item).toMatchObject({
			date: yesterday.toISODate(),
			measure: 'orders',
			value: 0,
			is_unusual: true,
			side: 'below',
			usual_values: 8,
			_example: expect.stringContaining('This number would start the workflow.') as string,
		});
		expect(Number(item?.usual_low)).toBeGreaterThan(0);
		expect(texts()).toEqual([expect.stringMatching(explained)]);
		receiver.received.length = 0;

		for (const id of Object.keys(WORKFLOWS)) await api.publish(id);
		for (const id of Object.keys(WORKFLOWS))
			expect(await untilOver(api, id, 1)).toEqual(['success']);
		expect(texts().filter((text) => explained.test(text))).toHaveLength(1);
		expect(texts()).toContainEqual(
			expect.stringMatching(
				/^\d+月\d+日（周.）orders 0，较\d+月\d+日（周.）的 (\d+) 减少 \1（−100\.0%）$/,
			),
		);

		await n8n.stop({ keepFolder: true });
		const before = simulator.requests.length;
		await n8n.start();
		await wait(QUIET_MS);
		api = await N8nApi.signIn(n8n.url);
		for (const id of Object.keys(WORKFLOWS)) expect(await api.executions(id)).toHaveLength(1);
		expect(texts().filter((text) => explained.test(text))).toHaveLength(1);
		// Yesterday has been seen to: there was nothing to ask for.
		expect(simulator.requests.length).toBe(before);

		// Nothing of this process has used the credential yet.
		await api.publish(SCHEDULED);
		const statuses = await untilOver(api, SCHEDULED, 2);
		expect(statuses.length).toBeGreaterThanOrEqual(2);
		expect(new Set(statuses)).toEqual(new Set(['success']));
		const sent = simulator.requests
			.slice(before)
			.map(({ headers }) => headers['sensorsdata-token']);
		expect(new Set(sent)).toEqual(new Set([simulator.world.validTokens('analyst')[0]?.value]));
		expect(simulator.world.logins).toHaveLength(1);
	}, 600_000);
});
