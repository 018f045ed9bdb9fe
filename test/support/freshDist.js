const { execFile } = require('node:child_process');
const { promisify } = require('node:util');

const BUILD = ['--import', 'tsx', 'scripts/build.mts', '--if-stale'];
let built;

/** Builds the package if the sources have changed, or waits for who does; once per process. */
module.exports = async () => {
	built ??= promisify(execFile)(process.execPath, BUILD);
	const { stdout, stderr } = await built;
	process.stderr.write(stdout + stderr);
};
module.exports.BUILD = BUILD;
