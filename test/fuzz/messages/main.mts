/**
 * Messages judged by a second reader: every number and date is read out of the finished message,
 * and computed again from the simulator's events with the scope that the message names; totals,
 * changes and rows are those of Table and Summary.
 * Usage: npm run fuzz -- messages [cases] [seed]
 */
import { startSimulator } from '../../../simulator/server.mts';
import { countAndSeed, printCounts } from '../harness/draws.mts';
import { chanceOf, drawCase } from './cases.mts';
import { judgeCase } from './run.mts';
import { plantFalls, Truth } from './truth.mts';

const { count, seed } = countAndSeed(1000);
console.log(`${count} messages, seed ${seed}`);
const simulator = await startSimulator();
plantFalls(simulator.world);
const truth = new Truth(simulator.world);
const chance = chanceOf(seed);
const kinds = new Map<string, number>();
const reported = new Map<string, number>();
let failures = 0;
for (let index = 0; index < count; index++) {
	const drawn = drawCase(chance);
	const { resource, target, layout, hasKey, oddities } = drawn;
	for (const name of [resource, target, layout, ...oddities])
		reported.set(name, (reported.get(name) ?? 0) + 1);
	const { faults, read } = await judgeCase(simulator, drawn, truth, kinds);
	if (faults.length === 0) continue;
	failures += 1;
	console.log(`case ${index} (${oddities.join(', ')}): ${faults.slice(0, 4).join(' | ')}`);
	if (failures <= 8)
		console.log(
			`${JSON.stringify(read)}\n${JSON.stringify(drawn.form)} now ${new Date(drawn.now).toISOString()} key ${hasKey}`,
		);
}
await simulator.close();
printCounts(kinds);
printCounts(reported);
console.log(failures === 0 ? 'no failure' : `${failures} of ${count} messages failed`);
process.exitCode = failures === 0 ? 0 : 1;
