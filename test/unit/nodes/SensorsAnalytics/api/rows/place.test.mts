import {
	isDate,
	isTime,
	readDate,
	toCell,
} from '../../../../../../nodes/SensorsAnalytics/api/rows';

describe('isDate', () => {
	it.each([
		'2026-11-01',
		'2024-02-29',
		'2026-12-31',
		'2026-01-09',
		'2026-11-01 10:00',
		'2026-11-01T10:00:59',
		'2026-11-01 10:00:59.123',
	])('%s', (text) => {
		expect(isDate(text)).toBe(true);
	});

	it.each([
		'2026-02-31',
		'2026-13-01',
		'2026-00-01',
		'2026-11-00',
		'2026-11-32',
		'2026-11-1',
		'2026-11-011',
		'x2026-11-01',
		'2026-11-01x',
		'2026-11-01 ',
		'2026-11-01 10',
		'2026-11-01 10:00:59.',
		'2026-11-01 10:00 x',
		'',
		20261101,
		null,
	])('no date: %j', (value) => {
		expect(isDate(value)).toBe(false);
	});
});

it('readDate', () => {
	expect([undefined, null, '$ALL'].map((value) => readDate(value, 'x'))).toEqual([
		null,
		null,
		null,
	]);
	expect(readDate('2026-11-01 00:00:00', 'x')).toBe('2026-11-01');
	expect(() => readDate('soon', 'entry 1')).toThrow(/the date of entry 1 isn't a valid date$/);
});

it('toCell', () => {
	expect([null, undefined, 'a', 1, true].map((value) => toCell(value, 'x'))).toEqual([
		null,
		null,
		'a',
		1,
		true,
	]);
	for (const value of [[], {}])
		expect(() => toCell(value, 'entry 1')).toThrow(
			/a group value of entry 1 isn't text, a number, or true\/false$/,
		);
});

it('isTime', () => {
	expect([isTime('event.Pay.$time'), isTime('event.Pay.$times'), isTime('$time')]).toEqual([
		true,
		false,
		false,
	]);
});
