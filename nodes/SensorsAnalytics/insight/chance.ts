/** Estimates how likely a change is by chance. */

/** A change of up to this many standard deviations may be chance. */
export const BY_CHANCE = 2;

/**
 * Whether two counts, or two means of `count` counts each, differ no more than counts vary by
 * chance.
 */
export function isByChance(now: number, before: number, count = 1): boolean {
	if (now === before) return true;
	const deviation = Math.sqrt((Math.abs(now) + Math.abs(before)) / count);
	return Math.abs(now - before) < BY_CHANCE * deviation;
}

/** Fewer dates say too little about how much they vary by chance. */
const MIN_DATES = 7;

/**
 * Returns by how many standard deviations a sum over dates moved, estimated from the differences
 * between each date and its comparison date; undefined for too few dates.
 */
export function deviationsOfDates(differences: readonly number[]): number | undefined {
	const { length } = differences;
	if (length < MIN_DATES) return undefined;
	const degrees = length - 1;
	const sum = differences.reduce((all, one) => all + one, 0);
	const squares = differences.reduce((all, one) => all + (one - sum / length) ** 2, 0);
	if (squares === 0) return sum === 0 ? 0 : Infinity;
	// Wallace's approximation of Student's t by a normal number.
	const t = sum ** 2 / ((squares / degrees) * length);
	return ((8 * degrees + 1) / (8 * degrees + 3)) * Math.sqrt(degrees * Math.log1p(t / degrees));
}

/**
 * Returns by how many standard deviations two counts, or two means of `count` counts each, differ,
 * reduced by one count, because counts change in steps of one.
 */
export function deviationsOf(now: number, before: number, count: number): number {
	const sum = Math.abs(now) + Math.abs(before);
	if (sum === 0) return 0;
	return Math.max(0, Math.abs(now - before) * count - 1) / Math.sqrt(sum * count);
}

/**
 * Whether the largest of several differences is more than chance: all of them together exceed the
 * limit no more often than a single one does.
 */
export function isBeyondChance(deviations: number, looked: number): boolean {
	return logChance(deviations ** 2, 1) + Math.log(looked) <= logChance(BY_CHANCE ** 2, 1);
}

/** Coefficients of Lanczos' approximation, g = 7. */
const LANCZOS = [
	0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
	-176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
	1.5056327351493116e-7,
];
const PRECISION = 1e-14;
const MOST_TERMS = 10_000;
const TINY = 1e-300;

/** Natural logarithm of the gamma function, for numbers from 0.5. */
function logGamma(x: number): number {
	const [first = 0, ...others] = LANCZOS;
	const base = x + 6.5;
	const sum = others.reduce((all, one, index) => all + one / (x + index), first);
	return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

/**
 * Natural logarithm of the probability that a chi-squared number with this many degrees of freedom
 * is at least as large. Logarithms also compare probabilities that are too small for a number.
 */
export function logChance(statistic: number, degrees: number): number {
	if (degrees <= 0 || !(statistic > 0)) return 0;
	const [a, x] = [degrees / 2, statistic / 2];
	const start = a * Math.log(x) - x - logGamma(a);
	return x < a + 1
		? Math.log1p(-Math.exp(start) * gammaSeries(a, x))
		: start + Math.log(fraction(a, x));
}

/** Lower incomplete gamma function, without its leading factor. */
function gammaSeries(a: number, x: number): number {
	let term = 1 / a;
	let sum = term;
	for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n++) {
		term *= x / (a + n);
		sum += term;
	}
	return sum;
}

/** Upper incomplete gamma function, without its leading factor: Lentz's continued fraction. */
function fraction(a: number, x: number): number {
	let b = x + 1 - a;
	let c = 1 / TINY;
	let d = 1 / b;
	let result = d;
	for (let n = 1; n < MOST_TERMS; n++) {
		const an = -n * (n - a);
		b += 2;
		d = 1 / nonZero(an * d + b);
		c = nonZero(b + an / c);
		result *= d * c;
		if (Math.abs(d * c - 1) < PRECISION) break;
	}
	return result;
}

function nonZero(value: number): number {
	return Math.abs(value) < TINY ? TINY : value;
}
