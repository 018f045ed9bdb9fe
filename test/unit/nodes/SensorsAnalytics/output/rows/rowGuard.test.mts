import {
	assertRowsFit,
	assertTableFits,
	assertRowsReturnedFit,
	reportSizeSteps,
} from '../../../../../../nodes/SensorsAnalytics/output/rows';
import { atOnce } from '../../../../../../credentials/http/slices';
import type { RowSet } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { blockRows, listRows } from '../../../../../../nodes/SensorsAnalytics/table/table';

const groups = (count: number, first = 0) =>
	Array.from({ length: count }, (_, n) => ({ group: [String(first + n)], values: [[1]] }));

const reportSize = (...given: Parameters<typeof reportSizeSteps>) =>
	atOnce(reportSizeSteps(...given));

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
		expect(reportSize([one], 43_824)).toEqual({ groups: 105, points: 43_824, characters: 205 });
		expect(reportSize([one], 43_824, 10)).toEqual({ groups: 10, points: 43_824, characters: 30 });
		expect(reportSize([table(listRows([['a'], ['b'], ['c']]), [])], 0)).toMatchObject({
			groups: 3,
			points: 1,
		});
		expect(toArray).not.toHaveBeenCalled();
	});

	it('counts the groups of all parts of a range, each once', () => {
		const slices = [0, 50, 100].map((first) =>
			table(blockRows({ points: ['2026-11-01'], groups: groups(100, first) }), ['2026-11-01']),
		);
		expect(reportSize(slices, 3)).toEqual({ groups: 200, points: 3, characters: 490 });
	});

	it('counts groups with the same name in one answer', () => {
		const twice = table(blockRows({ groups: [...groups(2), ...groups(2)] }), []);
		expect(reportSize([twice, table(blockRows({ groups: groups(2) }), [])], 1).groups).toBe(4);
	});

	it('refuses with the count and the ways out that would help', () => {
		const refusalOf = (groups: number, points: number, isList: boolean) => {
			try {
				assertRowsFit({ groups, points }, { largest: 250_000, isList });
			} catch (error) {
				return error as Error & { description?: string };
			}
			throw new Error('it fits');
		};
		const { message, description } = refusalOf(20, 43_824, false);
		expect(message).toBe(
			'The report has 876,480 rows (20 groups × 43,824 dates or times), but the maximum is 250,000',
		);
		for (const way of ['Unit', 'Date Range', 'Top Groups', 'Output', 'Maximum Report Rows'])
			expect(description).toContain(`'${way}'`);
		for (const isList of [true, false]) {
			const refusal = refusalOf(105, 43_824, isList);
			expect(refusal.message).toContain(`but the maximum is ${isList ? '1,000,000' : '250,000'}`);
			expect(refusal.description).not.toMatch(/Maximum Report Rows|Table/);
		}
	});

	it('accepts what fits, and more of it in one list', () => {
		const size = { groups: 10, points: 100 };
		expect(() => assertRowsFit(size, { largest: 1000, isList: false })).not.toThrow();
		expect(() => assertRowsFit(size, { largest: 999, isList: false })).toThrow();
		expect(() => assertRowsFit(size, { largest: 250, isList: true })).not.toThrow();
		expect(() => assertRowsFit(size, { largest: 249, isList: true })).toThrow(
			'but the maximum is 996',
		);
	});

	it('counts the names of groups, which each row repeats', () => {
		const long = 'x'.repeat(100_000);
		const some = [{ group: [long, 'b'], values: [[1]] }, ...groups(9)];
		const use = { largest: 250_000, isList: false };
		const size = (points: number, top?: number) =>
			reportSize([table(blockRows({ points: [''], groups: some }), [''])], points, top);
		expect(size(24).characters).toBe(100_010);
		expect(size(24, 1).characters).toBe(100_001);
		expect(() => assertRowsFit(size(2400), use)).not.toThrow();
		expect(() => assertRowsFit(size(2500), use)).toThrow(
			'The rows of the report repeat 250,025,000 characters of group names, but the maximum is 250,000,000',
		);
		expect(() => assertRowsFit(size(2500), { ...use, largest: 300_000 })).not.toThrow();
		const reported = table(blockRows({ points: [''], groups: some }), ['']);
		expect(() => assertRowsReturnedFit(reported, 2400)).not.toThrow();
		expect(() => assertRowsReturnedFit(reported, 2500)).toThrow('characters of group names');
		const columns = [
			{ key: 'g', role: 'group', type: 'string', whenEmpty: null },
			{ key: 'm', role: 'measure', type: 'string', whenEmpty: 0 },
		] as const;
		const flat = (count: number) => ({
			...table(listRows(Array.from({ length: count }, () => [long, long])), []),
			columns: [...columns],
		});
		expect(() => assertTableFits(flat(2500), use)).not.toThrow();
		expect(() => assertTableFits(flat(2501), use)).toThrow('characters of group names');
	});

	it('counts no rows beyond a limit, because they are not made', () => {
		const size = { groups: 10, points: 100 };
		expect(() => assertRowsFit(size, { largest: 50, isList: false, limit: 50 })).not.toThrow();
		expect(() => assertRowsFit(size, { largest: 50, isList: false, limit: 51 })).toThrow(
			'The report has 1,000 rows (10 groups × 100 dates or times), but the maximum is 50',
		);
	});

	it('refuses a table of another model by its rows', () => {
		const steps = table(listRows(Array.from({ length: 11 }, (_, index) => [index])), []);
		expect(() => assertTableFits(steps, { largest: 11, isList: false })).not.toThrow();
		expect(() => assertTableFits(steps, { largest: 10, isList: false })).toThrow(
			'The report has 11 rows, but the maximum is 10',
		);
	});

	it('refuses what the trigger would return, with the alternatives that its form has', () => {
		const wide = table(blockRows({ points: ['d1'], groups: groups(1000) }), ['d1']);
		expect(() => assertRowsReturnedFit(wide, 250)).not.toThrow();
		expect(() => assertRowsReturnedFit(wide, 251)).toThrow(
			'The report has 251,000 rows (1,000 groups',
		);
	});
});
