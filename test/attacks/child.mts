/**
 * Runs attacks of one file, one after the other, in the process that run.mts watches.
 * Arguments: the file, then the names of the attacks.
 */
import { pathToFileURL } from 'node:url';

import {
	type Attack,
	DEFAULT_MEGABYTES,
	LONGEST_BLOCK_MS,
	OUT_OF_MEMORY,
	type Outcome,
} from './attack.mts';
import { takeLongestBlock } from './support/blocks.mts';

const WATCH_MS = 50;
const MEBIBYTE = 1024 * 1024;
const [file = '', ...names] = process.argv.slice(2);
const { attacks } = (await import(pathToFileURL(file).href)) as { attacks: Attack[] };

for (const name of names) {
	const attack = attacks.find((each) => each.name === name) as Attack;
	await tell({ started: name });
	await tell({ ended: await play(attack) });
}
process.exit(0);

async function play(attack: Attack): Promise<Outcome> {
	const before = highest();
	const bound = attack.megabytes ?? DEFAULT_MEGABYTES;
	// Where code blocks the process, this does not run: the heap has a limit of its own then.
	const watch = setInterval(() => {
		if (process.memoryUsage.rss() / MEBIBYTE > before + bound) process.exit(OUT_OF_MEMORY);
	}, WATCH_MS);
	const started = performance.now();
	const result = await attack.run().catch((error: unknown) => `it threw: ${String(error)}`);
	clearInterval(watch);
	const milliseconds = performance.now() - started;
	const megabytes = Math.max(0, highest() - before);
	const blockMs = takeLongestBlock();
	const faults = [
		...(result === 'held' ? [] : [result]),
		...(megabytes > bound ? [`${Math.round(megabytes)} MB of memory`] : []),
		...(blockMs > LONGEST_BLOCK_MS ? [`a block of ${(blockMs / 1000).toFixed(1)} s`] : []),
	];
	return {
		name: attack.name,
		result: faults.join('; ') || 'held',
		milliseconds,
		blockMs,
		megabytes,
	};
}

/** The most memory that the process has had so far, MB. */
function highest(): number {
	return process.resourceUsage().maxRSS / 1024;
}

async function tell(message: { started: string } | { ended: Outcome }): Promise<void> {
	await new Promise<void>((resolve) => process.send?.(message, () => resolve()));
}
