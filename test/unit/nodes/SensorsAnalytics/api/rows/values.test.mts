import {
	numberOf,
	readDate,
	readNumber,
	readTime,
} from '../../../../../../nodes/SensorsAnalytics/api/rows';

describe('readNumber', () => {
	it.each([
		[7, 7],
		[null, null],
		[undefined, null],
		['7.5', 7.5],
		['1,234.5', 1234.5],
		['40%', '40%'],
		['-9007199254740993', '-9007199254740993'],
		['9007199254740991', 9007199254740991],
		['12345678901234567.5', '12345678901234567.5'],
		['9,007,199,254,740,993', '9007199254740993'],
		['9007199254740993.0', '9007199254740993'],
		['1.5e30', 1.5e30],
	])('%j is %j', (value, number) => {
		expect(readNumber(value, 'x')).toBe(number);
	});

	it('nothing else is one', () => {
		for (const value of [true, {}, []])
			expect(() => readNumber(value, 'row 1')).toThrow(/a value of row 1 isn't a number$/);
	});
});

it('numberOf', () => {
	expect(numberOf({ n: '-3' }, 'n', 'row 1')).toBe(-3);
	expect(() => numberOf({ n: 'x' }, 'n', 'row 1')).toThrow(/row 1 has no 'n'$/);
});

describe('readTime', () => {
	it.each([
		['2026-11-01', '2026-11-01T00:00:00'],
		['2026-11-01 10:20:30', '2026-11-01T10:20:30'],
		['2026-11-01T10:20:30.123', '2026-11-01T10:20:30'],
	])('%s', (text, moment) => {
		expect(readTime(text, 'x', true)).toBe(moment);
	});

	it.each(['2026-11-01', '2026-11-01 00:00:00', '2026-11-01T00:00:00.000'])(
		'%s is a day',
		(text) => {
			expect(readTime(text, 'x', false)).toBe('2026-11-01');
		},
	);

	it('a day at another time than midnight may be another one', () => {
		const said = 'is 2026-11-01 16:00:00, but a day begins at 00:00:00';
		expect(() => readTime('2026-11-01 16:00:00', 'x', false)).toThrow(said);
		expect(() => readDate('2026-11-01 16:00:00', 'row 1')).toThrow(`the date of row 1 ${said}`);
	});

	it.each(['', '2026-11-1', 'x2026-11-01', '2026-11-01 10:20', '2026-11-01x', 7, null])(
		'%j',
		(value) => {
			expect(() => readTime(value, 'the start', true)).toThrow(
				/The report has an unexpected structure: the start isn't a valid date$/,
			);
		},
	);
});
