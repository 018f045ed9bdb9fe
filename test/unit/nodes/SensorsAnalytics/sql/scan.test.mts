import {
	placeholdersIn as placesIn,
	toSqlText,
} from '../../../../../nodes/SensorsAnalytics/sql/scan';
import { cpuMs } from '../../../../support/cpuTime.mts';
import { isLong } from '../../../../support/extent.mts';

/** A megabyte takes seconds of every run. */
const LENGTH = isLong ? 1_000_000 : 250_000;
const names = (sql: string) => placesIn(sql).map(({ name }) => name);
const bind = (sql: string) =>
	toSqlText({ sql, parameters: [{ name: 'a', value: { digits: '-10' } }] });

describe('places for parameters in SQL', () => {
	it.each([
		[':a', ['a']],
		["'\\\n' || :a", ['a']],
		['`:b` || :a', ['a']],
		['/* :b */ :a', ['a']],
		['-- :b\n:a --', ['a']],
		['x::int, :a::int', ['a']],
		['$os = :a', ['a']],
		['-- it is commented out: AND x = :b\n:a', ['a']],
		["'" + "''".repeat(3) + "' :a", ['a']],
	])('%j', (sql, expected) => {
		expect(names(sql)).toEqual(expected);
	});

	it.each([
		[
			'$$ :a $$',
			/Some databases read :a in 'SQL' as part of a text or comment, where a value isn't safe\. Write the SQL without \$\$$/,
		],
		['/* /* */ :a */', /without a comment in a comment/],
		["'\\'' || :a || \"'\" -- \"", /without a backslash/],
		[
			"'\\' :b' || :a",
			/without a backslash\. Enter a text with a quotation mark or a backslash as a parameter$/,
		],
		["'C:\\' || :a", /read :a .* without a backslash\. Enter/],
		['1 # it :a', /without #/],
		[
			"--'\n:a--'",
			/Some databases read :a in 'SQL' as part of a text or comment, where a value isn't safe\. Write the SQL without -- without a space after it/,
		],
		[
			"--\r'\n:a --'",
			/Some databases read :a in 'SQL' as part of a text or comment, where a value isn't safe\. Write the SQL without line endings other than \\n/,
		],
		['-- x\\\n:a', /a backslash at the end of a line/],
		['/* :a', undefined],
	])('do not count if databases disagree: %j', (sql, words) => {
		if (words) expect(() => placesIn(sql)).toThrow(words);
		else expect(names(sql)).toEqual([]);
	});

	it.each(["':a", 'SELECT :a "', '`:a'])('are not searched for after an open quote: %j', (sql) => {
		expect(() => placesIn(sql)).toThrow(
			"A quotation mark in 'SQL' isn't closed. Close the quotation mark",
		);
	});

	it.each(["'x':a", ":a'x'", 'x:a', '1:a', ':a.b', ':a:a', '$:a', ":a'", '名:a'])(
		'do not touch what would grow together with a value: %j',
		(sql) => {
			expect(() => bind(`SELECT ${sql}${sql === ":a'" ? "'" : ''}`)).toThrow(
				/^:a in 'SQL' has no space before or after: SELECT/,
			);
		},
	);

	it('keep a negative number from becoming a comment', () => {
		expect(bind('SELECT total-:a FROM t')).toBe('SELECT total-(-10) FROM t');
	});

	it.each([
		["'", "'"],
		['quotes', "''"],
		['opened comments', '/*'],
		['closed comments', '/* */'],
		['dollars', '$$'],
		['tags', '$a'],
		['dashes', '--'],
		['hashes', '#'],
		['backslashes', '\\'],
		['quoted backslashes', "'\\"],
		['ends of lines', '-- \\\r\n#'],
		['places', ' :a'],
		['colons', ':'],
		['words', 'x'],
		['all of it', "'\\'\"`/*$$#--\\\r\n:a "],
	])('are found in the time of the length: long ones of %s', (_name, unit) => {
		const sql = unit.repeat(LENGTH / unit.length);
		const took = cpuMs(() => {
			try {
				placesIn(sql);
			} catch (error) {
				expect((error as Error).message).toMatch(/'SQL'/);
			}
		});
		expect(took).toBeLessThan(8 * (LENGTH / 1000));
	});
});
