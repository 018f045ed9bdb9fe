import { withAllKeys } from '../../../../../../nodes/SensorsAnalytics/output/rows';

const listed = (rows: object[]) => rows.map((row) => Object.entries(row));

describe('rows that leave out what is empty', () => {
	it('get all the keys, in the order in which they came up or in another one', async () => {
		const rows = () => [{ a: 1 }, { c: 2, b: 3 }, { a: 4, c: 5, b: 6 }];
		const filled = await withAllKeys(rows());
		expect(listed(filled)).toEqual([
			[
				['a', 1],
				['c', null],
				['b', null],
			],
			[
				['a', null],
				['c', 2],
				['b', 3],
			],
			[
				['a', 4],
				['c', 5],
				['b', 6],
			],
		]);
		const [, second = {}, third = {}] = await withAllKeys(rows(), ['a', 'b', 'c']);
		expect([second, third].map((row) => Object.keys(row).join(''))).toEqual(['abc', 'abc']);
	});

	it('also have the fields that all have', async () => {
		expect(await withAllKeys([{ a: 1 }, {}], undefined, { all: 9 })).toEqual([
			{ a: 1, all: 9 },
			{ a: null, all: 9 },
		]);
	});

	it('are refused before they fill the memory', async () => {
		const columns = Array.from({ length: 15_000 }, (_, n) => `c${n}`);
		const rows = (count: number) => Array.from({ length: count }, () => ({}));
		await expect(withAllKeys(rows(1001), columns)).rejects.toThrow(
			'The list is too large for n8n items: 1001 entries have 15000 columns, most of them empty or long',
		);
		const long = columns.slice(0, 15).map((name) => name.padEnd(100_000, '.'));
		await expect(withAllKeys(rows(1001), long)).rejects.toThrow(
			'15 columns, most of them empty or long',
		);
		await expect(withAllKeys(rows(1000), columns.slice(0, 15))).resolves.toHaveLength(1000);
	});
});
