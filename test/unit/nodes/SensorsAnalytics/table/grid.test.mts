import { atOnce } from '../../../../../credentials/slices';
import {
	addUpGrid,
	type Answer,
	type GridShape,
	gridSteps,
} from '../../../../../nodes/SensorsAnalytics/table/grid';
import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/table';
import { mean, orders } from '../../../../support/tables.mts';

const counted = { ...orders, canAddUp: true };
const shape = (periods: number, more: Partial<GridShape> = {}): GridShape => ({
	measures: [counted],
	periods: Array.from({ length: periods }, (_, index) => `d${index}`),
	hasOneGroup: false,
	...more,
});
const answer = (
	groups: Array<[Cell, Cell[]]>,
	places: number[],
	more: Partial<Answer> = {},
): Answer => ({
	blocks: {
		groups: groups.map(([group, cells]) => ({
			group: [group],
			values: cells.map((cell) => [cell]),
		})),
	},
	places,
	isTruncated: false,
	covers: (period) => places.includes(period),
	...more,
});
const gridOf = (...asked: Parameters<typeof gridSteps>) => atOnce(gridSteps(...asked));
const cellsOf = (...asked: Parameters<typeof gridSteps>) =>
	gridOf(...asked).groups.map(({ group, cells }) => [...group, ...cells.flat()]);

describe('gridOf', () => {
	it('F1: has a cell for every group and period', () => {
		expect(cellsOf([answer([['A', [1]]], [2]), answer([['B', [2]]], [0])], shape(3))).toEqual([
			['A', 0, 0, 1],
			['B', 2, 0, 0],
		]);
	});

	it('keeps the lists of an answer that has all periods', () => {
		const only = answer([['A', [1, 2]]], [0, 1]);
		expect(gridOf([only], shape(2)).groups[0]?.cells).toBe(only.blocks.groups[0]?.values);
	});

	it('F2: a report without groups has one, if wanted', () => {
		expect(cellsOf([], shape(2, { hasOneGroup: true }))).toEqual([[0, 0]]);
		expect(cellsOf([], shape(2))).toEqual([]);
	});

	it('F3: adds up what lies in two slices, as it is written', () => {
		const slices = [answer([['A', [0.1]]], [0]), answer([['A', [0.2]]], [0])];
		expect(cellsOf(slices, shape(1))).toEqual([['A', 0.3]]);
		expect(() => gridOf(slices, shape(1, { measures: [mean] }))).toThrow(
			"'mean' can't be added up from slices, and d0 lies in two of them",
		);
	});

	it('F4: what a truncated slice leaves out is unknown, and it alone', () => {
		const grid = gridOf(
			[
				answer(
					[
						['A', [1]],
						['B', [2]],
					],
					[0],
				),
				answer([['A', [3]]], [1], { isTruncated: true, covers: (period) => period === 1 }),
			],
			shape(3),
		);
		expect(grid.groups.map(({ cells }) => cells.flat())).toEqual([
			[1, 3, 0],
			[2, null, 0],
		]);
		expect(grid.hasUnknown()).toBe(true);
		expect([grid.missing(0), grid.missing(1)]).toEqual([[0], [null]]);
		const sums = addUpGrid(grid, 3);
		expect(sums.groups.map(({ cells }) => cells.flat())).toEqual([[4], [null]]);
		expect(sums.missing(0)).toEqual([null]);
	});

	it('keeps groups apart that are called alike in one answer', () => {
		const twice = answer(
			[
				['A', [1]],
				['A', [2]],
				[1, [3]],
				['1', [4]],
			],
			[0],
		);
		expect(cellsOf([twice], shape(1))).toEqual([
			['A', 1],
			['A', 2],
			[1, 3],
			['1', 4],
		]);
	});

	it('adds up all periods of a group', () => {
		const grid = gridOf([answer([['A', [1, null, 2]]], [0, 1, 2])], shape(3));
		expect(addUpGrid(grid, 3).groups[0]?.cells).toEqual([[3]]);
	});
});
