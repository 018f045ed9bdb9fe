import { UserError } from 'n8n-workflow';

import { firstWords, quoted } from '../../../credentials/http/redact';
import type { SqlName, SqlNumber, SqlParameter, SqlQuery } from '../query/query';
import { withCommas } from '../table/decimal';

/** A placeholder `:name` outside of texts, quoted names and comments. */
interface Placeholder {
	name: string;
	start: number;
	/** Position after the name. */
	end: number;
}

/** Differences in how databases read SQL. */
interface SqlDialect {
	/** Where `\` escapes the following quotation mark: everywhere, only in E'…', or nowhere. */
	backslash: 'everywhere' | 'E' | 'nowhere';
	isNested: boolean;
	/** Whether what a comment with an exclamation mark contains is executed. */
	isExecuted: boolean;
	hasDollars: boolean;
	hasHash: boolean;
	/** Whether [ ] enclose a name. */
	hasBrackets: boolean;
	needsSpace: boolean;
	hasOddLines: boolean;
	/** Whether a comment continues after a line that ends with `\`. */
	isContinued: boolean;
}

/** The reading of Impala, whose dialect the service uses. */
const IMPALA: SqlDialect = {
	backslash: 'everywhere',
	isNested: false,
	isExecuted: false,
	hasDollars: false,
	hasHash: false,
	hasBrackets: false,
	needsSpace: false,
	hasOddLines: false,
	isContinued: false,
};

interface Difference {
	/** If the SQL has no match, all dialects read it alike. */
	sign: RegExp;
	others: Array<Partial<SqlDialect>>;
	name: string;
}

const DIFFERENCES: Difference[] = [
	{ sign: /\\/, others: [{ backslash: 'nowhere' }, { backslash: 'E' }], name: 'a backslash' },
	{ sign: /\/\*/, others: [{ isNested: true }], name: 'a comment in a comment' },
	{ sign: /\/\*M?!/, others: [{ isExecuted: true }], name: '/*!' },
	{ sign: /\$[\w\u0080-\uffff]*\$/, others: [{ hasDollars: true }], name: '$$' },
	{ sign: /#/, others: [{ hasHash: true }], name: '#' },
	{ sign: /\[/, others: [{ hasBrackets: true }], name: '[' },
	{ sign: /--/, others: [{ needsSpace: true }], name: '-- without a space after it' },
	{
		sign: /[\r\u0085\u2028\u2029]/,
		others: [{ hasOddLines: true }],
		name: 'line endings other than \\n',
	},
	{
		sign: /\\[\r\n]/,
		others: [{ isContinued: true }],
		name: 'a backslash at the end of a line',
	},
];

/**
 * Returns the placeholders in order. A placeholder counts only if every database reads it as one:
 * if one of them reads it as part of a text or comment, a value could end that. Linear.
 * @throws UserError for SQL whose quotes aren't closed, or that can be read in two ways
 */
export function placeholdersIn(sql: string): Placeholder[] {
	const readings = readingsOf(sql);
	if (readings.length * sql.length > MOST_READ) {
		const causes = DIFFERENCES.filter(({ sign }) => sign.test(sql));
		throw new UserError(
			`'SQL' is too long to check for every kind of database. Shorten the SQL, or remove ${causes.map(({ name }) => name).join(' and ')}`,
		);
	}
	const found = readings.map((reading) => ({ reading, ...scan(sql, reading) }));
	const first = found.find(({ isClosed }) => isClosed);
	if (first === undefined) {
		throw new UserError("A quotation mark in 'SQL' isn't closed. Close the quotation mark");
	}
	// In an open text, a value with a comment could end the SQL: such readings count, too.
	for (const { reading, places } of found) {
		const starts = new Set(places.map(({ start }) => start));
		const place = first.places.find(({ start }) => !starts.has(start));
		if (place) throw ambiguous(place, first.reading, reading);
	}
	return first.places;
}

/** Longest text of all readings together, in characters: about half a second. */
const MOST_READ = 25_000_000;

/** Returns the reading of Impala, and those of other databases for what the SQL contains. */
function readingsOf(sql: string): SqlDialect[] {
	let readings = [IMPALA];
	for (const { sign, others } of DIFFERENCES) {
		if (!sign.test(sql)) continue;
		readings = readings.flatMap((reading) => [
			reading,
			...others.map((other) => ({ ...reading, ...other })),
		]);
	}
	return readings;
}

function ambiguous({ name }: Placeholder, one: SqlDialect, other: SqlDialect): UserError {
	const causes = DIFFERENCES.filter(({ others }) =>
		Object.keys(others[0] ?? {}).some(
			(key) => one[key as keyof SqlDialect] !== other[key as keyof SqlDialect],
		),
	);
	const advice =
		one.backslash === other.backslash
			? ''
			: '. Enter a text with a quotation mark or a backslash as a parameter';
	return new UserError(
		`Some databases read :${firstWords(name)} in 'SQL' as part of a text or comment, where a value isn't safe. Write the SQL without ${causes.map((cause) => cause.name).join(' and ')}${advice}`,
	);
}

const WORD = /[\w$\u0080-\uffff]+/y;
const SPACES = /[ \t\r\n]+/y;
const DOLLARS = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const EXECUTED = /\/\*M?!/y;
const PLACE = /:([A-Za-z_]\w*)/y;
/** Line breaks, by whether other ones count, and whether `\` cancels one. */
const LINE_ENDS = {
	plain: /\n/g,
	odd: /[\n\r\u0085\u2028\u2029]/g,
	continued: /(?<!\\|\\\r)\n/g,
	oddContinued: /(?<!\\|\\\r)[\n\r\u0085\u2028\u2029]/g,
};

/** Returns the placeholders before a quote that isn't closed, or all. */
function scan(sql: string, reading: SqlDialect): { places: Placeholder[]; isClosed: boolean } {
	const places: Placeholder[] = [];
	let at = 0;
	while (at < sql.length) {
		const closed = endOfQuoted(sql, at, reading);
		if (closed === UNCLOSED) return { places, isClosed: false };
		if (closed > at) {
			at = closed;
			continue;
		}
		// The colons of a cast (a::int) aren't a placeholder.
		if (sql.startsWith('::', at)) {
			at += 2;
			continue;
		}
		const place = match(PLACE, sql, at);
		if (place) places.push({ name: place[1] as string, start: at, end: at + place[0].length });
		at += (place ?? match(WORD, sql, at))?.[0].length ?? 1;
	}
	return { places, isClosed: true };
}

const UNCLOSED = -1;

/**
 * Splits the SQL into pieces as Impala reads it: words, spaces, signs, and complete texts, quoted
 * names and comments. Returns undefined if a quote isn't closed.
 */
export function piecesOf(sql: string): string[] | undefined {
	const pieces: string[] = [];
	for (let at = 0; at < sql.length; ) {
		const closed = endOfQuoted(sql, at, IMPALA);
		if (closed === UNCLOSED) return undefined;
		const length = (match(WORD, sql, at) ?? match(SPACES, sql, at))?.[0].length ?? 1;
		const end = closed > at ? closed : at + length;
		pieces.push(sql.slice(at, end));
		at = end;
	}
	return pieces;
}

/** Nothing but a value can follow; `->>` and a dot, for example, can precede a name in quotes. */
const BEFORE_VALUE = /(?:=|<>|\b[IR]?LIKE)$/i;

/** Returns the SQL without the texts with which something is compared. */
export function withoutValues(sql: string): string {
	let before = '';
	const kept = (piecesOf(sql) ?? [sql]).filter((piece) => {
		const isValue = piece.startsWith("'") && BEFORE_VALUE.test(before.trimEnd());
		// What a comment ends with is no operator.
		if (!/^(?:--|\/\*)/.test(piece)) before = before.slice(-9) + piece;
		return !isValue;
	});
	return kept.join('');
}

/**
 * Returns the position after the text, quoted name or comment that starts at `at`; `at` itself if
 * none does, and UNCLOSED if a quote has no end.
 */
function endOfQuoted(sql: string, at: number, reading: SqlDialect): number {
	const char = sql[at];
	switch (char) {
		case "'":
		case '"':
			return endOfText(sql, at, char, reading);
		case '`':
			return behind(sql, '`', at + 1);
		case '-':
			return isDashes(sql, at, reading) ? endOfLine(sql, at, reading) : at;
		case '#':
			return reading.hasHash ? endOfLine(sql, at, reading) : at;
		case '[':
			return reading.hasBrackets ? behind(sql, ']', at + 1) : at;
		case '/':
			if (sql[at + 1] !== '*' || (reading.isExecuted && match(EXECUTED, sql, at))) return at;
			return endOfComment(sql, at, reading);
		case '$': {
			const tag = reading.hasDollars ? match(DOLLARS, sql, at)?.[0] : undefined;
			return tag === undefined ? at : behind(sql, tag, at + tag.length);
		}
		default:
			return at;
	}
}

/** A doubled quotation mark is read as two adjacent texts, with the same result. */
function endOfText(sql: string, start: number, quote: string, { backslash }: SqlDialect): number {
	const isE = /^e$/i.test(sql[start - 1] ?? '') && !/[\w$\u0080-\uffff]/.test(sql[start - 2] ?? '');
	const escapes = backslash === 'everywhere' || (backslash === 'E' && isE && quote === "'");
	if (!escapes) return behind(sql, quote, start + 1);
	for (let at = start + 1; at < sql.length; at++) {
		if (sql[at] === '\\') at++;
		else if (sql[at] === quote) {
			// The text after a doubled quotation mark has the same escapes.
			if (sql[at + 1] !== quote) return at + 1;
			at++;
		}
	}
	return UNCLOSED;
}

/** An unclosed comment ends with the SQL, which some databases accept. */
function endOfComment(sql: string, start: number, { isNested }: SqlDialect): number {
	if (!isNested) {
		const end = behind(sql, '*/', start + 2);
		return end === UNCLOSED ? sql.length : end;
	}
	let depth = 1;
	const marks = /\/\*|\*\//g;
	marks.lastIndex = start + 2;
	for (let mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
		depth += mark[0] === '/*' ? 1 : -1;
		if (depth === 0) return marks.lastIndex;
	}
	return sql.length;
}

function isDashes(sql: string, at: number, { needsSpace }: SqlDialect): boolean {
	return sql[at + 1] === '-' && (!needsSpace || /\s|^$/.test(sql[at + 2] ?? ''));
}

function endOfLine(sql: string, at: number, { hasOddLines, isContinued }: SqlDialect): number {
	const continued = hasOddLines ? LINE_ENDS.oddContinued : LINE_ENDS.continued;
	const end = isContinued ? continued : hasOddLines ? LINE_ENDS.odd : LINE_ENDS.plain;
	end.lastIndex = at;
	return end.exec(sql) ? end.lastIndex : sql.length;
}

function behind(sql: string, end: string, from: number): number {
	const at = sql.indexOf(end, from);
	return at < 0 ? UNCLOSED : at + end.length;
}

function match(sticky: RegExp, sql: string, at: number): RegExpExecArray | null {
	sticky.lastIndex = at;
	return sticky.exec(sql);
}

/**
 * Writes a value as SQL. Characters that dialects escape in different ways (quotes, backslashes,
 * control characters) are written by their codes, so that no value can end its own quotes in any
 * dialect: `O'Brien` becomes `concat('O', chr(39), 'Brien')`. Negative numbers are in parentheses,
 * because a minus sign before them would start a comment.
 * @throws UserError as soon as it is longer than SQL may be
 */
export function toSqlLiteral(value: SqlParameter['value']): string {
	if (Array.isArray(value)) return writeAll(value, (element) => toSqlLiteral(element)).join(', ');
	if (isName(value)) return `\`${value.column}\``;
	if (typeof value === 'boolean') return String(value);
	return typeof value === 'string' ? writeText(value) : writeNumber(value);
}

function isName(value: SqlParameter['value']): value is SqlName {
	return typeof value === 'object' && 'column' in value;
}

function writeNumber({ digits }: SqlNumber): string {
	return digits.startsWith('-') ? `(${digits})` : digits;
}

function writeText(text: string): string {
	const written = writeAll(text.matchAll(PARTS), ([part]) =>
		isSpecial.test(part) ? `chr(${part.charCodeAt(0)})` : `'${part}'`,
	);
	return written.length > 1 ? `concat(${written.join(', ')})` : (written[0] ?? "''");
}

function writeAll<Each>(parts: Iterable<Each>, write: (part: Each) => string): string[] {
	const written: string[] = [];
	let length = 0;
	for (const part of parts) {
		const piece = write(part);
		assertShort((length += piece.length));
		written.push(piece);
	}
	return written;
}

const SPECIAL = '[\'"`\\\\\\u0000-\\u001f\\u007f]';
const isSpecial = new RegExp(`^${SPECIAL}`);
const PARTS = new RegExp(`${SPECIAL}|[^'"\`\\\\\\u0000-\\u001f\\u007f]+`, 'g');

/**
 * Returns the SQL of a query with its values. The SQL must use every parameter, and each
 * placeholder must be where a value is safe.
 */
export function toSqlText(query: SqlQuery): string {
	const { timeLimitSeconds: limit } = query;
	const hint = limit === undefined ? '' : `/*MAX_QUERY_EXECUTION_TIME=${limit}*/ `;
	return hint + bind(query);
}

function bind({ sql, parameters }: SqlQuery): string {
	const values = new Map(parameters.map(({ name, value }) => [name, value]));
	const used = new Set<string>();
	const pieces: string[] = [];
	let [done, { length }] = [0, sql];
	assertShort(length);
	for (const place of placeholdersIn(sql)) {
		const { name, start, end } = place;
		const value = values.get(name);
		if (value === undefined) {
			throw new UserError(
				`The query uses :${firstWords(name)}, which isn't in 'SQL Parameters'. Add a parameter with this name`,
			);
		}
		assertApart(sql, place, isName(value));
		used.add(name);
		// Some databases read the colons of a cast as a part of the preceding name.
		const gap = isCast(sql, end) ? ' ' : '';
		const literal = toSqlLiteral(value);
		assertShort((length += literal.length));
		pieces.push(sql.slice(done, start), literal, gap);
		done = end;
	}
	for (const name of values.keys()) {
		if (!used.has(name)) {
			throw new UserError(
				`The query doesn't use the parameter ${quoted(name)}. Write :${firstWords(name)} in the query, outside of quotation marks, or remove the parameter`,
			);
		}
	}
	return [...pieces, sql.slice(done)].join('');
}

/** Longest SQL, in characters: enough for lists of tens of thousands of IDs. */
const LONGEST_SQL = 2_000_000;

function assertShort(length: number): void {
	if (length <= LONGEST_SQL) return;
	throw new UserError(
		`'SQL' with its parameters has more than ${withCommas(LONGEST_SQL)} characters. Shorten the SQL or its lists, or run several queries`,
	);
}

/** Characters that would merge with a value: `'a':b` would be one text, `x:b` another name. */
const TOUCHES = /[\w$@'"`\\.\u0080-\uffff]/;

/** @param isColumn whether the value is a column, which may follow its table */
function assertApart(sql: string, { name, start, end }: Placeholder, isColumn: boolean): void {
	const [left = '', after = ''] = [sql[start - 1], sql[end]];
	const before = isColumn && left === '.' ? '' : left;
	const isApart = before !== ':' && (after !== ':' || isCast(sql, end));
	if (isApart && !TOUCHES.test(before + after)) return;
	throw new UserError(
		`:${firstWords(name)} in 'SQL' has no space before or after: ${firstWords(sql.slice(Math.max(0, start - 10), end + 10))}. Add the missing space`,
	);
}

function isCast(sql: string, at: number): boolean {
	return sql.startsWith('::', at);
}
