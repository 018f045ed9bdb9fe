import { inSelectOrder } from '../../../../../../nodes/SensorsAnalytics/sql/rows';

describe('columns of a result', () => {
	it.each<[string, string[]]>([
		['SELECT event, COUNT(*) AS n, city FROM events', ['event', 'n', 'city']],
		['select u.id, u.`first_id`, max(a, b) m FROM users u', ['id', 'first_id', 'm']],
		['SELECT DISTINCT z, a FROM t', ['z', 'a']],
		["/* a, b */ SELECT z, -- y, x\n'x, y' AS `o o`, a FROM t", ['z', 'o o', 'a']],
		['WITH q AS (SELECT b, a FROM t) SELECT z, b, a FROM q', ['z', 'b', 'a']],
		['SELECT z, a FROM t UNION ALL SELECT a, z FROM t', ['z', 'a']],
		['SELECT (SELECT 1 FROM t) AS z, CASE WHEN a THEN 1 ELSE 2 END AS a', ['z', 'a']],
		['SELECT z, COUNT( * ), a FROM t', ['z', 'count(*)', 'a']],
		['SELECT z AS \'one\', a AS "two"', ['one', 'two']],
		['SELECT EXTRACT(YEAR FROM t) AS z, b::int AS a FROM t', ['z', 'a']],
		['SELECT 1 AS z, 2 AS a;', ['z', 'a']],
		// Engines change the case of names.
		['SELECT Zz, A FROM t', ['zz', 'a']],
		['SELECT 店, a FROM t', ['店', 'a']],
	])('are in the order of %s', (sql, names) => {
		expect(inSelectOrder(sql, [...names].sort())).toEqual(names);
		expect(inSelectOrder(sql, [...names].reverse())).toEqual(names);
	});

	it('may be fewer than the SELECT names: those without any value are left out', () => {
		expect(inSelectOrder('SELECT z, empty, a FROM t', ['a', 'z'])).toEqual(['z', 'a']);
	});

	it.each([
		['SELECT *, z, b, a FROM t'],
		['SELECT t.*, z, b, a FROM t'],
		// One of them is not known, or known twice.
		['SELECT z, b, 1 + a FROM t'],
		['SELECT z, b, a, A FROM t'],
		['SELECT z, b, a, t.a FROM t'],
		["SELECT z, b, a, 'x FROM t"],
		['SELECT z, b, , a'],
		[''],
		['SHOW TABLES'],
	])('stay as they came where it is not certain: %s', (sql) => {
		const columns = ['a', 'b', 'z'];
		expect(inSelectOrder(sql, columns)).toEqual(columns);
	});
});
