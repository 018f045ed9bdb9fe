/** Chance from a seed. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export class Chance {
	private readonly source: ReturnType<typeof xoroshiro128plus>;

	constructor(seed: number) {
		this.source = xoroshiro128plus(seed);
	}

	/** A whole number, both ends included. */
	from(low: number, high: number): number {
		return uniformInt(this.source, low, high);
	}

	/** True in so many of a hundred. */
	percent(hits: number): boolean {
		return this.from(1, 100) <= hits;
	}

	pick<T>(list: readonly T[]): T {
		return list[this.from(0, list.length - 1)] as T;
	}

	/** So many different ones, in their order. */
	some<T>(list: readonly T[], count: number): T[] {
		const left = list.map((_, index) => index);
		while (left.length > count) left.splice(this.from(0, left.length - 1), 1);
		return left.map((index) => list[index] as T);
	}
}
