const freshDist = require('../freshDist.js');
const Environment = require('./environment.js');

/** As the other one, for tests of the built package: they begin when it is what the sources give. */
module.exports = class extends Environment {
	async setup() {
		await freshDist();
		await super.setup();
	}
};
