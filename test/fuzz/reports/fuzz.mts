import fc from 'fast-check';

import { cases } from './cases.mts';
import { check } from './check.mts';

/**
 * Runs so many cases.
 * @returns how many were judged to be what
 * @throws with the seed, and the smallest case that fails
 */
export async function fuzz(count: number, seed: number): Promise<Map<string, number>> {
	const kinds = new Map<string, number>();
	const add = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
	await fc.assert(
		fc.asyncProperty(cases, async (one) => {
			const fault = await check(one, undefined, add);
			if (fault !== undefined) throw new Error(fault);
		}),
		{ numRuns: count, seed },
	);
	return kinds;
}
