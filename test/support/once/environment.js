const { TestEnvironment } = require('jest-environment-node');

/**
 * Node.js for tests, with what loads slowly loaded once per process of jest, not once per file:
 * half of the time of the unit tests was that. Nothing that keeps what a test did belongs here.
 */
module.exports = class extends TestEnvironment {
	async setup() {
		await super.setup();
		this.global.loadOnce = (name) => require(name);
	}
};
