import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Large installs live outside the clone and are used again. */
export const CACHE_FOLDER = join(
	process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
	'n8n-nodes-sensors-analytics',
);
const NODE_VERSION = '24.21.0';
const HOSTS = 'test/real/hosts';
/** Every install that is locked. */
export const HOST_NAMES = ['n8n-2.40', 'n8n-1.123', 'scan'];
const BIG = 64 * 1024 * 1024;

interface NodeInstall {
	/** Folder with `node` in it, for PATH. */
	bin: string;
	/** Folder with `include/`, for native addons. */
	root: string;
}

/** The Node.js that n8n 2.36 and later want: from npm, as a package with the binary in it. */
export async function installNode(log = silent): Promise<NodeInstall> {
	const root = join(CACHE_FOLDER, `node-${NODE_VERSION}`, 'package');
	const install = { bin: join(root, 'bin'), root };
	if (await exists(join(install.bin, 'node'))) return install;
	log(`Node.js ${NODE_VERSION} is fetched from npm …`);
	const folder = join(CACHE_FOLDER, `node-${NODE_VERSION}`);
	await mkdir(folder, { recursive: true });
	const name = `node-${process.platform}-${process.arch}@${NODE_VERSION}`;
	const { stdout } = await execute('npm', ['pack', name, '--silent'], { cwd: folder });
	await execute('tar', ['xzf', stdout.trim().split('\n').pop() as string], { cwd: folder });
	return install;
}

/**
 * An install of what `test/real/hosts/<name>` locks, made with Node.js 24 unless it is there
 * already. `n8n-<version>` of any other version is the n8n of npm, with the newest of all that it
 * needs. Interrupted installs are not mistaken for whole ones.
 * @returns the folder that holds `node_modules`
 */
export async function installHost(name: string, log = silent): Promise<string> {
	const isLocked = HOST_NAMES.includes(name);
	const wanted = isLocked
		? await readFile(join(HOSTS, name, 'package-lock.json'))
		: JSON.stringify({ private: true, dependencies: { n8n: name.replace('n8n-', '') } });
	const key = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
	const folder = join(CACHE_FOLDER, `${name}-${key}`);
	if (await exists(join(folder, 'complete'))) return folder;

	const node = await installNode(log);
	const env = {
		...process.env,
		PATH: `${node.bin}:${process.env.PATH}`,
		npm_config_nodedir: node.root,
	};
	log(`${name} is installed into the cache; the first time this takes some minutes …`);
	const started = Date.now();
	const building = `${folder}.building`;
	await rm(building, { recursive: true, force: true });
	await mkdir(building, { recursive: true });
	if (isLocked) await cp(join(HOSTS, name), building, { recursive: true });
	else await writeFile(join(building, 'package.json'), wanted);
	const npm = async (...args: string[]) =>
		await execute('npm', args, { cwd: building, env, maxBuffer: BIG });
	const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	await npm(isLocked ? 'ci' : 'install', ...flags);
	if (name.startsWith('n8n-')) {
		log(`${name}: sqlite3 is compiled …`);
		await npm('rebuild', 'sqlite3', '--ignore-scripts=false');
	}
	await rm(folder, { recursive: true, force: true });
	await rename(building, folder);
	await writeFile(join(folder, 'complete'), new Date().toISOString());
	log(`${name} is ready after ${Math.round((Date.now() - started) / 1000)} s`);
	return folder;
}

async function exists(path: string): Promise<boolean> {
	return await access(path).then(
		() => true,
		() => false,
	);
}

function silent(_line: string): void {}
