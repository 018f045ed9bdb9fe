import { assertRangeLength } from '../../../../../../nodes/SensorsAnalytics/params/range';

const of = (from: string, to: string, years = 10, ...words: string[]) => {
	try {
		assertRangeLength({ from, to }, years, ...words);
		return 'fine';
	} catch (error) {
		return (error as Error).message;
	}
};

describe('the longest range', () => {
	it.each([
		['a day', '2026-11-01', '2026-11-01', 1],
		['a year', '2025-11-02', '2026-11-01', 1],
		['ten years', '2016-11-02', '2026-11-01', 10],
		['ten years from a leap day', '2016-02-29', '2026-02-27', 10],
		['a hundred years', '1926-11-02', '2026-11-01', 100],
		['the first day', '1900-01-01', '1900-01-01', 10],
		['the last day', '2999-12-31', '2999-12-31', 10],
	])('%s is taken', (_case, from, to, years) => {
		expect(of(from, to, years)).toBe('fine');
	});

	it.each([
		['a year and a day', '2025-11-01', '2026-11-01', 1, '1 year. '],
		['ten years and a day', '2016-11-01', '2026-11-01', 10, '10 years. '],
		['ten years and a day from a leap day', '2016-02-29', '2026-02-28', 10, '10 years. '],
		['a hundred years and a day', '1926-11-01', '2026-11-01', 100, '100 years. '],
	])('%s is refused', (_case, from, to, years, reported) => {
		expect(of(from, to, years)).toBe(
			`The dates ${from} to ${to} span more than ${reported}Choose a shorter 'Date Range', or increase the option 'Maximum Date Range (Years)'`,
		);
	});

	it.each([
		['the day before the first', '1899-12-31', '1900-01-01'],
		['the day behind the last', '2999-12-31', '3000-01-01'],
		['all years', '0001-01-01', '9999-12-31'],
	])('%s is refused, however long a range may be', (_case, from, to) => {
		expect(of(from, to, 100)).toBe(
			`The dates ${from} to ${to} are outside the years 1900 to 2999. Correct 'Date Range'`,
		);
	});

	it('names the owner of the dates, and the field for them', () => {
		expect(of('2000-01-01', '2026-11-01', 10, 'The dates compared with,', "'range'")).toMatch(
			/^The dates compared with, 2000-01-01 to 2026-11-01 span more than 10 years\. Choose a shorter 'range', or increase the option 'Maximum Date Range \(Years\)'/,
		);
		expect(of('1800-01-01', '1800-01-01', 10, 'The dates', "'range'")).toMatch(/Correct 'range'$/);
	});
});
