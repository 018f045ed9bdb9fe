import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8n, rowsOf } from './n8n.mts';

const CREDENTIAL = 'sensorsAnalytics';
const BODY = {
	measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
	unit: 'day',
	from_date: '2026-11-01',
	to_date: '2026-11-01',
};

describe("n8n's HTTP Request node with the credential", () => {
	let simulator: Simulator;
	let n8n: N8n;

	beforeAll(async () => {
		simulator = await startSimulator();
		n8n = await N8n.prepare({ log: (line) => console.log(line) });
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
	});

	const prepare = async (id: string, url: string, data: object) => {
		await n8n.importCredential(id, id, { baseUrl: simulator.url, project: 'production', ...data });
		await n8n.importWorkflow(`workflow-${id}`, httpWorkflow(id, url, BODY));
		return async () => await n8n.execute(`workflow-${id}`);
	};

	it.each([
		['apiSecret', () => ({ apiSecret: simulator.world.secrets.of('admin') })],
		['accountPassword', () => ({ accountName: 'analyst', password: 'analyst-pw-1' })],
	])(
		'signs requests (%s)',
		async (authentication, data) => {
			const run = await prepare(authentication, `${simulator.url}/api/events/report`, {
				authentication,
				...data(),
			});
			const [first] = rowsOf(await run(), 'HTTP Request');
			expect(first).toMatchObject({ series: ['2026-11-01 00:00:00'] });
			expect(rowsOf(await run(), 'HTTP Request')).toHaveLength(1);
			expect(simulator.world.logins.length).toBe(authentication === 'apiSecret' ? 0 : 1);
		},
		120_000,
	);

	it('renews a refused token by one login; a request that fails for another reason costs none', async () => {
		const id = 'accountPassword';
		const before = simulator.world.logins.length;
		simulator.world.tokens.endAll(simulator.world.accounts.get('analyst'));
		expect(rowsOf(await n8n.execute(`workflow-${id}`), 'HTTP Request')).toHaveLength(1);
		expect(simulator.world.logins.length - before).toBe(1);

		await n8n.importWorkflow(
			'workflow-faulty',
			httpWorkflow(id, `${simulator.url}/api/nowhere`, {}),
		);
		await expect(n8n.execute('workflow-faulty')).rejects.toThrow();
		expect(
			simulator.requests.some(({ path, status }) => path === '/api/nowhere' && status === 404),
		).toBe(true);
		expect(simulator.world.logins.length - before).toBe(1);
	}, 120_000);

	it('sends no secret to another host', async () => {
		const other = simulator.url.replace('127.0.0.1', 'localhost');
		const run = await prepare(CREDENTIAL, `${other}/api/events/report`, {
			authentication: 'apiSecret',
			apiSecret: simulator.world.secrets.of('admin'),
		});
		const before = simulator.requests.length;
		await expect(run()).rejects.toThrow(/the credential is for '127.0.0.1'/);
		expect(simulator.requests.length).toBe(before);
	}, 60_000);
});

function httpWorkflow(credential: string, url: string, body: object): object {
	return {
		name: 'HTTP Request',
		nodes: [
			{
				id: 'a',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'b',
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [200, 0],
				parameters: {
					method: 'POST',
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'sensorsAnalyticsApi',
					sendBody: true,
					specifyBody: 'json',
					jsonBody: JSON.stringify(body),
				},
				credentials: { sensorsAnalyticsApi: { id: credential, name: credential } },
			},
		],
		connections: { Start: { main: [[{ node: 'HTTP Request', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
