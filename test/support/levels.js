const { join } = require('node:path');

const common = {
	rootDir: join(__dirname, '../..'),
	moduleFileExtensions: ['mts', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
	testEnvironment: '<rootDir>/test/support/once/environment.js',
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/support/once/n8nWorkflow.js' },
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

module.exports = { level, builtLevel };
