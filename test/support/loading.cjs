/**
 * What n8n sees of the package, and what that took, as JSON: `loading.cjs <folder of an n8n>
 * <folder of the package> <loader>`. In a process of its own, without a test's loaders.
 */
const { existsSync, realpathSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { createRequire } = require('node:module');
const { join, resolve, sep } = require('node:path');
const { setTimeout: wait } = require('node:timers/promises');

const REST_MS = 200;
const [, , host, given, name] = process.argv;
const folder = realpathSync(given);
// All that the package wants of n8n is there before it is loaded.
const ofHost = createRequire(resolve(host, 'package.json'));
ofHost('n8n-workflow');
const loader = new (ofHost('n8n-core')[name])(folder);
const DIST = join(folder, 'dist') + sep;
const isCode = (file) => file.startsWith(DIST) && file.endsWith('.js');

/** Milliseconds that the main thread has worked: others still compile and tidy up for n8n-core. */
function cpuNow() {
	const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
	return (user + system) / 1000;
}

async function see() {
	// n8n has loaded its own nodes by then: the code of n8n-core is at rest, files have been read.
	await readFile(join(folder, 'package.json'));
	await wait(REST_MS);
	const started = performance.now();
	const busy = cpuNow();
	await loader.loadAll();
	const cpu = cpuNow() - busy;
	const took = performance.now() - started;
	const files = Object.keys(require.cache).filter(isCode).length;
	// n8n goes on with copies of them.
	const { types, known } = JSON.parse(JSON.stringify({ types: loader.types, known: loader.known }));
	const before = cpuNow();
	const nodes = types.nodes.map(({ name }) => {
		const { type, sourcePath } = loader.getNode(name);
		const lists = Object.keys(type.methods?.listSearch ?? {});
		const runs = ['execute', 'poll'].filter((method) => typeof type[method] === 'function');
		return { name, sourcePath, description: type.description, lists, runs };
	});
	const credentials = types.credentials.map(({ name }) => {
		const { type, sourcePath } = loader.getCredential(name);
		const runs = ['authenticate', 'preAuthentication'].filter(
			(method) => typeof type[method] === 'function',
		);
		return { name, sourcePath, type, runs };
	});
	const firstUse = cpuNow() - before;
	const icons = [...types.nodes, ...types.credentials].flatMap(({ iconUrl }) =>
		Object.values(iconUrl).map((url) => url.split('/').slice(2).join('/')),
	);
	const lost = icons.filter((icon) => !existsSync(join(folder, icon)));
	const spent = { took, cpu, firstUse };
	return { types, known, nodes, credentials, icons, lost, files, spent };
}

see().then((seen) => process.stdout.write(JSON.stringify(seen)));
