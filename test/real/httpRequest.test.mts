import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { rowsOf } from './support/executions.mts';
import { N8n } from './support/n8n.mts';
import { chain, manualTrigger, signedHttpRequest } from './support/workflows.mts';

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
		await n8n.importWorkflow(`workflow-${id}`, httpWorkflow(url, BODY, id));
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
			httpWorkflow(`${simulator.url}/api/nowhere`, {}, id),
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

function httpWorkflow(url: string, body: object, credential: string): object {
	return chain('HTTP Request', [
		manualTrigger(),
		signedHttpRequest('HTTP Request', url, body, credential),
	]);
}
