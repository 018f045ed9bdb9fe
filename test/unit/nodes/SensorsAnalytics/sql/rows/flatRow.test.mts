import { doubleColumn, readFlatRow } from '../../../../../../nodes/SensorsAnalytics/sql/rows';
import fc, { anyText } from '../../../../../support/fastCheck.mts';

describe('a row of SQL', () => {
	it('keeps the digits of IDs', () => {
		expect(readFlatRow('{"user_id":9007199254740993,"n":12.5}')).toEqual({
			user_id: '9007199254740993',
			n: 12.5,
		});
	});

	it.each(['{"a":1,"b":2,"a":3}', '{"a" : "x\\":", "a": 1}', '{"\\u0061":1,"a":2}'])(
		'does not lose a column in silence: %s',
		(line) => {
			expect(() => readFlatRow(line)).toThrow(
				/Two columns of the result have the name 'a'\. Rename one of them in 'SQL' with AS/,
			);
		},
	);

	it.each(['[1]', '7', 'null', '"a"', '{"a":', '{"n":1e999}', 'a,b'])('is not one: %s', (line) => {
		expect(readFlatRow(line)).toBeUndefined();
	});

	it.each(['{"b":{"x":1},"a":1,"a":2}', '{"b":[1],"a":1,"a":2}', '{"b":[{}],"a":{},"a":[]}'])(
		'sees double columns after inner ones: %s',
		(line) => {
			expect(() => readFlatRow(line)).toThrow(
				/Two columns of the result have the name 'a'\. Rename one of them in 'SQL' with AS/,
			);
		},
	);

	it('reads no text or inner key as a column', () => {
		for (const line of ['{"a":"x\\":1","b":1}', '{"a":{"b":1,"c":{"b":2}},"b":[{"a":1}]}']) {
			expect(readFlatRow(line)).toEqual(JSON.parse(line));
		}
	});

	it('has no double column where JSON is written from an object', () => {
		fc.assert(
			fc.property(fc.dictionary(anyText(), fc.jsonValue()), (row) => {
				expect(doubleColumn(JSON.stringify(row), Object.keys(row))).toBeUndefined();
			}),
			{ numRuns: 500 },
		);
	});

	it('refuses a row of more columns than any table has, and counts no quotation mark of a text', () => {
		const row = (columns: number) =>
			`{${Array.from({ length: columns }, (_, index) => `"c${index}":0`).join(',')}}`;
		expect(() => readFlatRow(row(100_001))).toThrow(/more than 100000 columns/);
		const text = JSON.stringify({ a: row(100_001) });
		expect(readFlatRow(text)).toEqual({ a: row(100_001) });
	});
});
