import { DateTime } from 'luxon';

import { isTimeZone } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import { readRange, readTimeZone } from '../../../../../../nodes/SensorsAnalytics/params/range';

describe('the form of dates', () => {
	const now = new Date('2026-11-18T20:00:00Z'); // 04:00 on Thursday the 19th in Shanghai
	const read = (
		form: Record<string, unknown>,
		zone = 'Asia/Shanghai',
		pasted?: { from: string; to: string },
	) => readRange((name) => form[name] ?? '', zone, now, pasted);

	it.each<[Record<string, unknown>, string, string]>([
		[{ dateRange: 'yesterday' }, '2026-11-18', '2026-11-18'],
		[{ dateRange: 'last', lastCount: 7, lastUnit: 'days' }, '2026-11-12', '2026-11-18'],
		[
			{ dateRange: 'last', lastCount: 7, lastUnit: 'days', includeCurrent: true },
			'2026-11-13',
			'2026-11-19',
		],
		[{ dateRange: 'lastWeek', firstWeekday: 7 }, '2026-11-08', '2026-11-14'],
		[{ dateRange: 'since', sinceDate: '2026-11-01' }, '2026-11-01', '2026-11-19'],
		// The editor's picker returns midnight; $now in a field means its day.
		[{ dateRange: 'since', sinceDate: '2026-11-01T00:00:00' }, '2026-11-01', '2026-11-19'],
		[{ dateRange: 'since', sinceDate: '2026-11-01T20:00:00Z' }, '2026-11-02', '2026-11-19'],
		[
			{ dateRange: 'custom', fromDate: '2026-11-01', toDate: DateTime.fromISO('2026-11-02') },
			'2026-11-01',
			'2026-11-02',
		],
	])('%j', (form, from, to) => {
		expect(read(form)).toMatchObject({ from, to });
	});

	it('depends on the zone', () => {
		expect(read({ dateRange: 'today' }, 'America/New_York')).toEqual({
			from: '2026-11-18',
			to: '2026-11-18',
		});
	});

	it('can be that of a pasted query', () => {
		expect(
			read({ dateRange: 'asPasted' }, 'UTC', { from: '2026-01-01', to: '2026-01-02' }),
		).toEqual({ from: '2026-01-01', to: '2026-01-02' });
		expect(() =>
			read({ dateRange: 'asPasted' }, 'UTC', { from: '2026-01-02', to: '2026-01-01' }),
		).toThrow(
			"The query ends before it starts: 'from_date' is 2026-01-02, 'to_date' is 2026-01-01. Correct the dates, or choose another 'Date Range'",
		);
		expect(() => read({ dateRange: 'asPasted' })).toThrow("no valid 'from_date' and 'to_date'");
	});

	it.each<[Record<string, unknown>, string]>([
		[{ dateRange: 'custom', fromDate: '', toDate: '2026-11-02' }, "'From Date' is empty"],
		[
			{ dateRange: 'custom', fromDate: '2026-11-03', toDate: '2026-11-02' },
			"'From Date' (2026-11-03) is after 'To Date' (2026-11-02)",
		],
		[
			{ dateRange: 'since', sinceDate: '2027-01-01' },
			"'Since' (2027-01-01) is after today (2026-11-19). Enter an earlier date",
		],
		[
			{ dateRange: 'last', lastCount: 0, lastUnit: 'days' },
			"'Range Length' of 'Date Range' (in days) must be a whole number from 1",
		],
		[
			{ dateRange: 'last', lastCount: 1, lastUnit: 'moons' },
			"'Range Unit' of 'Date Range' can't be 'moons'. Use one of: days, weeks, months",
		],
		...(
			[
				[
					'From Date',
					{ dateRange: 'custom', fromDate: '2026-11-01T09:00:00', toDate: '2026-11-02' },
				],
				['To Date', { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-02 09:00' }],
				['Since', { dateRange: 'since', sinceDate: '2026-11-01 09:00:00' }],
			] as const
		).map(([label, form]): [Record<string, unknown>, string] => [
			form,
			`'${label}' has a time of day, but dates are complete days: '2026-11-0`,
		]),
		[
			{ dateRange: 'lastWeek', firstWeekday: 3 },
			"'First Day of the Week' can't be '3'. Use one of: 1, 6, 7",
		],
		[{ dateRange: 'someday' }, "'Date Range' can't be 'someday'. Use one of: "],
	])('refuses %j', (form, message) => {
		expect(() => read(form)).toThrow(message);
	});

	it('a zone by its name, or that of the workflow', () => {
		expect(readTimeZone('', 'UTC')).toBe('UTC');
		expect(() => readTimeZone('Moon/Sea', 'UTC')).toThrow(
			"'Time Zone' isn't a time zone: 'Moon/Sea'. Enter an IANA name such as Asia/Shanghai",
		);
	});

	it.each(['Etc/GMT+8', 'etc/gmt-14'])('no name with a reversed sign: %s', (name) => {
		expect(() => readTimeZone(name, 'UTC')).toThrow(
			`'Time Zone' is '${name}', which can mean another time zone than you expect. Enter a city's IANA name, such as Asia/Shanghai`,
		);
	});

	it.each(['Etc/GMT', 'Etc/GMT+0', 'Etc/UTC'])('%s, which has no sign to misread', (name) => {
		expect(readTimeZone(name, '')).toBe(name);
	});

	it('no abbreviation that JavaScript takes for one of its zones', () => {
		const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
		const known = letters
			.flatMap((a) => letters.map((b) => `${a}${b}T`))
			.filter((name) => isTimeZone(name));
		// Those of IANA, each of which is a single zone.
		const own = new Set(['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'UCT', 'WET']);
		for (const name of [...known, 'cst'].filter((one) => !own.has(one))) {
			expect(() => readTimeZone(name, 'UTC')).toThrow(
				/^'Time Zone' is '.*', which can mean another time zone/,
			);
		}
		for (const name of own) expect(readTimeZone(name, '')).toBe(name);
		expect(known).toContain('CST');
		expect(readTimeZone('PRC', 'UTC')).toBe('PRC');
	});
});
