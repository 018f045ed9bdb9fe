/**
 * Reports on the sources: files and lines, circular imports, type names declared twice, and how
 * many files and functions one event report calls until its rows; `--path` lists them. With
 * `--snapshot <folder>` it writes what n8n sees of the nodes, and the requests and results of the
 * engine tests: a change without effect leaves these files unchanged.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';
import type { IWorkflowBase } from 'n8n-workflow';

import { startSimulator } from '../simulator/server.mts';
import { CREDENTIAL_TYPE, Engine, readNodeRun } from '../test/support/engine.mts';
import { circles, linesOf, sources, typesDeclaredTwice } from '../test/support/house.mts';

const DIST = resolve('dist');
const EXAMPLE = 'examples/yesterdays-orders-by-city.json';
const NODE = 'Orders by city';
/** The comment of esbuild above the code of a source. */
const MODULE = /^\/\/ (\S+\.ts)$/gm;

const { snapshot, path: isListed } = parseArgs({
	options: { snapshot: { type: 'string' }, path: { type: 'boolean' } },
}).values;
if (snapshot !== undefined) process.exit(await writeSnapshot(resolve(snapshot)));

const lengths = sources.map(linesOf).sort((a, b) => a - b);
const { first, again } = await visitedByReport();
const table = new Table();
table.push(
	['Files of nodes and credentials', sources.length],
	['Lines', lengths.reduce((sum, lines) => sum + lines, 0)],
	['Median, longest file (lines)', `${lengths[lengths.length >> 1]}, ${lengths.at(-1)}`],
	['Circles of imports, types included', circles().length],
	['Type names declared twice', typesDeclaredTwice().length],
	['Files of an event report to rows', first.size],
	['Functions of an event report to rows', [...first.values()].flat().length],
	['The same once more, all parts loaded', `${again.size}, ${[...again.values()].flat().length}`],
);
console.log(table.toString());
if (isListed) {
	// The first report also evaluates the code that it loads.
	for (const [file, names] of [...again].sort()) console.log(`${file}: ${names.join(', ')}`);
}
for (const circle of circles()) console.log(`Circle: ${circle.join(', ')}`);
for (const [name, files] of typesDeclaredTwice()) console.log(`${name}: ${files.join(', ')}`);

/** @returns the exit code of the tests */
async function writeSnapshot(folder: string): Promise<number> {
	mkdirSync(folder, { recursive: true });
	const nodes = JSON.parse(await readFile('dist/types/nodes.json', 'utf8')) as unknown;
	writeFileSync(join(folder, 'nodes.json'), JSON.stringify(nodes, undefined, '\t'));
	const { status } = spawnSync('npx', ['jest', '-w', '1', 'test/engine/[^/]*.test'], {
		stdio: 'inherit',
		env: { ...process.env, SNAPSHOT: folder },
	});
	return status ?? 1;
}

/** Functions by file. */
type Functions = Map<string, string[]>;

/**
 * Returns functions of the package that one report calls: the first one of a process, and the next
 * one.
 */
async function visitedByReport(): Promise<{ first: Functions; again: Functions }> {
	const simulator = await startSimulator();
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		const engine = await Engine.start();
		const workflow = JSON.parse(await readFile(EXAMPLE, 'utf8')) as IWorkflowBase;
		await engine.credentials.save('sensorsAnalytics', CREDENTIAL_TYPE, {
			baseUrl: simulator.url,
			project: 'production',
			authentication: 'apiSecret',
			apiSecret: simulator.world.secrets.of('admin'),
		});
		const run = async (): Promise<Functions> => {
			// Earlier calls don't count.
			await session.post('Profiler.takePreciseCoverage');
			const { error } = readNodeRun(await engine.run(workflow), NODE);
			if (error) throw new Error(error.message);
			return await functionsIn((await session.post('Profiler.takePreciseCoverage')).result);
		};
		return { first: await run(), again: await run() };
	} finally {
		session.disconnect();
		await simulator.close();
	}
}

async function functionsIn(scripts: Profiler.ScriptCoverage[]): Promise<Functions> {
	const found: Functions = new Map();
	for (const { url, functions } of scripts) {
		const path = url.replace(/^file:\/\//, '');
		if (!path.startsWith(DIST)) continue;
		const starts = [...(await readFile(path, 'utf8')).matchAll(MODULE)];
		for (const { functionName, ranges } of functions) {
			const [range] = ranges;
			// The fields of a class count with its constructor.
			if (!functionName || functionName.startsWith('<') || !range?.count) continue;
			const file = starts.findLast(({ index }) => index <= range.startOffset)?.[1] ?? path;
			found.set(file, [...(found.get(file) ?? []), functionName]);
		}
	}
	return found;
}
