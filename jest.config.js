// Jest's own clock is that of the tests: it tells how long they took.
require('./test/support/once/day.js');
const {
	engineLevel,
	ownEngineLevel,
	simulatorLevel,
	unitLevel,
} = require('./test/support/levels.js');

/** They read what n8n logs: n8n-core is loaded for each of them. */
const OWN_ENGINE = ['engine/faults/faults.test.mts'];

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		unitLevel('unit'),
		unitLevel('project'),
		simulatorLevel('simulator'),
		{ ...engineLevel('engine'), testPathIgnorePatterns: OWN_ENGINE },
		{
			...ownEngineLevel('own engine'),
			testMatch: OWN_ENGINE.map((file) => `<rootDir>/test/${file}`),
		},
	],
	testSequencer: '<rootDir>/test/support/slowestFirst.js',
	maxWorkers: '100%',
	testTimeout: 30_000,
};
