import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { rowsOf } from './support/executions.mts';
import { N8n, VERSIONS } from './support/n8n.mts';
import { chain, manualTrigger, signedHttpRequest } from './support/workflows.mts';

const REDIRECTS = [301, 302, 303, 307, 308];
/** Versions of the node that sign with credentials of other packages; they follow in their own ways. */
const NODE_VERSIONS: Record<string, number[]> = {
	'2.40': [2, 3, 4.2, 4.4, 4.5],
	'1.123': [2, 3, 4.2, 4.3],
};
const CREDENTIALS = ['secret', 'account', 'key'];
/** What is sent with a request as it is: a token is asked for first. */
const SENT = ['secret', 'key'];
const BODY = {
	measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
	unit: 'day',
	from_date: '2026-11-01',
	to_date: '2026-11-01',
};
/** What a request must not be: where it goes, and what is set in the node. */
const THEFTS: Array<[string, 'localhost' | 'thief' | 'service', object]> = [
	['another host', 'localhost', {}],
	['another port', 'thief', {}],
	['a proxy of the node', 'service', { options: { proxy: 'PROXY' } }],
	['a certificate unchecked', 'service', { options: { allowUnauthorizedCerts: true } }],
	[
		'another virtual host',
		'service',
		{
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'Host', value: 'other.example.com' }] },
		},
	],
];
const theftId = (index: number, credential: string) =>
	`theft0000000${credential}${index}`.slice(-16);
const redirectPath = (status: number, typeVersion: number) =>
	`/api/redirect/${status}/${typeVersion}`;
const redirectId = (credential: string) => `redirect00000000${credential}`.slice(-16);

describe.each(VERSIONS)("n8n's HTTP Request node with the credential, n8n %s", (version) => {
	let simulator: Simulator;
	let n8n: N8n;
	let api: N8nApi;
	let thief: Server;
	const stolen: string[] = [];
	const nodeVersions = NODE_VERSIONS[version] as number[];

	beforeAll(async () => {
		simulator = await startSimulator();
		thief = createServer((request, response) => {
			stolen.push(`${request.url} ${JSON.stringify(request.headers)}`);
			response.end('{}');
		});
		await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
		const report = `${simulator.url}/api/events/report`;
		const data: Record<string, object> = {
			secret: { authentication: 'apiSecret', apiSecret: simulator.world.secrets.of('admin') },
			account: {
				authentication: 'accountPassword',
				accountName: 'analyst',
				password: 'analyst-pw-1',
			},
			key: { authentication: 'apiKey', apiKey: simulator.world.apiKeys.of('analyst') },
		};
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
		await n8n.importCredentials(
			...CREDENTIALS.map((id) => ({
				id,
				name: id,
				type: 'sensorsAnalyticsApi',
				data: { baseUrl: simulator.url, project: 'production', ...data[id] },
			})),
		);
		await n8n.importWorkflows({
			bySecret00000001: httpWorkflow(report, 'secret'),
			byAccount0000001: httpWorkflow(report, 'account'),
			faulty0000000001: httpWorkflow(`${simulator.url}/api/nowhere`, 'account'),
			...Object.fromEntries(CREDENTIALS.map((id) => [redirectId(id), redirectWorkflow(id)])),
			...Object.fromEntries(
				SENT.flatMap((credential) =>
					THEFTS.map((_, index) => [theftId(index, credential), theftWorkflow(index, credential)]),
				),
			),
		});
		await n8n.start();
		api = await N8nApi.signIn(n8n.url);
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		thief?.close();
	});
	beforeEach(() => stolen.splice(0));
	const elsewhere = () => `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;

	/** The same request in every version of the node, answered by every kind of redirect. */
	function redirectWorkflow(credential: string): object {
		const steps = nodeVersions.flatMap((typeVersion) =>
			REDIRECTS.flatMap((status) =>
				['GET', 'POST'].map((method) => {
					const url = `${simulator.url}${redirectPath(status, typeVersion)}`;
					const step = signedHttpRequest(
						`${typeVersion} ${status} ${method}`,
						url,
						BODY,
						credential,
					);
					const older = {
						requestMethod: method,
						options: { followRedirect: true, followAllRedirects: true },
					};
					const parameters = { ...step.parameters, ...(typeVersion < 3 ? older : { method }) };
					return { ...step, typeVersion, parameters, onError: 'continueRegularOutput' };
				}),
			),
		);
		return chain(`Redirects (${credential})`, [manualTrigger(), ...steps]);
	}

	function theftWorkflow(index: number, credential: string): object {
		const [name, where, more] = THEFTS[index] as (typeof THEFTS)[number];
		const address = {
			// The same machine by another name.
			localhost: simulator.url.replace('127.0.0.1', 'localhost'),
			thief: elsewhere(),
			service: simulator.url,
		}[where];
		const step = signedHttpRequest('HTTP Request', `${address}/api/x`, BODY, credential);
		const parameters = JSON.parse(
			JSON.stringify({ ...step.parameters, ...more }).replace('PROXY', elsewhere()),
		) as object;
		return chain(name, [manualTrigger(), { ...step, parameters }]);
	}

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

	it('renews a refused token by one login; a request that fails for another reason needs no login', async () => {
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

	it.each(CREDENTIALS)(
		'follows no redirect (%s)',
		async (credential) => {
			const paths = nodeVersions.flatMap((typeVersion) =>
				REDIRECTS.map((status) => [status, redirectPath(status, typeVersion)] as const),
			);
			for (const [status, path] of paths) {
				const headers = { location: `${elsewhere()}${path}` };
				simulator.faults.add({
					path: new RegExp(`^${path}$`),
					reaction: { answer: { status, headers } },
				});
			}
			const before = simulator.requests.length;
			await run(redirectId(credential));
			const sentRequests = simulator.requests.slice(before).map(({ path }) => path);
			for (const [, path] of paths)
				expect(sentRequests.filter((each) => each === path)).toHaveLength(2);
			expect(stolen).toEqual([]);
		},
		600_000,
	);

	it.each(
		SENT.flatMap((credential) => THEFTS.map(([name], index) => [credential, name, index] as const)),
	)('sends no %s to %s', async (credential, _name, index) => {
		const before = simulator.requests.length;
		const { error } = (await run(theftId(index, credential))).data.resultData;
		expect(JSON.stringify(error)).toMatch(/didn't send the request|could read the credential/);
		expect(simulator.requests.length).toBe(before);
		expect(stolen).toEqual([]);
	});
});

function httpWorkflow(url: string, credential: string): object {
	return chain('HTTP Request', [
		manualTrigger(),
		signedHttpRequest('HTTP Request', url, BODY, credential),
	]);
}
