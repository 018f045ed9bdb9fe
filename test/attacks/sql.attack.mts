/** What a value of an SQL query can become: a comment, another number, code behind its quotes. */
import { readSqlQuery } from '../../nodes/SensorsAnalytics/actions/sql.ts';
import { toSqlText } from '../../nodes/SensorsAnalytics/sql/scan.ts';
import type { Attack } from './attack.mts';

const MEGABYTE = 1_000_000;

/** The SQL that is sent; undefined where the node refuses. */
function sent(sql: string, kind: string, value: unknown): string | undefined {
	const form: Record<string, unknown> = {
		sql,
		parameters: { parameter: [{ name: 'v', kind, value }] },
	};
	try {
		return toSqlText(readSqlQuery((name) => form[name], {}, 'UTC'));
	} catch {
		return undefined;
	}
}

function value(name: string, sql: string, kind: string, given: unknown, bad: RegExp): Attack {
	return {
		name,
		run: async () => {
			const text = await Promise.resolve(sent(sql, kind, given));
			return text !== undefined && bad.test(text) ? `it sent ${text}` : 'held';
		},
	};
}

function long(name: string, unit: string): Attack {
	return {
		name,
		seconds: 5,
		run: async () => {
			await Promise.resolve(sent(`SELECT :v ${unit.repeat(MEGABYTE / unit.length)}`, 'text', 'x'));
			return 'held';
		},
	};
}

const BREAKOUT = "' OR 1=1 -- ";

export const attacks: Attack[] = [
	value('a negative number becomes a comment', 'SELECT total-:v FROM t', 'number', '-10', /--/),
	value('so it does in a list', 'SELECT f(1-:v)', 'numbers', '-10, -11', /--/),
	value('so it does as a number of an expression', 'SELECT 1 -:v', 'number', -0.5, /--/),
	value("another user's ID", 'SELECT :v', 'number', '9007199254740993', /740992/),
	value("another user's ID in a list", 'SELECT :v', 'numbers', '1,9007199254740993', /740992/),
	value("another user's ID as JSON", 'SELECT :v', 'texts', '[9007199254740993]', /740992/),
	value('a number in hexadecimal', 'SELECT :v', 'number', '0x10', /16|0x/),
	value(
		'out of a text with a line that ends with \\',
		"SELECT 'x\\\n:v'",
		'text',
		BREAKOUT,
		/OR 1/,
	),
	value('out of a comment with such a line', 'SELECT 1 -- \\\n:v', 'text', BREAKOUT, /OR 1/),
	value('out of dollars', 'SELECT $$ :v $$', 'text', '$$ OR 1=1', /OR 1/),
	value('out of tagged dollars', 'SELECT $q$ :v $q$', 'text', '$q$ OR 1=1', /OR 1/),
	value(
		'out of dollars tagged with other letters',
		'SELECT $é$ :v $é$',
		'text',
		'$é$ OR 1',
		/OR 1/,
	),
	value('out of a name in brackets', 'SELECT a[ :v ] FROM t', 'text', 'x] OR 1=1 -- ', /OR 1/),
	value('out of nested comments', 'SELECT /* /* */ :v */ 1', 'text', '*/ OR 1=1', /OR 1/),
	value("out of MySQL's comment", 'SELECT 1 # :v', 'text', BREAKOUT, /OR 1/),
	value('out of a line with another end', "SELECT --\r'\n:v --'", 'text', BREAKOUT, /OR 1/),
	...["'C:\\'", "'a\\''", '"a\\""', "E'a\\''", "'\\\\\\'"].map((text) =>
		value(
			`out of ${text}, which some databases read as open`,
			`SELECT * FROM t WHERE a = ${text} AND b = :v`,
			'text',
			'; DROP TABLE t -- ',
			/DROP/,
		),
	),
	...["1--'\n = 2", "$a$ ' $a$", "1 /*! ' */", "1 /*M!100100 ' */", "'%' ESCAPE '\\'"].map((text) =>
		value(
			`out of what some databases read as open in ${text}`,
			`SELECT * FROM t WHERE a = ${text} AND b = :v`,
			'text',
			' OR 1=1 -- ',
			/OR 1/,
		),
	),
	value("out of MySQL's comment that is executed", "SELECT /*! ' */ :v", 'text', BREAKOUT, /OR 1/),
	value('two values as one text', 'SELECT :v:v', 'text', 'x', /'x''x'/),
	value('a value that lengthens a name', 'SELECT x:v FROM t', 'number', '1', /x1/),
	long('a megabyte of quoted backslashes', "'\\"),
	long('a megabyte of everything', '\'\\"`/*$$#--\\\r\n:v '),
];
