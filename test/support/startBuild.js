const { spawn } = require('node:child_process');

const { BUILD } = require('./freshDist.js');

/** Begins to build the package during the tests that need none; those that do wait for it. */
module.exports = async () => {
	spawn(process.execPath, BUILD, { stdio: ['ignore', process.stderr, process.stderr] }).unref();
};
