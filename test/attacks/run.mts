/**
 * `npm run attacks`: plays all attacks, and prints by class how many there are, how many succeeded
 * (there must be none), the time of all, the largest time and memory of one, and the longest block
 * of the event loop. Ends with 1 if one succeeded, or a block was longer than it may be.
 *
 * To add attacks: a file `<class>.attack.mts` in this folder, which exports
 * `const attacks: Attack[]` (see attack.mts); its first line of comment says what the class is.
 * Import the sources or start the engine of test/support (the package is built before). An
 * attack returns 'held' or what the attacker got. Each runs in a process with a limit of time and
 * memory; one that ends, stops or fills the process has succeeded. An attack belongs here if it
 * has been seen to succeed on code without its defence.
 *
 * Arguments: another folder, and parts of names of classes to play alone, or `class:part of a name`.
 */
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import Table from 'cli-table3';

import {
	type Attack,
	DEFAULT_MEGABYTES,
	DEFAULT_SECONDS,
	LONGEST_BLOCK_MS,
	type Outcome,
} from './attack.mts';
import { Player } from './support/player.mts';

const SUFFIX = '.attack.mts';
const HERE = fileURLToPath(new URL('.', import.meta.url));
/** More would disturb each other: the time and the memory of an attack count. */
const MOST_PLAYERS = 2;
const LISTED = 5;
const MOST_WORDS = 500;

interface Class {
	kind: string;
	file: string;
	/** Those that nobody has begun to play. */
	left: Attack[];
	attacks: Attack[];
	outcomes: Outcome[];
	players: number;
}

const [first, ...rest] = process.argv.slice(2);
const folder = first?.includes('/') ? first : HERE;
const wanted = folder === first ? rest : process.argv.slice(2);

const classes: Class[] = [];
for (const name of (await readdir(folder)).filter((each) => each.endsWith(SUFFIX)).sort()) {
	const kind = name.slice(0, -SUFFIX.length);
	const parts = wanted.map((one) => one.split(':')).filter(([part = '']) => kind.includes(part));
	if (wanted.length > 0 && parts.length === 0) continue;
	const file = join(folder, name);
	const attacks = (await attacksOf(file)).filter(
		(attack) => parts.length === 0 || parts.some(([, part = '']) => attack.name.includes(part)),
	);
	classes.push({ kind, file, attacks, left: [...attacks], outcomes: [], players: 0 });
}

const started = performance.now();
await Promise.all(
	Array.from({ length: Math.min(MOST_PLAYERS, availableParallelism()) }, async () => await work()),
);

const all = classes.flatMap(({ kind, outcomes }) => outcomes.map((one) => ({ ...one, kind })));
const table = new Table({
	head: ['Class', 'Attacks', 'Succeeded', 'Time', 'Longest', 'Longest block', 'Most memory'],
	colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
	style: { head: [], border: [] },
});
for (const { kind, outcomes } of classes) {
	table.push([
		kind,
		outcomes.length,
		outcomes.filter(hasSucceeded).length,
		`${Math.round(outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000)} s`,
		`${seconds(most(outcomes, 'milliseconds'), 1)} s`,
		`${seconds(most(outcomes, 'blockMs'), 2)} s`,
		`${Math.round(most(outcomes, 'megabytes'))} MB`,
	]);
}
console.log(table.toString());
tellMost('Longest', 'milliseconds', (ms) => `${seconds(ms, 1)} s`);
tellMost('Longest blocks', 'blockMs', (ms) => `${seconds(ms, 2)} s`);
tellNarrowest();
// A log is read from its end.
const fallen = all.filter(hasSucceeded);
for (const one of fallen) console.log(successOf(one.kind, one));
console.log(
	`attacks: ${all.length}, succeeded: ${fallen.length}, longest block: ${seconds(most(all, 'blockMs'), 2)} s, time: ${seconds(performance.now() - started, 0)} s, processes: ${Player.starts}`,
);
process.exit(fallen.length === 0 && all.length > 0 ? 0 : 1);

async function attacksOf(file: string): Promise<Attack[]> {
	const { attacks } = (await import(pathToFileURL(file).href)) as { attacks: Attack[] };
	const names = new Set(attacks.map(({ name }) => name));
	if (names.size === 0 || names.size < attacks.length) {
		throw new Error(`${file} has no attacks, or two of one name`);
	}
	return attacks;
}

/** Plays class after class, and helps with those that another one is at when none is left. */
async function work(): Promise<void> {
	for (let next = nextClass(); next; next = nextClass()) {
		next.players++;
		const player = new Player(next.file, next.attacks);
		for (let attack = next.left.shift(); attack; attack = next.left.shift()) {
			const outcome = await player.play(attack);
			next.outcomes.push(outcome);
			if (hasSucceeded(outcome)) console.log(successOf(next.kind, outcome));
		}
		await player.end();
		next.players--;
	}
}

/** One that nobody plays, else the one that has the most left. */
function nextClass(): Class | undefined {
	const open = classes.filter(({ left }) => left.length > 0);
	return open.sort((a, b) => a.players - b.players || b.left.length - a.left.length)[0];
}

function hasSucceeded({ result }: Outcome): boolean {
	return result !== 'held';
}

/** In one line, with what it took and might take. */
function successOf(kind: string, outcome: Outcome): string {
	const { seconds: most, megabytes } = boundsOf(kind, outcome);
	const bounds = `${seconds(outcome.milliseconds, 1)} of ${most} s, ${Math.round(outcome.megabytes)} of ${megabytes} MB, longest block ${seconds(outcome.blockMs, 2)} of ${seconds(LONGEST_BLOCK_MS, 2)} s`;
	return `SUCCEEDED: ${kind}: ${outcome.name}: ${outcome.result.slice(0, MOST_WORDS)} (${bounds})`;
}

function boundsOf(kind: string, { name }: Outcome): { seconds: number; megabytes: number } {
	const attacks = classes.find((one) => one.kind === kind)?.attacks ?? [];
	const attack = attacks.find((one) => one.name === name);
	return {
		seconds: attack?.seconds ?? DEFAULT_SECONDS,
		megabytes: attack?.megabytes ?? DEFAULT_MEGABYTES,
	};
}

/** Names what came closest to its bounds: a busier machine may push it beyond them. */
function tellNarrowest(): void {
	const shares = all.map((one) => {
		const bounds = boundsOf(one.kind, one);
		const time = one.milliseconds / 1000 / bounds.seconds;
		const memory = one.megabytes / bounds.megabytes;
		return { one, share: Math.max(time, memory), what: time > memory ? 'time' : 'memory' };
	});
	const listed = shares.sort((a, b) => b.share - a.share).slice(0, LISTED);
	const lines = listed.map(
		({ one, share, what }) =>
			`${Math.round(share * 100)} % of its ${what}: ${one.kind}: ${one.name}`,
	);
	console.log(`Closest to their bounds:\n  ${lines.join('\n  ')}`);
}

function tellMost(title: string, what: 'milliseconds' | 'blockMs', write: (ms: number) => string) {
	const listed = [...all].sort((a, b) => b[what] - a[what]).slice(0, LISTED);
	const reported = listed.map((one) => `${write(one[what])} ${one.kind}: ${one.name}`);
	console.log(`${title}:\n  ${reported.join('\n  ')}`);
}

function seconds(ms: number, digits: number): string {
	return (ms / 1000).toFixed(digits);
}

function most(outcomes: Outcome[], what: 'milliseconds' | 'blockMs' | 'megabytes'): number {
	return Math.max(0, ...outcomes.map((outcome) => outcome[what]));
}
