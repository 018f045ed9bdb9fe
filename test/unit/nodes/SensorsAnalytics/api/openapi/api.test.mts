import { SqlRows } from '../../../../../../nodes/SensorsAnalytics/actions/run/sql';
import { sqlWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/api';

const line = (data: unknown, rest: object = {}) =>
	JSON.stringify({ code: 'SUCCESS', request_id: 'r', data, ...rest });

describe('SQL of the OpenAPI', () => {
	it('is requested with JSON, the limit as text', () => {
		expect(sqlWire.rows({ sql: 'SELECT :x', parameters: [{ name: 'x', value: "a'b" }] })).toEqual({
			path: '/api/v3/analytics/v1/model/sql/query',
			body: { sql: "SELECT concat('a', chr(39), 'b')", limit: '10000001' },
		});
		expect(sqlWire.csv).toBeUndefined();
	});

	it.each([
		['by name', { columns: ['n', 'event'], data: [12, 'Pay'] }, { n: 12, event: 'Pay' }],
		['NULL is left out', { columns: ['event'], data: ['Pay'] }, { event: 'Pay' }],
		['as a list of values', { columns: ['a'], data: { values: ['x'] } }, { a: 'x' }],
		['of a list', { columns: ['a'], data: [['x']] }, { a: ['x'] }],
		['nothing but NULL', { columns: [], data: [] }, {}],
		['nothing but NULL, lists left out', {}, {}],
		['a name of objects', { columns: ['__proto__'], data: ['x'] }, JSON.parse('{"__proto__":"x"}')],
	])('a row %s', (_name, data, row) => {
		expect(sqlWire.readRow(line(data))).toEqual(row);
	});

	it('keeps the digits of IDs', () => {
		const text =
			'{"code":"SUCCESS","data":{"columns":["id","n"],"data":[-8961289991947891759,12.0]}}';
		expect(sqlWire.readRow(text)).toEqual({ id: '-8961289991947891759', n: 12 });
	});

	it.each([
		['more cells than columns', line({ columns: ['a'], data: [1, 2] })],
		['fewer cells', line({ columns: ['a', 'b'], data: [1] })],
		['a column without a name', line({ columns: [null], data: [1] })],
		['no lists', line({ columns: 'a', data: 'b' })],
		['no data', line(null)],
		[
			'several rows, as many as columns',
			line({
				columns: ['a', 'n'],
				data: [
					['x', 1],
					['y', 2],
				],
			}),
		],
		['the end of the rows', line({ total: 1, finished: true })],
		['another code', line({ columns: ['a'], data: [1] }, { code: 'COMMON-R-131-1' })],
		['a flat row', '{"a":1}'],
		['a beginning', line({ columns: ['a'], data: [1] }).slice(0, -3)],
	])('%s is no row', (_name, text) => {
		expect(sqlWire.readRow(text)).toBeUndefined();
	});

	it('rows that are too many are no case for a file, which would be made of them', () => {
		const rows = new SqlRows(sqlWire.readRow, sqlWire.csv !== undefined);
		const columns = Array.from({ length: 5001 }, (_, n) => `c${n}`);
		const text = line({ columns, data: columns });
		let description: unknown;
		try {
			rows.add({ text, quote: () => text });
		} catch (error) {
			({ description } = error as { description?: unknown });
		}
		expect(description).toMatch(
			/^Select fewer columns or rows in 'SQL', for example only one day per run\./,
		);
	});

	it('refuses two columns have the same name', () => {
		expect(() => sqlWire.readRow(line({ columns: ['n', 'a', 'n'], data: [1, 2, 3] }))).toThrow(
			"Two columns of the result have the name 'n'. Rename one of them in 'SQL' with AS",
		);
	});
});
