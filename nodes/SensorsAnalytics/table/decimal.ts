export type Cell = string | number | boolean | null;

/** Arithmetic in decimal digits: 0.3 − 0.1 is 0.2. */

/** A JavaScript number or, beyond ±(2^53 − 1), where those lose digits, a string of digits. */
export type Amount = number | string;

/**
 * Returns an integer in English format: `1,000`. Intl would load the data of a language first,
 * which takes 10 ms.
 */
export function withCommas(number: number): string {
	const digits = String(Math.abs(number));
	const groups: string[] = [];
	for (let end = digits.length; end > 0; end -= 3)
		groups.unshift(digits.slice(Math.max(0, end - 3), end));
	return (number < 0 ? '-' : '') + groups.join(',');
}

/** The number `digits` × 10 ^ `exponent`. */
interface Decimal {
	digits: bigint;
	exponent: number;
}

/** Longest number that is read: with longer ones from a server, arithmetic would take minutes. */
export const MOST_DIGITS = 100;
const DIGITS = /^-?\d{1,100}(?:\.\d{1,100})?$/;

/** Returns the number in a cell of a measure, or undefined if the cell is null or another text. */
export function amountOf(cell: Cell | undefined): Amount | undefined {
	if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined;
	return typeof cell === 'string' && DIGITS.test(cell) && isBeyond(Number(cell)) ? cell : undefined;
}

/** Returns null if a cell has no number, and otherwise what amountOf returns. */
export function amountOrNull(cell: Cell | undefined): Amount | null {
	return amountOf(cell) ?? null;
}

/** Digits may have a sign, a fraction and leading zeros; they stay text if a number isn't exact. */
export function amountFrom(text: string): Amount {
	const number = Number(text);
	return isBeyond(number) ? written(decimalOf(text)) : number;
}

/** Returns a − b with the digits of both, or null if the result isn't finite. */
export function subtract(a: Amount, b: Amount): Amount | null {
	if (typeof a === 'number' && typeof b === 'number') {
		const quick = a - b;
		if (Number.isSafeInteger(quick) && Number.isSafeInteger(a) && Number.isSafeInteger(b))
			return quick + 0;
		for (const scale of SCALES) {
			const units = scaledTo(scale, a) - scaledTo(scale, b);
			if (!Number.isNaN(units)) return units / scale + 0;
		}
	}
	if (!Number.isFinite(Number(a)) || !Number.isFinite(Number(b))) return null;
	const { digits, exponent } = decimalOf(b);
	const less = { digits: -digits, exponent };
	return amountIn(added(decimalOf(a), less), isExact(a) && isExact(b));
}

/** Returns a + b with the digits of both. */
export function add(a: Amount, b: Amount): Amount | null {
	return subtract(a, negative(b));
}

/**
 * Adds a cell to a sum that only orders something: it is exact only if floating point can't hold
 * it.
 */
export function addQuickly(sum: Amount, cell: Cell): Amount {
	const amount = amountOf(cell) ?? 0;
	const quick = typeof sum === 'number' && typeof amount === 'number' ? sum + amount : NaN;
	return Math.abs(quick) <= Number.MAX_SAFE_INTEGER ? quick : (add(sum, amount) ?? sum);
}

/** Compares two numbers: below 0 if a is less than b, above 0 if it is greater. */
export function compareAmounts(a: Amount, b: Amount): number {
	const [one, other] = [Number(a), Number(b)];
	if (one !== other) return one < other ? -1 : 1;
	if (typeof a === 'number' && typeof b === 'number') return 0;
	const [text, otherText] = [String(a), String(b)];
	if (text === otherText) return 0;
	if (areAlike(text, otherText)) return text < otherText === one > 0 ? -1 : 1;
	const [first, second] = aligned(decimalOf(a), decimalOf(b));
	return first < second ? -1 : first > second ? 1 : 0;
}

/** Returns the exact sum, or null if it isn't finite or one of the numbers is unknown. */
export function sumOf(amounts: ReadonlyArray<Amount | undefined>): Amount | null {
	const [scale] = SCALES;
	let units = 0;
	let allUnits = 0n;
	let sum: Decimal = { digits: 0n, exponent: 0 };
	for (const amount of amounts) {
		if (amount === undefined || !Number.isFinite(Number(amount))) return null;
		if (amounts.length === 1 && typeof amount === 'number') return amount + 0;
		const more = scaledTo(scale, amount);
		if (Number.isNaN(more)) sum = added(sum, decimalOf(amount));
		else if (Number.isSafeInteger(units + more)) units += more;
		else {
			allUnits += BigInt(units);
			units = more;
		}
	}
	if (sum.digits === 0n && allUnits === 0n) return units / scale + 0;
	return amountIn(
		added(sum, { digits: allUnits + BigInt(units), exponent: -2 }),
		amounts.every((amount) => isExact(amount as Amount)),
	);
}

/** (a − b) in percent of |b|, to two decimals, halves away from 0; null if b is 0. */
export function percentChange(a: Amount, b: Amount): number | null {
	if (b === 0) return null;
	if (typeof a === 'number' && typeof b === 'number') {
		const quick = ((a - b) / Math.abs(b)) * 10_000;
		// If the value isn't close to a half, binary arithmetic rounds to the same side.
		const isClear = Math.abs(quick) < 1e9 && Math.abs((Math.abs(quick) % 1) - 0.5) > 1e-5;
		if (isClear) return Math.round(quick) / 100 + 0;
	}
	const [now, before] = aligned(decimalOf(a), decimalOf(b));
	return hundredthsOf(now - before, magnitude(before));
}

/** Returns a part in percent, to two decimals; null if the base is 0. */
export function percentOf(part: Amount, base: Amount): number | null {
	if (base === 0) return null;
	// Adding 0 turns -0 into 0.
	if (typeof part === 'number' && typeof base === 'number')
		return Math.round((part / base) * 10_000) / 100 + 0;
	return hundredthsOf(...aligned(decimalOf(part), decimalOf(base)));
}

/** Returns an amount in units of 10 ^ −places, with halves rounded away from 0. */
export function toUnits(amount: Amount, places: number): bigint {
	const { digits, exponent } = decimalOf(amount);
	const shift = exponent + places;
	return shift >= 0 ? digits * 10n ** BigInt(shift) : divided(digits, 10n ** BigInt(-shift));
}

/** Returns an amount from a number of units of 10 ^ −places, or null if it isn't finite. */
export function fromUnits(units: bigint, places: number): Amount | null {
	return amountIn({ digits: units, exponent: -places }, true);
}

/** Divides integers and rounds to an integer, with halves away from 0. @param by not 0 */
export function divided(part: bigint, by: bigint): bigint {
	const [size, base] = [magnitude(part), magnitude(by)];
	const rounded = (size * 2n + base) / (base * 2n);
	return part < 0n !== by < 0n ? -rounded : rounded;
}

/** Returns an unrounded percentage, for callers that round it; `base` is not 0. */
export function percentAsNumber(part: Amount, base: Amount): number {
	return (Number(part) / Number(base)) * 100;
}

/** A part of a base that is above 0. */
export interface Fraction {
	part: Amount;
	base: Amount;
}

/** Compares two fractions: below 0 if the first one is smaller. */
export function compareParts(a: Fraction, b: Fraction): number {
	const [short, otherShort] = [Number(a.part) * Number(b.base), Number(b.part) * Number(a.base)];
	// Products of safe integers are exact if they are safe integers, too.
	const isHeld = [a.part, a.base, b.part, b.base, short, otherShort].every(Number.isSafeInteger);
	if (isHeld) return Math.sign(short - otherShort) + 0;
	const [part, otherBase] = [decimalOf(a.part), decimalOf(b.base)];
	const [otherPart, base] = [decimalOf(b.part), decimalOf(a.base)];
	const [one, other] = aligned(product(part, otherBase), product(otherPart, base));
	return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns a sum divided by a count, to one decimal by default. */
export function meanOf(sum: Amount, count: number, decimals = 1): Amount {
	const scale = 10 ** decimals;
	if (typeof sum === 'number') {
		const size = Math.round((Math.abs(sum) / count) * scale) / scale;
		return sum < 0 && size > 0 ? -size : size;
	}
	const [digits, divisor] = aligned(decimalOf(sum), { digits: BigInt(count), exponent: 0 });
	const parts = (magnitude(digits) * 2n * BigInt(scale) + divisor) / (divisor * 2n);
	return amountFrom(written({ digits: digits < 0n ? -parts : parts, exponent: -decimals }));
}

export function negative(amount: Amount): Amount {
	if (typeof amount === 'number') return -amount;
	return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

/** Returns a fraction in percent, to two decimals, with halves rounded away from 0. */
function hundredthsOf(part: bigint, base: bigint): number | null {
	return numberOf({ digits: divided(part * 10_000n, base), exponent: -2 });
}

function isBeyond(value: number): boolean {
	return Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

function isExact(amount: Amount): boolean {
	return typeof amount === 'string' || !isBeyond(amount);
}

/** Most amounts are integers in one of these units: hundredths or millionths. */
const SCALES = [100, 1_000_000] as const;

/** Returns a number in such units, or NaN if it isn't an integer of at most 15 digits. */
function scaledTo(scale: number, amount: Amount): number {
	if (typeof amount !== 'number') return NaN;
	const units = Math.round(amount * scale);
	// Decimals of up to 15 digits are different numbers, so this is the written one.
	return Math.abs(units) < 1e15 && units / scale === amount ? units : NaN;
}

function decimalOf(value: Amount): Decimal {
	const text = String(value);
	const end = typeof value === 'number' ? text.indexOf('e') : -1;
	const mantissa = end < 0 ? text : text.slice(0, end);
	const exponent = end < 0 ? 0 : Number(text.slice(end + 1));
	const point = mantissa.indexOf('.');
	if (point < 0) return { digits: BigInt(mantissa), exponent };
	return {
		digits: BigInt(mantissa.slice(0, point) + mantissa.slice(point + 1)),
		exponent: exponent - (mantissa.length - point - 1),
	};
}

/**
 * Two texts of about the same number with digits at the same positions are in the order of their
 * numbers. A text with an exponent has another length, or its point elsewhere.
 */
function areAlike(a: string, b: string): boolean {
	return a.length === b.length && a.indexOf('.') === b.indexOf('.');
}

/** An amount computed from rounded numbers gets no additional digits. */
function amountIn(decimal: Decimal, isOfExact: boolean): Amount | null {
	const value = numberOf(decimal);
	return value === null || !isBeyond(value) || !isOfExact ? value : written(decimal);
}

function added(a: Decimal, b: Decimal): Decimal {
	const [first, second] = aligned(a, b);
	return { digits: first + second, exponent: Math.min(a.exponent, b.exponent) };
}

function product(a: Decimal, b: Decimal): Decimal {
	return { digits: a.digits * b.digits, exponent: a.exponent + b.exponent };
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
	if (a.exponent === b.exponent) return [a.digits, b.digits];
	const exponent = Math.min(a.exponent, b.exponent);
	const scaled = (value: Decimal) => value.digits * 10n ** BigInt(value.exponent - exponent);
	return [scaled(a), scaled(b)];
}

function magnitude(value: bigint): bigint {
	return value < 0n ? -value : value;
}

function numberOf({ digits, exponent }: Decimal): number | null {
	const short = Number(digits);
	// A quotient of safe integers is rounded only once.
	const isHeld = Number.isSafeInteger(short) && exponent <= 0 && exponent >= -22;
	const value = isHeld ? short / 10 ** -exponent : Number(`${digits}e${exponent}`);
	return Number.isFinite(value) ? value + 0 : null;
}

/** Returns all digits, without trailing zeros of a fraction. */
function written({ digits, exponent }: Decimal): string {
	if (exponent >= 0) return `${digits}${'0'.repeat(exponent)}`;
	const sign = digits < 0n ? '-' : '';
	const text = String(magnitude(digits));
	const integer = text.slice(0, exponent);
	let end = text.length;
	while (end > integer.length && text[end - 1] === '0') end--;
	const fraction = text.slice(integer.length, end);
	return `${sign}${integer}${fraction === '' ? '' : `.${fraction}`}`;
}
