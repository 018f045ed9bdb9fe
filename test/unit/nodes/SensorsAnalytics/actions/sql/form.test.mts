import { readSqlQuery } from '../../../../../../nodes/SensorsAnalytics/actions/sql';

const read = (kind: string, value: unknown) => {
	const form: { [name: string]: unknown } = {
		sql: 'SELECT :v',
		parameters: { parameter: [{ name: 'v', kind, [kind === 'column' ? kind : 'value']: value }] },
	};
	return readSqlQuery((name) => form[name], {}, 'UTC').parameters[0]?.value;
};

describe('parameters in the form of an SQL query', () => {
	it.each([
		['12', '12'],
		['-12.50', '-12.50'],
		['+7', '7'],
		['007', '7'],
		['.5', '0.5'],
		['5.', '5'],
		['-0', '0'],
		['1e3', '1e3'],
		['1.5E-07', '1.5e-7'],
		['9007199254740993', '9007199254740993'],
		['-9223372036854775808', '-9223372036854775808'],
		['0.1234567890123456789', '0.1234567890123456789'],
		[1.5, '1.5'],
		[-3, '-3'],
		[2 ** 53 - 1, '9007199254740991'],
	])('a number keeps its digits: %j', (value, digits) => {
		expect(read('number', value)).toEqual({ digits });
	});

	it.each([
		['text', { a: 1 }],
		['text', { toString: 'x' }],
		['text', [{ valueOf: 1, toString: 2 }]],
		['texts', ['a', { toString: 'x' }]],
		['texts', { a: 1 }],
	])('an object is no %s: %j', (kind, value) => {
		expect(() => read(kind, value)).toThrow(
			"'Value' of parameter 1 contains an object. Enter text, or a field of the object",
		);
	});

	it.each([
		['text', null],
		['text', undefined],
		['texts', ['a', null]],
	])('a value that is missing is no %s: %j', (kind, value) => {
		expect(() => read(kind, value)).toThrow(
			"'Value' of parameter 1 is null or undefined. Return a value, or write IS NULL in 'SQL'",
		);
		expect(read('text', '')).toBe('');
	});

	it.each([[['Beijing', 'Shanghai']], [[]]])(
		'a list is no text, which would find nothing: %j',
		(value) => {
			expect(() => read('text', value)).toThrow(
				"'Value' of parameter 1 is a list. Set 'Type' to List of Text Values, or return one value",
			);
		},
	);

	it('a list in JSON keeps the digits of its numbers, too', () => {
		expect(read('numbers', '[9007199254740993, 5]')).toEqual([
			{ digits: '9007199254740993' },
			{ digits: '5' },
		]);
	});

	it.each([
		'',
		' ',
		'.',
		'-',
		'1-1',
		'0x10',
		'0b1',
		'1_000',
		'Infinity',
		'1e999',
		'1e1000',
		'--1',
		'1 2',
		'１',
	])('is no number: %j', (value) => {
		expect(() => read('number', value)).toThrow(/'Value' of parameter 1 isn't a number/);
	});

	it.each([
		['number', 2 ** 53],
		['text', 2 ** 60],
		['numbers', [1, 2 ** 53 + 2]],
		['texts', [2 ** 64]],
	])('refuses an integer that was already rounded: %s %j', (kind, value) => {
		expect(() => read(kind, value)).toThrow(
			/'Value' of parameter 1 has more digits than n8n can store in a number, so the last digits are lost:/,
		);
	});

	it.each([
		['texts', '北京，上海', /contains a full-width comma/],
		['texts', 'a、b', /contains a full-width comma/],
		['texts', '"a, b', /contains a quotation mark that isn't closed: '"a'/],
		['numbers', '"1, 2', /contains a quotation mark that isn't closed/],
		['text', new Date(0), /is a date object, not text\. .*, or set 'Type' to Date$/],
		['texts', ['a', { toISO: () => '2026-11-01' }], /is a date object, not text/],
	])('refuses what would find nothing: %s %j', (kind, value, error) => {
		expect(() => read(kind, value)).toThrow(error);
	});

	it('takes commas and digits of a Chinese keyboard where they can only separate numbers', () => {
		expect(read('numbers', '1，１２、-3')).toEqual([
			{ digits: '1' },
			{ digits: '12' },
			{ digits: '-3' },
		]);
		expect(read('numbers', '101,102')).toEqual([{ digits: '101' }, { digits: '102' }]);
		expect(read('texts', '"a，b", c')).toEqual(['a，b', 'c']);
		expect(read('texts', ['a，b', '"a'])).toEqual(['a，b', '"a']);
	});

	it('lists keep digits and signs', () => {
		expect(read('numbers', '9007199254740993, -2')).toEqual([
			{ digits: '9007199254740993' },
			{ digits: '-2' },
		]);
		expect(read('numbers', '[9007199254740993]')).toEqual([{ digits: '9007199254740993' }]);
		expect(read('texts', ['9007199254740993', 12])).toEqual(['9007199254740993', '12']);
	});

	it.each([
		['city', 'city'],
		[' events.city ', 'city'],
		['users.level', 'level'],
		['$city', '$city'],
		['城市_2', '城市_2'],
		[{ __rl: true, mode: 'list', value: 'events.$city' }, '$city'],
	])('a column is its name without the table: %j', (value, column) => {
		expect(read('column', value)).toEqual({ column });
	});

	it.each(['a b', 'a`b', 'a.b', "a'b", 'a$b', '$', '1a', 'a;', 'a\n', 'count(*)', 'events.'])(
		'is no column: %j',
		(value) => {
			expect(() => read('column', value.trimEnd() === value ? value : `${value}b`)).toThrow(
				/^'Column' of parameter 1 is/,
			);
		},
	);

	it('a column that is empty is missed by its field', () => {
		expect(() => read('column', '')).toThrow(/^'Column' of parameter 1 is empty. Choose a column/);
	});
});
