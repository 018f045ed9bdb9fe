import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface Packed {
	tarball: string;
	files: Array<{ path: string; size: number }>;
	unpackedSize: number;
}

/** The package as it would be published; `dist` must be built. */
export async function packPackage(): Promise<Packed> {
	const target = await mkdtemp(join(tmpdir(), 'packed-'));
	const { stdout } = await execute('npm', [
		'pack',
		'--json',
		'--silent',
		'--pack-destination',
		target,
	]);
	const parsed = JSON.parse(stdout) as PackOutput[] | Record<string, PackOutput>;
	const [packed] = Object.values(parsed);
	if (!packed) throw new Error('npm pack told nothing');
	return { ...packed, tarball: join(target, packed.filename) };
}

/** The package file of all tests that run together (packed.js), or one of its own. */
export async function packageFile(): Promise<string> {
	return process.env.PACKED_PACKAGE ?? (await packPackage()).tarball;
}

/** Unpacks it to where n8n looks for community packages. */
export async function installPackage(tarball: string, userFolder: string): Promise<string> {
	const modules = join(userFolder, '.n8n', 'nodes', 'node_modules');
	await mkdir(modules, { recursive: true });
	const folder = join(modules, 'n8n-nodes-sensors-analytics');
	await rm(folder, { recursive: true, force: true });
	await execute('tar', ['xzf', tarball, '-C', modules]);
	await rename(join(modules, 'package'), folder);
	return folder;
}

interface PackOutput extends Packed {
	filename: string;
}
