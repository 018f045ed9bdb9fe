/** `npm run judge -- <name> [arguments]`, `npm run fuzz -- <name> [arguments]` (judges.mts). */
import { spawnSync } from 'node:child_process';

import { FUZZERS, JUDGES } from './judges.mts';

const [kind, name = '', ...rest] = process.argv.slice(2);
const known =
	kind === 'fuzz'
		? Object.fromEntries(
				Object.entries(FUZZERS).map(([key, { about, main }]) => [
					key,
					{ about, command: ['tsx', main] },
				]),
			)
		: JUDGES;
const chosen = Object.hasOwn(known, name) ? known[name] : undefined;
if (!chosen) {
	console.log(`Usage: npm run ${kind} -- <name> [arguments]\n`);
	for (const [key, { about }] of Object.entries(known)) console.log(`  ${key.padEnd(12)}${about}`);
	process.exit(name === '' ? 0 : 2);
}

const { status, error } = spawnSync('npx', ['--no-install', ...chosen.command, ...rest], {
	stdio: 'inherit',
	env: { ...process.env, JUDGE: name },
});
if (error) throw error;
process.exitCode = status ?? 1;
