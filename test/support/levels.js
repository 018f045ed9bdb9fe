const { join } = require('node:path');

const { SOURCES_OF_TESTS } = require('./sourcesOfTests.js');

const common = {
	rootDir: join(__dirname, '../..'),
	moduleFileExtensions: ['mts', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'\\.m?ts$': ['@swc/jest', SOURCES_OF_TESTS],
	},
};

/** The tests in a folder of `test/`, as a project of jest. */
const level = (name) => ({
	...common,
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
});

/** As level; they run the built package, which is built first if the sources have changed. */
const builtLevel = (name) => ({
	...level(name),
	globalSetup: '<rootDir>/test/support/freshDist.js',
});

/** Packages that are loaded once per process of jest, not once per file, by who loads them. */
const ONCE_BESIDE_N8N = { fastify: 'fastify', 'sql.js': 'sqlJs', typescript: 'typescript' };
/** n8n has other versions of some. */
const ONCE = { ...ONCE_BESIDE_N8N, 'fast-check': 'fastCheck', luxon: 'luxon', zod: 'zod' };
const ONCE_FOR_SOURCES = { ...ONCE, 'n8n-workflow': 'n8nWorkflow' };
const ONCE_FOR_ENGINE = { ...ONCE_FOR_SOURCES, 'n8n-core': 'n8nCore', '@n8n/di': 'n8nDi' };

const once = (packages) => ({
	testEnvironment: '<rootDir>/test/support/once/environment.js',
	testRunner: '<rootDir>/test/support/once/runner.js',
	moduleNameMapper: Object.fromEntries(
		Object.entries(packages).map(([name, file]) => [
			`^${name.replace(/\.(?!\*)/g, '\\.')}$`,
			`<rootDir>/test/support/once/packages/${file}.js`,
		]),
	),
});
/** The simulator, which no test at this level is about: its days are made once. */
const STAND_IN = {
	'.*/simulator/server.mts': 'simulator',
	'.*/simulator/data/shop.mts': 'shop',
};

/** As level, without n8n: the simulator of the service, and what is said of it. */
const simulatorLevel = (name) => ({ ...level(name), ...once(ONCE) });

/** As level, for sources without an engine. */
const unitLevel = (name) => ({ ...level(name), ...once({ ...ONCE_FOR_SOURCES, ...STAND_IN }) });

const builtBeside = (name, packages) => ({
	...level(name),
	...once({ ...packages, ...STAND_IN }),
	globalSetup: '<rootDir>/test/support/startBuild.js',
	testEnvironment: '<rootDir>/test/support/once/builtEnvironment.js',
});

/** For the built package in n8n-core, which is the same one for many files. */
const engineLevel = (name) => builtBeside(name, ONCE_FOR_ENGINE);

/** For the built package in an n8n-core of its own for each file. */
const ownEngineLevel = (name) => builtBeside(name, ONCE_BESIDE_N8N);

module.exports = { builtLevel, engineLevel, level, ownEngineLevel, simulatorLevel, unitLevel };
