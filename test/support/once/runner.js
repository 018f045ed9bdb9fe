const { dirname, join } = require('node:path');

const RUNNER = require.resolve('jest-circus/runner');
const ADAPTER = join(dirname(RUNNER), 'jestAdapterInit.js');

/** jest's own runner, of which only what keeps the state of a file is loaded for each of them. */
module.exports = (globalConfig, config, environment, runtime, ...more) => {
	runtime.requireInternalModule = (file) => {
		delete require.cache[ADAPTER];
		return require(file);
	};
	return require(RUNNER).default(globalConfig, config, environment, runtime, ...more);
};
module.exports.ADAPTER = ADAPTER;
