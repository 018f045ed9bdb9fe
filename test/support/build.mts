import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { bundlePackage } from '../../scripts/bundle.mts';

const execute = promisify(execFile);

/** All that decides what the build gives, but for the tools, which the lock file names. */
const SOURCES = [
	'nodes',
	'credentials',
	'package.json',
	'tsconfig.json',
	'gulpfile.js',
	'scripts/bundle.mts',
	'.prettierrc.js',
	'package-lock.json',
];
const DIST = 'dist';
// Not in dist: that is what is published.
const CACHE = 'node_modules/.cache/n8n-nodes-sensors-analytics';
const STAMP = join(CACHE, 'built.json');
const LOCK = join(CACHE, 'building');
const LOCK_POLL_MS = 200;
const BIN = 'node_modules/.bin';

export async function build(): Promise<void> {
	await alone(make);
}

/**
 * Builds the package unless `dist` is what the sources of now give: compared by content, so that
 * files that were deleted, put back or compiled by something else are noticed. Of several
 * processes that ask at once, one builds, and the others wait for it.
 */
export async function buildIfStale(log: (line: string) => void = () => {}): Promise<void> {
	if (isFresh()) return;
	await alone(async () => {
		if (isFresh()) return;
		log('dist is out of date: it is built');
		await make();
	});
}

/**
 * Builds the code again whenever a source changes, until the process ends. Without n8n's metadata:
 * n8n would show the form of before.
 */
export async function watch(): Promise<void> {
	await alone(async () => {
		clear();
		await bundlePackage({ isWatched: true });
		await execute('node', [join(BIN, 'gulp'), 'files']);
	});
}

function isFresh(): boolean {
	try {
		return readFileSync(STAMP, 'utf8') === JSON.stringify(stampOf());
	} catch {
		return false;
	}
}

/** What is there now: two states are the same if all files have the same names and contents. */
export function stampOf(root = '.'): { sources: string; dist: string } {
	return { sources: digest(root, SOURCES), dist: digest(root, [DIST]) };
}

async function make(): Promise<void> {
	const { sources } = stampOf();
	clear();
	try {
		await Promise.all([execute('node', [join(BIN, 'tsc'), '-p', 'tsconfig.json']), writeDist()]);
	} catch (error) {
		const { stdout = '', stderr = String(error) } = error as { stdout?: string; stderr?: string };
		throw new Error(`The build failed:\n${stdout}${stderr}`);
	}
	// Sources that were changed meanwhile are not what was built.
	writeFileSync(STAMP, JSON.stringify({ ...stampOf(), sources }));
}

function clear(): void {
	rmSync(STAMP, { force: true });
	rmSync(DIST, { recursive: true, force: true });
}

/** The code, icons and codex files decide what n8n's command for metadata writes of the package. */
async function writeDist(): Promise<void> {
	await bundlePackage();
	await execute('node', [join(BIN, 'gulp'), '--silent']);
	await execute('node', [join(BIN, 'n8n-generate-metadata')]);
}

/** Of paths and contents. */
function digest(root: string, names: string[]): string {
	const hash = createHash('sha256');
	for (const file of names.flatMap((name) => filesOf(join(root, name)))) {
		const content = readFileSync(file);
		hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
}

/** None where there is nothing: before the first build there is no `dist`. */
function filesOf(root: string): string[] {
	const stats = statSync(root, { throwIfNoEntry: false });
	if (!stats) return [];
	if (stats.isFile()) return [root];
	return readdirSync(root, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name))
		.sort();
}

/** Runs the work while no other process does. */
async function alone(work: () => Promise<void>): Promise<void> {
	mkdirSync(CACHE, { recursive: true });
	while (!takeLock()) await wait(LOCK_POLL_MS);
	try {
		await work();
	} finally {
		rmSync(LOCK, { force: true });
	}
}

function takeLock(): boolean {
	try {
		writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		if (!isHeld()) rmSync(LOCK, { force: true });
		return false;
	}
}

/** A process that was killed holds nothing. */
function isHeld(): boolean {
	try {
		const pid = Number(readFileSync(LOCK, 'utf8'));
		// Written a moment later than made.
		if (pid === 0) return true;
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
