const {
	engineLevel,
	ownEngineLevel,
	simulatorLevel,
	unitLevel,
} = require('./test/support/levels.js');

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		unitLevel('unit'),
		unitLevel('project'),
		simulatorLevel('simulator'),
		{ ...engineLevel('engine'), testPathIgnorePatterns: ['/engine/faults/'] },
		// Reads what n8n logs: n8n-core decides about that when it is loaded.
		ownEngineLevel('engine/faults'),
	],
	maxWorkers: '100%',
	testTimeout: 30_000,
};
