/**
 * Lets others judge what becomes of values in SQL: the lexers of eight dialects say whether a
 * statement keeps its shape, SQLite and PostgreSQL whether it means what it means with a value
 * that is bound by themselves. Cases are put together at random from what quotes and comments
 * begin and end with. Statements of a grammar (grammar.mts) are judged by what they read, too
 * (statements.mts).
 *
 * `npm run fuzz -- sql 400 1`, or `npm run fuzz -- sql --cases 400 --seed 1`: prints what was judged
 * and what failed. Each judge gets this number of cases.
 */
import { parseArgs } from 'node:util';

import { PGlite } from '@electric-sql/pglite';
import * as dialects from 'dt-sql-parser';
import fc from 'fast-check';
import initSqlJs from 'sql.js';

import type { SqlValue } from '../../../nodes/SensorsAnalytics/query/query.ts';
import { toSqlLiteral, toSqlText } from '../../../nodes/SensorsAnalytics/sql/scan.ts';
import { drawn } from '../harness/chance.mts';
import { statement } from './grammar.mts';
import { StatementJudge } from './statements.mts';

interface Judged {
	/** Cases that the judge could read, by its name. */
	judged: Record<string, number>;
	/** Cases that the node refused to write. */
	refused: number;
	failed: string[];
}

const NOISE = [
	...["'", '"', '`', '\\', '\n', '\r', '--', '-- ', '/*', '*/', '$$', '$t$', '#', "''", '\\\n'],
	...['E', "E'", "it's", '-', '10-', '+', ',', ' ', 'x', '(', ')', ' || ', "'a'", '"a"', '::'],
];
const CLOSED = [
	...["'it\\'s'", "'a\\\\'", "'C:\\'", "'it''s'", '"a\\""', '/* x */', '/* /* */ */', '-- y\n'],
	...[
		'$$ z $$',
		"$t$ it's $t$",
		'# x\n',
		"E'\\''",
		'--y\n',
		'`b`',
		'-- \\\n',
		'10 - ',
		'10-',
		', ',
	],
];
const noise = fc
	.array(
		fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...CLOSED) }, fc.constantFrom(...NOISE)),
		{
			maxLength: 2,
		},
	)
	.map((parts) => parts.join(''));
/** Text around one place; others, in texts or comments, may be among it. */
const template = fc
	.tuple(noise, fc.constantFrom('', ' :a ', ' '), noise, noise, fc.constantFrom('', ' :a '), noise)
	.map(([a, b, c, d, e, f]) => ({ before: a + b + c, after: d + e + f }));
/** Statements that engines can run, with the value at P. */
const runnable = fc
	.array(
		fc.constantFrom(
			...[
				'P',
				'10-P',
				'-P',
				'- P',
				'P||P',
				"'it''s'||P",
				"'P'",
				'1/*P*//P',
				'--P\nP',
				'/* /* P */ */P',
			],
			...[
				"'C:\\'||P",
				'$$ P $$',
				"E'\\''||P",
				'"P"',
				'P::text',
				'1 -- \\\n+P',
				'(P)',
				'coalesce(P,P)',
			],
		),
		{ minLength: 1, maxLength: 3 },
	)
	.map((columns) => `SELECT ${columns.join('\n, ')}`);
const hostile = fc.oneof(
	fc
		.array(fc.constantFrom(...NOISE, ':a', '; DROP TABLE t', ' OR 1=1', '\0', 'é', '☂'), {
			maxLength: 6,
		})
		.map((parts): SqlValue => parts.join('')),
	fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map((n): SqlValue => ({ digits: String(n) })),
	fc.integer({ min: -50, max: 50 }).map((n): SqlValue => ({ digits: String(n / 4) })),
	fc.boolean(),
);
/** No dialect makes anything else of it. */
const HARMLESS = 'qqqq';

type Lexing = Array<{ type: number; text: string }>;
type Dialect = InstanceType<typeof dialects.GenericSQL>;
const lexers = Object.entries(dialects).flatMap(([name, Maker]) =>
	name.endsWith('SQL') ? [{ name, parser: new (Maker as new () => Dialect)() }] : [],
);

/** @returns undefined for what the dialect can't read */
function lex(parser: Dialect, sql: string): Lexing | undefined {
	const errors: unknown[] = [];
	const lexer = parser.createLexer(sql, (error) => errors.push(error));
	const all = lexer.getAllTokens();
	const tokens = all.filter(({ channel }) => channel === 0);
	const isOdd = (type: number, text: string | null | undefined) =>
		/unterminated|unclosed|unknown|unrecogni[sz]ed|error/i.test(
			lexer.vocabulary.getSymbolicName(type) ?? '',
		) || /^(['"`]$|\\)/.test(text ?? '');
	// A text in dollars that has no end is one without an error for the lexer of PostgreSQL.
	const named = (part: RegExp) =>
		tokens.flatMap(({ type, text }) =>
			part.test(lexer.vocabulary.getSymbolicName(type) ?? '') ? [text] : [],
		);
	const isOpen = named(/^BeginDollar/).join() !== named(/^EndDollar/).join();
	if (errors.length > 0 || isOpen || all.some(({ type, text }) => isOdd(type, text)))
		return undefined;
	return tokens.map(({ type, text }) => ({ type, text: text ?? '' }));
}

function bind(sql: string, value: SqlValue): string | undefined {
	try {
		return toSqlText({ sql, parameters: [{ name: 'a', value }] });
	} catch {
		return undefined;
	}
}

/** With the value, the tokens are those of a harmless one, each replaced by the value's own. */
function keepsShape(parser: Dialect, sql: string, value: SqlValue): boolean | undefined {
	const plain = lex(parser, bind(sql, HARMLESS) as string);
	const literal = lex(parser, toSqlLiteral(value));
	if (!plain || !literal) return undefined;
	const isPlace = ({ text }: { text: string }) => text === `'${HARMLESS}'`;
	const whole = lex(parser, bind(sql, value) as string);
	const expected = plain.flatMap((token) => (isPlace(token) ? literal : [token]));
	return plain.some(isPlace) && JSON.stringify(whole) === JSON.stringify(expected);
}

type Engine = (sql: string, native?: string | number | null) => Promise<string | undefined>;

async function sqlite(): Promise<Engine> {
	const { Database } = await initSqlJs();
	const database = new Database();
	database.create_function('chr', (code: number) => String.fromCharCode(code));
	database.create_function('concat', (...parts: unknown[]) => parts.join(''));
	return async (sql, native) => {
		try {
			const rows = database.exec(
				sql,
				native === undefined ? undefined : { '?1': native, ':a': native },
			);
			return await Promise.resolve(JSON.stringify(rows.map(({ values }) => values)));
		} catch {
			return undefined;
		}
	};
}

async function postgres(): Promise<Engine> {
	const database = await PGlite.create();
	return async (sql, native) => {
		try {
			const answer = await database.query(sql, native === undefined ? [] : [native], {
				rowMode: 'array',
			});
			return JSON.stringify(answer.rows);
		} catch {
			return undefined;
		}
	};
}

async function judge(cases: number, seed: number): Promise<Judged> {
	const result: Judged = { judged: {}, refused: 0, failed: [] };
	const tell = (judge: string, isRight: boolean | undefined, what: unknown) => {
		if (isRight === undefined) return;
		result.judged[judge] = (result.judged[judge] ?? 0) + 1;
		if (!isRight) result.failed.push(`${judge}: ${JSON.stringify(what)}`);
	};
	const engines = [
		{ name: 'SQLite', engine: await sqlite(), place: '?1', types: ['string', 'number'] },
		// A number that is bound there is a text, unless the SQL says what it is.
		{ name: 'PostgreSQL itself', engine: await postgres(), place: '$1', types: ['string'] },
	];
	for (const [{ before, after }, value] of fc.sample(fc.tuple(template, hostile), {
		numRuns: cases,
		seed,
	})) {
		const sql = `SELECT ${before}:a${after}`;
		const bound = bind(sql, value);
		if (bound === undefined) {
			result.refused++;
			continue;
		}
		for (const { name, parser } of lexers) {
			tell(name, keepsShape(parser, sql, value), { sql, value, bound });
		}
	}
	for (const [sql, value] of fc.sample(fc.tuple(runnable, hostile), { numRuns: cases, seed })) {
		// SQLite ends a text that is bound at its first NUL.
		if (typeof value === 'boolean' || (typeof value === 'string' && value.includes('\0'))) continue;
		const native = typeof value === 'string' ? value : Number(value.digits);
		// Whole numbers of more than 32 bits are bound to it as doubles, which it divides otherwise.
		if (Number.isInteger(native) && native !== Number(native) << 0) continue;
		const bound = bind(sql.replaceAll('P', ':a'), value);
		if (bound === undefined) {
			result.refused++;
			continue;
		}
		for (const { name, engine, place, types } of engines) {
			if (!types.includes(typeof native)) continue;
			const expected = await engine(sql.replaceAll('P', place), native);
			if (expected === undefined) continue;
			// The content of a text stays unchanged.
			const ours = (await engine(bound))?.replaceAll(':a', place);
			// A place that is none for others was left as it is, which the engine refuses.
			if (ours === undefined && bound.includes(':a')) continue;
			tell(name, ours === expected.replaceAll(':a', place), { sql, value, bound, expected });
		}
	}
	const statements = await StatementJudge.start();
	for (const [written, value] of fc.sample(fc.tuple(drawn(statement), hostile), {
		numRuns: cases,
		seed,
	})) {
		const verdicts = await statements.judge(written, value);
		if (verdicts === undefined) result.refused++;
		for (const { judge, isRight, what } of verdicts ?? []) tell(judge, isRight, what);
	}
	return result;
}

const JUDGES = 14;
const { values, positionals } = parseArgs({
	options: { cases: { type: 'string' }, seed: { type: 'string' } },
	allowPositionals: true,
});
const cases = Number(values.cases ?? positionals[0] ?? 400);
const seed = Number(values.seed ?? positionals[1] ?? Math.floor(Math.random() * 2 ** 31));
const { judged, refused, failed } = await judge(cases, seed);
console.log(`seed ${seed}, ${cases} cases, ${refused} refused`);
for (const [name, count] of Object.entries(judged)) console.log(`${name}: ${count} judged`);
for (const failure of failed) console.log(`FAILED ${failure}`);
// A judge that can read hardly anything judges nothing.
const counts = Object.values(judged);
const isJudged = counts.length === JUDGES && counts.every((count) => count > cases / 40);
if (!isJudged) console.log('FAILED: too few cases were judged');
process.exit(isJudged && failed.length === 0 ? 0 : 1);
