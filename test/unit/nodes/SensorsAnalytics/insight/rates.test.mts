import type { RatioParts } from '../../../../../nodes/SensorsAnalytics/insight/rates';
import {
	isSimpson,
	ownRates,
	rateAndMix,
} from '../../../../../nodes/SensorsAnalytics/insight/rates';
import fc from '../../../../support/fastCheck.mts';
import { runs } from '../../../../support/extent.mts';
import type { Fraction } from '../../../../support/fractions.mts';
import {
	exactly,
	fraction,
	isZero,
	minus,
	near,
	over,
	plus,
	times,
	total,
} from '../../../../support/fractions.mts';

const top = fc.oneof(
	fc.constant(0),
	fc.integer({ min: 0, max: 100_000 }),
	fc.integer({ min: -9_000, max: 90_000_000 }).map((cents) => cents / 100),
);
const bottom = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500_000 }));
const group = fc.record({
	top: fc.record({ now: top, before: top }),
	bottom: fc.record({ now: bottom, before: bottom }),
});
const groups = fc.array(group, { minLength: 1, maxLength: 8 });

const half = fraction(1n, 2n);
type Table = Array<{
	top: { now: number; before: number };
	bottom: { now: number; before: number };
}>;

/** Rate and mix by the formulas of the guide, in fractions. */
function byFormula(table: Table) {
	const at = (side: 'now' | 'before') => {
		const whole = total(table.map((one) => exactly(one.bottom[side])));
		const sum = total(table.map((one) => exactly(one.top[side])));
		return {
			rate: over(sum, whole),
			parts: table.map((one) => {
				const own = exactly(one.bottom[side]);
				return {
					weight: over(own, whole),
					rate: isZero(own) ? undefined : over(exactly(one.top[side]), own),
					orphan: isZero(own) ? over(exactly(one.top[side]), whole) : fraction(0n),
				};
			}),
		};
	};
	const [now, before] = [at('now'), at('before')];
	const mean = times(plus(now.rate, before.rate), half);
	const effects = now.parts.map((one, index) => {
		const other = before.parts[index] as typeof one;
		const zero = fraction(0n);
		const rates: [Fraction, Fraction] = [
			one.rate ?? other.rate ?? zero,
			other.rate ?? one.rate ?? zero,
		];
		const weight = times(plus(one.weight, other.weight), half);
		const rate = times(weight, minus(rates[0], rates[1]));
		const mix = times(minus(one.weight, other.weight), minus(times(plus(...rates), half), mean));
		// A group above nothing belongs to no rate: it is listed with the rates.
		return { rate: plus(rate, minus(one.orphan, other.orphan)), mix };
	});
	return { change: minus(now.rate, before.rate), effects };
}

describe('Rate and mix', () => {
	it('add up to the change digit by digit, and are those of the formulas', () => {
		fc.assert(
			fc.property(groups, (table) => {
				const found = rateAndMix(table);
				const hasNone = (side: 'now' | 'before') => table.every((one) => one.bottom[side] === 0);
				if (hasNone('now') || hasNone('before')) {
					expect(found).toBeUndefined();
					return;
				}
				const reported = (found?.groups ?? []).flatMap(({ rate, mix }) => [
					exactly(rate ?? NaN),
					exactly(mix ?? NaN),
				]);
				expect(total(reported)).toEqual(exactly(found?.overall.change ?? NaN));
				const { change, effects } = byFormula(table);
				const size = Math.max(
					1e-9,
					...effects.map(({ rate, mix }) => Math.max(Math.abs(near(rate)), Math.abs(near(mix)))),
					Math.abs(Number(found?.overall.now)),
					Math.abs(Number(found?.overall.before)),
				);
				const isNear = (one: number, other: Fraction) => Math.abs(one - near(other)) <= 1e-9 * size;
				expect(isNear(Number(found?.overall.change), change)).toBe(true);
				found?.groups.forEach(({ rate, mix }, index) => {
					expect(isNear(Number(rate), (effects[index] as { rate: Fraction }).rate)).toBe(true);
					expect(isNear(Number(mix), (effects[index] as { mix: Fraction }).mix)).toBe(true);
				});
			}),
			runs(500),
		);
	});

	/** App 6.0 → 6.1 %, Web 2.0 → 2.1 %, and yet 4.4 → 3.9 %. */
	const simpson: RatioParts[] = [
		{ top: { now: 274.5, before: 360 }, bottom: { now: 4500, before: 6000 } },
		{ top: { now: 115.5, before: 80 }, bottom: { now: 5500, before: 4000 } },
	];

	it('find a mix although all rates rose', () => {
		const found = rateAndMix(simpson);
		expect(found?.overall).toMatchObject({ now: 0.039, before: 0.044, change: -0.005 });
		expect(found?.groups).toEqual([
			{
				now: 0.061,
				before: 0.06,
				change: 0.001,
				partNow: 45,
				partBefore: 60,
				rate: 0.000525,
				mix: -0.00285,
			},
			{
				now: 0.021,
				before: 0.02,
				change: 0.001,
				partNow: 55,
				partBefore: 40,
				rate: 0.000475,
				mix: -0.00315,
			},
		]);
		expect(found && isSimpson(found)).toBe(true);
	});

	it('report no paradox if one group moved in the direction of the overall ratio', () => {
		const [first, second] = simpson as [RatioParts, RatioParts];
		const fell = { ...second, top: { now: 100, before: 80 } };
		const found = rateAndMix([first, fell]);
		expect(found && isSimpson(found)).toBe(false);
	});

	it('are a mix alone for a group on one side', () => {
		const found = rateAndMix([
			{ top: { now: 10, before: 10 }, bottom: { now: 100, before: 100 } },
			{ top: { now: 50, before: 0 }, bottom: { now: 100, before: 0 } },
		]);
		expect(found?.groups[1]).toMatchObject({ before: null, change: null, rate: 0 });
		expect(found?.overall.change).toBe(0.2);
	});

	it('are unknown if groups do not add up', () => {
		const [whole] = simpson as [RatioParts];
		const { groups: own } = ownRates(simpson, whole);
		expect(own[0]).toMatchObject({ now: 0.061, change: 0.001, rate: null, mix: null });
	});
});
