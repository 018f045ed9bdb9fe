/**
 * JSON in which no whole number loses digits: JSON.parse makes …740992 of 9007199254740993, so
 * that two users become one. Only texts that hold such a number take longer than with JSON.parse.
 */
import { atOnce, type Steps } from '../slices';
import { WholeNumber } from './wholeNumber';

/** Digits of the shortest number that may be too long. */
const LONG_DIGITS = 16;
/** `.0` behind it belongs to services that write all numbers as floating point. */
const LONG = /-?\d{16,}(?:\.0+)?/g;
const BACKSLASH = 0x5c;

/**
 * As JSON.parse, but whole numbers beyond ±(2^53 − 1) are texts of their digits.
 * @throws SyntaxError as JSON.parse
 */
export function parseJsonDigits(text: string): unknown {
	return atOnce(digitsSteps(text));
}

/** As parseJsonDigits; each step goes through the text once. */
export function* digitsSteps(text: string): Steps<unknown> {
	const hasLong = hasLongRun(text);
	yield 'long';
	if (!hasLong) return JSON.parse(text);
	const quoted = quoteLongNumbers(text);
	yield 'long';
	if (quoted === text) return JSON.parse(text);
	try {
		return JSON.parse(quoted);
	} catch {
		// Its error names places in the text as it came.
		return JSON.parse(text);
	}
}

/**
 * As parseJsonDigits, but such numbers are of class WholeNumber, which writeJson writes as numbers.
 * @throws SyntaxError as JSON.parse
 */
export function parseExactJson(text: string): unknown {
	const parsed: unknown = JSON.parse(text);
	if (!hasLongRun(text)) return parsed;
	const quoted = parseJsonDigits(text);
	return restore(parsed, quoted);
}

/** As JSON.stringify, with the digits of each WholeNumber. */
export function writeJson(value: unknown): string | undefined {
	if (!holdsWholeNumber(value)) return JSON.stringify(value);
	return write(value);
}

function write(value: unknown): string {
	if (value instanceof WholeNumber) return value.digits;
	if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
	return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`).join(',')}}`;
}

function holdsWholeNumber(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return value instanceof WholeNumber || Object.values(value).some(holdsWholeNumber);
}

/** Where the text was a number and has been read as a text, it is a number with its digits. */
function restore(parsed: unknown, quoted: unknown): unknown {
	if (typeof parsed === 'number' && typeof quoted === 'string') return new WholeNumber(quoted);
	if (typeof parsed !== 'object' || parsed === null) return parsed;
	for (const [key, inner] of Object.entries(parsed)) {
		const value = restore(inner, (quoted as { [key: string]: unknown })[key]);
		if (value === inner) continue;
		// Not by an assignment, which means something else for the key __proto__.
		Object.defineProperty(parsed, key, { value });
	}
	return parsed;
}

/** Whether so many digits stand side by side: one of them is at a multiple of their number. */
function hasLongRun(text: string): boolean {
	for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
		if (!isDigit(text, at)) continue;
		let first = at;
		while (isDigit(text, first - 1)) first--;
		let last = at;
		while (isDigit(text, last + 1)) last++;
		if (last - first + 1 >= LONG_DIGITS) return true;
		at = last;
	}
	return false;
}

function isDigit(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code >= 48 && code <= 57;
}

/** The text with its long whole numbers in quotes; what is no JSON stays none. */
function quoteLongNumbers(text: string): string {
	const pieces: string[] = [];
	let done = 0;
	let quote = text.indexOf('"');
	LONG.lastIndex = 0;
	for (let match = LONG.exec(text); match; match = LONG.exec(text)) {
		const start = match.index;
		let end = -1;
		while (quote !== -1 && quote < start) {
			end = behindString(text, quote);
			quote = text.indexOf('"', end);
		}
		if (end > start) {
			LONG.lastIndex = end;
			continue;
		}
		const [token] = match;
		const digits = token.replace(/\..*/, '');
		if (!isBeyond(digits) || !isValue(text, start, start + token.length)) continue;
		pieces.push(text.slice(done, start), '"', digits, '"');
		done = start + token.length;
	}
	return done === 0 ? text : pieces.join('') + text.slice(done);
}

function isBeyond(digits: string): boolean {
	return !/^-?0/.test(digits) && !Number.isSafeInteger(Number(digits));
}

/** Whether a value stands there as a whole: not a part of a number, nor in place of a key. */
function isValue(text: string, start: number, end: number): boolean {
	let before = start - 1;
	while (before >= 0 && isSpace(text, before)) before--;
	let after = end;
	while (after < text.length && isSpace(text, after)) after++;
	const isStart = before < 0 || '[,:'.includes(text.charAt(before));
	return isStart && (after === text.length || ',]}'.includes(text.charAt(after)));
}

function isSpace(text: string, at: number): boolean {
	return ' \t\n\r'.includes(text.charAt(at));
}

/** Behind the closing quotation mark of the text that opens there. */
function behindString(text: string, open: number): number {
	for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
		let slashes = 0;
		while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
		if (slashes % 2 === 0) return at + 1;
	}
	return text.length;
}
