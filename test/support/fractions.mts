/** Exact fractions: the second implementation of what decimals compute. */

export interface Fraction {
	top: bigint;
	bottom: bigint;
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

export function fraction(top: bigint, bottom = 1n): Fraction {
	const divisor = gcd(top, bottom) || 1n;
	const sign = bottom < 0n ? -1n : 1n;
	return { top: (sign * top) / divisor, bottom: (sign * bottom) / divisor };
}

/** The number that digits are, such as `-12.5` or `1e-7`. */
export function exactly(digits: number | string): Fraction {
	const [mantissa = '', exponent = '0'] = String(digits).split('e');
	const [whole = '', decimals = ''] = mantissa.split('.');
	const places = decimals.length - Number(exponent);
	const all = BigInt(whole + decimals);
	return places >= 0
		? fraction(all, 10n ** BigInt(places))
		: fraction(all * 10n ** BigInt(-places));
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
	fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, fraction(-b.top, b.bottom));
export const times = (a: Fraction, b: Fraction): Fraction =>
	fraction(a.top * b.top, a.bottom * b.bottom);
export const over = (a: Fraction, b: Fraction): Fraction =>
	fraction(a.top * b.bottom, a.bottom * b.top);
export const total = (all: readonly Fraction[]): Fraction => all.reduce(plus, fraction(0n));
export const isZero = ({ top }: Fraction): boolean => top === 0n;
export const near = ({ top, bottom }: Fraction): number =>
	Number((top * 10n ** 20n) / bottom) / 1e20;
