/** A gateway that only its own CA vouches for, and that lets in nobody without a client certificate. */
import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { authority } from '../support/certificate.mts';
import { N8nApi } from './support/api.mts';
import { rowsOf } from './support/executions.mts';
import { N8n, VERSIONS } from './support/n8n.mts';
import {
	chain,
	manualTrigger,
	reportParameters,
	sensorsAnalytics,
	signedHttpRequest,
} from './support/workflows.mts';

type Data = Record<string, unknown>;

const NODE_VERSIONS = [2, 3, 4.2];
const BODY = {
	measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
	unit: 'day',
	from_date: '2026-11-01',
	to_date: '2026-11-01',
};

describe.each(VERSIONS)('SSL certificates of the credential, n8n %s', (version) => {
	let pki: Awaited<ReturnType<typeof authority>>;
	let simulator: Simulator;
	let n8n: N8n;
	let api: N8nApi;

	beforeAll(async () => {
		pki = await authority();
		const mutual = { requestCert: true, rejectUnauthorized: true, ca: pki.ca };
		simulator = await startSimulator({ https: { ...pki.server, ...mutual } });
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
		await n8n.start();
		api = await N8nApi.signIn(n8n.url);
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
	});
	beforeEach(() => {
		simulator.requests.length = 0;
	});

	const ways = (): Record<string, Data> => ({
		'API Secret': { authentication: 'apiSecret', apiSecret: simulator.world.secrets.of('admin') },
		'Account and Password': {
			authentication: 'accountPassword',
			accountName: 'analyst',
			password: 'analyst-pw-1',
		},
		'API Key': { authentication: 'apiKey', apiKey: simulator.world.apiKeys.of('analyst') },
	});
	const certificates = (): Data => ({
		ownCertificates: true,
		caCertificate: pki.ca,
		clientCertificate: pki.client.cert,
		clientKey: pki.client.encryptedKey,
		clientPassphrase: pki.client.passphrase,
	});

	/** As the form saves it. @returns its ID and what was saved */
	async function save(way: string, more: Data): Promise<{ id: string; data: Data }> {
		const data = { baseUrl: simulator.url, project: 'production', ...ways()[way], ...more };
		const { id } = await api.call<{ id: string }>('POST', '/credentials', {
			name: 'Gateway',
			type: 'sensorsAnalyticsApi',
			data,
		});
		return { id, data };
	}
	/** The button of the form. */
	async function test(way: string, more: Data): Promise<{ status: string; message: string }> {
		const { id, data } = await save(way, more);
		return await api.call('POST', '/credentials/test', {
			credentials: { id, name: 'Gateway', type: 'sensorsAnalyticsApi', data },
		});
	}
	/** One step behind a trigger. @returns its items */
	async function run(step: Parameters<typeof chain>[1][number]): Promise<Data[]> {
		const steps = [manualTrigger(), { ...step, onError: 'continueRegularOutput' }];
		const { id } = await api.call<{ id: string }>('POST', '/workflows', {
			...chain('Gateway', steps),
			active: false,
		});
		return rowsOf(await api.run(id, 'Start'), step.name);
	}

	/** Where n8n leaves the certificates out. */
	const isOlder = version.startsWith('1.');
	const UNVERIFIED = /The certificate of https:\S+ can't be verified/;
	const LEFT_OUT = {
		status: 'Error',
		message: expect.stringMatching(/can't be verified.*requires n8n 2/) as string,
	};

	describe.each(['API Secret', 'Account and Password', 'API Key'])('%s', (way) => {
		it(`${isOlder ? 'do not let' : 'let'} the node in`, async () => {
			const { id } = await save(way, certificates());
			const rows = await run(sensorsAnalytics(reportParameters(), id));
			if (isOlder) expect(rows).toEqual([{ error: expect.stringMatching(UNVERIFIED) as string }]);
			else expect(rows[0]).toMatchObject({ date: '2026-11-01', orders: expect.any(Number) });
			expect(simulator.requests.length > 0).toBe(!isOlder);
		});

		it(`${isOlder ? 'do not let' : 'let'} the test of the credential in`, async () => {
			const passed = { status: 'OK', message: 'Connection successful!' };
			expect(await test(way, certificates())).toEqual(isOlder ? LEFT_OUT : passed);
		});

		it("are required if the server misses the client's", async () => {
			const missed = { status: 'Error', message: expect.stringMatching(/ a client certificate/) };
			const alone = { ownCertificates: true, caCertificate: pki.ca };
			expect(await test(way, alone)).toEqual(isOlder ? LEFT_OUT : missed);
			expect(simulator.requests).toEqual([]);
		});
	});

	/** To sign in, n8n 1 leaves the certificates out, too. */
	const isSent = (way: string) => !isOlder || way === 'API Secret';

	describe.each(['API Secret', 'Account and Password'])("n8n's HTTP Request node, %s", (way) => {
		it.each(NODE_VERSIONS)(
			`version %s is ${isSent(way) ? '' : 'not '}let in`,
			async (typeVersion) => {
				const { id } = await save(way, certificates());
				const url = `${simulator.url}/api/events/report`;
				const step = signedHttpRequest('HTTP Request', url, BODY, id);
				const older = {
					requestMethod: 'POST',
					jsonParameters: true,
					bodyParametersJson: JSON.stringify(BODY),
				};
				const parameters = { ...step.parameters, ...(typeVersion < 3 ? older : {}) };
				const [first] = await run({ ...step, typeVersion, parameters });
				if (isSent(way)) expect(first).toMatchObject({ series: ['2026-11-01 00:00:00'] });
				else expect(JSON.stringify(first)).toMatch(UNVERIFIED);
			},
		);
	});
});
