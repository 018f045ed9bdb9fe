/**
 * Plays attacks of one file in the process that run.mts watches: each attack whose name it
 * receives. Argument: the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import {
	type Attack,
	DEFAULT_MEGABYTES,
	LONGEST_BLOCK_MS,
	OUT_OF_MEMORY,
	type Outcome,
	type ToRunner,
} from './attack.mts';
import { isBeyond, takeLongestBlock, waitedMs } from './support/blocks.mts';

const WATCH_MS = 50;
const MEBIBYTE = 1024 * 1024;
/** So much more than at its start a process may hold, and still count as one that has just begun. */
const CLEAN_MEGABYTES = 60;
const FORGET_HIGHEST = '5';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const [file = ''] = process.argv.slice(2);
const { attacks } = (await import(pathToFileURL(file).href)) as { attacks: Attack[] };

process.on('message', (name: string) => void answer(name));
collectGarbage();
let first = resident();
let isFirst = true;
await tell({ isReady: true });

async function answer(name: string): Promise<void> {
	const attack = attacks.find((each) => each.name === name) as Attack;
	const ended = await play(attack);
	collectGarbage();
	// What the first attack loads (n8n-core, the package) stays for all others.
	if (isFirst) first = Math.max(first, Math.min(resident(), first + CLEAN_MEGABYTES));
	isFirst = false;
	await tell({ ended, isClean: canForget() && resident() < first + CLEAN_MEGABYTES });
}

async function play(attack: Attack): Promise<Outcome> {
	canForget();
	const before = resident();
	const bound = attack.megabytes ?? DEFAULT_MEGABYTES;
	// Where code blocks the process, this does not run: the heap has a limit of its own then.
	const watch = setInterval(() => {
		if (resident() > before + bound) process.exit(OUT_OF_MEMORY);
	}, WATCH_MS);
	const played = () => performance.now() - waitedMs(process.pid);
	const started = played();
	const result = await attack.run().catch((error: unknown) => `it threw: ${String(error)}`);
	clearInterval(watch);
	const milliseconds = played() - started;
	const megabytes = Math.max(0, highest() - before);
	const blockMs = takeLongestBlock();
	const faults = [
		...(result === 'held' ? [] : [result]),
		...(megabytes > bound ? [`${Math.round(megabytes)} MB of memory`] : []),
		...(isBeyond(blockMs, attack.longestBlock ?? LONGEST_BLOCK_MS)
			? [`a block of ${(blockMs / 1000).toFixed(1)} s`]
			: []),
	];
	return {
		name: attack.name,
		result: faults.join('; ') || 'held',
		milliseconds,
		blockMs,
		megabytes,
	};
}

function resident(): number {
	return process.memoryUsage.rss() / MEBIBYTE;
}

/** Whether the system can reset its record of the most memory; if not, only a new process can. */
function canForget(): boolean {
	try {
		writeFileSync('/proc/self/clear_refs', FORGET_HIGHEST);
		return true;
	} catch {
		return false;
	}
}

/** The most memory that the process has had since canForget, or since its start, MB. */
function highest(): number {
	try {
		const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
		return Number(kilobytes) / 1024;
	} catch {
		return process.resourceUsage().maxRSS / 1024;
	}
}

async function tell(message: ToRunner): Promise<void> {
	await new Promise<void>((resolve) => process.send?.(message, () => resolve()));
}
