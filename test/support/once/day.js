/** jest's settings, which load this file, are loaded by tests, too. */
const isOn = 'ofMachine' in Date;
const MachineDate = isOn ? Date.ofMachine : Date;

/** A Date by which it is that moment now. */
function clockAt(moment) {
	const offset = moment.getTime() - MachineDate.now();
	return class Date extends MachineDate {
		static ofMachine = MachineDate;

		constructor(...given) {
			super(...(given.length > 0 ? given : [Date.now()]));
		}

		static now() {
			return MachineDate.now() + offset;
		}

		static [Symbol.hasInstance](value) {
			return MachineDate[Symbol.hasInstance].call(MachineDate, value);
		}
	};
}

/** Tests have a day of their own, so they hold on each; at night they are run on others. */
const TestDate = isOn
	? Date
	: clockAt(new Date(process.env.TEST_DATE ?? '2026-11-23T12:00:00+08:00'));
globalThis.Date = TestDate;

module.exports = { clockAt, TestDate };
