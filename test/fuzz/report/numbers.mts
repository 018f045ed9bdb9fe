/** Exact arithmetic on numbers as they are written; beyond 2^53 they are texts of their digits. */
import type { Value } from './tell.mts';

interface Decimal {
	digits: bigint;
	places: number;
}

/** A text that is no digits, such as `12%`, is no number (F5). */
export const isNumber = (value: Value): value is number | string =>
	typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));

function read(value: number | string): Decimal {
	const [whole = '0', part = ''] = plain(value).split('.');
	return { digits: BigInt(whole + part), places: part.length };
}

function plain(value: number | string): string {
	const text = String(value);
	return typeof value === 'number' && text.includes('e')
		? value.toFixed(20).replace(/0+$/, '')
		: text;
}

function align(a: number | string, b: number | string): { a: bigint; b: bigint; places: number } {
	const [left, right] = [read(a), read(b)];
	const places = Math.max(left.places, right.places);
	const lift = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
	return { a: lift(left), b: lift(right), places };
}

function write(digits: bigint, places: number): number | string {
	const number = Number(`${digits}e-${places}`);
	const isSafe = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return isSafe ? number : String(digits / 10n ** BigInt(places));
}

/** A cell from the number of hundredths, so many times over. */
export function times(value: number | null, factor: string): Value {
	return value === null ? null : write(BigInt(Math.round(value * 100)) * BigInt(factor), 0);
}

/** Null with a text (F5). */
export function add(a: Value, b: Value): Value {
	if (!isNumber(a) || !isNumber(b)) return null;
	const both = align(a, b);
	return write(both.a + both.b, both.places);
}

export function subtract(a: Value, b: Value): Value {
	if (!isNumber(a) || !isNumber(b)) return null;
	const both = align(a, b);
	return write(both.a - both.b, both.places);
}

/** Change in percent with two decimals; where it lies right between two, either. */
export function percents(now: Value, before: Value): Value[] {
	if (!isNumber(now) || !isNumber(before) || before === 0) return [null];
	const { a, b } = align(now, before);
	const size = b < 0n ? -b : b;
	const scaled = (a - b) * 10_000n;
	const magnitude = scaled < 0n ? -scaled : scaled;
	const sign = scaled < 0n ? -1 : 1;
	const floor = magnitude / size;
	const rest = (magnitude % size) * 2n;
	const toPercent = (hundredths: bigint) => sign * Number(write(hundredths, 2)) + 0;
	if (rest === size) return [toPercent(floor), toPercent(floor + 1n)];
	return [toPercent(rest > size ? floor + 1n : floor)];
}
