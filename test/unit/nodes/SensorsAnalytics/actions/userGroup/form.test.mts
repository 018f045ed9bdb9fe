import {
	assertSameMidnight,
	readComputeForm,
} from '../../../../../../nodes/SensorsAnalytics/actions/userGroup';

const NOW = new Date('2026-11-20T20:00:00Z');

describe('the form of Compute', () => {
	it.each([
		['today', {}, 'Asia/Shanghai', '2026-11-20T16:00:00Z'],
		['today elsewhere', {}, 'America/New_York', '2026-11-20T05:00:00Z'],
		['a day', { computedOn: '2026-11-01' }, 'Asia/Shanghai', '2026-10-31T16:00:00Z'],
		['an instant', { computedOn: '2026-11-01T20:00:00Z' }, 'Asia/Shanghai', '2026-11-01T16:00:00Z'],
		['another zone', { timeZone: 'UTC' }, 'Asia/Shanghai', '2026-11-20T00:00:00Z'],
		['when clocks change', { computedOn: '2026-03-29' }, 'Europe/Berlin', '2026-03-28T23:00:00Z'],
	])('means the midnight of %s', (_case, options, zone, moment) => {
		expect(readComputeForm(options, zone, NOW).moment).toBe(moment);
	});

	it.each([
		[
			'a day to come',
			{ computedOn: '2026-11-22' },
			/The option 'Computation Date' \(2026-11-22\) is in the future: in the time zone Asia\/Shanghai, today is 2026-11-21\./,
		],
		[
			'no day',
			{ computedOn: 'soon' },
			/^'Computation Date' isn't a date: 'soon'\. Enter a date such as 2026-11-19/,
		],
		['no zone', { timeZone: 'Moon' }, /^'Time Zone' isn't a time zone: 'Moon'\. Enter/],
		['no wait', { longestWait: 0 }, /'Maximum Wait \(Minutes\)' must be/],
	])('refuses %s', (_case, options, words) => {
		expect(() => readComputeForm(options, 'Asia/Shanghai', NOW)).toThrow(words);
	});

	it('refuses the midnight of a zone that is not the project’s, unless it was chosen', () => {
		const check = (options: object, zone: string, newest: string | undefined) => () =>
			assertSameMidnight(readComputeForm({ ...options }, zone, NOW), newest);
		const words =
			/The latest computation of the 'User Group' is as of 2026-11-19T16:00:00Z, which isn't midnight in the workflow's time zone America\/New_York\. Set the option 'Time Zone' to the time zone of the project, such as Asia\/Shanghai/;
		expect(check({}, 'America/New_York', '2026-11-19T16:00:00Z')).toThrow(words);
		expect(check({ timeZone: 'UTC' }, 'Asia/Shanghai', '2026-11-19T16:00:00Z')).not.toThrow();
		for (const newest of ['2026-11-19T16:00:00Z', '1969-12-31T16:00:00Z', undefined, 'soon'])
			expect(check({}, 'Asia/Shanghai', newest)).not.toThrow();
	});
});
