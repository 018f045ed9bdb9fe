import { blockRows } from '../../../../../nodes/SensorsAnalytics/table/rowSet';
import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/table';

describe('rows in blocks', () => {
	const blocks = {
		points: ['d1', 'd2'],
		groups: [
			{
				group: ['A'],
				values: [
					[1, 2],
					[3, 4],
				],
			},
			{
				group: [null],
				values: [
					[5, 6],
					[7, 8],
				],
			},
		],
	};

	const unfolded: Cell[][] = [
		['d1', 'A', 1, 2],
		['d2', 'A', 3, 4],
		['d1', null, 5, 6],
		['d2', null, 7, 8],
	];

	it('are the rows that they stand for', () => {
		expect(blockRows(blocks).toArray()).toEqual(unfolded);
		expect(blockRows(blocks).length).toBe(4);
		expect(blockRows({ groups: [{ group: ['A'], values: [[1, 2]] }] }).toArray()).toEqual([
			['A', 1, 2],
		]);
	});
});
