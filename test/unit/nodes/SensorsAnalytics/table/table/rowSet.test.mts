import { atOnce } from '../../../../../../credentials/http/slices';
import {
	blockRows,
	firstRows,
	lazyRows,
	listRows,
	ROWS_A_STEP,
} from '../../../../../../nodes/SensorsAnalytics/table/table';
import { blocks, unfolded } from '../../../../../support/tables.mts';

describe('rows in blocks', () => {
	it('are the rows that they represent', () => {
		expect(blockRows(blocks).toArray()).toEqual(unfolded);
		expect(blockRows(blocks).length).toBe(4);
		expect(blockRows({ groups: [{ group: ['A'], values: [[1, 2]] }] }).toArray()).toEqual([
			['A', 1, 2],
		]);
	});

	it('leave out what a sparse block does not have', () => {
		const values = [[1], undefined, [3]];
		const sparse = {
			points: ['d1', 'd2', 'd3'],
			groups: [{ group: ['A'], values }],
			isSparse: true,
		};
		const rows = blockRows(sparse);
		const there = [
			['d1', 'A', 1],
			['d3', 'A', 3],
		];
		expect([rows.length, rows.toArray()]).toEqual([2, there]);
		// Its blocks can't be cut by counting.
		const first = firstRows(rows, 1);
		expect(first.toArray()).toEqual([there[0]]);
		expect(first).not.toHaveProperty('blocks');
	});

	it('without points are cut by groups', () => {
		const groups = ['A', 'B', 'C'].map((name, i) => ({ group: [name], values: [[i]] }));
		const first = firstRows(blockRows({ groups }), 2);
		expect(first.toArray()).toEqual([
			['A', 0],
			['B', 1],
		]);
		expect(first.blocks?.groups).toHaveLength(2);
	});

	it('a list of rows also yields them one by one', () => {
		const rows = listRows(unfolded);
		expect([...rows.each()]).toEqual(unfolded);
		expect(firstRows(rows, unfolded.length)).toBe(rows);
		expect(firstRows(rows)).toBe(rows);
	});

	it('are missing for a group without a value', () => {
		const { length, ...rows } = blockRows({ groups: [{ group: [], values: [] }] });
		expect([length, rows.toArray()]).toEqual([0, []]);
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

describe('rows that are made when they are needed', () => {
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

	it('are made in steps of a limited number', () => {
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
