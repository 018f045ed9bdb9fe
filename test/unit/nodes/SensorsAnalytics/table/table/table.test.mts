import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import {
	groupKey,
	keyOfGroup,
	positionsOf,
} from '../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, mean, orders } from '../../../../../support/tables.mts';

describe('positionsOf', () => {
	it('tells where the columns of each role stand', () => {
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
		expect(groupKey(['d1', 'A', 1, 'B'], [1, 3])).toBe(keyOfGroup(['A', 'B']));
	});
});
