/**
 * What the first report of a process costs more than the second one: prints milliseconds of the
 * process's work as JSON. The service, and what sends requests, have answered before.
 */
import { measures, TestWorld } from '../support/world.mts';

// In a function: it is bundled for n8n's own Node.js, as code that is required, which can't wait.
void (async () => {
	const t = await TestWorld.start();
	const url = `${t.simulator.url}/api/events/report?project=production&token=${t.world.secrets.of('admin')}`;
	const body = JSON.stringify({
		measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
		unit: 'day',
		from_date: '2026-11-01',
		to_date: '2026-11-01',
	});
	const headers = { 'content-type': 'application/json' };
	await (await fetch(url, { method: 'POST', headers, body })).json();
	const first = await report(t);
	const second = await report(t);
	console.log(JSON.stringify({ first, second }));
	process.exit(0);
})();

async function report(t: TestWorld): Promise<number> {
	const usage = process.cpuUsage();
	const { error, rows } = await t.report({
		measures: measures({ eventName: 'PayOrder' }),
		dateRange: 'custom',
		fromDate: '2026-11-01',
		toDate: '2026-11-01',
	});
	if (error || rows.length !== 1) throw new Error(`It gave ${rows.length} rows: ${error?.message}`);
	const { user, system } = process.cpuUsage(usage);
	return (user + system) / 1000;
}
