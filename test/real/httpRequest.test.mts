import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { rowsOf } from './support/executions.mts';
import { N8n, VERSIONS } from './support/n8n.mts';
import { chain, manualTrigger, signedHttpRequest } from './support/workflows.mts';

const REDIRECTS = [301, 302, 303, 307, 308];
/** Versions of the node that sign with credentials of other packages; they follow in their own ways. */
const NODE_VERSIONS: Record<string, number[]> = {
	'2.40': [2, 3, 4.2, 4.4, 4.5],
	'1.123': [2, 3, 4.2, 4.3],
};
const BODY = {
	measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
	unit: 'day',
	from_date: '2026-11-01',
	to_date: '2026-11-01',
};

describe.each(VERSIONS)("n8n's HTTP Request node with the credential, n8n %s", (version) => {
	let simulator: Simulator;
	let n8n: N8n;
	let thief: Server;
	const stolen: string[] = [];

	beforeAll(async () => {
		simulator = await startSimulator();
		thief = createServer((request, response) => {
			stolen.push(`${request.url} ${JSON.stringify(request.headers)}`);
			response.end('{}');
		});
		await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		thief?.close();
	});
	beforeEach(() => stolen.splice(0));
	const nodeVersions = NODE_VERSIONS[version] as number[];
	const elsewhere = () => `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;

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
		240_000,
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
	}, 240_000);

	it.each(['apiSecret', 'accountPassword'])(
		'follows no redirect (%s)',
		async (id) => {
			const steps = nodeVersions.flatMap((typeVersion) =>
				REDIRECTS.flatMap((status) =>
					['GET', 'POST'].map((method) => {
						const path = `/api/redirect/${status}/${typeVersion}`;
						const headers = { location: `${elsewhere()}${path}` };
						const reaction = { answer: { status, headers } };
						simulator.faults.add({ path: new RegExp(`^${path}$`), reaction });
						const url = `${simulator.url}${path}`;
						const step = signedHttpRequest(`${typeVersion} ${status} ${method}`, url, BODY, id);
						const older = {
							requestMethod: method,
							options: { followRedirect: true, followAllRedirects: true },
						};
						const parameters = { ...step.parameters, ...(typeVersion < 3 ? older : { method }) };
						return { ...step, typeVersion, parameters, onError: 'continueRegularOutput' };
					}),
				),
			);
			await n8n.importWorkflow(`workflow-${id}-redirect`, chain('R', [manualTrigger(), ...steps]));
			const before = simulator.requests.length;
			await n8n.execute(`workflow-${id}-redirect`);
			const asked = simulator.requests.slice(before).map(({ path }) => path);
			for (const typeVersion of nodeVersions) {
				for (const status of REDIRECTS) {
					const path = `/api/redirect/${status}/${typeVersion}`;
					expect(asked.filter((each) => each === path)).toHaveLength(2);
				}
			}
			expect(stolen).toEqual([]);
		},
		300_000,
	);

	it.each([
		['another host', () => simulator.url.replace('127.0.0.1', 'localhost'), {}],
		['another port', elsewhere, {}],
		['a proxy of the node', () => simulator.url, { options: { proxy: 'PROXY' } }],
		['a certificate unchecked', () => simulator.url, { options: { allowUnauthorizedCerts: true } }],
		[
			'another virtual host',
			() => simulator.url,
			{
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'Host', value: 'other.example.com' }] },
			},
		],
	])(
		'sends no secret to %s',
		async (name, url, more) => {
			const step = signedHttpRequest('HTTP Request', `${url()}/api/x`, BODY, 'apiSecret');
			const parameters = JSON.parse(
				JSON.stringify({ ...step.parameters, ...more }).replace('PROXY', elsewhere()),
			) as object;
			const id = `workflow-${name.replace(/ /g, '-')}`;
			await n8n.importWorkflow(id, chain(name, [manualTrigger(), { ...step, parameters }]));
			const before = simulator.requests.length;
			await expect(n8n.execute(id)).rejects.toThrow(/(is|are) not sent|would read/);
			expect(simulator.requests.length).toBe(before);
			expect(stolen).toEqual([]);
		},
		180_000,
	);
});

function httpWorkflow(url: string, body: object, credential: string): object {
	return chain('HTTP Request', [
		manualTrigger(),
		signedHttpRequest('HTTP Request', url, body, credential),
	]);
}
