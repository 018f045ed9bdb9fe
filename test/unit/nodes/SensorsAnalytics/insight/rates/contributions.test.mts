import {
	addUpTo,
	type BothPeriods,
	contributions,
	ownChange,
	overallOf,
} from '../../../../../../nodes/SensorsAnalytics/insight/rates';
import fc from '../../../../../support/fastCheck.mts';
import { runs } from '../../../../../support/extent.mts';
import {
	exactly,
	isZero,
	minus,
	near,
	over,
	times,
	total,
} from '../../../../../support/fractions.mts';

/** Amounts as services return them: counts, money, nothing, refunds. */
const amount = fc.oneof(
	fc.constant(0),
	fc.integer({ min: 0, max: 2_000_000 }),
	fc.integer({ min: -900_000_000, max: 900_000_000 }).map((cents) => cents / 100),
);
const group = fc.record({ now: amount, before: amount });
const groups = fc.array(group, { minLength: 1, maxLength: 8 });

describe('Contributions', () => {
	it('add up to the change digit by digit, whatever the groups are like', () => {
		fc.assert(
			fc.property(groups, (table) => {
				const parts = contributions(table);
				const whole = overallOf(table);
				const changes = parts.map(({ change }) => exactly(change ?? NaN));
				const now = total(table.map((one) => exactly(one.now)));
				const before = total(table.map((one) => exactly(one.before)));
				const isWhole = isZero(minus(exactly(whole.now ?? NaN), now));
				return isWhole && isZero(minus(total(changes), minus(now, before)));
			}),
			runs(500),
		);
	});

	it('are those of the formulas: now − before, and before × rest now ÷ rest before', () => {
		fc.assert(
			fc.property(groups, (table) => {
				const sum = (side: keyof BothPeriods) => total(table.map((one) => exactly(one[side])));
				const [now, before] = [sum('now'), sum('before')];
				for (const [index, part] of contributions(table).entries()) {
					const own = table[index] as { now: number; before: number };
					const [mine, mineBefore] = [exactly(own.now), exactly(own.before)];
					const rest = minus(now, mine);
					const restBefore = minus(before, mineBefore);
					const sign = restBefore.top < 0n ? -1n : 1n;
					const isMost = minus(mineBefore, restBefore).top * sign > 0n;
					if (restBefore.top === 0n || rest.top * sign < 0n || isMost)
						expect(part.expected).toBeNull();
					else {
						const expected = near(times(mineBefore, over(rest, restBefore)));
						const isNear =
							Math.abs(Number(part.expected) - expected) <= 1e-6 + 1e-14 * Math.abs(expected);
						expect(isNear).toBe(true);
						// Beyond 15 digits a double rounds the last one.
						const unexpected = minus(mine, exactly(part.expected ?? NaN));
						const isExact =
							Math.abs(Number(part.unexpected) - near(unexpected)) <=
							1e-15 * Math.abs(near(unexpected));
						expect(isExact).toBe(true);
					}
					const change = minus(now, before);
					if (isZero(change)) expect(part.shareOfChange).toBeNull();
					else {
						const share = near(over(minus(mine, mineBefore), change)) * 100;
						expect(Math.abs((part.shareOfChange ?? NaN) - share)).toBeLessThanOrEqual(
							0.0051 + Math.abs(share) * 1e-12,
						);
					}
				}
			}),
			runs(500),
		);
	});

	it('have as many digits below 0 as above', () => {
		const expectedOf = (before: number) =>
			contributions([
				{ now: 0, before: 41.6 },
				{ now: 0, before },
				{ now: 7_247_472_820.82, before: 0 },
			])[1]?.expected;
		expect(expectedOf(-41.53)).toBe(-Number(expectedOf(41.53)));
	});

	it('has the numbers of the guide for Beijing', () => {
		const [beijing] = contributions([
			{ now: 512, before: 640 },
			{ now: 431, before: 418 },
			{ now: 341, before: 352 },
		]);
		expect(beijing).toEqual({
			now: 512,
			before: 640,
			change: -128,
			changePercent: -20,
			shareOfChange: 101.59,
			expected: 641.662338,
			unexpected: -129.662338,
		});
	});

	it('have no yardstick where one group is most of the number', () => {
		const [most, other] = contributions([
			{ now: 52, before: 60 },
			{ now: 2, before: 4 },
		]);
		expect(most).toMatchObject({ change: -8, expected: null, unexpected: null });
		expect(other?.expected).toBe(3.466667);
	});

	it('keep all digits of integers beyond doubles', () => {
		const [first] = contributions([
			{ now: '9007199254740993', before: 1 },
			{ now: 1, before: 1 },
		]);
		expect(first?.change).toBe('9007199254740992');
	});

	it('are null where a cut answer leaves a number open, and never 0', () => {
		expect(ownChange({ now: null, before: 7 })).toMatchObject({ now: null, change: null });
		expect(ownChange({ now: 7, before: null }).changePercent).toBeNull();
	});
});

describe('Groups add up to the overall number', () => {
	const parts = [
		{ now: 0.1, before: 5 },
		{ now: 0.2, before: 7 },
	];

	it('but for what floating point adds', () => {
		expect(addUpTo(parts, { now: 0.30000000000000004, before: 12 })).toBe(true);
	});
	it.each([
		['a whole that misses them', { now: 0.31, before: 12 }],
		['a whole before that misses them', { now: 0.3, before: 13 }],
		['a whole that is not known', { now: null, before: 12 }],
	])('not to %s', (_name, whole) => {
		expect(addUpTo(parts, whole)).toBe(false);
	});
	it('not where one of them is not known', () => {
		expect(addUpTo([{ now: null, before: 1 }], { now: 0, before: 1 })).toBe(false);
	});
});
