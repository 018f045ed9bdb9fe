import { atOnce } from '../../../../../credentials/slices';
import {
	blockRows,
	firstRows,
	lazyRows,
	listRows,
	ROWS_A_STEP,
} from '../../../../../nodes/SensorsAnalytics/table/rowSet';
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

	it('are cut in the middle of a block, as rows and as blocks', () => {
		for (const most of [1, 2, 3]) {
			const first = firstRows(blockRows(blocks), most);
			expect(first.length).toBe(most);
			expect(first.toArray()).toEqual(unfolded.slice(0, most));
			expect(blockRows(first.blocks as typeof blocks).toArray()).toEqual(unfolded.slice(0, most));
		}
		expect(firstRows(blockRows(blocks), 4).toArray()).toEqual(unfolded);
		expect(firstRows(listRows(unfolded), 3).toArray()).toEqual(unfolded.slice(0, 3));
	});
});

describe('rows that are made when they are asked for', () => {
	const counted = (length: number) => {
		const made = { count: 0 };
		const rows = lazyRows(length, function* () {
			for (let row = 0; row < length; row++) {
				made.count++;
				yield [row];
			}
		});
		return { made, rows };
	};

	it('are made once', () => {
		const { made, rows } = counted(3);
		expect(rows.length).toBe(3);
		expect(made.count).toBe(0);
		expect(rows.toArray()).toEqual([[0], [1], [2]]);
		expect(rows.toArray()).toBe(rows.toArray());
		expect([...rows.each()]).toEqual(rows.toArray());
		expect(atOnce(rows.arraySteps())).toBe(rows.toArray());
		expect(made.count).toBe(3);
	});

	it('are made so many a step', () => {
		const { made, rows } = counted(3 * ROWS_A_STEP);
		const steps = rows.arraySteps();
		steps.next();
		expect(made.count).toBe(ROWS_A_STEP);
		expect(atOnce(steps)).toHaveLength(3 * ROWS_A_STEP);
	});

	it('are not made beyond a limit', () => {
		const { made, rows } = counted(1_000_000);
		expect(firstRows(rows, 2).toArray()).toEqual([[0], [1]]);
		expect(made.count).toBeLessThanOrEqual(3);
	});
});
