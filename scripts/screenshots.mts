/** Pictures of the real editor for the README. Needs Chromium at /usr/bin/chromium (Debian: chromium). */
import { readFile } from 'node:fs/promises';

import { chromium } from 'playwright-core';

import { startSimulator } from '../simulator/server.mts';
import { N8n, OWNER } from '../test/real/n8n.mts';

const OUTPUT = process.argv[2] ?? 'docs/images';
const EXAMPLE = 'examples/yesterdays-orders-by-city.json';
const NODE = 'Orders by city';

interface Picture {
	name: string;
	height: number;
	/** Parameters of the node, in place of those of the example. */
	parameters: Record<string, unknown>;
}

const condition = (field: string, valueKind: string, name: string, values: string) => ({
	field,
	valueKind,
	function: name,
	values,
});
const pictures: Picture[] = [
	{ name: 'report', height: 900, parameters: {} },
	{
		name: 'filter-and-comparison',
		height: 2600,
		parameters: {
			measures: {
				measure: [
					{ eventName: 'PayOrder', aggregator: 'sum', field: 'amount', outputName: 'revenue' },
					{
						measureType: 'formula',
						expression: 'unique(event.PayOrder)/unique(event.$pageview)',
						format: '%2p',
						outputName: 'conversion',
					},
				],
			},
			groupBy: {},
			filterMode: 'conditions',
			filter: {
				condition: [condition('event.$Anything.city', 'text', 'equal', 'Beijing, Shanghai')],
			},
			filterGroups: {
				group: [
					{
						join: 'or',
						conditions: {
							condition: [
								condition('user.level', 'text', 'equal', 'gold'),
								condition('user.age', 'number', 'less', '40'),
							],
						},
					},
				],
			},
			dateRange: 'last',
			lastCount: 7,
			compareWith: 'lastWeek',
		},
	},
	{
		name: 'pasted-query',
		height: 1100,
		parameters: {
			queryMode: 'json',
			queryJson: JSON.stringify(
				{
					measures: [{ event_name: 'PayOrder', aggregator: 'unique', name: 'customers' }],
					unit: 'day',
					by_fields: ['event.PayOrder.device'],
					from_date: '2026-10-01',
					to_date: '2026-10-07',
					chartsType: 'line',
				},
				null,
				2,
			),
			dateRange: 'lastWeek',
			output: 'wide',
			options: { orderBy: 'customers', useCache: false },
		},
	},
];

const simulator = await startSimulator();
const n8n = await N8n.prepare({ log: (line) => console.log(line) });
await n8n.importExampleCredential(simulator.url);
const example = JSON.parse(await readFile(EXAMPLE, 'utf8')) as {
	nodes: Array<{ name: string; parameters: object }>;
};
for (const [index, { parameters }] of pictures.entries()) {
	const nodes = example.nodes.map((node) =>
		node.name === NODE ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
	await n8n.importWorkflow(`picture${index}`, { ...example, nodes });
}
await n8n.start();

const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
	args: [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	],
});
try {
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
	page.setDefaultTimeout(30_000);
	await page.goto(`${n8n.url}/signin`);
	await page
		.locator('input[type="email"], input[name="emailOrLdapLoginId"]')
		.first()
		.fill(OWNER.email);
	await page.locator('input[type="password"]').fill(OWNER.password);
	await page.getByRole('button', { name: /sign in/i }).click();
	await page.waitForURL((url) => !url.pathname.includes('signin'));
	for (const [index, { name, height }] of pictures.entries()) {
		await page.setViewportSize({ width: 1440, height });
		await page.goto(`${n8n.url}/workflow/picture${index}`);
		const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${NODE}"]`);
		await node.waitFor();
		await page.waitForTimeout(1000);
		await node.dblclick();
		await page
			.locator('[data-test-id="node-execute-button"], [data-test-id="ndv-execute-button"]')
			.first()
			.click();
		await page
			.getByText(/\d+ items?/)
			.first()
			.waitFor();
		await page.waitForTimeout(1500);
		await page.screenshot({ path: `${OUTPUT}/${name}.png` });
		console.log(`${OUTPUT}/${name}.png`);
	}
} finally {
	await browser.close();
	await n8n.stop();
	await simulator.close();
}
