const { builtLevel, level, unitLevel } = require('./test/support/levels.js');

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		unitLevel('unit'),
		level('project'),
		level('simulator'),
		builtLevel('engine'),
		builtLevel('agents'),
	],
	maxWorkers: '100%',
	testTimeout: 30_000,
};
