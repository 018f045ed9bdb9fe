/** A complete n8n to try the package in: simulator, credential and example workflow are there already. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startSimulator } from '../simulator/server.mts';
import { N8n, OWNER } from '../test/real/support/n8n.mts';
import { CACHE_FOLDER } from '../test/real/support/cache.mts';

const log = (line: string) => console.log(line);
const started = Date.now();
const simulator = await startSimulator({ port: Number(process.env.SIMULATOR_PORT ?? 8107) });
log(`Simulator of Sensors Analytics: ${simulator.url}`);

const n8n = await N8n.prepare({
	port: Number(process.env.PORT ?? 5678),
	userFolder: join(CACHE_FOLDER, 'try-n8n'),
	log,
});
log('Credential and example workflows are imported …');
await n8n.importExampleCredential(simulator.url);
const examples = (await readdir('examples')).filter((file) => file.endsWith('.json'));
const workflows = await Promise.all(
	examples.map(
		async (file, index): Promise<[string, object]> => [
			`example${String(index + 1).padStart(9, '0')}`,
			JSON.parse(await readFile(join('examples', file), 'utf8')) as object,
		],
	),
);
await n8n.importWorkflows(Object.fromEntries(workflows));
log('n8n starts …');
await n8n.start();
log(`
n8n is ready after ${Math.round((Date.now() - started) / 1000)} s:  ${n8n.url}
Sign in with   ${OWNER.email} / ${OWNER.password}
Workflows      ${examples.length} example${examples.length === 1 ? '' : 's'}, see the list
Credential     Sensors Analytics (account analyst of the simulator)

For credentials of your own:
  Base URL     ${simulator.url}
  Project      production
  API Secret                  ${simulator.world.secrets.of('admin')}
  User Token via API Secret   the same secret, User Name analyst
  Account and Password        analyst / analyst-pw-1 (all events), viewer / viewer-pw-1 (page views only)

Stop with Ctrl+C.`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		if (isStopping) return;
		isStopping = true;
		void n8n.stop({ keepFolder: true }).then(async () => {
			await simulator.close();
			process.exit(0);
		});
	});
}
