const { builtLevel, level, unitLevel } = require('./test/support/levels.js');

/** @type {import('jest').Config} */
module.exports = {
	projects: [unitLevel('unit'), level('project'), level('simulator'), builtLevel('engine')],
	maxWorkers: '100%',
	testTimeout: 30_000,
};
