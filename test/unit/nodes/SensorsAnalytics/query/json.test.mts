import { Integer } from '../../../../../credentials/http/json';
import { noteSent } from '../../../../../credentials/http/redact';
import {
	amountIn,
	assertFewKeys,
	asText,
	numberIn,
	toAmount,
	toNumber,
	unwrapJson,
	valueCounter,
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

it.each([
	['{"a":1}', { a: 1 }],
	[' ["x"]', ['x']],
	[JSON.stringify(JSON.stringify({ a: 1 })), { a: 1 }],
	['"/funnel/"', '/funnel/'],
	['7', '7'],
	['', ''],
	['{a', '{a'],
	[7, 7],
])('what the text %j contains', (text, value) => {
	expect(unwrapJson(text)).toEqual(value);
});

it('hides a secret that only the inner text spells', () => {
	noteSent(['a-secret-0123456789'], 'https://one.example');
	expect(unwrapJson('{"name":"a-secret-01234\\u00356789"}')).toEqual({ name: '***' });
});

it('a query has at most 200 levels, also if an expression gives it as an object', () => {
	const levels = (count: number): unknown => (count === 0 ? 'x' : [levels(count - 1)]);
	expect(() => assertFewKeys(levels(200), "'Query Definition'")).not.toThrow();
	expect(() => assertFewKeys(levels(3000), "'Query Definition'")).toThrow(
		"'Query Definition' has more than 200 levels of lists and objects. Remove the inner ones",
	);
});

it('a query has at most 10,000 lists and objects', () => {
	const groups = (count: number) => ({ filters: new Array(count).fill({ conditions: [] }) });
	const values = new Array(20_000).fill(new Integer('12345678901234567890'));
	expect(() => assertFewKeys([groups(4_998), values], "'Filter JSON'")).not.toThrow();
	expect(() => assertFewKeys([groups(4_999), []], "'Filter JSON'")).toThrow(
		"'Filter JSON' contains more than 10,000 lists and objects. Remove conditions",
	);
});

it('the conditions of a query have at most 200,000 values and 20 million characters together', () => {
	const lists = (count: number, value: unknown) => [1, 2].map(() => new Array(count).fill(value));
	const place = "'Query Definition'";
	const check = (query: unknown) => () => assertFewKeys(query, place, valueCounter(place));
	expect(check(lists(99_999, 'x'.repeat(100)))).not.toThrow();
	expect(check(lists(100_000, 1))).toThrow(
		"'Query Definition' has more than 200,000 entries in its values. Remove some of them, or run the report several times",
	);
	expect(check(lists(10, 'x'.repeat(1_000_001)))).toThrow(
		"'Query Definition' has more than 20,000,000 characters in its values",
	);
});

it('a text of more than 4 million characters stays a text', () => {
	const text = (spaces: number) => `{${' '.repeat(spaces)}}`;
	expect(unwrapJson(text(3_999_998))).toEqual({});
	expect(unwrapJson(text(3_999_999))).toBe(text(3_999_999));
});
