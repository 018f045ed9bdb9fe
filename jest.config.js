/** @type {import('jest').Config} */
module.exports = {
	testMatch: ['<rootDir>/test/{unit,project,engine,simulator}/**/*.test.mts'],
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
	testTimeout: 30_000,
};
