const { engineLevel, ownEngineLevel, simulatorLevel, unitLevel } = require('./levels.js');

/** They read what n8n logs: n8n-core is loaded for each of them. */
const OWN_ENGINE = ['/test/engine/faults/faults\\.test'];

/**
 * A third of the time: they start processes, draw hundreds of cases, compute numbers a second time, or
 * look at all expressions.
 */
const SLOW = [
	...OWN_ENGINE,
	'/test/engine/(?:explain|generations|usual)\\.test',
	'/test/engine/fuzz/',
	'/test/engine/loading\\.test',
	'/test/engine/processes/',
	'/test/project/check\\.test',
	'/test/project/expressions\\.test',
	'/test/unit/nodes/SensorsAnalytics/catalog/catalog/bounded\\.test',
	'/test/unit/nodes/SensorsAnalytics/output/rows/memory\\.test',
];

const projects = [
	unitLevel('unit'),
	unitLevel('project'),
	simulatorLevel('simulator'),
	{ ...engineLevel('engine'), testPathIgnorePatterns: OWN_ENGINE },
	{ ...ownEngineLevel('own engine'), testMatch: ['<rootDir>/test/engine/faults/faults.test.mts'] },
];

const without = (patterns) =>
	projects.map((project) => ({
		...project,
		testPathIgnorePatterns: [...(project.testPathIgnorePatterns ?? []), ...patterns],
	}));

module.exports = {
	projects,
	quick: without(SLOW),
	slow: without([`^(?!.*(?:${SLOW.join('|')}))`]),
};
