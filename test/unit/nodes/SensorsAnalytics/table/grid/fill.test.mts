import { fillPoints } from '../../../../../../nodes/SensorsAnalytics/table/grid';
import { city, date, mean, orders, table } from '../../../../../support/tables.mts';

describe('fillPoints', () => {
	it('adds every date to every group: 0 for counts, null for averages', () => {
		const gaps = table(
			[date, city, orders, mean],
			[
				['d1', 'A', 1, 5],
				['d3', 'A', 3, 6],
				['d2', null, 2, 7],
			],
			{ points: ['d1', 'd2', 'd3'] },
		);
		const filled = [
			['d1', 'A', 1, 5],
			['d2', 'A', 0, null],
			['d3', 'A', 3, 6],
			['d1', null, 0, null],
			['d2', null, 2, 7],
			['d3', null, 0, null],
		];
		// All dates are there, but not for every group.
		expect(fillPoints(gaps, gaps.points).rows.toArray()).toEqual(filled);
		const fewer = { ...gaps, points: ['d1', 'd3'] };
		expect(fillPoints(fewer, ['d1', 'd2', 'd3']).rows.toArray()).toEqual(filled);
	});

	it.each([
		[
			'an empty result without groups',
			table([date, orders], []),
			[
				['d1', 0],
				['d2', 0],
			],
		],
		['an empty result with groups: nobody knows which', table([date, city, orders], []), []],
		[
			'P5: a point that is none of the expected ones beside them',
			table([date, orders], [['d1b', 1]]),
			[
				['d1', 0],
				['d1b', 1],
				['d2', 0],
			],
		],
		[
			'P6: an hour that comes twice',
			table(
				[date, orders],
				[
					['d2', 1],
					['d2', 2],
				],
			),
			[
				['d1', 0],
				['d2', 1],
				['d2', 2],
			],
		],
		[
			'P5: one that is behind the others stays there',
			table([date, orders], [['d9', 1]]),
			[
				['d1', 0],
				['d2', 0],
				['d9', 1],
			],
		],
		['totals', table([city, orders], [['A', 1]]), [['A', 1]]],
	])('%s', (_case, given, rows) => {
		expect(fillPoints(given, ['d1', 'd2']).rows.toArray()).toEqual(rows);
	});

	it('contains all points', () => {
		const gaps = table([date, orders], [['d2', 1]]);
		expect(fillPoints(gaps, ['d1', 'd2']).points).toEqual(['d1', 'd2']);
		expect(fillPoints(gaps, ['d2']).rows.toArray()).toEqual([['d2', 1]]);
		expect(fillPoints(gaps, ['d1']).points).toEqual(['d1', 'd2']);
		const two = table(
			[date, orders],
			[
				['d1', 1],
				['d2', 2],
			],
		);
		expect(fillPoints(two, ['d1', 'd3']).points).toEqual(['d1', 'd2', 'd3']);
		// Points in an order that is not that of their names keep it.
		expect(fillPoints(gaps, ['d3', 'd2']).points).toEqual(['d3', 'd2']);
	});

	it('a group without a name is ignored', () => {
		const empty = fillPoints(table([date, orders], []), ['d1']);
		expect(empty.rows.toArray()).toEqual([['d1', 0]]);
	});
});
