import { openPlaceIn } from '../../../../../nodes/SensorsAnalytics/sql/columns';

describe('SQL that returns only columns that it names', () => {
	it.each([
		'SELECT COUNT(*) AS users FROM users ORDER BY users DESC;',
		"SELECT a * 2, b*3, (c) * d, '*', `x` * 2, a * -1, 2 * b AS f FROM events LIMIT 5",
		'SELECT `$amount` * `price`, a * (b + c), price * quantity AS revenue FROM events e',
		'/*MAX_QUERY_EXECUTION_TIME=60*/ SELECT u.city, $os FROM users AS u -- cities\nWHERE u.level > 2',
		"SELECT concat('O', chr(39), 'Brien'), ':x''y', '\\\\d+' FROM events WHERE a IN ('#', '--', '/*')",
		'SELECT u.city, e.n FROM users u LEFT JOIN (SELECT user_id, count(*) AS n FROM events GROUP BY user_id) AS e ON u.id = e.user_id, events x',
		'WITH t AS (SELECT id FROM users), s AS (SELECT id FROM t) SELECT t.id FROM t UNION ALL (SELECT id FROM s)',
		'SELECT extract(year FROM time), x IS NOT DISTINCT FROM y FROM events',
		'SELECT sum(a) OVER (PARTITION BY b ORDER BY c), CASE WHEN (a) THEN 1 ELSE (2) END * 2 FROM events',
		'SELECT id FROM ((SELECT id FROM users) UNION (SELECT user_id FROM events)) t',
		'SELECT a FROM (users u JOIN events e ON u.id = e.user_id) WHERE EXISTS (SELECT 1)',
		'SELECT `金额（元）`, 城市 AS "市", CAST(id AS decimal(20, 0)) FROM users\r\n',
		'SELECT DISTINCT (city), a / b, x::string FROM users CROSS JOIN events e HAVING count(DISTINCT id) > 1',
		'SELECT a FROM users LEFT ANTI JOIN events e ON a = b LEFT SEMI JOIN events f ON a = c',
		'SELECT a FROM users SEMI JOIN events e ON a = b',
		'SELECT a FROM users MINUS SELECT b FROM events MINUS (SELECT c FROM users)',
		'SELECT a FROM users LIMIT 5 OFFSET 5',
		'SELECT a FROM events OFFSET 5 ROWS',
		'WITH "T" AS (SELECT id FROM Users) SELECT id FROM "T"',
		'SELECT नाम, prénom, เบอร์ FROM users WHERE "e" = \'\\d\'',
	])('passes: %s', (sql) => {
		expect(openPlaceIn(sql)).toBeUndefined();
	});

	const byStar = [
		'SELECT * FROM users',
		'SELECT u.* FROM users u',
		'SELECT (users).* FROM users',
		'SELECT/* x */ * FROM users',
		'SELECT 1 AS a, 2 AS b UNION ALL SELECT * FROM users',
		'SELECT DISTINCT * FROM users',
		'SELECT id, * FROM users',
		'WITH t AS (SELECT ALL * FROM users) SELECT 1',
		'SELECT STRAIGHT_JOIN * FROM users',
		'SELECT UNHEARD_OF *, 1 FROM users',
		'SELECT DISTINCT ON (id) * FROM users',
		'SELECT TOP 5 * INTO x FROM users',
		'SELECT TOP 5 * EXCEPT (a) FROM users',
		'SELECT DISTINCT ON (a) * REPLACE (1 AS a) FROM users',
		'SELECT a, * APPLY(toString) FROM users',
		"SELECT 'a' * FROM users",
		'SELECT f FROM (SELECT count (*), *) t',
		'SELECT lower(*) FROM users',
		'SELECT count(u.*) FROM users u',
		'SELECT 2 **b FROM users',
	];
	const byRow = [
		'SELECT u FROM users u',
		'SELECT U FROM events, users AS "u"',
		'SELECT users FROM users',
		'SELECT "users" FROM users',
		'SELECT concat(u) FROM events e JOIN users u ON e.user_id = u.id',
		'SELECT lower(x) FROM (users u JOIN events e ON u.id = e.user_id) AS x',
		'SELECT 1 AS a UNION ALL TABLE users',
		'SELECT a FROM events WHERE (SELECT max(u::varchar) FROM users u) > 1',
		'SELECT a FROM events e, users u GROUP BY u',
		'SELECT 1 AS u FROM users u ORDER BY lower(u)',
		'SELECT 1 FROM users u ORDER BY u',
		'SELECT 1 AS a UNION (FROM users)',
		'SELECT a FROM events WHERE b IS DISTINCT FROM users',
		'SELECT public.users FROM users',
	];
	// Words that are a part of a join in one database, and an alias in another.
	const byAlias = [
		'SELECT semi FROM users semi',
		'SELECT semi FROM users semi JOIN events e ON a = b',
		'SELECT CAST(anti AS string) FROM users anti',
		'SELECT max(minus) FROM users minus, events',
		'SELECT (minus) FROM (users) minus',
		'WITH t AS (SELECT minus FROM users minus) SELECT t.a FROM t',
		'SELECT offset FROM users offset WHERE a = 1',
		'SELECT ı FROM users i',
	];
	it.each([...byStar, ...byRow, ...byAlias])('finds all columns in %s', (sql) => {
		expect(openPlaceIn(sql)).toMatch(/^all columns by (?:\*|u|users|x|i|semi|anti|minus|offset)$/);
	});

	it.each([
		// By a table that nobody knows the columns of, or that has them in another place.
		['SELECT a FROM leads', 'the table leads'],
		['SELECT a FROM other.users', 'the table other'],
		['SELECT a FROM users.phones', '. after a table'],
		["SELECT most_common_vals FROM pg_stats WHERE attname = 'x'", 'the table pg_stats'],
		[
			'WITH a AS (SELECT b FROM pg_stats), pg_stats AS (SELECT 1) SELECT b FROM a',
			'the table pg_stats',
		],
		['SELECT a FROM (WITH t AS (SELECT 1) SELECT 1) x, t', 'the table WITH'],
		['SELECT a, b FROM users AS t(a, b, c)', '( after a table'],
		['SELECT a, b FROM users t(a, b, c)', '( after a table'],
		['WITH t(a, b) AS (TABLE users) SELECT a, b FROM t', 't after WITH'],
		['SELECT a FROM (TABLE users) AS t', 'the table TABLE'],
		['SELECT a FROM (FROM users)', 'the table FROM'],
		['SELECT a, b FROM users minus(a, b)', '( after a table'],
		['WITH pg_státs AS (SELECT 1) SELECT b FROM pg_stats', 'the table pg_stats'],
		['WITH "PG_STATS" AS (SELECT 1) SELECT b FROM pg_stats', 'the table pg_stats'],
		['SELECT únion FROM users únion', 'únion'],
		['SELECT a FROM users unıon ſelect b FROM users', 'unıon'],
		['SELECT a FROM users u FINAL', 'FINAL after a table'],
		['SELECT a FROM users SAMPLE 1 u', '1 after a table'],
		['SELECT v FROM users UNPIVOT (v FOR k IN ANY)', '( after a table'],
		['SELECT a FROM users, LATERAL (SELECT 1)', 'the table LATERAL'],
		['SELECT a FROM unnest(x)', 'the table unnest'],
		// By a join that compares all columns of one name.
		['SELECT a FROM events NATURAL JOIN users', 'NATURAL after a table'],
		['SELECT a FROM events NATURAL LEFT JOIN users', 'NATURAL after a table'],
		['SELECT a FROM events e NATURAL JOIN users', 'NATURAL after a table'],
		['SELECT a FROM (SELECT b FROM events) NATURAL JOIN users', 'NATURAL after a table'],
		// By a statement of its own.
		['TABLE users', 'a statement by TABLE'],
		['FROM users', 'a statement by FROM'],
		["EXECUTE IMMEDIATE concat('SELECT pho', 'ne')", 'a statement by EXECUTE'],
		['UNPIVOT users ON a', 'a statement by UNPIVOT'],
		['SELECT 1; SELECT 2', 'another statement after ;'],
		['WITH users AS x SELECT x', 'users after WITH'],
		// By a function that reads them, or SQL in a text.
		["SELECT COLUMNS('a.*') FROM users", 'the function COLUMNS'],
		["SELECT query_to_xml('SELECT ' || chr(42))", 'the function query_to_xml'],
		['SELECT tuple(*) FROM users', 'the function tuple'],
		['SELECT x.count(*) FROM users', 'the function count'],
		["SELECT x.lower('a') FROM users", 'the function lower'],
		['SELECT `lower`(a) FROM users', 'the function `lower`'],
		['SELECT u.to_json FROM users u', '.to_json'],
		// By a name that is a pattern, or a place.
		['SELECT `(id)?+.+` FROM users', '`(id)?+.+`'],
		['SELECT `ph.ne` FROM users', '`ph.ne`'],
		['SELECT `phon$` FROM users', '`phon$`'],
		[String.raw`SELECT "ph\x6fne" FROM users`, String.raw`"ph\x6fne"`],
		[String.raw`SELECT "ph\157ne" AS a FROM users`, String.raw`"ph\157ne"`],
		[String.raw`SELECT a FROM users AS "\x75"`, String.raw`"\x75"`],
		['SELECT $3 FROM users', '$3'],
		['SELECT #3 FROM users', '#'],
		['SELECT [x] FROM users', '['],
		// By what is a text or comment for some, and code for others.
		["SELECT '\\', * FROM users --'", "\\'"],
		["SELECT 'a, * FROM users", "a quotation mark that isn't closed"],
		["SELECT '''a'b''' , * FROM users WHERE x = '''", "'''"],
		["SELECT '''a'b''' , * FROM users WHERE x = ''''", "a quotation mark that isn't closed"],
		["SELECT q'[']' , x, ' FROM users", "'['"],
		['SELECT U&"ph\\006fne" FROM users', '&'],
		['SELECT a --1, *\nFROM users', '--1, *\n'],
		['SELECT a -- \r, *\nFROM users', '-- \r, *\n'],
		['SELECT a /*! , * */ FROM users', '/*! , * */'],
		['SELECT a /*M!50000 , * */ FROM users', '/*M!50000 , * */'],
		['SELECT a /* /* */ , * */ FROM users', '/* /* */'],
		['SELECT a /* FROM users', '/* FROM users'],
		["SELECT a // '\n, * FROM users // '", '//'],
		["SELECT $$ ' $$, * FROM users WHERE x = $$ ' $$", '$$'],
		['SELECT a\u00a0FROM users', 'a\u00a0FROM'],
		['SELECT 1from users', '1from'],
		['SELECT a) FROM users', 'a ) without its ('],
	])('names what else may return more: %s', (sql, what) => {
		expect(openPlaceIn(sql)).toBe(what);
	});
});
