import { atOnce } from '../../../../../../credentials/http/slices';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { GridInput, GridShape } from '../../../../../../nodes/SensorsAnalytics/table/grid';
import { addUpSteps, gridSteps } from '../../../../../../nodes/SensorsAnalytics/table/grid';
import { ROWS_A_STEP } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { mean, orders } from '../../../../../support/tables.mts';

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
	more: Partial<GridInput> = {},
): GridInput => ({
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
const gridOf = (...request: Parameters<typeof gridSteps>) => atOnce(gridSteps(...request));
const cellsOf = (...request: Parameters<typeof gridSteps>) =>
	gridOf(...request).groups.map(({ group, cells }) => [...group, ...cells.flat()]);

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

	it('F2: a report without groups has one, if requested', () => {
		expect(cellsOf([], shape(2, { hasOneGroup: true }))).toEqual([[0, 0]]);
		expect(cellsOf([], shape(2))).toEqual([]);
	});

	it('F3: adds up what lies in two slices, as it is written', () => {
		const slices = [answer([['A', [0.1]]], [0]), answer([['A', [0.2]]], [0])];
		expect(cellsOf(slices, shape(1))).toEqual([['A', 0.3]]);
		expect(() => gridOf(slices, shape(1, { measures: [mean] }))).toThrow(
			"'mean' can't be added up from parts of the date range, but two parts contain d0",
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
		const sums = atOnce(addUpSteps(grid, [0, 1, 2]));
		expect(sums.groups.map(({ cells }) => cells.flat())).toEqual([[4], [null]]);
		expect(sums.missing(0)).toEqual([null]);
	});

	it('keeps groups with the same name in one answer separate', () => {
		const twice = answer(
			[
				['A', [1]],
				['A', [2]],
				['A', [5]],
				[1, [3]],
				['1', [4]],
			],
			[0],
		);
		expect(cellsOf([twice], shape(1))).toEqual([
			['A', 1],
			['A', 2],
			['A', 5],
			[1, 3],
			['1', 4],
		]);
	});

	it('F4: what of a group an answer that is cut by rows leaves out is unknown', () => {
		const cut = answer([], [0, 1, 2], { isTruncated: true, isCutByRows: true });
		cut.blocks.groups.push({ group: ['A'], values: [[1], undefined, [3]] });
		const grid = gridOf([cut], shape(4));
		expect(grid.groups[0]?.cells).toEqual([[1], [null], [3], [0]]);
		expect(grid.missing(1)).toEqual([null]);
		// Cut by groups, the groups that are there are whole.
		const whole = gridOf([{ ...cut, isCutByRows: false }], shape(4));
		expect(whole.groups[0]?.cells).toEqual([[1], [0], [3], [0]]);
	});

	it('F4: a group that is complete in one of two truncated answers is not in both', () => {
		const both = [answer([['A', [1, 2]]], [0, 1]), answer([['A', [3]]], [1])].map((one) => ({
			...one,
			isTruncated: true,
		}));
		expect(gridOf(both, shape(2)).groups[0]?.cells).toEqual([[1], [5]]);
		const [first, second] = [both[0]!, { ...answer([['B', [3]]], [1]), isTruncated: true }];
		expect(cellsOf([first, second], shape(2))).toEqual([
			['A', 1, null],
			['B', null, null],
		]);
	});

	it('knows what no answer contains, and reports nothing known as unknown', () => {
		const grid = gridOf([answer([['A', [1]]], [1])], shape(3));
		expect(grid.isReported).toEqual([false, true, false]);
		expect(grid.hasUnknown()).toBe(false);
		expect(grid.unknown).toEqual([null]);
		expect(grid.missing(0)).toEqual([0]);
	});

	it.each([
		['other periods', [answer([['A', [1, 2]]], [1, 0])], ['A', 2, 1]],
		['fewer', [answer([['A', [1]]], [0])], ['A', 1, 0]],
		['two of them', [answer([['A', [1]]], [0]), answer([['A', [2]]], [1])], ['A', 1, 2]],
	])('puts cells where they belong: %s', (_case, answers, cells) => {
		expect(cellsOf(answers, shape(2))).toEqual([cells]);
	});

	it('puts cells where they belong: some periods in another order', () => {
		const mixed = answer([['B', [7, 8, 9]]], [0, 2, 1]);
		expect(cellsOf([mixed], shape(3))).toEqual([['B', 7, 9, 8]]);
	});

	it('no period of an answer is of two, though its lists are kept', () => {
		const blocks = { groups: [{ group: ['A'], values: [undefined, [2]] }] };
		const sparse = { ...answer([], [0, 1]), blocks };
		expect(cellsOf([sparse], shape(2))).toEqual([['A', 0, 2]]);
		expect(cellsOf([sparse, answer([['A', [1]]], [0])], shape(2))).toEqual([['A', 1, 2]]);
	});

	it('a report without groups adds none to those that it has', () => {
		const none = { ...answer([], [0]), blocks: { groups: [{ group: [], values: [[7]] }] } };
		expect(cellsOf([none], shape(1, { hasOneGroup: true }))).toEqual([[7]]);
	});

	it('is made in steps of a limited number of rows', () => {
		const steps = (groups: number, periods: number) => {
			const places = Array.from({ length: periods }, (_, place) => place);
			const cells = places.map(() => 1);
			const named = Array.from({ length: groups }, (_, i): [Cell, Cell[]] => [i, cells]);
			return [...gridSteps([answer(named, places)], shape(periods))].length;
		};
		// Collected, and made whole.
		expect(steps(4, ROWS_A_STEP)).toBe(4 + 4);
		expect(steps(4, ROWS_A_STEP / 2)).toBe(2 + 2);
		expect(steps(4, 2 * ROWS_A_STEP)).toBe(4 + 4);
		expect(steps(4, 1)).toBe(0);
	});

	it('adds up all periods of a group', () => {
		const grid = gridOf([answer([['A', [1, null, 2]]], [0, 1, 2])], shape(3));
		const sums = atOnce(addUpSteps(grid, [0, 1, 2]));
		expect(sums.groups[0]?.cells).toEqual([[3]]);
		expect(sums.isReported).toEqual([true]);
		expect(sums.hasUnknown()).toBe(false);
	});

	it('what is unknown first is unknown in the sum, a text is no number in it', () => {
		const first = answer([['A', [1]]], [0], { isTruncated: true });
		const second = answer([['B', [2]]], [1]);
		const sums = (answers: GridInput[]) =>
			atOnce(addUpSteps(gridOf(answers, shape(2)), [0, 1])).groups.map(({ cells }) => cells.flat());
		expect(sums([first, second])).toEqual([[1], [null]]);
		for (const cells of [
			['1', 2],
			[1, '2'],
			['1', '2'],
		] as Cell[][])
			expect(sums([answer([['A', cells]], [0, 1])])).toEqual([[null]]);
		expect(sums([answer([['A', [null, 2]]], [0, 1])])).toEqual([[2]]);
		expect(sums([answer([['A', [2, null]]], [0, 1])])).toEqual([[2]]);
	});
});
