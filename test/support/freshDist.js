const { execFileSync } = require('node:child_process');

/** Before tests of the built package, once for all of jest's processes. */
module.exports = async () => {
	execFileSync('node', ['--import', 'tsx', 'scripts/build.mts', '--if-stale'], {
		stdio: ['ignore', process.stderr, process.stderr],
	});
};
