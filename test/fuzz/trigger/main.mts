/** Thousands of simulated weeks: `npm run fuzz:trigger -- --weeks 5000 --seed 1`. */
import { parseArgs } from 'node:util';

import { liveWeeks } from './run.mts';

const { values } = parseArgs({ options: { weeks: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const weeks = Number(values.weeks ?? 5000);
console.log(`seed ${seed}, ${weeks} weeks`);
const started = process.cpuUsage();
const lived = await liveWeeks(weeks, seed);
const { user, system } = process.cpuUsage(started);
console.log(`${lived} weeks without a failure, ${Math.round((user + system) / 1e6)} s of CPU`);
