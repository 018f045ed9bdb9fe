const { dirname, join, relative } = require('node:path');

const RUNNER = require.resolve('jest-circus/runner');
const ADAPTER = join(dirname(RUNNER), 'jestAdapterInit.js');

/**
 * jest's own runner, of which only what keeps the state of a file is loaded for each of them. A file
 * that leaves something in the realm, where the next one would find it, fails.
 */
module.exports = async (globalConfig, config, environment, runtime, testPath, ...more) => {
	runtime.requireInternalModule = (file) => {
		delete require.cache[ADAPTER];
		return require(file);
	};
	const run = require(RUNNER).default;
	const result = await run(globalConfig, config, environment, runtime, testPath, ...more);
	const left = environment.leftovers().map(([, words]) => `\n    ${words}`);
	if (left.length === 0) return result;
	const message = `${relative(config.rootDir, testPath)} leaves the realm changed for other files:${left.join('')}\n`;
	const failureMessage = `${result.failureMessage ?? ''}  ${message}`;
	return { ...result, failureMessage, testExecError: { message, stack: message } };
};
module.exports.ADAPTER = ADAPTER;
