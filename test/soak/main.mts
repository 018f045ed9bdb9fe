/**
 * `npm run judge -- soak`: many runs in one process under faults from a seed. Fails with a wrong row, a
 * leak, a hang, a login too many or too few, or memory that grows.
 * Needs --expose-gc.
 */
import { parseArgs } from 'node:util';

import { withoutWaits } from '../support/waits.mts';
import { Soak } from './soak.mts';

const { values } = parseArgs({
	options: {
		runs: { type: 'string', default: '20000' },
		seed: { type: 'string', default: '1' },
	},
});
const RUNS = Number(values.runs);
/** Caches are full by then. */
const SETTLED = Math.min(2_000, RUNS / 2);
const REPORT_EVERY = 2_000;
const MAX_GROWTH = 0.05;
const SHOWN = 10;

// The console is n8n's log in here.
const print = (line: string) => process.stdout.write(`${line}\n`);
const collect = globalThis.gc as () => void;
function heapMb(): number {
	collect();
	collect();
	return process.memoryUsage().heapUsed / 2 ** 20;
}

withoutWaits();
const soak = await Soak.start(Number(values.seed));
const { tally } = soak;
if (!(await soak.findsLeaks())) throw new Error('A leak would not be found');
const started = performance.now();
let settledMb = 0;
let next = SETTLED;
while (tally.runs < RUNS) {
	await soak.step();
	if (tally.runs < next) continue;
	const mb = heapMb();
	settledMb ||= mb;
	next = Math.min(next + REPORT_EVERY, RUNS);
	const ms = (performance.now() - started) / tally.runs;
	print(
		`${tally.runs} runs: ${mb.toFixed(1)} MB, ${tally.logins} logins for ${tally.ends} ends of tokens, ${tally.reported} errors told, ${tally.wrong.length} wrong, ${tally.leaks.length} leaks, ${tally.hangs} hangs, ${ms.toFixed(1)} ms each`,
	);
}
const growth = heapMb() / settledMb - 1;
await soak.stop();
print(`Memory since run ${SETTLED}: ${(growth * 100).toFixed(1)} %`);
for (const wrong of tally.wrong.slice(0, SHOWN)) print(`WRONG ${wrong}`);
const faults = tally.wrong.length + tally.leaks.length + tally.hangs;
process.exit(faults === 0 && growth <= MAX_GROWTH ? 0 : 1);
