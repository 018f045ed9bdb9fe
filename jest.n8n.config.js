/** Slower suites in a complete n8n: `npm run test:n8n`. */
/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.js'),
	testMatch: ['<rootDir>/test/real/**/*.test.mts'],
	maxWorkers: 1,
};
