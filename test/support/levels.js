const { join } = require('node:path');

const common = {
	rootDir: join(__dirname, '../..'),
	moduleFileExtensions: ['mts', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'\\.m?ts$': [
			'@swc/jest',
			{
				module: { type: 'commonjs' },
				jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
			},
		],
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

/**
 * As level, n8n-workflow loaded once per process: only where no n8n-core hands errors to it, which
 * does not know those of another realm.
 */
const unitLevel = (name) => ({
	...level(name),
	testEnvironment: '<rootDir>/test/support/once/environment.js',
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/support/once/n8nWorkflow.js' },
});

module.exports = { level, unitLevel, builtLevel };
