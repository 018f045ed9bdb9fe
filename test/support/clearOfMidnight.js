const { setTimeout: wait } = require('node:timers/promises');

const DAY_MS = 24 * 3600_000;
const SHANGHAI_MS = 8 * 3600_000;

/**
 * Tests by the clock of the machine know what yesterday is: where so little of the day is left in
 * Shanghai, they begin on the next one.
 */
module.exports = async (spareMs) => {
	const leftMs = DAY_MS - ((Date.now() + SHANGHAI_MS) % DAY_MS);
	if (leftMs < spareMs) await wait(leftMs);
};
