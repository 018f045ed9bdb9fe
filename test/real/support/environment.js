const { TestEnvironment } = require('jest-environment-node');
const clearOfMidnight = require('../../support/clearOfMidnight.js');

/** An n8n that starts, runs and starts again has the clock of the machine. */
const LONGEST_MS = 5 * 60_000;

module.exports = class extends TestEnvironment {
	async setup() {
		await clearOfMidnight(LONGEST_MS);
		await super.setup();
	}
};
