import {
	dayOf,
	formatMoment,
	isTimeZone,
	momentInZone,
} from '../../../../../../nodes/SensorsAnalytics/dates/calendar';

const SHANGHAI = 'Asia/Shanghai';

describe('a moment from the service', () => {
	it.each([
		['2026-11-20 09:00:00', '2026-11-20T09:00:00+08:00'],
		['2026-11-20T09:00:00', '2026-11-20T09:00:00+08:00'],
		['2026-11-20 09:00:00.000', '2026-11-20T09:00:00+08:00'],
		['2026-11-20 09:00:00.904', '2026-11-20T09:00:00.904+08:00'],
		['2026-11-20T01:00:00Z', '2026-11-20T09:00:00+08:00'],
		['2026-11-20T01:00:00.250Z', '2026-11-20T09:00:00.250+08:00'],
		['2026-11-19 20:00:00-05:00', '2026-11-20T09:00:00+08:00'],
		['2026-11-20T09:00:00+0800', '2026-11-20T09:00:00+08:00'],
		// Services write them for "never".
		['9999-12-31 23:59:59', '9999-12-31T23:59:59+08:00'],
		['0001-01-01 00:00:00', '0001-01-01T00:00:00+08:06'],
		['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
		// What is none stays.
		['2026-11-20', '2026-11-20'],
		['2026-13-20 09:00:00', '2026-13-20 09:00:00'],
		['2026-11-20T25:00:00Z', '2026-11-20T25:00:00Z'],
		['never', 'never'],
	])('%s', (text, reported) => {
		expect(formatMoment(text, SHANGHAI)).toBe(reported);
	});

	it('has the offset that the clocks of the zone have then', () => {
		expect(formatMoment('2026-07-01 09:00:00', 'Europe/Berlin')).toBe('2026-07-01T09:00:00+02:00');
		expect(formatMoment('2026-12-01T08:00:00Z', 'Europe/Berlin')).toBe('2026-12-01T09:00:00+01:00');
	});
});

it('a moment beyond the year 9999 is in UTC', () => {
	expect(momentInZone(new Date(999_999_999_999_999), SHANGHAI)).toBe('+033658-09-27T01:46:39.999Z');
});

it('not every spelling of a zone is kept for ever', () => {
	const made = jest.spyOn(Intl, 'DateTimeFormat');
	const spellings = Array.from({ length: 1200 }, (_, one) =>
		[...'america/argentina/rio_gallegos']
			.map((letter, at) => ((one >> at) & 1 ? letter.toUpperCase() : letter))
			.join(''),
	);
	expect(spellings.every(isTimeZone)).toBe(true);
	const before = made.mock.calls.length;
	isTimeZone(spellings[0] as string);
	expect(made.mock.calls.length).toBe(before + 1);
	made.mockRestore();
});

describe('a date that comes as a moment', () => {
	it('is the day that starts then', () => {
		expect(dayOf(new Date('2023-03-16T16:00:00Z'), SHANGHAI)).toBe('2023-03-17');
		expect(dayOf(new Date('1969-12-31T16:00:00Z'), SHANGHAI)).toBe('1970-01-01');
	});

	it('is not a date if no day starts then: it may be one of another zone', () => {
		expect(dayOf(new Date('2023-03-16T16:00:00Z'), 'Europe/Berlin')).toBeUndefined();
		expect(dayOf(new Date('2023-03-16T16:00:00.001Z'), SHANGHAI)).toBeUndefined();
	});
});
