import { Browser } from './real/support/browser.mts';
import { Editor } from './real/support/editor.mts';
import { N8n } from './real/support/n8n.mts';
import { addEverywhere, openByName } from './real/audit/clicks.mts';
const n8n = await N8n.prepare({ version: process.env.N8N_VERSION ?? '2.40' });
await n8n.start(); 
const browser = await Browser.open();
try {
	const editor = new Editor(browser.page, n8n.url);
	await editor.signIn();
	await editor.newWorkflow();
	const node = { parameters: {filterMode:'conditions'}, type: 'n8n-nodes-sensors-analytics.sensorsAnalytics', typeVersion: 1, position: [0,0], id: 'x1', name: 'A' };
	await editor.pasteWorkflow({ nodes: [node], connections: {} } as never);
	await openByName(browser.page, 'A'); await browser.page.evaluate('window.__name=(f)=>f');
	const t0=Date.now();
	console.log(await addEverywhere(browser.page, ['isFiltered']), Date.now()-t0);
	const dump = async () => await browser.page.evaluate(() => Array.from(document.querySelectorAll('[data-test-id*="fixed-collection"]')).map(e => { let d=0; let x:any=e; while((x=x.parentElement?.closest('[data-test-id*="fixed-collection"]'))) d++; return ' '.repeat(d*2)+e.tagName+' '+e.getAttribute('data-test-id')+' '+(e as any).innerText.slice(0,20).replace(/\n/g,'/');}).join('\n'));
	console.log(await dump());
	await browser.page.screenshot({ path: '/tmp/shots/c.png' });
	await browser.page.getByTestId('collection-parameter-add').last().locator('input').click();
	await browser.page.waitForTimeout(500);
	console.log(await browser.page.evaluate(() => Array.from(document.querySelectorAll('li')).filter((e:any)=>e.offsetParent).map((e:any)=>e.getAttribute('data-test-id')+' '+e.innerText)));
	await browser.page.screenshot({ path: '/tmp/shots/c2.png' });
} catch (e) { console.log(e); await browser.page.screenshot({ path: '/tmp/shots/failed.png' }); }
await browser.close(); await n8n.stop(); process.exit(0);
