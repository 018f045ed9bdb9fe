/** Pictures of the real editor for the README. Needs Chromium at /usr/bin/chromium (Debian: chromium). */
import { readFile } from 'node:fs/promises';

import { chromium } from 'playwright-core';

import { startSimulator } from '../simulator/server.mts';
import { N8n, OWNER } from '../test/real/n8n.mts';

const WORKFLOW = 'example000000001';
const OUTPUT = process.argv[2] ?? 'docs/images';

const simulator = await startSimulator();
const n8n = await N8n.prepare({ log: (line) => console.log(line) });
await n8n.importCredential('sensorsAnalytics', 'Sensors Analytics', {
	baseUrl: simulator.url,
	project: 'production',
	authentication: 'accountPassword',
	accountName: 'analyst',
	password: 'analyst-pw-1',
});
await n8n.importWorkflow(
	WORKFLOW,
	JSON.parse(await readFile('examples/yesterdays-orders-by-city.json', 'utf8')) as object,
);
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
	await page.goto(`${n8n.url}/workflow/${WORKFLOW}`);
	const node = page.locator('[data-test-id="canvas-node"][data-node-name="Orders by city"]');
	await node.waitFor();
	await page.waitForTimeout(1500);
	await page.screenshot({ path: `${OUTPUT}/workflow.png` });
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
	await page.screenshot({ path: `${OUTPUT}/report.png` });
} catch (error) {
	for (const page of browser.contexts().flatMap((context) => context.pages()))
		await page.screenshot({ path: '/tmp/fault.png' });
	throw error;
} finally {
	await browser.close();
	await n8n.stop();
	await simulator.close();
}
