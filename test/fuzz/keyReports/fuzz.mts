import fc from 'fast-check';

import { ofThisRealm } from '../../support/realm.mts';
import { cases } from './cases.mts';
import { check } from './check.mts';

/**
 * Runs so many cases.
 * @returns how often each report and output was judged, by what came of it
 * @throws with the seed, and the smallest case that fails
 */
export async function fuzz(count: number, seed: number): Promise<Map<string, number>> {
	const judged = new Map<string, number>();
	await fc.assert(
		fc.asyncProperty(cases, async (drawn) => {
			const one = ofThisRealm(drawn);
			const { fault, kind } = await check(one);
			if (fault !== undefined) throw new Error(fault);
			for (const what of [`${one.model}: ${kind}`, `${one.model}, ${one.output}: ${kind}`])
				judged.set(what, (judged.get(what) ?? 0) + 1);
		}),
		{ numRuns: count, seed },
	);
	return judged;
}
