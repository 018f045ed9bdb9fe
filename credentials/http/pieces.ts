import type { Steps } from './slices';

/**
 * A long JSON text, parsed piece by piece: JSON.parse of it as a whole would hold n8n for seconds.
 */

/** Characters that are parsed in one step, about: some ten milliseconds. */
const PIECE = 512 * 1024;
/** Of lists and objects in each other, far more than an answer has. */
const MOST_LEVELS = 1000;

const [TAB, NEWLINE, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * What JSON.parse makes of the text, so much a step.
 * @param parse reads a piece: a value by itself, or values of a list in brackets
 * @throws SyntaxError for what is no JSON
 */
export function* piecesSteps(
	text: string,
	parse: (piece: string) => unknown,
	size = PIECE,
): Steps<unknown> {
	const reader = new PieceReader(text, parse, size);
	const value = yield* reader.value();
	reader.assertEnd();
	return value;
}

class PieceReader {
	private at = 0;
	/** Where it stood when others got their turn last. */
	private rested = 0;
	private levels = 0;
	/** Where lists and objects open that are known to be longer than a piece. */
	private long: ReadonlySet<number> = new Set();

	constructor(
		private readonly text: string,
		private readonly parse: (piece: string) => unknown,
		private readonly size: number,
	) {}

	*value(): Steps<unknown> {
		this.skipSpace();
		const start = this.at;
		const end = this.endOf(start);
		if (end === undefined) return yield* this.longValue();
		this.at = end;
		yield* this.rest();
		return this.parse(this.text.slice(start, end));
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

	/** Values that are short are read together, so many as are a piece. */
	private *list(): Steps<unknown[]> {
		const values: unknown[] = [];
		let piece: { start: number; end: number } | undefined;
		const readPiece = () => {
			if (!piece) return;
			const read = this.parse(`[${this.text.slice(piece.start, piece.end)}]`) as unknown[];
			for (const value of read) values.push(value);
			piece = undefined;
		};
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
				readPiece();
				values.push(yield* this.longValue());
			} else {
				piece = { start: piece?.start ?? start, end };
				this.at = end;
			}
			if (piece && piece.end - piece.start >= this.size) {
				readPiece();
				yield* this.rest();
			}
			this.skipSpace();
		} while (this.text.charCodeAt(this.at) === COMMA);
		readPiece();
		this.close(CLOSE_LIST);
		return values;
	}

	private *object(): Steps<object> {
		const object: { [key: string]: unknown } = {};
		let isEmpty = true;
		do {
			this.at++;
			this.skipSpace();
			const start = this.at;
			const code = this.text.charCodeAt(start);
			// Nothing but blanks.
			if (code === CLOSE_OBJECT && isEmpty) break;
			if (code !== QUOTE) throw noJson();
			this.at = this.endOfString(start) + 1;
			const key = JSON.parse(this.text.slice(start, this.at)) as string;
			isEmpty = false;
			this.skipSpace();
			this.close(COLON);
			const value = yield* this.value();
			// An assignment means something else for the key __proto__.
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

	/** Behind the value that begins there; undefined for a list or object longer than a piece. */
	private endOf(start: number): number | undefined {
		if (this.long.has(start)) return undefined;
		const { text } = this;
		const opened: number[] = [];
		for (let at = start; at < text.length; at++) {
			switch (text.charCodeAt(at)) {
				case QUOTE:
					at = this.endOfString(at);
					if (opened.length === 0) return at + 1;
					break;
				case OPEN_LIST:
				case OPEN_OBJECT:
					opened.push(at);
					break;
				case CLOSE_LIST:
				case CLOSE_OBJECT:
					// That of the list around it.
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
				// All of them reach as far as this.
				this.long = new Set(opened);
				return undefined;
			}
		}
		if (opened.length > 0) throw noJson();
		return text.length;
	}

	private endOfString(start: number): number {
		for (let at = start + 1; at < this.text.length; at++) {
			const code = this.text.charCodeAt(at);
			if (code === BACKSLASH) at++;
			else if (code === QUOTE) return at;
		}
		throw noJson();
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
	return new SyntaxError('The text is no JSON');
}
