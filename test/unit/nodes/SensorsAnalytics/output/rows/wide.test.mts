import type { IDataObject } from 'n8n-workflow';

import { atOnce } from '../../../../../../credentials/http/slices';
import { wideSteps } from '../../../../../../nodes/SensorsAnalytics/output/rows';
import type { Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { city, date, mean, orders, ordersByCity, table } from '../../../../../support/tables.mts';

const toWide = (given: Table, labels: IDataObject, partial: readonly string[] = []) =>
	atOnce(wideSteps(given, labels, partial));

describe('Wide', () => {
	const given = ordersByCity;

	it('F3: groups as keys; null where a group has no row', () => {
		expect(toWide(given, {})).toEqual([
			{ date: 'd1', A: 1, '(none)': 2 },
			{ date: 'd2', A: 3, '(none)': null },
		]);
	});

	it('wide: several measures, and names that collide', () => {
		const two = table(
			[date, city, orders, mean],
			[
				['d1', '(none)', 1, 5],
				['d1', null, 2, 6],
				['d1', 'date', 3, 7],
			],
		);
		expect(toWide(two, {})[0]).toMatchObject({
			'(none) / orders': 1,
			'(none) / orders (2)': 2,
			'(none) / mean (2)': 6,
		});
		const single = table([date, city, orders], [['d1', 'date', 3]]);
		expect(toWide(single, {})).toEqual([{ date: 'd1', 'date (2)': 3 }]);
	});

	it('wide without groups, and without dates', () => {
		expect(toWide(table([date, orders], [['d1', 1]]), {})).toEqual([{ date: 'd1', orders: 1 }]);
		expect(
			toWide(
				table(
					[city, orders],
					[
						['A', 1],
						['B', 2],
					],
				),
				{ meta: 1 },
			),
		).toEqual([{ A: 1, B: 2, meta: 1 }]);
	});

	it('wide: groups with the names of keys of the item, or of every object, keep their numbers', () => {
		const names = ['__proto__', 'constructor', 'meta', '_truncated'];
		const odd = table(
			[date, city, orders],
			names.map((name, index) => ['d1', name, index]),
		);
		expect(Object.entries(toWide(odd, { meta: { rows: 4 }, _truncated: true })[0] ?? {})).toEqual([
			['date', 'd1'],
			['__proto__ (2)', 0],
			['constructor (2)', 1],
			['meta (2)', 2],
			['_truncated (2)', 3],
			['meta', { rows: 4 }],
			['_truncated', true],
		]);
	});

	it('R6: keeps the keys that objects have for themselves', () => {
		const named = table(
			[date, city, orders],
			[
				['d1', 'meta', 1],
				['d1', '_partial', 2],
			],
		);
		expect(toWide(named, { meta: {} }, ['d1'])).toEqual([
			{ date: 'd1', 'meta (2)': 1, '_partial (2)': 2, meta: {}, _partial: true },
		]);
	});
});

it('wide: the comparison date is next to the date', () => {
	const previous = { ...date, key: 'date_previous' };
	const compared = table(
		[date, previous, city, orders],
		[
			['d2', 'd1', 'A', 1],
			['d2', 'd1', 'B', 2],
			['d3', null, 'A', 3],
		],
	);
	expect(toWide(compared, {})).toEqual([
		{ date: 'd2', date_previous: 'd1', A: 1, B: 2 },
		{ date: 'd3', date_previous: null, A: 3, B: null },
	]);
});

it('wide: rows with thousands of groups have the same keys, and null where a group has no row', () => {
	const names = Array.from({ length: 3000 }, (_, n) => `city ${n}`);
	const rows = ['d1', 'd2'].flatMap((day) =>
		names.filter((_, n) => day === 'd1' || n > 0).map((name, n) => [day, name, n]),
	);
	const objects = toWide(table([date, city, orders], rows), { meta: {} });
	expect(objects.map((object) => Object.keys(object).length)).toEqual([3002, 3002]);
	expect(objects[1]).toMatchObject({ date: 'd2', 'city 0': null, 'city 2999': 2998, meta: {} });
});
