import { readFile } from 'node:fs/promises';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8n, rowsOf } from './n8n.mts';

const WORKFLOW = 'ordersByCity0001';
const CREDENTIAL = 'sensorsAnalytics';

describe.each(['2.40', '1.123'])('n8n %s by its command line', (version) => {
	let simulator: Simulator;
	let n8n: N8n;

	beforeAll(async () => {
		simulator = await startSimulator();
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
		const workflow = JSON.parse(
			await readFile('examples/yesterdays-orders-by-city.json', 'utf8'),
		) as object;
		await n8n.importExampleCredential(simulator.url);
		await n8n.importWorkflow(WORKFLOW, workflow);
	}, 20 * 60_000);

	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
	});

	it('gives rows, and a second process uses the stored token without a login', async () => {
		const first = rowsOf(await n8n.execute(WORKFLOW), 'Orders by city');
		expect(first.length).toBeGreaterThan(3);
		expect(first[0]).toEqual({
			date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
			city: expect.any(String) as string,
			orders: expect.any(Number) as number,
			customers: expect.any(Number) as number,
			revenue: expect.any(Number) as number,
		});
		expect(simulator.world.logins).toHaveLength(1);
		const stored = (await n8n.exportCredentials()).find(({ id }) => id === CREDENTIAL)?.data
			.accessToken;
		expect(stored).toBe(simulator.world.validTokens('analyst')[0]?.value);

		const second = rowsOf(await n8n.execute(WORKFLOW), 'Orders by city');
		expect(second).toEqual(first);
		expect(simulator.world.logins).toHaveLength(1);
		expect(simulator.requests.at(-1)?.headers['sensorsdata-token']).toBe(stored);
	}, 180_000);

	it('renews a token that was ended by one login, and stores the new one', async () => {
		const before = simulator.world.logins.length;
		simulator.world.tokens.endAll(simulator.world.accounts.get('analyst'));
		expect(rowsOf(await n8n.execute(WORKFLOW), 'Orders by city').length).toBeGreaterThan(3);
		expect(simulator.world.logins.length - before).toBe(1);
		expect(rowsOf(await n8n.execute(WORKFLOW), 'Orders by city').length).toBeGreaterThan(3);
		expect(simulator.world.logins.length - before).toBe(1);
	}, 180_000);
});
