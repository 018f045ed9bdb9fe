import {
	amountIn,
	asText,
	numberIn,
	toAmount,
	toNumber,
} from '../../../../../nodes/SensorsAnalytics/query/json';

describe('numbers that came as text', () => {
	it.each([
		['7', 7, 7],
		['-1,234.5', -1234.5, -1234.5],
		['9007199254740993', 9007199254740992, '9007199254740993'],
		['9,007,199,254,740,993', 9007199254740992, '9007199254740993'],
		['1.5e30', 1.5e30, 1.5e30],
		['1e999', undefined, undefined],
		['1'.repeat(101), undefined, undefined],
		['12%', undefined, undefined],
		['1,23', undefined, undefined],
		['', undefined, undefined],
	])('%j is %j, and in all its digits %j', (text, number, amount) => {
		expect(toNumber(text)).toBe(number);
		expect(toAmount(text)).toBe(amount);
		expect(numberIn({ n: text }, 'n')).toBe(number);
		expect(amountIn({ n: text }, 'n')).toBe(amount);
	});

	it('are read like those that came as numbers', () => {
		expect([amountIn({ n: 2.5 }, 'n'), numberIn({ n: 2.5 }, 'n')]).toEqual([2.5, 2.5]);
		expect([amountIn({ n: null }, 'n'), numberIn({}, 'n')]).toEqual([undefined, undefined]);
	});

	it('an object is a text of JSON', () => {
		expect(asText({ a: 1 })).toBe('{"a":1}');
	});
});
