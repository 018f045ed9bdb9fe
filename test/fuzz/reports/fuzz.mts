import fc from 'fast-check';

import { cases } from './cases.mts';
import { check } from './check.mts';

/** Runs so many cases. @throws with the seed, and the smallest case that fails */
export async function fuzz(count: number, seed: number): Promise<void> {
	await fc.assert(
		fc.asyncProperty(cases, async (one) => {
			const fault = await check(one);
			if (fault !== undefined) throw new Error(fault);
		}),
		{ numRuns: count, seed },
	);
}
