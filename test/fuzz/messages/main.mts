/**
 * Messages judged by a second reader: every number and date is read out of the finished text, and
 * computed anew from the simulator's events with the scope that the text names.
 * Usage: npm run fuzz -- messages [cases] [seed]
 */
import { startSimulator } from '../../../simulator/server.mts';
import { setClock } from '../clock.mts';
import { type Case, chanceOf, drawCase } from './cases.mts';
import { judge } from './judge.mts';
import { messageOf } from './runNode.mts';
import { Truth } from './truth.mts';

const [count = '1000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
console.log(`${count} messages, seed ${seed}`);
const simulator = await startSimulator();
const truth = new Truth(simulator.world);
const chance = chanceOf(Number(seed));
const kinds = new Map<string, number>();
let failures = 0;
for (let index = 0; index < Number(count); index++) {
	const drawn: Case = drawCase(chance);
	simulator.world.clock.set(new Date(drawn.now));
	const reset = setClock(drawn.now);
	const { text, error } = await messageOf(simulator, drawn).finally(reset);
	const faults = error === undefined ? judge(text, drawn, truth, kinds) : [`refused: ${error}`];
	if (faults.length === 0) continue;
	failures += 1;
	if (failures <= 5)
		console.log(
			`case ${index}: ${faults.join(' | ')}\n${text}\n${JSON.stringify(drawn.form)} now ${new Date(drawn.now).toISOString()} key ${drawn.hasKey}`,
		);
}
await simulator.close();
for (const [kind, times] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)))
	console.log(`${String(times).padStart(7)}  ${kind}`);
console.log(failures === 0 ? 'no failure' : `${failures} of ${count} messages failed`);
process.exitCode = failures === 0 ? 0 : 1;
