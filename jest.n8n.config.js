const { builtLevel } = require('./test/support/levels.js');

/** Slower suites in a complete n8n: `npm run judge -- n8n`. */
/** @type {import('jest').Config} */
module.exports = {
	...builtLevel('real'),
	testEnvironment: '<rootDir>/test/real/support/environment.js',
	globalSetup: '<rootDir>/test/real/support/packed.js',
	// An n8n that starts, or a browser, takes one core.
	maxWorkers: 2,
	testTimeout: 30_000,
};
