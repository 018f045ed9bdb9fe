import { DateTime } from 'luxon';

import {
	assertOrder,
	readDate,
	readDateTime,
} from '../../../../../../nodes/SensorsAnalytics/params/range';

describe('readDate', () => {
	it.each<[string, unknown, string, string]>([
		['a date', '2026-11-19', 'UTC', '2026-11-19'],
		['a date with a time of day', '2026-11-19T23:59:59', 'Asia/Shanghai', '2026-11-19'],
		['with a blank between', '2026-11-19 08:00:00', 'UTC', '2026-11-19'],
		['an instant, seen in the zone', '2026-11-18T16:00:00.000Z', 'Asia/Shanghai', '2026-11-19'],
		[
			'an instant with an offset',
			'2026-11-19T23:30:00.000-05:00',
			'America/New_York',
			'2026-11-19',
		],
		['an instant, from another zone', '2026-11-19T00:30:00+08:00', 'UTC', '2026-11-18'],
		[
			'a Luxon date',
			DateTime.fromISO('2026-03-01T00:00', { zone: 'Asia/Shanghai' }),
			'Asia/Shanghai',
			'2026-03-01',
		],
		['a JavaScript date', new Date('2026-11-18T20:00:00Z'), 'Asia/Shanghai', '2026-11-19'],
		['a leap day', '2028-02-29', 'UTC', '2028-02-29'],
		['the hour that a clock change skips', '2026-03-08T02:30:00', 'America/New_York', '2026-03-08'],
	])('%s', (_case, value, zone, date) => {
		expect(readDate(value, "'From Date'", zone)).toBe(date);
	});

	it.each<[string, unknown, RegExp]>([
		['empty', '', /'From Date' is empty/],
		['undefined', undefined, /'From Date' is empty/],
		[
			'words',
			'yesterday',
			/'From Date' isn't a date: 'yesterday'\. Enter a date such as 2026-11-19/,
		],
		['no day of the calendar', '2026-02-30', /'\. Enter a date such as 2026-11-19/],
		['another order', '19.11.2026', /'\. Enter a date such as 2026-11-19/],
		['rubbish behind it', '2026-11-19abc', /'\. Enter a date such as 2026-11-19/],
		['an invalid Luxon date', DateTime.invalid('test'), /'\. Enter a date such as 2026-11-19/],
		['an invalid JavaScript date', new Date('x'), /'\. Enter a date such as 2026-11-19/],
		['a number', 20261119, /'\. Enter a date such as 2026-11-19/],
	])('refuses: %s', (_case, value, message) => {
		expect(() => readDate(value, "'From Date'", 'UTC')).toThrow(message);
	});

	it('refuses a range that ends before it starts', () => {
		expect(() => assertOrder('2026-11-02', '2026-11-01', "'From Date'", 'today')).toThrow(
			"'From Date' (2026-11-02) is after today (2026-11-01). Enter an earlier date",
		);
		expect(() => assertOrder('2026-11-01', '2026-11-01', 'From Date', 'To Date')).not.toThrow();
	});
});

describe('readDateTime', () => {
	it.each<[unknown, string]>([
		['2026-11-19 09:30:15', '2026-11-19 09:30:15'],
		['2026-11-19T09:30', '2026-11-19 09:30:00'],
		['2026-11-19T09:30:15.250', '2026-11-19 09:30:15'],
		['2026-11-19T23:30:00Z', '2026-11-20 07:30:00'],
		['2026-11-19T23:30:00+08:00', '2026-11-19 23:30:00'],
		[DateTime.fromISO('2026-11-19T23:30:00Z'), '2026-11-20 07:30:00'],
	])('%s', (value, time) => {
		expect(readDateTime(value, "'Date'", 'Asia/Shanghai')).toBe(time);
	});

	it.each<[unknown, RegExp]>([
		['2026-11-19', /^'Date' has no time of day: '2026-11-19'/],
		['', /^'Date' is empty/],
		[
			'2026-11-19 25:00',
			/^'Date' isn't a date: '2026-11-19 25:00'\. Enter a date such as 2026-11-19/,
		],
	])('not %s', (value, words) => {
		expect(() => readDateTime(value, "'Date'", 'UTC')).toThrow(words);
	});
});
