import { atOnce } from '../../../../../../credentials/http/slices';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import {
	type GroupSeries,
	type Ordering,
	orderSteps,
} from '../../../../../../nodes/SensorsAnalytics/table/grid';

const line = (group: Cell, now: Cell, before?: Cell): GroupSeries => ({
	key: String(group),
	group: [group],
	now: [[now]],
	...(before === undefined ? {} : { before: [[before]] }),
	shown: [0],
});
const LINES = [line('A', 2), line(null, null), line('B', 5), line('C', 2), line('D', null)];
const bySize = ({ now }: GroupSeries) => now[0]?.[0] ?? null;
const byName = ({ group }: GroupSeries) => group[0] ?? null;
const order = (ordering: Ordering, rankOf = bySize) =>
	atOnce(orderSteps(LINES, ordering, rankOf)).map(({ group }) => group[0]);

describe('O3, O4: groups in the requested order', () => {
	it.each<[Ordering, Cell[]]>([
		[{ isDescending: true }, ['A', null, 'B', 'C', 'D']],
		[{ by: 'n', isDescending: true }, ['B', 'A', 'C', null, 'D']],
		[{ by: 'n', isDescending: false }, ['A', 'C', 'B', null, 'D']],
		[{ by: 'n', isDescending: true, top: 1 }, ['B']],
		[{ isDescending: true, top: 2 }, ['A', null]],
		[{ by: 'n', isDescending: true, top: 4, hasRest: true }, ['B', 'A', 'C', null, '(other)']],
		[{ by: 'n', isDescending: true, top: 5, hasRest: true }, ['B', 'A', 'C', null, 'D']],
	])('%j', (ordering, meant) => {
		expect(order(ordering)).toEqual(meant);
	});

	it('keeps all without a number of them, and the order of what is nothing', () => {
		expect(order({ by: 'n', isDescending: true, hasRest: true })).toHaveLength(5);
		expect(order({ by: 'none', isDescending: true }, () => null)).toEqual([
			'A',
			null,
			'B',
			'C',
			'D',
		]);
	});

	it('by name: nothing comes last in both directions', () => {
		expect(order({ by: 'city', isDescending: true }, byName)).toEqual(['D', 'C', 'B', 'A', null]);
		expect(order({ by: 'city', isDescending: false }, byName)).toEqual(['A', 'B', 'C', 'D', null]);
	});
});
