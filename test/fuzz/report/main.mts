/** `npm run fuzz -- events --cases 20000 --seed 1`: cases by chance, failures made small. */
import { parseArgs } from 'node:util';

import { printCounts } from '../harness/draws.mts';
import type { Case } from './case.mts';
import { drawCase } from './draw.mts';
import { judge } from './judge.mts';
import { runCases } from './run.mts';

const { values } = parseArgs({
	options: {
		cases: { type: 'string', default: '20000' },
		seed: { type: 'string' },
		/** How many failures are made small and printed. */
		show: { type: 'string', default: '10' },
		/** Print the case of this seed and end. */
		print: { type: 'string' },
		/** Judge this case, as printed, and end. */
		case: { type: 'string' },
	},
});

if (values.case !== undefined) {
	const { faults, isRefused } = await judge(JSON.parse(values.case) as Case);
	console.log([...faults, isRefused ? 'rightly refused' : `${faults.length} faults`].join('\n'));
	process.exitCode = faults.length > 0 ? 1 : 0;
} else if (values.print !== undefined) {
	console.log(JSON.stringify(drawCase(Number(values.print))));
} else {
	const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
	console.log(`seed ${seed}`);
	const started = process.cpuUsage();
	const summary = await runCases(Number(values.cases), seed, Number(values.show));
	const { user, system } = process.cpuUsage(started);
	printCounts(summary.features);
	for (const [kind, count] of [...summary.kinds].sort(([, a], [, b]) => b - a)) {
		console.log(`${String(count).padStart(7)}  FAILED ${kind}`);
	}
	for (const { seed: own, faults, small } of summary.shown) {
		console.log(`\nseed ${own}\n  ${faults.join('\n  ')}\n${JSON.stringify(small)}`);
	}
	const seconds = ((user + system) / 1e6).toFixed(1);
	console.log(
		`\n${summary.cases} cases, ${summary.refused} rightly refused, ${summary.failures} failures, ${seconds} s of CPU`,
	);
	process.exitCode = summary.failures > 0 ? 1 : 0;
}
