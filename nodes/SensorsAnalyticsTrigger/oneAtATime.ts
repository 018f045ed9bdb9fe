import { randomUUID } from 'crypto';

import type { Memory } from './memory';

/** Marks of the polls that wait for the service, by workflow and node. */
const asking = new Map<string, string>();

/** What a poll may do while others of the same node may be waiting. */
export type Turn =
	| { kind: 'busy' }
	| { kind: 'free'; begin(): void; isStillMine(): boolean; end(memory: Memory): void };

/**
 * One poll of a node asks at a time (docs/trigger.md, T16). A poll with the memory of the one that
 * waits has to leave it to that one. A poll with another memory belongs to a workflow that was
 * published anew: the one that waits belongs to the past, and must tell nothing any more.
 */
export function takeTurn(key: string, memory: Memory): Turn {
	const waiting = asking.get(key);
	if (waiting !== undefined && memory.asking === waiting) return { kind: 'busy' };
	asking.delete(key);
	const mark = randomUUID();
	return {
		kind: 'free',
		begin: () => {
			asking.set(key, mark);
			memory.asking = mark;
		},
		isStillMine: () => asking.get(key) === mark,
		end: (live) => {
			if (asking.get(key) === mark) asking.delete(key);
			if (live.asking === mark) delete live.asking;
		},
	};
}
