import { atOnce } from '../../../../../../credentials/http/slices';
import { compareSteps, gridSteps } from '../../../../../../nodes/SensorsAnalytics/table/grid';
import { orders } from '../../../../../support/tables.mts';

const gridWith = (group: string, cells: number[], places: number[]) =>
	atOnce(
		gridSteps(
			[
				{
					blocks: { groups: [{ group: [group], values: cells.map((cell) => [cell]) }] },
					places,
					isTruncated: false,
					covers: () => true,
				},
			],
			{ measures: [orders], periods: ['d0', 'd1', 'd2'], hasOneGroup: false },
		),
	);
const pairs = [
	{ mayChange: false },
	{ partner: 0, mayChange: true },
	{ partner: 1, mayChange: true },
];
const [now, before] = [gridWith('A', [1], [0]), gridWith('B', [2], [1])];

describe('R3: groups of either range', () => {
	it('have all periods with filling, else those in which they have a row on either side', () => {
		const rowsOf = (isFilled: boolean) =>
			atOnce(compareSteps(now, before, pairs, [0, 1, 2], isFilled)).map(({ group, shown }) => [
				...group,
				...shown,
			]);
		expect(rowsOf(true)).toEqual([
			['A', 0, 1, 2],
			['B', 0, 1, 2],
		]);
		expect(rowsOf(false)).toEqual([
			['A', 0],
			['B', 2],
		]);
	});

	it('have rows for both where both are', () => {
		const [here, past] = [gridWith('A', [1], [0]), gridWith('A', [2], [1])];
		const [line] = atOnce(compareSteps(here, past, pairs, [0, 1, 2], false));
		expect(line?.shown).toEqual([0, 2]);
	});

	it('are nothing where they are not, and have no past without a partner', () => {
		const [a, b] = atOnce(compareSteps(now, before, pairs, [0, 1, 2], true));
		expect([a?.now, a?.before]).toEqual([
			[[1], [0], [0]],
			[undefined, [0], [0]],
		]);
		expect([b?.now, b?.before]).toEqual([
			[[0], [0], [0]],
			[undefined, [0], [2]],
		]);
	});
});
