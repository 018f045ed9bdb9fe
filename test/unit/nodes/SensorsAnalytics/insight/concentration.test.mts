import type { Moved } from '../../../../../nodes/SensorsAnalytics/insight/concentration';
import { concentrationOf } from '../../../../../nodes/SensorsAnalytics/insight/concentration';

/** Numbers of events, before and now, which differ by chance only. */
const moved = (...groups: Array<[before: number, now: number]>) =>
	groups.map(([before, now]): Moved => ({ before, now, noiseBefore: before, noiseNow: now }));

/** Sums of amounts, such as profits. */
const amounts = (groups: Array<[before: number, now: number]>) =>
	groups.map(
		([before, now]): Moved => ({
			...{ before, now },
			...{ noiseBefore: Math.abs(before), noiseNow: Math.abs(now) },
		}),
	);

/** The same with the other sign, such as refunds in place of sales. */
const below0 = (groups: readonly Moved[]) =>
	groups.map((group): Moved => ({ ...group, before: -group.before, now: -group.now }));

describe('A change of groups that moved alike', () => {
	it.each([
		['fell to a few events', moved([31, 0], [16, 1], [10, 1], [7, 0]), -1],
		['fell from many to a few', moved([310, 0], [160, 2], [100, 1], [70, 0]), -1],
		['rose from a few events', moved([0, 89], [3, 310], [1, 160], [0, 81]), 1],
	])('lies in no group if they %s', (_name, groups, way) => {
		expect(concentrationOf(groups, way)).toMatchObject({ outliers: [], isClear: false });
	});
});

describe('A change', () => {
	it.each([
		['small numbers', moved([15, 100], [13, 11], [4, 10], [1, 3], [5, 3], [1, 2], [2, 1])],
		['a rest that did not move', moved([20, 65], [10, 9], [11, 9], [3, 5], [1, 4], [3, 2], [2, 1])],
		[
			'a rest that moved unlike each other',
			moved([15_000, 100_000], [13_000, 9_000], [4_000, 9_000], [9_000, 5_000], [5_000, 8_000]),
		],
	])('lies in the one group that has nearly all of it: %s', (_name, groups) => {
		expect(concentrationOf(groups, 1)).toMatchObject({ outliers: [0], isClear: true });
		expect(concentrationOf(below0(groups), -1)).toEqual(concentrationOf(groups, 1));
	});

	it.each([
		['above 0', [100, 500], [160, 160], [155, 160], [160, 158]],
		['that falls below 0', [100, -500], [100, 100], [105, 100], [100, 103]],
		['that falls below 0, of two groups', [100, -500], [120, 118]],
	] as Array<[string, ...Array<[number, number]>]>)(
		'lies in one group of a sum %s, and of the same sum with the other sign',
		(_name, ...groups) => {
			const way = Math.sign(groups.reduce((sum, [before, now]) => sum + now - before, 0));
			const found = concentrationOf(amounts(groups), way);
			expect(found).toMatchObject({ outliers: [0], isClear: true });
			expect(concentrationOf(below0(amounts(groups)), -way)).toEqual(found);
		},
	);

	it('lies nowhere if a sum falls below 0 in all groups', () => {
		const groups = amounts([
			[100, -120],
			[120, -90],
			[110, -100],
		]);
		expect(concentrationOf(groups, -1).isClear).toBe(false);
		expect(concentrationOf(below0(groups), 1).isClear).toBe(false);
	});

	it.each([
		['the rest moved as well', moved([10, 45], [10, 18], [8, 15], [3, 10], [5, 5], [1, 4])],
		['it may be chance', moved([20, 32], [10, 9], [11, 10], [3, 5], [1, 2], [3, 2])],
		['one group is most of the whole', moved([60, 100], [4, 4], [3, 2], [2, 3])],
		[
			'half of the groups rose and half fell',
			moved(
				...[1, 2, 3, 4].flatMap(
					(n): Array<[number, number]> => [
						[900, 1700 + 50 * n],
						[900, 300 + 50 * n],
					],
				),
			),
		],
	])('lies in no few groups where %s', (_name, groups) => {
		expect(concentrationOf(groups, 1).isClear).toBe(false);
	});
});
