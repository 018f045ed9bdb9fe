/** Cases drawn by fast-check, each judged; the smallest one that fails is told. */
import fc from 'fast-check';

import { ofThisRealm } from '../../support/realm.mts';

/** What is wrong, or nothing; and what the case was judged to be. */
export interface Verdict {
	fault: string | undefined;
	kinds: string[];
}

/** A report, or several, with a judge of their own. */
export interface Subject<Case> {
	cases: fc.Arbitrary<Case>;
	check: (one: Case) => Promise<Verdict>;
}

/**
 * Runs so many cases.
 * @returns how many were judged to be what
 * @throws with the seed, and the smallest case that fails
 */
export async function fuzz<Case>(
	{ cases, check }: Subject<Case>,
	count: number,
	seed: number,
): Promise<Map<string, number>> {
	const judged = new Map<string, number>();
	const property = fc.asyncProperty(cases, async (one) => {
		const { fault, kinds } = await check(ofThisRealm(one));
		if (fault !== undefined) throw new Error(fault);
		for (const kind of kinds) judged.set(kind, (judged.get(kind) ?? 0) + 1);
	});
	await fc.assert(property, { numRuns: count, seed });
	return judged;
}

/**
 * The two numbers of the command line. @throws for anything else: a fuzzer that judges nothing finds
 * no failure
 */
export function countAndSeed(usual: number): { count: number; seed: number } {
	const own = process.argv.slice(2);
	const [count = usual, seed = Date.now() % 2 ** 31] = own.map(Number);
	if (own.length > 2 || !(Number.isInteger(count) && count > 0 && Number.isInteger(seed)))
		throw new Error(`The arguments are [cases] [seed], two numbers: ${own.join(' ')}`);
	return { count, seed };
}

/** Takes a count and a seed from the command line, runs the cases, and prints what was judged. */
export async function main<Case>(subject: Subject<Case>): Promise<void> {
	const { count, seed } = countAndSeed(10_000);
	console.log(`${count} cases, seed ${seed}`);
	const started = process.cpuUsage();
	const judged = await fuzz(subject, count, seed);
	const { user, system } = process.cpuUsage(started);
	printCounts(judged);
	console.log(`no failure; ${((user + system) / 1e6).toFixed(1)} s of CPU`);
}

/** A line for each kind, by name. */
export function printCounts(counts: ReadonlyMap<string, number>): void {
	for (const [kind, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
		console.log(`${String(count).padStart(7)}  ${kind}`);
}
