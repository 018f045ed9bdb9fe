const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * On a fresh clone nothing is known of the last run: what takes long comes first. Of that, what
 * needs no built package before what does, which is built meanwhile.
 */
const FIRST = [
	/[\\/]test[\\/](project|unit[\\/]credentials)[\\/]|[\\/]transport[\\/]/,
	/[\\/]test[\\/]engine[\\/]/,
];

module.exports = class extends Sequencer {
	sort(tests) {
		const placeOf = ({ path }) => {
			const place = FIRST.findIndex((one) => one.test(path));
			return place < 0 ? FIRST.length : place;
		};
		return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
	}
};
