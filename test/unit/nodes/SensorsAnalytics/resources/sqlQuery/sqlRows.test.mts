import { SqlRows } from '../../../../../../nodes/SensorsAnalytics/resources/sqlQuery/sqlRows';
import { readFlatRow } from '../../../../../../nodes/SensorsAnalytics/sql/flatRow';

const line = (text: string) => ({ text, quote: () => `quoted ${text.length}` });
const fill = (count: number, write: (row: number) => string) => () => {
	const rows = new SqlRows(readFlatRow);
	for (let row = 0; row < count; row++) rows.add(line(write(row)));
	return rows.all;
};

describe('SqlRows', () => {
	it('keeps rows, and leaves out empty lines', () => {
		const write = (row: number) => ['{"a":1}', ' ', '{"b":2}'][row] as string;
		expect(fill(3, write)()).toEqual([{ a: 1 }, { b: 2 }]);
	});

	it('tells a line that is no row by what may be quoted of it', () => {
		expect(fill(1, () => '[1]')).toThrow('Line 1 of the answer is no row: quoted 3.');
		expect(fill(1, () => '{"n":1e999}')).toThrow(/is no row/);
	});

	it('takes wide tables, and many rows', () => {
		const wide = JSON.stringify(Object.fromEntries([...Array(5000).keys()].map((key) => [key, 1])));
		expect(fill(20, () => wide)()).toHaveLength(20);
		expect(fill(200_000, (row) => (row % 2 ? '{"a":1,"b":2}' : '{"a":1}'))()).toHaveLength(200_000);
	});

	it('ends rows with a new key each long before they fill the memory', () => {
		expect(fill(10_000, (row) => `{"k${row}":1}`)).toThrow(/does not fit into items/);
		expect(fill(1_000_000, (row) => `{"k${row % 100}":1}`)).toThrow(/columns, most of them empty/);
	});
});
