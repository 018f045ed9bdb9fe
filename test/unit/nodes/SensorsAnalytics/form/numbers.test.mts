import {
	noNumber,
	readAscending,
	readWhole,
} from '../../../../../nodes/SensorsAnalytics/form/numbers';

describe('a whole number', () => {
	it.each([
		[1, 1],
		['12', 12],
		[9, 9],
	])('is read: %p', (given, number) => {
		expect(readWhole(given, "'Limit'", 1, 12)).toBe(number);
	});

	it.each([
		[0, "'Limit' must be a whole number from 1 to 12, not '0'"],
		[13, "'Limit' must be a whole number from 1 to 12, not '13'"],
		['1.5', "'Limit' must be a whole number from 1 to 12, not '1.5'"],
		['many', "'Limit' must be a whole number from 1 to 12, not 'many'"],
		['x'.repeat(999), `'Limit' must be a whole number from 1 to 12, not '${'x'.repeat(100)}'`],
	])('that is none is told with what it can be: %p', (given, message) => {
		expect(() => readWhole(given, "'Limit'", 1, 12)).toThrow(new Error(message));
	});

	it('that is not there is told without it', () => {
		expect(() => readWhole('', "'Limit'", 1)).toThrow(
			new Error("'Limit' must be a whole number from 1"),
		);
	});
});

it('what is no number is told in one way', () => {
	expect(noNumber('many', "'Threshold'", '100').message).toBe(
		"'Threshold' is no number: 'many'. Enter one such as 100",
	);
});

it('numbers in ascending order', () => {
	expect(readAscending('0, 100,500', "'Buckets'")).toEqual([0, 100, 500]);
	expect(readAscending('', "'Buckets'")).toEqual([]);
	expect(() => readAscending('5, 5', "'Buckets'")).toThrow(/ascending order, such as 0, 100, 500/);
});
