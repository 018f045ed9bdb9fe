import { plainName } from '../../../credentials/ways/way';
import { piecesOf } from './scan';

/**
 * Determines which columns SQL may return. The reading is strict: it reports anything that some
 * database could read in another way, or as more columns than are named.
 */

/** Tables whose columns are known (docs/service.md, "SQL"). */
const TABLES = ['events', 'users'];
/** Words that may follow a table and its alias. */
const BEHIND_TABLE = setOf(
	`, ) ; join inner left right full outer cross semi anti on using where group having order limit
	offset fetch union intersect except minus window`,
);
/** Words that some databases read as an alias if nothing else is possible. */
const ALIASES = setOf('semi anti minus offset');
/** Words of these that Spark or Trino reads as an alias before a list of columns, which renames them. */
const BEFORE_COLUMNS = setOf('where group having limit except union intersect left right');
/** Words of joins, which NATURAL precedes. */
const JOINS = setOf('join inner left right full outer cross semi anti');
const OPERANDS = setOf('select all distinct');
/** Words that start a SELECT or another part of it, and those that start another SELECT. */
const PARTS = setOf('select where group having limit offset window');
const SETS = setOf('union intersect except minus');
/** Words by which some database names a table, or a query without SELECT. */
const OTHER_STATEMENTS = setOf('table straight_join exec execute into');
const WORDS_OF_SQL = `select distinct all from where group having by limit offset union intersect
	except minus on using as and or not in like ilike rlike between when then else`;
/** Words next to which `*` isn't a multiplication. */
const NO_FACTORS = setOf(
	`${WORDS_OF_SQL} prewhere order sort fetch window qualify is glob similar with exclude replace
	rename apply final for format settings bulk lateral transform sql_no_cache sql_cache high_priority`,
);
/** Words that may precede a parenthesis without calling a function. */
const OPENERS = setOf(`${WORDS_OF_SQL} any some exists regexp case over filter interval`);
/** Functions of values: none reads a table, or SQL in a text. */
const FUNCTIONS = setOf(
	`abs acos add_months adddate any_value appx_median array_agg ascii asin atan atan2 avg
	base64decode base64encode bigint bin bitand bitnot bitor bitxor btrim cast ceil ceiling char
	char_length character_length chr coalesce concat concat_ws conv convert corr cos count covar_pop
	covar_samp crc32 cume_dist curdate current_date current_timestamp date date_add date_diff
	date_format date_part date_sub date_trunc datediff day dayname dayofmonth dayofweek dayofyear
	days_add days_diff days_sub decimal decode degrees dense_rank double exp extract find_in_set
	first_value float floor from_timestamp from_unixtime from_utc_timestamp get_json_object greatest
	group_concat grouping hex hour hours_add hours_sub if ifnull initcap instr int isnull
	json_extract json_extract_scalar lag last_day last_value lcase lead least left length ln locate
	log log10 log2 lower lpad ltrim make_date max md5 median min minute minutes_add minutes_sub mod
	month months_add months_between months_sub murmur_hash ndv negative next_day now ntile nullif
	nullifzero numeric nvl nvl2 parse_url percent_rank percentile percentile_approx percentile_cont
	percentile_disc pi pmod position positive pow power quarter radians rand random rank
	regexp_count regexp_extract regexp_like regexp_replace repeat replace reverse right round
	row_number rpad rtrim second seconds_add sha1 sha2 sign sin size smallint space split split_part
	sqrt stddev stddev_pop stddev_samp str_to_date strftime string string_agg strleft strlen strpos
	strright subdate substr substring substring_index sum sysdate tan time timestamp timestampdiff
	tinyint to_char to_date to_days to_number to_timestamp to_utc_timestamp translate trim trunc
	truncate try_cast typeof ucase unhex unix_timestamp upper utc_timestamp uuid var_pop var_samp
	varchar variance week weekday weekofyear weeks_add weeks_sub width_bucket year years_add
	years_sub zeroifnull`,
);
/** Letters that only some databases treat as ASCII: one of these words, or a name. */
const WORDS = new Set([...BEHIND_TABLE, ...NO_FACTORS, ...OPENERS, ...FUNCTIONS]);
/** PostgreSQL reads `u.to_json` as to_json(u), a complete row. */
const CALL_BEHIND_DOT =
	/json|record|xml|hstore|^(?:array|hash|num|pg|quote|row)_|^(?:any_value|concat|format|lag|lead|max|min|mode|first_value|last_value)$/;
/** Quotation marks that some databases read as part of the text, and others as its start or end. */
const TWO_WAYS = /\\['"`]|'''|"""/;
const LINE_COMMENT = /^--(?:[ \t][^\\\r\u0085\u2028\u2029]*)?\r?\n?$/;
/** A quoted name with these is a pattern, with which databases such as Hive select columns. */
const PATTERN = /[.*+?|()[\]{}^\\]|^`.+\$/;
const NUMBER = /^\d+(?:e\d+)?$/i;
/** Other words are placeholders, or start a text. */
const WORD = /^(?!\$\d|.*\$\w*\$)[\p{L}_$][\p{L}\p{N}\p{M}_$]*$/u;
const WORD_END = /[\p{L}\p{N}\p{M}_$]$/u;
const SIGN = /^[-,.()+*/%=<>!|:;~^]$/;

function setOf(words: string): ReadonlySet<string> {
	return new Set(words.split(/\s+/));
}

interface SqlToken {
	text: string;
	/** Plain form of a word, or of the content of its quotes. */
	name: string;
	kind: 'word' | 'name' | 'text' | 'number' | 'sign';
}

const NONE: SqlToken = { text: '', name: '', kind: 'sign' };

/** The content of two parentheses. */
interface Level {
	/** Function that they call, if any. */
	call?: string;
	part: 'with' | 'from' | 'order' | 'rest' | 'other';
	/** Whether it is in the position of a table. */
	isTable: boolean;
	/** Its name in WITH, as written. */
	name?: string;
	aliases: Set<string>;
}

/**
 * Returns the part of the SQL that could return columns without naming them, or undefined if there
 * is none. A table's name must be in the position of a table, or before a dot: elsewhere it means a
 * complete row.
 */
export function openPlaceIn(sql: string): string | undefined {
	const tokens = tokensOf(sql);
	return typeof tokens === 'string' ? tokens : new Reader(tokens).read();
}

/** Returns the tokens without comments, or a text that can be read in several ways. */
function tokensOf(sql: string): SqlToken[] | string {
	const pieces = piecesOf(sql);
	if (pieces === undefined) return "a quotation mark that isn't closed";
	const quote = TWO_WAYS.exec(sql)?.[0];
	if (quote !== undefined) return quote;
	const tokens: SqlToken[] = [];
	let last = '';
	for (const text of pieces) {
		const isGlued = WORD_END.test(last) && /^['"`]/.test(text);
		last = text;
		if (/^[ \t\r\n]/.test(text) || isComment(text)) continue;
		const kind = kindOf(text);
		// Some databases read escapes in double quotes.
		const isPattern =
			kind === 'name' && (text[0] === '`' ? PATTERN.test(text) : text.includes('\\'));
		const name = plainName(kind === 'name' ? text.slice(1, -1) : kind === 'word' ? text : '');
		const isEither = kind === 'word' && WORDS.has(name) && name !== text.toLowerCase();
		if (kind === undefined || isGlued || isPattern || isEither) return text;
		tokens.push({ text, name, kind });
	}
	return tokens;
}

function isComment(text: string): boolean {
	if (text.startsWith('--')) return LINE_COMMENT.test(text);
	if (!text.startsWith('/*') || /^\/\*M?!/.test(text)) return false;
	return text.length > 3 && text.endsWith('*/') && !text.includes('/*', 1);
}

function kindOf(text: string): SqlToken['kind'] | undefined {
	if (text.startsWith("'")) return 'text';
	if (/^[`"]/.test(text)) return 'name';
	if (NUMBER.test(text)) return 'number';
	return WORD.test(text) ? 'word' : SIGN.test(text) ? 'sign' : undefined;
}

class Reader {
	private readonly levels: Level[] = [newLevel()];
	/** Names as written: those in other spellings may be tables of the database. */
	private readonly tables = new Set<string>();
	/** Names that mean a complete row in the position of a column. */
	private readonly rows = new Set(TABLES);
	private readonly used = new Set<string>();
	private at = 0;

	constructor(private readonly tokens: readonly SqlToken[]) {}

	read(): string | undefined {
		const first = this.near(0);
		if (isWord(first, 'with')) this.level.part = 'with';
		else if (!isWord(first, 'select') && first.text !== '(') return `a statement by ${first.text}`;
		for (; this.at < this.tokens.length; this.at++) {
			const fault = this.step(this.near(0));
			if (fault !== undefined) return fault;
		}
		const row = [...this.used].find((name) => this.rows.has(name));
		return row === undefined ? undefined : `all columns by ${row}`;
	}

	private get level(): Level {
		return this.levels.at(-1) as Level;
	}

	private near(offset: number): SqlToken {
		return this.tokens[this.at + offset] ?? NONE;
	}

	private step(token: SqlToken): string | undefined {
		switch (token.text) {
			case '(':
				return this.open();
			case ')':
				return this.close();
			case '*':
				return this.isProduct() ? undefined : 'all columns by *';
			case ',':
				return this.level.part === 'from' ? this.table() : undefined;
			case '/':
				return this.near(1).text === '/' ? '//' : undefined;
			case ';':
				return this.near(1) === NONE ? undefined : 'another statement after ;';
			default:
				return isNamed(token) ? this.name(token) : undefined;
		}
	}

	private open(): string | undefined {
		const [before, beyond] = [this.near(-1), this.near(-2)];
		const isKnown = OPENERS.has(before.name) || FUNCTIONS.has(before.name);
		if (before.kind === 'name' || (before.kind === 'word' && (!isKnown || beyond.text === '.'))) {
			return `the function ${before.text}`;
		}
		const first = this.near(1);
		const name = this.level.part === 'with' ? beyond.text : undefined;
		if (name !== undefined && !isWord(first, 'select') && first.text !== '(') {
			return `${first.text} after WITH`;
		}
		const call = !OPENERS.has(before.name) && before.kind === 'word' ? before.name : undefined;
		this.levels.push({ ...newLevel(), name, call });
		return undefined;
	}

	private close(): string | undefined {
		const closed = this.levels.pop();
		if (closed === undefined || this.levels.length === 0) return 'a ) without its (';
		if (closed.name !== undefined) this.tables.add(closed.name);
		return closed.isTable ? this.behindTable() : undefined;
	}

	private isProduct(): boolean {
		const [before, after] = [this.near(-1), this.near(1)];
		const isCounted = before.text === '(' && after.text === ')';
		if (isCounted) return isWord(this.near(-2), 'count');
		return isFactor(before, ')') && isFactor(after, '(+-');
	}

	private name(token: SqlToken): string | undefined {
		const { name } = token;
		const { level } = this;
		const [before, next] = [this.near(-1), this.near(1)];
		const isSelect = isWord(token, 'select');
		if (level.part === 'with' && !isSelect && this.at > 0) {
			const isNext = isWord(next, 'as') && this.near(2).text === '(';
			return isNext || isWord(token, 'as') ? undefined : `${token.text} after WITH`;
		}
		if (isWord(before, 'as')) {
			level.aliases.add(name);
			// Some databases accept AS as a name: what follows is then no alias.
			return token.kind === 'word' && /^(?:as|from|join)$/.test(name)
				? `AS ${token.text}`
				: undefined;
		}
		if (before.text === '.') {
			if (CALL_BEHIND_DOT.test(name)) return `.${token.text}`;
		} else if (token.kind === 'word') {
			const isFrom = name === 'from' && level.call === undefined && !this.isCompared();
			const isAllOf = isFrom && level.part === 'other';
			const isApplied = name === 'apply' && /^(?:cross|outer)$/.test(before.name);
			if (isAllOf || isApplied || OTHER_STATEMENTS.has(name)) return token.text;
			if (isFrom || name === 'join') return this.table();
			if (name === 'in' && next.text !== '(' && level.call !== 'position') {
				return `IN ${next.text}`;
			}
			// Before a comma, these are names in some databases.
			const isPart = next.text !== ',';
			// NATURAL compares columns without naming them.
			if (name === 'natural' && next.kind === 'word' && JOINS.has(next.name)) return token.text;
			if (isSelect) level.call = undefined;
			if (isPart && name === 'order') level.part = name;
			else if (isPart && PARTS.has(name)) level.part = 'rest';
			else if (isPart && SETS.has(name)) level.part = 'other';
		}
		const isOrder = level.part === 'order' && (isWord(before, 'by') || before.text === ',');
		// Within an expression, it is the name of a table.
		const isWhole = isBehind(next) || /^(?:asc|desc|nulls)$/.test(next.name);
		const isAlias = isOrder && isWhole && level.aliases.has(name);
		if (next.text !== '.' && !isAlias) this.used.add(name);
		return undefined;
	}

	/** Whether this FROM is the end of IS [NOT] DISTINCT FROM, which compares. */
	private isCompared(): boolean {
		const is = isWord(this.near(-2), 'not') ? -3 : -2;
		return (
			isWord(this.near(-1), 'distinct') &&
			isWord(this.near(is), 'is') &&
			isFactor(this.near(is - 1), ')')
		);
	}

	/** Reads the next table and its alias, or up to the query in parentheses. */
	private table(): string | undefined {
		this.level.part = 'from';
		for (this.at++; this.near(0).text === '('; this.at++) {
			this.levels.push({ ...newLevel(), part: 'from', isTable: true });
			if (isWord(this.near(1), 'select')) return undefined;
		}
		const token = this.near(0);
		const written = token.text.replace(/^["`]|["`]$/g, '').toLowerCase();
		const isKnown = isNamed(token) && (TABLES.includes(written) || this.tables.has(token.text));
		return isKnown ? this.behindTable() : `the table ${token.text}`;
	}

	/** Reads the table's alias, and checks that nothing else follows. */
	private behindTable(): string | undefined {
		const isAs = isWord(this.near(1), 'as');
		if (isAs) this.at++;
		const alias = this.near(1);
		// NATURAL compares columns without naming them.
		const isNatural = isWord(alias, 'natural');
		const isWordOfSql = isNatural || BEHIND_TABLE.has(alias.name);
		const isSure = isAs || alias.kind === 'name' || !isWordOfSql;
		if (isNamed(alias) && (isSure || this.mayBeAlias(alias))) {
			this.rows.add(alias.name);
			this.at++;
		} else if (this.isRenaming()) return `( after ${alias.text}`;
		const next = this.near(1);
		return isBehind(next) ? undefined : `${next.text} after a table`;
	}

	/** Whether the next word may be an alias with a list of columns: no condition is such a list. */
	private isRenaming(): boolean {
		const word = this.near(1);
		if (word.kind !== 'word' || !BEFORE_COLUMNS.has(word.name)) return false;
		let at = 2;
		for (; this.near(at).text === (at === 2 ? '(' : ','); at += 2) {
			if (!isNamed(this.near(at + 1))) return false;
		}
		return at > 4 && this.near(at).text === ')' && isBehind(this.near(at + 1));
	}

	/** Whether the next word is an alias rather than an operator, because it has no operand. */
	private mayBeAlias({ name }: SqlToken): boolean {
		const [next, inside] = [this.near(2), this.near(3)];
		const isQuery = next.text === '(' && (isWord(inside, 'select') || inside.text === '(');
		const isOperator = isQuery || next.kind === 'number' || OPERANDS.has(next.name);
		return ALIASES.has(name) && !isOperator;
	}
}

function newLevel(): Level {
	return { part: 'other', isTable: false, aliases: new Set() };
}

function isBehind({ text }: SqlToken): boolean {
	return BEHIND_TABLE.has(text.toLowerCase()) || text === '';
}

function isNamed({ kind }: SqlToken): boolean {
	return kind === 'word' || kind === 'name';
}

function isWord({ kind, name }: SqlToken, word: string): boolean {
	return kind === 'word' && name === word;
}

function isFactor({ text, name, kind }: SqlToken, signs: string): boolean {
	if (kind === 'sign') return text !== '' && signs.includes(text);
	return kind !== 'word' || !NO_FACTORS.has(name);
}
