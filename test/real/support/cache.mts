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
/** Every install, and its addons that have to be compiled. */
const ADDONS: Record<string, string[]> = {
	'n8n-2.40': ['sqlite3'],
	'n8n-1.123': ['sqlite3'],
	scan: [],
};
export const HOST_NAMES = Object.keys(ADDONS);
const BIG = 64 * 1024 * 1024;

export interface NodeInstall {
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
 * already. Interrupted installs are not mistaken for whole ones.
 * @returns the folder that holds `node_modules`
 */
export async function installHost(name: string, log = silent): Promise<string> {
	const lock = await readFile(join(HOSTS, name, 'package-lock.json'));
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
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
	await cp(join(HOSTS, name), building, { recursive: true });
	const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	await execute('npm', ['ci', ...flags], { cwd: building, env, maxBuffer: BIG });
	for (const addon of ADDONS[name] ?? []) {
		log(`${name}: ${addon} is compiled …`);
		await execute('npm', ['rebuild', addon, '--ignore-scripts=false'], {
			cwd: building,
			env,
			maxBuffer: BIG,
		});
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
