import { SqlRows, toSqlName } from '../../../../../../nodes/SensorsAnalytics/actions/run/sql';
import { readFlatRow } from '../../../../../../nodes/SensorsAnalytics/sql/rows';

const line = (text: string) => ({ text, quote: () => `quoted ${text.length}` });
const fill = (count: number, write: (row: number) => string) => () => {
	const rows = new SqlRows(readFlatRow, true);
	for (let row = 0; row < count; row++) rows.add(line(write(row)));
	return rows.all;
};

describe('SqlRows', () => {
	it('keeps rows, and leaves out empty lines', () => {
		const write = (row: number) => ['{"a":1}', ' ', '{"b":2}'][row] as string;
		expect(fill(3, write)()).toEqual([{ a: 1 }, { b: 2 }]);
	});

	it('reports a line that is not a row with its quotable beginning', () => {
		expect(fill(1, () => '[1]')).toThrow(
			"Line 1 of the SQL result isn't a valid row. It starts with: quoted 3 … The response might be incomplete. Run the query again, or select fewer rows",
		);
		expect(fill(1, () => '{"n":1e999}')).toThrow(
			/Line 1 of the SQL result isn't a valid row\. It starts with: quoted 11 … The response might be incomplete\. Run the query again, or select fewer rows/,
		);
	});

	it('takes wide tables, and many rows', () => {
		const wide = JSON.stringify(Object.fromEntries([...Array(5000).keys()].map((key) => [key, 1])));
		expect(fill(20, () => wide)()).toHaveLength(20);
		expect(fill(200_000, (row) => (row % 2 ? '{"a":1,"b":2}' : '{"a":1}'))()).toHaveLength(200_000);
	});

	it('ends a table that is too wide', () => {
		const wide = (count: number) =>
			JSON.stringify(Object.fromEntries([...Array(count).keys()].map((key) => [key, 1])));
		expect(fill(1, () => wide(5000))()).toHaveLength(1);
		expect(fill(1, () => wide(5001))).toThrow(/more than 5000 columns/);
	});

	it('ends lines and values together at ten million', () => {
		const rows = new SqlRows(readFlatRow, true);
		const row = `{${[...Array(999).keys()].map((key) => `"${key}":1`).join()}}`;
		for (let at = 0; at < 9000; at++) rows.add(line(row));
		const empty = line('');
		for (let at = 0; at < 1_000_000; at++) rows.add(empty);
		expect(() => rows.add(empty)).toThrow(/more than 10 million values/);
	});

	it('ends rows with a new key each long before they fill the memory', () => {
		expect(fill(10_000, (row) => `{"k${row}":1}`)).toThrow(
			/The result is too large for n8n items: 2237 columns, most of them empty, in 2237 rows/,
		);
		expect(fill(1_000_000, (row) => `{"k${row % 100}":1}`)).toThrow(/columns, most of them empty/);
	});

	it('puts a column that the first rows leave out where later ones have it', () => {
		const rows = new SqlRows(readFlatRow, true);
		for (const row of ['{"b":1,"e":1}', '{"a":1,"b":1,"c":1,"d":1,"e":1}', '{"e":1,"f":1}'])
			rows.add(line(row));
		expect(rows.columns).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
	});
});

describe('a column as SQL writes it', () => {
	it.each([
		['city', 'city'],
		['$city', '`$city`'],
		['a`, phone FROM users --', null],
		['a\\', null],
		['a\nb', null],
	])('%j is %j', (name, expected) => {
		expect(toSqlName(name)).toBe(expected);
	});
});
