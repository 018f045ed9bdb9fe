/**
 * Breaks the sources in small ways, one at a time, and prints which of them no unit test sees:
 * `npm run judge -- mutants`, `npm run judge -- mutants table` for one of the rooms, `-- table/grid` for a file.
 * What was judged before and has not changed since is not judged again; `--again` judges it. A room that
 * was judged as a whole ends with 1 below 85 %.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

import { type Report, scoreOf, table } from './score.mts';

const NODE = 'nodes/SensorsAnalytics';
/** Folders of sources, and of tests that judge them in addition to their own. */
const ROOMS: Record<string, { folder: string; beside?: string[]; without?: string[] }> = {
	credentials: { folder: 'credentials' },
	table: { folder: `${NODE}/table`, beside: [`${NODE}/series`] },
	transport: { folder: `${NODE}/transport` },
	api: { folder: `${NODE}/api` },
};
const OUTPUT = 'test/output/mutants';
const WANTED = 85;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isAgain = process.argv.includes('--again');
const concurrency = Number(process.env.MUTANTS_AT_ONCE ?? 2);
mkdirSync(OUTPUT, { recursive: true });

for (const word of words.length > 0 ? words : Object.keys(ROOMS)) {
	const [name = '', ...path] = word.split('/');
	const room = ROOMS[name];
	if (!room) throw new Error(`No room '${name}': ${Object.keys(ROOMS).join(', ')}`);
	const { folder, beside = [], without } = room;
	const report = `${OUTPUT}/${name}.json`;
	// Not in here: jest would find everything twice.
	const copy = mkdtempSync(join(tmpdir(), `mutants-${name}-`));
	if (existsSync(report)) forgetLoaded(report);
	await new Stryker({
		testRunner: 'realms',
		plugins: ['./test/mutants/runner.mjs'],
		...{ testFolders: [folder, ...beside].map((one) => `test/unit/${one}`), without },
		mutate: [path.length > 0 ? `${[folder, ...path].join('/')}*{,/**}` : `${folder}/**/*.ts`],
		ignorePatterns: ['/dist', '/coverage', '/test/output', '/test/real', '/examples'],
		ignorers: ['field-texts'],
		coverageAnalysis: 'perTest',
		concurrency,
		incremental: true,
		force: isAgain,
		incrementalFile: report,
		disableTypeChecks: false,
		reporters: ['progress-append-only'],
		dryRunTimeoutMinutes: 20,
		// Endless loops are noticed by how often they come round; this is for what is left.
		timeoutMS: 15_000,
		tempDirName: copy,
		warnings: false,
	} as never).runMutationTest();
	rmSync(copy, { recursive: true, force: true });
	const judged = JSON.parse(readFileSync(report, 'utf8')) as Report;
	for (const file of Object.keys(judged.files)) if (!existsSync(file)) delete judged.files[file];
	console.log(table(judged, folder));
	if (path.length === 0 && scoreOf(judged) < WANTED) process.exitCode = 1;
}

/**
 * Mutants in what runs while a file is loaded, and that lived: the tester knows no tests that meet
 * them, so that it would not see that there are new ones.
 */
function forgetLoaded(path: string): void {
	const known = JSON.parse(readFileSync(path, 'utf8')) as Report;
	for (const file of Object.values(known.files))
		file.mutants = file.mutants.filter((one) => !one.static || one.status === 'Killed');
	writeFileSync(path, JSON.stringify(known));
}
