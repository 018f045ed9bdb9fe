import { atOnce } from '../../../../../credentials/http/slices';
import type { Answers } from '../../../../../nodes/SensorsAnalytics/series/series';
import { sideSteps } from '../../../../../nodes/SensorsAnalytics/series/series';
import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Column, Table } from '../../../../../nodes/SensorsAnalytics/table/table';
import { blockRows } from '../../../../../nodes/SensorsAnalytics/table/table';

const measure: Column = { key: 'n', role: 'measure', type: 'number', whenEmpty: 0, canAddUp: true };
const date: Column = { key: 'date', role: 'date', type: 'date', whenEmpty: null };
const city: Column = { key: 'city', role: 'group', type: 'string', whenEmpty: null };

/** Rows by group, each with a number or nothing at every point. */
function table(
	points: string[],
	rows: Record<string, Array<number | undefined>>,
	more = {},
): Table {
	const groups = Object.entries(rows).map(([group, numbers]) => ({
		group: [group] as Cell[],
		values: numbers.map((number) => (number === undefined ? undefined : [number])),
	}));
	return {
		columns: [date, city, measure],
		rows: blockRows({ points, groups, isSparse: true }),
		points,
		isTruncated: false,
		isSampled: false,
		...more,
	};
}

function cellsOf(fetched: Answers, unit = 'day') {
	const range = {
		from: (fetched.ranges[0] as { from: string }).from,
		to: (fetched.ranges.at(-1) as { to: string }).to,
	};
	const request = {
		unit,
		range,
		timeZone: 'Asia/Shanghai',
		now: new Date('2026-11-21T04:00:00Z'),
		firstWeekday: 1 as never,
	};
	const { grid } = atOnce(sideSteps(fetched, request, [measure], false));
	return Object.fromEntries(grid.groups.map(({ group, cells }) => [group[0], cells.flat()]));
}

const POINTS = ['2026-11-02', '2026-11-03'];
const ROWS = { Riga: [1, 2], Tartu: [undefined, 3] };
const CUT = { isTruncated: true, isCutByRows: true };
const range = { from: '2026-11-02', to: '2026-11-04' };

describe('rows that an answer does not have', () => {
	it('are empty if it is complete', () => {
		expect(table(POINTS, ROWS).rows.toArray()).toEqual([
			['2026-11-02', 'Riga', 1],
			['2026-11-03', 'Riga', 2],
			['2026-11-03', 'Tartu', 3],
		]);
		expect(cellsOf({ tables: [table(POINTS, ROWS)], ranges: [range] })).toEqual({
			Riga: [1, 2, 0],
			Tartu: [0, 3, 0],
		});
	});

	it('are unknown, where a limit of rows left some out', () => {
		expect(cellsOf({ tables: [table(POINTS, ROWS, CUT)], ranges: [range] })).toEqual({
			Riga: [1, 2, null],
			Tartu: [null, 3, null],
		});
	});

	it('are empty in groups that a limit of groups kept', () => {
		const more = { isTruncated: true };
		expect(cellsOf({ tables: [table(POINTS, ROWS, more)], ranges: [range] })).toEqual({
			Riga: [1, 2, 0],
			Tartu: [0, 3, 0],
		});
	});

	it('make a week unknown that a slice without them has a part of', () => {
		const week = ['2026-11-02'];
		const tables = [
			table(week, { Riga: [1], Tartu: [4] }),
			table(week, { Riga: [2], Tartu: [undefined] }, CUT),
		];
		const ranges = [
			{ from: '2026-11-02', to: '2026-11-04' },
			{ from: '2026-11-05', to: '2026-11-08' },
		];
		expect(cellsOf({ tables, ranges }, 'week')).toEqual({ Riga: [3], Tartu: [null] });
	});
});
