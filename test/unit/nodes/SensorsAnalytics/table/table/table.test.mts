import { createHash } from 'node:crypto';

import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import {
	groupedBy,
	groupKeys,
	keyOfGroup,
	positionsOf,
} from '../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, mean, orders } from '../../../../../support/tables.mts';

describe('positionsOf', () => {
	it('returns the indexes of the columns of each role', () => {
		expect(positionsOf({ columns: [city, date, orders, mean] })).toEqual({
			date: 1,
			groups: [0],
			measures: [2, 3],
		});
		expect(positionsOf({ columns: [orders] })).toEqual({ date: -1, groups: [], measures: [0] });
	});
});

describe('keyOfGroup', () => {
	it('is one for one group, and another for any other', () => {
		const groups: Cell[][] = [
			[],
			['A'],
			['1'],
			[1],
			[null],
			['null'],
			[true],
			['true'],
			['A', 'B'],
			['A', 'C'],
			['AB', ''],
			['A', null],
			['A', 'null'],
		];
		expect(new Set(groups.map(keyOfGroup)).size).toBe(groups.length);
		for (const group of groups) expect(keyOfGroup([...group])).toBe(keyOfGroup(group));
	});

	it('of a row: by its columns', () => {
		expect(groupKeys([1, 3])(['d1', 'A', 1, 'B'])).toBe(keyOfGroup(['A', 'B']));
	});

	it('row after row, whatever stood at a place before', () => {
		const cells = ['A', 'B', null, 'null', 1, '1', 'x'.repeat(2000), `${'x'.repeat(1999)}y`];
		const rows = cells.flatMap((a) => cells.map((b) => ['d', a, b]));
		const mixed = [...rows, ...rows.toReversed(), ...rows.flatMap((row) => [row, row])];
		expect(mixed.map(groupKeys([1, 2]))).toEqual(mixed.map((row) => keyOfGroup(row.slice(1))));
		expect(mixed.map(groupKeys([2]))).toEqual(mixed.map((row) => keyOfGroup(row.slice(2))));
		expect(new Set(mixed.map(groupKeys([1, 2]))).size).toBe(rows.length);
		expect(new Set(mixed.map(groupKeys([]))).size).toBe(1);
	});

	it('of a long text: short, and apart from every text', () => {
		const long = 'x'.repeat(1001);
		expect(keyOfGroup([long]).length).toBeLessThan(100);
		const hash = createHash('sha256').update(long).digest('hex');
		for (const other of [hash, `["${hash}"]`, `[["${hash}"]]`])
			expect(keyOfGroup([other])).not.toBe(keyOfGroup([long]));
	});

	it('reads no long text for each of its rows', () => {
		const [first, second] = ['a', 'b'].map((end) => 'x'.repeat(2e6) + end);
		const rows = [first, second].flatMap((name) => Array.from({ length: 10_000 }, () => [name]));
		const started = performance.now();
		expect(groupedBy(rows as Cell[][], groupKeys([0])).size).toBe(2);
		expect(performance.now() - started).toBeLessThan(2000);
	});
});
