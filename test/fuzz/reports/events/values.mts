/** Exact arithmetic on numbers as they are written, and the order of values; beyond 2^53 they are texts of their digits. */
import type { Scalar, Value } from './case.mts';

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

/** Makes a cell from the number of hundredths, multiplied by the factor. */
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

export type Rank =
	| readonly [kind: number, value: number | bigint | string, isBelow: number]
	| undefined;

const NUMBER = 0;
const TEXT = 1;
const BOOLEAN = 2;

/** A number with all its digits; a text is none. */
export function rankNumber(value: Value): Rank {
	if (!isNumber(value)) return undefined;
	return [NUMBER, typeof value === 'string' ? BigInt(value) : value, 0];
}

export function compareRanks(a: Rank, b: Rank): number {
	if (!a || !b) return Number(!a) - Number(!b);
	for (const index of [0, 1, 2] as const) {
		if (a[index] < b[index]) return -1;
		if (a[index] > b[index]) return 1;
	}
	return 0;
}

/** By their values, ascending; null is last, equal ones by their JSON. */
export function compareGroups(a: readonly Scalar[], b: readonly Scalar[]): number {
	for (const [index, value] of a.entries()) {
		const other = b[index] as Scalar;
		if (value === null || other === null) {
			if (value !== other) return value === null ? 1 : -1;
			continue;
		}
		const [one, two] = [rankValue(value) ?? EMPTY, rankValue(other) ?? EMPTY];
		const order = compareRanks(one, two);
		if (order !== 0) return order;
	}
	return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

const EMPTY = [TEXT, '', 0] as const;

/** O2 */
export function rankValue(value: Scalar): Rank {
	if (value === null || value === '') return undefined;
	if (typeof value === 'number') return [NUMBER, value, 0];
	if (typeof value === 'boolean') return [BOOLEAN, value ? 0 : 1, 0];
	const digits = /^-?\d+(\.\d+)?$/.test(value);
	const bucket = /^(<?)(-?\d+(?:\.\d+)?)(?:~(?:-?\d+(?:\.\d+)?)?)?$/.exec(value);
	const isWhole = digits && !value.includes('.');
	if (digits) return [NUMBER, isWhole ? BigInt(value) : Number(value), 0];
	if (bucket && /[<~]/.test(value)) return [NUMBER, Number(bucket[2]), bucket[1] ? -1 : 0];
	return [TEXT, value, 0];
}
