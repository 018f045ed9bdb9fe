/**
 * Reports by chance, judged by oracles that are made from the documents.
 * Usage: npm run fuzz -- reports [event|funnel|…] [cases of each] [seed] [path of a failure]
 */
import { countAndSeed, fuzz, printCounts } from '../harness/draws.mts';
import { REGRESSIONS, REPORTS } from './table.mts';

const own = process.argv.slice(2);
const [first = ''] = own;
const names = REPORTS.has(first) ? [own.shift() as string] : [...REPORTS.keys()];
const [path] = own.splice(2);
const { count: numRuns, seed } = countAndSeed(2000, own);

const event = REPORTS.get('event');
for (const { what, given } of names.includes('event') ? REGRESSIONS : []) {
	const { fault } = (await event?.check(given)) ?? {};
	if (fault !== undefined) throw new Error(`${what}: ${fault}`);
}
for (const name of names) {
	const subject = REPORTS.get(name);
	if (!subject) continue;
	console.log(`${name}: ${numRuns} cases, seed ${seed}`);
	const started = process.cpuUsage();
	printCounts(await fuzz(subject, { numRuns, seed, ...(path === undefined ? {} : { path }) }));
	const { user, system } = process.cpuUsage(started);
	console.log(`no failure; ${((user + system) / 1e6).toFixed(1)} s of CPU`);
}
