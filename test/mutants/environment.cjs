const Environment = require('../support/once/environment.js');

/** All files see one and the same state of the tester: which mutant is on, and what it counts. */
module.exports = class extends Environment {
	constructor(config, context) {
		super(config, context);
		this.global.__stryker__ = globalThis.mutants.state;
	}
};
