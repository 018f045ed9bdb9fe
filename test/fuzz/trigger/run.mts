import * as fc from 'fast-check';

import { alarmLives, liveWithAlarms } from './alarms/lives.mts';
import { lives } from './arbitrary.mts';
import { live } from './life.mts';

/** At once: about 35 weeks, seconds of CPU. */
const LIVES = 5;

/**
 * Lives this number of weeks, or up to the first life that goes wrong.
 * @returns weeks that were lived
 * @throws Error with the seed, and the life made as small as it can be
 */
export async function liveWeeks(
	weeks: number,
	seed: number,
	kind = lives,
	atOnce = LIVES,
): Promise<number> {
	let lived = 0;
	for (let chunk = seed; lived < weeks; chunk++) {
		const property = fc.asyncProperty(kind, async (life) => {
			lived += life.days / 7;
			const failures = await live(life);
			if (failures.length > 0) throw new Error(failures.join('\n'));
		});
		await fc.assert(property, { seed: chunk, numRuns: atOnce });
	}
	return lived;
}

/**
 * Plays this number of lives of a trigger on alarms.
 * @throws Error with the seed, and the life made as small as it can be
 */
export async function liveAlarms(count: number, seed: number): Promise<void> {
	const property = fc.asyncProperty(alarmLives, async (life) => {
		const failures = await liveWithAlarms(life);
		if (failures.length > 0) throw new Error(failures.join('\n'));
	});
	await fc.assert(property, { seed, numRuns: count });
}
