import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import { compareCells, comparedCells } from '../../../../../../nodes/SensorsAnalytics/table/grid';

describe('R4: change, and change in percent', () => {
	it.each<[Cell, Cell, Cell, Cell]>([
		[3, 2, 1, 50],
		[2, 3, -1, -33.33],
		[1, 0, 1, null],
		[0, 0, 0, null],
		[1, -2, 3, 150],
		[null, 2, null, null],
		[2, null, null, null],
		[0.3, 0.1, 0.2, 200],
		['40%', 2, null, null],
		[1e308, -1e308, null, 200],
	])('%s after %s: difference %s, percent %s', (now, before, change, percent) => {
		expect(compareCells(now, before, true)).toEqual([now, before, change, percent]);
	});

	it("R5: returns only the values if they can't be compared", () => {
		expect(compareCells(3, 2, false)).toEqual([3, 2, null, null]);
	});

	it('R2: has no previous value without a partner', () => {
		const line = { key: '', group: [], now: [[3]], before: [undefined], shown: [0] };
		expect(comparedCells(line, 0, { mayChange: true })).toEqual([3, null, null, null]);
		const { before: _, ...alone } = line;
		expect(comparedCells(alone, 0, { mayChange: true })).toEqual([3, null, null, null]);
		expect(comparedCells(line, 1, { mayChange: true })).toEqual([]);
	});
});
