import { atOnce } from '../../../../../../../credentials/http/slices';
import { largestFirstSteps } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/table';
import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';

const order = (rows: Array<[Cell, Cell]>) =>
	atOnce(
		largestFirstSteps(
			rows.map(([value, size]) => ({ group: [value], size })),
			({ size }) => size,
		),
	).map(({ group, size }) => [group[0], size]);

describe('rows in no order', () => {
	it('are in that of their groups, by the sum of what they have', () => {
		expect(
			order([
				['a', 2],
				['b', 3],
				['a', 2],
			]),
		).toEqual([
			['a', 2],
			['a', 2],
			['b', 3],
		]);
	});

	it('of one size by their values, nothing last', () => {
		const rows: Array<[Cell, Cell]> = [
			[null, 1],
			['b', 1],
			['10', 1],
			['9', 1],
			['z', null],
		];
		expect(order(rows).map(([value]) => value)).toEqual(['9', '10', 'b', null, 'z']);
		expect(order([...rows].reverse())).toEqual(order(rows));
	});

	it('equal values always in the same one', () => {
		const rows: Array<[Cell, Cell]> = [
			[10, 1],
			['10~20', 1],
			['10', 1],
		];
		expect(order([...rows].reverse())).toEqual(order(rows));
	});
});

it('groups of several values: the first one that differs decides', () => {
	const groups: Cell[][] = [
		['b', 1],
		['a', null],
		['a', 2],
		[null, 1],
		['a', 1],
	];
	const ordered = atOnce(
		largestFirstSteps(
			groups.map((group) => ({ group })),
			() => 1,
		),
	);
	expect(ordered.map(({ group }) => group)).toEqual([
		['a', 1],
		['a', 2],
		['a', null],
		['b', 1],
		[null, 1],
	]);
});

it('a limited number of entries per step', () => {
	const entries = Array.from({ length: 41 }, (_, i) => ({ group: [i] }));
	// Two of them, and a run of the sorting.
	expect([...largestFirstSteps(entries, () => 1)]).toEqual([undefined, undefined, undefined]);
});
