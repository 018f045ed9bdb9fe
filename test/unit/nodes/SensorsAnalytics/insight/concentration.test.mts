import type { Moved } from '../../../../../nodes/SensorsAnalytics/insight/concentration';
import { concentrationOf } from '../../../../../nodes/SensorsAnalytics/insight/concentration';

/** Numbers of events, before and now, which differ by chance only. */
const moved = (...groups: Array<[before: number, now: number]>) =>
	groups.map(([before, now]): Moved => ({ before, now, noiseBefore: before, noiseNow: now }));

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
