import type { SqlValue } from '../../../../../nodes/SensorsAnalytics/query/sqlQuery';
import { toSqlText } from '../../../../../nodes/SensorsAnalytics/sql/bind';

const bind = (sql: string, ...parameters: Array<[string, SqlValue]>) =>
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
		["SELECT 'it\\'s :a', :a", "SELECT 'it\\'s :a', 1"],
		['SELECT :a::int', 'SELECT 1 ::int'],
	])('%s', (sql, bound) => {
		expect(bind(sql, ['a', { digits: '1' }])).toBe(bound);
	});

	it('are looked at once: a value that looks like a place stays a value', () => {
		expect(bind('SELECT :a, :b', ['a', ':b'], ['b', '$&'])).toBe("SELECT ':b', '$&'");
	});
});
