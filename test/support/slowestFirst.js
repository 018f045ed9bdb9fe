const { default: Sequencer } = require('@jest/test-sequencer');

/** On a fresh clone nothing is known of the last run: what runs the engine is slower than the rest. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isSlow = ({ path }) => /[\\/]test[\\/](engine|project)[\\/]/.test(path);
		const sorted = super.sort(tests);
		return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
	}
};
