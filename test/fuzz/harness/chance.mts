/** Chance from a seed, or from fast-check. */
import fc from 'fast-check';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

type Draw = (low: number, high: number) => number;

export class Chance {
	/** A whole number, both ends included. */
	readonly from: Draw;

	constructor(source: number | Draw) {
		const generator = typeof source === 'number' ? xoroshiro128plus(source) : undefined;
		this.from = generator ? (low, high) => uniformInt(generator, low, high) : (source as Draw);
	}

	/** True in this percentage of the draws. */
	percent(hits: number): boolean {
		return this.from(1, 100) > 100 - hits;
	}

	pick<T>(list: readonly T[]): T {
		return list[this.from(0, list.length - 1)] as T;
	}

	/** Draws this number of different ones, and keeps their order. */
	some<T>(list: readonly T[], count: number): T[] {
		const left = list.map((_, index) => index);
		while (left.length > count) left.splice(this.from(0, left.length - 1), 1);
		return left.map((index) => list[index] as T);
	}
}

const whole = (min: number, max: number) => fc.noBias(fc.integer({ min, max }));

/** As fast-check draws it: of a case that fails it finds a plainer one, with smaller numbers. */
export function drawn<Case>(draw: (chance: Chance) => Case): fc.Arbitrary<Case> {
	return fc.gen().map((next) => draw(new Chance((low, high) => next(whole, low, high))));
}
