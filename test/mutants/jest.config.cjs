const { unitLevel } = require('../support/levels.js');

/** How jest opens a file of the tests in a realm. */
/** @type {import('jest').Config} */
module.exports = {
	...unitLevel('unit'),
	testEnvironment: '<rootDir>/test/mutants/environment.cjs',
	testRunner: '<rootDir>/test/mutants/realm.cjs',
	setupFilesAfterEnv: ['<rootDir>/test/mutants/shortProperties.cjs'],
	// Nothing else is looked through for each realm.
	roots: ['credentials', 'nodes', 'test/unit', 'test/support'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	// A promise that a mutant never keeps.
	testTimeout: 15_000,
	reporters: [],
};
