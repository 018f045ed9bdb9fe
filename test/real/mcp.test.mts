/** The node's tools by n8n's MCP server, asked by a client of the official SDK. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { DateTime } from 'luxon';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { Truth, ZONE } from '../agents/truth.mts';
import { N8nApi } from './support/api.mts';
import { installHost } from './support/cache.mts';
import { exampleCredential, exampleKey, N8n, VERSIONS } from './support/n8n.mts';

const WORKFLOW = 'mcpTools00000001';
const TOKEN = 'only-for-tests-of-mcp';

interface Content {
	content: Array<{ type: string; text: string }>;
	isError?: boolean;
}
interface Client {
	connect(transport: object): Promise<void>;
	listTools(): Promise<{ tools: Array<{ name: string; inputSchema: { properties: object } }> }>;
	callTool(call: { name: string; arguments: object }): Promise<Content>;
	close(): Promise<void>;
}
interface Sdk {
	Client: new (info: { name: string; version: string }) => Client;
	StreamableHTTPClientTransport: new (url: URL, options?: object) => object;
}

/** The SDK that n8n itself is installed with. */
async function sdkOf(version: string): Promise<Sdk> {
	const host = await installHost(`n8n-${version}`);
	const load = createRequire(join(host, 'package.json'));
	return {
		...(load('@modelcontextprotocol/sdk/client/index.js') as Pick<Sdk, 'Client'>),
		...(load('@modelcontextprotocol/sdk/client/streamableHttp.js') as Pick<
			Sdk,
			'StreamableHTTPClientTransport'
		>),
	};
}

describe.each(VERSIONS)('The MCP server of n8n %s', (version) => {
	let simulator: Simulator;
	let n8n: N8n;
	let sdk: Sdk;
	let client: Client;

	beforeAll(async () => {
		simulator = await startSimulator();
		sdk = await sdkOf(version);
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
		await n8n.importCredentials(
			exampleCredential(simulator.url),
			exampleKey(simulator.url, simulator.world.apiKeys.of('analyst')),
			{ id: 'mcpToken', name: 'Token', type: 'httpBearerAuth', data: { token: TOKEN } },
		);
		const example = JSON.parse(await readFile('examples/tools-by-mcp.json', 'utf8')) as {
			nodes: Array<{ disabled?: boolean }>;
		};
		await n8n.importWorkflow(WORKFLOW, example);
		await n8n.start();
		await (await N8nApi.signIn(n8n.url)).publish(WORKFLOW);
		client = await untilConnected();
	}, 20 * 60_000);
	afterAll(async () => {
		await client?.close();
		await n8n?.stop();
		await simulator?.close();
	});

	async function connected(token: string): Promise<Client> {
		const own = new sdk.Client({ name: 'test', version: '1.0.0' });
		const headers = { authorization: `Bearer ${token}` };
		const url = new URL(`${n8n.url}/mcp/sensors-analytics`);
		await own.connect(new sdk.StreamableHTTPClientTransport(url, { requestInit: { headers } }));
		return own;
	}

	/** n8n says that a workflow is published before its address is there. */
	async function untilConnected(): Promise<Client> {
		for (const end = Date.now() + 60_000; ; await wait(500)) {
			const own = await connected(TOKEN).catch((error: Error) => error);
			if (!(own instanceof Error)) return own;
			if (Date.now() > end) throw own;
		}
	}

	const resultOf = async (name: string, args: object) => {
		const { content } = await client.callTool({ name, arguments: args });
		return content.map(({ text }) => text).join('\n');
	};

	it('lists the tools that are on, each with what is to be filled in', async () => {
		const { tools } = await client.listTools();
		const names = tools.map(({ name }) => name);
		expect(names).toHaveLength(12);
		expect(names).toEqual(expect.arrayContaining(['Find_events', 'Event_report', 'SQL']));
		expect(names).not.toContain('Users_behind_a_number');
		const report = tools.find(({ name }) => name === 'Event_report');
		expect(Object.keys(report?.inputSchema.properties ?? {})).toEqual(['query']);
	});

	it('returns the numbers of the events', async () => {
		const right = new Truth(simulator.world.shopOf('production'), DateTime.now().setZone(ZONE));
		const query = { measures: ['PayOrder'], unit: 'total', range: 'yesterday' };
		const answer = await resultOf('Event_report', { query });
		expect(answer).toContain(`"rows":[[${right.orders('yesterday').length}]]`);
		expect(await resultOf('Find_events', { search: 'order' })).toContain('PayOrder');
		expect(await resultOf('Find_properties', { search: 'revenue', event: 'PayOrder' })).toContain(
			'amount',
		);
		expect(
			await resultOf('Property_values', { property: 'event.PayOrder.city', search: '' }),
		).toContain('Shanghai');
		expect(await resultOf('Find_saved_reports', {})).toContain('101');
		const dates = { from: '2026-11-01', to: '2026-11-07' };
		expect(await resultOf('Run_saved_report', { chart: '101', ...dates })).toMatch(/"columns"/);
	});

	it('passes on a complete refusal', async () => {
		const query = { measures: ['PayOrdr'], range: 'yesterday' };
		expect(await resultOf('Event_report', { query })).toMatch(/Did you mean PayOrder/);
		expect(await resultOf('SQL', { sql: 'SELECT town FROM events' })).toMatch(
			/Check the syntax of 'SQL'.*events \(event, user_id, time, date, .*amount/,
		);
	});

	it('gives nobody access without the token', async () => {
		await expect(connected('another')).rejects.toThrow();
	});
});
