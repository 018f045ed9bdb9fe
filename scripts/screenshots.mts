/** Takes pictures for the documents: of the real editor, and of rendered messages. */
import '../test/support/environment.mts';
import { readFile } from 'node:fs/promises';

import type { IDataObject, INodeParameters as NodeParameters } from 'n8n-workflow';

import { startSimulator } from '../simulator/server.mts';
import { Browser } from '../test/real/support/browser.mts';
import { drawCard } from '../test/real/support/card.mts';
import { Editor } from '../test/real/support/editor.mts';
import { N8n } from '../test/real/support/n8n.mts';
import { drawFeishuCard } from '../test/real/support/feishuCard.mts';
import { drawSlackMessage, EMPTY_PAGE } from '../test/real/support/slackMessage.mts';
import { TestWorld } from '../test/support/world.mts';

const OUTPUT = 'docs/images';
const isOfMessages = process.argv.includes('messages');
const EXAMPLE = 'examples/yesterdays-orders-by-city.json';
const NODE = 'Orders by city';

interface Picture {
	name: string;
	height: number;
	/** Parameters of the node, instead of those of the example. */
	parameters: Record<string, unknown>;
}

const typed = (value: string) => ({ __rl: true, mode: 'name', value });
const listed = (value: string, cachedResultName: string) => ({
	...{ __rl: true, mode: 'list', value, cachedResultName },
});
const condition = (field: string, valueKind: string, name: string, values: string) => ({
	field: typed(field),
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
					{
						eventName: typed('PayOrder'),
						aggregator: listed('sum', 'Sum of a Property'),
						field: typed('amount'),
						outputName: 'revenue',
					},
					{
						aggregator: listed('formula', 'Formula'),
						expression: 'unique(event.PayOrder)/unique(event.$pageview)',
						format: '%2p',
						outputName: 'conversion',
					},
				],
			},
			groupBy: {},
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
	{
		name: 'explain-change',
		height: 1500,
		parameters: {
			operation: 'explainChange',
			measures: {
				measure: [
					{
						eventName: listed('PayOrder', '支付订单'),
						aggregator: listed('general', 'Number of Events'),
					},
				],
			},
			groupBy: {},
			dimensions: {
				group: [
					{ field: listed('event.$Anything.city', '城市') },
					{ field: listed('event.$Anything.channel', '渠道') },
				],
			},
			dateRange: 'lastWeek',
			compareWith: 'previousPeriod',
			output: 'markdown',
		},
	},
];

if (isOfMessages) {
	const browser = await Browser.open();
	await drawMessages(browser);
	await browser.close();
	process.exit(0);
}
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

const browser = await Browser.open();
try {
	const editor = new Editor(browser.page, n8n.url);
	await editor.signIn();
	for (const [index, { name, height }] of pictures.entries()) {
		await browser.page.setViewportSize({ width: 1440, height });
		await editor.openWorkflow(`picture${index}`);
		await editor.openNode(NODE);
		await editor.execute();
		await editor.outputTable();
		await editor.dismissMessages();
		console.log(await browser.picture(name, OUTPUT));
	}
	await showFirstSteps(editor);
	await showForms(editor);
	await drawMessages(browser);
} finally {
	await browser.close();
	await n8n.stop();
	await simulator.close();
}
process.exit(0);

/**
 * Takes the pictures of docs/first-report.md: the credential, and the form as a newcomer fills it
 * in.
 */
async function showFirstSteps(editor: Editor): Promise<void> {
	const { page } = browser;
	await page.setViewportSize({ width: 1440, height: 1000 });
	const form = await editor.newCredential('Sensors Analytics API');
	await form.fill('baseUrl', `${simulator.url}/?project=production`);
	await form.fill('apiSecret', simulator.world.secrets.of('admin'));
	await form.save();
	console.log(await browser.picture('first-credential', OUTPUT));
	await form.close();
	await editor.newWorkflow();
	await editor.stopMovements();
	await editor.addNode('Sensors Analytics', 'Get event report');
	await editor.pick('measures.measure[0].eventName', 'PayOrder');
	await editor.pick('groupBy.group[0].field', '(city)');
	console.log(await browser.picture('first-form', OUTPUT));
}

/** Takes pictures of lists and refusals for review; no document shows them. */
async function showForms(editor: Editor): Promise<void> {
	const { page } = browser;
	await page.setViewportSize({ width: 1440, height: 1100 });
	await editor.newWorkflow();
	await editor.stopMovements();
	await editor.addNode('Sensors Analytics', 'Get event report');
	await editor.pick('measures.measure[0].eventName', 'PayOrder');
	const aggregator = '[data-parameter-path="parameters.measures.measure[0].aggregator"]';
	await page.locator(aggregator).getByTestId('rlc-input').click();
	await page.getByTestId('rlc-item').filter({ visible: true }).first().waitFor();
	console.log(await browser.picture('aggregators'));
	await page.keyboard.press('Escape');
	await editor.pick('filter.condition[0].field', '(city)');
	await editor.fill('filter.condition[0].values', 'Beijing');
	console.log(await browser.picture('filter'));
	await editor.type('measures.measure[0].eventName', 'PayOrders');
	await editor.execute();
	await editor.outputError();
	console.log(await browser.picture('refusal'));
	await editor.newWorkflow();
	await editor.addNode('Sensors Analytics', 'When number crosses threshold');
	console.log(await browser.picture('trigger-form'));
}

async function drawMessages({ page }: Browser): Promise<void> {
	const take = async (name: string, width: number) => {
		await page.setViewportSize({ width, height: 100 });
		const height = await page.evaluate(() => document.documentElement.scrollHeight);
		await page.setViewportSize({ width, height });
		await page.screenshot({ path: `${OUTPUT}/${name}.png` });
		console.log(name);
	};
	await page.setViewportSize({ width: 720, height: 980 });
	await page.setContent(EMPTY_PAGE);
	await drawSlackMessage(page, await messageOf('daily-metrics-to-slack'));
	await page.locator('svg').first().waitFor();
	await take('slack', 720);
	const { html } = await messageOf('weekly-comparison-by-email');
	await page.setContent(String(html));
	await take('mail', 1000);
	await take('mail-phone', 375);
	await page.emulateMedia({ colorScheme: 'dark' });
	await take('mail-dark', 375);
	await page.emulateMedia({ colorScheme: 'light' });
	const teams = await messageOf('weekly-comparison-by-email', 'teams');
	await page.setContent(EMPTY_PAGE);
	await drawCard(page, teams);
	await take('teams', 720);
	await page.setContent(EMPTY_PAGE);
	await drawFeishuCard(page, await messageOf('weekly-card-to-feishu'));
	await take('feishu', 632);
	const usual = { options: { usualRange: 'all' } };
	await page.setContent(EMPTY_PAGE);
	await drawCard(page, await messageOf('yesterdays-orders-by-city', 'teams', usual));
	await take('usual-range', 720);
}

/** Returns the message of the package's node in an example. */
async function messageOf(
	name: string,
	output?: string,
	more: NodeParameters = {},
): Promise<IDataObject> {
	const t = await TestWorld.start();
	await t.saveCredential('sensorsAnalytics', t.dataOf('account'));
	const { nodes } = JSON.parse(await readFile(`examples/${name}.json`, 'utf8')) as {
		nodes: Array<{ type: string; parameters: NodeParameters }>;
	};
	const node = nodes.find(({ type }) => type.startsWith('n8n-nodes-sensors-analytics.'));
	if (!node) throw new Error(`${name} has no node of this package`);
	const parameters = { ...node.parameters, ...(output ? { output } : {}), ...more };
	const { rows, error } = await t.engine.runNode(parameters, {
		credential: 'sensorsAnalytics',
		items: [{}],
	});
	await t.stop();
	if (error || !rows[0]) throw new Error(`${name} gave no message: ${error?.message}`);
	return rows[0];
}
