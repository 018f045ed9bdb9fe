const { execFileSync } = require('node:child_process');
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const freshDist = require('../../support/freshDist.js');

/** Before tests in a complete n8n: the package as it would be published, once for all of them. */
module.exports = async () => {
	await freshDist();
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder]);
	process.env.PACKED_PACKAGE = join(folder, name.toString().trim());
};
