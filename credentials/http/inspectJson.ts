import { digitsSteps, parseExactJson } from './exactJson';
import { atOnce, type Steps } from '../slices';
import { noteKeyOrder } from './keyOrder';

/** Real answers have some ten levels. */
const MAX_DEPTH = 200;
/** Parsed, they take half a gigabyte. */
const MAX_VALUES = 10_000_000;
/** Digits of the longest number that can be finite, with room. */
const LONG_NUMBER = 300;

export type JsonFault = 'tooDeep' | 'tooManyValues' | 'infiniteNumber';

type Parsed = { fault: JsonFault } | { fault?: undefined; value: unknown } | undefined;

/** A JSON text's value, long whole numbers as texts of their digits, or why it is not parsed; undefined for a text that is no JSON. */
export function parseJson(text: string): Parsed {
	return atOnce(jsonSteps(text));
}

/**
 * As parseExactJson, for JSON that stands in a text: a pasted query, a saved one inside of an answer.
 * @throws SyntaxError also for what would harm whoever goes on with it
 */
export function parseBoundedJson(text: string): unknown {
	const fault = inspectJson(text);
	if (fault === undefined) return parseExactJson(text);
	throw new SyntaxError(FAULTS[fault]);
}

const FAULTS: { [Fault in JsonFault]: string } = {
	tooDeep: `it has more than ${MAX_DEPTH} levels`,
	tooManyValues: `it has more than ${MAX_VALUES / 1e6} million values`,
	infiniteNumber: 'it has a number that is too large',
};

/** As parseJson; each step goes through the text once. */
export function* jsonSteps(text: string): Steps<Parsed> {
	const fault = /^\s*[[{\d-]/.test(text) ? inspectJson(text) : undefined;
	if (fault !== undefined) return { fault };
	yield 'long';
	try {
		const value = yield* digitsSteps(text);
		noteKeyOrder(text, value);
		return { value };
	} catch {
		return undefined;
	}
}

/**
 * What in a JSON text would harm whoever parses it or goes on with it: nesting that overflows the
 * stack, more values than fit into memory, numbers that become infinite (`1e999`). Linear; for a
 * text that is no JSON it says anything.
 */
export function inspectJson(text: string): JsonFault | undefined {
	let depth = 0;
	let values = 0;
	let start = 0;
	let hasExponent = false;
	for (let at = 0; at < text.length; at++) {
		switch (text.charCodeAt(at)) {
			case QUOTE:
				at = endOfString(text, at);
				start = at + 1;
				continue;
			case OPEN_LIST:
			case OPEN_OBJECT:
				if (++depth > MAX_DEPTH) return 'tooDeep';
				if (++values > MAX_VALUES) return 'tooManyValues';
				start = at + 1;
				continue;
			case LOWER_E:
			case UPPER_E:
				hasExponent = true;
				continue;
			case COMMA:
				if (++values > MAX_VALUES) return 'tooManyValues';
				break;
			case CLOSE_LIST:
			case CLOSE_OBJECT:
				depth--;
				break;
			case COLON:
				start = at + 1;
				continue;
			default:
				continue;
		}
		if ((hasExponent || at - start > LONG_NUMBER) && isInfinite(text, start, at)) {
			return 'infiniteNumber';
		}
		hasExponent = false;
		start = at + 1;
	}
	return isInfinite(text, start, text.length) ? 'infiniteNumber' : undefined;
}

/** How a JSON object or list begins, as far as there is something of it. */
const JSON_START = /^\s*(?:\{\s*(?:"|$)|\[)/;

/** Whether a text is the beginning of a JSON object or list, and does not go on to its end. Linear. */
export function isUnfinishedJson(text: string): boolean {
	if (!JSON_START.test(text)) return false;
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		switch (text.charCodeAt(at)) {
			case QUOTE:
				at = endOfString(text, at);
				if (at === text.length) return true;
				continue;
			case OPEN_LIST:
			case OPEN_OBJECT:
				depth++;
				continue;
			case CLOSE_LIST:
			case CLOSE_OBJECT:
				depth--;
		}
	}
	return depth > 0;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const LOWER_E = 0x65;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Position of the quotation mark that ends the string, or the end of the text. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === BACKSLASH) at++;
		else if (code === QUOTE) return at;
	}
	return text.length;
}

function isInfinite(text: string, start: number, end: number): boolean {
	const number = Number(text.slice(start, end));
	return number === Infinity || number === -Infinity;
}
