import type { SqlParameter } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { toSqlText } from '../../../../../../nodes/SensorsAnalytics/sql/scan';

const bind = (sql: string, ...parameters: Array<[string, SqlParameter['value']]>) =>
	toSqlText({ sql, parameters: parameters.map(([name, value]) => ({ name, value })) });

describe('parameters in SQL', () => {
	it.each([
		['SELECT :a', 'SELECT 1'],
		['SELECT :a, :a', 'SELECT 1, 1'],
		["SELECT ':a', :a", "SELECT ':a', 1"],
		['SELECT ":a", :a', 'SELECT ":a", 1'],
		['SELECT `:a`, :a', 'SELECT `:a`, 1'],
		['SELECT :a -- :a\n', 'SELECT 1 -- :a\n'],
		['SELECT /* :a */ :a', 'SELECT /* :a */ 1'],
		["SELECT 'it''s :a', :a", "SELECT 'it''s :a', 1"],
		["SELECT :a, 'it\\'s'", "SELECT 1, 'it\\'s'"],
		['SELECT :a::int', 'SELECT 1 ::int'],
	])('%s', (sql, bound) => {
		expect(bind(sql, ['a', { digits: '1' }])).toBe(bound);
	});

	it('are replaced once: a value that looks like a placeholder stays a value', () => {
		expect(bind('SELECT :a, :b', ['a', ':b'], ['b', '$&'])).toBe("SELECT ':b', '$&'");
	});

	it.each([
		[
			'SELECT :b',
			/The query uses :b, which isn't in 'SQL Parameters'\. Add a parameter with this name/,
		],
		[
			'SELECT 1',
			/The query doesn't use the parameter 'a'\. Write :a in the query, outside of quotation marks, or remove the parameter/,
		],
		[
			"SELECT 'x':a",
			/:a in 'SQL' has no space before or after: SELECT 'x':a\. Add the missing space/,
		],
		['SELECT x:a', /:a in 'SQL' has no space before or after: SELECT/],
		['SELECT :a.x', /:a in 'SQL' has no space before or after: SELECT/],
		[
			'SELECT ::a',
			/The query doesn't use the parameter 'a'\. Write :a in the query, outside of quotation marks, or remove the parameter/,
		],
		['SELECT :a:b', /:a in 'SQL' has no space before or after: SELECT/],
	])('are refused where they would not be safe: %s', (sql, words) => {
		expect(() => bind(sql, ['a', 'x'])).toThrow(words);
	});

	it.each([
		[
			'SELECT :a, COUNT(*) FROM events GROUP BY :a',
			'SELECT `x`, COUNT(*) FROM events GROUP BY `x`',
		],
		['SELECT u.:a FROM users u', 'SELECT u.`x` FROM users u'],
	])('a column is a name, which its table may precede: %s', (sql, bound) => {
		expect(bind(sql, ['a', { column: 'x' }])).toBe(bound);
	});

	it.each(['SELECT :a.x', 'SELECT x:a', 'SELECT `x`:a', "SELECT 'x':a"])(
		'a column is otherwise separated: %s',
		(sql) => {
			expect(() => bind(sql, ['a', { column: 'x' }])).toThrow(/has no space before or after/);
		},
	);

	it('a value has no table before it', () => {
		expect(() => bind('SELECT u.:a', ['a', 'x'])).toThrow(/has no space before or after/);
	});

	it('have a time limit only if one is set', () => {
		const query = { sql: 'SELECT 1', parameters: [] };
		const q = (more: object) => toSqlText({ ...query, ...more });
		expect(q({})).toBe('SELECT 1');
		expect(q({ timeLimitSeconds: 9 })).toBe('/*MAX_QUERY_EXECUTION_TIME=9*/ SELECT 1');
	});
});
