import { createServer, type Server } from 'node:http';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { selfSigned } from '../support/certificate.mts';
import { N8nApi } from './support/api.mts';
import { N8n, VERSIONS } from './support/n8n.mts';

const OPENAPI_KEY = `#K-${'a1B2'.repeat(8)}`;

/** The button "Test" of the credential form, by the API that the editor calls. */
describe.each(VERSIONS)("n8n's credential test, n8n %s", (version) => {
	let simulator: Simulator;
	let secure: Simulator;
	let n8n: N8n;
	let api: N8nApi;
	let otherSite: Server;
	let otherUrl: string;

	beforeAll(async () => {
		simulator = await startSimulator();
		secure = await startSimulator({ https: await selfSigned() });
		otherSite = createServer((_request, response) => {
			response
				.setHeader('content-type', 'text/html')
				.end('<html><title>Welcome to my shop</title></html>');
		});
		await new Promise<void>((resolve) => otherSite.listen(0, '127.0.0.1', resolve));
		otherUrl = `http://127.0.0.1:${(otherSite.address() as { port: number }).port}`;
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
		await n8n.start();
		api = await N8nApi.signIn(n8n.url);
	}, 20 * 60_000);

	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		await secure?.close();
		otherSite?.close();
	});

	/** Saves the credential and presses "Test", as the form does. */
	async function test(data: Record<string, unknown>): Promise<{ status: string; message: string }> {
		const full = { baseUrl: simulator.url, project: 'production', ...data };
		const { id } = (await api.call('POST', '/credentials', {
			name: 'Test',
			type: 'sensorsAnalyticsApi',
			data: full,
		})) as { id: string };
		return await testSaved(id, full);
	}

	async function testSaved(id: string, data: object): Promise<{ status: string; message: string }> {
		return (await api.call('POST', '/credentials/test', {
			credentials: { id, name: 'Test', type: 'sensorsAnalyticsApi', data },
		})) as { status: string; message: string };
	}

	const secret = () => ({
		authentication: 'apiSecret',
		apiSecret: simulator.world.secrets.of('admin'),
	});
	const userToken = () => ({ ...secret(), authentication: 'userToken', userName: 'analyst' });
	const account = () => ({
		authentication: 'accountPassword',
		accountName: 'analyst',
		password: 'analyst-pw-1',
	});

	const key = () => ({
		authentication: 'apiKey',
		apiKey: simulator.world.apiKeys.of('analyst'),
	});

	it.each([
		['API Secret', secret],
		['User Token via API Secret', userToken],
		['Account and Password', account],
		['API Key (OpenAPI)', key],
	])('passes for %s', async (_mode, data) => {
		expect(await test(data())).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	it('passes for a user who may see few events', async () => {
		expect(
			(await test({ ...account(), accountName: 'viewer', password: 'viewer-pw-1' })).status,
		).toBe('OK');
	});

	it.each([
		[
			'secret refused, mode 1',
			() => ({ ...secret(), apiSecret: 'wrong' }),
			/rejected the (project or )?API secret.*Check 'API Secret' and 'Project'/,
		],
		[
			'secret refused, mode 2',
			() => ({ ...userToken(), apiSecret: 'wrong' }),
			/rejected the (project or )?API secret.*Check 'API Secret' and 'Project'/,
		],
		[
			'key refused',
			() => ({ ...key(), apiKey: OPENAPI_KEY }),
			/rejected the API key.*Check 'API Key' and 'Project'/,
		],
		[
			'secret as key',
			() => ({ ...key(), apiKey: 'some-secret' }),
			/^'API Key' isn't a valid OpenAPI key/,
		],
		[
			'user unknown',
			() => ({ ...userToken(), userName: 'nobody' }),
			/Couldn't get a token for user 'nobody'.*Check 'User Name'/,
		],
		[
			'password refused',
			() => ({ ...account(), password: 'wrong-pw' }),
			/rejected the account or password.*Check 'Account Name', 'Password'/,
		],
		[
			'project account as platform account',
			() => ({ ...account(), isPlatformAccount: true }),
			/rejected the account or password.*'Platform Account'/,
		],
		[
			'host not reached, mode 1',
			() => ({ ...secret(), baseUrl: 'http://127.0.0.1:9' }),
			/can't be reached.*check the host and port in 'Base URL'/,
		],
		[
			'host not reached, mode 3',
			() => ({ ...account(), baseUrl: 'http://127.0.0.1:9' }),
			/can't be reached.*check the host and port in 'Base URL'/,
		],
		[
			'another site, mode 1',
			() => ({ ...secret(), baseUrl: otherUrl }),
			/didn't return a Sensors Analytics API response.*Check 'Base URL'/,
		],
		[
			'another site, mode 2',
			() => ({ ...userToken(), baseUrl: otherUrl }),
			/didn't return a Sensors Analytics API response.*Check 'Base URL'/,
		],
		[
			'https for a port that speaks http, mode 1',
			() => ({ ...secret(), baseUrl: simulator.url.replace('http:', 'https:') }),
			/uses HTTP, but 'Base URL' starts with https. Change 'Base URL' in the credential to http:\/\/127/,
		],
		[
			'https for a port that speaks http, mode 3',
			() => ({ ...account(), baseUrl: simulator.url.replace('http:', 'https:') }),
			/uses HTTP, but 'Base URL' starts with https. Change 'Base URL' in the credential to http:\/\/127/,
		],
		[
			'http for a port that speaks https, which cuts the connection',
			() => ({ ...secret(), baseUrl: secure.url.replace('https:', 'http:') }),
			/If the port uses HTTPS, change 'Base URL' to https:\/\/127/,
		],
		[
			'project wrong, mode 1',
			() => ({ ...secret(), project: 'shop' }),
			/rejected the project 'shop': There is no project.*Check 'Project'/,
		],
		[
			'project wrong, mode 2',
			() => ({ ...userToken(), project: 'shop' }),
			/rejected the project 'shop': There is no project.*Check 'Project'/,
		],
		[
			'token for data import as API secret',
			() => ({ ...secret(), apiSecret: 'import-0123456789abcdef' }),
			/rejected the (project or )?API secret.*data import token doesn't work here/,
		],
		[
			'key of the OpenAPI as API secret, mode 1',
			() => ({ ...secret(), apiSecret: OPENAPI_KEY }),
			/'API Secret' contains an OpenAPI key.*View API Secret/,
		],
		[
			'key of the OpenAPI as API secret, mode 2',
			() => ({ ...userToken(), apiSecret: OPENAPI_KEY }),
			/'API Secret' contains an OpenAPI key.*View API Secret/,
		],
		[
			'address without scheme',
			() => ({ ...secret(), baseUrl: 'sensors.example.com' }),
			/'Base URL' must start with https/,
		],
		['project missing', () => ({ ...secret(), project: '' }), /'Project' is empty/],
		[
			'validity out of range',
			() => ({ ...account(), tokenValidity: 259_201 }),
			/'Token Validity \(Minutes\)' must be a whole number from 1 to 259200/,
		],
	])('says in plain words: %s', async (_case, data, words) => {
		const before = simulator.requests.length;
		const result = await test(data());
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(words);
		const hidden = ['wrong-pw', simulator.world.secrets.of('admin'), OPENAPI_KEY, 'import-0123'];
		for (const value of hidden) expect(result.message).not.toContain(value);
		if (
			/Validity|Base URL' must|'Project' is|OpenAPI key|starts with https\. Change/.test(
				result.message,
			)
		)
			expect(simulator.requests.length).toBe(before);
	});

	it.each([
		[
			'a project that is refused like a wrong field',
			{ status: 400, body: '{"error":"project does not exist","error_type":"BAD_REQUEST"}' },
			/rejected the project 'production': project does not exist \(BAD_REQUEST\).*Check 'Project'/,
		],
		[
			'a project that is not visible, or a wrong secret',
			{ status: 401, body: '{"error":"no access permission","error_type":"UNAUTHORIZED"}' },
			/^Sensors Analytics rejected the project or API secret: no access permission/,
		],
		[
			'http for a port that speaks https, which says so',
			{ status: 400, body: '<h1>The plain HTTP request was sent to HTTPS port</h1>' },
			/uses HTTPS, but 'Base URL' starts with http. Change 'Base URL' in the credential to https:\/\/127/,
		],
	])('says in plain words what a service says in its own: %s', async (_case, answer, words) => {
		simulator.faults.add({ path: /report/, times: 1, reaction: { answer } });
		try {
			expect(await test(secret())).toMatchObject({
				status: 'Error',
				message: expect.stringMatching(words),
			});
		} finally {
			simulator.faults.clear();
		}
	});

	it('tries a wrong password once', async () => {
		const before = simulator.world.attempts.length;
		await test({ ...account(), password: 'wrong-pw' });
		expect(simulator.world.attempts.length - before).toBe(1);
	});

	it('names the captcha and the modes without one', async () => {
		simulator.world.isCaptchaOn = true;
		try {
			expect(
				(await test({ ...account(), accountName: 'admin', password: 'admin-pw-1' })).message,
			).toMatch(/captcha.*API Secret or User Token via API Secret/);
			expect((await test(userToken())).status).toBe('OK');
		} finally {
			simulator.world.isCaptchaOn = false;
		}
	});

	it('takes a project from a pasted browser address', async () => {
		const result = await test({
			...secret(),
			project: '',
			baseUrl: `${simulator.url}/segmentation/?project=production#/x`,
		});
		expect(result.status).toBe('OK');
	});

	it('does not log in again while the stored token is valid', async () => {
		const data = {
			baseUrl: simulator.url,
			project: 'production',
			...account(),
			accountName: 'root',
			password: 'root-pw-1',
			isPlatformAccount: true,
		};
		const { id } = (await api.call('POST', '/credentials', {
			name: 'Kept',
			type: 'sensorsAnalyticsApi',
			data,
		})) as { id: string };
		const before = simulator.world.logins.length;
		for (let i = 0; i < 3; i++) {
			const stored = (await api.call('GET', `/credentials/${id}?includeData=true`)) as {
				data: object;
			};
			expect(JSON.stringify(stored.data)).not.toContain(
				simulator.world.validTokens('root').at(-1)?.value ?? 'none',
			);
			expect((await testSaved(id, stored.data)).status).toBe('OK');
		}
		expect(simulator.world.logins.length - before).toBe(1);
		simulator.world.tokens.endAll(simulator.world.accounts.get('root'));
		expect(
			(
				await testSaved(
					id,
					((await api.call('GET', `/credentials/${id}?includeData=true`)) as { data: object }).data,
				)
			).status,
		).toBe('OK');
		expect(simulator.world.logins.length - before).toBe(2);
	});
});
