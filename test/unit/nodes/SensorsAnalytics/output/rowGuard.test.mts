import { assertRowsFit, sizeOf } from '../../../../../nodes/SensorsAnalytics/output/rowGuard';
import {
	blockRows,
	listRows,
	type RowSet,
} from '../../../../../nodes/SensorsAnalytics/table/rowSet';

const groups = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ group: [String(index)], values: [[1]] }));

const table = (rows: RowSet, points: string[]) => ({
	columns: [],
	rows,
	points,
	isTruncated: false,
	isSampled: false,
});

describe('the guard before rows are made', () => {
	it('counts without unfolding: groups times points, those that are filled in among them', () => {
		const rows = blockRows({ points: ['2026-11-01'], groups: groups(105) });
		const one = table(rows, ['2026-11-01']);
		const toArray = jest.spyOn(rows, 'toArray');
		expect(sizeOf([one], 43_824)).toEqual({ groups: 105, points: 43_824 });
		expect(sizeOf([one], 43_824, 10)).toEqual({ groups: 10, points: 43_824 });
		expect(sizeOf([table(listRows([['a'], ['b'], ['c']]), [])], 0)).toEqual({
			groups: 3,
			points: 1,
		});
		expect(toArray).not.toHaveBeenCalled();
	});

	it('refuses with the count and the ways out', () => {
		const size = { groups: 105, points: 43_824 };
		expect(() => assertRowsFit(size, 250_000, false)).toThrow(
			'The report has 4,601,520 rows (105 groups × 43,824 points in time), more than the 250,000 that are made without asking',
		);
		let description = '';
		try {
			assertRowsFit(size, 250_000, false);
		} catch (error) {
			description = String((error as { description?: string }).description);
		}
		for (const way of ['Unit', 'Date Range', 'Top Groups', 'Output', 'Largest Report (Rows)'])
			expect(description).toContain(`'${way}'`);
	});

	it('lets through what fits, and more of it in one list', () => {
		const size = { groups: 10, points: 100 };
		expect(() => assertRowsFit(size, 1000, false)).not.toThrow();
		expect(() => assertRowsFit(size, 999, false)).toThrow();
		expect(() => assertRowsFit(size, 250, true)).not.toThrow();
		expect(() => assertRowsFit(size, 249, true)).toThrow();
	});
});
