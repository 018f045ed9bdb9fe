/**
 * Plays every fault, and prints what the user sees, requests, logins and leaks. With `--write`
 * it writes docs/errors.md; without, that has to be current.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { inspect } from 'node:util';

import '../test/support/environment.mts';
import Table from 'cli-table3';

import { writeErrors } from '../test/engine/faults/errorDocs.mts';
import { type Outcome, play } from '../test/engine/faults/scenario.mts';
import { scenarios } from '../test/engine/faults/scenarios.mts';

// What n8n logs while a fault is played is searched, not shown.
process.env.N8N_LOG_LEVEL = 'debug';
let log: string | undefined;
for (const stream of [process.stdout, process.stderr]) {
	const write = stream.write.bind(stream);
	stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
		if (log === undefined) return write(chunk, ...rest);
		log += String(chunk);
		return true;
	}) as typeof stream.write;
}

const table = new Table({
	head: ['Fault', 'What the user sees', 'Requests', 'Logins', 'Leaks'],
	colWidths: [44, 70, 10, 8, 8],
	colAligns: ['left', 'left', 'right', 'right', 'right'],
	wordWrap: true,
	style: { head: [], border: [] },
});
let wrong = 0;
let leaks = 0;
const played: Array<[string, Outcome]> = [];
for (const scenario of scenarios) {
	log = '';
	const outcome = await play(scenario, (run) => ({
		record: JSON.stringify(run.run),
		errors: inspect(run, { depth: Infinity, showHidden: true, maxStringLength: Infinity }),
		log: log ?? '',
	})).finally(() => {
		log = undefined;
	});
	played.push([scenario.name, outcome]);
	if (outcome.wrong.length > 0) wrong++;
	leaks += outcome.leaks.length;
	const remark = outcome.wrong.length > 0 ? `\nWRONG: ${outcome.wrong.join('; ')}` : '';
	table.push([
		scenario.name,
		outcome.sees + remark,
		outcome.requests,
		outcome.logins,
		outcome.leaks.length === 0 ? 0 : outcome.leaks.join(),
	]);
}
console.log(table.toString());
console.log(`faults: ${scenarios.length}, wrong: ${wrong}, leaks: ${leaks}`);
const DOCUMENT = 'docs/errors.md';
const text = writeErrors(played);
if (process.argv.includes('--write')) await writeFile(DOCUMENT, text);
const isCurrent = (await readFile(DOCUMENT, 'utf8').catch(() => '')) === text;
if (!isCurrent) console.log(`${DOCUMENT} is not current: run npm run documents`);
// n8n-core logs its end.
log = '';
process.exit(wrong + leaks === 0 && isCurrent && scenarios.length >= 40 ? 0 : 1);
