/** Cases drawn by fast-check, each judged; of those that fail, a plain one is shown. */
import fc from 'fast-check';

import { plain } from '../../support/plain.mts';

/** What is wrong, or nothing; and what the case was judged to be. */
interface Verdict {
	fault: string | undefined;
	kinds: string[];
}

/** A report with a judge of its own. */
export interface Subject<Case = unknown> {
	cases: fc.Arbitrary<Case>;
	check: (one: Case) => Promise<Verdict>;
}

interface Draws {
	numRuns: number;
	seed: number;
	/** Of a case that failed, as fast-check writes it. */
	path?: string;
}

/**
 * Runs the cases.
 * @returns how many were judged to be what
 * @throws with the seed, the path, and a plain case that fails
 */
export async function fuzz<Case>(
	{ cases, check }: Subject<Case>,
	draws: Draws,
): Promise<Map<string, number>> {
	const judged = new Map<string, number>();
	const property = fc.asyncProperty(cases, async (one) => {
		const { fault, kinds } = await check(plain(one));
		if (fault !== undefined) throw new Error(fault);
		for (const kind of kinds) judged.set(kind, (judged.get(kind) ?? 0) + 1);
	});
	await fc.assert(property, { ...draws, includeErrorInReport: true });
	return judged;
}

/**
 * The two numbers of the command line. @throws for anything else: a fuzzer that judges nothing finds
 * no failure
 */
export function countAndSeed(usual: number, own = process.argv.slice(2)) {
	const [count = usual, seed = Date.now() % 2 ** 31] = own.map(Number);
	if (own.length > 2 || !(Number.isInteger(count) && count > 0 && Number.isInteger(seed)))
		throw new Error(`The arguments are [cases] [seed], two numbers: ${own.join(' ')}`);
	return { count, seed };
}

/** A line for each kind, by name. */
export function printCounts(counts: ReadonlyMap<string, number>): void {
	for (const [kind, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
		console.log(`${String(count).padStart(7)}  ${kind}`);
}
