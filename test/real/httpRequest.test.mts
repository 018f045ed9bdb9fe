import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { rowsOf } from './support/executions.mts';
import { N8n } from './support/n8n.mts';
import { chain, manualTrigger, signedHttpRequest } from './support/workflows.mts';

const BODY = {
	measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
	unit: 'day',
	from_date: '2026-11-01',
	to_date: '2026-11-01',
};

describe("n8n's HTTP Request node with the credential", () => {
	let simulator: Simulator;
	let n8n: N8n;
	let api: N8nApi;

	beforeAll(async () => {
		simulator = await startSimulator();
		const report = `${simulator.url}/api/events/report`;
		const secret = {
			authentication: 'apiSecret',
			apiSecret: simulator.world.secrets.of('admin'),
		};
		const account = {
			authentication: 'accountPassword',
			accountName: 'analyst',
			password: 'analyst-pw-1',
		};
		n8n = await N8n.prepare({ log: (line) => console.log(line) });
		await n8n.importCredentials(
			...Object.entries({ secret, account }).map(([id, data]) => ({
				id,
				name: id,
				type: 'sensorsAnalyticsApi',
				data: { baseUrl: simulator.url, project: 'production', ...data },
			})),
		);
		await n8n.importWorkflows({
			bySecret00000001: httpWorkflow(report, BODY, 'secret'),
			byAccount0000001: httpWorkflow(report, BODY, 'account'),
			faulty0000000001: httpWorkflow(`${simulator.url}/api/nowhere`, {}, 'account'),
			// The same machine by another name.
			elsewhere0000001: httpWorkflow(report.replace('127.0.0.1', 'localhost'), BODY, 'secret'),
		});
		await n8n.start();
		api = await N8nApi.signIn(n8n.url);
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
	});

	const run = async (id: string) => await api.run(id, 'Start');
	const answersOf = async (id: string) => rowsOf(await run(id), 'HTTP Request');

	it.each([
		['API secret', 'bySecret00000001', 0],
		['account and password', 'byAccount0000001', 1],
	])('signs requests (%s)', async (_mode, id, logins) => {
		const [first] = await answersOf(id);
		expect(first).toMatchObject({ series: ['2026-11-01 00:00:00'] });
		expect(await answersOf(id)).toHaveLength(1);
		expect(simulator.world.logins.length).toBe(logins);
	});

	it('renews a refused token by one login; a request that fails for another reason costs none', async () => {
		const before = simulator.world.logins.length;
		simulator.world.tokens.endAll(simulator.world.accounts.get('analyst'));
		expect(await answersOf('byAccount0000001')).toHaveLength(1);
		expect(simulator.world.logins.length - before).toBe(1);

		expect((await run('faulty0000000001')).data.resultData.error).toBeDefined();
		expect(
			simulator.requests.some(({ path, status }) => path === '/api/nowhere' && status === 404),
		).toBe(true);
		expect(simulator.world.logins.length - before).toBe(1);
	});

	it('sends no secret to another host', async () => {
		const before = simulator.requests.length;
		const { error } = (await run('elsewhere0000001')).data.resultData;
		expect(JSON.stringify(error)).toMatch(/the credential is for '127.0.0.1'/);
		expect(simulator.requests.length).toBe(before);
	});
});

function httpWorkflow(url: string, body: object, credential: string): object {
	return chain('HTTP Request', [
		manualTrigger(),
		signedHttpRequest('HTTP Request', url, body, credential),
	]);
}
