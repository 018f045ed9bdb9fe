import {
	type Moved,
	concentrationOf,
	dimensionChange,
} from '../../../../../../nodes/SensorsAnalytics/insight/verdict';

/** Numbers of events, before and now, which differ by chance only. */
const moved = (...groups: Array<[before: number, now: number]>) =>
	groups.map(([before, now]): Moved => ({ before, now, noiseBefore: 1, noiseNow: 1 }));

/** Sums of amounts, such as profits. */
const amounts = (groups: Array<[before: number, now: number]>) => moved(...groups);

/** The same with the other sign, such as refunds in place of sales. */
const below0 = (groups: readonly Moved[]) =>
	groups.map((group): Moved => ({ ...group, before: -group.before, now: -group.now }));

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

	it('lies in one of many groups, although all together differ no more than by chance', () => {
		const alike = Array.from({ length: 19 }, (_none, at): [number, number] => [100, 96 + (at % 9)]);
		const found = concentrationOf(moved([100, 45], ...alike), -1);
		expect(found).toMatchObject({ outliers: [0], isClear: true });
		expect(concentrationOf(moved([100, 70], ...alike), -1).isClear).toBe(false);
	});

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

/** Events that fall to groups by the same shares in both periods. */
describe('Of groups that differ by chance', () => {
	const SHARES: { [name: string]: number[] } = {
		four: [31, 16, 10, 7],
		two: [9, 1],
		twenty: Array.from({ length: 20 }, (_none, index) => 1 / (index + 1)),
	};
	let seed = 7;
	const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
	const draw = (shares: readonly number[], events: number) => {
		const numbers = shares.map(() => 0);
		for (let event = 0; event < events; event++) {
			let left = random() * shares.reduce((sum, share) => sum + share, 0);
			const group = shares.findIndex((share) => (left -= share) < 0);
			numbers[group] = (numbers[group] ?? 0) + 1;
		}
		return numbers;
	};
	const cases = Object.keys(SHARES).flatMap((name) =>
		[
			[64, 1],
			[64, 2],
			[64, 8],
			[640, 6],
			[640, 64],
			[640, 608],
			[2, 64],
			[4, 640],
		].map(([before, now]) => [name, before, now] as [string, number, number]),
	);

	it.each(cases)('hardly any is named, and nearly all moved alike: %s, %d to %d', (...of) => {
		const [name, before, now] = of;
		const shares = SHARES[name] ?? [];
		const found = Array.from({ length: 300 }, () => {
			const [past, own] = [draw(shares, before), draw(shares, now)];
			const groups = shares.map((_share, at): [number, number] => [past[at] ?? 0, own[at] ?? 0]);
			return concentrationOf(moved(...groups), Math.sign(now - before));
		});
		const partOf = (is: (one: (typeof found)[number]) => boolean) =>
			found.filter(is).length / found.length;
		expect(partOf(({ isClear }) => isClear)).toBeLessThan(0.01);
		expect(partOf(({ logChance }) => logChance > Math.log(0.05))).toBeGreaterThan(0.88);
	});

	it.each([1, 10, 100])('one that falls to 0 is named where the others stay: %d times', (times) => {
		const [first, ...others] = [31, 16, 10, 7].map((size) => size * times) as [number, number];
		const stay = others.map((size): [number, number] => [size, size]);
		expect(concentrationOf(moved([first, 0], ...stay), -1)).toMatchObject({
			...{ outliers: [0], isClear: true },
		});
		expect(concentrationOf(moved([0, first], ...stay), 1)).toMatchObject({
			...{ outliers: [0], isClear: true },
		});
	});

	it.each([
		[1800, 0],
		[900, 0],
		[0, 1800],
		[19, 0],
	])('a small one that is gone or new is not like the others (%d to %d)', (before, now) => {
		const times = Math.max(before, now) < 100 ? 0.01 : 1;
		const others = [
			[22_000, 22_700],
			[21_000, 20_300],
			[20_000, 20_500],
			[18_000, 17_500],
			[17_200, 17_600],
		].map(([past = 0, own = 0]): [number, number] => [past * times, own * times]);
		const small: [number, number] = [before, now];
		expect(concentrationOf(moved(...others, small), -1).logChance).toBeLessThan(Math.log(0.001));
		const alike: [number, number] = [1800 * times, 1750 * times];
		expect(concentrationOf(moved(...others, alike), -1).logChance).toBeGreaterThan(Math.log(0.05));
	});

	it('the only one of which much is left is named', () => {
		const groups = moved([310, 1], [160, 158], [100, 2], [70, 0]);
		expect(concentrationOf(groups, -1)).toMatchObject({ outliers: [1], isClear: true });
	});
});

it.each([
	['that is gone, if the others each gained less', [50, 0], [1000, 0], 'A'],
	['that is new', [0, 50], [0, 1000], 'A'],
	['that gained what the only other one lost', [100, 20], [1000, 200], 'B'],
])('a change of the mix names the group %s', (_name, orders, views, expected) => {
	const both = ([before, now]: number[]) => ({ before: before ?? 0, now: now ?? 0 });
	const group = (value: string, top: number[], bottom: number[]) =>
		({ value, top: both(top), bottom: both(bottom) }) as const;
	const others =
		expected === 'B'
			? [group('B', [20, 36], [1000, 1800])]
			: ['B', 'C'].map((value) => group(value, [100, 100], [1000, 1000]));
	const all = [group('A', orders, views), ...others];
	const sum = (of: 'top' | 'bottom') =>
		both([
			all.reduce((so, one) => so + one[of].before, 0),
			all.reduce((so, one) => so + one[of].now, 0),
		]);
	const overall = { kind: 'ratio', noise: 1, noiseOfBottom: 1 } as const;
	const found = dimensionChange(all, { ...overall, top: sum('top'), bottom: sum('bottom') }, false);
	expect(found.by).toBe('mix');
	expect(found.values.flatMap(({ value, standsOut }) => (standsOut ? [value] : []))).toEqual([
		expected,
	]);
});
