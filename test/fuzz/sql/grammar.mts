/** Random statements that some database may read otherwise than the node does. */
import type { Chance } from '../harness/chance.mts';

/** Position of the value, also where it is only the look of one: in texts and comments. */
export const PLACE = '\u0001';
/** Property that the credential leaves out. */
export const LEFT_OUT = 'phone';
/** Columns of the tables that may be read; LEFT_OUT is one more of each. */
export const COLUMNS: Readonly<Record<string, readonly string[]>> = {
	users: ['id', 'city', 'level', 'age'],
	events: ['user_id', 'event', 'amount', 'time'],
};
/** A table that nobody may read, and its columns. */
export const OTHER_TABLE = 'leads';
export const OTHER_COLUMNS: readonly string[] = ['a', 'b', 'id'];

/** Words that are an alias in one database, and a part of the statement in another. */
const WORDS = (
	'semi anti minus offset left right full cross inner outer window limit order group where having ' +
	'union on using fetch as from join users events select distinct table lateral natural t u e'
).split(' ');
const OTHERS = [OTHER_TABLE, OTHER_TABLE, 'pg_stats', 'pg_class', 'sqlite_schema', '(TABLE leads)'];
/** What PostgreSQL reads as a function of a complete row if it follows a dot. */
const CALLS = 'to_json row_to_json to_jsonb json_agg concat max any_value format array_agg'.split(
	' ',
);
const FUNCTIONS = 'lower upper coalesce concat'.split(' ');
const ODD_FUNCTIONS = (
	'max count any_value array_agg row_to_json to_jsonb json_agg query_to_xml row pg_typeof ' +
	'quote_literal'
).split(' ');
const TEXTS = [
	...["'a'", "'it''s'", "'C:\\'", "'x\\'", "E'\\''", "E'a\\\\'", "''", "'--'", "'/*'", "'*/'"],
	...[`'${PLACE}'`, `$$ ${PLACE} $$`, "$t$ ' $t$", `$$ ' $$`, "'''a'''", `"${PLACE}"`, `'#'`],
];
const SPACES = [
	...['/* x */', `/* ${PLACE} */`, `/* /* ${PLACE} */ */`, '/* ; */', "/* ' */", '/**/', '\t'],
	...['-- x\n', `-- ${PLACE}\n`, '--x\n', "-- '\n", '-- \\\n', `# ${PLACE}\n`, '-- */\n', '\r\n'],
	...['/*! x */', '-- x\r', '/* " */', '--\n', '\r'],
];
const COMPARISONS = ['=', '<>', '<', ' IS DISTINCT FROM ', ' IS NOT DISTINCT FROM '];

interface Source {
	/** Its name, or its alias. */
	name: string;
	columns: readonly string[];
}

/** Writes one statement; `odd` counts what is still to be odd about it. */
class Writer {
	private depth = 0;
	private aliases = 0;
	private readonly views: Source[] = [];

	constructor(
		private readonly chance: Chance,
		private odd: number,
	) {}

	write(): string {
		const { chance } = this;
		const start = chance.percent(15) ? this.with() : '';
		const end = chance.percent(4) ? this.oddly(';', '; SELECT 1', `; TABLE ${OTHER_TABLE}`) : '';
		return `${start}${this.query()}${end}`;
	}

	/** One of the odd texts if this statement may still be odd, else the plain one. */
	private oddly(plain: string, ...odd: readonly string[]): string {
		if (this.odd <= 0 || !this.chance.percent(12)) return plain;
		this.odd--;
		return this.chance.pick(odd);
	}

	private with(): string {
		const name = this.oddly(
			`w${++this.aliases}`,
			'users',
			'"T"',
			OTHER_TABLE,
			'"PG_STATS"',
			'minus',
		);
		const head = this.oddly(name, `${name}(a, b)`, `RECURSIVE ${name}`);
		const columns = ['c1', 'c2'];
		const body = this.oddly(
			`SELECT ${this.expression([])} AS c1, ${this.expression([])} AS c2`,
			`TABLE ${OTHER_TABLE}`,
			'VALUES (1, 2)',
			`DELETE FROM ${OTHER_TABLE} RETURNING a`,
			`SELECT a AS c1, b AS c2 FROM ${OTHER_TABLE}`,
			'SELECT id AS c1, users AS c2 FROM users',
		);
		const sql = `WITH ${head} AS (${body}) `;
		this.views.push({ name, columns });
		return sql;
	}

	private query(isOneColumn = false): string {
		this.depth++;
		const { chance } = this;
		const { text: from, sources } = this.from();
		const count = isOneColumn ? 1 : chance.from(1, 3);
		const columns = Array.from({ length: count }, () => this.column(sources, isOneColumn));
		const distinct = chance.percent(8)
			? this.oddly('DISTINCT ', 'ALL ', 'DISTINCT ON (1) ', 'DISTINCT FROM ', 'STRAIGHT_JOIN ')
			: '';
		let sql = `SELECT ${distinct}${columns.join(this.oddly(', ', ',', ' ,\n'))}${from}`;
		if (chance.percent(30)) sql += `${this.space()}WHERE ${this.condition(sources)}`;
		if (chance.percent(6))
			sql += this.oddly('', ` GROUP BY ${this.expression(sources)}`, ' GROUP BY 1', ' HAVING true');
		if (!isOneColumn && chance.percent(12)) sql += this.set();
		if (chance.percent(12)) {
			const order = chance.pick(['1', 'x', 'x DESC', this.expression(sources)]);
			sql += ` ORDER BY ${this.oddly(order, 'users', 'u', 'x, users', `x, ${OTHER_TABLE}`, 'x::text')}`;
		}
		if (isOneColumn ? chance.percent(90) : chance.percent(8))
			sql += this.oddly(
				isOneColumn ? ' LIMIT 1' : ' LIMIT 5',
				' LIMIT 5 OFFSET 0',
				' FETCH FIRST 1 ROWS ONLY',
			);
		this.depth--;
		return sql;
	}

	private set(): string {
		const kind = this.oddly(
			this.chance.pick([' UNION ALL ', ' EXCEPT ', ' INTERSECT ']),
			' MINUS ',
		);
		return `${kind}${this.oddly(
			this.depth > 2 ? 'SELECT 1' : this.query(),
			`TABLE ${OTHER_TABLE}`,
			`(TABLE ${OTHER_TABLE})`,
			`FROM ${OTHER_TABLE}`,
			`SELECT a FROM ${OTHER_TABLE}`,
			'SELECT * FROM users',
			'VALUES (1)',
		)}`;
	}

	private from(): { text: string; sources: Source[] } {
		const { chance } = this;
		if (chance.percent(8)) return { text: this.oddly('', ` FROM ${OTHER_TABLE}`), sources: [] };
		const first = this.table();
		const sources = [first.source];
		let text = first.text;
		for (let more = 0; more < 2 && chance.percent(30); more++) {
			const next = this.table();
			const join = this.oddly(
				chance.pick([', ', ' JOIN ', ' LEFT JOIN ', ' CROSS JOIN ', ' INNER JOIN ']),
				...[' NATURAL JOIN ', ' NATURAL LEFT JOIN ', ' FULL JOIN ', ' RIGHT OUTER JOIN '],
				...[
					', LATERAL ',
					' CROSS APPLY ',
					' SEMI JOIN ',
					' STRAIGHT_JOIN ',
					' CROSS JOIN LATERAL ',
				],
			);
			sources.push(next.source);
			const needsOn = /JOIN $/.test(join) && !/CROSS|NATURAL/.test(join);
			const on = this.oddly(
				` ON ${this.condition(sources)}`,
				' USING (id)',
				' USING (user_id)',
				' ON true',
			);
			text += `${join}${next.text}${needsOn ? on : ''}`;
			if (chance.percent(15)) text = `(${text})`;
		}
		return { text: `${this.space()}FROM${this.space()}${text}`, sources };
	}

	private table(): { text: string; source: Source } {
		const { chance } = this;
		const name = chance.pick([
			...Object.keys(COLUMNS),
			...Object.keys(COLUMNS),
			...this.views.map((view) => view.name),
		]);
		const columns = COLUMNS[name] ?? this.views.find((view) => view.name === name)?.columns ?? [];
		const isQuery = this.depth < 3 && chance.percent(15);
		const table = isQuery
			? `(SELECT ${this.expression([])} AS c1, ${this.expression([])} AS c2)`
			: this.oddly(
					name,
					...[...OTHERS, ...OTHERS, `"${name}"`, `public.${name}`, `main.${name}`, `(${name})`],
					...[
						`((${OTHER_TABLE}))`,
						`\`${name}\``,
						`[${name}]`,
						'pragma_table_info(1)',
						`ONLY ${name}`,
					],
					...[
						`(TABLE ${OTHER_TABLE})`,
						`(FROM ${OTHER_TABLE})`,
						'(VALUES (1))',
						'unnest(ARRAY[1])',
					],
				);
		const own = isQuery ? ['c1', 'c2'] : columns;
		if (!isQuery && chance.percent(40)) return { text: table, source: { name, columns: own } };
		const alias = this.oddly(`t${++this.aliases}`, ...WORDS, '"u"', '"x y"');
		const as = chance.percent(60) ? ' AS ' : ' ';
		const list = this.oddly('', '(p, q)', '(p, q, r, s, x)', ' (p, q, r)', '(p, q), leads');
		return { text: `${table}${as}${alias}${list}`, source: { name: alias, columns: own } };
	}

	private column(sources: readonly Source[], isOneColumn: boolean): string {
		const { chance } = this;
		const value = this.oddly(
			this.expression(sources),
			...['*', 'count(*)', 't1.*', 'users.*', '(users).*', 'users', 'p', 's, x', 'sum(1) OVER ()'],
			...['COLUMNS(1)', '`(id)?+.+`', '"users"', '"ph" "one"', 'U&"ph\\006fne"', 'TABLE', '2 * 3'],
			...[`(SELECT a FROM ${OTHER_TABLE})`, `(TABLE ${OTHER_TABLE})`, `b FROM ${OTHER_TABLE}`],
		);
		if (isOneColumn || !chance.percent(25)) return value;
		return `${value}${this.oddly(' AS x', ' x', ' AS users', ' AS "x"', ' AS as', ' AS from', ' minus', ' "x"')}`;
	}

	private condition(sources: readonly Source[]): string {
		const { chance } = this;
		const left = this.expression(sources);
		const operator = chance.pick(COMPARISONS);
		return this.oddly(
			chance.percent(25) && this.depth < 3
				? `${left} IN (${this.query(true)})`
				: `${left}${operator}${this.expression(sources)}`,
			`${left} IN ${OTHER_TABLE}`,
			`${left} IN (${OTHER_TABLE})`,
			`EXISTS (TABLE ${OTHER_TABLE})`,
			`EXISTS (SELECT 1 FROM ${OTHER_TABLE})`,
			`${left} = ANY (SELECT a FROM ${OTHER_TABLE})`,
			`${left} IS DISTINCT FROM ${OTHER_TABLE}`,
			`(${left}, 1) IN (SELECT a, 1 FROM ${OTHER_TABLE})`,
			`users IS NOT NULL`,
			`t1 = t1`,
			`${left} LIKE '\\%' ESCAPE '\\'`,
			`${left} BETWEEN 1 AND ${PLACE}`,
		);
	}

	private expression(sources: readonly Source[]): string {
		const { chance } = this;
		if (this.depth > 3 || chance.percent(50)) return this.name(sources);
		this.depth++;
		const text = this.compound(sources);
		this.depth--;
		return text;
	}

	private compound(sources: readonly Source[]): string {
		const { chance } = this;
		const inner = () => this.expression(sources);
		switch (chance.from(0, 9)) {
			case 0:
				return `${inner()}${this.space(true)}${this.oddly('||', ...[' :: ', '::', '//', '**', ' ~ ', '-', '*', '/', '+', ' IS DISTINCT FROM '])}${inner()}`;
			case 1:
				return `${this.oddly(chance.pick(FUNCTIONS), ...ODD_FUNCTIONS, '"lower"', 'pg_catalog.lower')}(${inner()})`;
			case 2:
				return `(${inner()})`;
			case 3:
				return `CASE WHEN ${this.condition(sources)} THEN ${inner()} ELSE ${inner()} END`;
			case 4:
				return this.depth > 2 ? PLACE : `(${this.query(true)})`;
			case 5:
				return `CAST(${inner()} AS ${this.oddly('text', 'int', 'varchar(9)', 'users', 'json')})`;
			case 6:
				return this.oddly(
					`coalesce(${inner()}, ${inner()})`,
					`trim(BOTH FROM ${inner()})`,
					`extract(year FROM ${OTHER_TABLE})`,
					`substring(${inner()} FROM 1)`,
					`position('a' IN ${OTHER_TABLE})`,
					`max(a FROM ${OTHER_TABLE})`,
				);
			case 7:
				return this.oddly(
					PLACE,
					`-${PLACE}`,
					`- ${PLACE}`,
					`${PLACE}::text`,
					`"a"${PLACE}`,
					`x${PLACE}`,
					`'a'${PLACE}`,
					`[${PLACE}]`,
				);
			case 8:
				return this.oddly(`'text'`, ...TEXTS, ...TEXTS);
			default:
				return PLACE;
		}
	}

	private name(sources: readonly Source[]): string {
		const { chance } = this;
		if (sources.length === 0) return chance.pick(['1', "'c'", PLACE, 'NULL']);
		const source = chance.pick(sources);
		const column = chance.pick(source.columns.length > 0 ? source.columns : ['id']);
		return this.oddly(
			chance.pick([column, `${source.name}.${column}`, `${source.name}.${column}`]),
			...CALLS.map((call) => `${source.name}.${call}`),
			...[source.name, `"${source.name}"`, `${source.name}::text`, `(${source.name})`, '$1', '$2'],
			...[
				`"${column}"`,
				`\`${column}\``,
				`[${column}]`,
				`(${source.name}).${column}`,
				`${source.name}.*`,
			],
			...[`"${column.toUpperCase()}"`, `public.${source.name}`, `${source.name}."${column}"`],
		);
	}

	private space(mayBeNone = false): string {
		return this.oddly(mayBeNone ? '' : ' ', ...SPACES.map((space) => ` ${space} `));
	}
}

/** @param chance of one statement: the same draws write the same statement */
export function statement(chance: Chance): string {
	return new Writer(chance, chance.from(0, 3)).write();
}
