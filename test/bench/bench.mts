/**
 * Ratios, and milliseconds where it says so, one line each (`name: ratio`); the same as JSON in test/bench/results.json. With
 * `--short` everything is measured a few times only: to see that it runs.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, resolve } from 'node:path';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { installNode } from '../real/support/cache.mts';
import { CREDENTIAL_TYPE } from '../support/engine.mts';
import { TestWorld, measures } from '../support/world.mts';
import { loadingCosts } from './loading.mts';
import { withModules } from './modules.mts';

const isShort = process.argv.includes('--short');
const times = (rounds: number) => (isShort ? 3 : rounds);

const results: Record<string, number> = {};
const note = (name: string, ratio: number) => {
	results[name] = Number(ratio.toFixed(3));
	console.log(`${name}: ${results[name]}`);
};
const SIZES: Array<[string, number]> = [
	['100 thousand cells', 100_000],
	['1 million cells', 1_000_000],
];
const n8nsNode = join((await installNode()).bin, 'node');

for (const [node, file] of [
	["in n8n's own Node.js", n8nsNode],
	['in this Node.js', process.execPath],
] as const) {
	// Small answers are counted many at once: the clock is too coarse for one.
	const ratio = (cells: number, atOnce: number, rounds: number, way = 'plain') => {
		const { parse, convert } = rowCosts(file, cells, atOnce, times(rounds), way);
		return convert / parse;
	};
	const what = `answer to items ${node} / JSON.parse`;
	note(`1 thousand cells: ${what}`, ratio(1_000, 100, 60));
	note(`100 thousand cells: ${what}`, ratio(100_000, 1, 60));
	note(`100 thousand cells, after other reports: ${what}`, ratio(100_000, 1, 60, 'others'));
	note(`1 million cells: ${what}`, ratio(1_000_000, 1, 20));
	note(`1 million cells, with the calendar: ${what}`, ratio(1_000_000, 1, 20, 'calendar'));
}
// As many cells at once on both sides: a single small answer is over before garbage is collected.
const inPieces = rowCosts(n8nsNode, 100_000, 10, times(9)).convert;
const asOne = rowCosts(n8nsNode, 1_000_000, 1, times(9)).convert;
note('cost per cell, 1 × 1 million / 10 × 100 thousand', asOne / inPieces);

for (const [name, cells] of SIZES) {
	// The engine copies numbers more often until it has compiled the code.
	for (const [before, when] of [
		[0, 'first one of a process'],
		[3, 'later ones'],
	] as const) {
		const output = execFileSync('node', [
			...['--expose-gc', '--import', 'tsx', 'test/bench/memory.mts'],
			...[cells, before].map(String),
		]);
		const { parsed, kept, peak } = JSON.parse(output.toString()) as {
			parsed: number;
			kept: number;
			peak: number;
		};
		note(`${name}, ${when}: peak memory / (parsed answer + items)`, peak / (parsed + kept));
	}
}

const BLOCKS = ['--expose-gc', '--import', 'tsx', 'test/bench/blocks.mts', '1000000'];
for (const [authentication, way] of [
	['apiSecret', ''],
	['apiKey', ' with a key'],
] as const) {
	const blocks = execFileSync('node', [...BLOCKS, authentication]);
	const { ratio } = JSON.parse(blocks.toString()) as { ratio: number };
	note(`1 million cells${way}: longest block of the event loop / JSON.parse`, ratio);
}

const loading = await loadingCosts(times(15));
note('loading all by metadata, ms of work', loading.byMetadata);
note('loading all by metadata, files of code', loading.files);
note('loading all by code, ms of work', loading.byCode);
note('first use after the metadata, ms of work', loading.firstUse);
note("require() / that of n8n's Google Analytics", loading.required / loading.requiredTheirs);

const firsts = withModules("import './test/bench/first.mts';", (file) =>
	Array.from({ length: times(7) }, () => {
		const output = execFileSync(n8nsNode, [file], { env: { ...process.env, NODE_OPTIONS: '' } });
		const { first, second } = JSON.parse(output.toString()) as { first: number; second: number };
		return first - second;
	}),
);
note('first report of a process, ms of work more than the second', median(firsts));

const ITEMS = 100;
const t = await TestWorld.start();
const url = `${t.simulator.url}/api/events/report?project=production&token=${t.world.secrets.of('admin')}`;
const form = {
	measures: measures({ eventName: 'PayOrder' }),
	dateRange: 'custom',
	fromDate: '2026-11-01',
	toDate: '2026-11-01',
};
const items = Array.from({ length: ITEMS }, () => ({}));
const body = JSON.stringify({
	measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
	unit: 'day',
	from_date: '2026-11-01',
	to_date: '2026-11-01',
});
const bare: number[] = [];
const [least, node, wide]: [number[], number[], number[]] = [[], [], []];
/** What n8n itself takes: a node that only sends the same requests, signed by the credential. */
async function sendOnly(this: IExecuteFunctions) {
	const json: IDataObject[] = [];
	for (let i = 0; i < ITEMS; i++) {
		const { baseUrl, project } = await this.getCredentials(CREDENTIAL_TYPE, i);
		const request = { method: 'POST', url: `${String(baseUrl)}/api/events/report` } as const;
		const options = { ...request, qs: { project }, body: JSON.parse(body) as IDataObject };
		const { httpRequestWithAuthentication: send } = this.helpers;
		json.push((await send.call(this, CREDENTIAL_TYPE, { ...options, json: true })) as IDataObject);
	}
	return [this.helpers.returnJsonArray(json)];
}
const run = async (itemsAtOnce: number) => {
	const { error, rows } = await t.report({ ...form, options: { itemsAtOnce } }, { items });
	if (error || rows.length !== ITEMS)
		throw new Error(`The run gave ${rows.length} rows: ${error?.message}`);
};
for (let round = 0; round < times(15); round++) {
	bare.push(
		await time(async () => {
			for (let i = 0; i < ITEMS; i++) {
				await (
					await fetch(url, {
						method: 'POST',
						headers: { 'content-type': 'application/json' },
						body,
					})
				).json();
			}
		}),
	);
	const { execute } = t.engine.nodeType;
	t.engine.nodeType.execute = sendOnly;
	least.push(await time(async () => await run(1)));
	t.engine.nodeType.execute = execute;
	node.push(await time(async () => await run(1)));
	wide.push(await time(async () => await run(10)));
}
const calls = await callsOf(async () => await run(1));
note('calls of functions of the package for each of 100 items', calls / ITEMS);
await t.stop();
for (const [what, rounds] of [
	['100 items of a node that only sends', least],
	['100 items one by one', node],
	['100 items, 10 at once', wide],
] as const)
	note(`${what} / 100 bare round trips, work`, Math.min(...rounds) / Math.min(...bare));
writeFileSync('test/bench/results.json', `${JSON.stringify(results, null, '\t')}\n`);
process.exit(0);

/** Of rows.mts, in a process of its own. */
function rowCosts(node: string, cells: number, atOnce: number, rounds: number, way = 'plain') {
	const flags = ['--expose-gc', '--single-threaded-gc'];
	const given = [...[cells, atOnce, rounds].map(String), way];
	const output = withModules("import './test/bench/rows.mts';", (file) =>
		execFileSync(node, [...flags, file, ...given], { env: { ...process.env, NODE_OPTIONS: '' } }),
	);
	return JSON.parse(output.toString()) as { parse: number; convert: number };
}

/** Milliseconds of the process's work, including those of the simulator. */
async function time(work: () => Promise<void>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

/** Counts calls of functions of the built package. What else the machine does doesn't change it. */
async function callsOf(work: () => Promise<void>): Promise<number> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await work();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	return result
		.filter(({ url }) => url.includes(`${resolve('dist')}/`))
		.flatMap(({ functions }) => functions)
		.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
