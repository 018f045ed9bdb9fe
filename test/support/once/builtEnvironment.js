const clearOfMidnight = require('../clearOfMidnight.js');
const freshDist = require('../freshDist.js');
const Environment = require('./environment.js');

/** A file of tests that asks by the clock of the machine. */
const LONGEST_MS = 60_000;

/** As the other one, for tests of the built package: they begin when it is what the sources give. */
module.exports = class extends Environment {
	async setup() {
		await freshDist();
		await clearOfMidnight(LONGEST_MS);
		await super.setup();
	}
};
