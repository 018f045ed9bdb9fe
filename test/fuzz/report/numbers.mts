/** Exact arithmetic on numbers as they are written. */
import type { Value } from './tell.mts';

interface Decimal {
	digits: bigint;
	places: number;
}

function read(value: number): Decimal {
	const [whole = '0', part = ''] = plain(value).split('.');
	return { digits: BigInt(whole + part), places: part.length };
}

function plain(value: number): string {
	const text = String(value);
	return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text;
}

function align(a: number, b: number): { a: bigint; b: bigint; places: number } {
	const [left, right] = [read(a), read(b)];
	const places = Math.max(left.places, right.places);
	const lift = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
	return { a: lift(left), b: lift(right), places };
}

function write(digits: bigint, places: number): number {
	return Number(`${digits}e-${places}`);
}

export function add(a: number, b: number): number {
	const both = align(a, b);
	return write(both.a + both.b, both.places);
}

export function subtract(a: number, b: number): number {
	const both = align(a, b);
	return write(both.a - both.b, both.places);
}

/** Change in percent with two decimals; where it lies right between two, either. */
export function percents(now: Value, before: Value): Value[] {
	if (now === null || before === null || before === 0) return [null];
	const { a, b } = align(now, before);
	const size = b < 0n ? -b : b;
	const scaled = (a - b) * 10_000n;
	const magnitude = scaled < 0n ? -scaled : scaled;
	const sign = scaled < 0n ? -1 : 1;
	const floor = magnitude / size;
	const rest = (magnitude % size) * 2n;
	const toPercent = (hundredths: bigint) => sign * write(hundredths, 2) + 0;
	if (rest === size) return [toPercent(floor), toPercent(floor + 1n)];
	return [toPercent(rest > size ? floor + 1n : floor)];
}
