import { type IDataObject, OperationalError } from 'n8n-workflow';

import { composed } from '../../../credentials/http/body';
import { inSlices, type Steps } from '../../../credentials/http/slices';
import { strideOf } from '../table/table';
import { keySteps } from './rows';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Writes rows as a CSV file (RFC 4180, UTF-8): a header with the columns of all rows, in the order
 * of their first occurrence, and a line per row. Missing values are empty.
 * @param columns all columns, in a different order
 * @returns no bytes for no rows, because the columns are unknown
 */
export async function toCsv(
	rows: readonly IDataObject[],
	columns?: readonly string[],
): Promise<Uint8Array> {
	return await inSlices(csvSteps(rows, columns));
}

function* csvSteps(rows: readonly IDataObject[], columns?: readonly string[]): Steps<Uint8Array> {
	const names = columns ?? (yield* keySteps(rows));
	if (names.length === 0) return Buffer.alloc(0);
	const pieces = [Buffer.from(names.map(quote).join(',') + LINE_END)];
	const stride = strideOf(names.length);
	for (let start = 0; start < rows.length; start += stride) {
		const lines = rows
			.slice(start, start + stride)
			.map((row) => csvLine(names.map((name) => (Object.hasOwn(row, name) ? row[name] : null))));
		pieces.push(Buffer.from(lines.join('')));
		yield;
	}
	return Buffer.concat(pieces);
}

/** Returns values as one line, with its line break. */
export function csvLine(values: readonly unknown[]): string {
	return values.map(toCell).join(',') + LINE_END;
}

/**
 * Writes lists and objects as JSON, and an empty text in quotes, because an empty cell means NULL.
 */
function toCell(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (value === '') return '""';
	if (typeof value === 'string') return quote(value);
	return quote(typeof value === 'object' ? JSON.stringify(value) : String(value as number));
}

function quote(text: string): string {
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** A CSV file: all bytes, or a Node.js stream of bytes. */
type CsvBytes = Uint8Array | AsyncIterable<Uint8Array>;

/** Longest header; a longer text isn't a single line. */
const LONGEST_HEADER = 1 << 20;

/**
 * Passes bytes on after checking their first line, or the held part of a longer one.
 * @param judge throws an error for an unacceptable header
 */
export function judgedCsv<Csv extends CsvBytes>(bytes: Csv, judge: (header: string) => void): Csv {
	const look = (start: Uint8Array) =>
		judge(
			Buffer.from(start)
				.toString()
				.split(/[\r\n]/, 1)[0] ?? '',
		);
	if (bytes instanceof Uint8Array) {
		look(bytes.subarray(0, LONGEST_HEADER));
		return bytes;
	}
	async function* judged(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		let held: Uint8Array | undefined = Buffer.alloc(0);
		for await (const chunk of source) {
			if (held === undefined) {
				yield chunk;
				continue;
			}
			held = Buffer.concat([held, chunk]);
			if (!chunk.includes(NEWLINE) && held.length < LONGEST_HEADER) continue;
			look(held);
			yield held;
			held = undefined;
		}
		if (held === undefined) return;
		look(held);
		yield held;
	}
	return composed(bytes as AsyncIterable<Uint8Array>, judged) as Csv;
}

/** Facts about a file after it has been read. */
export interface CsvFacts {
	/** Lines below the header; undefined if quotes or empty lines make it uncertain. */
	rows?: number;
	/** Whether spreadsheet programs would change its IDs. */
	losesIds: boolean;
}

const PIECE = 1 << 20;

/**
 * Reads a CSV file as it passes through.
 * @param bytes UTF-8, with columns separated by commas or tabs, and a header as first line
 * @param keepsIds whether cells that spreadsheet programs would change (changesInSheets) become
 * formulas that return their text: ="0012". All other bytes stay unchanged.
 * @returns the bytes to pass on, and a function for the facts after all bytes have been read
 */
export async function watchCsv(
	bytes: CsvBytes,
	keepsIds: boolean,
): Promise<{ bytes: CsvBytes; facts: () => CsvFacts }> {
	const cells = new CsvCells(keepsIds);
	const facts = () => cells.facts();
	return { bytes: await passed(bytes, cells), facts };
}

/** Filters a file in pieces of any size, and returns the bytes that are ready. */
interface CsvFilter {
	write(piece: Uint8Array): Uint8Array;
	end(): Uint8Array;
}

async function passed(bytes: CsvBytes, filter: CsvFilter): Promise<CsvBytes> {
	if (bytes instanceof Uint8Array) return await inSlices(defuseSteps(bytes, filter));
	return composed(bytes, async function* (source) {
		for await (const chunk of source) {
			const ready = filter.write(chunk);
			if (ready.length > 0) yield ready;
		}
		const rest = filter.end();
		if (rest.length > 0) yield rest;
	});
}

function* defuseSteps(bytes: Uint8Array, filter: CsvFilter): Steps<Uint8Array> {
	const pieces: Uint8Array[] = [];
	for (let start = 0; start < bytes.length; start += PIECE) {
		pieces.push(filter.write(bytes.subarray(start, start + PIECE)));
		yield;
	}
	pieces.push(filter.end());
	return Buffer.concat(pieces);
}

const QUOTE = 0x22;
const [TAB, NEWLINE, RETURN, COMMA] = [0x09, 0x0a, 0x0d, 0x2c];
const [PLUS, MINUS, ZERO, NINE, LARGE_E, SMALL_E] = [0x2b, 0x2d, 0x30, 0x39, 0x45, 0x65];
/** Spreadsheet programs keep this many digits of a number. */
const DIGITS_KEPT = 15;
/** IDs of 128 bits have 39 digits; longer texts aren't IDs. */
const LONGEST = 64;
const WHOLE = /^([-+]?)(\d{1,64})(?:[eE]\d{1,64})?$/;

/**
 * Whether a spreadsheet program would read an ID as a number and display another text: only digits,
 * more than 15 of them, or with a leading 0 or plus, or with an E.
 */
export function changesInSheets(text: string): boolean {
	const [, sign, digits = ''] = WHOLE.exec(text) ?? [];
	if (digits === '') return false;
	return (
		digits.length > DIGITS_KEPT ||
		sign === '+' ||
		(digits.length > 1 && digits.startsWith('0')) ||
		/e/i.test(text)
	);
}

/** Filters a file in chunks of any size. It holds no more of a cell than the length of an ID. */
class CsvCells implements CsvFilter {
	/** The beginning of a cell that continues in the next chunk. */
	private held: Uint8Array = Buffer.alloc(0);
	private isQuoted = false;
	private isAfterQuote = false;
	private isAfterReturn = false;
	/** Whether the current cell may be an ID. */
	private isOpen = true;
	/** Bytes of the current cell, and number of finished cells in the line. */
	private length = 0;
	private cells = 0;
	/** Number of lines, including the header. */
	private lines = 0;
	private columns = 0;
	/** The first separator in the file. */
	private separator?: number;
	/** Whether rows can't be distinguished from lines. */
	private isUnclear = false;
	private losesIds = false;

	constructor(private readonly keepsIds: boolean) {}

	facts(): CsvFacts {
		const rows = this.isUnclear ? {} : { rows: Math.max(0, this.lines - 1) };
		return { ...rows, losesIds: this.losesIds };
	}

	/** Returns the bytes that are final; the rest follows with the next chunk. */
	write(chunk: Uint8Array): Uint8Array {
		const bytes = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
		const pieces: Uint8Array[] = [];
		let [start, done] = [0, 0];
		for (let at = this.held.length; at < bytes.length; at++) {
			if (!this.isOpen && !this.isAfterQuote) at = this.skip(bytes, at);
			if (at === bytes.length) break;
			const byte = bytes[at] as number;
			if (byte > COMMA || this.isQuoted || !this.isEnd(byte)) {
				this.take(byte);
				continue;
			}
			const formula = this.isOpen && this.judge(bytes.subarray(start, at));
			if (formula) {
				pieces.push(bytes.subarray(done, start), formula);
				done = at;
			}
			this.endCell(byte);
			start = at + 1;
		}
		const end = this.isOpen ? start : bytes.length;
		this.held = Buffer.from(bytes.subarray(end));
		const rest = bytes.subarray(done, end);
		return pieces.length > 0 ? Buffer.concat([...pieces, rest]) : rest;
	}

	end(): Uint8Array {
		if (this.isQuoted) this.isUnclear = true;
		const formula = this.isOpen && this.judge(this.held);
		if (this.length > 0 || this.cells > 0) this.endCell(NEWLINE);
		return formula || this.held;
	}

	/** Returns the position of the next byte that may end the cell. */
	private skip(bytes: Uint8Array, from: number): number {
		let at = from;
		if (this.isQuoted) {
			at = bytes.indexOf(QUOTE, from);
			return at < 0 ? bytes.length : at;
		}
		while (at < bytes.length && (bytes[at] as number) > COMMA) at++;
		return at;
	}

	private isEnd(byte: number): boolean {
		if (byte === NEWLINE || byte === RETURN) return true;
		if (byte !== COMMA && byte !== TAB) return false;
		this.separator ??= byte;
		return byte === this.separator;
	}

	/** Processes a byte within a cell. */
	private take(byte: number): void {
		if (byte === QUOTE) this.takeQuote();
		else {
			// A cell that continues after its closing quote has different quoting rules.
			if (this.isAfterQuote) this.isUnclear = true;
			this.isAfterQuote = false;
			this.isOpen &&= isOfId(byte);
		}
		if (++this.length > LONGEST) this.isOpen = false;
	}

	private takeQuote(): void {
		// In a file with tabs, quoting isn't needed, and a quotation mark may be an ordinary character.
		if (this.separator === TAB) this.isUnclear = true;
		const isBegin = this.length === 0 || this.isAfterQuote;
		if (!isBegin && !this.isQuoted) this.isUnclear = true;
		else this.isQuoted = !this.isQuoted;
		this.isAfterQuote = !this.isQuoted;
	}

	private endCell(byte: number): void {
		if (byte === this.separator) this.cells++;
		else if (this.length > 0 || this.cells > 0) this.endLine();
		else if (byte === RETURN || !this.isAfterReturn) this.endEmptyLine();
		this.isAfterReturn = byte === RETURN;
		this.isAfterQuote = false;
		this.length = 0;
		this.isOpen = true;
	}

	private endLine(): void {
		this.lines++;
		const count = this.cells + 1;
		if (this.lines === 1) this.columns = count;
		else if (count !== this.columns) this.isUnclear = true;
		this.cells = 0;
	}

	/**
	 * An empty line isn't a row if rows have separators; in a single column it may be a row without a
	 * value.
	 */
	private endEmptyLine(): void {
		if (this.columns === 1) this.isUnclear = true;
	}

	/** Returns the cell as a formula, if needed. Columns keep their names. */
	private judge(bytes: Uint8Array): Uint8Array | undefined {
		if (this.lines === 0 || isShort(bytes)) return undefined;
		const { buffer, byteOffset, length } = bytes;
		const cell = Buffer.from(buffer, byteOffset, length).toString('latin1');
		const isQuoted = cell.startsWith('"') && cell.endsWith('"');
		const text = isQuoted ? cell.slice(1, -1) : cell;
		if (!changesInSheets(text)) return undefined;
		this.losesIds = true;
		return this.keepsIds ? Buffer.from(`"=""${text}"""`) : undefined;
	}
}

/** Whether a cell consists of so few digits that it can't change, as most numbers do. */
function isShort(bytes: Uint8Array): boolean {
	const [first = 0] = bytes;
	if (bytes.length > DIGITS_KEPT || first === QUOTE || first === PLUS) return false;
	if (bytes.length > 1 && (first === ZERO || first === MINUS)) return false;
	return !bytes.includes(SMALL_E) && !bytes.includes(LARGE_E);
}

function isOfId(byte: number): boolean {
	const isDigit = byte >= ZERO && byte <= NINE;
	return isDigit || byte === MINUS || byte === PLUS || byte === SMALL_E || byte === LARGE_E;
}

/**
 * Adds a ' before each cell of a CSV file that spreadsheet programs would run as a formula: cells
 * that start with =, @, a quoted tab or line break, and cells with + or - unless they are numbers.
 * Programs use different separators, so a cell may start behind each comma, semicolon, tab, and
 * line break, also within quotation marks.
 * @param bytes UTF-8; of a stream, only the beginning of a cell is held
 */
export async function defuseCsv(bytes: CsvBytes): Promise<CsvBytes> {
	return await passed(bytes, new FormulaCells());
}

const APOSTROPHE = 0x27;
const SPACE = 0x20;
const SEMICOLON = 0x3b;
const LINE_ENDS = [NEWLINE, RETURN];
const BLANKS = [TAB, ...LINE_ENDS];
const SEPARATORS = [...BLANKS, COMMA, SEMICOLON];
const DANGEROUS = [0x3d, 0x40];
const SIGNS = [PLUS, MINUS];
/** First of the three bytes of a full-width = + - @, and of the byte order mark. */
const WIDE = 0xef;
const WIDE_DANGEROUS = ['＝', '＋', '－', '＠'];
const FILE_MARK = '\ufeff';
const NUMBER = /^[-+](?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?%?("?)$/;
const LONGEST_NUMBER = 60;

/**
 * Whether it is UTF-16, in which formulas would not be found. It has its own byte order mark, or the
 * header has a 0 in each letter of ASCII, or is no UTF-8. Texts of the rows may contain a 0.
 */
function isUtf16(start: Uint8Array): boolean {
	const isWide = [0xfeff, 0xfffe].includes(((start[0] ?? 0) << 8) | (start[1] ?? 0));
	const end = start.indexOf(NEWLINE);
	const header = Buffer.from(start.subarray(0, end < 0 ? LOOKED_AT : end));
	return (
		isWide || header.includes(0) || (end >= 0 && !Buffer.from(header.toString()).equals(header))
	);
}

/** In UTF-8, no character starts with such a byte; a full-width = in GBK, Big5 or Shift JIS does. */
function isWithinCharacter(byte: number): boolean {
	return byte >> 6 === 2;
}

function notUtf8(): OperationalError {
	return new OperationalError(
		"The CSV file isn't in UTF-8, so its formulas can't be escaped. Remove the option 'Escape Formulas', and don't open the file in a spreadsheet program",
	);
}

const LOOKED_AT = 1000;

/** Where the file's own cell is: before its first byte, within quotation marks, behind them, without. */
type CellPlace = 'start' | 'open' | 'closed' | 'plain';
/** Of two quotation marks within quotation marks, the second one opens them again. */
const BEHIND_QUOTE = { start: 'open', open: 'closed', closed: 'open', plain: 'plain' } as const;

/** Finds the cells that need a '. */
class FormulaCells implements CsvFilter {
	private bytes: Uint8Array = Buffer.alloc(0);
	/** Number of last bytes that are held: the beginning of an undecided cell. */
	private held = 0;
	/** Positions in the bytes where a ' is needed. */
	private marks: number[] = [];
	private hasBegun = false;
	/** Whether the cell has only blanks and quotation marks so far. */
	private isStart = true;
	/** Whether a quotation mark opens the cell for some program. */
	private hasQuote = false;
	private place: CellPlace = 'start';
	/** Whether the held bytes are quoted. */
	private isQuoted = false;
	/** The file's separator, as its header shows it. */
	private separator?: number;

	write(chunk: Uint8Array): Uint8Array {
		if (!this.hasBegun && isUtf16(chunk)) throw notUtf8();
		this.hasBegun = true;
		this.bytes = this.held > 0 ? Buffer.concat([this.bytes, chunk]) : chunk;
		for (let at = this.held; at < this.bytes.length; at++) {
			at = this.skip(at);
			if (at < this.bytes.length) this.read(at);
		}
		return this.take();
	}

	end(): Uint8Array {
		if (this.held > 0) this.decide(this.held);
		return this.take();
	}

	/** Takes the bytes that are decided. */
	private take(): Uint8Array {
		const { bytes, marks } = this;
		const end = bytes.length - this.held;
		this.bytes = Buffer.from(bytes.subarray(end));
		this.marks = [];
		if (marks.length === 0) return bytes.subarray(0, end);
		const marked = Buffer.alloc(end + marks.length, APOSTROPHE);
		let next = 0;
		for (let at = 0; at < end; at++) {
			if (at === marks[next]) next++;
			marked[at + next] = bytes[at] as number;
		}
		return marked;
	}

	/** Returns the position of the next byte that may start a cell. */
	private skip(from: number): number {
		let at = from;
		if (!this.isStart)
			for (; at < this.bytes.length && !isSeparator(this.bytes[at] as number); at++)
				this.pass(this.bytes[at] as number);
		return at;
	}

	private read(at: number): void {
		const byte = this.bytes[at] as number;
		const isHeld = this.held > 0 && this.isHeld(byte, at);
		if (this.held > 0 && !isHeld) this.decide(at, byte);
		if (!isHeld) this.begin(byte, at);
		this.pass(byte);
	}

	/** Reads a byte that may be at the start of a cell. */
	private begin(byte: number, at: number): void {
		const isOpen = this.place === 'open';
		if (isSeparator(byte)) {
			const isBlank = BLANKS.includes(byte) && this.isStart;
			if (isBlank && isOpen && this.hasQuote) this.marks.push(at);
			if (byte !== SEMICOLON && !isOpen) this.separator ??= byte === TAB ? TAB : COMMA;
			this.isStart = true;
			this.hasQuote = false;
		} else if (byte === QUOTE) this.hasQuote = this.isStart && !this.hasQuote;
		else if (byte > SPACE && this.isStart) {
			if (isWithinCharacter(byte)) throw notUtf8();
			if (DANGEROUS.includes(byte)) this.marks.push(at);
			this.isQuoted = isOpen || this.hasQuote;
			if (SIGNS.includes(byte) || byte === WIDE) this.held = 1;
			else this.isStart = false;
		}
	}

	/** Follows the file's own cells. Files with tabs don't quote. */
	private pass(byte: number): void {
		const own = this.separator ?? COMMA;
		if (byte === QUOTE) this.place = own === TAB ? 'plain' : BEHIND_QUOTE[this.place];
		else if (this.place !== 'open')
			this.place = byte === own || LINE_ENDS.includes(byte) ? 'start' : 'plain';
	}

	/** Whether more bytes are needed to decide about the cell. */
	private isHeld(byte: number, at: number): boolean {
		const isWide = this.bytes[at - this.held] === WIDE;
		// A quotation mark may be the first of two; the following byte decides.
		const isClosed = this.bytes[at - 1] === QUOTE;
		const isMore = isWide
			? this.held < 3 && isWithinCharacter(byte)
			: this.held <= LONGEST_NUMBER && !isClosed && !isSeparator(byte);
		if (isMore) this.held++;
		return isMore;
	}

	/**
	 * Decides about the held bytes, and marks a ' before them if needed.
	 * @param at position of their end
	 * @param next the byte at that position, if known
	 */
	private decide(at: number, next: number = NEWLINE): void {
		const start = at - this.held;
		const text = Buffer.from(this.bytes.subarray(start, at)).toString();
		const isWide = this.bytes[start] === WIDE;
		this.held = 0;
		if (text === FILE_MARK) return;
		this.isStart = false;
		// Another program takes more than the number for the cell, if it is not the end for all.
		const isEnd = LINE_ENDS.includes(next) || next === (this.separator ?? COMMA);
		const isNumber = isEnd && NUMBER.exec(text)?.[1] === (this.isQuoted ? '"' : '');
		if (isWide ? WIDE_DANGEROUS.includes(text) : !isNumber) this.marks.push(start);
	}
}

function isSeparator(byte: number): boolean {
	return byte <= SEMICOLON && SEPARATORS.includes(byte);
}
