import { readRegion } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/request';

describe('regions', () => {
	it.each<[string, number | null, number | null]>([
		['[1, 3)', 1, 3],
		['[500.0, 700.0)', 500, 700],
		['[-5,+2.5)', -5, 2.5],
		['[1.0E3, 2E4)', 1000, 20_000],
		['[10, ∞)', 10, null],
		['[10,+∞)', 10, null],
		['[10, +Infinity]', 10, null],
		['[10, )', 10, null],
		['[10, 9223372036854775807)', 10, null],
		['[10, 1.7976931348623157E308)', 10, null],
		['(-∞, 3)', null, 3],
		['[, 3)', null, 3],
		['(-9223372036854775808, 3)', null, 3],
		['[-inf, 3)', null, 3],
	])('%s', (text, from, to) => {
		expect(readRegion(text, 'it')).toEqual({ from, to });
	});

	it.each<unknown>([
		'(1, 3)',
		'[1, 3]',
		'1-3',
		'[1, 3',
		'[1, 2, 3)',
		'[1, x)',
		'[∞, 3)',
		'[1, -∞)',
		'[1, 2',
		'[1]',
		'[一, 3)',
		'',
		null,
		10,
		`[1, ${'9'.repeat(90)})`,
	])('%p is not a region', (text) => {
		expect(() => readRegion(text, 'bucket 1 of row 2')).toThrow(
			"bucket 1 of row 2 isn't a range such as [1, 3)",
		);
	});
});
