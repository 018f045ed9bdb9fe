import {
	noNumber,
	readAscending,
	readInteger,
} from '../../../../../../nodes/SensorsAnalytics/params/read';

describe('numbers of the form', () => {
	it('says what is no number, up to a hundred characters', () => {
		expect(noNumber('12,5', "'Value'", '12.5').message).toBe(
			"'Value' isn't a number: '12,5'. Enter a number such as 12.5",
		);
		expect(noNumber('x'.repeat(101), 'It', '1').message).toContain(`'${'x'.repeat(100)}…'.`);
	});

	it.each([
		['3', 3],
		[1, 1],
		[5, 5],
	])('%j is an integer from 1 to 5', (value, number) => {
		expect(readInteger(value, "'Limit'", 1, 5)).toBe(number);
	});

	it.each([
		[0, ", not '0'"],
		[6, ", not '6'"],
		['2.5', ", not '2.5'"],
		['abc', ", not 'abc'"],
		['', ''],
		[null, ''],
		[undefined, ''],
		['9'.repeat(200), `, not '${'9'.repeat(100)}…'`],
	])('%j is refused', (value, fault) => {
		expect(() => readInteger(value, "'Limit'", 1, 5)).toThrow(
			new Error(`'Limit' must be a whole number from 1 to 5${fault}`),
		);
	});

	it('reads numbers that rise', () => {
		expect(readAscending('0, 100,500', 'They')).toEqual([0, 100, 500]);
		expect(readAscending('0，100、500', 'They')).toEqual([0, 100, 500]);
		expect(readAscending('', 'They')).toEqual([]);
		for (const value of ['1, 1', '2, 1', '1, x'])
			expect(() => readAscending(value, 'They')).toThrow('They must be numbers in ascending order');
	});
});
