// Jest's own clock is that of the tests: it tells how long they took.
require('./test/support/once/day.js');
const { projects } = require('./test/support/projects.js');

/** All tests. */
/** @type {import('jest').Config} */
module.exports = {
	projects,
	testSequencer: '<rootDir>/test/support/slowestFirst.js',
	maxWorkers: '100%',
	testTimeout: 30_000,
};
