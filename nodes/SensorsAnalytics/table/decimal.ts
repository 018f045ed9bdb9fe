/** Arithmetic with numbers as they are written in decimal digits: 0.3 − 0.1 is 0.2. */

/** `digits` × 10 ^ `exponent`. */
interface Decimal {
	digits: bigint;
	exponent: number;
}

/** a − b, as exact as both are written; null where it is beyond all numbers. */
export function subtract(a: number, b: number): number | null {
	const quick = a - b;
	if (Number.isSafeInteger(quick) && Number.isSafeInteger(a) && Number.isSafeInteger(b))
		return quick + 0;
	return numberOf(difference(decimalOf(a), decimalOf(b)));
}

/** a + b in the same way. */
export function add(a: number, b: number): number | null {
	return subtract(a, -b);
}

/**
 * (a − b) in percent of the absolute value of b, two decimals, halves away from 0; null where
 * b is 0.
 */
export function percentChange(a: number, b: number): number | null {
	if (b === 0) return null;
	const quick = ((a - b) / Math.abs(b)) * 10_000;
	// Far from a half, binary arithmetic rounds to the same side.
	const isClear = Math.abs(quick) < 1e9 && Math.abs((Math.abs(quick) % 1) - 0.5) > 1e-5;
	if (isClear) return Math.round(quick) / 100 + 0;
	const [now, before] = aligned(decimalOf(a), decimalOf(b));
	const change = now - before;
	const [size, base] = [magnitude(change), magnitude(before)];
	const hundredths = (size * 20_000n + base) / (base * 2n);
	return numberOf({ digits: change < 0n ? -hundredths : hundredths, exponent: -2 });
}

function decimalOf(value: number): Decimal {
	const [mantissa = '', exponent = '0'] = String(value).split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function difference(a: Decimal, b: Decimal): Decimal {
	const [first, second] = aligned(a, b);
	return { digits: first - second, exponent: Math.min(a.exponent, b.exponent) };
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
	const exponent = Math.min(a.exponent, b.exponent);
	const scaled = (value: Decimal) => value.digits * 10n ** BigInt(value.exponent - exponent);
	return [scaled(a), scaled(b)];
}

function magnitude(value: bigint): bigint {
	return value < 0n ? -value : value;
}

function numberOf({ digits, exponent }: Decimal): number | null {
	const value = Number(`${digits}e${exponent}`);
	return Number.isFinite(value) ? value + 0 : null;
}
