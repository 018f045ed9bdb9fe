import { atOnce, type Steps } from './slices';

/** Parses long JSON piece by piece: one JSON.parse of the text would block n8n for seconds. */

/** Approximate number of characters parsed in one step: about 10 ms. */
const PIECE = 512 * 1024;
/** Deepest nesting of lists and objects; answers have far less. */
const MOST_LEVELS = 1000;

const [TAB, NEWLINE, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns what JSON.parse returns, in steps; `parse` reads a value, or several in brackets.
 * @throws SyntaxError if the text isn't JSON
 */
export function* piecesSteps(
	text: string,
	parse: (piece: string) => Steps<unknown>,
	size = PIECE,
): Steps<unknown> {
	const reader = new PieceReader(text, parse, size);
	const value = yield* reader.value();
	reader.assertEnd();
	return value;
}

interface Piece {
	start: number;
	end: number;
}

class PieceReader {
	private at = 0;
	/** Position at the last pause. */
	private rested = 0;
	private levels = 0;
	/** Start positions of lists and objects that are known to be longer than a piece. */
	private long: ReadonlySet<number> = new Set();

	constructor(
		private readonly text: string,
		private readonly parse: (piece: string) => Steps<unknown>,
		private readonly size: number,
	) {}

	*value(): Steps<unknown> {
		this.skipSpace();
		const start = this.at;
		const end = this.endOf(start);
		if (end === undefined) return yield* this.longValue();
		this.at = end;
		yield* this.rest();
		return yield* this.parse(this.text.slice(start, end));
	}

	assertEnd(): void {
		this.skipSpace();
		if (this.at < this.text.length) throw noJson();
	}

	private *longValue(): Steps<unknown> {
		if (++this.levels > MOST_LEVELS) throw noJson();
		const isList = this.text.charCodeAt(this.at) === OPEN_LIST;
		const value = isList ? yield* this.list() : yield* this.object();
		this.levels--;
		return value;
	}

	/** Reads a list; short values are parsed together, up to the size of a piece. */
	private *list(): Steps<unknown[]> {
		const values: unknown[] = [];
		let piece: Piece | undefined;
		do {
			this.at++;
			this.skipSpace();
			const start = this.at;
			const end = this.endOf(start);
			if (end === start) {
				if (values.length === 0 && piece === undefined) break;
				throw noJson();
			}
			if (end === undefined) {
				piece = yield* this.readPiece(piece, values);
				values.push(yield* this.longValue());
			} else {
				piece = { start: piece?.start ?? start, end };
				this.at = end;
			}
			if (piece && piece.end - piece.start >= this.size) {
				piece = yield* this.readPiece(piece, values);
				yield* this.rest();
			}
			this.skipSpace();
		} while (this.text.charCodeAt(this.at) === COMMA);
		piece = yield* this.readPiece(piece, values);
		this.close(CLOSE_LIST);
		return values;
	}

	private *readPiece(piece: Piece | undefined, into: unknown[]): Steps<undefined> {
		if (!piece) return;
		const read = yield* this.parse(`[${this.text.slice(piece.start, piece.end)}]`);
		for (const value of read as unknown[]) into.push(value);
	}

	private *object(): Steps<object> {
		const object: { [key: string]: unknown } = {};
		let isEmpty = true;
		do {
			this.at++;
			this.skipSpace();
			const start = this.at;
			const code = this.text.charCodeAt(start);
			// The object is empty.
			if (code === CLOSE_OBJECT && isEmpty) break;
			if (code !== QUOTE) throw noJson();
			this.at = endOfString(this.text, start) + 1;
			const key = JSON.parse(this.text.slice(start, this.at)) as string;
			isEmpty = false;
			this.skipSpace();
			this.close(COLON);
			const value = yield* this.value();
			// Assigning the key __proto__ would set the prototype.
			if (key === '__proto__') {
				Object.defineProperty(object, key, {
					value,
					configurable: true,
					enumerable: true,
					writable: true,
				});
			} else object[key] = value;
			this.skipSpace();
		} while (this.text.charCodeAt(this.at) === COMMA);
		this.close(CLOSE_OBJECT);
		return object;
	}

	/** Returns the position after the value that starts there, unless it is longer than a piece. */
	private endOf(start: number): number | undefined {
		if (this.long.has(start)) return undefined;
		const { text } = this;
		const opened: number[] = [];
		for (let at = start; at < text.length; at++) {
			switch (text.charCodeAt(at)) {
				case QUOTE:
					at = endOfString(text, at);
					if (opened.length === 0) return at + 1;
					break;
				case OPEN_LIST:
				case OPEN_OBJECT:
					opened.push(at);
					break;
				case CLOSE_LIST:
				case CLOSE_OBJECT:
					// This bracket closes the surrounding list or object.
					if (opened.length === 0) return at;
					opened.pop();
					if (opened.length === 0) return at + 1;
					break;
				case COMMA:
				case COLON:
				case SPACE:
				case NEWLINE:
				case RETURN:
				case TAB:
					if (opened.length === 0) return at;
			}
			if (opened.length > 0 && at - start >= this.size) {
				// Every open list and object is at least this long.
				this.long = new Set(opened);
				return undefined;
			}
		}
		if (opened.length > 0) throw noJson();
		return text.length;
	}

	private skipSpace(): void {
		for (; ; this.at++) {
			const code = this.text.charCodeAt(this.at);
			if (code !== SPACE && code !== NEWLINE && code !== RETURN && code !== TAB) return;
		}
	}

	private close(code: number): void {
		if (this.text.charCodeAt(this.at) !== code) throw noJson();
		this.at++;
	}

	private *rest(): Steps<void> {
		if (this.at - this.rested < this.size) return;
		this.rested = this.at;
		yield;
	}
}

function noJson(): SyntaxError {
	return new SyntaxError("The text isn't JSON");
}

/** An integer beyond JavaScript's numbers: a string in JSON of n8n, a number in a request. */
export class Integer {
	constructor(readonly digits: string) {}

	toString(): string {
		return this.digits;
	}

	toJSON(): string {
		return this.digits;
	}
}

/** Returns the number in a text of digits: a JavaScript number if it is exact. */
export function toInteger(digits: string): number | Integer {
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number : new Integer(digits);
}

/**
 * Parses JSON without losing digits of integers: JSON.parse turns 9007199254740993 into …740992,
 * which merges two users. Only texts that contain such a number take longer than with JSON.parse.
 */

/** Digits of the shortest number that may lose digits. */
const LONG_DIGITS = 16;
/** Some services write all numbers as floating point, so `.0` may follow. */
const LONG = /-?\d{16,}(?:\.0+)?/g;

/**
 * Does what JSON.parse does, with integers beyond ±(2^53 − 1) as strings of their digits.
 * @throws SyntaxError
 */
export function parseJsonDigits(text: string): unknown {
	return atOnce(digitsSteps(text));
}

/** A text of up to this many characters takes at most 0.1 s. */
const SHORT = 4 * 1024 * 1024;

function* digitsSteps(text: string): Steps<unknown> {
	if (text.length <= SHORT) return yield* wholeSteps(text);
	return yield* piecesSteps(text, function* (piece) {
		const steps = wholeSteps(piece);
		return piece.length <= SHORT ? atOnce(steps) : yield* steps;
	});
}

/** Parses the text at once; each step goes through it once. */
function* wholeSteps(text: string): Steps<unknown> {
	const hasLong = hasLongRun(text);
	yield 'long';
	if (!hasLong) return JSON.parse(text);
	const quoted = quoteLongNumbers(text);
	yield 'long';
	if (quoted === text) return JSON.parse(text);
	try {
		return JSON.parse(quoted);
	} catch {
		// JSON.parse of the original text throws an error with the right positions.
		return JSON.parse(text);
	}
}

/** Returns large integers as Integer, which writeJson writes as numbers. */
export function parseExactJson(text: string): unknown {
	const parsed: unknown = JSON.parse(text);
	if (!hasLongRun(text)) return parsed;
	const quoted = parseJsonDigits(text);
	return restore(parsed, quoted);
}

/** Does what JSON.stringify does, and writes each Integer with its digits. */
export function writeJson(value: unknown): string | undefined {
	if (!holdsInteger(value)) return JSON.stringify(value);
	return write(value);
}

function write(value: unknown): string {
	if (value instanceof Integer) return value.digits;
	if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
	return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`).join(',')}}`;
}

function holdsInteger(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return value instanceof Integer || Object.values(value).some(holdsInteger);
}

/** Returns the parsed value, with Integer for each number that was also read as a string. */
function restore(parsed: unknown, quoted: unknown): unknown {
	if (typeof parsed === 'number' && typeof quoted === 'string') return new Integer(quoted);
	if (typeof parsed !== 'object' || parsed === null) return parsed;
	for (const [key, inner] of Object.entries(parsed)) {
		const value = restore(inner, (quoted as { [key: string]: unknown })[key]);
		if (value === inner) continue;
		// Assigning the key __proto__ would set the prototype.
		Object.defineProperty(parsed, key, { value });
	}
	return parsed;
}

/**
 * Whether the text has LONG_DIGITS digits in a row: each such run includes an index that is a
 * multiple of that length.
 */
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

/** Puts the long integers of a text in quotes; a text that isn't JSON doesn't become JSON. */
function quoteLongNumbers(text: string): string {
	const pieces: string[] = [];
	let done = 0;
	let quote = text.indexOf('"');
	LONG.lastIndex = 0;
	for (let match = LONG.exec(text); match; match = LONG.exec(text)) {
		const start = match.index;
		let end = -1;
		while (quote !== -1 && quote < start) {
			end = endOfString(text, quote) + 1;
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

/** Deepest nesting; real answers have about 10 levels. */
export const MAX_DEPTH = 200;
/** Parsed, this many values take 0.5 GB. */
const MAX_VALUES = 10_000_000;
/** JavaScript hashes longer texts by their length alone, and compares keys of one length. */
const LONG_TEXT = 16_000;
const MAX_LONG_TEXTS = 500;
/** Digits of the longest number that is certainly finite, with a margin. */
const LONG_NUMBER = 300;

type JsonFault = 'tooDeep' | 'tooManyValues' | 'tooManyLongTexts' | 'infiniteNumber';

type Parsed = { fault: JsonFault } | { fault?: undefined; value: unknown } | undefined;

/** Returns the value with large integers as strings, or the fault; undefined if it isn't JSON. */
export function parseJson(text: string): Parsed {
	return atOnce(jsonSteps(text));
}

/**
 * Does what parseExactJson does for JSON within other data, and refuses what would do harm.
 * @throws SyntaxError
 */
export function parseBoundedJson(text: string): unknown {
	const fault = inspectJson(text);
	if (fault === undefined) return parseExactJson(text);
	throw new SyntaxError(`it has ${JSON_FAULTS[fault]}`);
}

/** Returns a key whose first value JSON.parse drops. @param text valid JSON */
export function keyTwice(text: string): string | undefined {
	const open: Array<Set<string>> = [];
	let last = '';
	for (let at = 0; at < text.length; at++) {
		const start = at;
		const sign = text.charAt(at);
		if (sign === '"') last = text.slice(start, (at = endOfString(text, start)) + 1);
		else if (sign === '{') open.push(new Set());
		else if (sign === '}') open.pop();
		else if (sign === ':') {
			const key = JSON.parse(last) as string;
			if (open.at(-1)?.has(key)) return key;
			open.at(-1)?.add(key);
		}
	}
	return undefined;
}

export const JSON_FAULTS: { [Fault in JsonFault]: string } = {
	tooDeep: `more than ${MAX_DEPTH} levels`,
	tooManyValues: `more than ${MAX_VALUES / 1e6} million values`,
	tooManyLongTexts: `more than ${MAX_LONG_TEXTS} texts of over ${LONG_TEXT} characters`,
	infiniteNumber: 'a number that is too large',
};

/** Does the work of parseJson in steps; each step goes through the text once. */
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
 * Finds what would harm the parser of a JSON text or the code that uses its value: nesting that
 * overflows the stack, more values than fit into memory, numbers that become infinite (`1e999`).
 * Linear; the result is meaningless if the text is not JSON.
 */
export function inspectJson(text: string): JsonFault | undefined {
	let depth = 0;
	let values = 0;
	let start = 0;
	let hasExponent = false;
	let longTexts = 0;
	let open = 0;
	for (let at = 0; at < text.length; at++) {
		switch (text.charCodeAt(at)) {
			case QUOTE:
				open = at;
				at = endOfString(text, at);
				if (at - open > LONG_TEXT && ++longTexts > MAX_LONG_TEXTS) return 'tooManyLongTexts';
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

/** Start of a JSON object or list, which may be cut after the first bracket. */
const JSON_START = /^\s*(?:\{\s*(?:"|$)|\[)/;

/** Whether a text is the beginning of a JSON object or list without its end. Linear. */
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

const [UPPER_E, LOWER_E] = [0x45, 0x65];

function endOfString(text: string, start: number): number {
	for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
		let slashes = 0;
		while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
		if (slashes % 2 === 0) return at;
	}
	return text.length;
}

function isInfinite(text: string, start: number, end: number): boolean {
	const number = Number(text.slice(start, end));
	return number === Infinity || number === -Infinity;
}

export type JsonObject = { [key: string]: unknown };

/** Returns a value of a table; every object also has keys such as `constructor`. */
export function ownOf<Value>(
	table: { readonly [key: string]: Value },
	key: string,
): Value | undefined {
	return Object.hasOwn(table, key) ? table[key] : undefined;
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOrEmpty(value: unknown): JsonObject {
	return isObject(value) ? value : {};
}

export function arrayOrEmpty(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/**
 * Remembers the order in which the text of an answer names the columns of a table: JavaScript moves
 * keys such as `25` to the front of an object, but cells are in the order of the text.
 */
const COLUMNS = '"metadata_columns"';
/** Keys that JavaScript moves to the front. */
const MOVED = /^(?:0|[1-9]\d*)$/;

const orders = new WeakMap<object, readonly string[]>();

/** Returns the keys of an object in the order of the parsed text, if that is known. */
export function keysInOrder(object: object): readonly string[] | undefined {
	const keys = Object.keys(object);
	const isKept = keys.length < 2 || !keys.some((key) => MOVED.test(key));
	return isKept ? keys : orders.get(object);
}

/** Remembers the order of the columns if JavaScript changed it. */
function noteKeyOrder(text: string, parsed: unknown): void {
	const data = isObject(parsed) && isObject(parsed.data) ? parsed.data : parsed;
	const columns = isObject(data) ? data.metadata_columns : undefined;
	if (!isObject(columns) || keysInOrder(columns)) return;
	const place = text.indexOf(COLUMNS);
	// If the name occurs twice, its meaning is uncertain.
	const isOne = place >= 0 && text.lastIndexOf(COLUMNS) === place;
	const names = isOne ? namesFrom(text, text.indexOf('{', place)) : [];
	const isSame = names.length > 0 && new Set(names).size === Object.keys(columns).length;
	if (isSame && names.every((name) => Object.hasOwn(columns, name))) orders.set(columns, names);
}

/** Returns the keys of an object whose values are all strings; empty for any other object. */
function namesFrom(text: string, start: number): string[] {
	const names: string[] = [];
	for (let at = start; at >= 0; ) {
		const name = textFrom(text, at + 1);
		const value = name && textFrom(text, name.end + 1);
		if (!value) return [];
		names.push(JSON.parse(name.text) as string);
		at = value.end + 1;
		while (text.charAt(at).trim() === '' && at < text.length) at++;
		if (text.charAt(at) === '}') return names;
		if (text.charAt(at) !== ',') return [];
	}
	return [];
}

/** Returns the next quoted text and its end. */
function textFrom(text: string, start: number): { text: string; end: number } | undefined {
	const open = text.indexOf('"', start);
	if (open < 0) return undefined;
	const end = endOfString(text, open);
	return end === text.length ? undefined : { text: text.slice(open, end + 1), end };
}
