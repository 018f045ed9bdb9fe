/**
 * `npm run attacks`: plays all attacks, and tells by class how many there are, how many succeeded
 * (there must be none), the largest time and memory of one, and the longest block of the event loop.
 * Ends with 1 if one succeeded, or a block was longer than it may be.
 *
 * To add attacks: a file `<class>.attack.mts` in this folder, which exports
 * `const attacks: Attack[]` (see attack.mts); its first line of comment says what the class is.
 * Import the sources or start the engine of test/support (the package is built before). An
 * attack returns 'held' or what the attacker got. Each runs in a process with a limit of time and
 * memory; one that ends, stops or fills the process has succeeded. An attack belongs here if it
 * has been seen to succeed on code without its defence.
 *
 * Arguments: another folder, and parts of names of classes to play alone.
 */
import { fork } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import Table from 'cli-table3';

import {
	type Attack,
	DEFAULT_MEGABYTES,
	DEFAULT_SECONDS,
	OUT_OF_MEMORY,
	type Outcome,
} from './attack.mts';

const SUFFIX = '.attack.mts';
const HERE = fileURLToPath(new URL('.', import.meta.url));
/** For what the process needs before the first attack: n8n-core, the package, servers. */
const START_SECONDS = 60;
const BASE_MEGABYTES = 600;

const [first, ...rest] = process.argv.slice(2);
const folder = first?.includes('/') ? first : HERE;
const wanted = folder === first ? rest : process.argv.slice(2);

const table = new Table({
	head: ['Class', 'Attacks', 'Succeeded', 'Longest', 'Longest block', 'Most memory'],
	colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
	style: { head: [], border: [] },
});
const fallen: string[] = [];
let [total, longestBlock] = [0, 0];
const files = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort();
for (const name of files) {
	const kind = name.slice(0, -SUFFIX.length);
	if (wanted.length > 0 && !wanted.some((part) => kind.includes(part))) continue;
	const outcomes = await playFile(join(folder, name));
	const succeeded = outcomes.filter(({ result }) => result !== 'held');
	total += outcomes.length;
	for (const { name, result } of succeeded) {
		fallen.push(`${kind}: ${name}: ${result}`);
		console.log(`SUCCEEDED: ${fallen.at(-1)}`);
	}
	longestBlock = Math.max(longestBlock, most(outcomes, 'blockMs'));
	table.push([
		kind,
		outcomes.length,
		succeeded.length,
		`${(most(outcomes, 'milliseconds') / 1000).toFixed(1)} s`,
		`${(most(outcomes, 'blockMs') / 1000).toFixed(2)} s`,
		`${Math.round(most(outcomes, 'megabytes'))} MB`,
	]);
}
console.log(table.toString());
console.log(
	`attacks: ${total}, succeeded: ${fallen.length}, longest block: ${(longestBlock / 1000).toFixed(2)} s`,
);
process.exit(fallen.length === 0 && total > 0 ? 0 : 1);

async function playFile(file: string): Promise<Outcome[]> {
	const { attacks } = (await import(pathToFileURL(file).href)) as { attacks: Attack[] };
	const names = new Set(attacks.map(({ name }) => name));
	if (names.size === 0 || names.size < attacks.length) {
		throw new Error(`${file} has no attacks, or two of one name`);
	}
	const outcomes: Outcome[] = [];
	for (const attack of attacks.filter(({ isAlone }) => isAlone)) {
		outcomes.push(...(await playInChild(file, [attack])));
	}
	let left = attacks.filter(({ isAlone }) => !isAlone);
	while (left.length > 0) {
		const played = await playInChild(file, left);
		outcomes.push(...played);
		left = left.slice(played.length);
	}
	return outcomes;
}

/** Plays attacks until one ends the process, which is then the last one. */
async function playInChild(file: string, attacks: Attack[]): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const heap = BASE_MEGABYTES + Math.max(...attacks.map(megabytesOf));
	const child = fork(join(HERE, 'child.mts'), [file, ...attacks.map(({ name }) => name)], {
		execArgv: ['--import', 'tsx', `--max-old-space-size=${heap}`],
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	let complaint = '';
	child.stderr?.on('data', (chunk) => (complaint = `${complaint}${chunk}`.slice(-2000)));
	let isLate = false;
	const limit = (seconds: number) =>
		setTimeout(() => {
			isLate = true;
			child.kill('SIGKILL');
		}, seconds * 1000);
	let clock = limit(START_SECONDS);
	let startedAt = performance.now();
	child.on('message', (message: { started?: string; ended?: Outcome }) => {
		clearTimeout(clock);
		startedAt = performance.now();
		const under = attacks[outcomes.length];
		if (message.ended) outcomes.push(message.ended);
		clock = limit(message.ended || !under ? START_SECONDS : secondsOf(under));
	});
	const code = await new Promise((resolve) => child.on('exit', resolve));
	clearTimeout(clock);

	const last = attacks[outcomes.length];
	if (last === undefined) return outcomes;
	const result = isLate
		? `it stopped the process for ${secondsOf(last)} s`
		: code === OUT_OF_MEMORY
			? `it took more than ${megabytesOf(last)} MB`
			: `it ended the process (${code}): ${complaint.trim().split('\n').slice(-12).join(' | ')}`;
	const milliseconds = performance.now() - startedAt;
	const megabytes = code === OUT_OF_MEMORY ? megabytesOf(last) : 0;
	return [...outcomes, { name: last.name, result, milliseconds, blockMs: 0, megabytes }];
}

function secondsOf({ seconds = DEFAULT_SECONDS }: Attack): number {
	return seconds;
}

function megabytesOf({ megabytes = DEFAULT_MEGABYTES }: Attack): number {
	return megabytes;
}

function most(outcomes: Outcome[], what: 'milliseconds' | 'blockMs' | 'megabytes'): number {
	return Math.max(0, ...outcomes.map((outcome) => outcome[what]));
}
