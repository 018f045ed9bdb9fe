/**
 * Breaks the built node in known ways, one at a time, and shows after how many cases the fuzzer
 * sees it: `npm run fuzz -- mutants`, or `npm run fuzz -- mutants funnel`. One that it does not see is a
 * hole.
 */
import fc from 'fast-check';

import { runMutants } from '../harness/mutants.mts';
import { REPORT_FAULTS } from './faults.mts';
import { REGRESSIONS, REPORTS } from './table.mts';

/** Number of cases of a report, and those that are kept. */
const CASES = 200;

const [only] = process.argv.slice(2);

for (const [name, mutants] of Object.entries(REPORT_FAULTS)) {
	if (only !== undefined && name !== only) continue;
	const report = REPORTS.get(name);
	if (!report) throw new Error(`There is no report '${name}'`);
	console.log(`\n${name}`);
	const kept = name === 'event' ? REGRESSIONS.map(({ given }) => given) : [];
	const drawn = fc.sample(report.cases, { numRuns: CASES, seed: 1 });
	await runMutants(mutants, [...drawn, ...kept], async (one) => {
		const { fault } = await report.check(one);
		return fault === undefined ? [] : [fault];
	});
}
