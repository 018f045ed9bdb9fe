/** Starts a complete n8n to try the package in, with simulator, credential and example workflow. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { Background } from '../test/real/support/background.mts';
import { CACHE_FOLDER } from '../test/real/support/cache.mts';
import { N8n, OWNER } from '../test/real/support/n8n.mts';
import { freePort, isFree } from '../test/real/support/ports.mts';

const READY_MS = 60_000;
const CTRL_C_MS = 500;
const log = (line: string) => console.log(line);
const started = Date.now();
const ports = {
	PORT: Number(process.env.PORT ?? 5678),
	SIMULATOR_PORT: Number(process.env.SIMULATOR_PORT ?? 8107),
};
for (const [variable, port] of Object.entries(ports)) {
	if (await isFree(port)) continue;
	console.error(
		`Port ${port} is in use, perhaps by an n8n or a simulator that was started before. End that one, or choose another port: ${variable}=${await freePort()} npm run n8n`,
	);
	process.exit(1);
}

// The simulator is a separate process, so that n8n is ended properly whatever happens to it.
const simulator = new Background(
	'The simulator',
	process.execPath,
	['--import', 'tsx', 'simulator/main.mts'],
	{ env: { ...process.env, PORT: String(ports.SIMULATOR_PORT) } },
);
const running: { n8n?: N8n } = {};
let isStopping = false;

async function stop(code: number): Promise<void> {
	if (isStopping) return;
	isStopping = true;
	await running.n8n?.stop({ keepFolder: true });
	await simulator.stop();
	process.exit(code);
}

/** Stops both programs if one ends. */
async function stopWith(name: string, program: Background): Promise<void> {
	await program.end();
	// Ctrl+C ends all programs at once, each as fast as it can.
	await wait(CTRL_C_MS);
	if (isStopping) return;
	console.error(`${program.output.slice(-2000)}\n${name} has ended, so all is stopped.`);
	await stop(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => void stop(0));

await simulator.ready(async () => simulator.output.includes('Stop with Ctrl+C'), READY_MS);
void stopWith('The simulator', simulator);
const baseUrl = `http://127.0.0.1:${ports.SIMULATOR_PORT}`;
const printed = (what: RegExp) => what.exec(simulator.output)?.[1] ?? 'see npm run simulator';
log(`Simulator of Sensors Analytics: ${baseUrl}`);

const userFolder = join(CACHE_FOLDER, 'try-n8n');
const n8n = await N8n.prepare({ port: ports.PORT, userFolder, log });
running.n8n = n8n;
log('Credential and example workflows are imported …');
await n8n.importExampleCredential(baseUrl, printed(/(#K-\S+)/));
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
void stopWith('n8n', await n8n.start());
log(`
n8n is ready after ${Math.round((Date.now() - started) / 1000)} s:  ${n8n.url}
Sign in with   ${OWNER.email} / ${OWNER.password}
Workflows      ${examples.length} examples, in the list of workflows
Credential     Sensors Analytics (account analyst of the simulator)

To create your own credential, enter for each method in Authentication:
  each method                 Base URL ${baseUrl}, Project production
  API Secret                  API Secret ${printed(/API secret\s+(\S+)/)}
  User Token via API Secret   the same API Secret, User Name analyst
  Account and Password        Account Name analyst, Password analyst-pw-1 (all events)
                              or viewer, viewer-pw-1 (page views only)
                              or root, root-pw-1 with Platform Account turned on
  API Key (OpenAPI)           API Key ${printed(/OpenAPI key\s+(\S+)/)}

Stop with Ctrl+C.`);
