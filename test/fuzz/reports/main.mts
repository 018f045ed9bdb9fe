/**
 * Reports beside the event report, judged by an oracle of their own.
 * Usage: npm run fuzz -- reports [cases] [seed]
 */
import { fuzz } from './fuzz.mts';

const [cases = '10000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
console.log(`${cases} cases, seed ${seed}`);
const started = process.cpuUsage();
const kinds = await fuzz(Number(cases), Number(seed));
const { user, system } = process.cpuUsage(started);
for (const [kind, count] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)))
	console.log(`${String(count).padStart(7)}  ${kind}`);
console.log(`no failure; ${((user + system) / 1e6).toFixed(1)} s of CPU`);
