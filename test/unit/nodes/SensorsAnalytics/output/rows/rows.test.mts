import { toRows } from '../../../../../../nodes/SensorsAnalytics/output/rows';
import { blockRows, listRows } from '../../../../../../nodes/SensorsAnalytics/table/table';
import {
	blocks,
	city,
	date,
	mean,
	orders,
	ordersByCity,
	unfolded,
} from '../../../../../support/tables.mts';

describe('toRows', () => {
	const given = ordersByCity;

	it('rows, with further fields at the end', () => {
		expect(toRows(given, { _truncated: true })[1]).toEqual({
			date: 'd1',
			city: null,
			orders: 2,
			_truncated: true,
		});
	});
});

describe('rows, made from a list and from blocks', () => {
	const columns = [date, city, orders];

	it.each([
		listRows([['d1', 'A', 1.5]]),
		blockRows({ points: ['d1'], groups: [{ group: ['A'], values: [[1.5]] }] }),
	])('are plain objects with keys of their own, and a column wins over an addition', (rows) => {
		const [row] = toRows({ columns, rows }, { orders: 'none', _truncated: true });
		expect(row).toStrictEqual({ date: 'd1', city: 'A', orders: 1.5, _truncated: true });
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
		expect(Object.keys(row ?? {})).toEqual(['date', 'city', 'orders', '_truncated']);
	});
});

describe('rows of several reports in turn', () => {
	const columns = [date, city, orders];
	const other = [date, orders, city];

	it('have their own columns in their own order, and their own additions', () => {
		const rows = listRows([['d1', 'A', 1]]);
		const turned = listRows([['d1', 1, 'A']]);
		const plain = toRows({ columns, rows });
		const reversed = toRows({ columns: other, rows: turned });
		const flagged = toRows({ columns, rows }, { _truncated: true });
		const again = toRows({ columns, rows });
		expect(plain.map((row) => JSON.stringify(row))).toEqual([
			'{"date":"d1","city":"A","orders":1}',
		]);
		expect(flagged.map((row) => JSON.stringify(row))).toEqual([
			'{"date":"d1","city":"A","orders":1,"_truncated":true}',
		]);
		expect(reversed.map((row) => JSON.stringify(row))).toEqual([
			'{"date":"d1","orders":1,"city":"A"}',
		]);
		expect(again).toEqual(plain);
	});
});

describe('rows as objects', () => {
	const columns = [date, city, orders, mean];

	it('come out as the same objects', () => {
		expect(toRows({ columns, rows: blockRows(blocks) }, { more: 1 })).toEqual(
			toRows({ columns, rows: listRows(unfolded) }, { more: 1 }),
		);
	});

	it.each([1, 9, 10, 11, 25, 60])(
		'objects of %d measures hold each cell under its key',
		(count) => {
			// More reports than shapes are remembered, each with its own names, and each twice.
			for (const report of [...Array(120).keys(), ...Array(120).keys()]) {
				const keys = Array.from({ length: count }, (_, index) => `m${index} of ${report}`);
				const columns = [date, ...keys.map((key) => ({ ...orders, key }))];
				const rows = [1, 2].map((day) => [
					`2026-11-0${day}`,
					...keys.map((_, index) => index * day),
				]);
				const objects = rows.map(([day, ...cells]) => ({
					date: day,
					...Object.fromEntries(keys.map((key, index) => [key, cells[index]])),
					_sampled: true,
				}));
				const found = toRows({ columns, rows: listRows(rows) }, { _sampled: true });
				expect(found).toEqual(objects);
				expect(Object.keys(found[0] as object)).toEqual(Object.keys(objects[0] as object));
			}
		},
	);
});
