import { sqlWire } from '../../../../../../nodes/SensorsAnalytics/api/legacy/api';

it('SQL is a form, for rows or for a file', () => {
	const query = { sql: 'select 1', parameters: [] } as never;
	expect(sqlWire.rows(query)).toEqual({
		path: '/api/sql/query',
		form: { q: 'select 1', format: 'json' },
	});
	expect(sqlWire.csv?.(query).form).toEqual({ q: 'select 1', format: 'csv' });
});
