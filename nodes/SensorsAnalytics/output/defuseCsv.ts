/** What is known of a CSV file: all of it, or a stream of bytes of Node.js. */
type Bytes = Uint8Array | AsyncIterable<Uint8Array>;
/** The part of a stream of Node.js that is used here. */
interface Composable {
	compose(transform: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): Bytes;
}

/**
 * A CSV file with a ' before each cell that spreadsheet programs would run as a formula: those
 * that begin with =, @, a tab or an end of line, and with + or - if they are no number. Cells end
 * at commas, semicolons and tabs, as programs differ in what they take.
 * @param bytes UTF-8; of a stream, no more is held than the beginning of a cell
 */
export function defuseCsv(bytes: Bytes): Bytes {
	if (!(bytes instanceof Uint8Array)) {
		return (bytes as unknown as Composable).compose(defused);
	}
	const cells = new Cells();
	return Buffer.concat([cells.write(bytes), cells.end()]);
}

async function* defused(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const cells = new Cells();
	for await (const chunk of source) yield cells.write(chunk);
	yield cells.end();
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SPACE = 0x20;
const SEPARATORS = [0x09, 0x0a, 0x0d, 0x2c, 0x3b];
const DANGEROUS = [0x09, 0x0a, 0x0d, 0x3d, 0x40];
const SIGNS = [0x2b, 0x2d];
/** First of the three bytes of a wide = + - @, and of the mark at the beginning of a file. */
const WIDE = 0xef;
const WIDE_DANGEROUS = ['＝', '＋', '－', '＠'];
const FILE_MARK = '\ufeff';
const NUMBER = /^[-+](?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?%?$/;
const LONGEST_NUMBER = 60;

/** Where in a cell the next byte stands. */
type Place = 'start' | 'plain' | 'quotedStart' | 'quoted' | 'quoteInQuoted';

/** Reads a file byte by byte, chunks cut anywhere. */
class Cells {
	private place: Place = 'start';
	/** The beginning of a cell, as long as it is open what it is. */
	private held: number[] = [];
	private out: number[] = [];

	write(chunk: Uint8Array): Uint8Array {
		for (const byte of chunk) this.read(byte);
		return this.take();
	}

	end(): Uint8Array {
		if (this.held.length > 0) this.decide();
		return this.take();
	}

	private take(): Uint8Array {
		const bytes = Uint8Array.from(this.out);
		this.out = [];
		return bytes;
	}

	private read(byte: number): void {
		const isStart = this.place === 'start' || this.place === 'quotedStart';
		if (isStart && this.isHeld(byte)) return;
		if (this.held.length > 0) this.decide(byte);
		this.move(byte);
		this.out.push(byte);
	}

	/** Whether it takes more bytes to know what the cell is. */
	private isHeld(byte: number): boolean {
		const [first] = this.held;
		if (first === undefined) {
			if (this.place === 'quotedStart' && DANGEROUS.includes(byte)) this.out.push(APOSTROPHE);
			else if (DANGEROUS.includes(byte) && !SEPARATORS.includes(byte)) this.out.push(APOSTROPHE);
			else if (SIGNS.includes(byte) || byte === WIDE) return this.hold(byte);
			return false;
		}
		if (first === WIDE) {
			this.hold(byte);
			if (this.held.length === 3) this.decide();
			return true;
		}
		if (this.held.length > LONGEST_NUMBER) return false;
		// A quote may be half of a doubled one: the byte behind it tells.
		const isEnd = this.place === 'start' ? SEPARATORS.includes(byte) : this.held.at(-1) === QUOTE;
		return !isEnd && this.hold(byte);
	}

	private hold(byte: number): true {
		this.held.push(byte);
		return true;
	}

	/**
	 * Lets go what was held, with a ' before it if need be.
	 * @param next the byte behind it, if there is one
	 */
	private decide(next?: number): void {
		const text = Buffer.from(this.held).toString();
		const isQuoted = this.place === 'quotedStart';
		const isClosed = isQuoted && text.endsWith('"');
		const isWhole = isClosed ? next !== QUOTE : this.held.length <= LONGEST_NUMBER;
		const isNumber = isWhole && NUMBER.test(isClosed ? text.slice(0, -1) : text);
		if (this.held[0] === WIDE ? WIDE_DANGEROUS.includes(text) : !isNumber) {
			this.out.push(APOSTROPHE);
		}
		this.out.push(...this.held);
		this.held = [];
		// Behind the mark of the file, the cell is still to begin.
		if (text !== FILE_MARK) {
			this.place = isClosed ? 'quoteInQuoted' : isQuoted ? 'quoted' : 'plain';
		}
	}

	private move(byte: number): void {
		const isQuoted = this.place === 'quotedStart' || this.place === 'quoted';
		if (isQuoted) {
			if (byte === QUOTE) this.place = 'quoteInQuoted';
			else if (byte !== SPACE) this.place = 'quoted';
		} else if (this.place === 'quoteInQuoted' && byte === QUOTE) this.place = 'quoted';
		else if (SEPARATORS.includes(byte)) this.place = 'start';
		else if (this.place === 'start' && byte === QUOTE) this.place = 'quotedStart';
		else if (this.place !== 'start' || byte !== SPACE) this.place = 'plain';
	}
}
