/**
 * Thousands of simulated weeks, and lives with alarms:
 * `npm run fuzz -- trigger --weeks 5000 --alarms 2000 --seed 1`.
 */
import { parseArgs } from 'node:util';

import { lightLives, settledLives } from './arbitrary.mts';
import { liveAlarms, liveWeeks } from './run.mts';

const text = { type: 'string' as const };
const { values } = parseArgs({ options: { weeks: text, alarms: text, seed: text } });
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const weeks = Number(values.weeks ?? 5000);
const alarms = Number(values.alarms ?? 2000);
console.log(`seed ${seed}, ${weeks} weeks, ${alarms} lives with alarms`);
const started = process.cpuUsage();
const lived = await liveWeeks(weeks, seed);
const light = await liveWeeks(weeks, seed, lightLives);
const settled = await liveWeeks(weeks, seed, settledLives);
await liveAlarms(alarms, seed);
const { user, system } = process.cpuUsage(started);
const seconds = Math.round((user + system) / 1e6);
console.log(
	`${lived} weeks, ${light} that are polled rarely, ${settled} with a key, and ${alarms} lives with alarms without a failure, ${seconds} s of CPU`,
);
